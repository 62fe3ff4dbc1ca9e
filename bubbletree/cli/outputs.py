"""Where the commands write, and in which format: to standard output, or to a file that appears whole."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Any, TextIO, TypeAlias, TypeVar

from bubbletree.cli.guard import UsageError, tell
from bubbletree.cli.inputs import BY_SUFFIX, Format, extra, sent_id, title
from bubbletree.cli.skipped import Skipped
from bubbletree.convert import Punctuation, to_enhanced_ud, to_ud
from bubbletree.errors import UnwritableError, not_one_of
from bubbletree.io.atomic import atomic_writer, write_bytes
from bubbletree.io.brackets import write_brackets
from bubbletree.io.brat import brat_folder
from bubbletree.io.brat_document import uncut
from bubbletree.io.conllu import write_conllu
from bubbletree.io.coord import write_coord
from bubbletree.io.json import write_json
from bubbletree.io.jsonl import write_jsonl
from bubbletree.io.scan import GoodSentence
from bubbletree.io.tokens import format_tokens
from bubbletree.io.tsv import HEADER, format_tsv
from bubbletree.marked import MarkedSentence, marked
from bubbletree.tree import BubbleTree
from bubbletree.validation import InvalidTreeError

T = TypeVar("T")


class Extract(StrEnum):
    """What can be written of trees, and is not a format of trees: their coordinations."""

    COORD = "coord"
    TOKENS = "tokens"
    TSV = "tsv"
    BRAT = "brat"
    PARQUET = "parquet"
    CSV = "csv"


SPANS = (Extract.COORD, Extract.TOKENS, Extract.TSV, Extract.BRAT)
"""Spans of words, which files without trees have too."""
TABLES = (Extract.PARQUET, Extract.CSV)
"""A row for each coordination, with all that the tree says."""

IN_UD = (Format.CONLLU, Format.UD, Format.ENHANCED_UD)
"""Formats that say what a tree is in UD, punctuation included."""

OUTPUTS: Mapping[str, Format | Extract] = {
    **BY_SUFFIX,
    **{f".{form}": form for form in Extract if form is not Extract.BRAT},
}
"""What to write by the ending of a name."""
OUTPUT_NAMES = "{" + ",".join((*Format, *Extract)) + "}"
"""How the help shows them."""

DRAWN_BY_SUFFIX: Mapping[str, str] = {".svg": "svg", ".tex": "tikz", ".html": "html", ".png": "png", ".pdf": "pdf"}
"""What to draw by the ending of a name."""

_OTHERS = frozenset({*OUTPUTS, *DRAWN_BY_SUFFIX} - {".tsv"})
"""Endings of formats that a command which writes text should not take for text; its text may have tabs."""


def add_output(parser: argparse.ArgumentParser) -> None:
    """Add the option that names the output."""
    parser.add_argument("-o", "--output", default="-", metavar="FILE", help="where to write (default: standard output)")


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the options that name the output and its format."""
    add_output(parser)
    parser.add_argument(
        "--to",
        type=output_named,
        metavar=OUTPUT_NAMES,
        help="the format of the output (default: by the file's name; conllu for standard output)",
    )


def output_named(text: str) -> Format | Extract:
    """An argument that is the name of something to write."""
    try:
        return Extract(text) if text in [*Extract] else Format(text)
    except ValueError:
        raise argparse.ArgumentTypeError(not_one_of(text, (*Format, *Extract))) from None


def format_to(given: Format | Extract | None, path: str) -> Format | Extract:
    """What to write: as given, or by the name of the output.

    Raises
    ------
    UsageError
        The name does not tell.
    """
    return chosen_by_name(given, path, OUTPUTS, Format.CONLLU)


def chosen_by_name(given: T | None, path: str, by_suffix: Mapping[str, T], streamed: T) -> T:
    """What to write: as given, or by the name of the output; on a stream, which has no name, ``streamed``.

    Raises
    ------
    UsageError
        The name does not tell.
    """
    if given is not None:
        return given
    if path == "-" or path.startswith("/dev/"):
        return streamed
    try:
        return by_suffix[Path(path).suffix.lower()]
    except KeyError:
        names = ", ".join(by_suffix)
        raise UsageError(f"{path}: the name does not tell the format: end it in {names}, or use --to") from None


def shape_by_name(options: argparse.Namespace, by_suffix: Mapping[str, str], given: str | None) -> str | None:
    """What an option asks for, ``given``, or the name of the output by its ending; None for text.

    Raises
    ------
    UsageError
        The ending belongs to something else than the option, or to a format of other commands.
    """
    ending = Path(options.output).suffix.lower()
    named = by_suffix.get(ending)
    if given is None and named is None and ending in _OTHERS:
        raise UsageError(
            f"{options.output}: this command does not write {ending}; end the name in {', '.join(by_suffix)}, "
            "or in .txt for text"
        )
    if given is not None and named is not None and given != named:
        raise UsageError(f"{options.output}: the name is that of {named}, but --{given} was given")
    return given or named


def as_json_line(record: Mapping[str, Any], indent: int | None = None) -> str:
    r"""A record in JSON, with the end of the line. Lone surrogates, which no file can hold, are escaped.

    Examples
    --------
    >>> print(as_json_line({"word": "th\xe9 \ud800"}), end="")
    {"word": "thé \ud800"}
    """
    text = json.dumps(record, ensure_ascii=False, indent=indent)
    return text.encode("utf-8", errors="backslashreplace").decode("utf-8") + "\n"


