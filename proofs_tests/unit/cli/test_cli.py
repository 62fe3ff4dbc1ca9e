"""The command line: what it prints, what it writes, and how it ends."""

from __future__ import annotations

import importlib.metadata
import io
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from bubbletree import __version__, plugins, random_tree, validate
from bubbletree.cli import main
from bubbletree.cli.outputs import chosen_by_name
from bubbletree.cli.stats import MOST_COMMON
from bubbletree.draw import text
from bubbletree.grammar import generate
from bubbletree.io.brackets import parse_brackets
from bubbletree.io.conllu import format_tree, iter_sentences, read_conllu
from bubbletree.io.jsonl import read_jsonl
from bubbletree.treebank import load
from proofs_tests.support.paths import ROOT
from proofs_tests.support.records import RECORDS, recorded

MENU = "nsubj=I prefer obj=[(amod=hot [coffee cc=or tea]) cc=and (det=a bun)]"
TREE = parse_brackets(MENU)
CROSSING = {
    "words": ["a", "b", "c"],
    "contents": [[0], [1], [2], [3]],
    "arcs": [[0, "root", 2], [1, "x", 3], [2, "y", 1]],
}
TWO_HEADS = {
    "words": ["hot", "tea"],
    "contents": [[0], [1], [2]],
    "arcs": [[0, "root", 2], [0, "root", 1], [2, "x", 1]],
}


def ud(sent_id: str, *rows: tuple[str, int, str]) -> str:
    lines = [f"# sent_id = {sent_id}"]
    for number, (word, head, label) in enumerate(rows, start=1):
        lines.append("\t".join([str(number), word, "_", "_", "_", "_", str(head), label, "_", "_"]))
    return "\n".join(lines) + "\n\n"


TEA_OR_COFFEE = ud("drinks", ("tea", 0, "root"), ("or", 3, "cc"), ("coffee", 1, "conj"))
CYCLE = ud("cycle", ("a", 2, "x"), ("b", 1, "y"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("menu.brackets").write_text(f"# sent_id = menu\n{MENU}\n\n[tea cc=and buns]\n", encoding="utf-8")
    Path("ud.conllu").write_text(TEA_OR_COFFEE + CYCLE, encoding="utf-8")
    return tmp_path


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "bubbletree", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "0", "LC_ALL": "C"},
    )


