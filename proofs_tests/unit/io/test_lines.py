"""Where text comes from: names for messages, and lines that are not UTF-8."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from bubbletree.errors import FormatError
from bubbletree.io.lines import Source, numbered_lines, source_name, whole_lines


class Numbered:
    """Lines under a name that is a number, as those of a stream opened by its descriptor."""

    name = 3

    def __iter__(self) -> Iterator[str]:
        return iter(["tea"])


def named(lines: Iterable[str], name: str) -> io.StringIO:
    """An open stream with a name."""
    stream = io.StringIO("".join(lines))
    stream.name = name
    return stream


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("menu.conllu", "menu.conllu"),
        ("tea\nbuns", "<input>"),
        (Path("folder") / "menu.conllu", str(Path("folder") / "menu.conllu")),
        (["tea"], "<input>"),
        (named(["tea"], "<stdin>"), "<stdin>"),
        (Numbered(), "<input>"),
    ],
)
def test_the_name_of_a_source(source: Source, name: str) -> None:
    assert source_name(source) == name
    assert source_name(source, "given") == "given"


def test_the_line_that_is_not_utf_8_is_named_where_it_is_known(tmp_path: Path) -> None:
    path = tmp_path / "menu.txt"
    path.write_bytes(b"tea\nth\xe9\n")
    lines = numbered_lines(path, "menu")
    assert next(lines) == (1, "tea")
    with pytest.raises(FormatError) as caught:
        next(lines)
    assert str(caught.value) == "menu:2: not UTF-8: byte 0xe9 (invalid continuation byte)"
    # An open stream decodes ahead, many lines at a time.
    stream = io.TextIOWrapper(io.BytesIO(b"tea\n" * 10_000 + b"th\xe9\n"), encoding="utf-8")
    lines = numbered_lines(stream, "menu")
    assert next(lines) == (1, "tea")
    with pytest.raises(FormatError, match=r"^menu: not UTF-8: byte 0xe9") as caught:
        list(lines)
    assert caught.value.line == 0


def test_lines_are_numbered_without_their_ends_and_byte_order_marks_or_come_whole(tmp_path: Path) -> None:
    path = tmp_path / "menu.txt"
    lines = ["\ufefftea\r\n", "\ufeffand\n", "\n", "bu\ufeffns\r"]
    path.write_bytes("".join(lines).encode())
    assert list(numbered_lines(path, "menu")) == [(1, "tea"), (2, "and"), (3, ""), (4, "bu\ufeffns")]
    assert list(whole_lines(path, "menu")) == lines


def test_a_line_with_the_character_nul_is_an_error_and_blank_where_lines_come_whole() -> None:
    for lines in (["tea\n", "m\0lk\n"], [b"tea\n", b"m\0lk\n"]):
        with pytest.raises(FormatError, match=r"^menu:2: the character NUL, which no text has"):
            list(numbered_lines(lines, "menu"))
        bad: list[FormatError] = []
        assert list(whole_lines(lines, "menu", bad.append)) == ["tea\n", "    \n"]
        assert [error.line for error in bad] == [2]
