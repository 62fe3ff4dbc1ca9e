"""A transformer by itself: it turns word pieces into vectors, and can be built again from a directory."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from pathlib import Path

from torch import Tensor, nn

from neural.config import Json

SHAPE = "config.json"
"""The file with a transformer's sizes."""


class Transformer(nn.Module, ABC):
    """A transformer of some architecture.

    Attributes
    ----------
    size : int
        The size of its vectors.
    longest : int
        How many pieces it can read at once.
    """

    def __init__(self, size: int, longest: int) -> None:
        super().__init__()
        self.size = size
        self.longest = longest

    @abstractmethod
    def forward(self, pieces: Tensor, mask: Tensor) -> Tensor:
        """[R, T] numbers of pieces, and 1 where there is one, to [R, T, size] states."""

    @abstractmethod
    def save(self, directory: Path) -> None:
        """Write what is needed to build this again, beside the weights."""


def read_object(path: Path) -> dict[str, Json]:
    """The JSON object in a file.

    Raises
    ------
    OSError
        The file cannot be read.
    ValueError
        It is not a JSON object.
    """
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path.name}: {error}") from error
    if not isinstance(value, dict):
        raise ValueError(f"{path.name} is not a JSON object")
    return value
