"""The bubble parser: what it learns from, what it finds, and that compiled code builds the same trees around spans."""

from __future__ import annotations

import pytest
import torch

from bubbletree import GivenCoordination, Sentence, coordinations
from bubbletree.grammar import Grammar, generate
from neural.config import DecodingConfig
from neural.data.gold import GoldSentence, gold_tree
from neural.data.words import words_of
from neural.methods.bubbles import transition_network
from neural.methods.bubbles.bubble_hybrid import BubbleHybrid
from neural.methods.interface import UnlearnableError
from proofs_tests.neural import tiny

TREES = list(generate(20, seed=4, grammar=Grammar(max_words=14, modifier=0.4)))
GOLD = [gold_tree(tree) for tree in TREES]
SENTENCES = [one.sentence for one in GOLD]
GIVEN = [
    [GivenCoordination(one.conjuncts) for one in coordinations(tree) if len(one.conjuncts) > 1] if number % 4 else []
    for number, tree in enumerate(TREES)
]


def test_a_gold_sentence_without_a_tree_teaches_nothing_and_why_is_said() -> None:
    made = tiny.bubbly(TREES)
    bare = GoldSentence(Sentence.from_columns(["tea"]), None, "the heads do not form a tree", ())
    assert list(made.labels_of(bare)) == []
    assert list(made.labels_of(GOLD[0])) == [arc.label for arc in TREES[0].arcs]
    with pytest.raises(UnlearnableError) as raised:
        made.target(bare)
    assert raised.value.reason == "the heads do not form a tree"


@torch.no_grad()
def test_the_coordinations_found_are_those_of_the_tree() -> None:
    made = tiny.bubbly(TREES)
    encoded = tiny.encoded(made, SENTENCES)
    found = made.analyse(encoded, SENTENCES, DecodingConfig())
    assert [one.tree for one in found] == made.trees(encoded, SENTENCES, DecodingConfig())
    for one in found:
        assert one.tree is not None
        assert [own.conjuncts for own in one.coordinations] == [own.conjuncts for own in coordinations(one.tree)]
    assert any(one.coordinations for one in found)


def log_probability(made: BubbleHybrid, number: int, found: transition_network.Searched) -> float:
    """The logarithm of the probability of the derivation of a tree that was found, by the losses."""
    target = made.derivation(found.trees[number])
    transitions, labels, *_ = made.losses([words_of(SENTENCES[number], "none")], [target])
    return -(transitions.total.item() + labels.total.item())


@pytest.mark.parametrize("decoding", [DecodingConfig(), DecodingConfig(normal_form=False), DecodingConfig(beam=3)])
@torch.no_grad()
def test_trees_around_given_coordinations_are_the_same_with_and_without_compiled_code(
    decoding: DecodingConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = tiny.bubbly(TREES)
    encoded = tiny.encoded(made, SENTENCES)
    monkeypatch.setattr(transition_network, "LEAST_WORDS", 10**6)
    expected = made.search_around(encoded, SENTENCES, GIVEN, decoding)
    assert expected.made is None
    assert expected.log_probabilities == [None] * len(TREES)
    monkeypatch.setattr(transition_network, "LEAST_WORDS", 0)
    monkeypatch.setattr(transition_network, "applies", lambda *_: True)
    found = made.search_around(encoded, SENTENCES, GIVEN, decoding)
    assert found.made is not None
    assert found.trees == expected.trees == made.trees_around(encoded, SENTENCES, GIVEN, decoding)
    for number, value in enumerate(found.log_probabilities):
        # Not in normal form, the tree has other derivations, too.
        assert (value is not None) is decoding.normal_form
        if value is not None:
            assert value == pytest.approx(log_probability(made, number, found), rel=1e-4, abs=1e-4)
