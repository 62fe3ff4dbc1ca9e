"""`bubbletree split`: readings as text, JSON lines and CoNLL-U, of trees and of UD."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from bubbletree.cli import main
from bubbletree.io import parse_brackets, read_conllu
from bubbletree.readings import OMISSIONS, RULES
from proofs_tests.support.command_line import CYCLE, TWO_HEADS, output, ud
from proofs_tests.support.paths import ROOT

GENES = ud("genes", ("alpha", 4, "compound"), ("and", 3, "cc"), ("beta", 1, "conj"), ("genes", 0, "root"))
MET = "nsubj=[Tom cc=and Ann] met"


def test_split_writes_a_reading_on_each_line_and_a_blank_line_between_sentences(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert output(capsys, "split", "menu.brackets").splitlines() == [
        "I prefer hot coffee", "I prefer hot tea", "I prefer a bun", "", "tea", "buns",
    ]  # fmt: skip


def test_split_converts_ud(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("genes.conllu").write_text(GENES, encoding="utf-8")
    assert output(capsys, "split", "genes.conllu") == "alpha genes\nbeta genes\n"
    Path("genes.coord").write_text("genes\t1\t*\t1\t3\tNP\ngenes\t1\t1\t1\t1\tNP\ngenes\t1\t2\t3\t3\tNP\n")
    assert output(capsys, "split", "genes.conllu", "--coord", "genes.coord") == "alpha genes\nbeta genes\n"


def test_split_reads_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(GENES.encode())))
    assert output(capsys, "split", "-") == "alpha genes\nbeta genes\n"


def test_split_writes_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["split", "menu.brackets", "-o", "out.jsonl"]) == 0
    lines = [json.loads(line) for line in Path("out.jsonl").read_text(encoding="utf-8").splitlines()]
    assert lines[1] == {
        "sent_id": "menu",
        "sentence": 1,
        "reading": 2,
        "readings": 3,
        "text": "I prefer hot tea",
        "words": ["I", "prefer", "hot", "tea"],
        "tokens": [1, 2, 3, 6],
        "offsets": [[0, 1], [2, 8], [9, 12], [23, 26]],
        "choices": [
            {"coordination": [3, 9], "conjunct": [3, 6], "coordinator": "and"},
            {"coordination": [4, 6], "conjunct": [6, 6], "coordinator": "or"},
        ],
    }
    assert (lines[3]["sent_id"], lines[3]["sentence"]) == (None, 2)


def test_split_writes_conllu_that_tells_where_a_reading_comes_from(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written = output(capsys, "split", "menu.brackets", "--to", "conllu")
    trees = read_conllu(written)
    assert trees[1] == parse_brackets("nsubj=I prefer obj=(amod=hot tea)")
    assert trees[1].sentence is not None
    assert trees[1].sentence.comments == (
        "# sent_id = menu-2", "# text = I prefer hot tea", "# reading_of = menu", "# reading = 2/3", "# tokens = 1-3,6",
    )  # fmt: skip
    assert "\n# text = tea\n# reading_of = 2\n" in written
    Path("out.conllu").write_text(written, encoding="utf-8")
    assert output(capsys, "validate", "out.conllu") == "out.conllu: 5 trees, 0 invalid\n"


def test_collective_coordinations_are_kept_split_or_marked(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("met.brackets").write_text(f"{MET}\n", encoding="utf-8")
    assert output(capsys, "split", "met.brackets") == "Tom and Ann met\n"
    assert output(capsys, "split", "met.brackets", "--collective", "split") == "Tom met\nAnn met\n"
    assert output(capsys, "split", "met.brackets", "--collective", "mark") == (
        "Tom met\tcollective: meeting\nAnn met\tcollective: meeting\n"
    )
    marked = output(capsys, "split", "met.brackets", "--collective", "mark", "--to", "conllu")
    assert "# collective = meeting:1-3\n" in marked
    [first, _] = output(capsys, "split", "met.brackets", "--collective", "mark", "--to", "jsonl").splitlines()
    assert json.loads(first)["choices"][0]["collective"] == "meeting"
    assert output(capsys, "split", "met.brackets", "--without", "meeting,between") == "Tom met\nAnn met\n"
    assert output(capsys, "split", "met.brackets", "--language", "xx") == "Tom met\nAnn met\n"


@pytest.mark.parametrize(("treatment", "shown"), [("keep", "kept"), ("split", "split"), ("mark", "marked")])
def test_decisions_are_explained(treatment: str, shown: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("met.brackets").write_text(f"# sent_id = m\n{MET} obl=[today cc=or tomorrow]\n", encoding="utf-8")
    assert main(["split", "met.brackets", "--explain", "--collective", treatment]) == 0
    rows = [line.split("\t") for line in capsys.readouterr().err.splitlines()]
    assert [row[:5] for row in rows] == [
        ["m", "1-3", "[Tom and Ann]", shown, "meeting"],
        ["m", "5-7", "[today or tomorrow]", "split", "alternative"],
    ]


def test_sentences_with_too_many_readings_or_no_tree_are_named_and_left_out(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["split", "menu.brackets", "--limit", "2"]) == 0
    captured = capsys.readouterr()
    assert captured.out == "tea\nbuns\n"
    assert captured.err == "bubbletree: menu.brackets:1: menu: 3 readings, more than the limit of 2\n"
    Path("bad.jsonl").write_text(json.dumps(TWO_HEADS) + "\n", encoding="utf-8")
    assert main(["split", "bad.jsonl", "-o", "out.txt"]) == 2
    assert "not a well-formed" in capsys.readouterr().err
    assert not Path("out.txt").exists()
    Path("cycle.conllu").write_text(GENES + CYCLE, encoding="utf-8")
    assert main(["split", "cycle.conllu", "--report", "report.json"]) == 0
    assert capsys.readouterr().out == "alpha genes\nbeta genes\n"
    assert json.loads(Path("report.json").read_text(encoding="utf-8"))["skipped"][0]["sent_id"] == "cycle"


def test_a_language_without_tables_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["split", "menu.brackets", "--language", "fi"]) == 0
    assert capsys.readouterr().err == (
        "bubbletree: no tables of words for fi, so only structure and negation count; there are tables for en, de\n"
    )
    assert main(["split", "menu.brackets", "--language", "en-US"]) == 0
    assert capsys.readouterr().err == ""


def test_wrong_usage_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, message in [
        (["--without", "tea"], "there is no rule 'tea'; the rules are gapping, "),
        (["--language", "english"], "expected the code of a language, not 'english'"),
        (["--limit", "0"], "must be a whole number of at least 1"),
        (["--to", "tea"], "must be one of text, jsonl, conllu"),
    ]:
        with pytest.raises(SystemExit) as ended:
            main(["split", "menu.brackets", *arguments])
        assert ended.value.code == 2
        assert message in capsys.readouterr().err
    assert main(["split", "menu.brackets", "-o", "out.tea"]) == 2


def test_the_guide_lists_all_rules_as_the_code_has_them() -> None:
    page = (ROOT / "docs" / "guide" / "split.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| `")]
    for rule in (*RULES, *OMISSIONS):
        assert f"| `{rule.name}` | {rule.says} |" in rows
