"""Scores of what a parser made of gold sentences."""

from __future__ import annotations

from bubbletree import Coordination, Sentence, coordinations
from bubbletree.grammar import generate
from bubbletree.metrics import Convention
from neural.data.gold import GoldSentence, gold_tree
from neural.evaluation.scores import score_analyses
from neural.methods.interface import Analysis


def test_gold_trees_score_full_marks() -> None:
    trees = list(generate(40, seed=7))
    analyses = [Analysis(coordinations(tree), tree) for tree in trees]
    scores = score_analyses([gold_tree(tree) for tree in trees], analyses)
    assert scores.rank == (1.0, 1.0)
    assert scores.paper.convention is Convention.PAPER
    assert scores.strict.convention is Convention.STRICT
    assert scores.released.convention is Convention.RELEASED
    assert scores.paper.overall.exact.gold > 10


def test_recall_stands_beside_f1_in_every_convention() -> None:
    words = ["tea", "and", "buns", ",", "jam", "slept"]
    gold = Coordination(((1, 1), (3, 3), (5, 5)), ((2, 2),), "NP")
    found = Coordination(((1, 1), (3, 3), (5, 6)), ((2, 2),))
    other, silent = Coordination(((3, 3), (6, 6)), ((4, 4),), "VP"), Coordination(((1, 1), (6, 6)), ())
    one = GoldSentence(Sentence.from_columns(words), None, "", (gold, other, silent))
    scores = score_analyses([one], [Analysis((found,))])
    lines = {line[:13].strip(): line[13:].split() for line in scores.to_text().splitlines()}
    header = [name for criterion in ("exact", "inner", "whole") for name in (criterion, "R", criterion, "F1")]
    assert lines["coordinations"] == [*header, "gold"]
    # The conjuncts next to "and" are right; of the last two, one is too long.
    assert lines["all, paper"] == ["0.00", "0.00", "50.00", "66.67", "0.00", "0.00", "2"]
    assert lines["NP, paper"] == ["0.00", "0.00", "100.00", "100.00", "0.00", "0.00", "1"]
    assert lines["all, strict"] == ["0.00", "0.00", "33.33", "50.00", "0.00", "0.00", "3"]
    assert lines["all, released"] == ["0.00", "0.00", "0.00", "0.00", "0.00", "0.00", "2"]
    assert "coordinations (released)" in scores.to_long_text()
    kept = scores.to_dict()["coordination"]
    assert isinstance(kept, dict)
    assert list(kept) == ["paper", "strict", "released"]
    assert kept["released"]["all"]["inner"]["recall"] == 0.0
    assert kept["paper"]["all"]["inner"]["recall"] == 0.5
