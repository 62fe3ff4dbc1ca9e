"""A network's scores for many configurations at once."""

from __future__ import annotations

import torch
from torch import Tensor

from neural.batched.rules import BUBBLE_ATTACH, BUBBLE_CLOSE, BUBBLE_OPEN, CLOSED, LEFT_ARC, S1, S2, SINGLETON
from neural.batched.scoring import BatchScorer
from neural.batched.state import Batch, initial
from neural.encoders.interface import Encoded
from neural.methods.bubbles.network import BubbleNetwork
from neural.methods.bubbles.nodes import Nodes


class NetworkScorer(BatchScorer):
    """Scores from a network.

    The vectors of all nodes are in tables (:mod:`neural.methods.bubbles.nodes`); ``_node`` has the node of each item.

    Parameters
    ----------
    network : BubbleNetwork
        The weights, in evaluation mode.
    encoded : Encoded
        The sentences.
    """

    def __init__(self, network: BubbleNetwork, encoded: Encoded) -> None:
        self.conj = network.vocabulary.conj
        self._network = network
        device = network.device
        self._nodes = Nodes(network, encoded.tokens)
        self._lengths = torch.tensor(encoded.lengths, dtype=torch.int64, device=device)
        items = initial(encoded.lengths, device).heads.size(1)
        self._node = encoded.roots.unsqueeze(1) + torch.arange(items, device=device)
        self._node[:, -1] = self._nodes.nothing

    def score_transitions(self, _batch: Batch, slots: Tensor, /) -> Tensor:
        """The network's scores of the transitions; the lowest one for BubbleOpen if it opens no bubbles.

        Wherever a bubble could be opened, an arc could be added instead.
        """
        scores = self._network.transitions.score(self._nodes.transition_terms, self._node.gather(1, slots))
        if not self._network.opens_bubbles:
            scores[:, BUBBLE_OPEN] = torch.finfo(scores.dtype).min
        return scores

    def score_labels(self, _batch: Batch, slots: Tensor, rows: Tensor, kinds: Tensor, /) -> Tensor:
        """The network's scores of the labels, [q, labels]."""
        return self._score_labels(self._node[rows.unsqueeze(1), slots[rows]], kinds)

    def select(self, rows: Tensor, /) -> None:
        """From now on, row i is what row ``rows[i]`` was."""
        self._node = self._node.index_select(0, rows)
        self._lengths = self._lengths.index_select(0, rows)

    def advance(self, batch: Batch, slots: Tensor, kinds: Tensor, labels: Tensor, /) -> None:
        """The rows make these transitions: each bubble that opens, grows or closes becomes a new node."""
        opening = (kinds == BUBBLE_OPEN).nonzero().squeeze(1)
        if opening.size(0):
            bubbles = batch.next_bubble[opening]
            self._node[opening, bubbles] = self._nodes.opened(self._node[opening, slots[opening, S2]])
        attached = (labels == self.conj) & ((kinds == BUBBLE_OPEN) | (kinds == BUBBLE_ATTACH))
        joining = attached.nonzero().squeeze(1)
        if joining.size(0):
            bubbles = torch.where(kinds == BUBBLE_OPEN, batch.next_bubble, slots[:, S2])[joining]
            conjuncts = self._node[joining, slots[joining, S1]]
            self._node[joining, bubbles] = self._nodes.joined(self._node[joining, bubbles], conjuncts)
        closing = (kinds == BUBBLE_CLOSE).nonzero().squeeze(1)
        if closing.size(0):
            bubbles = slots[closing, S1]
            self._node[closing, bubbles] = self._nodes.closed(self._node[closing, bubbles])

    def shared_scores(self, rows: Tensor, triples: Tensor, sides: Tensor) -> Tensor:
        """The answers to what :mod:`neural.methods.bubbles.rescoring` asks about the trees of finished rows, [q]."""
        device = self._node.device
        rows, triples = rows.to(device), triples.to(device)
        states = torch.where(triples <= self._lengths[rows].unsqueeze(1), SINGLETON, CLOSED)
        base = self._nodes.base[self._node[rows.unsqueeze(1), triples]]
        nodes = self._network.full(base.flatten(0, 1), states.flatten())
        places = torch.arange(nodes.size(0), device=device).view(-1, 3)
        return self._network.shared_scores(nodes, places, sides.to(device))

    def _score_labels(self, nodes: Tensor, kinds: Tensor) -> Tensor:
        """The scores of the labels of the arcs that transitions would add, given the nodes in the slots, [q, 4]."""
        _, s2, s1, b1 = nodes.unbind(1)
        heads = torch.where(kinds == LEFT_ARC, b1, s2)
        opening = (kinds == BUBBLE_OPEN).nonzero().squeeze(1)
        if opening.size(0):
            heads[opening] = self._nodes.opened(s2[opening])
        return self._network.labels.score(self._nodes.label_terms, torch.stack([heads, s1], dim=1))
