"""What the rest of the parser asks of an encoder: to read sentences, and to give each token a vector.

An encoder is one file that subclasses :class:`Encoder`, and one line in :func:`neural.encoders.make_encoder`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Protocol, Self

import torch
from torch import Tensor, nn

from neural.data.words import Words


class Inputs(Protocol):
    """N sentences as an encoder has read them: numbers in tensors."""

    @property
    def lengths(self) -> tuple[int, ...]:
        """The number of words of each sentence."""

    def to(self, device: torch.device | str, /) -> Self:
        """The same on another device."""


class Encoder(nn.Module, ABC):
    """From N sentences with M tokens in all (their words, and RT before them) to M vectors.

    Attributes
    ----------
    size : int
        The size of a vector.
    """

    size: int

    @abstractmethod
    def read(self, sentences: Sequence[Words]) -> Inputs:
        """Sentences as tensors on the CPU."""

    @abstractmethod
    def forward(self, inputs: Inputs) -> Tensor:
        """The vectors of all tokens, [M, size], sentence by sentence; ``inputs`` are what :meth:`read` returned."""

    def study(self, sentences: Iterable[Words]) -> None:
        """Note what training needs to know of the training sentences; parsing does without."""

    def pretrained_parameters(self) -> Iterable[nn.Parameter]:
        """The weights that come from elsewhere and are fine-tuned, at a learning rate of their own."""
        return ()

    def save_setup(self, directory: Path) -> None:
        """Put into a directory what, beside configuration, vocabulary and weights, is needed to build this again."""
