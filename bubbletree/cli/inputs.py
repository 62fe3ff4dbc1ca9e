"""What the commands read: files of trees in several formats."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TypeAlias

from bubbletree.cli.guard import UsageError
from bubbletree.convert import Punctuation, from_ud
from bubbletree.coordination import GivenCoordination
from bubbletree.io.brackets import iter_brackets
from bubbletree.io.conllu import has_bubbles, iter_conllu, iter_sentences
from bubbletree.io.coord import read_coord
from bubbletree.io.jsonl import iter_jsonl
from bubbletree.io.lines import numbered_lines
from bubbletree.sentence import Sentence
from bubbletree.tree import BubbleTree

AddParser: TypeAlias = Callable[..., argparse.ArgumentParser]
"""The method of argparse that adds a command."""


class Format(StrEnum):
    """The formats of trees."""

    CONLLU = "conllu"
    UD = "ud"
    JSONL = "jsonl"
    BRACKETS = "brackets"


BY_SUFFIX = {
    ".conll": Format.CONLLU,
    ".conllu": Format.CONLLU,
    ".json": Format.JSONL,
    ".jsonl": Format.JSONL,
    ".brackets": Format.BRACKETS,
}


def positive(text: str) -> int:
    """An argument that is a whole number of at least 1."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"must be a whole number of at least 1, not {text!r}")
    return number


def format_named(text: str) -> Format:
    """An argument that is the name of a format."""
    try:
        return Format(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be one of {', '.join(Format)}, not {text!r}") from None


FORMAT_NAMES = "{" + ",".join(Format) + "}"
"""How the help shows such an argument."""


def add_file(parser: argparse.ArgumentParser) -> None:
    """Add the argument that names the input, and the option that says its format."""
    parser.add_argument("file", metavar="FILE", help="a file of trees; - for standard input")
    add_from(parser)


def add_from(parser: argparse.ArgumentParser) -> None:
    """Add the option that says in which format the input is."""
    parser.add_argument(
        "--from",
        dest="format",
        type=format_named,
        metavar=FORMAT_NAMES,
        help="the format of the input (default: by the file's name; conllu for standard input)",
    )


def format_of(path: str, given: Format | None) -> Format:
    """The format of a file: as given, or by its name."""
    if given is not None:
        return given
    if path == "-":
        return Format.CONLLU
    try:
        return BY_SUFFIX[Path(path).suffix.lower()]
    except KeyError:
        raise UsageError(f"{path}: cannot tell the format by the name; say it with --from") from None


class Lines:
    """The lines of a file or of standard input, one pass, which knows where it is."""

    def __init__(self, path: str) -> None:
        self.name = "<stdin>" if path == "-" else path
        """What readers call it in messages."""
        self._numbered = numbered_lines(sys.stdin if path == "-" else Path(path), self.name)
        self.number = 0
        """The number of the latest line."""
        self.block = 0
        """The number of the first line of the latest block of lines without a blank one between."""
        self._blank = True

    def __iter__(self) -> Iterator[str]:
        for number, line in self._numbered:
            self.number = number
            if line.strip() and self._blank:
                self.block = number
            self._blank = not line.strip()
            yield line + "\n"


def add_conversion(parser: argparse.ArgumentParser) -> None:
    """Add the options that say how UD is converted."""
    parser.add_argument("--coord", metavar="COORD", help="the coordinations of a UD file (a .coord file)")
    parser.add_argument(
        "--punctuation",
        choices=[custom.value for custom in Punctuation],
        default=Punctuation.FOLLOWING.value,
        help="what punctuation between conjuncts depends on in UD: the following conjunct (UD version 2) or the first "
        "one (GENIA); default: following",
    )


Coordinations: TypeAlias = Mapping[str, Sequence[GivenCoordination]]


def conversion_of(options: argparse.Namespace) -> tuple[Iterator[Sentence], Coordinations | None] | None:
    """The sentences to convert to bubble trees and their coordinations; None if the input has trees.

    That is a UD file: one that is said to be one, comes with a ``.coord`` file, or is a CoNLL-U file in
    which no sentence has bubbles.

    Raises
    ------
    UsageError
        A ``.coord`` file was given for a file that is no UD.
    """
    form = format_of(options.file, options.format)
    if options.coord is not None and form not in (Format.CONLLU, Format.UD):
        raise UsageError(f"--coord goes with UD, not with {form}")
    is_ud = form is Format.UD or options.coord is not None
    if not is_ud and options.format is None and form is Format.CONLLU and options.file != "-":
        is_ud = not has_bubbles(Path(options.file))
    if not is_ud:
        return None
    return iter_sentences(Lines(options.file)), read_coord(options.coord) if options.coord is not None else None


def read_trees(path: str, given: Format | None) -> Iterator[BubbleTree]:
    """The trees of a file, one by one.

    Raises
    ------
    FormatError
        The file does not follow its format.
    ConversionError
        A sentence of a UD file cannot be converted.
    OSError
        The file cannot be read.
    """
    return (tree for _, tree in located_trees(path, given))


def located_trees(path: str, given: Format | None, *, well_formed: bool = True) -> Iterator[tuple[int, BubbleTree]]:
    """The same, each with the number of the line where it begins; ill-formed ones only if they are asked for."""
    form = format_of(path, given)
    lines = Lines(path)
    for tree in _trees(lines, form, well_formed):
        yield (lines.number if form is Format.JSONL else lines.block), tree


def _trees(lines: Lines, form: Format, well_formed: bool) -> Iterator[BubbleTree]:
    if form is Format.JSONL:
        return iter_jsonl(lines)
    if form is Format.BRACKETS:
        return iter_brackets(lines)
    if form is Format.CONLLU:
        return iter_conllu(lines, well_formed=well_formed)
    return map(from_ud, iter_sentences(lines))


def title(tree: BubbleTree, number: int) -> str:
    """What to call a tree: its sentence's id, or its number."""
    name = tree.sentence.sent_id if tree.sentence is not None else None
    return name or f"tree {number}"
