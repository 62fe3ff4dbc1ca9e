"""From a network's probabilities to confidences that mean what they say: of those near 0.8, eight in ten are right.

Networks are surer than they should be.  A :class:`Calibration` corrects that with a few numbers, fitted on gold
sentences and kept in the model directory: it stretches and shifts the logarithm of the odds (Platt 1999).  Some
networks have two opinions of a coordination; then each has a number that stretches it, and they are added up.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeGuard

import torch
from torch import Tensor
from torch.nn import functional as F

from neural.config import Json
from neural.models.checkpoint import MODEL, CheckpointError, read_json, write_json

CALIBRATION = "calibration.json"
"""The file of the model directory."""

LEAST = 1e-6
"""Probabilities are kept this far from 0 and 1, so that the logarithm of the odds is finite."""

_NEWTON_STEPS = 100
_FLAT = 1e-10


@dataclass(frozen=True, slots=True)
class Calibration:
    """The step from probabilities to confidences: sigmoid(slopes * log-odds + intercept).

    Attributes
    ----------
    slopes : tuple of float
        A number for each opinion.  By default there are none: then the log-odds are the mean of those of all opinions.
    intercept : float
        A number that is added.

    Examples
    --------
    >>> round(Calibration()([math.log(0.75)]), 6)
    0.75
    >>> round(Calibration(slopes=(0.5,), intercept=-1.0)([math.log(0.9)]), 3)
    0.525
    """

    slopes: tuple[float, ...] = ()
    intercept: float = 0.0

    def __call__(self, log_probabilities: Sequence[float]) -> float:
        """The confidence, given the logarithm of the probability by each opinion."""
        slopes = self.slopes or (1 / len(log_probabilities),) * len(log_probabilities)
        terms = [slope * log_odds(value) for slope, value in zip(slopes, log_probabilities, strict=True)]
        odds = sum(terms) + self.intercept
        return (1 + math.tanh(odds / 2)) / 2  # the sigmoid, and never too large a number on the way

    @classmethod
    def fit(cls, log_probabilities: Sequence[Sequence[float]], right: Sequence[bool]) -> Calibration:
        """The calibration that makes the truth most likely.

        As Platt (1999) proposes, r right guesses and w wrong ones have the targets (r + 1) / (r + 2) and 1 / (w + 2)
        instead of 1 and 0, so the result is finite for any data.  No slope is negative: an opinion that is surer of
        worse guesses does not count.

        Parameters
        ----------
        log_probabilities : sequence of sequence of float
            For each guess, the logarithm of its probability by each opinion.
        right : sequence of bool
            Whether each guess was right.
        """
        hits = sum(right)
        of_right, of_wrong = (hits + 1) / (hits + 2), 1 / (len(right) - hits + 2)
        targets = torch.tensor([of_right if one else of_wrong for one in right], dtype=torch.float64)
        rows = [[*map(log_odds, values), 1.0] for values in log_probabilities]
        inputs = torch.tensor(rows, dtype=torch.float64)
        counted = list(range(inputs.size(1)))
        while True:
            weights = _logistic_regression(inputs[:, counted], targets)
            worst = int(weights[:-1].argmin()) if len(counted) > 1 else None
            if worst is None or weights[worst] >= 0:
                break
            del counted[worst]
        *slopes, intercept = inputs.new_zeros(inputs.size(1)).index_put((torch.tensor(counted),), weights).tolist()
        return cls(tuple(slopes), intercept)


def log_odds(log_probability: float) -> float:
    """The logarithm of the odds, given that of a probability, which is kept between LEAST and 1 - LEAST."""
    probability = min(max(math.exp(log_probability), LEAST), 1 - LEAST)
    return math.log(probability) - math.log1p(-probability)


def _logistic_regression(inputs: Tensor, targets: Tensor) -> Tensor:
    """The weights that minimise the cross-entropy, by Newton's method; steps that lead too far are halved."""

    def loss(weights: Tensor) -> Tensor:
        return F.binary_cross_entropy_with_logits(inputs @ weights, targets, reduction="sum")

    weights = inputs.new_zeros(inputs.size(1))
    for _ in range(_NEWTON_STEPS):
        guesses = torch.sigmoid(inputs @ weights)
        gradient = inputs.T @ (guesses - targets)
        if gradient.abs().max() <= _FLAT * inputs.size(0):
            break
        hessian = (inputs * (guesses * (1 - guesses)).unsqueeze(1)).T @ inputs
        step = torch.linalg.solve(hessian + _FLAT * torch.eye(len(weights), dtype=weights.dtype), gradient)
        while loss(weights - step) > loss(weights):
            step = step / 2
            if step.abs().max() < _FLAT:
                return weights
        weights = weights - step
    return weights


def save_calibration(directory: Path, calibration: Calibration, notes: Mapping[str, Json]) -> None:
    """Write a calibration into a model directory, with notes for people on what it was fitted on.

    Raises
    ------
    OSError
        It cannot be written.
    """
    write_json(directory / CALIBRATION, {**asdict(calibration), "weights": _digest(directory), **notes})


def load_calibration(directory: Path) -> Calibration | None:
    """The calibration in a model directory; None if there is none.

    Raises
    ------
    CheckpointError
        The file is broken, or was made for other weights.
    """
    path = directory / CALIBRATION
    if not path.exists():
        return None
    content = read_json(path)
    if not isinstance(content, dict):
        raise CheckpointError(path, "not a calibration")
    slopes, intercept = content.get("slopes"), content.get("intercept")
    if "slope" in content:
        raise CheckpointError(path, "it was made by version 0.1: run neural.calibrate again, or delete it")
    if not (isinstance(slopes, list) and _is_finite(intercept)):
        raise CheckpointError(path, "not a calibration: it needs a list of slopes, and an intercept")
    numbers = [float(slope) for slope in slopes if _is_finite(slope)]
    if not slopes or len(numbers) < len(slopes):
        raise CheckpointError(path, "not a calibration: slopes must be numbers")
    if content.get("weights") != _digest(directory):
        raise CheckpointError(path, "it was made for other weights: run neural.calibrate again, or delete it")
    return Calibration(tuple(numbers), float(intercept))


def _is_finite(value: Json) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _digest(directory: Path) -> str:
    """A number that differs between different weights."""
    with (directory / MODEL).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
