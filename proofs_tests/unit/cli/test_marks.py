"""Files of marked coordinations in `bubbletree convert`: treebanks of phrases, tables, token files, brat, JSON."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bubbletree import coordinations, read_brackets, read_conllu, read_coord, to_ud, write_conllu
from bubbletree.cli import main
from bubbletree.constituency import as_read
from bubbletree.io import format_json, write_json
from bubbletree.io.tsv import read_tsv
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
        (
            "",
            ["--ud", "mini.conllu"],
            "mini.conllu has more sentences than x.mrg: the first one that is not there is in line 1",
        ),
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


@pytest.mark.parametrize("name", ["mini.coord", "mini.tsv", "mini.tokens"])
def test_trees_and_their_json_give_the_same_coordinations(name: str, tmp_path: Path) -> None:
    write_json(GOLD, tmp_path / "mini.json")
    for source, out in ((tmp_path / "mini.json", name), (PENN / "mini.brackets", f"from-{name}")):
        assert convert(source, "-o", tmp_path / out) == 0
    assert (tmp_path / name).read_bytes() == (tmp_path / f"from-{name}").read_bytes()


def test_phrases_and_trees_give_the_same_conjuncts(tmp_path: Path) -> None:
    assert convert(PENN / "mini.mrg", "--from", "ptb", "-o", tmp_path / "phrases.tsv") == 0
    assert convert(PENN / "mini.brackets", "-o", tmp_path / "trees.tsv") == 0
    one, other = (
        [
            (one.sent_id, [*map(as_read, one.words)], {found.conjuncts for found in one.coordinations})
            for one in read_tsv(path)
        ]
        for path in (tmp_path / "phrases.tsv", tmp_path / "trees.tsv")
    )
    assert one == other
    assert len(one) >= 30


@pytest.mark.parametrize("form", ["tsv", "tokens", "brat", "json"])
def test_coordinations_and_ud_make_bubble_trees(form: str, ud: Path, tmp_path: Path) -> None:
    """The coordinations are written without a tree, and joined with UD that knows nothing of them."""
    source, out = tmp_path / f"spans.{form}", tmp_path / "bubbles.conllu"
    kept = GOLD
    if form == "json":
        lines = [json.loads(format_json(tree)) for tree in GOLD]
        bare = [{key: line[key] for key in ("sent_id", "tokens", "coordinations")} for line in lines]
        source.write_text("".join(json.dumps(line) + "\n" for line in bare), encoding="utf-8")
    else:
        assert convert(PENN / "mini.brackets", "--to", form, "-o", source) == 0
    options: list[str | Path] = ["--from", form]
    if form == "tokens":
        assert convert(PENN / "mini.brackets", "-o", tmp_path / "spans.coord") == 0
        kept = [tree for tree in GOLD if coordinations(tree)]
    assert convert(source, *options, "--ud", ud, "-o", out) == 0
    assert read_conllu(out) == kept
    assert len(kept) > 20


def test_a_token_file_takes_its_coordinations_from_the_file_beside_it_or_from_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.tokens").write_text("7\t1\ttea\tNN\n7\t2\tor\tCC\n7\t3\tmilk\tNN\n", encoding="utf-8")
    assert convert("a.tokens") == 2
    assert "a.tokens has words alone: name their coordinations with --coord" in capsys.readouterr().err
    spans = "7\t1\t*\t1\t3\tNP-COOD\n7\t1\t1\t1\t1\tNP-COOD\n# 7\t1\t2\t2\t2\tNP-COOD\n7\t1\t3\t3\t3\tNP-COOD\n\n"
    for name, option in (("a.coord", ()), ("b.coord", ("--coord", "b.coord"))):
        Path(name).write_text(spans, encoding="utf-8")
        assert convert("a.tokens", *option) == 0
        assert capsys.readouterr().out == spans
        Path(name).unlink()
    Path("b.coord").write_text(spans + spans.replace("7\t1", "8\t1"), encoding="utf-8")
    assert convert("a.tokens", "--coord", "b.coord", "-o", "out.tsv") == 2
    assert "b.coord: a.tokens has no sentence with the id 8" in capsys.readouterr().err
    assert not Path("out.tsv").exists()


def test_sentences_that_a_token_file_has_no_place_for_are_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert convert(PENN / "mini.brackets", "-o", tmp_path / "x.tokens") == 0
    without = sum(not coordinations(tree) for tree in GOLD)
    assert capsys.readouterr().err == (
        f"bubbletree: {without} sentences have no coordination, so a token file has no place for them\n"
    )


def test_sentences_of_ud_that_a_table_does_not_have_are_counted(
    ud: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "x.tsv"
    table.write_text("sent_id\twords\tconjuncts\n2\t" + " ".join(GOLD[2].words) + "\t\n", encoding="utf-8")
    assert convert(table, "--ud", ud, "-o", tmp_path / "out.conllu") == 0
    assert f"{ud}: {len(GOLD) - 1} sentences are not in {table}, so they are left out" in capsys.readouterr().err
    assert [tree.words for tree in read_conllu(tmp_path / "out.conllu")] == [GOLD[2].words]


@pytest.mark.parametrize("form", ["tsv", "tokens", "json"])
def test_tables_and_tokens_are_read_from_standard_input(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "x"
    assert convert(PENN / "mini.brackets", "--to", form, "-o", source) == 0
    assert convert(PENN / "mini.brackets", "-o", tmp_path / "x.coord") == 0
    option = ["--coord", str(tmp_path / "x.coord")] if form == "tokens" else []
    monkeypatch.setattr("sys.stdin", iter(source.read_text(encoding="utf-8").splitlines(keepends=True)))
    capsys.readouterr()
    assert convert("-", "--from", form, *option, "--to", "coord") == 0
    assert capsys.readouterr().out == (tmp_path / "x.coord").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (
            ["x.tsv", "-o", "out.conllu"],
            "x.tsv has no dependencies: name the same sentences in UD with --ud, or write ",
        ),
        (["x.tsv", "--to", "parquet"], "x.tsv has no dependencies"),
        (["x.tsv", "--to", "brat"], "documents of brat need a folder: name one with -o"),
        (["-", "--from", "brat"], "documents of brat cannot be read from standard input"),
        (["x.tsv", "--coord", "x"], "--coord is for UD and for --from tokens, not for tsv"),
        (["x.tsv", "--spans", "x"], "--spans is for --from ptb"),
        (["x.tsv", "-o", "out.txt"], "out.txt: the name does not tell the format"),
        (
            ["folder", "--from", "brat", "--ud", "more.conllu", "-o", "out.conllu"],
            "more.conllu has more sentences than folder: the first one that is not there is sentence b, in line 3\n",
        ),
        (["x.tsv", "--to", "brat", "-o", "full"], "full: exists and is not an empty folder"),
    ],
)
def test_what_cannot_be_done_is_said_and_nothing_is_written(
    arguments: list[str],
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.tsv").write_text("sent_id\twords\tconjuncts\n1\tyes\t\n", encoding="utf-8")
    assert convert("x.tsv", "--to", "brat", "-o", "folder") == 0
    Path("full").mkdir()
    Path("full", "mine").touch()
    row = "1\tyes\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
    Path("more.conllu").write_text(f"{row}# sent_id = b\n{row}{row}", encoding="utf-8")
    before = sorted(tmp_path.rglob("*"))
    assert convert(*arguments) == 2
    printed = capsys.readouterr()
    assert reason in printed.err
    assert printed.out == ""
    assert sorted(tmp_path.rglob("*")) == before


def test_documents_have_sentences_whose_coordinations_begin_inside_a_token(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = ROOT / "proofs_tests" / "data" / "gold" / "es.conllu"
    assert convert(source, "--to", "brat", "-o", tmp_path / "x") == 0
    names = [f"es-contraction-{number}" for number in (1, 4)]
    assert f"They are left out; sentences that have such: 2 ({', '.join(names)})\n" in capsys.readouterr().err
    assert convert(tmp_path / "x", "--from", "brat", "--ud", source, "-o", tmp_path / "y.conllu") == 0
    trees = read_conllu(tmp_path / "y.conllu")
    whole = [tree.sentence.sent_id for tree in trees if tree.sentence is not None and not coordinations(tree)]
    assert whole == names


def test_bad_sentences_are_named_and_the_others_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "x.tsv"
    table.write_text("sent_id\twords\tconjuncts\n1\ta b\t1 3\n2\ta b\t1 2\n", encoding="utf-8")
    assert convert(table, "--to", "tsv") == 0
    printed = capsys.readouterr()
    assert printed.out == "sent_id\twords\tconjuncts\tseparators\tcategory\n2\ta b\t1 2\t\t\n"
    assert printed.err == f"bubbletree: {table}:2: sentence 1: 3-3 is not a span of a sentence of 2 words\n"
    table.write_text("sent_id\twords\tconjuncts\n1\ta b\t1 3\n", encoding="utf-8")
    assert convert(table, "-o", tmp_path / "out.tsv") == 2
    assert not (tmp_path / "out.tsv").exists()
