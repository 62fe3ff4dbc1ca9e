"""The learning rate over the course of training, and when training is over.

Everything is a pure function of the options and of the progress made, so a resumed run continues with the
learning rate that an uninterrupted one has.
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
        The share of training that is done, between 0 and 1.
    scores : sequence of numbers, or of tuples of numbers
        All development scores so far.

    Examples
    --------
    >>> config = TrainingConfig(learning_rate=1.0, warmup_steps=10, schedule="cosine")
    >>> [round(learning_rate(config, step, step / 100, []), 2) for step in (0, 4, 10, 50, 99)]
    [0.1, 0.5, 0.98, 0.5, 0.0]
    """
    rate = config.learning_rate
    if step < config.warmup_steps:
        # Warm-up comes once: it does not begin anew where the learning rate falls.
        rate *= (step + 1) / config.warmup_steps
    if config.schedule == "cosine":
        return rate * (1 + math.cos(math.pi * min(progress, 1.0))) / 2
    return rate * config.decay ** plateaus(config, scores)


def is_over(config: TrainingConfig, scores: Sequence[Score]) -> bool:
    """Whether the last plateau has been reached; only the plateau schedule knows one."""
    return config.schedule == "plateau" and plateaus(config, scores) > config.decays


def plateaus(config: TrainingConfig, scores: Sequence[Score]) -> int:
    """How many plateaus there were: ``patience`` evaluations in a row without a new best score.

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
