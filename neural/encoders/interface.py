"""What the rest of the parser asks of an encoder: to read sentences, and to give each token a vector.

An encoder is one file that subclasses :class:`Encoder`, and one line: of :mod:`neural.encoders.registry`, or of the
entry points ``bubbletree.encoders`` of another package.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, Self

import torch
from torch import Tensor, nn

from neural.config import ConfigError, EncoderConfig
from neural.data.vocabulary import Vocabulary
from neural.data.words import Words


class Inputs(Protocol):
    """N sentences as numbers in tensors, ready for an encoder."""

    @property
    def lengths(self) -> tuple[int, ...]:
        """The number of words of each sentence."""

    def to(self, device: torch.device | str, /) -> Self:
        """The same on another device."""


@dataclass(frozen=True, slots=True)
class Encoded:
    """N sentences with M tokens in all, as vectors.

    Attributes
    ----------
    lengths : tuple of int, [N]
        The number of words of each sentence.
    tokens : Tensor, [M, D]
        The vectors of the tokens, sentence by sentence; RT is the first token of each.
    """

    lengths: tuple[int, ...]
    tokens: Tensor

    @property
    def roots(self) -> Tensor:
        """The place of each sentence's RT among the tokens, [N]."""
        sizes = torch.tensor(self.lengths, dtype=torch.int64, device=self.tokens.device) + 1
        return sizes.cumsum(0) - sizes

    def select(self, sentences: Sequence[int]) -> Encoded:
        """Some of the sentences, given by their numbers: in that order, and a sentence as often as it is named."""
        parts = torch.split(self.tokens, [length + 1 for length in self.lengths])
        chosen = [parts[number] for number in sentences]
        return Encoded(tuple(self.lengths[number] for number in sentences), torch.cat([self.tokens[:0], *chosen]))

    @classmethod
    def joined(cls, parts: Sequence[Encoded], order: Sequence[int]) -> Encoded:
        """The sentences of all parts; ``order`` has the place of each in the result.

        Examples
        --------
        >>> parts = [Encoded((1,), torch.tensor([[1.0], [2.0]])), Encoded((0,), torch.tensor([[3.0]]))]
        >>> Encoded.joined(parts, [1, 0])
        Encoded(lengths=(0, 1), tokens=tensor([[3.],
                [1.],
                [2.]]))
        """
        together = cls(
            tuple(length for part in parts for length in part.lengths), torch.cat([part.tokens for part in parts])
        )
        back = sorted(range(len(order)), key=order.__getitem__)
        return together.select(back)


class Encoder(nn.Module, ABC):
    """From N sentences with M tokens in all (their words, and RT before them) to M vectors.

    Attributes
    ----------
    size : int
        The size of a vector.
    cells_on_cpu : int
        How many vectors, those of padding included, it computes at once on a CPU, if a sentence has no more.
    """

    size: int
    cells_on_cpu: int = 512

    @classmethod
    def check(cls, config: EncoderConfig) -> None:
        """Raise ConfigError if the options do not suit this encoder; called before anything is read."""

    @classmethod
    @abstractmethod
    def make(
        cls, config: EncoderConfig, vocabulary: Vocabulary, vectors: Tensor | None, directory: Path | None
    ) -> Encoder:
        """An encoder with these options.

        Parameters
        ----------
        config : EncoderConfig
            The options, which :meth:`check` has accepted.
        vocabulary : Vocabulary
            What the training sentences contain.
        vectors : Tensor or None
            The pre-trained vectors of ``vocabulary.pretrained``, [their number, their size].
        directory : Path or None
            Where :meth:`save_setup` wrote, if a trained model is loaded: its weights will follow.
        """

    def sizes(self, sentences: Sequence[Words]) -> list[int]:
        """How many vectors are computed for each sentence: its tokens, unless the encoder reads something else."""
        return [len(sentence.forms) + 1 for sentence in sentences]

    @abstractmethod
    def read(self, sentences: Sequence[Words]) -> Inputs:
        """Sentences as tensors on the CPU."""

    @abstractmethod
    def forward(self, inputs: Inputs) -> Tensor:
        """The vectors of all tokens, [M, size], sentence by sentence; ``inputs`` are what :meth:`read` returned."""

    def study(self, sentences: Iterable[Words]) -> None:
        """Look at the training sentences before training; parsing does not need this."""

    def compute_in(self, precision: str) -> None:
        """From now on, compute in these numbers, whatever the options say; only for parsing.

        Parameters
        ----------
        precision : str
            ``"float32"``, which all encoders can; ``"bfloat16"``; or, on a CPU, ``"int8"``.

        Raises
        ------
        ConfigError
            This encoder cannot.
        """
        if precision != "float32":
            raise ConfigError("precision", f"{precision} is for models with a transformer")

    def pretrained_parameters(self) -> Iterable[nn.Parameter]:
        """The weights that come from elsewhere and are fine-tuned, at a learning rate of their own."""
        return ()

    def save_setup(self, directory: Path) -> None:
        """Write what :meth:`make` needs to build this encoder again, beside options, vocabulary and weights."""
