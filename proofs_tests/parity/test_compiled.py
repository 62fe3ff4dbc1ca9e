"""Compiled parsing makes the decisions of parsing on tensors, in all options.

Scores differ in the last digits, for the sums are added up in another order.  Decisions could differ where two scores
differ by less than that; none of the networks here has such scores.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
import torch
from torch import nn

from bubbletree import BubbleTree, HasConjuncts, ScorerError, Sentence, coordinations
from bubbletree.coordination import GivenCoordination
from bubbletree.grammar import Grammar, generate
from neural.batched import greedy, state
from neural.batched.guided import GuidanceError, GuidedScorer
from neural.batched.rules import SHIFT
from neural.config import DecodingConfig
from neural.encoders.interface import Encoded
from neural.methods.bubbles import transition_network
from neural.methods.bubbles.arc_hybrid import ArcHybrid
from neural.methods.bubbles.bubble_hybrid import BubbleHybrid
from neural.methods.bubbles.compiled import Decoded, applies, decode
from neural.methods.bubbles.likelihood import log_probabilities
from neural.methods.bubbles.rescoring import rescore
from neural.methods.bubbles.scorer import NetworkScorer
from neural.methods.bubbles.transition_network import TransitionNetwork
from neural.methods.compiling import IS_COMPILED
from proofs_tests.neural import tiny

RESTRICTIONS = [(False, False), (True, False), (False, True), (True, True)]
VARIANTS = [
    {"scorer.composition": "tanh"},
    {"scorer.composition": "mean"},
    *({"scorer.stack_features": number} for number in (0, 1, 2)),
]

NO_WORDS = BubbleTree([], [{0}], [])
SENTENCES = [
    *tiny.trees(25, 9, seed=4),
    NO_WORDS,
    *tiny.trees(5, 30, seed=5),
    *generate(30, seed=6, grammar=Grammar(max_words=16, modifier=0.4)),
]


def on_tensors(
    network: TransitionNetwork,
    encoded: Encoded,
    decoding: DecodingConfig,
    given: Sequence[Sequence[HasConjuncts]] | None = None,
) -> list[BubbleTree]:
    """The trees before rescoring."""
    scorer = network.scorer(encoded)
    searched = scorer if given is None else GuidedScorer(scorer, given, encoded.lengths)
    final = greedy.parse(encoded.lengths, searched, decoding)
    return state.trees(final, [(one.words, one.sentence) for one in SENTENCES], network.vocabulary.labels)


def plain() -> list[Sentence]:
    return [one.sentence or Sentence.from_columns(one.words) if one.words else Sentence(()) for one in SENTENCES]


def found(made: Decoded | None) -> list[BubbleTree]:
    assert made is not None
    return made.trees(plain())


@pytest.mark.parametrize(("normal_form", "single_root"), RESTRICTIONS)
@pytest.mark.parametrize("changes", VARIANTS, ids=str)
@torch.no_grad()
def test_trees_are_those_of_tensors(changes: dict[str, str | int], normal_form: bool, single_root: bool) -> None:
    decoding = DecodingConfig(normal_form=normal_form, single_root=single_root)
    networks = [tiny.network(SENTENCES, changes)[2], *(tiny.coordinating(SENTENCES, changes, seed) for seed in (1, 2))]
    conjuncts: list[int] = []
    for network in networks:
        encoded = tiny.encoded(network, SENTENCES)
        expected = on_tensors(network, encoded, decoding)
        assert found(decode(network, encoded, decoding)) == expected
        conjuncts += (len(one.conjuncts) for tree in expected for one in coordinations(tree))
    assert sum(number > 2 for number in conjuncts) > 30


@torch.no_grad()
def test_trees_around_given_coordinations_are_those_of_tensors() -> None:
    network = tiny.bubbly(SENTENCES)
    encoded = tiny.encoded(network, SENTENCES)
    given = [
        [GivenCoordination(one.conjuncts) for one in coordinations(tree) if len(one.conjuncts) > 1]
        for tree in SENTENCES
    ]
    assert sum(map(len, given)) > 30
    for normal_form, single_root in RESTRICTIONS:
        decoding = DecodingConfig(normal_form=normal_form, single_root=single_root)
        made = found(decode(network, encoded, decoding, given))
        assert made == on_tensors(network, encoded, decoding, given)
        # Some of the sentences once more, in another order.
        first, numbers = decode(network, encoded, decoding), [31, 3, 40, 25]
        assert first is not None
        again = first.around(numbers, [given[number] for number in numbers])
        assert again is not None
        assert again.trees([plain()[number] for number in numbers]) == [made[number] for number in numbers]
    with pytest.raises(GuidanceError):
        decode(network, encoded, DecodingConfig(), [[GivenCoordination([(1, 1), (99, 99)])], *given[1:]])


@torch.no_grad()
def test_arc_hybrid_opens_no_bubbles() -> None:
    config, vocabulary, network = tiny.network(SENTENCES)
    plain_network = ArcHybrid(config, vocabulary, network.encoder).eval()
    nn.init.normal_(plain_network.transitions.second.weight)
    encoded = tiny.encoded(plain_network, SENTENCES)
    made = found(decode(plain_network, encoded, DecodingConfig()))
    assert made == on_tensors(plain_network, encoded, DecodingConfig())
    assert all(len(tree.contents) == len(tree.words) + 1 for tree in made)


@pytest.mark.parametrize("single_root", [False, True])
@torch.no_grad()
def test_derivations_are_as_probable_as_on_tensors(single_root: bool) -> None:
    decoding = DecodingConfig(normal_form=True, single_root=single_root)
    _, _, network = tiny.network(SENTENCES, {"decoding.normal_form": True, "decoding.single_root": single_root})
    network.transitions.second.bias[SHIFT] += 2  # so that there are steps at which the normal form allows less
    encoded = tiny.encoded(network, SENTENCES)
    made = decode(network, encoded, decoding)
    trees = found(made)
    assert made is not None
    derivations = [network.derivation(tree) for tree in trees if tree.words]
    with_words = encoded.select([number for number, tree in enumerate(trees) if tree.words])
    transitions, labels = log_probabilities(network, with_words.tokens, network.batch(derivations))
    steps = torch.split(transitions, [len(one.kinds) for one in derivations])
    names = torch.split(labels, [len(one.labels) for one in derivations])
    expected = [float(step.sum() + name.sum()) for step, name in zip(steps, names, strict=True)]
    values = [value for value, tree in zip(made.log_probabilities, trees, strict=True) if tree.words]
    assert values == pytest.approx(expected, rel=1e-4)
    assert [value for value, tree in zip(made.log_probabilities, trees, strict=True) if not tree.words] == [0.0]


@torch.no_grad()
def test_boundaries_are_rescored_as_on_tensors() -> None:
    network = tiny.bubbly(SENTENCES)
    encoded = tiny.encoded(network, SENTENCES)
    decoding = DecodingConfig()
    before = on_tensors(network, encoded, decoding)
    scorer = network.scorer(encoded)
    final = greedy.parse(encoded.lengths, scorer, decoding)
    expected = network.finished(final, plain(), scorer)
    made = decode(network, encoded, decoding)
    assert made is not None
    assert rescore(found(made), made.shared_scores) == expected
    assert expected != before


@torch.no_grad()
def test_each_bubble_is_composed_as_on_tensors() -> None:
    network = tiny.coordinating(SENTENCES, {}, 2)
    encoded = tiny.encoded(network, SENTENCES)
    scorer = network.scorer(encoded)
    greedy.parse(encoded.lengths, scorer, DecodingConfig())
    made = decode(network, encoded, DecodingConfig())
    assert made is not None
    asked = [
        (number, (word, node, node))
        for number, tree in enumerate(found(made))
        for node in range(len(tree.words) + 1, len(tree.contents))
        for word in (1, len(tree.words))
    ]
    assert sum(len(one.conjuncts) > 1 for tree in found(made) for one in coordinations(tree)) > 30
    rows = torch.tensor([number for number, _ in asked])
    triples = torch.tensor([triple for _, triple in asked])
    sides = torch.zeros_like(rows)
    expected = scorer.shared_scores(rows, triples, sides)
    assert made.shared_scores(rows, triples, sides).tolist() == pytest.approx(expected.tolist(), rel=1e-3, abs=1e-4)


@torch.no_grad()
def test_threads_share_the_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    network = tiny.bubbly(SENTENCES)
    encoded = tiny.encoded(network, SENTENCES)
    alone = found(decode(network, encoded, DecodingConfig()))
    for threads in (2, 3, 100):
        monkeypatch.setattr(torch, "get_num_threads", lambda threads=threads: threads)
        assert found(decode(network, encoded, DecodingConfig())) == alone


@torch.no_grad()
def test_trees_keep_what_is_known_of_their_sentences() -> None:
    network = tiny.bubbly(SENTENCES)
    trees = found(decode(network, tiny.encoded(network, SENTENCES), DecodingConfig()))
    assert [tree.sentence for tree in trees] == plain()


def test_only_networks_of_single_precision_are_compiled() -> None:
    network = tiny.bubbly(SENTENCES)
    encoded = tiny.encoded(network, SENTENCES)
    assert applies(network, encoded) == IS_COMPILED
    assert not applies(network, Encoded(encoded.lengths, encoded.tokens.double()))
    assert not applies(network.double(), encoded)


class _Recorded(BubbleHybrid):
    """A method with scores of its own."""

    def scorer(self, encoded: Encoded) -> NetworkScorer:
        return super().scorer(encoded)


@torch.no_grad()
def test_only_large_batches_of_a_networks_own_scores_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    config, vocabulary, network = tiny.network(SENTENCES)
    other = _Recorded(config, vocabulary, network.encoder).eval()
    encoded = tiny.encoded(network, SENTENCES)
    words = sum(encoded.lengths)
    monkeypatch.setattr(transition_network, "LEAST_WORDS", words)
    monkeypatch.setattr(transition_network, "applies", lambda *_: True)
    assert network.compiled(encoded, DecodingConfig()) is not None
    assert other.compiled(encoded, DecodingConfig()) is None
    monkeypatch.setattr(transition_network, "LEAST_WORDS", words + 1)
    assert network.compiled(encoded, DecodingConfig()) is None
    monkeypatch.undo()
    monkeypatch.setattr(transition_network, "LEAST_WORDS", 0)
    double = Encoded(encoded.lengths, encoded.tokens.double())
    assert network.compiled(double, DecodingConfig()) is None


@pytest.mark.parametrize("scorer", ["transitions", "labels"])
@torch.no_grad()
def test_scores_that_are_not_finite_are_left_to_tensors_which_complain(scorer: str) -> None:
    network = tiny.bubbly(SENTENCES)
    getattr(network, scorer).second.bias[0] = torch.nan
    encoded = tiny.encoded(network, SENTENCES)
    assert decode(network, encoded, DecodingConfig()) is None
    with pytest.raises(ScorerError):
        network.trees(encoded, plain(), DecodingConfig())
