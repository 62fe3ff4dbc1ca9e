"""Is a difference more than chance?  Means and deviations over seeds, and the paired bootstrap over sentences.

The bootstrap draws as many sentences as there are, with replacement, again and again, and scores two systems on the
same draws.  How much their difference varies from draw to draw tells how much it owes to the choice of
test sentences (Efron and Tibshirani 1993, chapter 16).  Where a system was trained with several seeds, its score on a
draw is the mean over the seeds: seeds are averaged out, not drawn, so nothing is said of how much the difference owes
to them; for that there are the deviations.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ratios = NDArray[np.float64]
"""Numerators and denominators that add up over sentences, [seeds, sentences, 2]."""

RESAMPLES = 10_000
"""How often to draw."""

_AT_ONCE = 200
"""Draws held in memory together."""


class Spread(NamedTuple):
    """Mean and sample standard deviation of a number over seeds; of one seed there is no deviation."""

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
        How probable so large a difference, of either sign, were if there was none in truth.
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
        What two systems achieved on each sentence.  The score on some sentences is the sum of the numerators over
        that of the denominators (0 where that is 0): correct words over words for LAS; twice the correct
        coordinations over predicted plus gold ones for F1.
    resamples : int
        How often to draw.
    seed : int
        Where chance comes from.

    Raises
    ------
    ValueError
        There are no sentences, or not the same number for both.
    """
    count = first.shape[1]
    if not count or second.shape[1] != count:
        raise ValueError(f"{count} and {second.shape[1]} sentences cannot be paired")
    generator = np.random.default_rng(seed)
    drawn = []
    for begin in range(0, resamples, _AT_ONCE):
        rows = min(_AT_ONCE, resamples - begin)
        # How often each sentence was drawn, by draw.
        places = generator.integers(count, size=(rows, count)) + count * np.arange(rows)[:, np.newaxis]
        times = np.bincount(places.ravel(), minlength=rows * count).reshape(rows, count).astype(np.float64)
        drawn.append(_scores(first, times) - _scores(second, times))
    differences = np.concatenate(drawn)
    once = np.ones((1, count))
    [difference] = _scores(first, once) - _scores(second, once)
    low, high = np.quantile(differences, [0.025, 0.975])
    # Were there no difference in truth, draws would spread around 0 as they do around the difference found.
    extreme = np.abs(differences - difference) >= abs(difference) - 1e-12
    p_value = (1 + int(extreme.sum())) / (1 + resamples)
    return Comparison(float(difference), float(low), float(high), p_value)


def _scores(ratios: Ratios, times: NDArray[np.float64]) -> NDArray[np.float64]:
    """The score on each draw, the mean over seeds; ``times``, [draws, sentences], is how often sentences were drawn."""
    sums = np.tensordot(ratios, times, axes=(1, 1))  # [seeds, 2, draws]
    above, below = sums[:, 0], sums[:, 1]
    scores: NDArray[np.float64] = np.divide(above, below, out=np.zeros_like(above), where=below > 0).mean(axis=0)
    return scores
