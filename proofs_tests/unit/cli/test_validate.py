"""`bubbletree validate`: which trees are invalid, and where they stand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bubbletree.cli import main
from proofs_tests.support.command_line import CROSSING, TEA_OR_COFFEE, TWO_HEADS, output


def test_validate_accepts_valid_trees(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "validate", "menu.brackets") == "menu.brackets: 2 trees, 0 invalid\n"


def test_validate_names_line_and_violation(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.jsonl").write_text("\n".join(json.dumps(tree) for tree in (CROSSING, TWO_HEADS)) + "\n", encoding="utf-8")
    found = output(capsys, "validate", "bad.jsonl", status=1)
    assert found.startswith("bad.jsonl:1: tree 1: not a projective bubble tree over 3 words:\n")
    assert "continuous projections" in found
    assert "bad.jsonl:2: tree 2: not a projective bubble tree over 2 words:\n  - tree: " in found
    assert found.endswith("bad.jsonl: 2 trees, 2 invalid\n")
    found = output(capsys, "validate", "--well-formed", "bad.jsonl", status=1)
    assert found.endswith("bad.jsonl: 2 trees, 1 invalid\n")


def test_validate_names_the_sentence_of_a_conllu_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = output(capsys, "validate", "ud.conllu", status=1)
    assert found.startswith("ud.conllu:6: cycle: not a projective bubble tree over 2 words:")
    assert found.endswith("ud.conllu: 2 trees, 1 invalid\n")


def test_validate_goes_on_after_a_file_that_cannot_be_read(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("broken.conllu").write_text(TEA_OR_COFFEE + "1\ttea\n", encoding="utf-8")
    assert main(["validate", "broken.conllu", "ud.conllu"]) == 2
    captured = capsys.readouterr()
    assert captured.err == "bubbletree: broken.conllu:6: expected 10 columns separated by tabs, found 2\n"
    assert "broken.conllu: 1 tree, 0 invalid; 1 sentence cannot be read\n" in captured.out
    assert "ud.conllu: 2 trees, 1 invalid\n" in captured.out


def test_validate_goes_on_after_a_file_that_is_not_there(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", "none.conllu", "menu.brackets", "--report", "report.json"]) == 2
    missing = "none.conllu: No such file or directory"
    assert capsys.readouterr() == ("menu.brackets: 2 trees, 0 invalid\n", f"bubbletree: {missing}\n")
    assert [one["file"] for one in json.loads(Path("report.json").read_text())["skipped"]] == ["none.conllu"]
    assert main(["validate", "none.conllu", "menu.brackets", "--on-error", "stop"]) == 2
    assert capsys.readouterr() == ("", f"bubbletree: {missing}\n")


ILL_FORMED = "\n".join(
    [
        "# sent_id = overlap",
        "# bubbles = B1:1-2 B2:2-3",
        "# bubble_arcs = 0 root B1 | B1 conj 1 | B1 conj 2 | B1 x B2 | B2 conj 3",
        "1\ta\t_\t_\t_\t_\t0\troot\t_\t_",
        "2\tb\t_\t_\t_\t_\t1\tconj\t_\t_",
        "3\tc\t_\t_\t_\t_\t1\tx\t_\t_",
        "\n",
    ]
)


def test_ill_formed_bubbles_are_reported_on_by_validate_and_are_left_out_elsewhere(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("ill.conllu").write_text(ILL_FORMED + TEA_OR_COFFEE, encoding="utf-8")
    printed = output(capsys, "validate", "ill.conllu", status=1)
    assert "ill.conllu:1: overlap: not a projective bubble tree over 3 words:" in printed
    assert "no partial overlap: two bubbles overlap in part: bubbles 4 (a b), 5 (b c); token 2 (b)" in printed
    assert printed.endswith("ill.conllu: 2 trees, 1 invalid\n")
    assert main(["convert", "ill.conllu", "-o", "out.jsonl"]) == 0
    assert "ill.conllu:2: overlap: the bubbles and arcs do not form a bubble tree" in capsys.readouterr().err
    assert Path("out.jsonl").read_text(encoding="utf-8").count("\n") == 1
