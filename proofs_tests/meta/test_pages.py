"""The pages: how long their lines are, and that what they name exists."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs_tests.support.markdown import PAGES, page_name, prose_lines

COLUMNS = 120


def too_long(text: str) -> list[int]:
    """The numbers of the lines of prose that are longer than they may be."""
    return [number for number, line in prose_lines(text) if len(line) > COLUMNS]


@pytest.mark.parametrize("path", PAGES, ids=page_name)
def test_lines_of_prose_fit_in_120_columns(path: Path) -> None:
    assert too_long(path.read_text(encoding="utf-8")) == []


def test_only_prose_has_to_fit() -> None:
    long = "tea " * 40
    free = ["```", long, "```", f"| {long} |", f"  | {long} |", f"## [{long}](tea.md)", f"[tea]: {long}"]
    assert too_long("\n".join([*free, long, f"* {long}", f"## {long}"])) == [8, 9, 10]
