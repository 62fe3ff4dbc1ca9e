"""What the spans say of the coordinations of trees."""

from __future__ import annotations

import pytest
import torch

from bubbletree import BubbleTree, coordinations
from bubbletree.grammar import generate
from neural.config import Config
from neural.data.gold import gold_tree
from neural.methods.bubbles.bubble_hybrid import BubbleTreeNetwork
from neural.methods.bubbles.guided_bubbles import GuidedBubbles
from neural.methods.exact.exact_bubbles import BubbleTreeScorer
from neural.methods.exact.guided_exact import GuidedExact
from neural.methods.hypotheses import HypothesesNetwork, estimates
from neural.methods.spans.separators import SeparatorRole, separators_of
from neural.training.start import new_network
from proofs_tests.neural import tiny

TREES = list(generate(40, seed=5))


def network(kind: str) -> GuidedBubbles | GuidedExact:
    changes = {**tiny.SMALL, "method.kind": kind}
    made = new_network(Config().replace(changes), [gold_tree(tree) for tree in TREES]).eval()
    assert isinstance(made, GuidedBubbles | GuidedExact)
    return made


@torch.no_grad()
def test_a_set_is_as_probable_as_its_coordinations_and_the_words_that_do_not_separate() -> None:
    made = network("guided-bubbles")
    compared = 0
    for tree, one in zip(TREES, made.spans.sentences(tiny.encoded(made, TREES)), strict=True):
        listed = coordinations(tree)
        chosen = separators_of(listed, len(tree.words))
        each = [separators_of([single], len(tree.words)) for single in listed]
        if sum(len(single.separators) for single in each) > len(chosen.separators):
            continue  # a word that separates twice
        rest = sum(
            float(one.roles[number, SeparatorRole.NONE])
            for number, role in enumerate(chosen.roles.tolist(), start=1)
            if role == SeparatorRole.NONE
        )
        parts = [value for single in listed if (value := one.log_probability_of(single)) is not None]
        assert len(parts) == len(listed)
        assert sum(parts) + rest == pytest.approx(one.log_probability(chosen))
        compared += len(listed)
    assert compared > 20


@pytest.mark.parametrize(
    ("kind", "own", "first"),
    [("guided-bubbles", GuidedBubbles, BubbleTreeNetwork), ("guided-exact", GuidedExact, BubbleTreeScorer)],
)
@torch.no_grad()
def test_guided_parsers_estimate_by_their_trees_and_then_by_their_spans(
    kind: str, own: type[HypothesesNetwork], first: type[HypothesesNetwork]
) -> None:
    made = network(kind)
    assert isinstance(made, own)
    trees = [tree for tree in TREES if coordinations(tree)]
    encoded = tiny.encoded(made, trees)
    by_tree = first.estimated(made, encoded, trees)  # what the guided class inherits
    by_spans = made.spans.sentences(encoded)
    found = list(estimates(made, trees))
    for tree, listed, alone, spans in zip(trees, found, by_tree, by_spans, strict=True):
        assert [one.coordination for one in listed] == list(coordinations(tree))
        for coordination, values in listed:
            expected = (*alone[coordination.bubble], spans.log_probability_of(coordination))
            assert values == pytest.approx(expected, rel=1e-4, abs=1e-4)


@torch.no_grad()
def test_of_conjuncts_side_by_side_the_first_opinion_is_repeated() -> None:
    made = network("guided-bubbles")
    words = ["Peter", "walks", "sings"]
    arcs = [(0, "root", 4), (4, "nsubj", 1), (4, "conj", 2), (4, "conj", 3)]
    tree = BubbleTree(words, [{0}, {1}, {2}, {3}, {2, 3}], arcs)
    [[estimate]] = estimates(made, [tree])
    assert estimate.log_probabilities[0] == estimate.log_probabilities[1] < 0
