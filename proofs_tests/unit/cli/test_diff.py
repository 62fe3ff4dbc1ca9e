"""`bubbletree diff`: differences as text and JSON, counts, exit statuses."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from bubbletree.cli import main
from proofs_tests.support.command_line import COORD_OF_DRINKS, CYCLE, PLAIN_DRINKS, TEA_OR_COFFEE, output

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
def test_a_side_of_which_nothing_can_be_used_is_an_error_and_leaves_no_file(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("cycle.conllu").write_text(CYCLE, encoding="utf-8")
    for pair in (["left.brackets", "cycle.conllu"], ["cycle.conllu", "left.brackets"]):
        for more in ([], ["-o", "out.txt"], ["-o", "out.json"]):
            assert main(["diff", *pair, *more]) == 2
            told = capsys.readouterr()
            assert told.out == ""
            assert told.err.endswith("cycle.conllu: no sentence can be used, so there is nothing to compare with\n")
    assert sorted(path.name for path in Path().glob("out*")) == []
    Path("some.conllu").write_text(TEA_OR_COFFEE + CYCLE, encoding="utf-8")
    assert main(["diff", "left.brackets", "some.conllu", "-o", "out.txt"]) == 2
    assert "only left.brackets has this sentence" in Path("out.txt").read_text(encoding="utf-8")


@pytest.mark.usefixtures("files")
def test_one_file_may_be_standard_input_and_ud(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("drinks.conllu").write_text(TEA_OR_COFFEE, encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TEA_OR_COFFEE.encode())))
    assert "same                         1\n" in output(capsys, "diff", "drinks.conllu", "-")


def test_given_coordinations_are_for_the_file_that_has_none(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("predicted.brackets").write_text("# sent_id = drinks\ntea x=or y=coffee\n\n[a cc=or b]\n", encoding="utf-8")
    Path("gold.conllu").write_text(PLAIN_DRINKS, encoding="utf-8")
    Path("gold.coord").write_text(COORD_OF_DRINKS, encoding="utf-8")
    assert main(["convert", "predicted.brackets", "-o", "predicted.conllu"]) == 0
    for predicted in ("predicted.conllu", "predicted.brackets"):
        printed = output(capsys, "diff", predicted, "gold.conllu", "--coord", "gold.coord", status=1)
        assert "only right: [tea | coffee]\n" in printed
        printed = output(capsys, "diff", "gold.conllu", predicted, "--coord", "gold.coord", status=1)
        assert "only left: [tea | coffee]\n" in printed
    printed = output(capsys, "diff", "gold.conllu", "gold.conllu", "--coord", "gold.coord")
    assert "same                         1\n" in printed


@pytest.mark.usefixtures("files")
def test_given_coordinations_for_files_with_bubbles_are_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    for side in ("left", "right"):
        assert main(["convert", f"{side}.brackets", "-o", f"{side}.conllu"]) == 0
    for right, reason in (
        ("right.conllu", "but left.conllu and right.conllu have bubbles already"),
        ("right.brackets", "but left.conllu has bubbles already"),
    ):
        assert main(["diff", "left.conllu", right, "--coord", "x.coord"]) == 2
        assert capsys.readouterr() == ("", f"bubbletree: --coord is for UD, {reason}\n")
