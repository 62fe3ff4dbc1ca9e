"""The folder of a trial: what the trial is, and what came out of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from bubbletree.io import atomic_writer
from neural.experiment.outcome import Outcome
from neural.experiment.plan import ExperimentError
from neural.models.checkpoint import holds_model

TRIAL = "trial.json"
"""The file in a trial's directory that says what the trial is."""


def outcome_of(path: Path) -> Outcome:
    """The outcome of a trial.

    Raises
    ------
    ExperimentError
        The file is damaged.
    """
    try:
        return Outcome.read(path)
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise ExperimentError(f"{path} is damaged ({error}): remove it, then the model is tested again") from None


def claim(directory: Path, description: Mapping[str, object]) -> None:
    """Write into a trial's directory what the trial is.

    Raises
    ------
    ExperimentError
        The directory holds the model of another trial.
    """
    text = json.dumps(description, ensure_ascii=False, indent=1) + "\n"
    path = directory / TRIAL
    # A trial that failed before its first evaluation has no model; its directory may be used with other data.
    if holds_model(directory) and path.exists() and path.read_text(encoding="utf-8") != text:
        raise ExperimentError(
            f"{directory} holds a trial with other options or data: name another folder with --models, or remove it"
        )
    directory.mkdir(parents=True, exist_ok=True)
    with atomic_writer(path) as stream:
        stream.write(text)
