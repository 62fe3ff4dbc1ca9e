"""Brackets and quotation marks: which enclose, and which belong together."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbletree.convert.marks import encloses, partners


def paired(text: str) -> list[tuple[int, int]]:
    """The pairs among blank-separated marks, numbered from 1."""
    found = partners(enumerate(text.split(), start=1))
    assert all(found[other] == mark for mark, other in found.items())
    return sorted((mark, other) for mark, other in found.items() if mark < other)


@pytest.mark.parametrize(
    "mark", ["(", ")", "[", "}", "（", "「", "«", "»", "„", "“", "’", "'", '"', "``", "''", "-LRB-"]
)
def test_brackets_and_quotation_marks_enclose(mark: str) -> None:
    assert encloses(mark)


@pytest.mark.parametrize("mark", [",", ".", "|", "/", "--", "…", "、", "،", "¿", "!", "'s", "(a)"])
def test_other_marks_do_not(mark: str) -> None:
    assert not encloses(mark)


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("( )", [(1, 2)]),
        ("( [ ] )", [(1, 4), (2, 3)]),
        ("( [ )", [(1, 3)]),
        (") (", []),
        ("-LRB- -RRB-", [(1, 2)]),
        ("（ ） 「 」 < >", [(1, 2), (3, 4), (5, 6)]),
        ('" " " "', [(1, 2), (3, 4)]),
        ("“ ” „ “ « » » «", [(1, 2), (3, 4), (5, 6), (7, 8)]),
        ("” ” ‚ ‘ `` ''", [(1, 2), (3, 4), (5, 6)]),
        ("« « » »", [(1, 4), (2, 3)]),
        ("\" ' ' \"", [(1, 4), (2, 3)]),
        ('" ( " ) "', [(1, 5), (2, 4)]),
        ('( " )', [(1, 3)]),
        (", ( , )", [(2, 4)]),
    ],
)
def test_pairs(text: str, pairs: list[tuple[int, int]]) -> None:
    assert paired(text) == pairs


@given(st.lists(st.sampled_from(["(", ")", "[", "]", '"', "'", "“", "”", "«", "»", ","])))
def test_pairs_do_not_cross(marks: list[str]) -> None:
    pairs = paired(" ".join(marks))
    for first, last in pairs:
        assert not any(first < one < last < other for one, other in pairs)
