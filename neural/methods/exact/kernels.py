"""The exact program on arrays, one sentence at a time: sums with their gradients, and the best tree.

The same program as in :mod:`bubbletree.exact.program` and :mod:`neural.methods.exact.chart`, as loops over numbers.
With the package numba (extra ``fast``) they are compiled, and sentences run side by side on all threads.  Without it
they are interpreted, some hundred times slower.

All tables have entries ``[a, e]`` for what covers the words from a to before e, 1 <= a <= e <= n + 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from neural.methods.exact.pairs import Pair

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Compilable = TypeVar("Compilable", bound=Callable[..., object])

try:
    import numba

    IS_COMPILED = True
    side_by_side: Callable[[int], Iterable[int]] = numba.prange
except ModuleNotFoundError:
    IS_COMPILED = False
    side_by_side = range


def compiled(function: Compilable) -> Compilable:
    """The function, compiled where there is a compiler."""
    return cast(Compilable, numba.njit(cache=True, nogil=True)(function)) if IS_COMPILED else function


def on_threads(function: Compilable) -> Compilable:
    """The same for a function whose loops over sentences may run on several threads."""
    if not IS_COMPILED:
        return function
    return cast(Compilable, numba.njit(cache=True, nogil=True, parallel=True)(function))


IMPOSSIBLE = -1e30

# Scores of pairs, by number.
LEFT_FIRST, LEFT_LAST = int(Pair.LEFT_FIRST), int(Pair.LEFT_LAST)
RIGHT_FIRST, RIGHT_LAST = int(Pair.RIGHT_FIRST), int(Pair.RIGHT_LAST)
PART_FIRST, PART_LAST, PART_START, PART_END = (
    int(pair) for pair in (Pair.CONJUNCT_FIRST, Pair.CONJUNCT_LAST, Pair.CONJUNCT_START, Pair.CONJUNCT_END)
)
OTHER = int(Pair.OTHER_FIRST) - PART_FIRST
"""How much further the pairs of other parts are than those of conjuncts."""
REACH_LEFT, REACH_RIGHT, BUBBLE = int(Pair.CONJUNCT_LEFT), int(Pair.CONJUNCT_RIGHT), int(Pair.BUBBLE)
INITIAL_FIRST, INITIAL_LAST, INITIAL_END = int(Pair.FIRST_FIRST), int(Pair.FIRST_LAST), int(Pair.FIRST_END)
MORE = int(Pair.MORE)

# Tables, by number; of those with two roles, that of conjuncts first.
VERTEX, LEFT, LEFT_FROM, LEFT_REST = 0, 1, 2, 3
RIGHT, RIGHT_BEGUN, RIGHT_HELD = 4, 5, 6
FIRST_BEGUN, FIRST_HELD, FIRST, SEVERAL = 7, 8, 9, 10
FAR_LEFT, FAR_RIGHT = 11, 12
"""``LEFT`` and ``RIGHT`` with the score of a conjunct's reach."""
BEFORE, BEGUN, HELD = 13, 15, 17
"""One or more parts with the score of where the next begins; ``NEXT_BEGUN``; ``NEXT_HELD``."""
TABLES = 19


@compiled
def _sum(
    left: Floats, right: Floats, a: int, e: int, least: int, most: int, best: bool
) -> float:  # compiled code has no keyword arguments
    """Over all cuts, the sum (or the best) of what covers a..cut-1 and cut..e-1; the left part has so many words."""
    top = IMPOSSIBLE
    for cut in range(a + least, a + most + 1):
        top = max(top, left[a, cut] + right[cut, e])
    if best or top == IMPOSSIBLE:
        return top
    total = 0.0
    for cut in range(a + least, a + most + 1):
        total += np.exp(left[a, cut] + right[cut, e] - top)
    return float(top + np.log(total))


@compiled
def _plus(one: float, other: float, best: bool) -> float:  # compiled code has no keyword arguments
    top = max(one, other)
    if best or top == IMPOSSIBLE:
        return top
    return float(top + np.log(np.exp(one - top) + np.exp(other - top)))


