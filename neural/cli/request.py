"""What ``neural.parse`` is asked to parse, and with which model."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from bubbletree import FormatError, GivenCoordination, Sentence
from bubbletree.cli.guard import UsageError
from bubbletree.io import iter_sentences
from bubbletree.io.lines import numbered_lines
from neural.data import text
from neural.data.words import NO_TAG, words_of
from neural.models.loading import ENGLISH, model_directory

STDIN = "-"
"""The argument that stands for standard input."""


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
        """What the arguments that are no options ask for.

        Two arguments are a model and an input.  A single one is a model if there is such a directory, and an input
        otherwise.  The model that is left out is the English one, the input standard input.  An input that is not the
        name of a file, and has blanks in it, is a sentence.

        Raises
        ------
        UsageError
            There are more than two, or a single one is no model, file or sentence.
        """
        if len(arguments) > 2:
            raise UsageError(
                f"{arguments[2]}: only a model and an input can be named; put a sentence of several words in quotes"
            )
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
            raise UsageError(
                f"{source}: there is no such model directory or file, and a sentence has two words or more"
            )
        return cls(model, source, is_sentence)

    def sentences(self, *, lines: bool, cut: bool) -> Iterator[Sentence]:
        """The sentences to parse.

        Parameters
        ----------
        lines : bool
            Whether a file is text with one sentence a line.
        cut : bool
            Whether it is such text, and still to be cut into tokens.

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


def matched(
    sentences: Iterable[Sentence], given: Mapping[str, Sequence[GivenCoordination]], coord: str
) -> Iterator[tuple[Sentence, Sequence[GivenCoordination]]]:
    """Sentences, each with the coordinations that a file gives for its id; there may be none.

    Parameters
    ----------
    sentences : iterable of Sentence
        The sentences.
    given : mapping of str to sequence of GivenCoordination
        Coordinations by sentence id.
    coord : str
        The file that they are from.

    Raises
    ------
    FormatError
        A sentence that the file speaks of is not there, or there twice.
    """
    missing, any_id = dict.fromkeys(given), False
    for sentence in sentences:
        sent_id = sentence.sent_id or ""
        any_id = any_id or bool(sent_id)
        if sent_id in given and sent_id not in missing:
            raise FormatError(coord, 0, f"sentence {sent_id!r} is in the input twice")
        missing.pop(sent_id, None)
        yield sentence, given.get(sent_id, ())
    if missing:
        why = "" if any_id else ", where no sentence has an id"
        raise FormatError(coord, 0, f"sentence {next(iter(missing))!r} is not in the input{why}")


@dataclass
class TagCount:
    """How many words have no tag, where a model reads tags.

    Attributes
    ----------
    column : str
        The column of tags that the model reads, or ``none``.
    words : int
        How many words there were so far.
    missing : int
        How many of them had no tag in that column.
    """

    column: Literal["none", "upos", "xpos"]
    words: int = 0
    missing: int = 0

    def counting(self, sentences: Iterable[Sentence]) -> Iterator[Sentence]:
        """The same sentences, counted as they go by."""
        for sentence in sentences:
            if self.column != "none":
                tags = words_of(sentence, self.column).tags
                self.words += len(tags)
                self.missing += tags.count(NO_TAG)
            yield sentence
