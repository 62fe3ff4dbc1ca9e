"""Parsing, evaluating and timing from the command line."""

from __future__ import annotations

import io
import json
import random
import re
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

from bubbletree import BubbleTree, Row, Sentence, coordinations, validate
from bubbletree.cli.inputs import Format
from bubbletree.cli.outputs import write_trees
from bubbletree.convert import to_ud
from bubbletree.grammar import generate
from bubbletree.io import iter_sentences, read_conllu, write_conllu
from bubbletree.metrics import Convention
from bubbletree.metrics.mistakes import MistakeKind
from neural import benchmark, evaluate, parse
from neural.data.gold import gold_tree, read_gold
from neural.evaluation.scores import score_analyses, score_parser
from neural.methods.interface import Analysis
from neural.models.parser import Parser
from proofs_tests.neural import tiny
from proofs_tests.support.paths import ROOT


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model that has learned nothing."""
    directory = tmp_path_factory.mktemp("model")
    _, _, network = tiny.network(list(generate(30, seed=1)), {"encoder.tags": "upos"})
    return tiny.saved(network, directory)


def write(path: Path, content: str) -> Path:
    path.write_text(content, encoding="utf-8")
    return path


# Parsing.


def test_every_sentence_comes_out_in_order_with_all_that_was_in_its_lines(model: Path, tmp_path: Path) -> None:
    trees = list(generate(150, seed=4))
    random.Random(0).shuffle(trees)
    odd = (
        "# sent_id = odd\n# text = won't go\n"
        "1-2\twon't\t_\t_\t_\t_\t_\t_\t_\t_\n1\two\twill\tAUX\tMD\tA=B\t_\t_\t_\tX=Y\n"
        "2\tn't\tnot\tPART\t_\t_\t_\t_\t_\t_\n2.1\tgo\t_\t_\t_\t_\t_\t_\t0:root\t_\n3\tgo\tgo\tVERB\t_\t_\t_\t_\t_\t_\n\n"
    )
    write_conllu(trees, tmp_path / "in.conllu")
    with (tmp_path / "in.conllu").open("a", encoding="utf-8") as file:
        file.write(odd)
    out = tmp_path / "out.conllu"
    assert parse.main([str(model), str(tmp_path / "in.conllu"), "-o", str(out), "--batch-size=7"]) == 0
    parsed = read_conllu(out)
    assert [tree.words for tree in parsed] == [tree.words for tree in trees] + [("wo", "n't", "go")]
    for tree in parsed:
        validate(tree).raise_for_violations()

    def kept(sentence: Sentence) -> list[tuple[str, ...]]:
        return [(r.id, r.form, r.lemma, r.upos, r.xpos, r.feats, r.deps, r.misc) for r in sentence.rows]

    before, after = list(iter_sentences(tmp_path / "in.conllu")), list(iter_sentences(out))
    assert [kept(sentence) for sentence in after] == [kept(sentence) for sentence in before]
    assert [sentence.comments for sentence in after] == [sentence.comments for sentence in before]


def test_gold_annotation_is_not_looked_at(model: Path, tmp_path: Path) -> None:
    trees = list(generate(20, seed=5))
    write_conllu(trees, tmp_path / "gold.conllu")
    blank = [Sentence(tuple(Row(r.id, r.form, upos=r.upos) for r in to_ud(tree).rows)) for tree in trees]
    write_conllu(blank, tmp_path / "blank.conllu")
    for name in ("gold", "blank"):
        command = [str(model), str(tmp_path / f"{name}.conllu"), "-o", str(tmp_path / f"{name}-out.conllu")]
        assert parse.main(command) == 0
    assert read_conllu(tmp_path / "gold-out.conllu") == read_conllu(tmp_path / "blank-out.conllu")
    assert all(not tree.sentence.categories for tree in read_conllu(tmp_path / "gold-out.conllu") if tree.sentence)


def test_batches_and_company_make_no_difference(model: Path) -> None:
    sentences = [to_ud(tree) for tree in generate(60, seed=6)]
    together = list(Parser.load(model, batch_size=64).parse_all(sentences))
    assert list(Parser.load(model, batch_size=3).parse_all(sentences)) == together
    assert list(Parser.load(model, batch_size=64).parse_all(sentences[::-1]))[::-1] == together


def test_sentences_are_read_as_they_are_needed(model: Path) -> None:
    read = 0

    def endless() -> Iterator[Sentence]:
        nonlocal read
        while True:
            read += 1
            yield Sentence.from_columns(["tea", "and", "buns"])

    trees = Parser.load(model, batch_size=2).parse_all(endless())
    for _ in range(100):
        next(trees)
    assert read <= 100 + 2 * 16


def test_text_lines_become_sentences_named_by_their_number(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = write(tmp_path / "in.txt", "\ufeffTea and  buns .\n\n   \nMilk, please!\r\nlast")
    assert parse.main([str(model), str(source), "--text"]) == 0
    out, err = capsys.readouterr()
    trees = read_conllu(out)
    assert [tree.words for tree in trees] == [("Tea", "and", "buns", "."), ("Milk,", "please!"), ("last",)]
    assert [tree.sentence.sent_id for tree in trees if tree.sentence] == ["1", "4", "5"]
    assert "# text = Tea and buns ." in out
    assert "7 of 7 words have none" in err


def test_options_may_stand_anywhere(model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = str(write(tmp_path / "in.txt", "Tea and buns\n"))
    printed = set()
    for command in ([str(model), "--text", source], ["--text", str(model), source], [str(model), source, "--text"]):
        assert parse.main(command) == 0
        printed.add(capsys.readouterr().out)
    assert len(printed) == 1


def test_text_is_read_in_paragraphs_and_each_conjunct_is_found_in_it(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = "Tea, cafe\u0301s\r\nand buns. Isn't it?\r\n\r\nMilk or\r\ntea.\r\n"
    source = tmp_path / "notes.txt"
    source.write_bytes(content.encode())
    assert parse.main([str(model), str(source)]) == 0
    written = capsys.readouterr().out
    trees = read_conllu(written)
    expected = [("Tea", ",", "cafés", "and", "buns", "."), ("Is", "n't", "it", "?"), ("Milk", "or", "tea", ".")]
    assert [tree.words for tree in trees] == expected
    assert written.count("# newpar\n") == 2
    assert parse.main([str(model), str(source), "--to", "jsonl"]) == 0
    for tree, line in zip(trees, capsys.readouterr().out.splitlines(), strict=True):
        assert tree.sentence is not None
        assert tree.sentence.offsets is not None
        assert json.loads(line)["offsets"] == [list(one) for one in tree.sentence.offsets]
        for found in coordinations(tree):
            for first, last in found.conjuncts:
                start, end = tree.sentence.offsets[first - 1][0], tree.sentence.offsets[last - 1][1]
                in_text = unicodedata.normalize("NFC", "".join(content[start:end].split()))
                assert in_text == "".join(tree.words[first - 1 : last])


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--from", "tokens"], [("Tea.", "And", "buns"), ("it's", "late")]),
        (["--text"], [("Tea.", "And", "buns"), ("it's", "late")]),
        (["--from", "lines"], [("Tea", ".", "And", "buns"), ("it", "'s", "late")]),
        (["--tokenise"], [("Tea", ".", "And", "buns"), ("it", "'s", "late")]),
        (["--from", "text"], [("Tea", "."), ("And", "buns", "it", "'s", "late")]),
        (["--from", "text", "--language", "de"], [("Tea", "."), ("And", "buns", "it's", "late")]),
    ],
)
def test_the_four_kinds_of_input(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], words: list[tuple[str, ...]]
) -> None:
    source = write(tmp_path / "in.conllu", "Tea. And buns\nit's late")  # what is said counts, not the name
    assert parse.main([str(model), str(source), *options]) == 0
    assert [tree.words for tree in read_conllu(capsys.readouterr().out)] == words


def test_standard_input_and_output(model: Path) -> None:
    command = [sys.executable, "-m", "neural.parse", str(model)]
    done = subprocess.run(command, cwd=ROOT, input=b"Tea\r\nand buns.\r\n", capture_output=True, check=True)
    [tree] = read_conllu(io.StringIO(done.stdout.decode()))
    assert tree.words == ("Tea", "and", "buns", ".")
    assert tree.sentence is not None
    assert tree.sentence.offsets == ((0, 3), (5, 8), (9, 13), (13, 14))
    again = subprocess.run(command, cwd=ROOT, input=done.stdout, capture_output=True, check=True)
    assert again.stdout == done.stdout


def test_no_input_no_output(model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for more in ([], ["--text"]):
        assert parse.main([str(model), str(write(tmp_path / "empty", "")), *more]) == 0
        assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("1\ttea\t_\n", "in:1: "),
        ("1\ttea\t_\t_\t_\t_\t_\t_\t_\t_\n3\tbuns\t_\t_\t_\t_\t_\t_\t_\t_\n\n", "in:2: "),
    ],
)
def test_broken_input_is_named_by_line_and_leaves_no_output(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str, message: str
) -> None:
    source = write(tmp_path / "in", content)
    assert parse.main([str(model), str(source), "-o", str(tmp_path / "out.conllu")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert f"{tmp_path}/{message}" in err
    assert len(err.splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["in"]


@pytest.mark.parametrize("to", ["conllu", "jsonl", "brackets", "ud"])
def test_trees_are_written_in_the_format_asked_for(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], to: str
) -> None:
    source = tmp_path / "in.conllu"
    write_conllu(list(generate(5, seed=4)), source)
    assert parse.main([str(model), str(source)]) == 0
    trees = read_conllu(capsys.readouterr().out)
    assert parse.main([str(model), str(source), "--to", to]) == 0
    written = capsys.readouterr().out
    streamed = io.StringIO()
    write_trees(trees, Format(to), streamed)
    assert written == streamed.getvalue()
    if to != "ud":
        assert parse.main([str(model), str(source), "-o", str(tmp_path / f"out.{to}")]) == 0
        assert (tmp_path / f"out.{to}").read_text(encoding="utf-8") == written


def test_a_name_that_tells_no_format_is_refused(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for asked in ([], ["I like tea and buns"]):
        assert parse.main([str(model), *asked, "-o", str(tmp_path / "out.png")]) == 2
        assert "out.png: cannot tell the format by the name" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", [parse.main, evaluate.main])
def test_a_missing_model_or_file_is_named(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], command: object
) -> None:
    assert callable(command)
    assert command([str(tmp_path / "none"), str(tmp_path / "none.conllu")]) == 2
    assert "no such model directory" in capsys.readouterr().err
    assert command([str(model), str(tmp_path / "none.conllu")]) == 2
    assert "none.conllu: No such file" in capsys.readouterr().err


# Evaluating.


def test_gold_trees_score_full_marks() -> None:
    trees = list(generate(40, seed=7))
    analyses = [Analysis(coordinations(tree), tree) for tree in trees]
    scores = score_analyses([gold_tree(tree) for tree in trees], analyses)
    assert scores.rank == (1.0, 1.0)
    assert scores.paper.convention is Convention.PAPER
    assert scores.strict.convention is Convention.STRICT
    assert scores.paper.overall.exact.gold > 10


def test_evaluation_prints_a_table_or_json(model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_conllu(generate(30, seed=8), tmp_path / "gold.conllu")
    assert evaluate.main([str(model), str(tmp_path / "gold.conllu")]) == 0
    table = capsys.readouterr().out
    for heading in ("exact", "inner", "whole", "UAS", "LAS", "all, paper", "NP, strict"):
        assert heading in table
    assert evaluate.main([str(model), str(tmp_path / "gold.conllu"), "--mistakes", "2"]) == 0
    mistakes = capsys.readouterr().out.partition("\nmistake ")[2]
    assert mistakes.count("   gold   ") + mistakes.count("   found  ") >= 2
    assert len(re.findall(rf"^\d+\. ({'|'.join(MistakeKind)})", mistakes, re.MULTILINE)) == 2
    assert evaluate.main([str(model), str(tmp_path / "gold.conllu"), "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    expected = score_parser(Parser.load(model), list(read_gold(tmp_path / "gold.conllu")))
    assert result["sentences"] == 30
    assert sum(result["mistakes"].values()) >= expected.paper.overall.exact.gold - expected.paper.overall.exact.correct
    assert result["coordination"]["strict"]["all"]["whole"]["f1"] == expected.strict.overall.whole.f1
    assert result["coordination"]["paper"]["categories"]["NP"]["exact"]["gold"] > 0
    assert expected.attachment is not None
    assert result["attachment"]["las"]["correct"] == expected.attachment.labelled.correct


UD = """\
# sent_id = a
1\ttea\t_\tNOUN\t_\t_\t0\troot\t_\t_
2\tand\t_\tCCONJ\t_\t_\t3\tcc\t_\t_
3\tbuns\t_\tNOUN\t_\t_\t1\tconj\t_\t_

