"""Derivations under way, with their scorer: how they are scored, dropped, copied, and taken one step further.

Greedy parsing and beam search are built on this; they only choose the steps.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from neural.batched.scoring import BatchScorer, finite
from neural.batched.state import initial
from neural.batched.transitions import apply_, valid_transitions
from neural.config import DecodingConfig

IMPOSSIBLE = -float("inf")
"""The score of a transition that is not allowed."""


class Derivations:
    """N derivations side by side.

    Parameters
    ----------
    lengths : sequence of int, [N]
        The sentences' numbers of words.
    scorer : BatchScorer
        Scores transitions and labels.
    decoding : DecodingConfig
        Which transitions are allowed.
    device : torch.device or str
        Where to compute.

    Attributes
    ----------
    batch : Batch
        The configurations reached so far; rows are derivations.
    """

    def __init__(
        self, lengths: Sequence[int], scorer: BatchScorer, decoding: DecodingConfig, device: torch.device | str
    ) -> None:
        self.batch = initial(lengths, device)
        self._slots = self.batch.slots()
        self._scorer = scorer
        self._decoding = decoding
        # A derivation has at least two transitions for each word. Until then, nobody needs to ask whether all are over.
        self._sure_steps = 2 * max(lengths, default=0)

    @property
    def are_over(self) -> bool:
        """Whether all rows are terminal."""
        return self._sure_steps <= 0 and bool(self.batch.finished.all())

    def transition_scores(self) -> Tensor:
        """The scores of the transitions in each row, [N, 6]; IMPOSSIBLE for those that are not allowed.

        Raises
        ------
        ScorerError
            The scorer returned scores that are not finite, or not N times six.
        """
        decoding = self._decoding
        mask = valid_transitions(
            self.batch, self._slots, normal_form=decoding.normal_form, single_root=decoding.single_root
        )
        scores = self._scorer.score_transitions(self.batch, self._slots)
        return finite(self._scorer, scores, mask.shape, "transition").masked_fill(~mask, IMPOSSIBLE)

    def label_scores(self, rows: Tensor, kinds: Tensor) -> Tensor:
        """The scores of the labels of the arcs that transitions ``kinds``, [q], would add in ``rows``: [q, labels].

        Raises
        ------
        ScorerError
            The scorer returned scores that are not finite, or not for q arcs.
        """
        scores = self._scorer.score_labels(self.batch, self._slots, rows, kinds)
        return finite(self._scorer, scores, (rows.size(0), scores.size(-1)), "label")

    def select(self, rows: Tensor) -> None:
        """From now on, row i is what row ``rows[i]`` was."""
        self.batch = self.batch.select(rows)
        self._slots = self._slots.index_select(0, rows)
        self._scorer.select(rows)

    def step(self, kinds: Tensor, labels: Tensor) -> None:
        """Make one transition in each row: an allowed one, or Shift if the derivation is over.

        Parameters
        ----------
        kinds, labels : Tensor of int64, [N]
            The numbers of transitions and labels.  Where no label is needed, any will do.
        """
        self._scorer.advance(self.batch, self._slots, kinds, labels)
        apply_(self.batch, self._slots, kinds, labels, conj=self._scorer.conj)
        self._slots = self.batch.slots()
        self._sure_steps -= 1
