"""``bubbletree view``."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from bubbletree import BubbletreeError
from bubbletree.cli import main, view
from bubbletree.cli.guard import UsageError
from bubbletree.viewer.workbench import Workbench
from proofs_tests.support.command_line import COORD_OF_DRINKS, CROSSING, CYCLE, PLAIN_DRINKS, TEA_OR_COFFEE, ud
from proofs_tests.unit.viewer.stub import Stub


def data(page: str) -> Any:  # noqa: ANN401  # JSON
    [found] = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    return json.loads(found)


def viewed(*arguments: str, status: int = 0) -> Any:  # noqa: ANN401  # JSON
    """The data of the page that the command writes."""
    assert main(["view", *arguments, "-o", "page.html"]) == status
    return data(Path("page.html").read_text(encoding="utf-8"))


def test_a_page_has_the_sentences_of_the_file(folder: Path) -> None:
    found = viewed("menu.brackets")
    assert (found["title"], found["file"], found["against"]) == ("menu.brackets", "menu.brackets", None)
    assert [sentence["id"] for sentence in found["sentences"]] == ["menu", None]
    assert viewed("menu.brackets", "--title", "Our menu")["title"] == "Our menu"


def test_the_page_goes_to_standard_output(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["view", "menu.brackets"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("<!DOCTYPE html>")
    assert len(data(printed)["sentences"]) == 2


def test_ud_is_converted_and_a_sentence_without_a_tree_is_shown(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drinks, cycle = viewed("ud.conllu")["sentences"]
    assert drinks["trees"][0]["bubbles"] == [[1, 3]]
    assert cycle["trees"][0]["words"] == ["a", "b"]
    assert cycle["trees"][0]["problems"] == ["the heads do not form a tree: word 1 is not below the root"]
    assert "ud.conllu" in capsys.readouterr().err


def test_what_the_conversion_changed_is_told(folder: Path) -> None:
    rows = ("a", 3, "x"), ("b", 4, "y"), ("c", 0, "root"), ("d", 3, "z")
    Path("crossing.conllu").write_text(ud("crossing", *rows), encoding="utf-8")
    [sentence] = viewed("crossing.conllu", "--from", "ud")["sentences"]
    assert sentence["notes"] == ["non-projective arc: moved up to an ancestor of its head (b)"]
    [compared] = viewed("crossing.conllu", "--from", "ud", "--compare", "crossing.conllu")["sentences"]
    assert compared["notes"] == sentence["notes"]


def test_another_style_is_read_as_such(folder: Path) -> None:
    rows = ("tea", 0, "root"), (",", 1, "punct"), ("milk", 1, "conj"), ("or", 3, "cc"), ("coffee", 3, "conj")
    Path("chain.conllu").write_text(ud("chain", *rows), encoding="utf-8")
    [sentence] = viewed("chain.conllu", "--style", "chain")["sentences"]
    assert sentence["trees"][0]["bubbles"] == [[1, 5]]


def test_what_is_not_well_formed_or_cannot_be_read_is_shown(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = {"words": ["tea"], "contents": [[0], [1]], "arcs": [[0, "root", 1]]}
    lines = [json.dumps(good), json.dumps(CROSSING), "{", json.dumps(good)]
    Path("odd.jsonl").write_text("\n".join(lines), encoding="utf-8")
    records = [sentence["trees"][0] for sentence in viewed("odd.jsonl")["sentences"]]
    assert ["problems" in record for record in records] == [False, True, True, False]
    assert records[1]["words"] == ["a", "b", "c"]
    assert records[2]["problems"][0].startswith("line 3: ")
    assert "odd.jsonl:3" in capsys.readouterr().err


def test_two_files_are_compared(folder: Path) -> None:
    Path("gold.brackets").write_text(
        "# sent_id = menu\nnsubj=I prefer obj=tea\n\n[tea cc=and buns]\n", encoding="utf-8"
    )
    found = viewed("menu.brackets", "--compare", "gold.brackets")
    assert (found["file"], found["against"]) == ("menu.brackets", "gold.brackets")
    assert [(one["id"], len(one["gold"])) for one in found["sentences"]] == [(None, 1), ("menu", 0), ("menu", 1)]
    assert found["sentences"][2]["trees"] == []
    Path("deep").mkdir()
    Path("deep/menu.brackets").write_text(Path("menu.brackets").read_text(encoding="utf-8"), encoding="utf-8")
    found = viewed("menu.brackets", "--compare", "deep/menu.brackets")
    assert (found["file"], found["against"]) == ("menu.brackets", "deep/menu.brackets")
    assert [one["differences"] for one in found["sentences"]] == [[], []]


def test_given_coordinations_are_for_the_file_that_has_none(folder: Path) -> None:
    Path("predicted.brackets").write_text("# sent_id = drinks\ntea x=or y=coffee\n\n[a cc=or b]\n", encoding="utf-8")
    assert main(["convert", "predicted.brackets", "-o", "predicted.conllu"]) == 0
    Path("gold.conllu").write_text(PLAIN_DRINKS, encoding="utf-8")
    Path("gold.coord").write_text(COORD_OF_DRINKS, encoding="utf-8")
    found = viewed("predicted.conllu", "--compare", "gold.conllu", "--coord", "gold.coord")["sentences"]
    drinks = next(one for one in found if one["id"] == "drinks")
    assert drinks["trees"][0]["bubbles"] == []
    assert drinks["gold"][0]["bubbles"] == [[1, 3]]


@pytest.mark.parametrize("side", ["bad.conllu --compare menu.brackets", "menu.brackets --compare bad.conllu"])
@pytest.mark.parametrize("bad", [CYCLE, "1\ttea\n\n"])
def test_a_side_of_which_nothing_can_be_used_makes_no_page(
    side: str, bad: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("bad.conllu").write_text(bad, encoding="utf-8")
    assert main(["view", *side.split(), "-o", "page.html"]) == 2
    assert "bubbletree: bad.conllu" in capsys.readouterr().err
    assert not Path("page.html").exists()


@pytest.mark.parametrize(
    ("gold", "warning"),
    [
        ("", "has no sentences"),
        ("[other cc=and words]\n", "has no sentence with the text of one of the others: nothing is compared"),
    ],
)
def test_a_comparison_of_nothing_is_warned_of(
    gold: str, warning: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("gold.brackets").write_text(gold, encoding="utf-8")
    viewed("menu.brackets", "--compare", "gold.brackets")
    assert capsys.readouterr().err == f"bubbletree: warning: gold.brackets {warning}\n"


def test_errors(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["view", "-", "--compare", "-", "--from", "ud"]) == 2
    assert main(["view", "absent.conllu", "-o", "page.html"]) == 2
    Path("bad.conllu").write_text(TEA_OR_COFFEE.replace("\t0\t", "\t7\t"), encoding="utf-8")
    assert main(["view", "menu.brackets", "--coord", "x.coord", "-o", "page.html"]) == 2
    assert not Path("page.html").exists()
    assert "only one of the files can be standard input" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["menu.brackets", "-o", "page.txt"], "page.txt: the page is HTML: end the name in .html or .htm"),
        (["menu.brackets", "-o", "page"], "page: the page is HTML: end the name in .html or .htm"),
        (["menu.brackets", "-o", "page.html", "--serve"], "-o is for a page in a file, and --serve writes none"),
        (["menu.brackets", "-o", "page.html", "--port", "0"], "--port has no effect without --serve: leave it out"),
        (
            ["menu.brackets", "-o", "page.html", "--punctuation", "first"],
            "--punctuation has no effect without --serve: leave it out",
        ),
        (
            ["--serve", "--model", "english", "--compare", "menu.brackets", "--from", "brackets"],
            "--compare and --from have no effect without a file: leave them out",
        ),
        (["menu.brackets", "-o", "page.html", "--style", "chain"], "--style is for UD, not for brackets"),
        (["--serve", "--model", "english", "--coord", "x.coord"], "--coord is for a file of UD: name it"),
    ],
)
def test_options_that_would_do_nothing_are_errors(
    arguments: list[str], message: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["view", *arguments]) == 2
    assert capsys.readouterr().err == f"bubbletree: {message}\n"
    assert sorted(one.name for one in folder.iterdir()) == ["menu.brackets", "ud.conllu"]


def test_a_model_that_is_not_there_is_an_error_before_anything_is_served(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def absent(model: str) -> None:
        raise BubbletreeError(f"there is no model {model}")

    monkeypatch.setattr(view, "load", absent)
    monkeypatch.setattr("bubbletree.cli.serve.Server.serve_forever", lambda _: None)
    assert main(["view", "menu.brackets", "--serve", "--model", "nothere"]) == 2
    assert capsys.readouterr() == ("", "bubbletree: there is no model nothere\n")


def test_typed_sentences_are_limited_as_those_of_files_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def served(_entries: object, _load: object, max_words: int) -> Workbench:
        raise UsageError(f"at most {max_words}")

    monkeypatch.setattr("bubbletree.cli.view.load", lambda _model: Stub())
    monkeypatch.setattr("bubbletree.viewer.workbench.Workbench", served)
    assert main(["view", "--serve", "--model", "english", "--max-words", "9"]) == 2
    assert capsys.readouterr().err == "bubbletree: at most 9\n"
