"""Text for a terminal: the columns that it takes, and characters that it must not have."""

from __future__ import annotations

import pytest

from bubbletree._terminal import columns, visible, visible_message


@pytest.mark.parametrize(
    ("text", "width"), [("", 0), ("tea", 3), ("红茶", 4), ("the\N{COMBINING ACUTE ACCENT}", 3), ("bell\a", 0)]
)
def test_columns(text: str, width: int) -> None:
    assert columns(text) == width


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("\x1b[31m", "\\x1b[31m"),
        ("a\nb\rc\td", "a\\nb\\rc\\td"),
        ("\x7f\x85\x9b", "\\x7f\\x85\\x9b"),
        ("\u2028\u202e\u2067", "\\u2028\\u202e\\u2067"),
        ("\ud800", "\\ud800"),
    ],
    ids=["escape", "ends of lines", "other controls", "directions", "surrogate"],
)
def test_what_a_terminal_would_obey_is_escaped(text: str, escaped: str) -> None:
    assert visible(f"tea {text} milk") == f"tea {escaped} milk"


@pytest.mark.parametrize("text", ["", "the\N{COMBINING ACUTE ACCENT} d'Été, 红茶", "שלום", "a\\nb", "\u200d"])
def test_what_can_be_seen_stays(text: str) -> None:
    assert visible(text) == visible_message(text) == text


def test_of_a_message_only_indented_lines_are_lines() -> None:
    assert visible_message("a:\n  - b\x1b\n  - c\nd: e\n") == "a:\n  - b\\x1b\n  - c\\nd: e\\n"
