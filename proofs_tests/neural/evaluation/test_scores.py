"""Scores of what a parser made of gold sentences."""

from __future__ import annotations

from bubbletree import coordinations
from bubbletree.grammar import generate
from bubbletree.metrics import Convention
from neural.data.gold import gold_tree
from neural.evaluation.scores import score_analyses
from neural.methods.interface import Analysis


def test_gold_trees_score_full_marks() -> None:
    trees = list(generate(40, seed=7))
    analyses = [Analysis(coordinations(tree), tree) for tree in trees]
    scores = score_analyses([gold_tree(tree) for tree in trees], analyses)
    assert scores.rank == (1.0, 1.0)
    assert scores.paper.convention is Convention.PAPER
    assert scores.strict.convention is Convention.STRICT
    assert scores.paper.overall.exact.gold > 10
