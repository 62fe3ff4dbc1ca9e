"""What training minimises: the negative log-likelihood of the gold derivations.

Of each gold transition among those allowed at that point, and of each gold label (Shi & Lee 2021,
section 4, "Training and Inference").
"""

from __future__ import annotations

from typing import NamedTuple

from torch import Tensor
from torch.nn import functional as F

from neural.data import Features
from neural.indexing import IndexBatch
from neural.model import BubbleNetwork


class Scores(NamedTuple):
    """The scores along gold derivations: of transitions, [m, 6], and of labels, [a, labels]."""

    transitions: Tensor
    labels: Tensor


def gold_scores(network: BubbleNetwork, features: Features, index: IndexBatch) -> Scores:
    """The scores of everything along the gold derivations of a batch, in one go."""
    nodes = network.nodes(network.tokens(features), index)
    return Scores(
        network.transitions.score(network.transitions.project(nodes), index.slots),
        network.labels.score(network.labels.project(nodes), index.arcs),
    )


def derivation_loss(network: BubbleNetwork, features: Features, index: IndexBatch) -> Tensor:
    """The mean over transitions of their loss, plus the mean over arcs of their labels' loss."""
    scores = gold_scores(network, features, index)
    masked = scores.transitions.masked_fill(~index.allowed, -float("inf"))
    return F.cross_entropy(masked, index.kinds) + F.cross_entropy(scores.labels, index.labels)
