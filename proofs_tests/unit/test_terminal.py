"""The columns that text takes in a terminal."""

from __future__ import annotations

import pytest

from bubbletree._terminal import columns


@pytest.mark.parametrize(
    ("text", "width"), [("", 0), ("tea", 3), ("红茶", 4), ("the\N{COMBINING ACUTE ACCENT}", 3), ("bell\a", 0)]
)
def test_columns(text: str, width: int) -> None:
    assert columns(text) == width
