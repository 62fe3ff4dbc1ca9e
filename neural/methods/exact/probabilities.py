"""How probable coordinations, bubbles and arcs are, among all trees of a sentence.

What is inside a bubble does not depend on what is outside, given the bubble.  So the probability of a coordination is
that of its bubble, which is the gradient of the sum of all trees, times that of its parts among all that the bubble can
have.  The same holds for an arc, and for the two entries and the pair at the step that makes it.
"""

from __future__ import annotations

import numpy as np

from neural.methods.compiling import Floats, Ints, compiled
from neural.methods.exact.cuts import IMPOSSIBLE
from neural.methods.exact.kernels import inside, outside, plus
from neural.methods.exact.tables import (
    BEGUN,
    BUBBLE,
    CONJUNCT_ROLE,
    FAR_LEFT,
    FAR_RIGHT,
    FIRST,
    FIRST_BEGUN,
    FIRST_HELD,
    HELD,
    INITIAL_LAST,
    LEFT,
    LEFT_FIRST,
    LEFT_FROM,
    LEFT_REST,
    LEFT_ROLE,
    MORE,
    OTHER,
    PART_END,
    PART_FIRST,
    PART_LAST,
    PART_START,
    RIGHT,
    RIGHT_BEGUN,
    RIGHT_HELD,
    RIGHT_LAST,
    RIGHT_ROLE,
    SEVERAL,
    VERTEX,
)


@compiled
def _log_parts(scores: Floats, t: Floats, zones: Ints) -> float:
    """The logarithm of the sum of all parts that fill zones: a conjunct in each, or parts that are no conjuncts.

    The first row of ``zones`` is the first conjunct.  Each row has the first and the last word, and 1 for a conjunct.
    """
    i = zones[0, 0]
    earlier = t[FIRST, i, zones[0, 1] + 1]
    value = IMPOSSIBLE
    for number in range(1, len(zones)):
        k, m, is_conjunct = zones[number]
        pair = 0 if is_conjunct else OTHER
        ahead, behind = (t[FAR_LEFT], t[FAR_RIGHT]) if is_conjunct else (t[LEFT], t[RIGHT])
        # By token, from k: all parts before it; those and the next part up to its content's first, or last, word.
        before = np.full(m - k + 2, IMPOSSIBLE)
        begun = np.full(m - k + 2, IMPOSSIBLE)
        held = np.full(m - k + 2, IMPOSSIBLE)
        before[0] = earlier
        for token in range(k, m + 1):
            for start in range(k, token + 1):
                one = before[start - k] + scores[PART_START + pair, i, start] + ahead[start, token]
                begun[token - k] = plus(begun[token - k], one)
            begun[token - k] += scores[PART_FIRST + pair, i, token]
            for first in range(k, token + 1):
                one = begun[first - k] + t[VERTEX, first, token + 1]
                held[token - k] = plus(held[token - k], one)
            held[token - k] += scores[PART_LAST + pair, i, token]
            if is_conjunct and token < m:
                continue
            value = IMPOSSIBLE
            for last in range(k, token + 1):
                value = plus(value, held[last - k] + behind[last + 1, token + 1])
            value += scores[PART_END + pair, i, token]
            before[token + 1 - k] = value + scores[MORE, i, token]
        earlier = before[m + 1 - k]
    return value


@compiled
def coordinations(scores: Floats, n: int, single_root: bool, zones: Ints, sizes: Ints) -> Floats:
    """The logarithms of the probabilities of some coordinations, [C].

    Parameters
    ----------
    scores, n, single_root
        As for :func:`neural.methods.exact.kernels.inside`.
    zones : array of int, [Z, 3]
        The zones of their bubbles, from left to right, one coordination after the other: the first and the last word,
        and 1 for a conjunct or 0 for parts that are no conjuncts.  The first zone of each is a conjunct.
    sizes : array of int, [C]
        How many zones each of them has.
    """
    t = inside(scores, n, single_root, False)  # compiled code has no keyword arguments
    d = outside(scores, t, n, single_root)
    result = np.full(len(sizes), -np.inf)
    begin = 0
    for number in range(len(sizes)):
        own = zones[begin : begin + sizes[number]]
        begin += sizes[number]
        i, j = own[0, 0], own[-1, 1]
        share = d[BUBBLE, i, j]
        if share > 0.0:
            result[number] = min(0.0, np.log(share) + _log_parts(scores, t, own) - t[SEVERAL, i, j + 1])
    return result


@compiled
def arcs_and_bubbles(scores: Floats, n: int, single_root: bool, items: Ints) -> tuple[Floats, Floats]:
    """The probabilities of the arcs to some items, and of their contents; 1 for the content of one word.

    Parameters
    ----------
    scores, n, single_root
        As for :func:`neural.methods.exact.kernels.inside`.
    items : array of int, [V, 5]
        For each item, its role; 1 for a first part; the first and the last token of its content; and the edge of the
        governor.
    """
    t = inside(scores, n, single_root, False)  # compiled code has no keyword arguments
    d = outside(scores, t, n, single_root)
    arcs, bubbles = np.zeros(len(items)), np.ones(len(items))
    for number in range(len(items)):
        role, is_first, p, q, g = items[number]
        if p < q:
            bubbles[number] = d[BUBBLE, p, q]
        if role == LEFT_ROLE:
            whole, pair, row, column = t[LEFT_FROM, p, g], LEFT_FIRST, g, p
            parts = t[LEFT_REST, q + 1, g]
        elif role == RIGHT_ROLE:
            whole, pair, row, column = t[RIGHT_HELD, g + 1, q + 1], RIGHT_LAST, g, q
            parts = t[RIGHT_BEGUN, g + 1, p]
        elif is_first:
            whole, pair, row, column = t[FIRST_HELD, g, q + 1], INITIAL_LAST, g, q
            parts = t[FIRST_BEGUN, g, p]
        else:
            kind = 0 if role == CONJUNCT_ROLE else 1
            whole, pair, row, column = t[HELD + kind, g, q + 1], PART_LAST + kind * OTHER, g, q
            parts = t[BEGUN + kind, g, p]
        if d[pair, row, column] > 0.0:
            value = parts + t[VERTEX, p, q + 1] + scores[pair, row, column]
            arcs[number] = d[pair, row, column] * np.exp(value - whole)
    return arcs, bubbles
