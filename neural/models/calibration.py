"""From a network's probabilities to confidences that mean what they say: of those near 0.8, eight in ten are right.

Networks are surer than they should be.  A :class:`Calibration` corrects that with two numbers, fitted on gold sentences
and kept in the model directory: it stretches and shifts the logarithm of the odds (Platt 1999).
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
    """The step from probabilities to confidences: sigmoid(slope * log-odds + intercept); by default, no change.

    Attributes
    ----------
    slope, intercept : float
        The two numbers.

    Examples
    --------
    >>> round(Calibration()(math.log(0.75)), 6)
    0.75
    >>> round(Calibration(slope=0.5, intercept=-1.0)(math.log(0.9)), 3)
    0.525
    """

    slope: float = 1.0
    intercept: float = 0.0

    def __call__(self, log_probability: float) -> float:
        """The confidence, given the logarithm of a probability."""
        odds = self.slope * log_odds(log_probability) + self.intercept
        return 1 / (1 + math.exp(-odds)) if odds > 0 else math.exp(odds) / (1 + math.exp(odds))

    @classmethod
    def fit(cls, log_probabilities: Sequence[float], right: Sequence[bool]) -> Calibration:
        """The calibration that makes the truth most likely.

        As Platt (1999) proposes, r right guesses and w wrong ones have the targets (r + 1) / (r + 2) and 1 / (w + 2)
        instead of 1 and 0, so the result is finite for any data.  The slope is not negative: if surer guesses are
        worse, all get the same confidence.

        Parameters
        ----------
        log_probabilities : sequence of float
            The logarithm of the probability of each guess.
        right : sequence of bool
            Whether each guess was right.
        """
        truth = torch.tensor(right, dtype=torch.float64)
        count, hits = truth.numel(), float(truth.sum())
        targets = torch.where(truth > 0, (hits + 1) / (hits + 2), 1 / (count - hits + 2))
        odds = torch.tensor([log_odds(value) for value in log_probabilities], dtype=torch.float64)
        inputs = torch.stack([odds, torch.ones_like(odds)], dim=1)
        weights = _logistic_regression(inputs, targets)
        if weights[0] < 0:
            weights = F.pad(_logistic_regression(inputs[:, 1:], targets), (1, 0))
        slope, intercept = weights.tolist()
        return cls(slope, intercept)


def log_odds(log_probability: float) -> float:
    """The logarithm of the odds, given that of a probability, which is kept between LEAST and 1 - LEAST."""
    probability = min(max(math.exp(min(log_probability, 0.0)), LEAST), 1 - LEAST)
    return math.log(probability) - math.log1p(-probability)


def _logistic_regression(inputs: Tensor, targets: Tensor) -> Tensor:
    """The weights that minimise the cross-entropy, by Newton's method; steps that lead too far are halved."""

    def loss(weights: Tensor) -> Tensor:
        return F.binary_cross_entropy_with_logits(inputs @ weights, targets, reduction="sum")

    weights = inputs.new_zeros(inputs.size(1))
    for _ in range(_NEWTON_STEPS):
        guesses = torch.sigmoid(inputs @ weights)
        gradient = inputs.T @ (guesses - targets)
        if gradient.abs().max() < _FLAT * max(inputs.size(0), 1):
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
    slope, intercept = content.get("slope"), content.get("intercept")
    if not (_is_finite(slope) and _is_finite(intercept)):
        raise CheckpointError(path, "not a calibration: slope and intercept must be numbers")
    if content.get("weights") != _digest(directory):
        raise CheckpointError(path, "it was made for other weights: run neural.calibrate again, or delete it")
    return Calibration(float(slope), float(intercept))


def _is_finite(value: Json) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _digest(directory: Path) -> str:
    """A number that differs between different weights."""
    with (directory / MODEL).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
