"""What the core is timed at: derivable trees, each task with trees of its own."""

from __future__ import annotations

import itertools

import pytest

from bubbletree import BubbleTree, validate
from bubbletree.grammar import generate
from neural.benchmark import core
from neural.data.gold import gold_tree

GOLD = [gold_tree(tree) for tree in generate(4, seed=1)]
WORDS = sum(len(one.sentence.words) for one in GOLD)


def test_seconds_are_for_a_hundred_thousand_words(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = itertools.count()
    monkeypatch.setattr("time.process_time", lambda: next(ticks))  # one second between two looks at it
    found = core.time_treebank(GOLD, rounds=3)
    assert list(found) == ["read", "convert", "write", "validate", "oracle", "to UD"]
    assert set(found.values()) == {100_000 / WORDS}


def test_what_was_found_out_about_a_tree_is_not_used_again(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[int] = []

    def judge(tree: BubbleTree) -> object:
        judged.append("is_projective" in vars(tree))
        return validate(tree)

    monkeypatch.setattr(core, "validate", judge)
    core.time_treebank(GOLD, rounds=2)
    core.time_large_trees([5, 9], rounds=2)
    assert len(judged) == 2 * len(GOLD) + 2 * 2
    assert not any(judged)


def test_trees_that_have_no_derivation_are_left_out() -> None:
    tree = BubbleTree(["a", "b"], [{0}, {1}, {2}, {1, 2}], [(0, "root", 3), (3, "cc", 1), (3, "conj", 2)])
    assert core.time_treebank([gold_tree(tree)], rounds=1) == {}
    assert core.time_treebank([], rounds=1) == {}


def test_large_trees_are_timed_by_their_size() -> None:
    found = core.time_large_trees([5, 9], rounds=1)
    assert {size: sorted(own) for size, own in found.items()} == {5: ["oracle", "validate"], 9: ["oracle", "validate"]}
