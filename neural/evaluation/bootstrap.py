"""The bootstrap over sentences: how much a score depends on which sentences were tested.

It draws as many sentences as there are, with replacement, many times, and computes the score of each draw (Efron and
Tibshirani 1993, chapter 13).  The interval that holds 95% of these scores says how far the score can be trusted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bubbletree.metrics import Counts, Share

Ratios = NDArray[np.float64]
"""Numerators and denominators that add up over sentences, [seeds, sentences, 2]."""

RESAMPLES = 10_000
"""The number of draws."""

_AT_ONCE = 200
"""How many draws are in memory at a time."""


class Interval(NamedTuple):
    """What holds 95% of the scores of draws."""

    low: float
    high: float


def draws(count: int, resamples: int, seed: int) -> Iterator[NDArray[np.float64]]:
    """Draws of some number of sentences, a few at a time: how often each sentence was drawn, [draws, sentences]."""
    generator = np.random.default_rng(seed)
    for begin in range(0, resamples, _AT_ONCE):
        rows = min(_AT_ONCE, resamples - begin)
        places = generator.integers(count, size=(rows, count)) + count * np.arange(rows)[:, np.newaxis]
        yield np.bincount(places.ravel(), minlength=rows * count).reshape(rows, count).astype(np.float64)


def scores(ratios: Ratios, times: NDArray[np.float64]) -> NDArray[np.float64]:
    """The score on each draw, as the mean over seeds; ``times``, [draws, sentences]: how often sentences were drawn."""
    found: NDArray[np.float64] = _each(ratios, times).mean(axis=0)
    return found


def _each(ratios: Ratios, times: NDArray[np.float64]) -> NDArray[np.float64]:
    """The score of each seed on each draw, [seeds, draws]."""
    sums = np.tensordot(ratios, times, axes=(1, 1))  # [seeds, 2, draws]
    above, below = sums[:, 0], sums[:, 1]
    return np.divide(above, below, out=np.zeros_like(above), where=below > 0)


def ratio(counts: Counts | Share) -> tuple[int, int]:
    """Numerator and denominator of a sentence's F1, or of its share of words."""
    if isinstance(counts, Counts):
        return 2 * counts.correct, counts.predicted + counts.gold
    return counts.correct, counts.total


def interval(counts: Sequence[Counts | Share], resamples: int = RESAMPLES, seed: int = 0) -> Interval:
    """The interval of one score, an F1 or a share of words, given the counts of each sentence; see :func:`intervals`.

    Examples
    --------
    >>> found = interval([Share(1, 2), Share(2, 2), Share(0, 2), Share(1, 2)] * 25)
    >>> round(found.low, 2), round(found.high, 2)
    (0.43, 0.57)
    """
    [found] = intervals([counts], resamples, seed)
    return found


def intervals(columns: Sequence[Sequence[Counts | Share]], resamples: int = RESAMPLES, seed: int = 0) -> list[Interval]:
    """The intervals of several scores of the same sentences, from the same draws.

    Parameters
    ----------
    columns : sequence of sequences of Counts or Share
        For each score, the counts of each sentence.
    resamples : int
        The number of draws.
    seed : int
        The seed of the draws.

    Raises
    ------
    ValueError
        There are no sentences.
    """
    if not columns or not columns[0]:
        raise ValueError("without sentences there is no interval")
    ratios = np.array([[ratio(one) for one in counts] for counts in columns], dtype=np.float64)
    found = np.concatenate([_each(ratios, times) for times in draws(len(columns[0]), resamples, seed)], axis=1)
    return [Interval(float(low), float(high)) for low, high in np.quantile(found, [0.025, 0.975], axis=1).T]
