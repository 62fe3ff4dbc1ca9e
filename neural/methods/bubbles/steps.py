"""How probable each transition is, at each step of a tree's derivation, by a network that chooses transitions."""

from __future__ import annotations

import torch

from bubbletree import BubbleTree
from bubbletree.plugins import Step
from neural.batched.rules import KINDS
from neural.encoders.interface import Encoded
from neural.methods.bubbles.likelihood import gold_scores
from neural.methods.bubbles.transition_network import TransitionNetwork


@torch.inference_mode()
def steps_of(network: TransitionNetwork, encoded: Encoded, tree: BubbleTree) -> list[Step]:
    """The probabilities of the allowed transitions at each step of the oracle's derivation, and those of its labels.

    Parameters
    ----------
    network : TransitionNetwork
        The weights, in evaluation mode.
    encoded : Encoded
        The sentence of the tree.
    tree : BubbleTree
        The tree.

    Raises
    ------
    UnlearnableError
        The network could not have made the tree.
    """
    index = network.batch([network.derivation(tree)])
    scores = gold_scores(network, encoded.tokens, index)
    of_kinds = scores.transitions.double().masked_fill(~index.allowed, -torch.inf).softmax(dim=1)
    of_labels = scores.labels.double().softmax(dim=1).gather(1, index.labels.unsqueeze(1)).squeeze(1)
    labels = iter(of_labels.tolist())
    rows = zip(index.kinds.tolist(), of_kinds.tolist(), index.allowed.tolist(), strict=True)
    return [
        Step(
            {kind: value for kind, value, is_allowed in zip(KINDS, values, allowed, strict=True) if is_allowed},
            next(labels) if KINDS[taken].takes_label else None,
        )
        for taken, values, allowed in rows
    ]
