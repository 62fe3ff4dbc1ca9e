"""The model that the arguments of a command name, ready to parse."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import torch

from bubbletree import BubbleTree, Sentence
from neural.data import text
from neural.models.parser import Parser
from neural.models.processes import ALONE, Processes

ENGLISH = Path(__file__).resolve().parents[1] / "english"
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


@dataclass(frozen=True)
class SentenceParser:
    """A model that takes sentences as text, as words, or with annotation.

    Attributes
    ----------
    parser : Parser
        The model.
    """

    parser: Parser

    def parse(self, sentence: str | Sequence[str] | Sentence, /) -> BubbleTree:
        """The tree of a sentence.

        Raises
        ------
        ValueError
            There are no words.
        """
        [tree] = self.parse_all([sentence])
        return tree

    def parse_all(self, sentences: Iterable[str | Sequence[str] | Sentence], /) -> Iterator[BubbleTree]:
        """The trees of many sentences, in order.

        Raises
        ------
        ValueError
            A sentence has no words.
        """
        return self.parser.parse(map(_sentence, sentences))


def load(model: str | Path | None = None) -> SentenceParser:
    """The parser with the model in a directory, or with the English model that comes with the library.

    Raises
    ------
    CheckpointError
        There is no model there, or it is broken.
    """
    return SentenceParser(load_parser(ENGLISH if model is None else model, "cpu"))


def _sentence(source: str | Sequence[str] | Sentence) -> Sentence:
    if isinstance(source, Sentence):
        return source
    if isinstance(source, str):
        found = list(itertools.islice(text.sentences([(1, " ".join(source.split()))], cut=True), 1))
        if not found:
            raise ValueError("there are no words to parse")
        return found[0]
    if not source:
        raise ValueError("there are no words to parse")
    return Sentence.from_columns(source)
