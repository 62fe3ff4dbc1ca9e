"""What the spans say of the coordinations of trees."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest
import torch

from bubbletree import BubbleTree, Coordination, Sentence, coordinations
from bubbletree.grammar import generate
from neural.config import Config
from neural.data.gold import gold_tree
from neural.methods.bubbles.bubble_hybrid import BubbleTreeNetwork
from neural.methods.bubbles.guided_bubbles import GuidedBubbles
from neural.methods.exact.exact_bubbles import BubbleTreeScorer
from neural.methods.exact.guided_exact import GuidedExact
from neural.methods.hypotheses import HypothesesNetwork, estimates
from neural.methods.interface import LongSentenceWarning
from neural.methods.spans.disputed import coordinations_of, disputed
from neural.methods.spans.sentence import SentenceSpans
from neural.methods.spans.separators import SeparatorRole, separators_of
from neural.training.start import new_network
from proofs_tests.neural import tiny

TREES = list(generate(40, seed=5))


def network(kind: str) -> GuidedBubbles | GuidedExact:
    changes = {**tiny.SMALL, "method.kind": kind}
    made = new_network(Config().replace(changes), [gold_tree(tree) for tree in TREES]).eval()
    assert isinstance(made, GuidedBubbles | GuidedExact)
    return made


def spans_that_find(*found: Coordination, fits: bool = True) -> SentenceSpans:
    return cast(SentenceSpans, SimpleNamespace(fits=fits, best=lambda: found))


def test_disputed_are_the_sentences_whose_tree_has_other_conjuncts_than_the_chart_finds() -> None:
    words = ["tea", "and", "buns", "slept"]
    bare = BubbleTree(words, [{0}, {1}, {2}, {3}, {4}], [(0, "root", 4), (4, "x", 1), (4, "x", 2), (4, "x", 3)])
    parts = [(5, "conj", 1), (5, "cc", 2), (5, "conj", 3)]
    bubble = BubbleTree(words, [{0}, {1}, {2}, {3}, {4}, {1, 2, 3}], [*parts, (0, "root", 4), (4, "nsubj", 5)])
    same = Coordination(((1, 1), (3, 3)), ((2, 2),), "NP")
    other = Coordination(((1, 1), (3, 4)), ((2, 2),))
    trees = [bare, bare, bubble, bubble, bubble, bare]
    spans = [
        spans_that_find(),
        spans_that_find(same),
        spans_that_find(same),
        spans_that_find(other),
        spans_that_find(),
        spans_that_find(same, fits=False),
    ]
    sentences = [Sentence.from_columns(words)] * 6
    with pytest.warns(LongSentenceWarning, match="'tea and buns slept' is too long, with 4 words: something follows"):
        found = disputed([coordinations(tree) for tree in trees], sentences, spans, "something follows")
    assert found == {1: (same,), 3: (other,), 4: ()}


def test_a_tree_that_a_parser_has_built_has_the_coordinations_that_any_tree_has() -> None:
    assert [coordinations_of(tree) for tree in TREES] == [coordinations(tree) for tree in TREES]
    counts = {len(tree.contents) - len(tree.words) - 1 for tree in TREES}
    assert {0, 1, 2} <= counts


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


@torch.no_grad()
def test_trees_without_coordinations_have_no_estimates() -> None:
    made = network("guided-bubbles")
    plain = BubbleTree(["tea", "slept"], [{0}, {1}, {2}], [(0, "root", 2), (2, "nsubj", 1)])
    assert list(estimates(made, [plain, plain])) == [[], []]
    coordinated = next(tree for tree in TREES if coordinations(tree))
    mixed = [plain, coordinated, plain]
    assert [len(listed) for listed in estimates(made, mixed, batch_size=2)] == [0, len(coordinations(coordinated)), 0]
