"""The learning rate of each step, and the end of training.

Everything here is a pure function of the options and the progress, so a resumed run has the same learning rates as an
uninterrupted one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeVar

from neural.config import TrainingConfig

Score = TypeVar("Score", float, tuple[float, ...])


def learning_rate(config: TrainingConfig, step: int, progress: float, scores: Sequence[Score]) -> float:
    """The learning rate of a step.

    Parameters
    ----------
    config : TrainingConfig
        The options.
    step : int
        The number of the step, counting from 0.
    progress : float
        How much of training is done, from 0 to 1.
    scores : sequence of numbers, or of tuples of numbers
        The scores of all evaluations so far.

    Examples
    --------
    >>> config = TrainingConfig(learning_rate=1.0, warmup_steps=10, schedule="cosine")
    >>> [round(learning_rate(config, step, step / 100, []), 2) for step in (0, 4, 10, 50, 99)]
    [0.1, 0.5, 0.98, 0.5, 0.0]
    """
    rate = config.learning_rate
    if step < config.warmup_steps:
        # There is one warm-up, at the beginning; there is none after the learning rate falls.
        rate *= (step + 1) / config.warmup_steps
    if config.schedule == "cosine":
        return rate * (1 + math.cos(math.pi * min(progress, 1.0))) / 2
    return rate * config.decay ** plateaus(config, scores)


def is_over(config: TrainingConfig, scores: Sequence[Score]) -> bool:
    """Whether the last plateau was reached; the cosine schedule has none."""
    return config.schedule == "plateau" and plateaus(config, scores) > config.decays


def plateaus(config: TrainingConfig, scores: Sequence[Score]) -> int:
    """The number of plateaus: of times that ``patience`` evaluations in a row had no new best score.

    Examples
    --------
    >>> plateaus(TrainingConfig(patience=2), [1, 5, 4, 5, 3, 2, 6])
    2
    """
    found, since = 0, 0
    best: Score | None = None
    for score in scores:
        if best is None or score > best:
            best, since = score, 0
        else:
            since += 1
        if since == config.patience:
            found, since = found + 1, 0
    return found
