"""What ``neural.parse`` is asked to parse, and with which model."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import Literal

from bubbletree import FormatError, GivenCoordination, Sentence
from bubbletree.cli.guard import UsageError
from bubbletree.cli.skipped import Skipped
from bubbletree.io import iter_sentences, scan_sentences
from bubbletree.io.lines import whole_lines
from neural.data import text
from neural.data.words import NO_TAG, words_of
from neural.models.loading import model_directory

STDIN = "-"
"""The argument that stands for standard input."""


class Form(StrEnum):
    """What an input can be."""

    CONLLU = "conllu"
    """CoNLL-U."""
    TEXT = "text"
    """Running text, in paragraphs with blank lines between them."""
    LINES = "lines"
    """Text with one sentence a line."""
    TOKENS = "tokens"
    """The same, with blanks between all tokens."""


def form_named(text: str) -> Form:
    """The argument of ``--from``."""
    try:
        return Form(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be one of {', '.join(Form)}, not {text!r}") from None


BY_SUFFIX = {".conll": Form.CONLLU, ".conllu": Form.CONLLU, ".txt": Form.TEXT, ".text": Form.TEXT, ".md": Form.TEXT}
"""The form of an input by the suffix of its name."""

_FILE_NAME = re.compile(r"\S*\.[A-Za-z]\w*|\S*[/\\]\S*")
"""A text that looks like the name of a file, even if there is none: a word with a suffix or a slash."""

_CONLLU_ROW = re.compile(r"\ufeff?\d+([-.]\d+)?(\t|.* _ .* _)")
"""A line of CoNLL-U, even if an editor has replaced its tabs by spaces."""


@dataclass(frozen=True, slots=True)
class Request:
    """A model, and what it is to parse.

    Attributes
    ----------
    model : Path
        The model directory.
    source : str
        A file, ``-`` for standard input, or a text.
    is_text : bool
        Whether it is the text itself.
    """

    model: Path
    source: str
    is_text: bool

    @classmethod
    def of(cls, arguments: Sequence[str]) -> Request:
        """The request that the positional arguments make.

        Two arguments are a model and an input. A single one is a model if it is a model directory, and an input
        otherwise. The default model is the English one; the default input is standard input. An input that is not the
        name of a file, and contains spaces, is a text.

        Raises
        ------
        UsageError
            There are more than two arguments; the input is empty, or a directory; or a single argument is not a model,
            file or text.
        """
        if len(arguments) > 2:
            raise UsageError(
                f"{arguments[2]}: only a model and an input can be named; put a sentence of several words in quotes"
            )
        model, source = model_directory(), STDIN
        if len(arguments) == 2:
            model, source = model_directory(arguments[0]), arguments[1]
        elif arguments:
            [only] = arguments
            if only and _is_there(model_directory(only)) and model_directory(only).is_dir():
                model = model_directory(only)
            else:
                source = only
        if not source.strip():
            raise UsageError("the text to parse is empty: give a sentence in quotes, the name of a file, or -")
        is_there = source == STDIN or _is_there(Path(source))
        is_text = not is_there and len(source.split()) > 1 and not _FILE_NAME.fullmatch(source)
        if len(arguments) == 1 and not is_there and not is_text:
            if _FILE_NAME.fullmatch(source):
                raise UsageError(f"{source}: there is no such file or model directory")
            raise UsageError(
                f"{source}: there is no such file or model directory; to parse a single word as a sentence, pipe it "
                "into bubbletree parse -"
            )
        return cls(model, source, is_text)

    def sentences(
        self, form: Form | None = None, language: str | None = None, skipped: Skipped | None = None
    ) -> Iterator[Sentence]:
        """The sentences to parse.

        Parameters
        ----------
        form : Form or None
            What the input is.  None if its name tells or, where it does not, its first line that is no comment.
        language : str or None
            The language of a text (:func:`neural.data.tokens.sentences`).
        skipped : Skipped or None
            Where sentences of CoNLL-U go that cannot be read.  None if they are errors.

        Raises
        ------
        FormatError, OSError
            A file cannot be read.
        """
        if self.is_text:
            return text.running([self.source], language)
        name = "<stdin>" if self.source == STDIN else self.source
        lines = whole_lines(sys.stdin if self.source == STDIN else Path(self.source), name)
        form = form or BY_SUFFIX.get(Path(self.source).suffix.lower())
        if form is None:
            form, lines = _recognised(lines)
        if form is Form.CONLLU:
            if skipped is None:
                return iter_sentences(lines, name)
            return (one.value for one in skipped.good(scan_sentences(lines, name)))
        if form is Form.TEXT:
            return text.running(lines, language)
        return text.one_a_line(lines, language, cut=form is Form.LINES)


def _is_there(path: Path) -> bool:
    """Whether there is a file or a directory of that name."""
    try:
        return path.exists()
    except OSError:  # a text too long for a name
        return False


def _recognised(lines: Iterator[str]) -> tuple[Form, Iterator[str]]:
    """What lines are by the first one that is neither blank nor a comment, and all of them again."""
    read: list[str] = []
    for line in lines:
        read.append(line)
        if line.strip("\ufeff \r\n") and not line.lstrip("\ufeff").startswith("#"):
            is_conllu = _CONLLU_ROW.match(line) is not None
            return (Form.CONLLU if is_conllu else Form.TEXT), chain(read, lines)
    return Form.TEXT, iter(read)


def matched(
    sentences: Iterable[Sentence], given: Mapping[str, Sequence[GivenCoordination]], coord: str
) -> Iterator[tuple[Sentence, Sequence[GivenCoordination]]]:
    """Sentences, each with the coordinations that a file gives for its id, if any.

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
        A sentence that the file names is missing, or occurs twice.
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
