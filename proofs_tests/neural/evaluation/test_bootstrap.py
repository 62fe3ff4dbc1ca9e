"""Intervals of scores."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from bubbletree.metrics import Counts, Share
from neural.evaluation.bootstrap import interval, intervals


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
