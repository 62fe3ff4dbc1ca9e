"""What covers some words as two entries side by side, at every cut between them: the innermost loops of the program.

Entries ``[a, e]`` are of what covers the words from a to before e.  A cut leaves ``least`` to ``most`` words on the
left.
"""

from __future__ import annotations

import numpy as np

from neural.methods.compiling import IS_COMPILED, Floats, compiled

IMPOSSIBLE = -1e30
"""The logarithm of nothing, and the score of what may not be."""


@compiled
def highest(left: Floats, right: Floats, a: int, e: int, least: int, most: int) -> float:
    """The highest sum of the two entries."""
    top = IMPOSSIBLE
    for cut in range(a + least, a + most + 1):
        top = max(top, left[a, cut] + right[cut, e])
    return top


@compiled
def log_sum(left: Floats, right: Floats, a: int, e: int, least: int, most: int, top: float) -> float:
    """The logarithm of the sum of the exponentials of these sums, of which ``top`` is the highest."""
    if top == IMPOSSIBLE:
        return top
    total = 0.0
    for cut in range(a + least, a + most + 1):
        total += np.exp(left[a, cut] + right[cut, e] - top)
    return float(top + np.log(total))


@compiled
def share_out(
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
    """Share out the weight of an entry whose logarithm is ``total`` among its cuts, and say how much that was."""
    whole = 0.0
    for cut in range(a + least, a + most + 1):
        share = weight * np.exp(left[a, cut] + right[cut, e] - total)
        to_left[a, cut] += share
        to_right[cut, e] += share
        whole += share
    return whole


@compiled
def _best_cut_in_a_loop(left: Floats, right: Floats, a: int, e: int, least: int, most: int) -> int:
    best, top = a + least, IMPOSSIBLE
    for cut in range(a + least, a + most + 1):
        value = left[a, cut] + right[cut, e]
        if value > top:
            best, top = cut, value
    return best


def _best_cut_at_once(left: Floats, right: Floats, a: int, e: int, least: int, most: int) -> int:
    cuts = slice(a + least, a + most + 1)
    return a + least + int((left[a, cuts] + right[cuts, e]).argmax())


best_cut = _best_cut_in_a_loop if IS_COMPILED else _best_cut_at_once
"""The cut at which the two entries have the highest sum, of several the first."""
