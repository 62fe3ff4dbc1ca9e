"""The model that the arguments of a command name, ready to parse."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import torch

from neural.parser import Parser
from neural.processes import ALONE, Processes

ENGLISH = Path(__file__).parent / "english"
"""The directory of the English model; its README.md says what it was trained on, and how well it parses."""

MODEL = "a model directory, or english, the model that comes with the package"
"""What :func:`model_directory` takes, for help texts."""


def model_directory(text: str) -> Path:
    """The argument that names a model, as a directory."""
    return ENGLISH if text == "english" else Path(text)


def load_parser(
    model: str | Path, device: torch.device | str, processes: Processes = ALONE, beam: int | None = None
) -> Parser:
    """The parser in a model directory, on as many CPU threads as its options say.

    Parameters
    ----------
    model : str or Path
        The directory.
    device : torch.device or str
        Where to compute.
    processes : Processes
        Those that share the work.
    beam : int or None
        How many partial derivations to keep, if not as many as the model's options say.

    Raises
    ------
    CheckpointError
        There is no model there, or it is broken.
    ConfigError
        Its method has no beam, or the beam is too wide.
    """
    parser = replace(Parser.load(model, device), processes=processes)
    torch.set_num_threads(parser.network.config.training.threads)
    return parser if beam is None else parser.with_beam(beam)
