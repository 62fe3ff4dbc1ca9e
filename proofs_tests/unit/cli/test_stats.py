"""`bubbletree stats`: what is counted, and how it is printed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bubbletree.cli.stats import MOST_COMMON
from proofs_tests.support.command_line import CROSSING, MENU, TWO_HEADS, output


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
