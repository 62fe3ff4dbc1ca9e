"""The interface between parser and model, and three models that need no training.

A :class:`Scorer` scores the six unlabelled transitions and, separately, the labels of the arc that a transition adds,
as the paper's models do (Shi & Lee 2021, section 4).  It does not know which transitions are allowed, and cannot cause
an invalid one: :func:`bubbletree.parse` chooses among the allowed ones.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence, Set
from typing import Protocol

from bubbletree.configuration import Configuration, TransitionKind
from bubbletree.errors import BubbletreeError
from bubbletree.static_oracle import oracle
from bubbletree.transitions import Transition
from bubbletree.tree import BubbleTree


class Scorer(Protocol):
    """A source of scores; the higher, the better.  Only differences of scores matter."""

    @property
    def labels(self) -> Sequence[str]:
        """All labels, at least one."""

    def score_transitions(self, configuration: Configuration) -> Sequence[float]:
        """Six finite scores, in the order of :class:`bubbletree.TransitionKind`."""

    def score_labels(self, configuration: Configuration, kind: TransitionKind) -> Sequence[float]:
        """Finite scores of the labels of the arc that ``kind`` would add, in the order of ``labels``."""


class ScorerError(BubbletreeError, ValueError):
    """A scorer returned something that is not a valid score.

    Attributes
    ----------
    scorer : object
        The scorer.
    scores : object
        What it returned.
    """

    def __init__(self, scorer: object, scores: object, reason: str) -> None:
        super().__init__(f"{type(scorer).__name__} {reason}")
        self.scorer = scorer
        self.scores = scores


class UniformScorer:
    """Gives every transition and every label the same score; ties go to the first.

    Parameters
    ----------
    labels : sequence of str
        The labels to choose from.
    """

    def __init__(self, labels: Sequence[str] = ("dep",)) -> None:
        self.labels: Sequence[str] = tuple(labels)

    def score_transitions(self, configuration: Configuration) -> Sequence[float]:
        """Six zeros."""
        return (0.0,) * len(TransitionKind)

    def score_labels(self, configuration: Configuration, kind: TransitionKind) -> Sequence[float]:
        """A zero for each label."""
        return (0.0,) * len(self.labels)


class RandomScorer:
    """Independent random scores from the given generator, so they can be reproduced.

    Parameters
    ----------
    rng : random.Random
        Where the scores come from.
    labels : sequence of str
        The labels to choose from.
    """

    def __init__(self, rng: random.Random, labels: Sequence[str] = ("dep",)) -> None:
        self.labels: Sequence[str] = tuple(labels)
        self._rng = rng

    def score_transitions(self, configuration: Configuration) -> Sequence[float]:
        """Six random numbers."""
        return tuple(self._rng.random() for _ in TransitionKind)

    def score_labels(self, configuration: Configuration, kind: TransitionKind) -> Sequence[float]:
        """A random number for each label."""
        return tuple(self._rng.random() for _ in self.labels)


class GoldScorer:
    """Follows the oracle's derivation of a given tree, and rebuilds that tree.

    In configurations outside that derivation the scores mean nothing, but they are always six finite numbers.

    Parameters
    ----------
    tree : BubbleTree
        A tree that the oracle can derive.

    Raises
    ------
    InvalidTreeError, OracleError
        The tree has no derivation.
    """

    def __init__(self, tree: BubbleTree) -> None:
        derivation = oracle(tree)
        self.labels: Sequence[str] = tuple(sorted({t.label for t in derivation if t.label is not None})) or ("dep",)
        # Each transition makes one of these numbers grow for good, bar the size of the stack, and with
        # the others given that tells how much was shifted: a point of the derivation for each key.
        self._next: dict[tuple[int, int, int, int], Transition] = {}
        stack, opened, closed, arcs = 1, 0, 0, 0
        for transition in derivation:
            self._next[stack, opened, closed, arcs] = transition
            match transition.kind:
                case TransitionKind.SHIFT:
                    stack += 1
                case TransitionKind.BUBBLE_CLOSE:
                    stack, closed = stack - 1, closed + 1
                case TransitionKind.BUBBLE_OPEN:
                    stack, opened, arcs = stack - 1, opened + 1, arcs + 2
                case _:
                    stack, arcs = stack - 1, arcs + 1

    def _wanted(self, configuration: Configuration) -> Transition | None:
        closed = 0 if configuration.closed is None else configuration.closed.size
        arcs = 0 if configuration.arcs_so_far is None else configuration.arcs_so_far.size
        return self._next.get((configuration.stack_size, configuration.opened, closed, arcs))

    def score_transitions(self, configuration: Configuration) -> Sequence[float]:
        """One for the oracle's transition, zero for the others."""
        wanted = self._wanted(configuration)
        return tuple(float(wanted is not None and kind is wanted.kind) for kind in TransitionKind)

    def score_labels(self, configuration: Configuration, kind: TransitionKind) -> Sequence[float]:
        """One for the oracle's label, zero for the others."""
        wanted = self._wanted(configuration)
        return tuple(float(wanted is not None and label == wanted.label) for label in self.labels)


def checked_transition_scores(scorer: Scorer, configuration: Configuration) -> Sequence[float]:
    """The scorer's six scores.

    Raises
    ------
    ScorerError
        They are not six finite numbers.
    """
    return _checked(scorer, scorer.score_transitions(configuration), len(TransitionKind), "transition")


def checked_label_scores(scorer: Scorer, configuration: Configuration, kind: TransitionKind) -> Sequence[float]:
    """The scorer's scores of the labels.

    Raises
    ------
    ScorerError
        They are not as many finite numbers as there are labels, or there are no labels.
    """
    if not scorer.labels:
        raise ScorerError(scorer, scorer.labels, "knows no labels: it needs at least one")
    return _checked(scorer, scorer.score_labels(configuration, kind), len(scorer.labels), "label")


def _checked(scorer: Scorer, scores: Sequence[float], size: int, what: str) -> Sequence[float]:
    try:
        if isinstance(scores, str | bytes | Set | Mapping):
            raise TypeError("what has no order, or is text, is not a sequence of numbers")
        numbers = tuple(float(score) for score in scores)
    except (TypeError, ValueError, OverflowError):
        raise ScorerError(scorer, scores, f"returned no sequence of {what} scores, but {scores!r:.80}") from None
    if len(numbers) != size:
        raise ScorerError(scorer, scores, f"returned {len(numbers)} {what} scores where {size} are needed")
    for place, number in enumerate(numbers):
        if not math.isfinite(number):
            raise ScorerError(
                scorer, scores, f"returned {number} as {what} score number {place}; scores must be finite"
            )
    return numbers
