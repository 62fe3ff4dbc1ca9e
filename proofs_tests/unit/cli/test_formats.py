"""File formats: what a format keeps, what it cannot hold, and how a format is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bubbletree.cli import main
from bubbletree.cli.outputs import chosen_by_name
from bubbletree.io.brackets import parse_brackets
from bubbletree.io.jsonl import read_jsonl
from proofs_tests.support.command_line import CROSSING, MENU, TEA_OR_COFFEE, TREE, output


@pytest.mark.parametrize("form", ["conllu", "jsonl", "brackets"])
def test_trees_survive_every_format(folder: Path, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "convert", "menu.brackets", "-o", f"copy.{form}") == ""
    back = output(capsys, "convert", f"copy.{form}", "--to", "jsonl")
    assert read_jsonl(back) == [TREE, parse_brackets("[tea cc=and buns]")]


def test_brackets_keep_comments_and_tags(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = "# sent_id = menu\n# text = Tea or buns\n[Tea/NOUN cc=or/CCONJ buns/NOUN]\n\n[tea buns]\n\n"
    Path("two.brackets").write_text(page, encoding="utf-8")
    assert output(capsys, "convert", "two.brackets", "--to", "brackets") == page


def test_a_tree_that_a_format_cannot_hold_is_left_out_and_alone_leaves_no_file(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = {"words": ["tea"], "contents": [[0], [1]], "arcs": [[0, "root", 1]]}
    Path("bad.jsonl").write_text("\n".join(map(json.dumps, (good, CROSSING))) + "\n", encoding="utf-8")
    assert main(["convert", "bad.jsonl", "--to", "brackets"]) == 0
    captured = capsys.readouterr()
    assert captured.out == "tea\n\n"
    assert captured.err.startswith("bubbletree: bad.jsonl:2: not a projective bubble tree over 3 words:\n  - ")
    Path("bad.jsonl").write_text(json.dumps(CROSSING) + "\n", encoding="utf-8")
    assert main(["convert", "bad.jsonl", "-o", "bad.brackets"]) == 2
    assert sorted(path.name for path in folder.iterdir()) == ["bad.jsonl", "menu.brackets", "ud.conllu"]


def test_ud_can_be_taken_as_it_is(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("plain.conllu").write_text(TEA_OR_COFFEE, encoding="utf-8")
    assert output(capsys, "convert", "plain.conllu", "--from", "conllu") == TEA_OR_COFFEE
    drawn = output(capsys, "draw", "plain.conllu", "--to", "outline")
    assert "conj: coffee" in drawn
    assert "[tea or coffee]" not in drawn
    assert "[tea or coffee]" in output(capsys, "draw", "plain.conllu", "--from", "ud", "--to", "outline")


def test_files_are_of_the_format_that_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("menu.brackets").rename("menu.txt")
    assert "[tea cc=and buns]\n" in output(capsys, "convert", "menu.txt", "--from", "brackets", "--to", "brackets")
    assert "Shift" in output(capsys, "oracle", "menu.txt", "--from", "brackets")
    assert "2 trees, 0 invalid" in output(capsys, "validate", "menu.txt", "--from", "brackets")
    Path("ud.conllu").rename("ud.txt")
    assert main(["convert", "ud.txt", "--from", "ud", "--to", "brackets"]) == 0
    captured = capsys.readouterr()
    assert captured.out == "# sent_id = drinks\n[tea cc=or coffee]\n\n"
    assert "the heads do not form a tree" in captured.err
    lines = [f"drinks\t1\t{part}\tNP" for part in ("*\t1\t3", "1\t1\t1", "2\t3\t3")]
    Path("drinks.coord").write_text("\n".join(lines) + "\n", encoding="utf-8")
    arguments = ["ud.txt", "--from", "conllu", "--coord", "drinks.coord", "--to", "brackets"]
    assert output(capsys, "convert", *arguments) == captured.out


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("x.conllu", "# bubbles"),
        ("x.CONLL", "# bubbles"),
        ("x.jsonl", "{"),
        ("x.Json", "{"),
        ("x.brackets", "nsubj=I"),
        ("brackets.conllu", "# bubbles"),
    ],
)
def test_names_tell_formats(name: str, start: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("one.brackets").write_text(f"{MENU}\n", encoding="utf-8")
    assert output(capsys, "convert", "one.brackets", "-o", name) == ""
    assert Path(name).read_text(encoding="utf-8").startswith(start)
    assert output(capsys, "convert", name, "--to", "brackets") == f"{MENU}\n\n"


@pytest.mark.parametrize("command", [["convert", "menu.brackets"], ["generate", "1"], ["treebank"]])
@pytest.mark.parametrize("name", ["out.txt", "out", "brackets"])
def test_an_output_whose_name_tells_no_format(
    command: list[str], name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    suffixes = ".conll, .conllu, .json, .jsonl, .brackets, .spacy, .coord, .tokens, .tsv, .parquet, .csv"
    assert main([*command, "-o", name]) == 2
    assert capsys.readouterr() == (
        "",
        f"bubbletree: {name}: the name does not tell the format: end it in {suffixes}, or use --to\n",
    )
    assert not Path(name).exists()
    assert main([*command, "-o", name, "--to", "jsonl"]) == 0
    assert json.loads(Path(name).read_text(encoding="utf-8").splitlines()[0])["words"]


def test_a_device_has_no_name_that_tells(folder: Path) -> None:
    for path in ("-", "/dev/stdout", "/dev/fd/1"):
        assert chosen_by_name(None, path, {"": "file"}, "stream") == "stream"
        assert chosen_by_name("given", path, {"": "file"}, "stream") == "given"
    for path in ("dev/stdout", "stdout"):
        assert chosen_by_name(None, path, {"": "file"}, "stream") == "file"
