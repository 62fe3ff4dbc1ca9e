"""`bubbletree lint`: findings with their lines, as text, JSON and SARIF; exit statuses."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from bubbletree.cli import main
from bubbletree.linting import RULES, Finding, Placed, to_sarif
from proofs_tests.support.command_line import CYCLE, MENU, TEA_OR_COFFEE, ud
from proofs_tests.support.paths import ROOT

BAD = ud("side", ("tea", 0, "root"), ("and", 1, "cc"), ("buns", 1, "conj"))


@pytest.fixture
def file(folder: Path) -> Path:
    path = folder / "some.conllu"
    path.write_text(TEA_OR_COFFEE + BAD, encoding="utf-8")
    return path


def test_a_finding_has_its_file_line_sentence_rule_and_reason(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", "some.conllu"]) == 1
    captured = capsys.readouterr()
    line = file.read_text(encoding="utf-8").splitlines().index("2\tand\t_\t_\t_\t_\t1\tcc\t_\t_") + 1
    reason = "'and' depends on 'tea', not on the conjunct after it, 'buns'"
    assert captured.out == f"some.conllu:{line}: side: BT002 coordinator-side: {reason}\n"
    assert captured.err == "bubbletree: BT002 coordinator-side: 1\n"
    assert main(["lint", "some.conllu", "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == {
        "file": "some.conllu",
        "line": line,
        "sent_id": "side",
        "word": 2,
        "code": "BT002",
        "rule": "coordinator-side",
        "reason": reason,
    }


def test_sarif_places_findings_for_code_hosts(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", "some.conllu", "--sarif", "-o", "out.sarif"]) == 1
    log = json.loads(Path("out.sarif").read_text(encoding="utf-8"))
    assert log["version"] == "2.1.0"
    [run] = json.loads(json.dumps(log))["runs"]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == [rule.code for rule in RULES]
    [result] = run["results"]
    assert result["ruleId"] == "BT002"
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == "BT002"
    [location] = result["locations"]
    assert location["physicalLocation"] == {
        "artifactLocation": {"uri": "some.conllu", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 8},
    }
    assert result["message"]["text"].startswith("side: 'and' depends on")


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["some.conllu"], 1),
        (["some.conllu", "--ignore", "BT002"], 0),
        (["some.conllu", "--select", "BT001,chain"], 0),
        (["some.conllu", "--select", "all"], 1),
        (["some.conllu", "--select", "tea"], 2),
        (["some.conllu", "cycle.conllu"], 2),
        (["missing.conllu"], 2),
        (["menu.brackets"], 2),
    ],
)
def test_the_exit_status_tells_what_was_found(
    arguments: list[str], status: int, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("cycle.conllu").write_text(TEA_OR_COFFEE + CYCLE, encoding="utf-8")
    Path("menu.brackets").write_text(MENU + "\n", encoding="utf-8")
    assert main(["lint", *arguments]) == status


def test_a_sentence_that_is_no_tree_is_named_and_the_others_are_looked_at(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("cycle.conllu").write_text(CYCLE + BAD, encoding="utf-8")
    assert main(["lint", "cycle.conllu"]) == 2
    captured = capsys.readouterr()
    assert "BT002" in captured.out
    assert "cycle: the heads do not form a tree" in captured.err


def test_lint_reads_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(BAD.encode())))
    assert main(["lint", "-"]) == 1
    assert capsys.readouterr().out.startswith("<stdin>:3: side: BT002")


def test_the_guide_describes_all_rules() -> None:
    page = (ROOT / "docs" / "guide" / "lint.md").read_text(encoding="utf-8")
    for rule in RULES:
        assert f"\n### {rule.code} {rule.name}\n" in page
        assert f"| `{rule.code}` | `{rule.name}` | {'on' if rule.is_default else 'off'} |" in page


def test_the_name_of_the_output_tells_the_format(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", "some.conllu", "-o", "out.sarif"]) == 1
    assert json.loads(Path("out.sarif").read_text(encoding="utf-8"))["version"] == "2.1.0"
    assert main(["lint", "some.conllu", "-o", "out.json"]) == 1
    assert json.loads(Path("out.json").read_text(encoding="utf-8"))["code"] == "BT002"
    assert main(["lint", "some.conllu", "--json", "-o", "out.sarif"]) == 2
    assert "the name is that of sarif, but --json was given" in capsys.readouterr().err


def test_sarif_has_paths_as_uris() -> None:
    finding = Finding("BT002", "coordinator-side", 2, "tea")
    places = ["a b/ü#1.conllu", "/corpora/a b.conllu", "<stdin>"]
    log = to_sarif([Placed(path, 1, None, finding) for path in places], "1")
    [run] = json.loads(json.dumps(log))["runs"]
    found = [result["locations"][0]["physicalLocation"]["artifactLocation"] for result in run["results"]]
    assert found == [
        {"uri": "a%20b/%C3%BC%231.conllu", "uriBaseId": "%SRCROOT%"},
        {"uri": "file:///corpora/a%20b.conllu"},
        {"uri": "stdin", "uriBaseId": "%SRCROOT%"},
    ]


def test_files_after_one_that_is_not_there_are_looked_at(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", "none.conllu", "some.conllu"]) == 2
    captured = capsys.readouterr()
    assert "BT002" in captured.out
    assert "none.conllu" in captured.err
    assert main(["lint", "none.conllu"]) == 2
    assert "none.conllu" in capsys.readouterr().err


def test_codes_may_be_written_small_and_formats_are_those_that_can_be_read(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lint", "some.conllu", "--select", "bt002"]) == 1
    assert main(["lint", "some.conllu", "--ignore", "bt002"]) == 0
    capsys.readouterr()
    with pytest.raises(SystemExit):
        main(["lint", "some.conllu", "--from", "brackets"])
    assert "must be one of conllu, ud, not 'brackets'" in capsys.readouterr().err
