"""Greedy parsing of N sentences that step together.

:func:`parse` is the counterpart of :func:`bubbletree.parse` and works with any :class:`BatchScorer`;
:class:`NetworkScorer` is the one that asks a network.  As in the core, only allowed transitions are
ever taken, ties go to the first transition and the first label, and no scores can prevent N valid trees.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import torch
from torch import Tensor

from bubbletree import ScorerError
from neural.batched.state import Batch, initial
from neural.batched.transitions import apply, valid_transitions
from neural.config import DecodingConfig
from neural.data import Features
from neural.model import BubbleNetwork
from neural.rules import BUBBLE_ATTACH, BUBBLE_CLOSE, BUBBLE_OPEN, CLOSED, LEFT_ARC, OPEN, SINGLETON


class BatchScorer(Protocol):
    """A source of scores for N configurations at once."""

    @property
    def conj(self) -> int:
        """The number of the label ``conj``."""

    def score_transitions(self, batch: Batch, slots: Tensor) -> Tensor:
        """Finite scores of the transitions in each row, [N, 6]; ``slots`` are ``batch.slots()``."""

    def choose_labels(self, batch: Batch, slots: Tensor, kinds: Tensor) -> Tensor:
        """The best label of the arc that each row's transition adds, [N]; anything where it adds none."""

    def advance(self, batch: Batch, slots: Tensor, kinds: Tensor, labels: Tensor) -> None:
        """Take note that the rows are about to make these transitions; finished rows do not."""


def parse(
    lengths: Sequence[int], scorer: BatchScorer, decoding: DecodingConfig, device: torch.device | str = "cpu"
) -> Batch:
    """Parse sentences with the given numbers of words greedily; the result is terminal in all rows.

    Raises
    ------
    ScorerError
        The scorer returned a score that is not finite, or a tensor of another shape.
    """
    batch = initial(lengths, device)
    # A derivation has two transitions for each word, and more only where there are bubbles.
    least = 2 * max(lengths, default=0)
    step = 0
    while step < least or not bool(batch.finished.all()):
        slots = batch.slots()
        mask = valid_transitions(
            batch, slots, normal_form=decoding.normal_form, single_root=decoding.single_root
        )
        scores = scorer.score_transitions(batch, slots)
        if scores.shape != mask.shape or not bool(scores.isfinite().all()):
            raise ScorerError(scorer, scores, f"returned transition scores that are not {mask.shape} finite numbers")
        kinds = scores.masked_fill(~mask, -float("inf")).argmax(dim=1)
        labels = scorer.choose_labels(batch, slots, kinds)
        scorer.advance(batch, slots, kinds, labels)
        batch = apply(batch, kinds, labels, conj=scorer.conj, slots=slots)
        step += 1
    return batch


class NetworkScorer:
    """Scores from a network, whose vectors it keeps for all items of all rows.

    As in training (:mod:`neural.indexing`), each stage of a bubble's life is a node of its own, made when the
    bubble reaches it; ``_node`` tells the present node of each item.  Tables by node have a row for
    each token of the batch, one for "nothing", and then one for each node made.

    Parameters
    ----------
    network : BubbleNetwork
        The weights, in evaluation mode.
    features : Features
        The sentences.
    conj : int
        The number of the label ``conj``.
    """

    def __init__(self, network: BubbleNetwork, features: Features, conj: int) -> None:
        self.conj = conj
        self._network = network
        device = network.device
        self._base = network.tokens(features)
        tokens = self._base.size(0)
        full = network.full(self._base, torch.full((tokens,), SINGLETON, device=device))
        full = torch.cat([full, network.absent.unsqueeze(0)])
        self._transition_terms = network.transitions.project(full)
        self._label_terms = network.labels.project(full)
        self._total = self._base  # by node, like the others, though only bubbles need it
        raise NotImplementedError
