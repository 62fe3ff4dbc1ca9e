"""Gold derivations as index tensors, so that a training step scores all their transitions at once.

The scorers of Shi & Lee (2021, section 4) see bubbles as vectors.  The vector of a bubble depends on its conjuncts so
far and on whether it is open.  So a bubble has several stages, and each of them is a *node*; tokens are nodes, too.  A
derivation is then a table of node numbers: four for each transition (s3, s2, s1, b1), and two for each arc (head and
dependent).

Tokens have *level* 0.  The level of any other node is one more than the highest level of the nodes that it is made of.
All nodes of a level can be computed together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from bubbletree import CONJ, BubbleTree, Transition, TransitionKind, oracle
from neural.batched.rules import B1, CLOSED, KINDS, OPEN, S1, S2, SINGLETON, Facts, allowed

Integers = npt.NDArray[np.int64]

NO_NODE = -1
"""The node of an empty slot, in a single sentence."""

LEFT, RIGHT = 0, 1
"""Sides of a bubble."""


@dataclass(frozen=True, slots=True)
class IndexedDerivation:
    """The oracle's derivation of one sentence of n words, with m transitions and a arcs, in node numbers.

    Nodes 0..n are the tokens, n + 1 + j is the j-th of c composed nodes.

    Attributes
    ----------
    words : int
        n.
    kinds : array, [m]
        Numbers of the transitions.
    slots : array, [m, 4]
        The nodes s3, s2, s1, b1 before each transition; NO_NODE where there is none.
    arcs : array, [a, 2]
        Head and dependent of the arcs whose labels are predicted, in order.
    labels : array, [a]
        Numbers of their labels.
    states : array, [c]
        OPEN or CLOSED.
    levels : array, [c]
        At least 1.
    members, owners : array, [sum of the nodes' conjuncts]
        The conjuncts of composed nodes, and the j of the node that each of them belongs to.
    triples : array, [q, 3]
        The decisions of rescoring: a dependent, a bubble, and the bubble's outermost conjunct on the dependent's side.
    sides : array, [q]
        Of each decision, LEFT or RIGHT.
    shared : array, [q]
        1 where the dependent hangs on the bubble, 0 where it hangs on the conjunct or further in.
    """

    words: int
    kinds: Integers
    slots: Integers
    arcs: Integers
    labels: Integers
    states: Integers
    levels: Integers
    members: Integers
    owners: Integers
    triples: Integers
    sides: Integers
    shared: Integers

    def digest(self) -> bytes:
        """The transitions and the labels, which determine everything else."""
        return self.kinds.tobytes() + b";" + self.labels.tobytes()


class _Bubble:
    """What rescoring needs to know about a bubble: its parts, and its dependents on each side, closest first."""

    def __init__(self, node: int) -> None:
        self.node = node
        self.parts: list[_Bubble] = []
        self.conjuncts: list[bool] = []
        self.dependents: tuple[list[_Bubble], list[_Bubble]] = ([], [])

    def add(self, part: _Bubble, conjunct: bool) -> None:
        """One more part, to the right of the others."""
        self.parts.append(part)
        self.conjuncts.append(conjunct)

    def edge(self, side: int) -> _Bubble | None:
        """The first or last part, if it is a conjunct."""
        place = 0 if side == LEFT else -1
        return self.parts[place] if self.parts and self.conjuncts[place] else None


class _Composer:
    """Makes the composed nodes of a sentence."""

    def __init__(self, tokens: int) -> None:
        self.tokens = tokens
        self.states: list[int] = []
        self.levels: list[int] = []
        self.members: list[int] = []
        self.owners: list[int] = []

    def make(self, conjuncts: list[int], state: int) -> int:
        """A new node made of nodes."""
        number = len(self.states)
        levels = [self.levels[node - self.tokens] for node in conjuncts if node >= self.tokens]
        self.states.append(state)
        self.levels.append(1 + max(levels, default=0))
        self.members.extend(conjuncts)
        self.owners.extend([number] * len(conjuncts))
        return self.tokens + number


def index_tree(tree: BubbleTree, label_number: Mapping[str, int]) -> IndexedDerivation:
    """The index tensors of a gold tree.

    Raises
    ------
    InvalidTreeError, OracleError
        The tree has no derivation.
    KeyError
        It has a label without a number.

    Examples
    --------
    >>> tree = BubbleTree(["tea"], [{0}, {1}], [(0, "root", 1)])
    >>> index_tree(tree, {"root": 0}).slots.tolist()  # before Shift, and before RightArc
    [[-1, -1, 0, 1], [-1, 0, 1, -1]]
    """
    return index_derivation(len(tree.words), oracle(tree), label_number)


def index_derivation(
    words: int, derivation: Sequence[Transition], label_number: Mapping[str, int]
) -> IndexedDerivation:
    """The index tensors of a complete derivation over ``words`` words, in normal form or not."""
    composer = _Composer(words + 1)
    stack = [NO_NODE, NO_NODE, 0]  # below RT there is nothing
    buffer = [NO_NODE, *range(words, 0, -1)]
    # The conjuncts of the open bubbles, the innermost last.
    conjuncts: list[list[int]] = []
    kinds, slots, arcs, labels = [], [], [], []
    # By the node of the bubble's present stage.
    bubbles = {token: _Bubble(token) for token in range(words + 1)}
    coordinations: list[_Bubble] = []
    for transition in derivation:
        number = KINDS.index(transition.kind)
        s3, s2, s1 = stack[-3:]
        b1 = buffer[-1]
        is_conjunct = transition.label == CONJ
        kinds.append(number)
        slots.append((s3, s2, s1, b1))
        if transition.label is not None:
            labels.append(label_number[transition.label])
        match transition.kind:
            case TransitionKind.SHIFT:
                stack.append(buffer.pop())
            case TransitionKind.LEFT_ARC:
                arcs.append((b1, s1))
                stack.pop()
                bubbles[b1].dependents[LEFT].append(bubbles[s1])
            case TransitionKind.RIGHT_ARC:
                arcs.append((s2, s1))
                stack.pop()
                bubbles[s2].dependents[RIGHT].append(bubbles[s1])
            case TransitionKind.BUBBLE_OPEN:
                conjuncts.append([s2])
                node = composer.make(conjuncts[-1], OPEN)
                arcs.append((node, s1))
                if is_conjunct:
                    conjuncts[-1].append(s1)
                    node = composer.make(conjuncts[-1], OPEN)
                stack[-2:] = [node]
                bubbles[node] = _Bubble(node)
                bubbles[node].add(bubbles[s2], conjunct=True)
                bubbles[node].add(bubbles[s1], is_conjunct)
                coordinations.append(bubbles[node])
            case TransitionKind.BUBBLE_ATTACH:
                arcs.append((s2, s1))
                stack.pop()
                if is_conjunct:
                    conjuncts[-1].append(s1)
                    stack[-1] = composer.make(conjuncts[-1], OPEN)
                    bubbles[stack[-1]] = bubbles[s2]
                bubbles[s2].add(bubbles[s1], is_conjunct)
            case TransitionKind.BUBBLE_CLOSE:
                stack.pop()
                node = composer.make(conjuncts.pop(), CLOSED)
                buffer.append(node)
                bubbles[node] = bubbles[s1]
                bubbles[node].node = node
    triples, sides, shared = _decisions(coordinations)
    return IndexedDerivation(
        words=words,
        kinds=_integers(kinds),
        slots=_integers(slots).reshape(-1, B1 + 1),
        arcs=_integers(arcs).reshape(-1, 2),
        labels=_integers(labels),
        states=_integers(composer.states),
        levels=_integers(composer.levels),
        members=_integers(composer.members),
        owners=_integers(composer.owners),
        triples=_integers(triples).reshape(-1, 3),
        sides=_integers(sides),
        shared=_integers(shared),
    )


def _decisions(coordinations: list[_Bubble]) -> tuple[list[tuple[int, int, int]], list[int], list[bool]]:
    """The decisions of rescoring about each dependent at a boundary: triples of nodes, sides, and the right answers."""
    triples, sides, shared = [], [], []
    for bubble in coordinations:
        for side in (LEFT, RIGHT):
            inner = bubble.edge(side)
            if inner is None:
                continue
            here = bubble.dependents[side]
            # The dependents of the bubble itself, and those further in.
            for dependent, at_bubble in [(d, True) for d in here] + [(d, False) for d in _further_in(inner, side)]:
                triples.append((dependent.node, bubble.node, inner.node))
                sides.append(side)
                shared.append(at_bubble)
    return triples, sides, shared


def _further_in(host: _Bubble | None, side: int) -> list[_Bubble]:
    found: list[_Bubble] = []
    while host is not None:
        found += host.dependents[side]
        host = host.edge(side)
    return found


def _integers(values: Sequence[object]) -> Integers:
    return np.array(values, dtype=np.int64)


class Level(NamedTuple):
    """The composed nodes of one level.

    Attributes
    ----------
    members : Tensor of int64
        Nodes, all of them numbered below those of this level.
    owners : Tensor of int64
        Which node of this level, counting from 0, each member belongs to.
    counts : Tensor, [nodes of this level]
        How many members each node has.
    """

    members: Tensor
    owners: Tensor
    counts: Tensor


class IndexBatch(NamedTuple):
    """The derivations of N sentences with M tokens, C composed nodes, m transitions and a arcs in all.

    Nodes 0..M - 1 are the tokens, then come the composed nodes, level by level, and M + C is nothing.

    Attributes
    ----------
    kinds : Tensor of int64, [m]
        Numbers of the transitions.
    slots : Tensor of int64, [m, 4]
        The nodes s3, s2, s1, b1.
    allowed : Tensor of bool, [m, 6]
        The transitions that could be taken there.
    arcs : Tensor of int64, [a, 2]
        Head and dependent of the arcs whose labels are predicted.
    labels : Tensor of int64, [a]
        Numbers of their labels.
    states : Tensor of int64, [M + C]
        SINGLETON, OPEN or CLOSED.
    levels : tuple of Level
        How to make the composed nodes, the lowest level first.
    triples : Tensor of int64, [q, 3]
        The decisions of rescoring: nodes of a dependent, a bubble, and its outermost conjunct.
    sides : Tensor of int64, [q]
        LEFT or RIGHT.
    shared : Tensor of int64, [q]
        1 where the dependent hangs on the bubble.
    """

    kinds: Tensor
    slots: Tensor
    allowed: Tensor
    arcs: Tensor
    labels: Tensor
    states: Tensor
    levels: tuple[Level, ...]
    triples: Tensor
    sides: Tensor
    shared: Tensor

    def to(self, device: torch.device | str) -> IndexBatch:
        """The same batch on another device."""
        return IndexBatch(
            self.kinds.to(device),
            self.slots.to(device),
            self.allowed.to(device),
            self.arcs.to(device),
            self.labels.to(device),
            self.states.to(device),
            tuple(Level(*(tensor.to(device) for tensor in level)) for level in self.levels),
            self.triples.to(device),
            self.sides.to(device),
            self.shared.to(device),
        )


def collate(
    derivations: Sequence[IndexedDerivation], *, normal_form: bool = False, single_root: bool = False
) -> IndexBatch:
    """Derivations side by side, in the order given, with the transitions allowed under the restrictions."""
    tokens = np.array([d.words + 1 for d in derivations], dtype=np.int64)
    composed = np.array([len(d.states) for d in derivations], dtype=np.int64)
    first_token, first_composed = np.cumsum(tokens) - tokens, np.cumsum(composed) - composed
    total = int(tokens.sum())
    nothing = total + int(composed.sum())
    levels = _joined([d.levels for d in derivations])
    by_level = np.argsort(levels, kind="stable")
    place = np.empty_like(by_level)
    place[by_level] = np.arange(len(by_level))

    def batch_numbers(nodes: list[Integers]) -> Integers:
        """The numbers in the batch of nodes that are numbered by sentence."""
        sizes = [array.size for array in nodes]
        flat = _joined([array.reshape(-1) for array in nodes])
        first = np.repeat(first_token, sizes)
        own = np.repeat(tokens, sizes)
        made = np.repeat(first_composed, sizes) + flat - own
        result = np.where(flat < own, first + flat, nothing)
        composite = flat >= own
        result[composite] = total + place[made[composite]]
        result[flat == NO_NODE] = nothing
        return result

    members = batch_numbers([d.members for d in derivations])
    owners = place[_joined([d.owners + first for d, first in zip(derivations, first_composed, strict=True)])]
    states = np.concatenate([np.full(total, SINGLETON), _joined([d.states for d in derivations])[by_level]])
    slots = torch.from_numpy(batch_numbers([d.slots for d in derivations]).reshape(-1, B1 + 1))
    kinds = torch.from_numpy(_joined([d.kinds for d in derivations]))
    is_open = torch.from_numpy(np.append(states == OPEN, False))
    return IndexBatch(
        kinds=kinds,
        slots=slots,
        allowed=allowed(
            _facts(slots, kinds, is_open, nothing),
            normal_form=normal_form,
            single_root=single_root,
        ),
        arcs=torch.from_numpy(batch_numbers([d.arcs for d in derivations]).reshape(-1, 2)),
        labels=torch.from_numpy(_joined([d.labels for d in derivations])),
        states=torch.from_numpy(states),
        levels=_levels(levels[by_level], members, owners),
        triples=torch.from_numpy(batch_numbers([d.triples for d in derivations]).reshape(-1, 3)),
        sides=torch.from_numpy(_joined([d.sides for d in derivations])),
        shared=torch.from_numpy(_joined([d.shared for d in derivations])),
    )


def _facts(slots: Tensor, kinds: Tensor, is_open: Tensor, nothing: int) -> Facts:
    """What the preconditions depend on; all stacks of three items or more count as one size.

    Before the first step of a sentence, ``last`` is that of another one: only Shift is possible there, whatever it is.
    """
    present = slots != nothing
    return Facts(
        stack_size=present[:, :B1].sum(dim=1),
        has_buffer=present[:, B1],
        s2_is_open=is_open[slots[:, S2]],
        s1_is_open=is_open[slots[:, S1]],
        last=kinds.roll(1),
    )


def _levels(levels: Integers, members: Integers, owners: Integers) -> tuple[Level, ...]:
    """The levels of the composed nodes, the lowest first."""
    result = []
    for level in range(1, int(levels.max(initial=0)) + 1):
        start, end = np.searchsorted(levels, [level, level + 1])
        here = (owners >= start) & (owners < end)
        counts = np.bincount(owners[here] - start, minlength=end - start)
        result.append(
            Level(
                torch.from_numpy(members[here]),
                torch.from_numpy(owners[here] - start),
                torch.from_numpy(counts).to(torch.get_default_dtype()),
            )
        )
    return tuple(result)


def _joined(arrays: list[Integers]) -> Integers:
    return np.concatenate([np.empty(0, dtype=np.int64), *arrays])
