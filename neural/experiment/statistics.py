"""Is a difference more than chance?  Means and deviations over seeds, and the paired bootstrap over sentences.

The bootstrap draws as many sentences as there are, with replacement, many times, and scores both systems on each draw.
How much their difference varies between draws shows how much it depends on the choice of test sentences (Efron and
Tibshirani 1993, chapter 16).  The score of a system with several seeds is the mean over the seeds.  Seeds are not
drawn, so the bootstrap does not show how much the difference depends on them; the deviations do.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from neural.evaluation.bootstrap import RESAMPLES, Ratios, draws, scores


class Spread(NamedTuple):
    """Mean and sample standard deviation of a number over seeds; with one seed, there is no deviation."""

    mean: float
    deviation: float | None


def spread(values: Sequence[float]) -> Spread:
    """Mean and deviation.

    Examples
    --------
    >>> spread([1.0, 2.0, 3.0]), spread([5.0])
    (Spread(mean=2.0, deviation=1.0), Spread(mean=5.0, deviation=None))
    """
    return Spread(statistics.fmean(values), statistics.stdev(values) if len(values) > 1 else None)


@dataclass(frozen=True, slots=True)
class Comparison:
    """One system against another.

    Attributes
    ----------
    difference : float
        The first one's score minus the second one's.
    low, high : float
        The interval that holds 95% of the differences on draws.
    p_value : float
        How likely a difference of this size, of either sign, would be if the systems were equally good.
    """

    difference: float
    low: float
    high: float
    p_value: float


def compare(first: Ratios, second: Ratios, resamples: int = RESAMPLES, seed: int = 0) -> Comparison:
    """The paired bootstrap.

    Parameters
    ----------
    first, second : array, [seeds, sentences, 2]
        The counts of two systems on each sentence.  A score is the sum of the numerators divided by the sum of the
        denominators, and 0 if the latter is 0.  For LAS, these are correct words and words; for F1, twice the correct
        coordinations, and predicted plus gold coordinations.
    resamples : int
        The number of draws.
    seed : int
        The seed of the draws.

    Raises
    ------
    ValueError
        There are no sentences, or not the same number for both.
    """
    count = first.shape[1]
    if not count or second.shape[1] != count:
        raise ValueError(f"{count} and {second.shape[1]} sentences cannot be paired")
    parts = [scores(first, times) - scores(second, times) for times in draws(count, resamples, seed)]
    differences = np.concatenate(parts)
    once = np.ones((1, count))
    [difference] = scores(first, once) - scores(second, once)
    low, high = np.quantile(differences, [0.025, 0.975])
    # If the systems were equally good, the draws would spread around 0 as they now spread around the difference.
    extreme = np.abs(differences - difference) >= abs(difference) - 1e-12
    p_value = (1 + int(extreme.sum())) / (1 + resamples)
    return Comparison(float(difference), float(low), float(high), p_value)
