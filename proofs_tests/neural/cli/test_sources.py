"""The sentences that a command line names: gold sentences, and samples of training data."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from bubbletree.cli.guard import UsageError
from bubbletree.grammar import generate
from bubbletree.io import write_conllu
from neural.cli.sources import Gold, add_gold, sampled
from neural.data.gold import gold_tree


def options(*arguments: str, file: str = "file", default: str | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_gold(parser, file, default)
    return parser.parse_args(arguments)


def test_gold_sentences_come_from_the_file_that_is_named(tmp_path: Path) -> None:
    trees = list(generate(5, seed=1))
    path = tmp_path / "gold.conllu"
    write_conllu(trees, path)
    for given in (options(str(path)), options(f"--file={path}", file="--file"), options(str(path), default="others")):
        gold = Gold.of(given)
        assert gold == Gold(str(path))
        assert [one.tree for one in gold.read(default=[gold_tree(trees[0])])] == trees
    assert [one.tree for one in Gold.of(options(str(path), "--limit=2")).read()] == trees[:2]


def test_the_default_is_read_where_no_file_is_named() -> None:
    sentences = [gold_tree(tree) for tree in generate(5, seed=1)]
    assert Gold.of(options(default="generated sentences")).read(default=sentences) == sentences
    assert Gold.of(options("--limit=2", default="generated sentences")).read(default=sentences) == sentences[:2]


def test_a_file_must_be_named_where_there_is_no_default(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        options()
    assert "the following arguments are required: file" in capsys.readouterr().err


def test_coordinations_without_their_file_are_refused() -> None:
    with pytest.raises(UsageError, match="--coord needs the file of the sentences: name that file too"):
        Gold.of(options("--coord=gold.coord", default="generated sentences"))


def test_samples_are_random_nested_in_order_and_always_the_same() -> None:
    items = list(range(1000))
    small, large = sampled(items, 50), sampled(items, 400)
    assert (len(small), len(set(small)), small) == (50, 50, sorted(small))
    assert set(small) < set(large)
    assert sampled(items, 50) == small != items[:50]
    assert 400 < sum(sampled(items, 50)) / 50 < 600
    assert sampled(items, None) == sampled(items, 1000) == sampled(items, 5000) == items
