"""Where the commands write, and in which format: to standard output, or to a file that appears whole."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO, TypeVar

from bubbletree.cli.guard import UsageError
from bubbletree.cli.inputs import BY_SUFFIX, FORMAT_NAMES, Format, format_named, sent_id, title
from bubbletree.cli.skipped import Skipped
from bubbletree.convert import Punctuation, to_enhanced_ud, to_ud
from bubbletree.errors import UnwritableError
from bubbletree.io.atomic import atomic_writer, write_bytes
from bubbletree.io.brackets import write_brackets
from bubbletree.io.conllu import write_conllu
from bubbletree.io.json import write_json
from bubbletree.io.jsonl import write_jsonl
from bubbletree.io.scan import GoodSentence
from bubbletree.tree import BubbleTree
from bubbletree.validation import InvalidTreeError

T = TypeVar("T")

_INVISIBLE = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


def add_output(parser: argparse.ArgumentParser) -> None:
    """Add the option that names the output."""
    parser.add_argument("-o", "--output", default="-", metavar="FILE", help="where to write (default: standard output)")


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the options that name the output and its format."""
    add_output(parser)
    parser.add_argument(
        "--to",
        type=format_named,
        metavar=FORMAT_NAMES,
        help="the format of the output (default: by the file's name; conllu for standard output)",
    )


def format_to(given: Format | None, path: str) -> Format:
    """The format to write: as given, or by the name of the output.

    Raises
    ------
    UsageError
        The name does not tell.
    """
    return chosen_by_name(given, path, BY_SUFFIX, Format.CONLLU)


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
        The ending belongs to something else than the option.
    """
    named = by_suffix.get(Path(options.output).suffix.lower())
    if given is not None and named is not None and given != named:
        raise UsageError(f"{options.output}: the name is that of {named}, but --{given} was given")
    return given or named


def visible(text: str) -> str:
    r"""A text for a terminal or a text file: control characters and lone surrogates are escaped.

    Examples
    --------
    >>> print(visible("red \x1b[31m tea"))
    red \x1b[31m tea
    """
    return _INVISIBLE.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


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
    stream = getattr(sys.stdout, "buffer", None)
    if stream is None or sys.stdout.isatty():
        raise UsageError("this is not for a terminal: name a file with -o")
    stream.write(data)


def write_trees(
    trees: Iterable[BubbleTree],
    form: Format,
    stream: TextIO,
    punctuation: Punctuation | None = None,
) -> None:
    """Write trees one by one.

    Raises
    ------
    UsageError
        The format cannot hold a tree.
    """
    for number, tree in enumerate(trees, start=1):
        try:
            _write(tree, form, stream, punctuation)
        except (InvalidTreeError, UnwritableError) as error:
            raise UsageError(f"{title(tree, number)}: {error}") from None


def write_tree(
    one: GoodSentence[Any],
    tree: BubbleTree,
    form: Format,
    stream: TextIO,
    punctuation: Punctuation | None,
    skipped: Skipped,
) -> bool:
    """Write the tree of a sentence, or leave the sentence out if the format cannot hold the tree: whether it can."""
    try:
        _write(tree, form, stream, punctuation)
    except (InvalidTreeError, UnwritableError) as error:
        skipped.drop(one, str(error), sent_id(tree))
        return False
    return True


def _write(tree: BubbleTree, form: Format, stream: TextIO, punctuation: Punctuation | None) -> None:
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
