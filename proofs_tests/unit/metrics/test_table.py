"""Numbers in columns: set to the left and right, as wide as they look."""

from __future__ import annotations

import pytest

from bubbletree.metrics.table import table


def test_the_first_column_is_set_to_the_left_and_the_others_to_the_right() -> None:
    assert table(["", "share", "n"], [["all", 0.5, 10], ["short ones", 1.0, 3], ["x", "-", 1]]).split("\n") == [
        "             share   n",
        "all          50.00  10",
        "short ones  100.00   3",
        "x                -   1",
    ]


def test_wide_characters_take_two_columns_and_what_cannot_be_shown_is_escaped() -> None:
    assert table(["word", "n"], [["茶", 1], ["a\x07", 2]]).split("\n") == ["word   n", "茶     1", r"a\x07  2"]


def test_no_line_ends_in_blanks() -> None:
    assert table(["name", ""], [["tea", ""]]) == "name\ntea"


def test_rows_are_as_long_as_the_header() -> None:
    for row in ([1], [1, 2, 3]):
        with pytest.raises((ValueError, IndexError)):
            table(["a", "b"], [row])
