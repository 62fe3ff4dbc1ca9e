"""`bubbletree diff`: differences as text and JSON, counts, exit statuses."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from bubbletree.cli import main
from proofs_tests.support.command_line import CYCLE, TEA_OR_COFFEE, output

LEFT = "# sent_id = a\n[(amod=hot tea) cc=or milk] punct=.\n\n# sent_id = b\n[tea cc=or milk]\n"
RIGHT = "# sent_id = a\namod=hot [tea cc=or milk] punct=.\n\n# sent_id = b\n[tea cc=or milk]\n"


@pytest.fixture
def files(folder: Path) -> None:
    Path("left.brackets").write_text(LEFT, encoding="utf-8")
    Path("right.brackets").write_text(RIGHT, encoding="utf-8")


@pytest.mark.usefixtures("files")
def test_diff_prints_differences_and_counts(capsys: pytest.CaptureFixture[str]) -> None:
    printed = output(capsys, "diff", "left.brackets", "right.brackets", status=1)
    assert printed.splitlines() == [
        "a: hot tea or milk.",
        "  other span: [hot tea | milk] / [tea | milk]",
        "    take 'hot' out of conjunct 1",
        "",
        "coordinations",
        "same                         1",
        "other span                   1",
        "other nesting                0",
        "only left                    0",
        "only right                   0",
        "sentences without a partner  0",
    ]
    counts = output(capsys, "diff", "left.brackets", "right.brackets", "--counts", status=1)
    assert printed.endswith("\n\n" + counts)


@pytest.mark.usefixtures("files")
def test_diff_writes_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "left.brackets", "right.brackets", "--json", "-o", "out.json"]) == 1
    written = json.loads(Path("out.json").read_text(encoding="utf-8"))
    assert written["counts"]["same"] == written["counts"]["other span"] == 1
    assert written["sentences"] == [
        {
            "sentence": "a",
            "differences": [
                {
                    "change": "other span",
                    "left": ["hot tea", "milk"],
                    "right": ["tea", "milk"],
                    "edits": ["take 'hot' out of conjunct 1"],
                    "characters": [0, 12],
                }
            ],
        }
    ]


@pytest.mark.usefixtures("files")
def test_the_exit_status_tells_whether_they_differ(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "left.brackets", "left.brackets"]) == 0
    assert main(["diff", "left.brackets", "missing.brackets"]) == 2
    assert main(["diff", "-", "-"]) == 2
    Path("cycle.conllu").write_text(TEA_OR_COFFEE + CYCLE, encoding="utf-8")
    assert main(["diff", "cycle.conllu", "cycle.conllu"]) == 2
    capsys.readouterr()
    Path("other.brackets").write_text("# sent_id = c\njam\n", encoding="utf-8")
    printed = output(capsys, "diff", "left.brackets", "other.brackets", status=1)
    assert "a: only left.brackets has this sentence\n" in printed
    assert printed.endswith("sentences without a partner  3\n")


@pytest.mark.usefixtures("files")
def test_one_file_may_be_standard_input_and_ud(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("drinks.conllu").write_text(TEA_OR_COFFEE, encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TEA_OR_COFFEE.encode())))
    assert "same                         1\n" in output(capsys, "diff", "drinks.conllu", "-")
