"""Counts that add up over sentences, and ratios computed from their sum."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Counts:
    """How many things were predicted, how many there are, and how many of them were found.

    Ratios are fractions between 0 and 1; a ratio whose denominator is 0 counts as 0.

    Parameters
    ----------
    correct, predicted, gold : int
        How many were found, how many were predicted, and how many there are.

    Examples
    --------
    >>> counts = Counts(correct=1, predicted=2, gold=4) + Counts(correct=2, predicted=2, gold=2)
    >>> counts
    Counts(correct=3, predicted=4, gold=6)
    >>> counts.precision, counts.recall, counts.f1
    (0.75, 0.5, 0.6)
    """

    correct: int = 0
    predicted: int = 0
    gold: int = 0

    @property
    def precision(self) -> float:
        """The share of the predicted ones that are correct."""
        return _ratio(self.correct, self.predicted)

    @property
    def recall(self) -> float:
        """The share of the gold ones that were found."""
        return _ratio(self.correct, self.gold)

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return _ratio(2 * self.correct, self.predicted + self.gold)

    def __add__(self, other: Counts) -> Counts:
        return Counts(self.correct + other.correct, self.predicted + other.predicted, self.gold + other.gold)

    def to_dict(self) -> dict[str, float]:
        """Counts and ratios, for JSON."""
        return {
            "precision": self.precision,
            "recall": self.recall,
            "f1": self.f1,
            "correct": self.correct,
            "predicted": self.predicted,
            "gold": self.gold,
        }


@dataclass(frozen=True, slots=True)
class Share:
    """How many of a number of things are correct.

    Parameters
    ----------
    correct, total : int
        How many are correct, and how many there are.

    Examples
    --------
    >>> (Share(1, 1) + Share(0, 3)).ratio
    0.25
    """

    correct: int = 0
    total: int = 0

    @property
    def ratio(self) -> float:
        """The share as a fraction; 0 if the total is 0."""
        return _ratio(self.correct, self.total)

    def __add__(self, other: Share) -> Share:
        return Share(self.correct + other.correct, self.total + other.total)

    def to_dict(self) -> dict[str, float]:
        """Counts and ratio, for JSON."""
        return {"ratio": self.ratio, "correct": self.correct, "total": self.total}


def _ratio(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
