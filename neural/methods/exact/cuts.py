"""What covers some words as two entries side by side, at every cut between them: the innermost loops of the program.

Entries ``[a, e]`` are of what covers the words from a to before e.  A cut leaves ``least`` to ``most`` words on the
left.  Compiled, these are loops; without a compiler, NumPy does the same at once.
"""

from __future__ import annotations

import numpy as np

from neural.methods.compiling import IS_COMPILED, Floats, compiled

IMPOSSIBLE = -1e30
"""The logarithm of nothing, and the score of what may not be."""


@compiled
def _log_sum_in_a_loop(left: Floats, right: Floats, a: int, e: int, least: int, most: int) -> float:
    top = IMPOSSIBLE
    for cut in range(a + least, a + most + 1):
        top = max(top, left[a, cut] + right[cut, e])
    if top == IMPOSSIBLE:
        return top
    total = 0.0
    for cut in range(a + least, a + most + 1):
        total += np.exp(left[a, cut] + right[cut, e] - top)
    return float(top + np.log(total))


@compiled
def _highest_in_a_loop(left: Floats, right: Floats, a: int, e: int, least: int, most: int) -> float:
    top = IMPOSSIBLE
    for cut in range(a + least, a + most + 1):
        top = max(top, left[a, cut] + right[cut, e])
    return top


@compiled
def _best_cut_in_a_loop(left: Floats, right: Floats, a: int, e: int, least: int, most: int) -> int:
    best, top = a + least, IMPOSSIBLE
    for cut in range(a + least, a + most + 1):
        value = left[a, cut] + right[cut, e]
        if value > top:
            best, top = cut, value
    return best


@compiled
def _spread_in_a_loop(
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
) -> float:
    whole = 0.0
    for cut in range(a + least, a + most + 1):
        share = weight * np.exp(left[a, cut] + right[cut, e] - total)
        to_left[a, cut] += share
        to_right[cut, e] += share
        whole += share
    return whole


def _side_by_side(left: Floats, right: Floats, a: int, e: int, least: int, most: int) -> Floats:
    cuts = slice(a + least, a + most + 1)
    return left[a, cuts] + right[cuts, e]


def _log_sum_at_once(left: Floats, right: Floats, a: int, e: int, least: int, most: int) -> float:
    values = _side_by_side(left, right, a, e, least, most)
    top = float(values.max(initial=IMPOSSIBLE))
    return top if top == IMPOSSIBLE else top + float(np.log(np.exp(values - top).sum()))


def _highest_at_once(left: Floats, right: Floats, a: int, e: int, least: int, most: int) -> float:
    return float(_side_by_side(left, right, a, e, least, most).max(initial=IMPOSSIBLE))


def _best_cut_at_once(left: Floats, right: Floats, a: int, e: int, least: int, most: int) -> int:
    return a + least + int(_side_by_side(left, right, a, e, least, most).argmax())


def _spread_at_once(
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
) -> float:
    cuts = slice(a + least, a + most + 1)
    shares = weight * np.exp(_side_by_side(left, right, a, e, least, most) - total)
    to_left[a, cuts] += shares
    to_right[cuts, e] += shares
    return float(shares.sum())


log_sum = _log_sum_in_a_loop if IS_COMPILED else _log_sum_at_once
"""The logarithm of the sum of the products of the two entries, over all cuts."""

highest = _highest_in_a_loop if IS_COMPILED else _highest_at_once
"""The highest sum of the two entries."""

best_cut = _best_cut_in_a_loop if IS_COMPILED else _best_cut_at_once
"""The cut at which they have the highest sum, of several the first."""

spread = _spread_in_a_loop if IS_COMPILED else _spread_at_once
"""Share out the weight of an entry whose logarithm is ``total`` among these products, and say how much that was."""
