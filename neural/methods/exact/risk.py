"""Of several trees with their probabilities, the one whose coordinations have the highest expected F1."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence

from neural.methods.compiling import Ints
from neural.methods.exact.tables import CONJUNCT_ROLE
from neural.methods.exact.vertices import covered

Conjuncts = frozenset[tuple[tuple[int, int], ...]]
"""The coordinations of a tree, each by the spans of its conjuncts."""


def conjuncts_of(vertices: Ints) -> Conjuncts:
    """The coordinations of a tree, given its vertices (:func:`neural.methods.exact.best.best_vertices`)."""
    by_bubble: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for (above, role, *_), (first, last) in zip(vertices.tolist(), covered(vertices).tolist(), strict=True):
        if role == CONJUNCT_ROLE:
            by_bubble[above].append((first, last))
    return frozenset(tuple(sorted(spans)) for spans in by_bubble.values())


def best_expected(trees: Sequence[Conjuncts], log_probabilities: Sequence[float]) -> int:
    """The number of the tree with the highest expected F1, if one of the trees is right; of several, the first.

    Parameters
    ----------
    trees : sequence of Conjuncts
        The coordinations of each tree; several trees may have the same.
    log_probabilities : sequence of float
        The logarithms of their probabilities, or of a multiple of them.

    Examples
    --------
    Two trees agree on one coordination and not on another.  Together they are more probable than the first:

    >>> one, two, three = ((1, 1), (3, 3)), ((5, 5), (7, 7)), ((5, 5), (7, 8))
    >>> sure, *others = frozenset(), frozenset({one, two}), frozenset({one, three})
    >>> best_expected([sure, *others], [math.log(p) for p in (0.4, 0.3, 0.3)])
    1
    """
    top = max(log_probabilities)
    weights: dict[Conjuncts, float] = defaultdict(float)
    for found, value in zip(trees, log_probabilities, strict=True):
        weights[found] += math.exp(value - top)
    worth = {one: sum(weight * _f1(one, other) for other, weight in weights.items()) for one in weights}
    return max(range(len(trees)), key=lambda number: worth[trees[number]])


def _f1(one: Conjuncts, other: Conjuncts) -> float:
    """F1 of coordinations, all conjuncts of which must be the same; 1 if there are none."""
    both = len(one) + len(other)
    return 2 * len(one & other) / both if both else 1.0
