"""Options without effect are errors in one line, and nothing is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from bubbletree.cli import main
from proofs_tests.support.command_line import COORD_OF_DRINKS, PLAIN_DRINKS, TEA_OR_COFFEE


@pytest.fixture(autouse=True)
def files(folder: Path) -> None:
    Path("tea.conllu").write_text(TEA_OR_COFFEE, encoding="utf-8")
    Path("ud.conllu").write_text(PLAIN_DRINKS, encoding="utf-8")
    Path("ud.coord").write_text(COORD_OF_DRINKS, encoding="utf-8")
    Path("spans.tsv").write_text("sent_id\twords\tconjuncts\ndrinks\ttea or coffee\t1 3\n", encoding="utf-8")
    assert main(["convert", "tea.conllu", "-o", "bubbles.conllu"]) == 0


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line that says why a command does not do anything."""
    capsys.readouterr()
    assert main(list(arguments)) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert not list(Path().glob("out*"))
    [line] = told.err.splitlines()
    return line.removeprefix("bubbletree: ")


@pytest.mark.parametrize("form", ["svg", "html", "tikz", "png"])
def test_options_for_text_have_no_effect_on_other_drawings(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    draw = ("draw", "menu.brackets", "--number", "1", "--to", form, "-o", "out")
    assert refusal(capsys, *draw, "--ascii") == f"--ascii has no effect on {form}: leave it out"
    assert refusal(capsys, *draw, "--width", "80") == f"--width has no effect on {form}: leave it out"
    both = refusal(capsys, *draw, "--ascii", "--color", "never")
    assert both == f"--ascii and --color have no effect on {form}: leave them out"


def test_an_outline_has_no_direction(capsys: pytest.CaptureFixture[str]) -> None:
    line = refusal(capsys, "draw", "menu.brackets", "--to", "outline", "--direction", "rtl")
    assert line == "--direction has no effect on outline: leave it out"
    assert main(["draw", "menu.brackets", "--to", "outline", "--ascii", "--width", "20", "--color", "never"]) == 0
    assert main(["draw", "menu.brackets", "--number", "1", "--to", "svg", "--direction", "rtl"]) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["bubbles.conllu", "--to", "jsonl", "--punctuation", "first"], "--punctuation has no effect on jsonl"),
        (
            ["spans.tsv", "--to", "coord", "--punctuation", "first"],
            "--punctuation has no effect where there are no dep",
        ),
        (["bubbles.conllu", "--to", "ud", "--explain"], "--explain has no effect where no coordinations are read off"),
        (
            ["ud.conllu", "--coord", "ud.coord", "--explain"],
            "--explain has no effect where no coordinations are read off",
        ),
        (
            ["spans.tsv", "--ud", "ud.conllu", "--explain"],
            "--explain has no effect where no coordinations are read off",
        ),
        (["spans.tsv", "--ud", "ud.conllu", "--style", "ud"], "--style has no effect on tsv"),
        (["ud.conllu", "--coord", "ud.coord", "--style", "ud"], "--style has no effect with --coord"),
        (["bubbles.conllu", "--style", "chain"], "--style is for UD, but bubbles.conllu has bubbles already"),
        (["ud.conllu", "--from", "conllu", "--style", "ud"], "--style is for UD, but --from conllu keeps the trees"),
    ],
)
def test_convert_refuses_what_it_cannot_use(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    to = [] if "--to" in arguments else ["--to", "conllu"]
    assert refusal(capsys, "convert", *arguments, *to, "-o", "out").startswith(message)


@pytest.mark.parametrize(
    "arguments",
    [
        ["ud.conllu", "--to", "jsonl", "--punctuation", "first"],
        ["bubbles.conllu", "--to", "ud", "--punctuation", "first"],
        ["ud.conllu", "--explain", "--style", "ud"],
        ["spans.tsv", "--ud", "ud.conllu", "--punctuation", "first"],
    ],
)
def test_convert_takes_what_it_uses(arguments: list[str]) -> None:
    assert main(["convert", *arguments]) == 0


@pytest.mark.parametrize("command", ["stats", "split", "find", "view"])
def test_a_style_is_for_ud(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    more = ["relation=obj"] if command == "find" else []
    line = refusal(capsys, command, "bubbles.conllu", *more, "--style", "chain")
    assert line == "--style is for UD, but bubbles.conllu has bubbles already"