# sent_id = b
1\ttea\t_\tNOUN\t_\t_\t2\tdep\t_\t_
2\tplease\t_\tINTJ\t_\t_\t1\tdep\t_\t_

"""
COORD = "a\t1\t*\t1\t3\tNP-COOD\na\t1\t1\t1\t1\tNP-COOD\n# a\t1\t2\t2\t2\tNP-COOD\na\t1\t3\t3\t3\tNP-COOD\n\n"
COORD += "b\t1\t*\t1\t2\tX-COOD\nb\t1\t1\t1\t1\tX-COOD\nb\t1\t2\t2\t2\tX-COOD\n"


def test_gold_sentences_without_a_tree_count(model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold, coord = write(tmp_path / "gold.conllu", UD), write(tmp_path / "gold.coord", COORD)
    assert evaluate.main([str(model), str(gold), f"--coord={coord}", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["sentences"], result["not_converted"]) == (2, {"the heads do not form a tree": 1})
    assert result["attachment"]["uas"]["total"] == 5
    assert result["coordination"]["strict"]["all"]["exact"]["gold"] == 2
    assert result["coordination"]["paper"]["left_out"]["gold"] == 1
    assert evaluate.main([str(model), str(gold)]) == 0
    assert "1 sentence without a gold bubble tree (the heads do not form a tree)" in capsys.readouterr().err


def test_the_three_kinds_of_gold_files(tmp_path: Path) -> None:
    trees = [tree for tree in generate(30, seed=9) if coordinations(tree)]
    write_conllu(trees, tmp_path / "bubbles.conllu")
    assert [one.tree for one in read_gold(tmp_path / "bubbles.conllu")] == trees
    assert [one.tree for one in read_gold(tmp_path / "bubbles.conllu", limit=2)] == trees[:2]
    ud, coord = write(tmp_path / "ud.conllu", UD), write(tmp_path / "ud.coord", COORD)
    inferred, given = list(read_gold(ud)), list(read_gold(ud, coord))
    bubble = BubbleTree(
        ["tea", "and", "buns"],
        [{0}, {1}, {2}, {3}, {1, 2, 3}],
        [(0, "root", 4), (4, "conj", 1), (4, "cc", 2), (4, "conj", 3)],
    )
    for first, second in (inferred, given):
        assert first.tree == bubble
        assert [c.conjuncts for c in first.coordinations] == [((1, 1), (3, 3))]
        assert (second.tree, second.problem) == (None, "the heads do not form a tree")
    assert [c.category for c in given[0].coordinations] == ["NP"]
    assert [len(second.coordinations) for _, second in (inferred, given)] == [0, 1]


def test_coordinations_of_sentences_that_are_not_there_are_refused(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold, coord = write(tmp_path / "gold.conllu", UD), write(tmp_path / "gold.coord", COORD.replace("b\t", "c\t"))
    assert evaluate.main([str(model), str(gold), f"--coord={coord}"]) == 2
    assert "sentence 'c' is not in" in capsys.readouterr().err


def test_coordinations_of_a_sentence_that_is_there_twice_are_refused(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold, coord = write(tmp_path / "gold.conllu", UD + UD), write(tmp_path / "gold.coord", COORD)
    assert evaluate.main([str(model), str(gold), f"--coord={coord}"]) == 2
    assert f"gold.coord: sentence 'a' is in {gold} twice" in capsys.readouterr().err


# Timing.


def test_the_benchmark_prints_a_table_or_json(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--limit=30", "--steps=2", "--sizes", "10", "20"]
    assert benchmark.main([*options, *tiny.SETTINGS]) == 0
    table = capsys.readouterr().out
    for heading in ("sentences/s", "training", "parsing", "encoder", "validate", "oracle", "20 words"):
        assert heading in table
    assert benchmark.main([*options, f"--model={model}", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert sum(value for key, value in result["parsing"].items() if key.startswith("share_")) == pytest.approx(1)
    assert result["parsing"]["sentences_per_second"] > 0
    assert sorted(result["core"]) == ["10", "20"]
    # Guided bubbles do more than choose transitions, and all of it counts.
    assert benchmark.main([*options, *tiny.SETTINGS, "--set=method.kind=guided-bubbles", "--json"]) == 0
    shares = [key for key in json.loads(capsys.readouterr().out)["parsing"] if key.startswith("share_")]
    assert shares == ["share_features", "share_encoder", "share_candidates"]
