"""Gold sentences come from three kinds of files."""

from __future__ import annotations

from pathlib import Path

from bubbletree import BubbleTree, coordinations
from bubbletree.grammar import generate
from bubbletree.io import write_conllu
from neural.data.gold import read_gold
from proofs_tests.neural.files import COORD, UD, write


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
