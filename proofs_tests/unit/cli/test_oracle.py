"""`bubbletree oracle`: derivations, line by line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bubbletree.cli import main
from proofs_tests.support.command_line import CROSSING, output


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
    assert message.startswith("bubbletree: both.brackets:1: both: ")
    assert "cc" in message
    Path("bad.jsonl").write_text(json.dumps(CROSSING) + "\n", encoding="utf-8")
    assert main(["oracle", "bad.jsonl"]) == 2
    assert capsys.readouterr().err.startswith("bubbletree: bad.jsonl:1: not a projective bubble tree")


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
