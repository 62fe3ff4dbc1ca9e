"""The exact parser with a second opinion: what it learns is what both learn, and both choose the tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
import torch

from bubbletree import BubbleTree, Candidate, HasConjuncts, Sentence, coordinations
from neural.config import DecodingConfig
from neural.data.gold import GoldSentence, gold_tree
from neural.data.words import words_of
from neural.encoders.interface import Encoded
from neural.methods.exact.exact_bubbles import BubbleTreeScorer, ExactBubbles
from neural.methods.exact.guided_exact import CONSIDERED, GuidedExact, TreeAndSpans
from neural.methods.interface import LongSentenceWarning, Network
from neural.methods.spans.coordination_spans import CoordinationSpans
from neural.methods.spans.sentence import SentenceSpans
from neural.methods.spans.separators import SeparatorRole, separators_of
from neural.models.parser import Parser
from proofs_tests.neural import tiny
from proofs_tests.neural.methods.bubbles.test_guided_bubbles import generated, network

DECODING = DecodingConfig()


def guided(gold: Sequence[GoldSentence], bias: float = -6.0) -> GuidedExact:
    """A network that has learned nothing, with scores that tell trees apart; the bias is that of not separating."""
    made = network("guided-exact", gold)
    assert isinstance(made, GuidedExact)
    with torch.no_grad():
        for scorer in (made.pairs.arcs, made.pairs.parts):
            scorer.weights.normal_(std=0.3)
        made.spans.roles.second.bias[SeparatorRole.NONE] += bias
    return made


def short(count: int, seed: int) -> list[GoldSentence]:
    """Sentences that are parsed quickly."""
    return [one for one in generated(10 * count, seed) if len(one.sentence.words) <= 8][:count]


def conjuncts(found: Sequence[HasConjuncts]) -> set[tuple[tuple[int, int], ...]]:
    return {tuple((first, last) for first, last in one.conjuncts) for one in found if len(one.conjuncts) > 1}


def encoded_of(made: Network, gold: Sequence[GoldSentence]) -> Encoded:
    return tiny.encoded(made, [one.sentence for one in gold])


def log_probability(made: GuidedExact, tree: BubbleTree) -> float:
    """What both opinions say of a tree, read off the losses; they know nothing of the labels' loss."""
    found = coordinations(tree)
    target = TreeAndSpans(
        made.indexed(gold_tree(tree)),
        separators_of(found, len(tree.words)),
    )
    whole, _labels, *spans = (term.total.item() for term in made.losses([words_of(tree, "none")], [target]))
    assert len(spans) == 3
    return -(whole + sum(spans))


def test_the_losses_are_those_of_both_parents() -> None:
    gold = short(20, seed=2)
    made = guided(gold)
    words = [words_of(one.sentence, "none") for one in gold]
    targets = [made.target(one) for one in gold]
    tree, spans = network("exact-bubbles", gold), network("coordination-spans", gold)
    assert isinstance(tree, ExactBubbles)
    assert isinstance(spans, CoordinationSpans)
    for parent in (tree, spans):
        weights = made.state_dict()
        parent.load_state_dict({name: weights[name] for name in parent.state_dict()})
    expected = [
        *tree.losses(words, [target.tree for target in targets]),
        *spans.losses(words, [target.separators for target in targets]),
    ]
    found = made.losses(words, targets)
    assert [term.decisions for term in found] == [term.decisions for term in expected]
    assert [term.total.item() for term in found] == pytest.approx([term.total.item() for term in expected])
    assert all(term.decisions for term in found)


def test_targets_differ_if_either_part_does() -> None:
    gold = generated(2, seed=1)
    made = guided(gold)
    first, second = (made.target(one) for one in gold)
    mixed = [replace(first, tree=second.tree), replace(first, separators=second.separators)]
    assert len({target.digest() for target in (first, second, *mixed)}) == 4