@contextmanager
def output(path: str) -> Iterator[TextIO]:
    """The stream to write to; ``-`` stands for standard output."""
    if path == "-":
        yield sys.stdout
        # What a command says about its output on standard error comes after it.
        sys.stdout.flush()
        return
    with atomic_writer(path) as stream:
        yield stream


def write_binary(path: str, data: bytes) -> None:
    """Write a picture or the like to a file or, for ``-``, to standard output, unless that is a terminal.

    Raises
    ------
    UsageError
        There is nothing that could take it.
    """
    if path != "-":
        write_bytes(path, data)
        return
    with binary_output(path) as stream:
        stream.buffer.write(data)


@contextmanager
def binary_output(path: str) -> Iterator[TextIO]:
    """As :func:`output`, for bytes, which go to the ``buffer`` of the stream.

    Raises
    ------
    UsageError
        Standard output is a terminal, or takes text only.
    """
    if path == "-" and (sys.stdout.isatty() or not hasattr(sys.stdout, "buffer")):
        raise UsageError("this is not for a terminal: name a file with -o")
    with output(path) as stream:
        yield stream


Write: TypeAlias = Callable[[BubbleTree, int], None]
"""Writes a tree, given its number in the input, counting from 1, or raises InvalidTreeError or UnwritableError."""


def text_writer(form: Format, stream: TextIO, punctuation: Punctuation | None = None) -> Write:
    """What writes trees to a stream, in a format of text."""

    def write(tree: BubbleTree, _number: int) -> None:
        if form is Format.CONLLU:
            write_conllu([tree], stream, punctuation or Punctuation.FOLLOWING)
        elif form is Format.UD:
            write_conllu([to_ud(tree, punctuation)], stream)
        elif form is Format.ENHANCED_UD:
            write_conllu([to_enhanced_ud(tree, punctuation)], stream)
        elif form is Format.JSON:
            write_json([tree], stream)
        elif form is Format.JSONL:
            write_jsonl([tree], stream)
        else:
            write_brackets([tree], stream)

    return write


@contextmanager
def tree_writer(form: Format | Extract, path: str, punctuation: Punctuation | None = None) -> Iterator[Write]:
    """What writes trees to a file, or to standard output.

    Raises
    ------
    MissingExtraError
        A library that the format needs is not installed.
    UsageError
        The format needs a folder or a file.
    """
    if form in SPANS:
        with marks_writer(Extract(form), path) as write_marks:
            yield lambda tree, number: write_marks(marked(tree).named(str(number - 1)))
    elif form in TABLES:
        with extra("pandas", form):
            from bubbletree.interop.pandas import table_writer
        is_binary = form is Extract.PARQUET
        opened = binary_output(path) if is_binary else output(path)
        with opened as stream, table_writer(stream, as_parquet=is_binary) as write:
            yield write
    elif form is Format.DOCBIN:
        with extra("spacy", form):
            from bubbletree.interop.docbin import docbin_writer
        with binary_output(path) as stream, docbin_writer(stream) as write_doc:
            yield lambda tree, _number: write_doc(tree)
    else:
        with output(path) as stream:
            yield text_writer(Format(form), stream, punctuation)


@contextmanager
def marks_writer(form: Extract, path: str) -> Iterator[Callable[[MarkedSentence], None]]:
    """What writes sentences with an id and coordinations to a file, to standard output or, for brat, to a folder.

    Raises
    ------
    UsageError
        The format needs a folder.
    """
    if form is Extract.BRAT:
        if path == "-":
            raise UsageError("documents of brat need a folder: name one with -o")
        with _brat_writer(path) as write_document:
            yield write_document
        return
    left_out = 0

    def write(one: MarkedSentence) -> None:
        nonlocal left_out
        if form is Extract.COORD:
            write_coord({one.sent_id or "": one.coordinations}, stream)
        elif form is Extract.TSV:
            stream.write(format_tsv(one))
        elif one.coordinations:
            stream.write(format_tokens(one.sentence))
        else:
            left_out += 1

    with output(path) as stream:
        if form is Extract.TSV:
            stream.write(HEADER)
        yield write
    if left_out:
        tell(f"bubbletree: {left_out:,} sentences have no coordination, so a token file has no place for them")


@contextmanager
def _brat_writer(path: str) -> Iterator[Callable[[MarkedSentence], None]]:
    cut: list[str] = []

    def write(one: MarkedSentence) -> None:
        whole = uncut(one)
        write_document(whole)
        if whole != one:
            cut.append(one.sent_id or "")

    with brat_folder(path) as write_document:
        yield write
    if cut:
        names = ", ".join(cut[:10]) + (", ..." if len(cut) > 10 else "")
        tell(
            "bubbletree: documents of brat have no place for coordinations that begin or end inside a multiword token. "
            f"They are left out; sentences that have such: {len(cut):,} ({names})"
        )


def write_trees(trees: Iterable[BubbleTree], write: Write) -> None:
    """Write trees one by one.

    Raises
    ------
    UsageError
        The format cannot hold a tree.
    """
    for number, tree in enumerate(trees, start=1):
        try:
            write(tree, number)
        except (InvalidTreeError, UnwritableError) as error:
            raise UsageError(f"{title(tree, number)}: {error}") from None


def write_tree(one: GoodSentence[Any], tree: BubbleTree, write: Write, skipped: Skipped) -> bool:
    """Write the tree of a sentence, or leave the sentence out if the format cannot hold the tree: whether it can."""
    try:
        write(tree, one.number)
    except (InvalidTreeError, UnwritableError) as error:
        skipped.drop(one, str(error), sent_id(tree))
        return False
    return True