@compiled
def inside(scores: Floats, n: int, single_root: bool, best: bool) -> Floats:  # compiled code has no keyword arguments
    """All tables for one sentence, [TABLES, n + 2, n + 2].

    Parameters
    ----------
    scores : array, [len(Pair), T, T]
        The scores of pairs of tokens, T > n.
    n : int
        The number of words.
    single_root : bool
        Whether RT has exactly one child.
    best : bool
        Whether to look for the best tree instead of the sum of all.
    """
    t = np.full((TABLES, n + 2, n + 2), IMPOSSIBLE)
    for a in range(1, n + 2):
        t[RIGHT, a, a] = 0.0
        t[FAR_RIGHT, a, a] = scores[REACH_RIGHT, a - 1, a - 1]
        if a <= n:
            t[LEFT, a, a] = 0.0
            t[FAR_LEFT, a, a] = scores[REACH_LEFT, a, a]
            t[VERTEX, a, a + 1] = 0.0
    for width in range(n + 1):
        for a in range(1, n - width + 2):
            e = a + width
            if width:
                several = IMPOSSIBLE
                if width > 1:
                    for role in range(2):
                        pair = role * OTHER
                        value = _sum(t[BEGUN + role], t[VERTEX], a, e, 1, width - 1, best)
                        t[HELD + role, a, e] = value + scores[PART_LAST + pair, a, e - 1]
                        behind = RIGHT if role else FAR_RIGHT
                        value = _sum(t[HELD + role], t[behind], a, e, 2, width, best)
                        several = _plus(several, value + scores[PART_END + pair, a, e - 1], best)
                    t[SEVERAL, a, e] = several
                    t[VERTEX, a, e] = several + scores[BUBBLE, a, e - 1]
                value = _sum(t[FIRST_BEGUN], t[VERTEX], a, e, 0, width - 1, best)
                t[FIRST_HELD, a, e] = value + scores[INITIAL_LAST, a, e - 1]
                first = _sum(t[FIRST_HELD], t[FAR_RIGHT], a, e, 1, width, best) + scores[INITIAL_END, a, e - 1]
                t[FIRST, a, e] = first
                parts = _plus(first, several + scores[MORE, a, e - 1], best)
                if e <= n:
                    t[BEFORE, a, e] = parts + scores[PART_START, a, e]
                    t[BEFORE + 1, a, e] = parts + scores[PART_START + OTHER, a, e]
                    value = _sum(t[VERTEX], t[LEFT_REST], a, e, 1, width, best)
                    t[LEFT_FROM, a, e] = value + scores[LEFT_FIRST, e, a]
                    value = _sum(t[LEFT], t[LEFT_FROM], a, e, 0, width - 1, best)
                    t[LEFT, a, e] = value
                    t[FAR_LEFT, a, e] = value + scores[REACH_LEFT, a, e]
                value = _sum(t[RIGHT_BEGUN], t[VERTEX], a, e, 0, width - 1, best)
                t[RIGHT_HELD, a, e] = value + scores[RIGHT_LAST, a - 1, e - 1]
                value = _sum(t[RIGHT_HELD], t[RIGHT], a, e, 1, width, best)
                t[RIGHT, a, e] = value
                t[FAR_RIGHT, a, e] = value + scores[REACH_RIGHT, a - 1, e - 1]
            if e <= n:
                if a > 1:
                    value = _sum(t[RIGHT], t[LEFT], a, e, 0, width, best)
                    t[LEFT_REST, a, e] = value + scores[LEFT_LAST, e, a - 1]
                # With a single root, the child of RT begins with the sentence.
                most = 0 if single_root and a == 1 else width
                value = _sum(t[RIGHT], t[LEFT], a, e, 0, most, best)
                t[RIGHT_BEGUN, a, e] = value + scores[RIGHT_FIRST, a - 1, e]
                t[FIRST_BEGUN, a, e] = t[FAR_LEFT, a, e] + scores[INITIAL_FIRST, a, e]
                if width:
                    for role in range(2):
                        ahead = LEFT if role else FAR_LEFT
                        value = _sum(t[BEFORE + role], t[ahead], a, e, 1, width, best)
                        t[BEGUN + role, a, e] = value + scores[PART_FIRST + role * OTHER, a, e]
    return t


