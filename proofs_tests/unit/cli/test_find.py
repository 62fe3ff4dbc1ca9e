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
    assert output(capsys, "find", "menu.brackets", "conjuncts>0").splitlines() == [
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


ODD = {"words": ["red\ud800", "or", "\x1b[1m"], "contents": [[0], [1], [2], [3], [1, 2, 3]],
       "arcs": [[0, "root", 4], [4, "conj", 1], [4, "cc", 2], [4, "conj", 3]]}  # fmt: skip


@pytest.mark.parametrize("command", [["find", "odd.jsonl", "conjuncts>0"], ["split", "odd.jsonl"]])
def test_words_that_no_file_can_hold_are_escaped(
    command: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("odd.jsonl").write_text(json.dumps(ODD) + "\n", encoding="utf-8")
    for name in ("out.txt", "out.json"):
        assert main([*command, "-o", name]) == 0
        written = Path(name).read_text(encoding="utf-8")
        assert r"red\ud800" in written
        assert "\x1b" not in written
    assert main([*command, "-o", "out.conllu"]) == 2
    assert "cannot be written as CoNLL-U" in capsys.readouterr().err
    assert not Path("out.conllu").exists()


def test_the_name_of_the_output_tells_the_format(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["find", "menu.brackets", "conjuncts>0", "-o", "out.json"]) == 0
    assert json.loads(Path("out.json").read_text(encoding="utf-8").splitlines()[0])["sent_id"] == "menu"
    assert main(["find", "menu.brackets", "conjuncts>0", "-o", "out.conllu"]) == 0
    assert len(read_conllu("out.conllu")) == 2
    assert main(["find", "menu.brackets", "conjuncts>0", "--json", "-o", "out.conllu"]) == 2
    assert "the name is that of conllu, but --json was given" in capsys.readouterr().err
    for command in (
        ["find", "menu.brackets", "nested"],
        ["diff", "menu.brackets", "menu.brackets"],
        ["lint", "menu.brackets"],
    ):
        for name in ("out.brackets", "out.html", "out.SVG"):
            assert main([*command, "-o", name]) == 2
            ending = Path(name).suffix.lower()
            assert f"{name}: this command does not write {ending}; end the name in ." in capsys.readouterr().err
            assert not Path(name).exists()
    assert main(["find", "menu.brackets", "nested", "-o", "out.tsv"]) == 0
    assert main(["find", "menu.brackets", ""]) == 2
    assert "the query is empty" in capsys.readouterr().err
    assert main(["diff", "menu.brackets", "menu.brackets", "-o", "out.json"]) == 0
    assert "counts" in json.loads(Path("out.json").read_text(encoding="utf-8"))
