"""What `neural.parse` takes its arguments for, and the model that needs no naming."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bubbletree import FormatError, Sentence, coordinations, validate
from bubbletree.cli.guard import UsageError
from bubbletree.grammar import generate
from bubbletree.io import read_conllu, write_conllu
from neural import benchmark, calibrate, compact, evaluate, parse
from neural.cli import request
from neural.cli.request import Request
from neural.models import loading
from proofs_tests.neural import tiny


@pytest.fixture(autouse=True)
def english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small model in the place of the English one, and an empty working directory."""
    directory = tmp_path / "english"
    _, _, network = tiny.network(list(generate(30, seed=1)))
    network.transitions.second.bias.data[:] = 0
    tiny.saved(network, directory)
    for module in (loading, request):
        monkeypatch.setattr(module, "ENGLISH", directory)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return directory


def test_models_files_and_sentences_are_told_apart(english: Path) -> None:
    Path("mine").mkdir()
    Path("a file").touch()
    assert Request.of([]) == Request(english, "-", False)
    assert Request.of(["-"]) == Request(english, "-", False)
    assert Request.of(["mine"]) == Request(Path("mine"), "-", False)
    assert Request.of(["a file"]) == Request(english, "a file", False)
    assert Request.of(["tea and buns"]) == Request(english, "tea and buns", True)
    assert Request.of(["mine", "tea and buns"]) == Request(Path("mine"), "tea and buns", True)
    assert Request.of(["mine", "none"]) == Request(Path("mine"), "none", False)
    assert Request.of(["english"]) == Request(english, "-", False)
    assert Request.of(["english", "a file"]) == Request(english, "a file", False)
    for one_word, help_ in (("tea", "to parse a single word"), ("tea.txt", ""), ("my/tea", "")):
        with pytest.raises(UsageError, match=f"^{one_word}: there is no such file or model directory.*{help_}"):
            Request.of([one_word])
    for empty in ([""], [" \n"], ["mine", ""]):
        with pytest.raises(UsageError, match=r"^the text to parse is empty"):
            Request.of(empty)
    long = "tea and " * 2_000 + "buns"
    assert Request.of([long]) == Request(english, long, True)
    with pytest.raises(UsageError, match=r"^buns: only a model and an input can be named; .* quotes"):
        Request.of(["tea", "and", "buns"])


ROW = "1\ttea" + 8 * "\t_" + "\n"


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("in.conllu", f"# sent_id = a\n{ROW}", [("tea",)]),
        ("in.CONLL", ROW, [("tea",)]),
        ("in.txt", "1 tea. Two.", [("1", "tea", "."), ("Two", ".")]),
        ("in", f"\ufeff\n# sent_id = a\n# text = tea\n{ROW}", [("tea",)]),
        ("in", f"\ufeff{ROW.replace('1', '1-1')}{ROW}", [("tea",)]),
        ("in", "# Tea\nand buns.", [("#", "Tea", "and", "buns", ".")]),
        ("in", "\n1 tea. Two.", [("1", "tea", "."), ("Two", ".")]),
        ("in", "#tea", [("#tea",)]),
        ("in", "", []),
    ],
)
def test_text_and_conllu_are_told_apart_by_name_or_by_the_first_lines(
    name: str, content: str, words: list[tuple[str, ...]]
) -> None:
    Path(name).write_text(content, encoding="utf-8")
    assert [sentence.words for sentence in Request.of(["english", name]).sentences()] == words


@pytest.mark.parametrize("name", ["in.conllu", "in"])
def test_conllu_that_is_broken_is_not_taken_for_text(name: str) -> None:
    for broken in ("1\ttea\n", ROW.replace("\t", " ")):
        Path(name).write_text(broken, encoding="utf-8")
        with pytest.raises(FormatError, match=f"^{name}:1: expected 10 columns"):
            list(Request.of([name]).sentences())


def test_a_text_in_quotes_may_hold_several_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    assert parse.main(["Tea, please! It isn't late.", "--to", "conllu"]) == 0
    found = [tree.words for tree in read_conllu(capsys.readouterr().out)]
    assert found == [("Tea", ",", "please", "!"), ("It", "is", "n't", "late", ".")]


def test_a_sentence_is_drawn_with_its_conjuncts(capsys: pytest.CaptureFixture[str]) -> None:
    assert parse.main(["I prefer tea, or buns"]) == 0
    drawn = capsys.readouterr().out
    [tree] = loading.load().parse_all(["I prefer tea, or buns"])
    assert tree.words == ("I", "prefer", "tea", ",", "or", "buns")
    for found in coordinations(tree):
        assert " | ".join(" ".join(tree.words[first - 1 : last]) for first, last in found.conjuncts) in drawn
    assert all(word in drawn for word in tree.words)
    assert "#" not in drawn


def test_or_written_where_a_file_is_named_or_the_format(capsys: pytest.CaptureFixture[str]) -> None:
    assert parse.main(["I prefer tea", "-o", "out.conllu"]) == 0
    assert parse.main(["I prefer tea", "--to", "conllu"]) == 0
    assert capsys.readouterr().out == Path("out.conllu").read_text()
    [tree] = read_conllu("out.conllu")
    assert tree.words == ("I", "prefer", "tea")
    assert parse.main(["out.conllu", "--to", "drawing", "-o", "out.txt"]) == 0
    assert "prefer" in Path("out.txt").read_text()
    assert "\t" not in Path("out.txt").read_text()


def test_what_is_asked_for_about_a_tree_is_drawn_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert parse.main(["tea and buns", "--n-best", "2"]) == 0
    drawn = capsys.readouterr().out
    assert [line for line in drawn.splitlines() if line.startswith("# n_best")] == ["# n_best = 1", "# n_best = 2"]
    assert drawn.count("# log_probability") == 2


def test_the_english_model_has_a_name_wherever_a_model_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    write_conllu(generate(5, seed=2), "dev.conllu")
    assert evaluate.main(["english", "dev.conllu", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["sentences"] == 5
    assert benchmark.main(["dev.conllu", "--model=english", "--steps=1", "--sizes=10", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["machine"]["threads"] == 1
    assert compact.main(["english", "small"]) == 0
    # A folder of that name is another matter; and only that can be written to.
    capsys.readouterr()
    assert evaluate.main(["./english", "dev.conllu"]) == 2
    assert "english: there is no such model directory" in capsys.readouterr().err
    with pytest.raises(SystemExit) as refused:
        calibrate.main(["english", "dev.conllu"])
    assert refused.value.code == 2
    assert "for a folder, write ./english" in capsys.readouterr().err


def test_loading_takes_text_words_and_sentences(english: Path) -> None:
    parser = loading.load()
    words = ("do", "n't", "stop", "!")
    trees = [parser.parse("don't   stop!"), parser.parse(list(words)), parser.parse(Sentence.from_columns(words))]
    assert all(tree.words == words and validate(tree) for tree in trees)
    assert trees[0] == trees[1] == trees[2]
    assert loading.load(english).parse(words) == trees[0]
    assert list(parser.parse_all([words, ["tea"]]))[1].words == ("tea",)
    nothings: tuple[str | list[str], ...] = ("", "  \n", [])
    for nothing in nothings:
        with pytest.raises(ValueError, match="no words"):
            parser.parse(nothing)
