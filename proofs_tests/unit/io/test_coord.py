"""``.coord`` files: what they say, and what is wrong with broken ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from bubbletree.coordination import GivenCoordination
from bubbletree.errors import FormatError
from bubbletree.io import read_coord
from bubbletree.span import Span

GOOD = """\
S1 1 * 4 9 NP-COOD
S1 1 1 4 5 NP-COOD
# S1 1 2 6 6 NP-COOD
S1 1 3 8 9 NP-COOD
S1 2 * 8 9 X
S1 2 1 8 8 X
S1 2 2 9 9 X

S3 1 * 1 3 VP-COOD
S3 1 1 1 1 VP-COOD
# S3 1 2 2 2 VP-COOD
S3 1 3 3 3 VP-COOD
"""


def tabs(text: str) -> str:
    return "\n".join(
        ("# " if line.startswith("# ") else "") + line.removeprefix("# ").replace(" ", "\t")
        for line in text.split("\n")
    )


def test_a_file() -> None:
    found = read_coord(tabs(GOOD))
    assert list(found) == ["S1", "S3"]
    assert found["S1"] == (
        GivenCoordination((Span(4, 5), Span(8, 9)), (Span(6, 6),), "NP"),
        GivenCoordination((Span(8, 8), Span(9, 9)), (), "X"),
    )
    assert found["S3"][0].whole == Span(1, 3)


@pytest.mark.parametrize("ending", ["\n", "\r\n", ""])
def test_ways_to_give_it(ending: str, tmp_path: Path) -> None:
    text = tabs(GOOD).rstrip("\n").replace("\n", ending or "\n") + ending
    path = tmp_path / "x.coord"
    path.write_bytes(text.encode())
    assert read_coord(path) == read_coord(str(path)) == read_coord(text.split("\n")) == read_coord(tabs(GOOD))


def test_nothing() -> None:
    assert read_coord("\n\n") == {}


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("S1 1 1 4 5 NP-COOD", "S1 1 1 4 5", 2, "expected 6 columns separated by tabs, found 5"),
        ("S1 1 1 4 5 NP-COOD", "what is this", 2, "expected 6 columns"),
        ("S1 1 1 4 5 NP-COOD", "S1 1 1 four 5 NP-COOD", 2, "expected a positive number, found 'four'"),
        ("S1 1 1 4 5 NP-COOD", "S1 1 1 0 5 NP-COOD", 2, "expected a positive number, found '0'"),
        ("S1 1 1 4 5 NP-COOD", "S1 1 one 4 5 NP-COOD", 2, "expected a positive number, found 'one'"),
        ("S1 1 1 4 5 NP-COOD", "S1 1 1 5 4 NP-COOD", 2, "the span 5-4 ends before it begins"),
        ("S1 1 1 4 5 NP-COOD", "S1 1 1 4 6 NP-COOD", 3, "part 2, 6-6, overlaps the one before it, 4-6"),
        ("S1 1 3 8 9 NP-COOD", "S1 1 3 8 10 NP-COOD", 4, "part 3, 8-10, is not inside the whole, 4-9"),
        ("S1 1 3 8 9 NP-COOD", "S1 1 3 8 8 NP-COOD", 1, "the whole is 4-9, but the conjuncts run over 4-8"),
        ("S1 1 3 8 9 NP-COOD", "S1 1 4 8 9 NP-COOD", 4, "expected part 3 of the coordination, found 4"),
        ("S1 1 3 8 9 NP-COOD", "S1 1 3 8 9 VP-COOD", 4, "the category VP differs from that of the whole, NP"),
        ("S1 1 3 8 9 NP-COOD", "S1 9 3 8 9 NP-COOD", 4, "no line with * comes before the parts of coordination 9"),
        ("S1 1 3 8 9 NP-COOD", "# S1 1 3 8 9 NP-COOD", 1, "the coordination has fewer than two conjuncts"),
        ("S1 2 * 8 9 X", "S1 1 * 8 9 X", 5, "coordination 1 of S1 occurs twice"),
        ("S1 2 * 8 9 X", "# S1 2 * 8 9 X", 5, "a whole coordination cannot be a separator"),
        ("S3 1 * 1 3 VP-COOD", "S1 3 * 1 3 VP-COOD", 9, "sentence S1 has a block already"),
        ("S1 2 * 8 9 X", " 2 * 8 9 X", 5, "the sentence id or the category is empty"),
    ],
)
def test_broken_files(old: str, new: str, line: int, reason: str) -> None:
    assert old in GOOD
    with pytest.raises(FormatError) as caught:
        read_coord(tabs(GOOD.replace(old, new, 1)), "x.coord")
    assert (caught.value.source, caught.value.line) == ("x.coord", line)
    assert caught.value.reason.startswith(reason)


def test_errors_name_the_file(tmp_path: Path) -> None:
    path = tmp_path / "x.coord"
    path.write_bytes(b"nonsense\n")
    with pytest.raises(FormatError) as caught:
        read_coord(path)
    assert str(caught.value) == f"{path}:1: expected 6 columns separated by tabs, found 1"
    path.write_bytes(b"\xff\n")
    with pytest.raises(FormatError) as caught:
        read_coord(path)
    assert str(caught.value) == f"{path}:1: not UTF-8: byte 0xff (invalid start byte)"
