"""The sums of the exact program, with their gradients, and its tables, one sentence at a time.

The same program as in :mod:`bubbletree.exact.program` and :mod:`neural.methods.exact.chart`, as loops over numbers: by
width, recipe (:mod:`neural.methods.exact.tables`) and place.
"""

from __future__ import annotations

import numpy as np

from neural.methods.compiling import IS_COMPILED, Floats, Ints, compiled, for_each
from neural.methods.exact import at_once
from neural.methods.exact.cuts import IMPOSSIBLE, highest, log_sum, share_out
from neural.methods.exact.tables import LEFT, RECIPES, RIGHT, RIGHT_BEGUN, TABLES, VERTEX


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
def _fill_in_a_loop(t: Floats, scores: Floats, recipe: int, width: int, n: int, single_root: bool, best: bool) -> None:
    table, left, right, _, _, pair, row, row_from_end, column, column_from_end = RECIPES[recipe]
    for a in range(1, n - width + 2):
        e = a + width
        first, second = row + (e if row_from_end else a), column + (e if column_from_end else a)
        if max(first, second) > n:
            continue
        least, most = least_and_most(recipe, a, width, single_root)
        value = highest(t[left], t[right], a, e, least, most)
        if not best:
            value = log_sum(t[left], t[right], a, e, least, most, value)
        if pair >= 0:
            value += scores[pair, first, second]
        known = t[table, a, e]
        if known > IMPOSSIBLE:
            value = max(known, value) if best else plus(known, value)
        t[table, a, e] = value


@compiled
def _spread_in_a_loop(
    t: Floats, w: Floats, d: Floats, scores: Floats, recipe: int, width: int, n: int, single_root: bool
) -> None:
    table, left, right, _, _, pair, row, row_from_end, column, column_from_end = RECIPES[recipe]
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
        share = share_out(t[left], t[right], w[left], w[right], a, e, least, most, total, weight)
        if pair >= 0:
            d[pair, first, second] += share


fill = _fill_in_a_loop if IS_COMPILED else at_once.fill
"""Add what a recipe makes to the entries of a width."""

spread = _spread_in_a_loop if IS_COMPILED else at_once.spread
"""Share out the weights of the entries of a width among those that a recipe makes them of: the sum, backwards."""


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
            if not _is_given(RECIPES[recipe, 0], width):
                fill(t, scores, recipe, width, n, single_root, best)
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
            if not _is_given(RECIPES[recipe, 0], width):
                spread(t, w, d, scores, recipe, width, n, single_root)
    return d


@compiled
def log_sum_of_trees(scores: Floats, n: int, single_root: bool) -> float:
    """The logarithm of the sum over all trees; the parameters are as for :func:`inside`."""
    return float(inside(scores, n, single_root, False)[RIGHT, 1, n + 1])  # compiled code has no keyword arguments


@compiled
def sum_and_gradient(scores: Floats, n: int, single_root: bool) -> tuple[float, Floats]:
    """The logarithm of the sum over all trees, and its gradient; the parameters are as for :func:`inside`."""
    t = inside(scores, n, single_root, False)  # compiled code has no keyword arguments
    return float(t[RIGHT, 1, n + 1]), outside(scores, t, n, single_root)


def sums(scores: Floats, lengths: Ints, single_root: bool) -> tuple[Floats, Floats]:
    """For each sentence the logarithm of the sum over its trees, [N], and its gradient, of the shape of the scores."""
    found = for_each(len(lengths), lambda number: sum_and_gradient(scores[number], int(lengths[number]), single_root))
    totals, gradients = np.array([total for total, _ in found]), np.zeros_like(scores)
    for number, (_, gradient) in enumerate(found):
        gradients[number] = gradient
    return totals, gradients
