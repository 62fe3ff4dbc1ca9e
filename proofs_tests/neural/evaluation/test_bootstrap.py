"""Intervals of scores."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from bubbletree.metrics import Counts, Share
from neural.evaluation.bootstrap import RESAMPLES, draws, interval, intervals, ratio, scores


def test_the_interval_holds_95_per_cent_of_all_draws_there_are() -> None:
    sentences = [Counts(1, 2, 2), Counts(0, 1, 0), Counts(2, 2, 3), Counts(0, 0, 0)]
    every = sorted(
        Fraction(2 * sum(one.correct for one in draw), below) if below else Fraction(0)
        for draw in product(sentences, repeat=4)
        for below in [sum(one.predicted + one.gold for one in draw)]
    )
    found = interval(sentences, resamples=40_000)
    assert found.low == pytest.approx(float(every[round(0.025 * len(every))]), abs=0.03)
    assert found.high == pytest.approx(float(every[round(0.975 * len(every)) - 1]), abs=0.03)


def test_words_are_weighed_by_sentence() -> None:
    # One sentence has most of the words; draws without it have other scores.
    assert interval([Share(0, 1000), *[Share(1, 1)] * 3]).low < 0.001
    assert interval([Share(0, 1000), *[Share(1, 1)] * 3]).high == 1
    assert interval([Share(3, 4)] * 5) == (0.75, 0.75)
    assert interval([Share(1, 1)]) == (1.0, 1.0)


def test_an_interval_is_the_same_each_time() -> None:
    sentences = [Share(number % 3, 3) for number in range(20)]
    assert interval(sentences, 300) == interval(sentences, 300) != interval(sentences, 300, seed=1)


def test_several_scores_have_the_intervals_that_each_has_alone() -> None:
    first = [Share(number % 3, 3) for number in range(20)]
    second = [Counts(number % 2, 1, 1) for number in range(20)]
    assert intervals([first, second], 300) == [interval(first, 300), interval(second, 300)]


def test_there_is_none_without_sentences() -> None:
    with pytest.raises(ValueError, match="without sentences"):
        interval([])
    with pytest.raises(ValueError, match="without sentences"):
        intervals([])


def test_each_draw_has_as_many_sentences_as_there_are_and_all_can_be_drawn() -> None:
    parts = list(draws(7, 1050, seed=3))
    assert max(map(len, parts)) <= 200, "not all draws are in memory at a time"
    times = np.concatenate(parts)
    assert times.shape == (1050, 7)
    assert (times.sum(axis=1) == 7).all()
    assert np.allclose(times.mean(axis=0), 1, atol=0.15)
    assert len({tuple(row) for row in times.tolist()}) > 500
    assert (times != np.concatenate(list(draws(7, 1050, seed=4)))).any()


def test_the_score_of_a_draw_is_the_mean_over_seeds_and_nothing_to_find_scores_nothing() -> None:
    ratios = np.array([[(1, 2), (0, 0)], [(1, 1), (1, 4)]], dtype=np.float64)
    found = scores(ratios, np.array([[1.0, 1.0], [0.0, 2.0]]))
    assert found.tolist() == pytest.approx([(1 / 2 + 2 / 5) / 2, (0 + 2 / 8) / 2])
    assert ratio(Counts(1, 3, 4)) == (2, 7)
    assert ratio(Share(3, 4)) == (3, 4)


def test_draws_with_nothing_to_find_score_nothing_whatever_was_in_memory_before() -> None:
    ratios = np.array([[(1, 2), (0, 0)]] * 3, dtype=np.float64)
    times = np.array([[0.0, 2.0]] * 5)
    for _ in range(3):
        used = [np.full((3, 5), 7.0) for _ in range(10)]
        del used
        assert scores(ratios, times).tolist() == [0.0] * 5


def test_an_interval_leaves_out_two_and_a_half_per_cent_at_either_end_of_ten_thousand_draws() -> None:
    counts = [Share(number % 4, 4) for number in range(9)]
    ratios = np.array([[ratio(one) for one in counts]], dtype=np.float64)
    every = np.concatenate([scores(ratios, times) for times in draws(9, RESAMPLES, 0)])
    assert RESAMPLES == len(every) == 10_000
    assert interval(counts) == pytest.approx(tuple(np.quantile(every, [0.025, 0.975])))
