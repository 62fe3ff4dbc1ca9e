"""Means, deviations, and the paired bootstrap."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest

from neural.experiment.statistics import Comparison, compare, spread


def ratios(*seeds: Sequence[tuple[int, int]]) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.array(seeds, dtype=np.float64)


FIRST = ratios([(2, 3), (0, 2), (4, 4)], [(2, 3), (2, 2), (2, 4)])
SECOND = ratios([(0, 3), (0, 2), (4, 5)])


def test_means_and_deviations() -> None:
    assert spread([0.25]) == (0.25, None)
    mean, deviation = spread([0.2, 0.4, 0.9])
    assert mean == pytest.approx(0.5)
    assert deviation == pytest.approx(0.13**0.5)


def test_the_bootstrap_agrees_with_all_draws_there_are() -> None:
    def score(rows: Sequence[tuple[float, float]]) -> float:
        return sum(above for above, _ in rows) / sum(below for _, below in rows)

    def difference(draw: Sequence[int]) -> float:
        of_first = [score([FIRST[seed][place] for place in draw]) for seed in range(2)]
        return sum(of_first) / 2 - score([SECOND[0][place] for place in draw])

    found = compare(FIRST, SECOND, resamples=20_000)
    real = difference([0, 1, 2])
    assert found.difference == pytest.approx(real)
    assert real == pytest.approx(6 / 9 - 4 / 10)
    every = [difference(draw) for draw in product(range(3), repeat=3)]
    assert found.p_value == pytest.approx(
        sum(abs(one - real) >= abs(real) - 1e-9 for one in every) / len(every), abs=0.01
    )
    assert (found.low, found.high) == pytest.approx((min(every), max(every)))


def test_the_bootstrap_is_the_same_each_time_and_from_both_sides() -> None:
    found = compare(FIRST, SECOND, resamples=500)
    assert compare(FIRST, SECOND, resamples=500) == found
    back = compare(SECOND, FIRST, resamples=500)
    assert (back.difference, back.p_value) == (-found.difference, found.p_value)
    assert (back.low, back.high) == pytest.approx((-found.high, -found.low))
    assert compare(FIRST, SECOND, resamples=500, seed=1) != found


def test_what_is_surely_chance_and_what_surely_is_not() -> None:
    assert compare(FIRST, FIRST, resamples=300) == Comparison(0.0, 0.0, 0.0, 1.0)
    good, bad = ratios([(9, 10)] * 40), ratios([(1, 10)] * 40)
    found = compare(good, bad, resamples=300)
    assert (found.difference, found.low) == pytest.approx((0.8, 0.8))
    assert found.p_value == 1 / 301
    nothing = ratios([(0, 0)] * 4)
    assert compare(nothing, nothing, resamples=10).difference == 0
    with pytest.raises(ValueError, match="3 and 4"):
        compare(FIRST, nothing)
