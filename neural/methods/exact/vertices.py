"""From the vertices of a tree to the words that they cover, and to the pairs of tokens that the tree looks at."""

from __future__ import annotations

import numpy as np

from neural.methods.compiling import Floats, Ints, compiled
from neural.methods.exact.best import best_vertices
from neural.methods.exact.tables import (
    BUBBLE,
    CONJUNCT_ROLE,
    INITIAL_END,
    INITIAL_FIRST,
    INITIAL_LAST,
    LEFT_FIRST,
    LEFT_LAST,
    LEFT_ROLE,
    MORE,
    OTHER,
    PART_END,
    PART_FIRST,
    PART_LAST,
    PART_START,
    REACH_LEFT,
    REACH_RIGHT,
    RIGHT_FIRST,
    RIGHT_LAST,
    RIGHT_ROLE,
)

MOST = 8
"""How many pairs there are for one vertex, at most."""


@compiled
def covered(vertices: Ints) -> Ints:
    """The first and the last word below each vertex, itself included, [V, 2]; the parameter is as for :func:`pairs`."""
    result = vertices[:, 2:4].copy()
    for number in range(len(vertices) - 1, -1, -1):
        above = vertices[number, 0]
        if above >= 0:
            result[above, 0] = min(result[above, 0], result[number, 0])
            result[above, 1] = max(result[above, 1], result[number, 1])
    return result


@compiled
def pairs(vertices: Ints) -> Ints:
    """The pairs of a tree, [P, 3]: the kind by number, and the two tokens.

    Parameters
    ----------
    vertices : array of int, [V, 5]
        The vertices, as :func:`neural.methods.exact.best.best_vertices` has them.
    """
    result = np.zeros((MOST * len(vertices), 3), dtype=np.int64)
    edges = covered(vertices)
    count = 0
    for number in range(len(vertices)):
        above, role, p, q, g = vertices[number]
        k, m = edges[number]
        if p < q:
            result[count] = (BUBBLE, p, q)
            count += 1
        if role == LEFT_ROLE:
            first, last = LEFT_FIRST, LEFT_LAST
        elif role == RIGHT_ROLE:
            first, last = RIGHT_FIRST, RIGHT_LAST
        elif k == g:
            first, last = INITIAL_FIRST, INITIAL_LAST
            result[count] = (INITIAL_END, g, m)
            count += 1
        else:
            kind = 0 if role == CONJUNCT_ROLE else OTHER
            first, last = PART_FIRST + kind, PART_LAST + kind
            result[count] = (PART_START + kind, g, k)
            result[count + 1] = (PART_END + kind, g, m)
            count += 2
            if m < vertices[above, 3]:
                result[count] = (MORE, g, m)
                count += 1
        if role == CONJUNCT_ROLE:
            result[count] = (REACH_LEFT, k, p)
            result[count + 1] = (REACH_RIGHT, q, m)
            count += 2
        result[count] = (first, g, p)
        result[count + 1] = (last, g, q)
        count += 2
    return result[:count]


@compiled
def best_pairs(scores: Floats, n: int, single_root: bool) -> Ints:
    """The pairs of the best tree; the parameters are as for :func:`neural.methods.exact.best.best_vertices`."""
    return pairs(best_vertices(scores, n, single_root))
