"""Samples of probabilities and truths."""

from __future__ import annotations

import math
import random

from neural.models.calibration import Calibration


def sample(slope: float, intercept: float, count: int, seed: int) -> tuple[list[tuple[float]], list[bool]]:
    """Raw log-probabilities, and truths as likely as the calibration with these numbers says."""
    rng = random.Random(seed)
    values = [(math.log(rng.uniform(0.01, 0.99)),) for _ in range(count)]
    return values, [rng.random() < Calibration((slope,), intercept)(value) for value in values]
