"""The vectors that the network's scorers need of each node, in tables that grow.

A *node* is a token, a stage of a bubble, or "nothing".  Nodes never change: a bubble that gets another conjunct, or
closes, becomes a new node.  So hypotheses share nodes as long as they agree, and do not see each other's later bubbles.
"""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional as F

from neural.batched.rules import CLOSED, OPEN, SINGLETON
from neural.methods.bubbles.network import BubbleNetwork


class Nodes:
    """The nodes of a batch of sentences: first all tokens, then "nothing", then bubbles' stages in order of making.

    Parameters
    ----------
    network : BubbleNetwork
        The weights, in evaluation mode.
    tokens : Tensor, [M, D]
        The base vectors of all tokens.

    Attributes
    ----------
    nothing : int
        The node that stands for "nothing".
    base : Tensor, [capacity, D]
        The base vector of each node.
    transition_terms, label_terms : Tensor, [capacity, ...]
        The terms of each node in the scorers of transitions and labels.
    """

    def __init__(self, network: BubbleNetwork, tokens: Tensor) -> None:
        self._network = network
        device = tokens.device
        self.nothing = tokens.size(0)
        self._count = self.nothing + 1
        """How many rows of the tables are in use."""
        full = network.full(tokens, torch.full((self.nothing,), SINGLETON, device=device))
        room = 16 + self.nothing // 8
        full = torch.cat([full, network.absent.unsqueeze(0), full.new_zeros(room, full.size(1))])
        self.base = torch.cat([tokens, tokens.new_zeros(1 + room, tokens.size(1))])
        self.transition_terms = network.transitions.project(full)
        self.label_terms = network.labels.project(full)
        self._conjuncts = torch.zeros_like(self.base)
        """For each open bubble, the sum of its conjuncts' base vectors."""
        self._conjunct_counts = tokens.new_zeros(full.size(0), 1)
        """For each open bubble, the number of its conjuncts."""
        self._opened = torch.zeros(full.size(0), 1, dtype=torch.int64, device=device)
        """The bubble with this node as its only conjunct; 0, which is RT, if there is none yet."""
        states = torch.tensor([OPEN, CLOSED], device=device)
        opened, closed = network.full(tokens.new_zeros(2, tokens.size(1)), states)
        self._closing_transition_terms = network.transitions.project(closed - opened)
        self._closing_label_terms = network.labels.project(closed - opened)

    def opened(self, conjuncts: Tensor) -> Tensor:
        """Open bubbles with these nodes, [k], as their only conjuncts; each is made once."""
        found = self._opened[conjuncts, 0]
        missing: Tensor = torch.unique(conjuncts[found == 0])
        if not missing.size(0):
            return found
        self._opened[missing, 0] = self._compose(self.base[missing], torch.ones_like(missing).unsqueeze(1))
        return self._opened[conjuncts, 0]

    def joined(self, bubbles: Tensor, conjuncts: Tensor) -> Tensor:
        """Open bubbles, [k], with one more conjunct each."""
        return self._compose(self._conjuncts[bubbles] + self.base[conjuncts], self._conjunct_counts[bubbles] + 1)

    def closed(self, bubbles: Tensor) -> Tensor:
        """The same bubbles, [k], closed."""
        return self._add(
            self.base[bubbles],
            self.transition_terms[bubbles] + self._closing_transition_terms,
            self.label_terms[bubbles] + self._closing_label_terms,
        )

    def _compose(self, conjuncts: Tensor, counts: Tensor) -> Tensor:
        """New open bubbles, given the sums of their conjuncts' vectors, [k, D], and their numbers, [k, 1]."""
        base = self._network.composition(conjuncts / counts)
        full = self._network.full(base, torch.full((base.size(0),), OPEN, device=base.device))
        nodes = self._add(base, self._network.transitions.project(full), self._network.labels.project(full))
        self._conjuncts[nodes] = conjuncts
        self._conjunct_counts[nodes] = counts.to(conjuncts.dtype)
        return nodes

    def _add(self, base: Tensor, transition_terms: Tensor, label_terms: Tensor) -> Tensor:
        """New nodes."""
        first, self._count = self._count, self._count + base.size(0)
        missing = self._count - self.base.size(0)
        if missing > 0:
            tables = ("base", "transition_terms", "label_terms", "_conjuncts", "_conjunct_counts", "_opened")
            for name in tables:
                table: Tensor = getattr(self, name)
                setattr(self, name, F.pad(table, (0, 0, 0, missing + table.size(0) // 2)))
        self.base[first : self._count] = base
        self.transition_terms[first : self._count] = transition_terms
        self.label_terms[first : self._count] = label_terms
        return torch.arange(first, self._count, device=base.device)
