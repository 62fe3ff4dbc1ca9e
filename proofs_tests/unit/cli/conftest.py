"""What the tests of the command line share."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs_tests.support.command_line import CYCLE, MENU, TEA_OR_COFFEE


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("menu.brackets").write_text(f"# sent_id = menu\n{MENU}\n\n[tea cc=and buns]\n", encoding="utf-8")
    Path("ud.conllu").write_text(TEA_OR_COFFEE + CYCLE, encoding="utf-8")
    return tmp_path