def output(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    assert main(arguments) == status
    return capsys.readouterr().out


def test_version_and_help(capsys: pytest.CaptureFixture[str]) -> None:
    for argument, expected in [("--version", f"bubbletree {__version__}"), ("--help", "examples:")]:
        with pytest.raises(SystemExit) as ended:
            main([argument])
        assert ended.value.code == 0
        assert expected in capsys.readouterr().out


def test_help_lists_the_commands_and_keeps_the_lines_of_the_examples(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    printed = capsys.readouterr().out
    assert printed.startswith("usage: bubbletree [-h] [--version] COMMAND ...\n\nBubble trees: ")
    commands = re.findall(r"^    (\w+) +\w", printed, re.MULTILINE)
    assert commands == ["validate", "convert", "stats", "draw", "oracle", "generate", "treebank", "parse"]
    assert recorded("commands.txt").split("\n\n", 1)[0] in printed


@pytest.mark.parametrize(
    "arguments", [[], ["bake"], ["draw"], ["draw", "x", "--from", "pdf"], ["validate", "--bake", "x"]]
)
def test_wrong_usage_ends_with_status_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage:" in capsys.readouterr().err


def test_every_command_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ["validate", "convert", "stats", "draw", "oracle", "generate", "treebank"]:
        with pytest.raises(SystemExit) as ended:
            main([command, "--help"])
        assert ended.value.code == 0
        assert f"usage: bubbletree {command}" in capsys.readouterr().out


def test_commands_take_and_say_what_is_on_record() -> None:
    assert RECORDS["commands.txt"]() == recorded("commands.txt")


# validate


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
    assert "broken.conllu: 1 tree, 0 invalid\n" in captured.out
    assert "ud.conllu: 2 trees, 1 invalid\n" in captured.out


# convert


@pytest.mark.parametrize("form", ["conllu", "jsonl", "brackets"])
def test_trees_survive_every_format(folder: Path, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "convert", "menu.brackets", "-o", f"copy.{form}") == ""
    back = output(capsys, "convert", f"copy.{form}", "--to", "jsonl")
    assert read_jsonl(back) == [TREE, parse_brackets("[tea cc=and buns]")]


def test_convert_writes_ud(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written = output(capsys, "convert", "menu.brackets", "--to", "ud")
    assert "bubbles" not in written
    sentences = list(iter_sentences(written))
    assert sentences[0].heads == (2, 0, 4, 2, 6, 4, 9, 9, 4)
    assert sentences[0].sent_id == "menu"


def test_convert_makes_bubbles_of_ud_and_counts_what_it_cannot(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", "ud.conllu"]) == 0
    captured = capsys.readouterr()
    assert read_conllu(captured.out) == [parse_brackets("[tea cc=or coffee]")]
    assert re.search(r"^sentences +2$", captured.err, re.MULTILINE)
    assert re.search(r"^not converted +1 ", captured.err, re.MULTILINE)
    assert "the heads do not form a tree" in captured.err


def test_convert_takes_coordinations_from_a_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sentence = ud("menu", ("tea", 0, "root"), ("and", 3, "cc"), ("buns", 1, "conj"))
    Path("given.conllu").write_text(sentence, encoding="utf-8")
    Path("given.coord").write_text("", encoding="utf-8")
    assert main(["convert", "given.conllu", "--coord", "given.coord", "--to", "brackets"]) == 0
    assert "[" not in capsys.readouterr().out
    lines = [
        "menu\t1\t*\t1\t3\tNP-COOD",
        "menu\t1\t1\t1\t1\tNP-COOD",
        "# menu\t1\t2\t2\t2\tNP-COOD",
        "menu\t1\t3\t3\t3\tNP-COOD",
    ]
    Path("given.coord").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert main(["convert", "given.conllu", "--coord", "given.coord", "--to", "brackets"]) == 0
    assert "[tea cc=and buns]" in capsys.readouterr().out


def test_coordinations_of_other_sentences_are_an_error(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("other.coord").write_text("x\t1\t*\t1\t3\tNP\nx\t1\t1\t1\t1\tNP\nx\t1\t2\t3\t3\tNP\n", encoding="utf-8")
    assert main(["convert", "ud.conllu", "--coord", "other.coord", "-o", "out.conllu"]) == 2
    assert capsys.readouterr().err == (
        "bubbletree: other.coord: no sentence of ud.conllu has an id that is in this file\n"
    )
    assert not Path("out.conllu").exists()


def test_conllu_with_bubbles_is_not_converted_again(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "menu.brackets", "-o", "menu.conllu"]) == 0
    assert main(["convert", "menu.conllu"]) == 0
    captured = capsys.readouterr()
    assert captured.out == Path("menu.conllu").read_text(encoding="utf-8")
    assert captured.err == ""


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


@pytest.mark.parametrize("form", ["ud", "conllu"])
def test_punctuation_can_hang_as_the_source_has_it(form: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("three.brackets").write_text("[tea punct=, milk cc=and buns]\n", encoding="utf-8")
    heads = {}
    for custom in ("first", "following"):
        written = output(capsys, "convert", "three.brackets", "--to", form, "--punctuation", custom)
        heads[custom] = next(iter(iter_sentences(written))).heads
    assert heads == {"first": (0, 1, 1, 5, 1), "following": (0, 3, 1, 5, 1)}


def test_one_coordination_of_a_known_sentence_is_enough(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [f"{name}\t1\t{part}\tNP" for name in ("x", "drinks") for part in ("*\t1\t3", "1\t1\t1", "2\t3\t3")]
    Path("some.coord").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert main(["convert", "ud.conllu", "--coord", "some.coord", "--to", "brackets"]) == 0
    captured = capsys.readouterr()
    assert captured.out == "# sent_id = drinks\n[tea cc=or coffee]\n\n"
    assert "coordinations given for a sentence that is not there" in captured.err


def test_punctuation_is_compared_as_the_source_has_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [("tea", 0, "root"), (",", 1, "punct"), ("milk", 1, "conj"), ("and", 5, "cc"), ("buns", 1, "conj")]
    Path("first.conllu").write_text(ud("three", *rows), encoding="utf-8")
    for custom, right in (("first", 5), ("following", 4)):
        for arguments in (["convert", "--to", "ud"], ["stats"]):
            assert main([arguments[0], "first.conllu", "--punctuation", custom, *arguments[1:]]) == 0
            captured = capsys.readouterr()
            table = captured.err if arguments[0] == "convert" else captured.out
            assert re.search(rf"^  head and label restored +{right} ", table, re.MULTILINE)
            if arguments[0] == "convert":
                assert next(iter(iter_sentences(captured.out))).heads == (0, 1 if right == 5 else 3, 1, 5, 1)


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
    suffixes = ".conll, .conllu, .json, .jsonl, .brackets"
    assert main([*command, "-o", name]) == 2
    assert capsys.readouterr() == (
        "",
        f"bubbletree: {name}: cannot tell the format by the name: end it in {suffixes}, or say it with --to\n",
    )
    assert not Path(name).exists()
    assert main([*command, "-o", name, "--to", "jsonl"]) == 0
    assert json.loads(Path(name).read_text(encoding="utf-8").splitlines()[0])["words"]


def test_brackets_keep_comments_and_tags(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = "# sent_id = menu\n# text = Tea or buns\n[Tea/NOUN cc=or/CCONJ buns/NOUN]\n\n[tea buns]\n\n"
    Path("two.brackets").write_text(page, encoding="utf-8")
    assert output(capsys, "convert", "two.brackets", "--to", "brackets") == page


def test_a_tree_that_a_format_cannot_hold_leaves_no_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = {"words": ["tea"], "contents": [[0], [1]], "arcs": [[0, "root", 1]]}
    Path("bad.jsonl").write_text("\n".join(map(json.dumps, (good, CROSSING))) + "\n", encoding="utf-8")
    assert main(["convert", "bad.jsonl", "-o", "bad.brackets"]) == 2
    assert capsys.readouterr().err.startswith("bubbletree: tree 2: not a projective bubble tree over 3 words:\n  - ")
    assert sorted(path.name for path in folder.iterdir()) == ["bad.jsonl", "menu.brackets", "ud.conllu"]


# stats


def test_stats_counts_trees(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(output(capsys, "stats", "menu.brackets", "--json"))
    assert found == {
        "statistics": {
            "sentences": 2,
            "words": 12,
            "not_well_formed": 0,
            "not_projective": 0,
            "with_coordination": 2,
            "coordinations": 3,
            "shared_left": 1,
            "shared_right": 0,
            "without_coordinator": 0,
            "conjuncts": {"2": 3},
            "depths": {"1": 2, "2": 1},
            "categories": {},
            "coordinators": {"and": 2, "or": 1},
        }
    }
    table = output(capsys, "stats", "menu.brackets")
    assert re.search(r"^with shared modifiers on the left +1 +33\.33$", table, re.MULTILINE)


def test_stats_tells_side_by_side_from_nested_and_counts_categories(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("pair.brackets").write_text("nsubj=[[he cc=or she] cc=and I] like obj=[tea cc=or buns]\n", encoding="utf-8")
    found = json.loads(output(capsys, "stats", "pair.brackets", "--json"))["statistics"]
    assert found["depths"] == {"1": 2, "2": 1}
    Path("last.txt").write_text("[tea cc=or [buns cc=and [jam cc=or honey]]]\n", encoding="utf-8")
    found = json.loads(output(capsys, "stats", "last.txt", "--from", "brackets", "--json"))["statistics"]
    assert found["depths"] == {"1": 1, "2": 1, "3": 1}
    Path("bank.conllu").write_text(output(capsys, "treebank"), encoding="utf-8")
    found = json.loads(output(capsys, "stats", "bank.conllu", "--json"))["statistics"]
    assert sum(found["categories"].values()) == found["coordinations"] > 250
    assert re.search(r"\n\ncategory +%\nNP +\d+ +\d+\.\d\d\n", output(capsys, "stats", "bank.conllu"))


def test_stats_lists_the_commonest_coordinators(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kinds = MOST_COMMON + 3
    lines = [f"[tea cc=w{kind} buns]" for kind in range(kinds) for _ in range(kinds - kind)]
    Path("many.brackets").write_text("\n\n".join(lines) + "\n", encoding="utf-8")
    table = output(capsys, "stats", "many.brackets")
    shown = re.findall(r"^(\S.*?) +(\d+) +\d+\.\d\d$", table.partition("\ncoordinator")[2], re.MULTILINE)
    assert shown[:2] == [("w0", str(kinds)), ("w1", str(kinds - 1))]
    assert len(shown) == MOST_COMMON + 1
    assert shown[-1] == ("(others)", str(3 + 2 + 1))
    assert table.endswith("\n(others)      6   5.00\n")
    assert MOST_COMMON == 12
    Path("many.brackets").write_text("\n\n".join(lines[: -(3 + 2 + 1)]) + "\n", encoding="utf-8")
    assert "(others)" not in output(capsys, "stats", "many.brackets")


def test_stats_prints_tables(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trees = [MENU, "[tea punct=, milk cc=and buns] obl=(case=with honey)", "[he she]", "Tea"]
    Path("few.brackets").write_text("\n\n".join(trees) + "\n", encoding="utf-8")
    assert output(capsys, "stats", "few.brackets").splitlines() == [
        "trees",
        "sentences                     4",
        "words                        19",
        "not well-formed               0",
        "well-formed, not projective   0",
        "with coordination             3",
        "",
        "coordinations                               %",
        "all                                 4  100.00",
        "with shared modifiers on the left   1   25.00",
        "with shared modifiers on the right  1   25.00",
        "without a coordinator               1   25.00",
        "of 2 conjuncts                      3   75.00",
        "of 3 conjuncts                      1   25.00",
        "at depth 1                          3   75.00",
        "at depth 2                          1   25.00",
        "",
        "coordinator         %",
        "and          2  66.67",
        "or           1  33.33",
    ]
    Path("none.brackets").write_text("Tea\n", encoding="utf-8")
    assert "all                                 0  0.00\n" in output(capsys, "stats", "none.brackets")


def test_stats_names_coordinators_in_small_letters_and_the_commonest_first(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ["[红 cc=和 茶]", "[a cc=und b]", "[a cc=Or b]", "[a cc=or b]", "[a cc=(as fixed=well fixed=as) b]"]
    Path("kinds.brackets").write_text("\n\n".join(lines) + "\n", encoding="utf-8")
    printed = output(capsys, "stats", "kinds.brackets", "--json")
    assert list(json.loads(printed)["statistics"]["coordinators"].items()) == [
        ("or", 2),
        ("as well as", 1),
        ("und", 1),
        ("和", 1),
    ]
    assert printed.startswith('{\n  "statistics": {\n    "sentences": 5,\n')
    assert '"和"' in printed
    table = output(capsys, "stats", "kinds.brackets").split("\n\n")[-1].splitlines()
    assert table == [
        "coordinator         %",
        "or           2  40.00",
        "as well as   1  20.00",
        "und          1  20.00",
        "和           1  20.00",
    ]


def test_stats_counts_trees_that_are_not_valid(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trees = (CROSSING, TWO_HEADS, CROSSING, TWO_HEADS, TWO_HEADS)
    Path("bad.jsonl").write_text("\n".join(map(json.dumps, trees)) + "\n", encoding="utf-8")
    found = json.loads(output(capsys, "stats", "bad.jsonl", "--json"))["statistics"]
    assert (found["sentences"], found["not_well_formed"], found["not_projective"]) == (5, 3, 2)


def test_stats_of_ud_tells_about_the_conversion(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(output(capsys, "stats", "ud.conllu", "--json"))
    assert found["conversion"]["sentences"] == 2
    assert found["conversion"]["converted"] == 1
    assert found["statistics"]["coordinations"] == 1
    printed = output(capsys, "stats", "ud.conllu")
    assert printed.startswith("sentences ")
    assert "not converted" in printed
    assert "\n\ntrees\nsentences                    1\n" in printed
    lines = ["menu\t1\t*\t1\t2\tNP", "drinks\t1\t*\t1\t3\tNP", "drinks\t1\t1\t1\t1\tNP", "drinks\t1\t2\t3\t3\tNP"]
    Path("some.coord").write_text("\n".join(lines[1:]) + "\n", encoding="utf-8")
    found = json.loads(output(capsys, "stats", "ud.conllu", "--coord", "some.coord", "--json"))
    assert found["statistics"]["categories"] == {"NP": 1}


# draw


def test_draw_fits_the_drawing_to_the_width(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = " ".join(TREE.words)
    arcs, outline = text(TREE), text(TREE, "outline")
    assert output(capsys, "draw", "menu.brackets", "--id", "menu") == f"menu: {words}\n\n{arcs}\n"
    assert output(capsys, "draw", "menu.brackets", "--id", "menu", "--width", "40") == f"menu: {words}\n\n{outline}\n"
    widest = max(map(len, arcs.splitlines()))
    assert arcs in output(capsys, "draw", "menu.brackets", "--number", "1", "--width", str(widest))
    assert arcs not in output(capsys, "draw", "menu.brackets", "--number", "1", "--width", str(widest - 1))
    assert arcs in output(capsys, "draw", "menu.brackets", "--to", "arcs", "--width", "1")
    assert text(TREE, ascii_only=True) in output(capsys, "draw", "menu.brackets", "--ascii")


def test_draw_falls_back_to_outlines_for_trees_that_are_not_projective(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("bad.jsonl").write_text(json.dumps(CROSSING) + "\n", encoding="utf-8")
    assert "└─" in output(capsys, "draw", "bad.jsonl")
    assert main(["draw", "bad.jsonl", "--to", "arcs"]) == 2
    assert "not a projective bubble tree" in capsys.readouterr().err


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
    assert "┏" in output(capsys, "draw", "just.brackets")
    assert "┏" not in output(capsys, "draw", "over.brackets")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert "┏" in output(capsys, "draw", "over.brackets")
    monkeypatch.setenv("COLUMNS", "119")
    assert "┏" not in output(capsys, "draw", "just.brackets")
    assert "┏" in output(capsys, "draw", "just.brackets", "--width", "120")


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
    assert output(capsys, "draw", "bad.jsonl") == "tree 1: a b c\n\n2  root: b\n1  └─ y: a\n3     └─ x: c\n"


def test_drawings_are_headed_and_set_apart(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("two.jsonl").write_text('{"words": ["a\\tb"], "contents": [[0], [1]], "arcs": [[0, "root", 1]]}\n' * 2)
    drawing = "tree {}: a b\n\nroot\n ▼\na b\n"
    assert output(capsys, "draw", "two.jsonl") == drawing.format(1) + "\n" + drawing.format(2)
    pictures = output(capsys, "draw", "two.jsonl", "--to", "tikz")
    assert pictures.startswith("\\begin{tikzpicture}")
    assert pictures.count("\\end{tikzpicture}\n\n\\begin{tikzpicture}") == 1


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
    # Text is what suits the tree, and of one that is not projective that is an outline.
    Path("bad.jsonl").write_text(json.dumps(CROSSING) + "\n", encoding="utf-8")
    assert output(capsys, "draw", "bad.jsonl", "-o", "bad.txt") == ""
    assert "└─" in Path("bad.txt").read_text(encoding="utf-8")


def test_a_device_has_no_name_that_tells(folder: Path) -> None:
    for path in ("-", "/dev/stdout", "/dev/fd/1"):
        assert chosen_by_name(None, path, {"": "file"}, "stream") == "stream"
        assert chosen_by_name("given", path, {"": "file"}, "stream") == "given"
    for path in ("dev/stdout", "stdout"):
        assert chosen_by_name(None, path, {"": "file"}, "stream") == "file"


@pytest.mark.parametrize("name", ["picture.png", "picture"])
def test_draw_says_when_the_name_does_not_tell(folder: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "menu.brackets", "-o", name]) == 2
    message = f"bubbletree: {name}: cannot tell the format by the name: end it in .txt, .svg, .tex, .html, or say it"
    assert capsys.readouterr().err.startswith(message)
    assert not Path(name).exists()


@pytest.mark.parametrize("choice", [["--number", "3"], ["--number", "0"], ["--id", "dinner"]])
def test_draw_says_when_there_is_no_such_tree(
    folder: Path, choice: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["draw", "menu.brackets", *choice, "-o", "out.txt"]) == 2
    assert capsys.readouterr().err == "bubbletree: menu.brackets: there is no such tree\n"
    assert not Path("out.txt").exists()


# oracle


def test_oracle_prints_the_derivation(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("one.brackets").write_text("[tea cc=and (amod=hot buns)]\n", encoding="utf-8")
    assert output(capsys, "oracle", "one.brackets").splitlines() == [
        "tree 1: tea and hot buns",
        "",
        "step  transition                             stack | buffer",
        "   0                                            RT | tea and hot buns",
        "   1  Shift                                 RT tea | and hot buns",
        "   2  Shift                             RT tea and | hot buns",
        "   3  BubbleOpen(cc)               RT (tea and ... | hot buns",
        "   4  Shift                    RT (tea and ... hot | buns",
        "   5  LeftArc(amod)                RT (tea and ... | buns",
        "   6  Shift                   RT (tea and ... buns |",
        "   7  BubbleAttach(conj)  RT (tea and hot buns ... |",
        "   8  BubbleClose                               RT | (tea and hot buns)",
        "   9  Shift                  RT (tea and hot buns) |",
        "  10  RightArc(root)                            RT |",
    ]


def test_oracle_sets_wide_words_in_columns_and_trees_apart(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("two.brackets").write_text("# sent_id = 茶\n标签=红茶 喝\n\nTea\n", encoding="utf-8")
    assert output(capsys, "oracle", "two.brackets").splitlines() == [
        "茶: 红茶 喝",
        "",
        "step  transition        stack | buffer",
        "   0                       RT | 红茶 喝",
        "   1  Shift           RT 红茶 | 喝",
        "   2  LeftArc(标签)        RT | 喝",
        "   3  Shift             RT 喝 |",
        "   4  RightArc(root)       RT |",
        "",
        "tree 2: Tea",
        "",
        "step  transition       stack | buffer",
        "   0                      RT | Tea",
        "   1  Shift           RT Tea |",
        "   2  RightArc(root)      RT |",
    ]


def test_oracle_says_why_there_is_no_derivation(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("both.brackets").write_text("# sent_id = both\n[cc=both tea cc=and buns]\n", encoding="utf-8")
    assert main(["oracle", "both.brackets"]) == 2
    message = capsys.readouterr().err
    assert message.startswith("bubbletree: both.brackets: both: ")
    assert "cc" in message
    Path("bad.jsonl").write_text(json.dumps(CROSSING) + "\n", encoding="utf-8")
    assert main(["oracle", "bad.jsonl"]) == 2
    assert capsys.readouterr().err.startswith("bubbletree: bad.jsonl: tree 1: not a projective bubble tree")


def test_oracle_shortens_long_stacks(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [f"word{n}" for n in range(60)]
    tree = {
        "words": words,
        "contents": [[n] for n in range(61)],
        "arcs": [[n + 1, "d", n] for n in range(1, 60)] + [[0, "root", 60]],
    }
    Path("long.jsonl").write_text(json.dumps(tree) + "\n", encoding="utf-8")
    lines = output(capsys, "oracle", "long.jsonl").splitlines()[2:]
    assert max(map(len, lines)) < 140
    assert lines[1].endswith("RT | word0 word1 word2 word3 word4 word5 ...")
    # With a blank after each, words of 40 columns are not too many; those of 41 are.
    for last, shown in (("a" * 11, "a" * 11), ("a" * 12, "...")):
        Path("edge.brackets").write_text(f"b=tea c=tea d=tea e=tea f=tea g=tea h=tea {last}\n", encoding="utf-8")
        assert output(capsys, "oracle", "edge.brackets").splitlines()[3].endswith(f"RT | {'tea ' * 7}{shown}")


# generate, treebank


def test_generated_sentences_are_the_same_every_time(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = output(capsys, "generate", "3", "--seed", "5")
    assert output(capsys, "generate", "3", "--seed", "5") == first
    assert output(capsys, "generate", "3", "--seed", "6") != first
    assert [validate(tree).ok for tree in read_conllu(first)] == [True] * 3


def test_generate_writes_what_the_library_gives(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, trees in (
        (["2"], list(generate(2, seed=1))),
        (["3", "--seed", "-5"], list(generate(3, seed=-5))),
        (["2", "--uniform", "7", "--seed", "4"], [random_tree(7, rng) for rng in [random.Random(4)] for _ in range(2)]),
        (["0"], []),
    ):
        assert read_jsonl(output(capsys, "generate", *arguments, "--to", "jsonl").splitlines()) == trees
        assert output(capsys, "generate", *arguments) == "".join(map(format_tree, trees))
    assert output(capsys, "generate", "2", "--uniform", "0", "--to", "brackets") == "()\n\n()\n\n"


def test_random_trees(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    drawn = read_jsonl(output(capsys, "generate", "4", "--uniform", "6", "--to", "jsonl"))
    assert [len(tree.words) for tree in drawn] == [6] * 4
    assert len(set(drawn)) > 1
    for arguments in (["1", "--uniform", "-1"], ["-1"], ["-1", "--uniform", "4"]):
        assert main(["generate", *arguments]) == 2
        assert capsys.readouterr() == ("", "bubbletree: the numbers of sentences and words cannot be negative\n")


def test_the_treebank_comes_along(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "treebank", "-o", "bank.conllu") == ""
    trees = read_conllu(Path("bank.conllu"))
    assert trees == list(load())
    assert read_jsonl(output(capsys, "treebank", "--to", "jsonl")) == list(load())


# parse


def installed(monkeypatch: pytest.MonkeyPatch, **values: str) -> None:
    points = EntryPoints(EntryPoint(name, value, plugins.COMMANDS) for name, value in values.items())
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: points.select(group=group))


def fake_parser(arguments: list[str]) -> int:
    print("parsed", *arguments)
    return 7


def test_parse_hands_its_arguments_over(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "a_parser", type(sys)("a_parser"))
    monkeypatch.setattr(sys.modules["a_parser"], "main", fake_parser, raising=False)
    installed(monkeypatch, neural="a_parser:main", other="a_parser:main")
    assert output(capsys, "parse", "--model", "m", "--help", "-", status=7) == "parsed --model m --help -\n"
    assert output(capsys, "parse", "--parser", "other", "x", status=7) == "parsed x\n"
    assert output(capsys, "parse", "--parser", status=7) == "parsed --parser\n"


def test_parse_tells_how_to_install_a_parser(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    installed(monkeypatch)
    assert main(["parse", "x"]) == 2
    assert capsys.readouterr().err == (
        "bubbletree: the parser 'neural' is not installed; to install it, in a checkout of bubbletree: "
        "pip install '.[neural]'\n"
    )
    installed(monkeypatch, neural="no_such_module:main")
    assert main(["parse", "x"]) == 2
    assert capsys.readouterr().err == (
        "bubbletree: the parser 'neural' cannot be loaded: No module named 'no_such_module'; "
        "to install it, in a checkout of bubbletree: pip install '.[neural]'\n"
    )
    assert main(["parse", "--parser", "mine"]) == 2
    assert capsys.readouterr().err == "bubbletree: the parser 'mine' is not installed (installed: neural)\n"


# Bad input and ill winds


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("x.conllu", None, "x.conllu: No such file or directory"),
        ("x.txt", "[a b]", "x.txt: cannot tell the format by the name; say it with --from"),
        ("x.conllu", "1\ttea\n", "x.conllu:1: expected 10 columns"),
        ("x.jsonl", "{}\n", "x.jsonl:1: "),
        ("x.jsonl", '\n{"words": [', "x.jsonl:2: "),
        ("x.brackets", "[a (b c]\n", "x.brackets:1: "),
        ("x.conllu", b"1\t\xff\n", "x.conllu:1: not UTF-8"),
    ],
)
def test_bad_input_is_named(
    folder: Path, name: str, content: str | bytes | None, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if content is not None:
        Path(name).write_bytes(content if isinstance(content, bytes) else content.encode())
    for arguments in (["draw", name], ["oracle", name], ["stats", name], ["convert", name, "-o", "out.conllu"]):
        assert main(arguments) == 2
        captured = capsys.readouterr()
        assert captured.err.startswith(f"bubbletree: {message}")
        assert captured.err.count("\n") == 1
        assert "Traceback" not in captured.err
    assert not Path("out.conllu").exists()


@pytest.mark.parametrize("column", ["head", "id"])
def test_a_number_of_thousands_of_digits(column: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    number = "1" * 5000
    rows = {"head": ("1", number), "id": (number, "0")}
    identity, head = rows[column]
    line = "\t".join([identity, "tea", "_", "_", "_", "_", head, "root", "_", "_"])
    Path("long.conllu").write_text(line + "\n\n", encoding="utf-8")
    assert main(["convert", "long.conllu"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("bubbletree: long.conllu:1: ")
    assert "limit" not in error


def test_the_output_named_in_an_error_is_the_users(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "menu.brackets", "-o", "nowhere/out.conllu"]) == 2
    assert capsys.readouterr().err == "bubbletree: nowhere/out.conllu: No such file or directory\n"


@pytest.mark.parametrize("arguments", [["--from", "tea"], ["--width", "0"], ["--width", "x"]])
def test_bad_values_of_options_are_explained(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as raised:
        main(["draw", "menu.brackets", *arguments])
    assert raised.value.code == 2
    kinds = "must be (one of conllu, ud, jsonl, brackets|a whole number of at least 1), not '(tea|0|x)'$"
    assert re.search(kinds, capsys.readouterr().err, re.MULTILINE)


def test_an_output_that_cannot_be_written(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "menu.brackets", "-o", "no/such/folder.conllu"]) == 2
    assert "No such file or directory" in capsys.readouterr().err


def test_words_that_are_no_text(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("x.jsonl").write_text('{"words": ["\\ud800"], "contents": [[0], [1]], "arcs": [[0, "root", 1]]}\n')
    assert main(["convert", "x.jsonl", "-o", "x.conllu"]) == 2
    assert not Path("x.conllu").exists()
    assert "no character that UTF-8 can encode" in capsys.readouterr().err
    assert main(["draw", "x.jsonl"]) == main(["validate", "x.jsonl"]) == main(["oracle", "x.jsonl"]) == 0


def test_coord_goes_with_ud_only(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "menu.brackets", "--coord", "x.coord"]) == 2
    assert capsys.readouterr().err == "bubbletree: --coord goes with UD, not with brackets\n"


@pytest.mark.parametrize(
    ("form", "content"),
    [("conllu", TEA_OR_COFFEE), ("brackets", MENU), ("jsonl", json.dumps(CROSSING)), ("ud", TEA_OR_COFFEE)],
)
def test_standard_input(
    form: str, content: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content.encode())))
    assert main(["draw", "-", "--from", form]) == 0
    assert capsys.readouterr().out
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\n")))
    assert main(["draw", "-", "--from", form]) == 2
    assert capsys.readouterr().err == "bubbletree: <stdin>: not UTF-8: byte 0xff (invalid start byte)\n"


def test_standard_input_is_conllu_unless_told_otherwise(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TEA_OR_COFFEE.encode())))
    assert main(["validate", "-"]) == 0
    assert "1 tree, 0 invalid" in capsys.readouterr().out
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TEA_OR_COFFEE.encode())))
    assert main(["convert", "-"]) == 0
    assert capsys.readouterr() == (TEA_OR_COFFEE, "")


def test_output_is_utf8_whatever_the_locale(folder: Path) -> None:
    Path("x.brackets").write_text("[红茶 cc=和 咖啡]\n", encoding="utf-8")
    done = run("draw", "x.brackets")
    assert done.returncode == 0
    assert "红茶" in done.stdout
    assert "┏" in done.stdout


def test_a_closed_pipe_is_no_error(folder: Path) -> None:
    done = subprocess.run(
        [
            "bash",
            "-c",
            f"'{sys.executable}' -m bubbletree generate 2000 --uniform 9 | head -n 1; echo ${{PIPESTATUS[0]}}",
        ],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] == "141"


def test_ctrl_c_ends_quietly_and_leaves_no_file(folder: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "bubbletree", "convert", "-", "-o", "out.conllu"],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write(TEA_OR_COFFEE.encode() * 2_000)
        process.stdin.flush()
        while not list(folder.glob(".out.conllu.*")):  # until it has begun to write
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        assert process.stderr.read() == b""
        assert process.wait() == 130
    assert [path.name for path in folder.iterdir() if "out" in path.name] == []


# Documentation


def test_the_examples_in_the_documentation(tmp_path: Path) -> None:
    """Each ``$ command`` of docs/cli.md prints what stands below it."""
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```console\n(.*?)```", page, re.DOTALL)
    assert len(blocks) >= 4
    shell = f"bubbletree() {{ '{sys.executable}' -m bubbletree \"$@\"; }}\n"
    for block in blocks:
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, expected = example.partition("\n")
            done = subprocess.run(
                ["bash", "-c", shell + command],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                encoding="utf-8",
                cwd=tmp_path,
                check=False,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
            )
            printed = [line.rstrip() for line in done.stdout.rstrip("\n").expandtabs(4).splitlines()]
            assert printed == expected.splitlines(), command


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


def test_ill_formed_bubbles_are_reported_on_by_validate_and_are_an_error_elsewhere(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("ill.conllu").write_text(ILL_FORMED + TEA_OR_COFFEE, encoding="utf-8")
    printed = output(capsys, "validate", "ill.conllu", status=1)
    assert "ill.conllu:1: overlap: not a projective bubble tree over 3 words:" in printed
    assert "no partial overlap: two bubbles overlap in part: bubbles 4 (a b), 5 (b c); token 2 (b)" in printed
    assert printed.endswith("ill.conllu: 2 trees, 1 invalid\n")
    assert main(["convert", "ill.conllu", "-o", "out.jsonl"]) == 2
    assert "ill.conllu:2: the bubbles and arcs do not form a bubble tree" in capsys.readouterr().err
    assert not Path("out.jsonl").exists()