def test_the_more_probable_tree_is_taken() -> None:
    gold = short(60, seed=3)
    made = guided(gold)
    sentences, encoded = [one.sentence for one in gold], encoded_of(made, gold)
    with torch.no_grad():
        chart = [one.best() for one in made.spans.sentences(encoded)]
    alone = BubbleTreeScorer.trees(made, encoded, sentences, DECODING)
    around = made.trees_around(encoded, sentences, chart, DECODING)
    taken = [0, 0]
    for tree, own, other, found in zip(made.trees(encoded, sentences, DECODING), alone, around, chart, strict=True):
        assert conjuncts(coordinations(other)) == conjuncts(found)
        if conjuncts(coordinations(own)) == conjuncts(found):
            assert tree == own
            continue
        better = log_probability(made, other) > log_probability(made, own)
        taken[better] += 1
        assert tree == (other if better else own)
    assert min(taken) > 4, taken


def test_the_best_trees_are_ranked_by_both_opinions() -> None:
    gold = short(8, seed=8)
    made = guided(gold)
    parser = Parser(made)
    sentences = [one.sentence for one in gold]
    rows = list(parser.n_best_all(sentences, 3))
    for tree, listed in zip(parser.parse_all(sentences), rows, strict=True):
        assert len({candidate.tree for candidate in listed}) == len(listed) == 3
        values = [candidate.log_probability for candidate in listed]
        assert values == sorted(values, reverse=True)
        assert values == pytest.approx([log_probability(made, candidate.tree) for candidate in listed], abs=1e-3)
        assert values[0] >= log_probability(made, tree) - 1e-3


def test_a_short_list_is_chosen_from_the_same_trees_as_a_longer_one(monkeypatch: pytest.MonkeyPatch) -> None:
    gold = short(4, seed=8)
    seen = []

    def ranked(
        self: GuidedExact, encoded: Encoded, trees: Sequence[Sequence[BubbleTree]], spans: Sequence[SentenceSpans]
    ) -> list[list[Candidate]]:
        seen.append(trees)
        return [[Candidate(tree, 0.0) for tree in own] for own in trees]

    monkeypatch.setattr(GuidedExact, "_ranked", ranked)
    parser = Parser(guided(gold))
    for size in (1, 3):
        assert {len(found) for found in parser.n_best_all([one.sentence for one in gold], size)} == {size}
    short_list, long_list = seen
    assert short_list == long_list
    assert min(map(len, short_list)) > CONSIDERED


@torch.no_grad()
def test_coordinations_have_the_estimates_of_both_opinions() -> None:
    gold = short(8, seed=8)
    made = guided(gold)
    sentences, encoded = [one.sentence for one in gold], encoded_of(made, gold)
    trees = made.trees(encoded, sentences, DECODING)
    alone = BubbleTreeScorer.estimated(made, encoded, trees)
    seen = 0
    for tree, whole, spans, found in zip(
        trees, alone, made.spans.sentences(encoded), made.estimated(encoded, trees), strict=True
    ):
        assert found.keys() == whole.keys() == {one.bubble for one in coordinations(tree)}
        for one in coordinations(tree):
            by_spans = spans.log_probability_of(one)
            if by_spans is not None:
                assert found[one.bubble] == pytest.approx((*whole[one.bubble], by_spans))
                seen += by_spans != pytest.approx(whole[one.bubble][0])
    assert seen > 2


def test_a_sentence_too_long_for_the_chart_gets_the_best_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    gold = generated(6, seed=4)
    made = guided(gold)
    sentences, encoded = [one.sentence for one in gold], encoded_of(made, gold)
    monkeypatch.setattr(SentenceSpans, "fits", False)
    with pytest.warns(LongSentenceWarning, match="words: it is parsed without the chart of coordinations"):
        found = made.trees(encoded, sentences, DECODING)
    assert found == BubbleTreeScorer.trees(made, encoded, sentences, DECODING)


def test_a_sentence_without_words_has_one_tree() -> None:
    made = guided(generated(3, seed=5))
    empty = [Sentence(())]
    encoded = tiny.encoded(made, empty)
    [[candidate]] = made.n_best(encoded, empty, 4, DECODING)
    assert made.trees(encoded, empty, DECODING) == [candidate.tree]
    assert candidate.tree.words == ()
