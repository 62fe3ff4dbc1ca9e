"""What ``neural.parse`` is asked to parse, and with which model: the one or two arguments that are no options."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bubbletree import Sentence
from bubbletree.cli.guard import UsageError
from bubbletree.io import iter_sentences
from bubbletree.io.lines import numbered_lines
from neural.data import text
from neural.models.loading import ENGLISH, model_directory

STDIN = "-"


@dataclass(frozen=True, slots=True)
class Request:
    """A model, and what it is to parse.

    Attributes
    ----------
    model : Path
        The model directory.
    source : str
        A file, ``-`` for standard input, or a sentence.
    is_sentence : bool
        Whether it is a sentence.
    """

    model: Path
    source: str
    is_sentence: bool

    @classmethod
    def of(cls, arguments: Sequence[str]) -> Request:
        """What the arguments ask for: a model directory, if not the English one, and an input, if not ``-``.

        An input that is no file, and has blanks in it, is a sentence.

        Raises
        ------
        UsageError
            There are too many, or a single one is neither model, file nor sentence.
        """
        if len(arguments) > 2:
            raise UsageError(f"a model and an input are all there is to name; a sentence needs quotes ({arguments[2]})")
        model, source = ENGLISH, STDIN
        if len(arguments) == 2:
            model, source = model_directory(arguments[0]), arguments[1]
        elif arguments:
            [only] = arguments
            if model_directory(only).is_dir():
                model = model_directory(only)
            else:
                source = only
        is_there = source == STDIN or Path(source).exists()
        is_sentence = not is_there and len(source.split()) > 1
        if len(arguments) == 1 and not is_there and not is_sentence:
            raise UsageError(f"{source}: there is no such model directory or file, and a sentence has blanks in it")
        return cls(model, source, is_sentence)

    def sentences(self, *, lines: bool, cut: bool) -> Iterator[Sentence]:
        """The sentences to parse.

        Parameters
        ----------
        lines : bool
            Whether a file is text, with one sentence a line.
        cut : bool
            Whether it is text whose punctuation is still to be cut off.

        Raises
        ------
        FormatError, OSError
            A file cannot be read.
        """
        if self.is_sentence:
            return text.sentences([(1, " ".join(self.source.split()))], cut=True)
        name = "<stdin>" if self.source == STDIN else self.source
        source = sys.stdin if self.source == STDIN else Path(self.source)
        return text.sentences(numbered_lines(source, name), cut=cut) if lines or cut else iter_sentences(source, name)