@compiled
def _spread(  # one product sum, backwards
    left: Floats,
    right: Floats,
    to_left: Floats,
    to_right: Floats,
    a: int,
    e: int,
    least: int,
    most: int,
    total: float,
    weight: float,
) -> None:
    """Share out the weight of an entry among the products that it is the sum of."""
    if weight == 0.0:
        return
    for cut in range(a + least, a + most + 1):
        share = weight * np.exp(left[a, cut] + right[cut, e] - total)
        to_left[a, cut] += share
        to_right[cut, e] += share


@compiled
def outside(scores: Floats, t: Floats, n: int, single_root: bool) -> Floats:  # compiled code has no keyword arguments
    """The gradient of the sum of all trees with respect to the scores, [len(Pair), T, T].

    Parameters
    ----------
    scores, n, single_root
        As for :func:`inside`.
    t : array, [TABLES, n + 2, n + 2]
        What :func:`inside` returned for sums.
    """
    d = np.zeros_like(scores)
    w = np.zeros_like(t)
    w[RIGHT, 1, n + 1] = 1.0
    for width in range(n, -1, -1):
        for a in range(n - width + 1, 0, -1):
            e = a + width
            if e <= n:
                if width:
                    for role in range(2):
                        weight = w[BEGUN + role, a, e]
                        score = scores[PART_FIRST + role * OTHER, a, e]
                        ahead = LEFT if role else FAR_LEFT
                        d[PART_FIRST + role * OTHER, a, e] += weight
                        total = t[BEGUN + role, a, e] - score
                        _spread(t[BEFORE + role], t[ahead], w[BEFORE + role], w[ahead], a, e, 1, width, total, weight)
                weight = w[FIRST_BEGUN, a, e]
                d[INITIAL_FIRST, a, e] += weight
                w[FAR_LEFT, a, e] += weight
                weight = w[RIGHT_BEGUN, a, e]
                d[RIGHT_FIRST, a - 1, e] += weight
                most = 0 if single_root and a == 1 else width
                total = t[RIGHT_BEGUN, a, e] - scores[RIGHT_FIRST, a - 1, e]
                _spread(t[RIGHT], t[LEFT], w[RIGHT], w[LEFT], a, e, 0, most, total, weight)
                if a > 1:
                    weight = w[LEFT_REST, a, e]
                    d[LEFT_LAST, e, a - 1] += weight
                    total = t[LEFT_REST, a, e] - scores[LEFT_LAST, e, a - 1]
                    _spread(t[RIGHT], t[LEFT], w[RIGHT], w[LEFT], a, e, 0, width, total, weight)
            if width == 0:
                d[REACH_RIGHT, a - 1, a - 1] += w[FAR_RIGHT, a, a]
                if a <= n:
                    d[REACH_LEFT, a, a] += w[FAR_LEFT, a, a]
                continue
            weight = w[FAR_RIGHT, a, e]
            d[REACH_RIGHT, a - 1, e - 1] += weight
            weight += w[RIGHT, a, e]
            _spread(t[RIGHT_HELD], t[RIGHT], w[RIGHT_HELD], w[RIGHT], a, e, 1, width, t[RIGHT, a, e], weight)
            weight = w[RIGHT_HELD, a, e]
            d[RIGHT_LAST, a - 1, e - 1] += weight
            total = t[RIGHT_HELD, a, e] - scores[RIGHT_LAST, a - 1, e - 1]
            _spread(t[RIGHT_BEGUN], t[VERTEX], w[RIGHT_BEGUN], w[VERTEX], a, e, 0, width - 1, total, weight)
            of_parts = 0.0
            if e <= n:
                weight = w[FAR_LEFT, a, e]
                d[REACH_LEFT, a, e] += weight
                weight += w[LEFT, a, e]
                _spread(t[LEFT], t[LEFT_FROM], w[LEFT], w[LEFT_FROM], a, e, 0, width - 1, t[LEFT, a, e], weight)
                weight = w[LEFT_FROM, a, e]
                d[LEFT_FIRST, e, a] += weight
                total = t[LEFT_FROM, a, e] - scores[LEFT_FIRST, e, a]
                _spread(t[VERTEX], t[LEFT_REST], w[VERTEX], w[LEFT_REST], a, e, 1, width, total, weight)
                for role in range(2):
                    weight = w[BEFORE + role, a, e]
                    d[PART_START + role * OTHER, a, e] += weight
                    of_parts += weight
            of_first, of_several = of_parts, 0.0
            if width > 1:
                more = t[SEVERAL, a, e] + scores[MORE, a, e - 1]
                parts = _plus(t[FIRST, a, e], more, False)  # compiled code
                of_first = of_parts * np.exp(t[FIRST, a, e] - parts)
                of_several = of_parts * np.exp(more - parts)
                d[MORE, a, e - 1] += of_several
            d[INITIAL_END, a, e - 1] += of_first
            total = t[FIRST, a, e] - scores[INITIAL_END, a, e - 1]
            _spread(t[FIRST_HELD], t[FAR_RIGHT], w[FIRST_HELD], w[FAR_RIGHT], a, e, 1, width, total, of_first)
            weight = w[FIRST_HELD, a, e]
            d[INITIAL_LAST, a, e - 1] += weight
            total = t[FIRST_HELD, a, e] - scores[INITIAL_LAST, a, e - 1]
            _spread(t[FIRST_BEGUN], t[VERTEX], w[FIRST_BEGUN], w[VERTEX], a, e, 0, width - 1, total, weight)
            if width == 1:
                continue
            d[BUBBLE, a, e - 1] += w[VERTEX, a, e]
            of_several += w[VERTEX, a, e]
            if of_several == 0.0:
                continue
            for role in range(2):
                pair = role * OTHER
                behind = RIGHT if role else FAR_RIGHT
                score = scores[PART_END + pair, a, e - 1]
                total = _sum(t[HELD + role], t[behind], a, e, 2, width, False)  # compiled code
                weight = of_several * np.exp(total + score - t[SEVERAL, a, e])
                d[PART_END + pair, a, e - 1] += weight
                _spread(t[HELD + role], t[behind], w[HELD + role], w[behind], a, e, 2, width, total, weight)
                weight = w[HELD + role, a, e]
                d[PART_LAST + pair, a, e - 1] += weight
                total = t[HELD + role, a, e] - scores[PART_LAST + pair, a, e - 1]
                _spread(t[BEGUN + role], t[VERTEX], w[BEGUN + role], w[VERTEX], a, e, 1, width - 1, total, weight)
    return d


