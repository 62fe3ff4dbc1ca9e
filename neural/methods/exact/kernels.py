"""The sums of the exact program, with their gradients, and its tables, one sentence at a time.

The same program as in :mod:`bubbletree.exact.program` and :mod:`neural.methods.exact.chart`, as loops over numbers: by
width, recipe (:mod:`neural.methods.exact.tables`) and place.  Sentences run side by side on all threads.
"""

from __future__ import annotations

import numpy as np

from neural.methods.compiling import Floats, Ints, compiled, on_threads, parallel_range
from neural.methods.exact.cuts import IMPOSSIBLE, highest, log_sum, spread
from neural.methods.exact.tables import LEFT, RECIPES, RIGHT, RIGHT_BEGUN, TABLES, VERTEX

side_by_side = parallel_range()


@compiled
def plus(one: float, other: float) -> float:
    """The logarithm of the sum of two numbers that are given by their logarithms."""
    top = max(one, other)
    return top if top == IMPOSSIBLE else float(top + np.log(np.exp(one - top) + np.exp(other - top)))


@compiled
def least_and_most(recipe: int, a: int, width: int, single_root: bool) -> tuple[int, int]:
    """How many words may be left of the cut, for a recipe's entry of ``width`` words from a."""
    least, most = RECIPES[recipe, 3], width - RECIPES[recipe, 4]
    if least < 0:
        least = width
    if single_root and a == 1 and RECIPES[recipe, 0] == RIGHT_BEGUN:
        # With a single root, the child of RT begins with the sentence.
        most = 0
    return least, most


@compiled
def inside(scores: Floats, n: int, single_root: bool, best: bool) -> Floats:
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
        if a <= n:
            t[LEFT, a, a] = 0.0
            t[VERTEX, a, a + 1] = 0.0
    for width in range(n + 1):
        for recipe in range(len(RECIPES)):
            table, left, right, _, _, pair, row, row_from_end, column, column_from_end = RECIPES[recipe]
            if _is_given(table, width):
                continue
            for a in range(1, n - width + 2):
                e = a + width
                first, second = row + (e if row_from_end else a), column + (e if column_from_end else a)
                if max(first, second) > n:
                    continue
                least, most = least_and_most(recipe, a, width, single_root)
                if best:
                    value = highest(t[left], t[right], a, e, least, most)
                else:
                    value = log_sum(t[left], t[right], a, e, least, most)
                if pair >= 0:
                    value += scores[pair, first, second]
                known = t[table, a, e]
                if known > IMPOSSIBLE:
                    value = max(known, value) if best else plus(known, value)
                t[table, a, e] = value
    return t


@compiled
def _is_given(table: int, width: int) -> bool:
    """Whether entries of a table and width are there from the start."""
    return (width == 0 and table in (LEFT, RIGHT)) or (width == 1 and table == VERTEX)


@compiled
def outside(scores: Floats, t: Floats, n: int, single_root: bool) -> Floats:
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
        for recipe in range(len(RECIPES) - 1, -1, -1):
            table, left, right, _, _, pair, row, row_from_end, column, column_from_end = RECIPES[recipe]
            if _is_given(table, width):
                continue
            for a in range(1, n - width + 2):
                e = a + width
                weight = w[table, a, e]
                if weight == 0.0:
                    continue
                first, second = row + (e if row_from_end else a), column + (e if column_from_end else a)
                least, most = least_and_most(recipe, a, width, single_root)
                total = t[table, a, e]
                if pair >= 0:
                    total -= scores[pair, first, second]
                share = spread(t[left], t[right], w[left], w[right], a, e, least, most, total, weight)
                if pair >= 0:
                    d[pair, first, second] += share
    return d


@compiled
def log_sum_of_trees(scores: Floats, n: int, single_root: bool) -> float:
    """The logarithm of the sum over all trees; the parameters are as for :func:`inside`."""
    return float(inside(scores, n, single_root, False)[RIGHT, 1, n + 1])  # compiled code has no keyword arguments


@on_threads
def sums(scores: Floats, lengths: Ints, single_root: bool) -> tuple[Floats, Floats]:
    """For each sentence the logarithm of the sum over its trees, [N], and its gradient, of the shape of the scores."""
    totals = np.zeros(len(lengths))
    gradients = np.zeros_like(scores)
    for number in side_by_side(len(lengths)):
        n = lengths[number]
        t = inside(scores[number], n, single_root, False)  # compiled code has no keyword arguments
        totals[number] = t[RIGHT, 1, n + 1]
        gradients[number] = outside(scores[number], t, n, single_root)
    return totals, gradients
