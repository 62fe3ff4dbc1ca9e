"""What greedy parsing and the beam ask of a source of scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from torch import Tensor

from bubbletree import ScorerError
from neural.batched.state import Batch


class BatchScorer(Protocol):
    """A source of scores for N configurations at once.  :func:`parse` calls the methods in turn at each step."""

    @property
    def conj(self) -> int:
        """The number of the label ``conj``."""

    def score_transitions(self, batch: Batch, slots: Tensor, /) -> Tensor:
        """Finite scores of the transitions in each row, [N, 6]; ``slots`` are ``batch.slots()``."""

    def score_labels(self, batch: Batch, slots: Tensor, rows: Tensor, kinds: Tensor, /) -> Tensor:
        """Scores of the labels of the arcs that transitions ``kinds``, [q], would add in rows, [q]: [q, labels].

        There is at least one label.  Of transitions that add no arc, any scores will do.
        """

    def advance(self, batch: Batch, slots: Tensor, kinds: Tensor, labels: Tensor, /) -> None:
        """The rows are about to make these transitions, [N]; those that are finished are given Shift."""


class BeamScorer(BatchScorer, Protocol):
    """A source of scores for hypotheses.  Like them it has rows, which :meth:`select` copies and reorders."""

    def select(self, rows: Tensor, /) -> None:
        """From now on, row i is what row ``rows[i]`` was."""


def checked(scorer: object, scores: Tensor, shape: Sequence[int], what: str) -> Tensor:
    """The scores that a scorer returned.

    Raises
    ------
    ScorerError
        They are not finite, or not of the shape given.
    """
    if scores.shape != tuple(shape) or not bool(scores.isfinite().all()):
        wanted = " times ".join(map(str, shape))
        raise ScorerError(scorer, scores, f"returned {what} scores that are not {wanted} finite numbers")
    return scores
