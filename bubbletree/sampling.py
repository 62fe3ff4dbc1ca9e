"""Exactly uniform random projective bubble trees.

By :mod:`bubbletree.counting` a tree over n words is n words with j >= 0 bubbles around each, k in all,
and sequences of trees: two for each word, three for each bubble.  To draw one,

* draw k, in proportion to the number of trees that have k bubbles;
* spread the k bubbles over the n words, uniformly;
* spread the n - 1 - k trees that are neither the second part of a bubble nor the first child of RT
  that is to be listed over the 2n + 3k sequences, and two more, uniformly.

The two additional numbers add up to the number of children of RT, less one, and the first of them
says which of as many possible rotations of the words makes a sequence of trees (cycle lemma).  Every
tree arises from exactly n of these choices, so all are equally likely.  All random choices are made
in whole numbers: nothing is rounded.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise

from bubbletree.counting import check_size, growth
from bubbletree.tree import CONJ, ROOT, Arc, BubbleTree


def random_tree(n: int, rng: random.Random, label: str = "dep") -> BubbleTree:
    """A projective bubble tree over n words, each of the ``count_trees(n)`` with the same probability.

    The words are ``w1``, ``w2``, ...  Children of RT are labelled ``root``, the parts of bubbles
    ``conj``, all other dependents ``label``; so the oracle can derive every such tree.

    Parameters
    ----------
    n : int
        The number of words.
    rng : random.Random
        The source of randomness; all choices are made in whole numbers.
    label : str
        The label of dependents.

    Examples
    --------
    >>> import random
    >>> tree = random_tree(5, random.Random(1))
    >>> from bubbletree import validate
    >>> print(validate(tree))
    valid: a projective bubble tree over 5 words, with 1 bubble of two words or more
    """
    check_size(n)
    if n == 0:
        return BubbleTree((), [{ROOT}], ())
    bubbles = _bubble_count(n, rng)
    spine = _composition(bubbles, n, rng)
    sequences = _composition(n - 1 - bubbles, 2 * n + 3 * bubbles + 2, rng)
    return tree_from_choices(spine, sequences, label)


def _bubble_count(n: int, rng: random.Random) -> int:
    """A random k, with probability proportional to the number of trees over n words with k bubbles.

    The numbers themselves have as many digits as the sentence has words.  So they are bounded from
    below and above in fixed point, relative to the largest, and a random real number is drawn digit
    by digit until it is certain between which two partial sums it lies.
    """
    bits = 64
    draw = rng.getrandbits(bits)
    while True:
        low, high = _relative_weights(n, bits)
        below_low, below_high = [0, *accumulate(low)], [0, *accumulate(high)]
        # The draw is surely below P(K <= k) for this k first; if surely not below P(K < k), k is certain.
        k = next(
            k
            for k in range(n)
            if draw + 1 <= (below_low[k + 1] << bits) // (below_low[k + 1] + below_high[n] - below_high[k + 1])
        )
        if draw * (below_high[k] + below_low[n] - below_low[k]) >= below_high[k] << bits:
            return k
        draw = draw << bits | rng.getrandbits(bits)
        bits *= 2


def _relative_weights(n: int, bits: int) -> tuple[list[int], list[int]]:
    """Bounds on the number of trees with 0, ..., n - 1 bubbles, in units of the largest / 4**bits."""
    # The numbers rise to a largest one and fall from there on.
    mode = next(k for k in range(n) if k == n - 1 or growth(n, k)[0] < growth(n, k)[1])
    low, high = [0] * n, [0] * n
    low[mode] = high[mode] = 1 << 2 * bits
    for k in range(mode + 1, n):
        up, down = growth(n, k - 1)
        low[k], high[k] = low[k - 1] * up // down, -(-high[k - 1] * up // down)
    for k in range(mode - 1, -1, -1):
        up, down = growth(n, k)
        low[k], high[k] = low[k + 1] * down // up, -(-high[k + 1] * down // up)
    return low, high


def _composition(total: int, parts: int, rng: random.Random) -> list[int]:
    """A uniformly random way to write ``total`` as a sum of ``parts`` ordered numbers >= 0."""
    bars = sorted(rng.sample(range(total + parts - 1), parts - 1))
    edges = [-1, *bars, total + parts - 1]
    return [right - left - 1 for left, right in pairwise(edges)]


@dataclass(slots=True)
class _Node:
    """A word and the bubbles that begin with it, as numbers of trees to be put in each place."""

    before: int
    after: int
    bubbles: list[tuple[int, int, int]]
    """For each bubble, from the inside out: further parts after the second, trees before, trees after."""
    wanted: int = field(init=False)

    def __post_init__(self) -> None:
        self.wanted = self.before + self.after + sum(1 + sum(bubble) for bubble in self.bubbles)


def tree_from_choices(spine: Sequence[int], sequences: Sequence[int], label: str = "dep") -> BubbleTree:
    """The tree that the choices of the sampler stand for (see the module's head).

    Parameters
    ----------
    spine : sequence of n int
        How many bubbles begin with each word; k in all.
    sequences : sequence of 2n + 3k + 2 int
        The lengths of the sequences of trees: first two for RT, then for each word those before and
        after it and three for each of its bubbles; n - 1 - k in all.
    label : str
        The label of dependents.
    """
    lengths = iter(sequences)
    root_before, root_after = next(lengths), next(lengths)
    nodes = []
    for bubbles in spine:
        before, after = next(lengths), next(lengths)
        nodes.append(_Node(before, after, [(next(lengths), next(lengths), next(lengths)) for _ in range(bubbles)]))
    assert len(nodes) - sum(node.wanted for node in nodes) == root_before + root_after + 1
    return _assemble(_rotate(nodes, root_before), label)


def _rotate(nodes: list[_Node], choice: int) -> list[_Node]:
    """The rotation number ``choice`` of those that list a sequence of trees in preorder.

    Read a list of nodes as a path that falls by one with every node and rises by the number of
    subtrees that it wants.  The list is a sequence of trees in preorder exactly if the path ends, for
    the first time, as far below its start as there are trees.  So a rotation is one exactly if, with
    the list repeated for ever, it begins at a new low; each round has as many as trees (cycle lemma).
    """
    n = len(nodes)
    starts = []
    height, lowest = 0, 1
    for place in range(2 * n):
        if height < lowest:
            lowest = height
            if place >= n:
                starts.append(place - n)
        height += nodes[place % n].wanted - 1
    start = starts[choice]
    return nodes[start:] + nodes[:start]


@dataclass(frozen=True, slots=True)
class _Opening:
    """The content of a bubble begins here."""

    bubble: int


@dataclass(frozen=True, slots=True)
class _Closing:
    """The content of a bubble ends here."""

    bubble: int


@dataclass(frozen=True, slots=True)
class _Word:
    """The word of a node stands here."""

    node: int


def _assemble(nodes: list[_Node], label: str) -> BubbleTree:
    """Number words from left to right, and write down contents and arcs."""
    n = len(nodes)
    below = _subtrees(nodes)
    # Bubbles are numbered n, n + 1, ... here and words by their nodes, until the words are in order.
    first_bubble = [n]
    for node in nodes:
        first_bubble.append(first_bubble[-1] + len(node.bubbles))
    top = [first_bubble[i + 1] - 1 if node.bubbles else i for i, node in enumerate(nodes)]

    arcs: list[tuple[int, str, int]] = []
    agenda: list[int | _Opening | _Closing | _Word] = []
    layouts: list[list[int | _Opening | _Closing | _Word]] = []
    for i, node in enumerate(nodes):
        subtrees = iter(below[i])
        before = [next(subtrees) for _ in range(node.before)]
        after = [next(subtrees) for _ in range(node.after)]
        arcs += [(i, label, top[t]) for t in (*before, *after)]
        layout: deque[int | _Opening | _Closing | _Word] = deque([*before, _Word(i), *after])
        inner = i
        for bubble, (further, left, right) in enumerate(node.bubbles, start=first_bubble[i]):
            parts = [next(subtrees) for _ in range(1 + further)]
            before = [next(subtrees) for _ in range(left)]
            after = [next(subtrees) for _ in range(right)]
            arcs += [(bubble, CONJ, inner), *((bubble, CONJ, top[t]) for t in parts)]
            arcs += [(bubble, label, top[t]) for t in (*before, *after)]
            layout.appendleft(_Opening(bubble))
            layout.extendleft(reversed(before))
            layout.extend([*parts, _Closing(bubble), *after])
            inner = bubble
        layouts.append(list(layout))
    inner_nodes = {subtree for subtrees in below for subtree in subtrees}
    roots = [i for i in range(n) if i not in inner_nodes]

    token = [0] * n
    begins: dict[int, int] = {}
    contents: dict[int, range] = {}
    words = 0
    agenda.extend(reversed(roots))
    while agenda:
        match agenda.pop():
            case _Word(node=i):
                words += 1
                token[i] = words
            case _Opening(bubble=bubble):
                begins[bubble] = words + 1
            case _Closing(bubble=bubble):
                contents[bubble] = range(begins[bubble], words + 1)
            case tree:
                agenda.extend(reversed(layouts[tree]))

    def number(item: int) -> int:
        return token[item] if item < n else item + 1

    return BubbleTree(
        [f"w{t}" for t in range(1, n + 1)],
        [*([t] for t in range(n + 1)), *(contents[bubble] for bubble in sorted(contents))],
        [
            *(Arc(ROOT, "root", number(top[t])) for t in roots),
            *(Arc(number(head), name, number(dependent)) for head, name, dependent in arcs),
        ],
    )


def _subtrees(nodes: list[_Node]) -> list[list[int]]:
    """The subtrees of each node of a sequence of trees in preorder, by the node that each begins with."""
    below: list[list[int]] = [[] for _ in nodes]
    complete: list[int] = []
    for i in range(len(nodes) - 1, -1, -1):
        below[i] = [complete.pop() for _ in range(nodes[i].wanted)]
        complete.append(i)
    return below