@on_threads
def sums(
    scores: Floats, lengths: Ints, single_root: bool
) -> tuple[Floats, Floats]:  # compiled code has no keyword arguments
    """For each sentence the logarithm of the sum over its trees, [N], and its gradient, of the shape of the scores."""
    totals = np.zeros(len(lengths))
    gradients = np.zeros_like(scores)
    for number in side_by_side(len(lengths)):
        n = lengths[number]
        t = inside(scores[number], n, single_root, False)  # compiled code
        totals[number] = t[RIGHT, 1, n + 1]
        gradients[number] = outside(scores[number], t, n, single_root)
    return totals, gradients


LEFT_ROLE, RIGHT_ROLE, CONJUNCT_ROLE, OTHER_ROLE = range(4)
"""What a vertex is to the one above it, by number."""


@compiled
def _best_cut(left: Floats, right: Floats, a: int, e: int, least: int, most: int) -> int:
    """The cut at which two entries have the highest sum, of several the first."""
    best, top = a + least, IMPOSSIBLE
    for cut in range(a + least, a + most + 1):
        value = left[a, cut] + right[cut, e]
        if value > top:
            best, top = cut, value
    return best


@compiled
def best_vertices(scores: Floats, n: int, single_root: bool) -> Ints:  # compiled code has no keyword arguments
    """The vertices of the best tree, each after the one above it, [at most 2 n - 1, 5].

    Of equally good trees, it is the one that :func:`bubbletree.exact.best_tree` finds.

    Parameters
    ----------
    scores, n, single_root
        As for :func:`inside`.

    Returns
    -------
    array of int
        For each vertex: the number of the vertex above it, -1 for RT; its role; the first and the last token of its
        content; and the edge of the vertex above that it sees.
    """
    t = inside(scores, n, single_root, True)  # compiled code
    made = np.zeros((2 * n, 5), dtype=np.int64)
    count = 0
    # What is still to be taken apart: a table, its entry, and the vertex that it is about.
    pending = np.zeros((8 * n + 8, 4), dtype=np.int64)
    pending[0] = (RIGHT, 1, n + 1, -1)
    waiting = 1
    while waiting:
        waiting -= 1
        table, a, e, above = pending[waiting]
        if table in (LEFT, RIGHT):
            if a == e:
                continue
            if table == RIGHT:
                behind, end = _best_cut(t[RIGHT_HELD], t[RIGHT], a, e, 1, e - a), e
                first, last = _best_cut(t[RIGHT_BEGUN], t[VERTEX], a, behind, 0, behind - a - 1), behind - 1
                most = 0 if single_root and a == 1 else first - a
                start = _best_cut(t[RIGHT], t[LEFT], a, first, 0, most)
                pending[waiting] = (RIGHT, a, start, above)
                role, edge = RIGHT_ROLE, a - 1
            else:
                first = _best_cut(t[LEFT], t[LEFT_FROM], a, e, 0, e - a - 1)
                start = a
                behind = _best_cut(t[VERTEX], t[LEFT_REST], first, e, 1, e - first)
                last = behind - 1
                end = _best_cut(t[RIGHT], t[LEFT], behind, e, 0, e - behind)
                pending[waiting] = (LEFT, end, e, above)
                role, edge = LEFT_ROLE, e
            waiting += 1
        elif table == SEVERAL:
            best, role, cut = IMPOSSIBLE, 0, a
            for one in range(2):
                found = _best_cut(t[HELD + one], t[RIGHT if one else FAR_RIGHT], a, e, 2, e - a)
                value = t[HELD + one, a, found] + t[RIGHT if one else FAR_RIGHT, found, e]
                value += scores[PART_END + one * OTHER, a, e - 1]
                if value > best:
                    best, role, cut = value, one, found
            behind, end, last, edge = cut, e, cut - 1, a
            first = _best_cut(t[BEGUN + role], t[VERTEX], a, cut, 1, cut - a - 1)
            start = _best_cut(t[BEFORE + role], t[LEFT if role else FAR_LEFT], a, first, 1, first - a)
            # The parts before it: the first alone, or several.
            more = t[SEVERAL, a, start] + scores[MORE, a, start - 1]
            earlier = FIRST if t[FIRST, a, start] >= more else SEVERAL
            pending[waiting] = (earlier, a, start, above)
            waiting += 1
            role = OTHER_ROLE if role else CONJUNCT_ROLE
        else:
            behind = _best_cut(t[FIRST_HELD], t[FAR_RIGHT], a, e, 1, e - a)
            start, end, last, edge = a, e, behind - 1, a
            first = _best_cut(t[FIRST_BEGUN], t[VERTEX], a, behind, 0, behind - a - 1)
            role = CONJUNCT_ROLE
        made[count] = (above, role, first, last, edge)
        pending[waiting] = (LEFT, start, first, count)
        pending[waiting + 1] = (RIGHT, behind, end, count)
        waiting += 2
        if first < last:
            pending[waiting] = (SEVERAL, first, last + 1, count)
            waiting += 1
        count += 1
    return made[:count]


@on_threads
def best_trees(
    scores: Floats, lengths: Ints, single_root: bool
) -> tuple[Ints, Ints]:  # compiled code has no keyword arguments
    """For each sentence what :func:`best_vertices` says, [N, 2 T, 5], and how many rows of it count, [N]."""
    vertices = np.zeros((len(lengths), 2 * scores.shape[2], 5), dtype=np.int64)
    counts = np.zeros(len(lengths), dtype=np.int64)
    for number in side_by_side(len(lengths)):
        found = best_vertices(scores[number], lengths[number], single_root)
        counts[number] = len(found)
        vertices[number, : len(found)] = found
    return vertices, counts
