"""Lists of trees: equal ones become one, and no probability is lost."""

from __future__ import annotations

import math

import pytest

from bubbletree import BubbleTree, Candidate, Sentence, validate
from neural.methods.bubbles.nbest import merged
from neural.models.parser import Parser
from proofs_tests.neural import tiny


def mass(candidates: list[Candidate]) -> float:
    return math.fsum(math.exp(candidate.log_probability) for candidate in candidates)


def test_equal_trees_become_one() -> None:
    trees = [BubbleTree(["a"], [{0}, {1}], [(0, label, 1)]) for label in "xyz"]
    found = [Candidate(trees[n], math.log(p)) for n, p in ((0, 0.3), (1, 0.2), (2, 0.1), (1, 0.2), (2, 0.15))]
    result = merged(found)
    assert [one.tree for one in result] == [trees[1], trees[0], trees[2]]
    assert [math.exp(one.log_probability) for one in result] == pytest.approx([0.4, 0.3, 0.25])
    assert merged(found[:3]) == found[:3]
    assert merged([]) == []
    tiny_ones = merged([Candidate(trees[0], -2000.0), Candidate(trees[0], -2000.0)])
    assert tiny_ones[0].log_probability == pytest.approx(-2000 + math.log(2))


def test_rescoring_merges_trees_and_loses_no_probability() -> None:
    network = tiny.bubbly(tiny.trees(20, 8, seed=1))  # which knows few labels, so lists are long on shapes
    sentences = [Sentence.from_columns(text.split()) for text in ("hot tea and buns", "fig , tea or milk", "tea buns")]
    rescored = list(Parser(network).n_best_all(sentences, 200))
    plain = list(Parser(tiny.without_rescoring(network)).n_best_all(sentences, 200))
    assert [len(listed) for listed in plain] == [200, 200, 48]
    assert sum(map(len, rescored)) < sum(map(len, plain)), "there is something to merge"
    for sentence, ours, theirs in zip(sentences, rescored, plain, strict=True):
        values = [candidate.log_probability for candidate in ours]
        assert values == sorted(values, reverse=True)
        assert len({candidate.tree for candidate in ours}) == len(ours)
        assert mass(ours) == pytest.approx(mass(theirs))
        for candidate in ours:
            validate(candidate.tree).raise_for_violations()
            assert candidate.tree.sentence == sentence
