"""Scores of transitions and labels: perceptrons over the vectors of a few nodes.

The paper's perceptrons (Shi & Lee 2021, section 4) read the concatenation of several nodes' vectors.  Their first layer
is linear, so its output is a sum with one term for each slot, and the term of a node in a slot does not depend on the
other slots.  :meth:`SlotScorer.project` computes the terms of each node once.  :meth:`SlotScorer.score` only adds them
up, however many configurations a node occurs in.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F


class SlotScorer(nn.Module):
    """A perceptron with one hidden layer, ReLU, over the concatenated vectors of ``slots`` nodes.

    Parameters
    ----------
    slots : int
        The number of nodes looked at.
    inputs : int
        The size of a node's vector.
    hidden : int
        The size of the hidden layer.
    outputs : int
        The number of scores.
    dropout : float
        Dropout of the hidden layer.
    """

    def __init__(self, slots: int, inputs: int, hidden: int, outputs: int, dropout: float) -> None:
        super().__init__()
        self.slots, self.hidden = slots, hidden
        self.first = nn.Linear(inputs, slots * hidden, bias=False)
        self.bias = nn.Parameter(torch.zeros(hidden))
        self.second = nn.Linear(hidden, outputs)
        self.dropout = nn.Dropout(dropout)
        nn.init.normal_(self.first.weight, std=(2 / (slots * inputs)) ** 0.5)
        nn.init.zeros_(self.second.bias)

    def project(self, nodes: Tensor) -> Tensor:
        """The terms of nodes in all slots: [M, inputs] to [M, slots * hidden]."""
        projected: Tensor = self.first(nodes)
        return projected

    def score(self, projected: Tensor, which: Tensor) -> Tensor:
        """Scores from the terms of M nodes, [M, slots * hidden], and K tuples of nodes, [K, slots]: [K, outputs].

        If the tuples are longer, their last ``slots`` nodes count.
        """
        places = which[:, -self.slots :] * self.slots + torch.arange(self.slots, device=which.device)
        summed = F.embedding_bag(places, projected.view(-1, self.hidden), mode="sum")
        scores: Tensor = self.second(self.dropout(F.relu(summed + self.bias)))
        return scores

    def forward(self, nodes: Tensor) -> Tensor:
        """Scores of K tuples of nodes, spelled out: [K, slots, inputs] to [K, outputs]; again, the last slots."""
        weights = self.first.weight.view(self.slots, self.hidden, -1)
        summed = torch.einsum("ksi,shi->kh", nodes[:, -self.slots :], weights)
        scores: Tensor = self.second(self.dropout(F.relu(summed + self.bias)))
        return scores
