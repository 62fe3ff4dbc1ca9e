"""The notebooks of the documentation show what their cells print."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs_tests.support.paths import ROOT

NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


def test_there_are_notebooks() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["bubble-hybrid", "coordination"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_has_the_outputs_that_its_cells_have_now(path: Path) -> None:
    """If not: python -m proofs_tests.support.notebooks."""
    pytest.importorskip("nbclient")
    from proofs_tests.support.notebooks import executed

    assert path.read_text(encoding="utf-8") == executed(path)
