"""How probable each coordination of a tree is, by a network's estimate.

The estimate is the probability of the transitions that build the coordination, given all that came before.  They begin
with the shift of its first word: in normal form, all steps from there to the closing of its bubble concern this phrase
and nothing else.  Of the labels, those of the bubble's parts count, for they say which parts are conjuncts; relations
within a conjunct do not matter to its span.

Networks are surer than they should be, or less sure; :mod:`neural.models.calibration` turns estimates into confidences.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from bubbletree import BubbleTree
from neural.batched.rules import BUBBLE_ATTACH, BUBBLE_CLOSE, BUBBLE_OPEN, KINDS, SHIFT
from neural.encoders.interface import Encoded
from neural.methods.bubbles.likelihood import log_probabilities
from neural.methods.bubbles.transition_network import TransitionNetwork

_LABELLED = tuple(number for number, kind in enumerate(KINDS) if kind.takes_label)


class Steps(NamedTuple):
    """The steps of a derivation in normal form that build one bubble.

    Attributes
    ----------
    first, last : int
        The shift of the bubble's first word, and the BubbleClose.
    parts : tuple of int
        BubbleOpen and every BubbleAttach.
    """

    first: int
    last: int
    parts: tuple[int, ...]


def building_steps(tree: BubbleTree, kinds: Sequence[int]) -> dict[int, Steps]:
    """For each bubble of two words or more, which steps of the tree's derivation in normal form build it.

    Parameters
    ----------
    tree : BubbleTree
        A projective tree whose bubbles begin with a conjunct.
    kinds : sequence of int
        The numbers of its oracle's transitions.

    Examples
    --------
    >>> from bubbletree import oracle
    >>> from bubbletree.io import parse_brackets
    >>> tree = parse_brackets("nsubj=I want obj=[tea cc=or milk]")
    >>> kinds = [KINDS.index(transition.kind) for transition in oracle(tree)]
    >>> [KINDS[kind].value for kind in kinds[3:9]]
    ['Shift', 'Shift', 'BubbleOpen', 'Shift', 'BubbleAttach', 'BubbleClose']
    >>> building_steps(tree, kinds)
    {6: Steps(first=3, last=8, parts=(5, 7))}
    """
    shifts = [0]  # of RT, which is on the stack from the start
    is_waiting = False  # whether a closed bubble is in the buffer; in normal form there is at most one
    growing: list[list[int]] = []
    closed: list[tuple[int, list[int]]] = []
    for step, kind in enumerate(kinds):
        if kind == SHIFT and is_waiting:
            is_waiting = False
        elif kind == SHIFT:
            shifts.append(step)
        elif kind == BUBBLE_OPEN:
            growing.append([step])
        elif kind == BUBBLE_ATTACH:
            # Only the bubble opened last can be at hand.
            growing[-1].append(step)
        elif kind == BUBBLE_CLOSE:
            closed.append((step, growing.pop()))
            is_waiting = True
    # Bubbles are closed as their last words go by, and the inner before the outer.
    wide = [bubble for bubble in tree.bubbles if len(tree.contents[bubble]) > 1]
    wide.sort(key=lambda bubble: (tree.hulls[bubble].last, len(tree.contents[bubble])))
    return {
        bubble: Steps(shifts[tree.hulls[bubble].first], step, tuple(parts))
        for bubble, (step, parts) in zip(wide, closed, strict=True)
    }


@torch.inference_mode()
def bubble_log_probabilities(
    network: TransitionNetwork, encoded: Encoded, trees: Sequence[BubbleTree]
) -> list[Mapping[int, float]]:
    """For each tree, the logarithm of the estimated probability of each bubble of two words or more.

    Parameters
    ----------
    network : TransitionNetwork
        The weights, in evaluation mode.
    encoded : Encoded
        The sentences of the trees.
    trees : sequence of BubbleTree
        Projective trees whose bubbles begin with a conjunct.

    Raises
    ------
    UnlearnableError
        The network could not have made one of the trees.
    """
    derivations = [network.derivation(tree) for tree in trees]
    index = network.batch(derivations)
    transitions, of_labels = log_probabilities(network, encoded.tokens, index)
    labelled = torch.isin(index.kinds, torch.tensor(_LABELLED, device=index.kinds.device))
    labels = torch.zeros_like(transitions).masked_scatter(labelled, of_labels)
    transitions, labels = transitions.cpu(), labels.cpu()
    result: list[Mapping[int, float]] = []
    first = 0
    for tree, derivation in zip(trees, derivations, strict=True):
        steps = slice(first, first + len(derivation.kinds))
        result.append(_sums(building_steps(tree, derivation.kinds.tolist()), transitions[steps], labels[steps]))
        first = steps.stop
    return result


def _sums(built: Mapping[int, Steps], transitions: Tensor, labels: Tensor) -> dict[int, float]:
    """The log-probabilities of bubbles, given those of a derivation's transitions and labels (0 if there is none)."""
    return {
        bubble: float(transitions[steps.first : steps.last + 1].sum() + labels[list(steps.parts)].sum())
        for bubble, steps in built.items()
    }
