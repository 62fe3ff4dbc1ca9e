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
from torch.nn import functional as F

from bubbletree import ScorerError
from neural.batched.state import Batch, initial
from neural.batched.transitions import apply_, valid_transitions
from neural.config import DecodingConfig
from neural.encoders import Inputs
from neural.model import BubbleNetwork
from neural.rules import BUBBLE_ATTACH, BUBBLE_CLOSE, BUBBLE_OPEN, CLOSED, LEFT_ARC, OPEN, SINGLETON


class BatchScorer(Protocol):
    """A source of scores for N configurations at once.  :func:`parse` calls both methods in turn at each step."""

    @property
    def conj(self) -> int:
        """The number of the label ``conj``."""

    def score_transitions(self, batch: Batch, slots: Tensor, /) -> Tensor:
        """Finite scores of the transitions in each row, [N, 6]; ``slots`` are ``batch.slots()``."""

    def choose_labels(self, batch: Batch, slots: Tensor, kinds: Tensor, /) -> Tensor:
        """The best label of the arc that each row's transition adds, [N]; anything where it adds none.

        The rows then make these transitions, but for those that are finished.
        """


def parse(
    lengths: Sequence[int], scorer: BatchScorer, decoding: DecodingConfig, device: torch.device | str = "cpu"
) -> Batch:
    """Parse sentences with the given numbers of words greedily; the result is terminal in all rows.

    Raises
    ------
    ScorerError
        The scorer returned transition scores that are not finite, or not N times six.
    """
    batch = initial(lengths, device)
    # A derivation has two transitions for each word, and more only where there are bubbles.
    least = 2 * max(lengths, default=0)
    step = 0
    while step < least or not bool(batch.finished.all()):
        slots = batch.slots()
        mask = valid_transitions(batch, slots, normal_form=decoding.normal_form, single_root=decoding.single_root)
        scores = scorer.score_transitions(batch, slots)
        if scores.shape != mask.shape or not bool(scores.isfinite().all()):
            wanted = " times ".join(map(str, mask.shape))
            raise ScorerError(scorer, scores, f"returned transition scores that are not {wanted} finite numbers")
        kinds = scores.masked_fill(~mask, -float("inf")).argmax(dim=1)
        labels = scorer.choose_labels(batch, slots, kinds)
        apply_(batch, kinds, labels, conj=scorer.conj, slots=slots)
        step += 1
    return batch


