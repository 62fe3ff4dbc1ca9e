"""`bubbletree find`: what is found, as text, JSON, trees and counts; exit statuses."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from bubbletree.cli import main
from bubbletree.io import parse_brackets, read_conllu
from bubbletree.search import FLAGS, NUMBERS, TEXTS
from proofs_tests.support.command_line import MENU, TEA_OR_COFFEE, TWO_HEADS, output
from proofs_tests.support.paths import ROOT


def test_find_lists_coordinations(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "find", "menu.brackets", "").splitlines() == [
        "menu\t3-9\tobj\t[hot coffee or tea | a bun]",
        "menu\t4-6\tconj\t[coffee | tea]",
        "tree 2\t1-3\troot\t[tea | buns]",
    ]
    assert output(capsys, "find", "menu.brackets", "--count", "relation=obj,root") == "2 in 2 of 2 sentences\n"


def test_find_writes_json_and_trees(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    [line] = output(capsys, "find", "menu.brackets", "nested", "--json").splitlines()
    assert json.loads(line) == {
        "sent_id": "menu",
        "sentence": 1,
        "relation": "conj",
        "span": [4, 6],
        "conjuncts": ["coffee", "tea"],
        "spans": [[4, 4], [6, 6]],
        "coordinators": ["or"],
        "shared": [{"relation": "amod", "words": "hot"}],
    }
    assert main(["find", "menu.brackets", "nested", "--conllu", "-o", "out.conllu"]) == 0
    assert read_conllu("out.conllu") == [parse_brackets(MENU)]


def test_the_exit_status_tells_whether_something_was_found(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["find", "menu.brackets", "conjuncts>5"]) == 1
    assert main(["find", "ud.conllu", "coordinator=or"]) == 0
    assert main(["find", "missing.brackets", "nested"]) == 2
    Path("bad.jsonl").write_text(json.dumps(TWO_HEADS) + "\n", encoding="utf-8")
    assert main(["find", "bad.jsonl", "nested"]) == 2
    capsys.readouterr()
    assert main(["find", "menu.brackets", "nestde"]) == 2
    assert capsys.readouterr().err == "bubbletree: query, column 1: there is no flag 'nestde'; did you mean nested?\n"


def test_find_reads_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TEA_OR_COFFEE.encode())))
    assert output(capsys, "find", "-", "word=tea") == "drinks\t1-3\troot\t[tea | coffee]\n"


def test_the_guide_lists_all_fields_and_flags() -> None:
    page = (ROOT / "docs" / "guide" / "find.md").read_text(encoding="utf-8")
    for name, says in (*TEXTS.items(), *NUMBERS.items(), *FLAGS.items()):
        assert f"| `{name}` | {says} |" in page
