"""`bubbletree draw`: which drawing is made, how wide it is, and where it goes."""

from __future__ import annotations

import io
import json
import os
import random
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from bubbletree.cli import main, terminal
from bubbletree.cli.terminal import Terminal
from bubbletree.draw import Direction, pictures, svg, text, tikz
from bubbletree.draw.text import Style, parts_of
from bubbletree.grammar import generate
from bubbletree.io.brackets import parse_brackets
from bubbletree.io.jsonl import read_jsonl
from bubbletree.sampling import random_tree
from bubbletree.tree import BubbleTree
from proofs_tests.support.command_line import CROSSING, TREE, output
from proofs_tests.support.paths import ROOT


def test_draw_fits_the_drawing_to_the_width(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = " ".join(TREE.words)
    arcs, outline = text(TREE), text(TREE, "outline", width=12)
    assert output(capsys, "draw", "menu.brackets", "--id", "menu") == f"menu: {words}\n\n{arcs}\n"
    wrapped = text(TREE, width=40)
    assert output(capsys, "draw", "menu.brackets", "--id", "menu", "--width", "40") == f"menu: {words}\n\n{wrapped}\n"
    assert output(capsys, "draw", "menu.brackets", "--id", "menu", "--width", "12") == f"menu: {words}\n\n{outline}\n"
    assert wrapped in output(capsys, "draw", "menu.brackets", "--to", "arcs", "--width", "40")
    widest = max(map(len, arcs.splitlines()))
    assert arcs in output(capsys, "draw", "menu.brackets", "--number", "1", "--width", str(widest))
    assert arcs not in output(capsys, "draw", "menu.brackets", "--number", "1", "--width", str(widest - 1))
    assert arcs in output(capsys, "draw", "menu.brackets", "--to", "arcs")
    assert text(TREE, ascii_only=True) in output(capsys, "draw", "menu.brackets", "--ascii")


def test_draw_lets_lines_cross_in_trees_that_are_not_projective(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("crossing.jsonl").write_text(json.dumps(CROSSING) + "\n", encoding="utf-8")
    for form in ("text", "arcs"):
        drawn = output(capsys, "draw", "crossing.jsonl", "--to", form)
        assert sorted(re.findall(r"[a-z]+", drawn.partition("\n")[2])) == ["a", "b", "c", "root", "x", "y"]
        assert "┼" in drawn
    assert output(capsys, "draw", "crossing.jsonl", "--to", "svg").count('class="line"') == 3


def test_draw_fits_what_it_draws_to(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A terminal's width if that is where the drawing goes, and otherwise 120 columns."""
    for columns, name in ((120, "just"), (121, "over")):
        tree = f"[{'w' * (columns - 11)} buns]"
        assert max(map(len, text(parse_brackets(tree)).splitlines())) == columns
        Path(f"{name}.brackets").write_text(f"{tree}\n", encoding="utf-8")
    monkeypatch.setenv("COLUMNS", "121")
    monkeypatch.setenv("LINES", "10")
    monkeypatch.setenv("NO_COLOR", "1")

    def is_wrapped(*arguments: str) -> bool:
        return len(parts_of(output(capsys, "draw", *arguments))) > 1

    assert not is_wrapped("just.brackets")
    assert is_wrapped("over.brackets")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert not is_wrapped("over.brackets")
    monkeypatch.setenv("COLUMNS", "119")
    assert is_wrapped("just.brackets")
    assert is_wrapped("just.brackets", "--to", "arcs")
    assert not is_wrapped("just.brackets", "--width", "120")


def test_a_drawing_of_many_parts_gives_way_to_an_outline(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("many.brackets").write_text(f"[{' '.join(['tea'] * 20)} cc=and buns]\n", encoding="utf-8")
    drawn = output(capsys, "draw", "many.brackets", "--width", "60")
    assert len(parts_of(drawn)) == 3
    assert "└─" in output(capsys, "draw", "many.brackets", "--width", "30")
    assert "┏" in output(capsys, "draw", "many.brackets", "--width", "30", "--to", "arcs")


def test_arcs_are_not_laid_out_where_the_words_alone_are_too_wide(monkeypatch: pytest.MonkeyPatch) -> None:
    styles: list[Style] = []

    def recorded(tree: BubbleTree, style: Style = "arcs", **options: Any) -> str:  # noqa: ANN401  # passed on
        styles.append(style)
        return text(tree, style, **options)

    monkeypatch.setattr(terminal, "text", recorded)
    page = Terminal(width=30, is_bound=True, color=False)
    # 40 words of one column and 39 gaps of two columns have just room in four parts, and one word more has not.
    for words, tried in ((40, ["arcs", "outline"]), (41, ["outline"])):
        styles.clear()
        page.fitting(parse_brackets(f"[{' '.join(['x'] * (words - 1))} y]"))
        assert styles == tried


@pytest.mark.parametrize("width", [8, 15, 22, 30, 50])
def test_what_fits_is_drawn_with_arcs(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    page = Terminal(width=width, is_bound=True, color=False)
    rng = random.Random(5)
    [crossing] = read_jsonl(io.StringIO(json.dumps(CROSSING)))
    trees = [*(random_tree(n, rng) for n in range(1, 40)), *generate(20, seed=3), crossing]
    drawn = [page.fitting(tree) for tree in trees]
    monkeypatch.setattr(terminal, "least_width", lambda _: 0)  # every drawing is tried
    assert [page.fitting(tree) for tree in trees] == drawn


@pytest.mark.parametrize(
    ("choice", "is_terminal", "environment", "coloured"),
    [
        ([], True, {}, True),
        ([], False, {}, False),
        ([], True, {"NO_COLOR": "1"}, False),
        ([], True, {"NO_COLOR": ""}, True),
        ([], True, {"TERM": "dumb"}, False),
        (["--color", "always"], False, {"NO_COLOR": "1"}, True),
        (["--color", "never"], True, {}, False),
        (["-o", "out.txt"], True, {}, False),
    ],
)
def test_colours_are_for_terminals_that_want_them(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    choice: list[str],
    is_terminal: bool,
    environment: dict[str, str],
    coloured: bool,
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: is_terminal, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)
    printed = output(capsys, "draw", "menu.brackets", "--number", "1", *choice)
    assert ("\x1b[" in (printed or Path("out.txt").read_text(encoding="utf-8"))) is coloured
    outline = output(capsys, "draw", "menu.brackets", "--number", "1", "--to", "outline", *choice)
    assert ("\x1b[" in (outline or Path("out.txt").read_text(encoding="utf-8"))) is coloured


def test_draw_keeps_to_ascii(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.jsonl").write_text(json.dumps(CROSSING) + "\n", encoding="utf-8")
    for arguments in (["menu.brackets"], ["menu.brackets", "--width", "9"], ["menu.brackets", "--to", "outline"]):
        assert output(capsys, "draw", *arguments, "--ascii").isascii()
    assert output(capsys, "draw", "bad.jsonl", "--ascii").isascii()


def test_draw_finds_a_sentence_by_its_id_and_draws_outlines(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = "# sent_id = one\nTea\n\nMilk\n\n# sent_id = three\n[tea cc=or buns]\n"
    Path("three.txt").write_text(page, encoding="utf-8")
    found = output(capsys, "draw", "three.txt", "--from", "brackets", "--id", "three", "--to", "outline")
    assert (
        found
        == "three: tea or buns\n\n1-3  root: [tea or buns]\n  1  ├─ conj: tea\n  2  ├─ cc: or\n  3  └─ conj: buns\n"
    )
    Path("bad.jsonl").write_text(json.dumps(CROSSING) + "\n", encoding="utf-8")
    outline = "tree 1: a b c\n\n2  root: b\n1  └─ y: a\n3     └─ x: c\n"
    assert output(capsys, "draw", "bad.jsonl", "--to", "outline") == outline


def test_drawings_are_headed_and_set_apart(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("two.jsonl").write_text('{"words": ["a\\tb"], "contents": [[0], [1]], "arcs": [[0, "root", 1]]}\n' * 2)
    drawing = "tree {}: a b\n\nroot\n ▼\na b\n"
    assert output(capsys, "draw", "two.jsonl") == drawing.format(1) + "\n" + drawing.format(2)
    drawn = output(capsys, "draw", "two.jsonl", "--to", "tikz")
    assert drawn.startswith("\\begin{tikzpicture}")
    assert drawn.count("\\end{tikzpicture}\n\n\\begin{tikzpicture}") == 1


def test_draw_writes_pictures(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "draw", "menu.brackets", "--number", "2", "--to", "svg", "-o", "two.svg") == ""
    assert ET.parse("two.svg").getroot()[0].text == "tea and buns"
    page = output(capsys, "draw", "menu.brackets", "--to", "html")
    assert page.count("<svg") == 2
    assert "<title>menu.brackets</title>" in page
    assert output(capsys, "draw", "menu.brackets", "--to", "tikz").count(r"\begin{tikzpicture}") == 2
    assert main(["draw", "menu.brackets", "--to", "svg"]) == 2
    message = "bubbletree: an SVG file holds one tree, not 2: choose one with --number or --id\n"
    assert capsys.readouterr() == ("", message)
    assert main(["draw", "menu.brackets", "-o", "two.png"]) == 2
    assert capsys.readouterr().err == message.replace("an SVG", "a PNG")


@pytest.mark.parametrize("form", ["svg", "png", "pdf"])
def test_a_file_without_trees_is_named_where_one_is_needed(
    folder: Path, form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("empty.conllu").write_text("", encoding="utf-8")
    assert main(["draw", "empty.conllu", "-o", f"one.{form}"]) == 2
    assert capsys.readouterr().err == "bubbletree: empty.conllu: there are no trees in this file\n"
    assert not Path(f"one.{form}").exists()


def test_a_picture_that_would_be_too_large_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("typst")
    monkeypatch.setattr(pictures, "MOST_PIXELS", 100)
    assert main(["draw", "menu.brackets", "--number", "1", "-o", "one.png"]) == 2
    assert capsys.readouterr().err.startswith("bubbletree: menu.brackets:1: menu: the picture would have ")
    assert not Path("one.png").exists()


@pytest.mark.parametrize(("suffix", "begins"), [(".png", b"\x89PNG\r\n"), (".pdf", b"%PDF-")])
def test_draw_writes_pictures_of_pixels_and_for_print(
    folder: Path, suffix: str, begins: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("typst")
    assert output(capsys, "draw", "menu.brackets", "--number", "1", "-o", f"one{suffix}") == ""
    assert Path(f"one{suffix}").read_bytes().startswith(begins)
    done = subprocess.run(
        [sys.executable, "-m", "bubbletree", "draw", "menu.brackets", "--number", "1", "--to", suffix[1:]],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.stdout == Path(f"one{suffix}").read_bytes()


def test_pictures_are_not_for_terminals(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("typst")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert main(["draw", "menu.brackets", "--number", "1", "--to", "png"]) == 2
    assert capsys.readouterr() == ("", "bubbletree: this is not for a terminal: name a file with -o\n")


def test_draw_says_what_to_install_for_pictures(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)  # which makes importing it fail
    assert main(["draw", "menu.brackets", "--number", "1", "-o", "one.png"]) == 2
    assert capsys.readouterr().err == (
        "bubbletree: PNG and PDF pictures need the extra 'images'; to install it, in a checkout of bubbletree: "
        "pip install '.[images]'\n"
    )
    assert not Path("one.png").exists()


@pytest.mark.parametrize(
    ("suffix", "form"), [(".svg", "svg"), (".SVG", "svg"), (".html", "html"), (".tex", "tikz"), (".txt", "text")]
)
def test_the_name_of_the_output_says_what_to_draw(
    folder: Path, suffix: str, form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    one = ("draw", "menu.brackets", "--number", "1")
    assert output(capsys, *one, "-o", f"by-name{suffix}") == ""
    assert Path(f"by-name{suffix}").read_text(encoding="utf-8") == output(capsys, *one, "--to", form)
    assert output(capsys, *one, "--to", "outline", "-o", f"by-option{suffix}") == ""
    assert Path(f"by-option{suffix}").read_text(encoding="utf-8") == output(capsys, *one, "--to", "outline")


@pytest.mark.parametrize("name", ["picture.gif", "picture"])
def test_draw_says_when_the_name_does_not_tell(folder: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "menu.brackets", "-o", name]) == 2
    message = f"bubbletree: {name}: the name does not tell the format: end it in .txt, .svg, .tex, .html, .png, .pdf, "
    message += "or use --to"
    assert capsys.readouterr().err.startswith(message)
    assert not Path(name).exists()


@pytest.mark.parametrize(
    ("choice", "asked"),
    [
        (["--number", "3"], "number 3"),
        (["--id", "dinner"], "the sent_id 'dinner'"),
        (["--number", "1", "--id", "dinner"], "number 1 and the sent_id 'dinner'"),
    ],
)
def test_draw_says_how_many_trees_there_are_when_there_is_no_such_tree(
    folder: Path, choice: list[str], asked: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["draw", "menu.brackets", *choice, "-o", "out.txt"]) == 2
    assert capsys.readouterr().err == f"bubbletree: menu.brackets: there are 2 trees, and none has {asked}\n"
    assert not Path("out.txt").exists()


LOOP = "# sent_id = loop\n1\ta\t_\t_\t_\t_\t2\tx\t_\t_\n2\tb\t_\t_\t_\t_\t1\tx\t_\t_\n\n"
GOOD = "# sent_id = good\n1\ttea\t_\t_\t_\t_\t0\troot\t_\t_\n\n"


@pytest.mark.parametrize("form", ["text", "outline", "html"])
def test_a_tree_that_is_none_stops_no_other_and_is_named(
    folder: Path, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    Path("bad.conllu").write_text(f"{GOOD}{LOOP}{GOOD}", encoding="utf-8")
    assert main(["draw", "bad.conllu", "--to", form]) == 1
    out, err = capsys.readouterr()
    assert err.startswith("bubbletree: bad.conllu:4: loop: not a well-formed bubble tree over 2 words:\n  - tree: ")
    assert out.count("tea") >= 4
    assert "bubbles are on a cycle" in out
    assert main(["draw", "bad.conllu", "--to", form, "-o", "out"]) == 1
    assert Path("out").read_text(encoding="utf-8") == out
    assert main(["draw", "bad.conllu", "--to", form, "--id", "good"]) == 0
    capsys.readouterr()
    Path("bad.conllu").write_text(LOOP * 22, encoding="utf-8")
    assert main(["draw", "bad.conllu", "--to", form, "--report", "report.json"]) == 1
    err = capsys.readouterr().err
    assert err.count(": loop: not a well-formed") == 20
    assert err.endswith("bubbletree: 2 more are not named here; all are in report.json\n")
    assert len(json.loads(Path("report.json").read_text())["skipped"]) == 22
    assert main(["draw", "bad.conllu", "--to", form, "--on-error", "stop", "-o", "none"]) == 2
    assert not Path("none").exists()


@pytest.mark.parametrize("form", ["arcs", "svg", "tikz", "png", "pdf"])
def test_where_there_is_room_for_trees_alone_others_are_errors(
    folder: Path, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    Path("bad.conllu").write_text(GOOD + LOOP, encoding="utf-8")
    assert main(["draw", "bad.conllu", "--to", form, "--number", "2", "-o", "out"]) == 2
    assert "bad.conllu:4: loop: not a well-formed bubble tree over 2 words:" in capsys.readouterr().err
    assert not Path("out").exists()


def test_draw_begins_where_it_is_told_to(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tree = parse_brackets("a=א ב")
    Path("two.brackets").write_text("a=א ב\n", encoding="utf-8")
    directions: tuple[Direction, ...] = ("auto", "ltr", "rtl")
    for given in directions:
        for form, drawn in (
            ("svg", svg(tree, direction=given)),
            ("tikz", tikz(tree, direction=given)),
            ("arcs", text(tree, direction=given)),
        ):
            assert drawn in output(capsys, "draw", "two.brackets", "--to", form, "--direction", given)
    for form, drawn in (("svg", svg(tree)), ("tikz", tikz(tree)), ("arcs", text(tree))):
        assert drawn in output(capsys, "draw", "two.brackets", "--to", form)
    assert ' dir="rtl"' in output(capsys, "draw", "two.brackets", "--to", "html")
    assert ' dir="rtl"' not in output(capsys, "draw", "two.brackets", "--to", "html", "--direction", "ltr")
    assert "tree 1: \u2068א ב\u2069\n" in output(capsys, "draw", "two.brackets")
