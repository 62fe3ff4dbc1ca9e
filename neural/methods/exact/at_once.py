"""One recipe at all places of a width at once, in NumPy: for where there is no compiler.

The compiled loops of :mod:`neural.methods.exact.kernels` do the same, place by place.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from neural.methods.compiling import Floats, Ints
from neural.methods.exact.cuts import IMPOSSIBLE
from neural.methods.exact.tables import RECIPES, RIGHT_BEGUN


class _Places(NamedTuple):
    """Where a recipe applies, P entries with C cuts each.

    Attributes
    ----------
    begin, end : array of int, [P]
        The entries' places.
    row, column : array of int, [P]
        The tokens of the pair.
    cuts : array of int, [P, C]
        The cuts.
    values : array, [P, C]
        The products of the two entries at each cut, as logarithms.
    """

    begin: Ints
    end: Ints
    row: Ints
    column: Ints
    cuts: Ints
    values: Floats


def _places(t: Floats, recipe: int, begin: Ints, width: int, n: int, single_root: bool) -> _Places:
    table, left, right, least, rest, _, row, row_from_end, column, column_from_end = RECIPES[recipe].tolist()
    rows, columns = begin + row + row_from_end * width, begin + column + column_from_end * width
    allowed = np.maximum(rows, columns) <= n
    begin, rows, columns = begin[allowed], rows[allowed], columns[allowed]
    cuts = begin[:, None] + np.arange(width if least < 0 else least, width - rest + 1)
    values = t[left, begin[:, None], cuts] + t[right, cuts, begin[:, None] + width]
    if single_root and table == RIGHT_BEGUN:
        # The child of RT begins with the sentence.
        values[(begin == 1)[:, None] & (cuts > 1)] = 2 * IMPOSSIBLE
    return _Places(begin, begin + width, rows, columns, cuts, values)


def fill(t: Floats, scores: Floats, recipe: int, width: int, n: int, single_root: bool, best: bool) -> None:
    """Add what a recipe makes to all entries of a width; the parameters are as for the loops."""
    places = _places(t, recipe, np.arange(1, n - width + 2), width, n, single_root)
    table, pair = RECIPES[recipe, [0, 5]].tolist()
    values = places.values.max(axis=1, initial=IMPOSSIBLE)
    if not best and places.values.size:
        total = np.exp(places.values - values[:, None]).sum(axis=1)
        values = np.where(values > IMPOSSIBLE, values + np.log(np.maximum(total, np.finfo(float).tiny)), IMPOSSIBLE)
    if pair >= 0:
        values = values + scores[pair, places.row, places.column]
    known = t[table, places.begin, places.end]
    both = np.maximum(known, values) if best else np.logaddexp(known, values)
    t[table, places.begin, places.end] = np.where(known > IMPOSSIBLE, both, values)


def spread(t: Floats, w: Floats, d: Floats, scores: Floats, recipe: int, width: int, n: int, single_root: bool) -> None:
    """Share out the weights of all entries of a width; the parameters are as for the loops."""
    table, left, right, _, _, pair = RECIPES[recipe, :6].tolist()
    begin = np.arange(1, n - width + 2)
    places = _places(t, recipe, begin[w[table, begin, begin + width] > 0], width, n, single_root)
    totals = t[table, places.begin, places.end]
    if pair >= 0:
        totals = totals - scores[pair, places.row, places.column]
    shares = w[table, places.begin, places.end][:, None] * np.exp(places.values - totals[:, None])
    w[left, places.begin[:, None], places.cuts] += shares
    w[right, places.cuts, places.end[:, None]] += shares
    if pair >= 0:
        d[pair, places.row, places.column] += shares.sum(axis=1)
