"""`bubbletree generate` and `bubbletree treebank`: trees that come with the library."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bubbletree import random_tree, validate
from bubbletree.cli import main
from bubbletree.grammar import generate
from bubbletree.io.conllu import format_conllu, read_conllu
from bubbletree.io.jsonl import read_jsonl
from bubbletree.treebank import load
from proofs_tests.support.command_line import output


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
        assert output(capsys, "generate", *arguments) == "".join(map(format_conllu, trees))


def test_random_trees(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    drawn = read_jsonl(output(capsys, "generate", "4", "--uniform", "6", "--to", "jsonl"))
    assert [len(tree.words) for tree in drawn] == [6] * 4
    assert len(set(drawn)) > 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["1", "--uniform", "0"], "argument --uniform: must be a whole number of at least 1, not '0'"),
        (["-1"], "argument COUNT: must be a whole number of at least 0, not '-1'"),
        (["tea"], "argument COUNT: must be a whole number of at least 0, not 'tea'"),
        (["1", "--seed", "tea"], "argument --seed: must be a whole number, not 'tea'"),
    ],
)
def test_numbers_that_cannot_be_are_explained(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["generate", *arguments])
    assert capsys.readouterr().err.endswith(f"bubbletree generate: error: {message}\n")


def test_the_treebank_comes_along(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "treebank", "-o", "bank.conllu") == ""
    trees = read_conllu(Path("bank.conllu"))
    assert trees == list(load())
    assert read_jsonl(output(capsys, "treebank", "--to", "jsonl")) == list(load())
