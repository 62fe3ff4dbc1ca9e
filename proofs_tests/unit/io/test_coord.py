"""``.coord`` files: what they say, and what is wrong with broken ones."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import given as cases
from hypothesis import strategies as st

from bubbletree.coordination import GivenCoordination
from bubbletree.errors import FormatError, UnwritableError
from bubbletree.io import read_coord, write_coord
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


def written(coordinations: Mapping[str, Sequence[GivenCoordination]]) -> str:
    stream = io.StringIO()
    write_coord(coordinations, stream)
    return stream.getvalue()


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    found = read_coord(tabs(GOOD))
    assert read_coord(written(found)) == found
    write_coord(found, tmp_path / "again.coord")
    assert (tmp_path / "again.coord").read_bytes() == written(found).encode()
    assert written(found) == tabs(GOOD).replace("\tX\n", "\tX-COOD\n") + "\n"


def test_an_unknown_category_is_an_underscore() -> None:
    text = written({"S1": [GivenCoordination([(1, 1), (3, 3)])]})
    assert [line.split("\t")[-1] for line in text.splitlines()[:3]] == ["_", "_", "_"]
    assert read_coord(text)["S1"][0].category is None


def test_sentences_without_coordinations_are_left_out() -> None:
    assert written({}) == written({"S1": []}) == ""


@pytest.mark.parametrize(
    ("sentence", "given", "reason"),
    [
        ("S1", GivenCoordination([]), "expected 6 columns"),
        ("S1", GivenCoordination([(1, 1)]), "the coordination has fewer than two conjuncts"),
        ("S1", GivenCoordination([(1, 2), (2, 3)]), "part 2, 2-3, overlaps the one before it, 1-2"),
        ("S1", GivenCoordination([(1, 1), (3, 3)], [(4, 4)]), "part 3, 4-4, is not inside the whole, 1-3"),
        ("S1", GivenCoordination([(0, 1), (3, 3)]), "expected a positive number, found '0'"),
        ("S1", GivenCoordination([(1, 1), (3, 3)], category="N\tP"), "expected 6 columns"),
        ("S1", GivenCoordination([(1, 1), (3, 3)], category="_"), "would not be read back"),
        ("", GivenCoordination([(1, 1), (3, 3)]), "the sentence id or the category is empty"),
        ("# S1", GivenCoordination([(1, 1), (3, 3)]), "a whole coordination cannot be a separator"),
    ],
)
def test_what_the_format_cannot_hold_is_refused(sentence: str, given: GivenCoordination, reason: str) -> None:
    with pytest.raises(UnwritableError, match=reason) as caught:
        written({"S0": [GivenCoordination([(1, 1), (2, 2)])], sentence: [given]})
    assert str(caught.value).startswith(f"cannot be written as .coord: sentence {sentence!r}: ")


@cases(
    st.text(max_size=3),
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=3),
    st.lists(st.tuples(st.integers(1, 4), st.integers(1, 4)), max_size=1),
    st.none() | st.text(max_size=3),
)
def test_nothing_is_written_that_would_be_read_otherwise(
    sentence: str, conjuncts: list[tuple[int, int]], separators: list[tuple[int, int]], category: str | None
) -> None:
    given = {sentence: (GivenCoordination(conjuncts, separators, category),)}
    try:
        text = written(given)
    except UnwritableError:
        return
    assert read_coord(text) == given
