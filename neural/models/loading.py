"""Loading a parser: from a model directory, or an English model that comes with the package."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import torch

from bubbletree import BubbletreeError
from bubbletree.errors import did_you_mean, not_one_of
from neural.config import ConfigError
from neural.models.checkpoint import NO_DIRECTORY, CheckpointError
from neural.models.hub import fetched, is_on_hub
from neural.models.names import PRECISIONS, SHIPPED_NAMES
from neural.models.parser import Parser
from neural.models.processes import ALONE, Processes

_SHIPPED = Path(__file__).resolve().parents[1]

ENGLISH = _SHIPPED / "english"
"""The directory of the English model; its README.md says what it was trained on, and how well it parses."""

ENGLISH_FAST = _SHIPPED / "english-fast"
"""The same for the small and fast English model."""


def model_directory(model: str | Path | None = None) -> Path:
    """The directory of a model.

    Parameters
    ----------
    model : str or Path, optional
        The English model if it is left out or ``"english"``; the fast one if it is ``"english-fast"``.  A text such
        as ``"owner/name"`` is the name of a model on the hub, if there is neither such a folder nor a folder
        ``owner`` (:func:`neural.models.hub.is_on_hub`): it is fetched if it is not in the cache
        (:func:`neural.models.hub.fetched`).  Any other text is the name of a directory.

    Raises
    ------
    CheckpointError
        There is no directory of that name. Of a ``Path`` this is not asked.
    ConfigError
        The name is empty.
    HubError
        A model on the hub cannot be fetched.
    """
    if isinstance(model, str) and not model.strip():
        raise ConfigError("", "the name of the model is empty: leave it out for the English model")
    if model is None:
        return ENGLISH
    shipped = dict(zip(SHIPPED_NAMES, (ENGLISH, ENGLISH_FAST), strict=True))
    if isinstance(model, str) and model in shipped:
        return shipped[model]
    if isinstance(model, str) and is_on_hub(model):
        return fetched(model)
    directory = Path(model)
    if isinstance(model, str) and not directory.is_dir():
        advice = f"; for a model on the hub, write {model}@main" if is_on_hub(f"{model}@main") else ""
        advice = advice or did_you_mean(model, shipped)
        raise CheckpointError(directory, f"{NO_DIRECTORY}{advice}", model)
    return directory


class DeviceError(BubbletreeError):
    """A device is not there, or cannot be used.

    Attributes
    ----------
    device : str
        Its name.
    """

    def __init__(self, device: str, reason: str) -> None:
        super().__init__(f"no such device here: {device} ({reason})")
        self.device = device


def available(device: torch.device | str) -> torch.device:
    """The device with a name, if it can be used.

    Raises
    ------
    DeviceError
        It cannot.
    """
    try:
        found = torch.device(device)
        torch.empty(0, device=found)
    except (RuntimeError, AssertionError) as error:
        raise DeviceError(str(device), str(error).splitlines()[0]) from None
    return found


def load(
    model: str | Path | None = None,
    *,
    device: torch.device | str = "cpu",
    beam: int | None = None,
    batch_size: int = 256,
    processes: Processes = ALONE,
    precision: str | None = None,
) -> Parser:
    """A parser, on as many CPU threads as its model's options say.

    Parameters
    ----------
    model : str or Path, optional
        A model directory, or ``"owner/name"`` or ``"owner/name@revision"`` for a model on the Hugging Face hub.  If
        left out, or ``"english"``, the English model that comes with the package; ``"english-fast"`` is a smaller and
        faster one, which finds fewer coordinations.  A folder of that name is ``"./english"``.
    device : torch.device or str
        Where to compute, such as ``"cuda"``.
    beam, batch_size, processes
        As for :class:`neural.models.parser.Parser`.
    precision : str, optional
        What a transformer multiplies: ``"bfloat16"``, or whole numbers of eight bits (``"int8"``, on a CPU).  Both
        are faster, more so with the extra ``fast``; docs/results/speed.md says by how much, and what it costs.
        ``"float32"`` is exact.  If left out, what the model was trained in: its option ``encoder.precision``.

    Raises
    ------
    CheckpointError
        There is no model, or it is broken.
    ConfigError
        The model cannot have that beam or that precision.
    DeviceError
        There is no such device.
    HubError
        The model cannot be fetched from the hub.
    """
    if precision is not None and precision not in PRECISIONS:
        raise ConfigError("precision", not_one_of(precision, PRECISIONS))
    plain = Parser.load(model_directory(model), available(device))
    if precision == "int8" and plain.network.device.type != "cpu":
        raise ConfigError("precision", "int8 is for the CPU")
    if precision is not None:
        plain.network.encoder.compute_in(precision)
    parser = replace(plain, beam=beam, batch_size=batch_size, processes=processes)
    torch.set_num_threads(parser.network.config.training.threads)
    return parser
