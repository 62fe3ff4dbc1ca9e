"""What training minimises: the negative log-likelihood of the gold derivations.

It is a sum over the gold transitions, each among those allowed at that point, over the gold labels, and over the right
decisions at the boundaries of bubbles (Shi & Lee 2021, section 4, "Training and Inference").
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional as F

from neural.methods.bubbles.indexing import IndexBatch
from neural.methods.bubbles.network import BubbleNetwork
from neural.methods.interface import Term


class Scores(NamedTuple):
    """The scores along gold derivations: of transitions, [m, 6], and of labels, [a, labels].

    If the network rescores, also of the dependents at boundaries of gold bubbles, [q]: above 0 for shared ones.
    """

    transitions: Tensor
    labels: Tensor
    shared: Tensor | None


def gold_scores(network: BubbleNetwork, tokens: Tensor, index: IndexBatch) -> Scores:
    """All scores along the gold derivations of a batch, given the vectors of its tokens, [M, D]."""
    nodes = network.nodes(tokens, index)
    return Scores(
        network.transitions.score(network.transitions.project(nodes), index.slots),
        network.labels.score(network.labels.project(nodes), index.arcs),
        network.shared_scores(nodes, index.triples, index.sides) if network.rescoring is not None else None,
    )


def log_probabilities(network: BubbleNetwork, tokens: Tensor, index: IndexBatch) -> tuple[Tensor, Tensor]:
    """The log-probabilities of transitions among those allowed, [m], and of labels, [a], along derivations; float64.

    The parameters are as for :func:`gold_scores`.
    """
    scores = gold_scores(network, tokens, index)
    transitions = scores.transitions.double().masked_fill(~index.allowed, -torch.inf)
    return _chosen(transitions, index.kinds), _chosen(scores.labels.double(), index.labels)


def _chosen(scores: Tensor, numbers: Tensor) -> Tensor:
    return scores.log_softmax(dim=1).gather(1, numbers.unsqueeze(1)).squeeze(1)


def derivation_losses(network: BubbleNetwork, tokens: Tensor, index: IndexBatch) -> list[Term]:
    """The losses of transitions, of labels and, if the network rescores, of decisions at boundaries."""
    scores = gold_scores(network, tokens, index)
    masked = scores.transitions.masked_fill(~index.allowed, -float("inf"))
    terms = [
        Term(F.cross_entropy(masked, index.kinds, reduction="sum"), index.kinds.size(0)),
        Term(F.cross_entropy(scores.labels, index.labels, reduction="sum"), index.labels.size(0)),
    ]
    if scores.shared is not None:
        right = index.shared.to(scores.shared.dtype)
        total = F.binary_cross_entropy_with_logits(scores.shared, right, reduction="sum")
        terms.append(Term(total, right.size(0)))
    return terms
