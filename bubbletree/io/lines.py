"""Input as numbered lines, from paths, open streams, lines or text."""

from __future__ import annotations

import os
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeAlias, TypeVar

from bubbletree._arguments import expect, wrong_type
from bubbletree.errors import FormatError
from bubbletree.io.atomic import naming

T = TypeVar("T")

_NUL = "the character NUL, which no text has: the file is UTF-16, or it is no text"

Source: TypeAlias = str | os.PathLike[str] | Iterable[str | bytes]
"""A path; or an open stream or any other iterable of lines, as text or as UTF-8; or, if it has a newline, a text."""


def source_name(source: Source, name: str | None = None) -> str:
    """The name of a source in messages: the given name, its own, or ``<input>``."""
    if name is not None:
        return name
    if isinstance(source, os.PathLike):
        return os.fspath(source)
    if isinstance(source, str):
        return "<input>" if "\n" in source else source
    own = getattr(source, "name", None)
    return own if isinstance(own, str) else "<input>"


def text_lines(text: str) -> list[str]:
    """The lines of a text, as a source: even one without a newline is not a path."""
    expect(text, str, "a text")
    # Not splitlines, which also splits at characters that a word may contain.
    return text.split("\n")


def numbered_lines(source: Source, name: str) -> Iterator[tuple[int, str]]:
    r"""The lines of a source, counted from 1, without line ends and without byte order marks.

    Lines end in ``\n`` or ``\r\n``, never elsewhere.  Any line may begin with a byte order mark: files may have been
    joined.

    Raises
    ------
    FormatError
        The source is not encoded in UTF-8, or has the character NUL.
    OSError
        The file cannot be read.
    """
    for number, line in decoded_lines(source, name):
        if isinstance(line, FormatError):
            raise line
        yield number, line


def decoded_lines(source: Source, name: str) -> Iterator[tuple[int, str | FormatError]]:
    """The same; a line that cannot be read is an error in its place, so that reading can continue after it.

    Raises
    ------
    FormatError
        An open text stream is not encoded in UTF-8: it decodes ahead, so reading cannot continue.
    OSError
        The file cannot be read.
    """
    for number, line in _decoded(source, name):
        if isinstance(line, FormatError):
            yield number, line
        else:
            yield number, line.removeprefix("\ufeff").removesuffix("\n").removesuffix("\r")


def whole_lines(source: Source, name: str, bad: Callable[[FormatError], None] | None = None) -> Iterator[str]:
    r"""The lines of a source with everything in them: byte order marks, and line ends if the source has them.

    Parameters
    ----------
    source : Source
        The source.
    name : str
        What to call it in messages.
    bad : callable, optional
        Is told of each line that is not encoded in UTF-8, or has the character NUL. A blank line of the same length
        stands in its place; what cannot be decoded counts as Python's error handler "replace" counts it. If left out,
        such a line is an error.

    Raises
    ------
    FormatError, OSError
        As for :func:`numbered_lines`.
    """
    last: str | bytes = ""

    def noted() -> Iterator[str | bytes]:
        nonlocal last
        for line in raw_lines(source):
            last = line
            yield line

    for _, line in _decoded(noted(), name):
        if not isinstance(line, FormatError):
            yield line
        elif bad is None:
            raise line
        else:
            bad(line)
            yield re.sub(r"[^\r\n]", " ", last.decode("utf-8", "replace") if isinstance(last, bytes) else last)


def raw_lines(source: Source) -> Iterator[str | bytes]:
    """The lines of a source as they are; those of a file are bytes.

    Raises
    ------
    OSError
        The file cannot be read.
    """
    if isinstance(source, str) and "\n" in source:
        return iter(text_lines(source))
    if isinstance(source, str | os.PathLike):
        return _bytes(Path(source))
    _check(source)
    return iter(source)


def _check(lines: object) -> None:
    if isinstance(lines, bytes | bytearray) or not isinstance(lines, Iterable):
        raise wrong_type(lines, "a path, an open stream, lines, or a text of several lines")


def _decoded(source: Source, name: str) -> Iterator[tuple[int, str | FormatError]]:
    lines = enumerate(raw_lines(source), start=1)
    while True:
        try:
            number, line = next(lines)
        except StopIteration:
            return
        except UnicodeDecodeError as error:
            # A stream that the caller opened decodes ahead, who knows how far.
            raise _not_utf8(name, 0, error) from None
        if isinstance(line, bytes):
            try:
                line = line.decode("utf-8")
            except UnicodeDecodeError as error:
                yield number, _not_utf8(name, number, error)
                continue
        expect(line, str, "a line of text")
        yield number, FormatError(name, number, _NUL) if "\0" in line else line


def _not_utf8(name: str, line: int, error: UnicodeDecodeError) -> FormatError:
    if line == 1 and error.object.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return FormatError(name, line, "not UTF-8: the file is UTF-16")
    return FormatError(name, line, f"not UTF-8: byte 0x{error.object[error.start]:02x} ({error.reason})")


def _bytes(path: Path) -> Iterator[bytes]:
    # Decoded line by line, so that an error can name its line.
    with naming(str(path)), path.open("rb") as stream:
        yield from stream


def only_tree(trees: Iterable[T]) -> T:
    """The one tree in a text.

    Raises
    ------
    FormatError
        There is none, or there are several.
    """
    found = list(trees)
    if len(found) != 1:
        raise FormatError(source_name(()), 0, f"expected one tree, but there are {len(found)}")
    return found[0]
