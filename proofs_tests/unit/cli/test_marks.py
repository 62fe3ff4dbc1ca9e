"""Files of marked coordinations in `bubbletree convert`: treebanks of phrases, tables, token files, brat, JSON."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bubbletree import read_brackets, read_conllu, read_coord, to_ud, write_conllu
from bubbletree.cli import main
from proofs_tests.support.paths import ROOT

PENN = ROOT / "proofs_tests" / "data" / "penn"
GOLD = read_brackets(PENN / "mini.brackets")
ARTICLE = (
    "<a><PMID>7</PMID><sentence id='S1'><cons cat='NP' syn='COOD'><tok cat='NN'>tea</tok><tok cat='CC'>or</tok>"
    "<tok cat='NN'>milk</tok></cons></sentence><sentence id='S2'><tok cat='UH'>yes</tok></sentence></a>"
)


@pytest.fixture
def ud(tmp_path: Path) -> Path:
    path = tmp_path / "mini.conllu"
    write_conllu([to_ud(tree) for tree in GOLD], path)
    return path


def convert(*arguments: str | Path) -> int:
    return main(["convert", *map(str, arguments)])


def test_marked_phrases_and_ud_make_bubble_trees(ud: Path, tmp_path: Path) -> None:
    out = tmp_path / "bubbles.conllu"
    assert convert(PENN / "mini.mrg", "--from", "ptb", "--ud", ud, "-o", out) == 0
    assert read_conllu(out) == GOLD


def test_plain_phrases_and_a_list_of_spans_make_the_same_trees(ud: Path, tmp_path: Path) -> None:
    marked = (PENN / "mini.mrg").read_text(encoding="utf-8")
    plain, out = tmp_path / "plain.mrg", tmp_path / "bubbles.conllu"
    plain.write_text(re.sub(r"-(CCP|COORD|CC|SHARED|CONN|MARK)(?=[ -])", "", marked), encoding="utf-8")
    assert "COORD" not in plain.read_text(encoding="utf-8")
    assert convert(plain, "--from", "ptb", "--spans", PENN / "mini.spans", "--ud", ud, "-o", out) == 0
    assert read_conllu(out) == GOLD


def test_without_ud_the_coordinations_are_written(tmp_path: Path) -> None:
    out = tmp_path / "mini.coord"
    assert convert(PENN / "mini.mrg", "--from", "ptb", "-o", out) == 0
    found = read_coord(out)
    assert [tuple(span) for span in found["3"][0].conjuncts] == [(5, 5), (7, 7)]
    assert [one.category for one in found["20"]] == ["NP", "VP"]
    assert "18" not in found


def test_articles_are_joined_by_the_ids_of_sentences(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    article, ud = tmp_path / "7.xml", tmp_path / "ud.conllu"
    article.write_text(ARTICLE, encoding="utf-8")
    rows = "1\ttea\t_\t_\t_\t_\t0\troot\t_\t_\n2\tor\t_\t_\t_\t_\t3\tcc\t_\t_\n3\tmilk\t_\t_\t_\t_\t1\tconj\t_\t_\n\n"
    ud.write_text(f"# sent_id = 6.S9\n{rows}# sent_id = 7.S1\n{rows}", encoding="utf-8")
    assert convert(article, "--from", "genia", "--ud", ud, "--to", "brackets") == 0
    printed = capsys.readouterr()
    assert printed.out == "# sent_id = 7.S1\n[tea cc=or milk]\n\n"
    assert f"7.S2: {ud} has no sentence of this id" in printed.err
    assert convert(article, "--from", "genia") == 0
    assert capsys.readouterr().out.startswith("7.S1\t1\t*\t1\t3\tNP-COOD\n")


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", iter(["(NP (NN-COORD a) (CC or) (NN-COORD b))\n"]))
    assert convert("-", "--from", "ptb") == 0
    assert capsys.readouterr().out.startswith("0\t1\t*\t1\t3\tNP-COOD\n")


def test_bad_trees_are_named_and_the_others_stay_with_their_sentences(
    ud: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken, out = tmp_path / "broken.mrg", tmp_path / "out.conllu"
    text = (PENN / "mini.mrg").read_text(encoding="utf-8").replace("(NNS-COORD buns)", "(NNS-COORD buns x)", 1)
    broken.write_text(text, encoding="utf-8")
    assert convert(broken, "--from", "ptb", "--ud", ud, "-o", out) == 0
    assert "broken.mrg:5: expected a bracket, found 'x'" in capsys.readouterr().err
    assert read_conllu(out) == GOLD[1:]


SHORT = "((X (NN a)))\n"
NO_UD = "x.mrg has no dependencies: name the same sentences in UD with --ud, or write coord, tokens, tsv, brat"


@pytest.mark.parametrize(
    ("phrases", "arguments", "reason"),
    [
        (
            SHORT,
            ["--to", "conllu"],
            NO_UD,
        ),
        (
            SHORT,
            ["-o", "x.json"],
            NO_UD,
        ),
        (SHORT, ["--ud", "mini.conllu"], "mini.conllu:1: word 1 is 'Ann', but in x.mrg:1 it is 'a'"),
        ("((X (NNP Ann)))\n", ["--ud", "mini.conllu"], "mini.conllu:1: word 2 is 'likes', but in x.mrg:1 it is None"),
        (SHORT, ["--ud", "mini.conllu", "--coord", "x"], "--coord is for UD and for --from tokens, not for ptb"),
        (SHORT, ["--spans", "spans"], "spans:1: the sentence has only 1 words"),
        (SHORT * 2, ["--spans", "late"], "late:1: x.mrg has no sentence of this number"),
        ("((X (A a) (B b) (C c)))\n", ["--spans", "inside"], "inside:1: the coordinator is inside a conjunct"),
        ("", ["--ud", "mini.conllu"], "mini.conllu has more sentences than x.mrg"),
        ("((X (NN a)))\n" * 40, ["--ud", "empty.conllu"], "empty.conllu has fewer sentences than x.mrg"),
    ],
)
def test_what_does_not_fit_together_is_an_error_without_an_output_file(
    phrases: str,
    arguments: list[str],
    reason: str,
    ud: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.mrg").write_text(phrases, encoding="utf-8")
    Path("spans").write_text("0\t1\tNP\t0-2\t0-0\t2-2\n", encoding="utf-8")
    Path("late").write_text("9\t1\tNP\t0-2\t0-0\t2-2\n", encoding="utf-8")
    Path("inside").write_text("0\t0\tNP\t0-2\t0-0\t2-2\n", encoding="utf-8")
    Path("empty.conllu").write_text("", encoding="utf-8")
    before = sorted(path.name for path in tmp_path.iterdir())
    output = (
        [] if "-o" in arguments or "--to" in arguments else ["-o", "out.conllu" if "--ud" in arguments else "x.coord"]
    )
    assert convert("x.mrg", "--from", "ptb", *arguments, *output) == 2
    assert capsys.readouterr().err.splitlines()[-1] == f"bubbletree: {reason}"
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_options_of_phrases_are_for_phrases(ud: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert convert(ud, "--ud", ud) == 2
    assert "--ud and --spans are for files without dependencies, not for conllu" in capsys.readouterr().err
    assert convert(ud, "--from", "genia", "--spans", ud) == 2
    assert "--spans is for --from ptb" in capsys.readouterr().err