class NetworkScorer:
    """Scores from a network.

    What the scorers need of a node is computed when the node comes into being or changes, and kept in
    tables by node: a row for each token of the batch, one for "nothing", and one for each bubble opened.
    ``_node`` tells the node of each item.

    Parameters
    ----------
    network : BubbleNetwork
        The weights, in evaluation mode.
    inputs : Inputs
        The sentences, as ``network.read`` returned them.
    conj : int
        The number of the label ``conj``.
    tokens : Tensor, [M, D], optional
        The result of ``network.tokens(inputs)``, where the caller has it already.
    """

    def __init__(self, network: BubbleNetwork, inputs: Inputs, conj: int, tokens: Tensor | None = None) -> None:
        self.conj = conj
        self._network = network
        device = network.device
        base = network.tokens(inputs) if tokens is None else tokens
        count = base.size(0)
        full = network.full(base, torch.full((count,), SINGLETON, device=device))
        room = full.new_zeros(16 + count // 16, full.size(1))
        full = torch.cat([full, network.absent.unsqueeze(0), room])
        self._nodes = count + 1
        """How many rows of the tables are in use."""
        self._base = torch.cat([base, base.new_zeros(1 + room.size(0), base.size(1))])
        self._transition_terms = network.transitions.project(full)
        self._label_terms = network.labels.project(full)
        self._conjuncts = torch.zeros_like(self._base)
        """For each bubble, the sum of its conjuncts' base vectors, and how many they are."""
        self._counts = base.new_zeros(full.size(0), 1)
        states = torch.tensor([OPEN, CLOSED], device=device)
        opened, closed = network.full(base.new_zeros(2, base.size(1)), states)
        self._closing_transition_terms = network.transitions.project(closed - opened)
        self._closing_label_terms = network.labels.project(closed - opened)

        lengths = torch.tensor(inputs.lengths, device=device)
        first = lengths.cumsum(0) - lengths + torch.arange(lengths.size(0), device=device)
        items = initial(inputs.lengths, device).heads.size(1)
        self._node = first.unsqueeze(1) + torch.arange(items, device=device)
        self._node[:, -1] = count
        self._lengths = lengths

    def score_transitions(self, _batch: Batch, slots: Tensor, /) -> Tensor:
        """The network's scores of the transitions."""
        return self._network.transitions.score(self._transition_terms, self._node.gather(1, slots))

    def choose_labels(self, batch: Batch, slots: Tensor, kinds: Tensor, /) -> Tensor:
        """The network's best labels; then the nodes of the bubbles concerned change."""
        _, s2, s1, b1 = self._node.gather(1, slots).unbind(1)
        heads = torch.where(kinds == LEFT_ARC, b1, s2)
        opening = (kinds == BUBBLE_OPEN).nonzero().squeeze(1)
        if opening.size(0):
            heads[opening] = self._open(batch, opening, s2[opening])
        scores = self._network.labels.score(self._label_terms, torch.stack([heads, s1], dim=1))
        labels = scores.argmax(dim=1)
        joining = ((labels == self.conj) & ((kinds == BUBBLE_OPEN) | (kinds == BUBBLE_ATTACH))).nonzero().squeeze(1)
        if joining.size(0):
            self._join(heads[joining], s1[joining])
        closing = s1[kinds == BUBBLE_CLOSE]
        if closing.size(0):
            self._transition_terms[closing] += self._closing_transition_terms
            self._label_terms[closing] += self._closing_label_terms
        return labels

    def shared_scores(self, rows: Tensor, triples: Tensor, sides: Tensor) -> Tensor:
        """What :func:`neural.rescoring.rescore` asks about the rows' trees when all are finished, [q]."""
        device = self._node.device
        rows, triples = rows.to(device), triples.to(device)
        states = torch.where(triples <= self._lengths[rows].unsqueeze(1), SINGLETON, CLOSED)
        base = self._base[self._node[rows.unsqueeze(1), triples]]
        nodes = self._network.full(base.flatten(0, 1), states.flatten())
        places = torch.arange(nodes.size(0), device=device).view(-1, 3)
        return self._network.shared_scores(nodes, places, sides.to(device))

    def _open(self, batch: Batch, rows: Tensor, first: Tensor) -> Tensor:
        """New nodes for the bubbles that some rows open, each with the one conjunct ``first`` so far."""
        missing = self._nodes + rows.size(0) - self._base.size(0)
        if missing > 0:
            for name in ("_base", "_transition_terms", "_label_terms", "_conjuncts", "_counts"):
                table: Tensor = getattr(self, name)
                setattr(self, name, F.pad(table, (0, 0, 0, missing + table.size(0) // 2)))
        nodes = torch.arange(self._nodes, self._nodes + rows.size(0), device=rows.device)
        self._nodes += rows.size(0)
        self._node[rows, (batch.lengths + 1 + batch.opened)[rows]] = nodes
        self._join(nodes, first)
        return nodes

    def _join(self, bubbles: Tensor, conjuncts: Tensor) -> None:
        """Add one conjunct to each of some open bubbles."""
        self._conjuncts[bubbles] += self._base[conjuncts]
        self._counts[bubbles] += 1
        base = self._network.composition(self._conjuncts[bubbles] / self._counts[bubbles])
        full = self._network.full(base, torch.full_like(bubbles, OPEN))
        self._base[bubbles] = base
        self._transition_terms[bubbles] = self._network.transitions.project(full)
        self._label_terms[bubbles] = self._network.labels.project(full)
