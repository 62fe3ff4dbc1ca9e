"""Compiled beam search finds what beam search on tensors finds, in all options: the best derivations, in order."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
import torch

from bubbletree import BubbleTree, HasConjuncts, Sentence, coordinations
from bubbletree.coordination import GivenCoordination
from bubbletree.grammar import Grammar, generate
from neural.batched import beam, state
from neural.batched.guided import GuidedScorer
from neural.config import DecodingConfig
from neural.encoders.interface import Encoded
from neural.methods.bubbles.bubble_hybrid import BubbleHybrid
from neural.methods.bubbles.compiled import decode
from neural.methods.bubbles.likelihood import log_probabilities
from neural.methods.bubbles.transition_network import TransitionNetwork
from proofs_tests.neural import tiny

RESTRICTIONS = [(False, False), (True, False), (False, True), (True, True)]
VARIANTS = [{"scorer.composition": "tanh"}, {"scorer.composition": "mean"}, {"scorer.stack_features": 1}]
SIZES = [(2, 1), (4, 1), (4, 2), (2, 5)]
"""Beam, and how many derivations are asked for."""

SENTENCES = [
    *tiny.trees(15, 7, seed=4),
    BubbleTree([], [{0}], []),
    *tiny.trees(3, 25, seed=5),
    *generate(12, seed=6, grammar=Grammar(max_words=14, modifier=0.4)),
]

Found = list[tuple[int, BubbleTree, float]]
"""The number of a sentence, a tree, and its log-probability."""


def plain(numbers: Sequence[int]) -> list[Sentence]:
    chosen = [SENTENCES[number] for number in numbers]
    return [one.sentence or Sentence.from_columns(one.words) if one.words else Sentence(()) for one in chosen]


def on_tensors(
    network: TransitionNetwork,
    encoded: Encoded,
    decoding: DecodingConfig,
    size: int,
    given: Sequence[Sequence[HasConjuncts]] | None = None,
) -> Found:
    scorer = network.scorer(encoded)
    searched = scorer if given is None else GuidedScorer(scorer, given, encoded.lengths)
    best = beam.search(encoded.lengths, searched, decoding, size)
    numbers = best.sentences.tolist()
    words = [(SENTENCES[number].words, None) for number in numbers]
    trees = state.trees(best.batch, words, network.vocabulary.labels)
    return list(zip(numbers, trees, best.log_probabilities.tolist(), strict=True))


def compiled(
    network: TransitionNetwork,
    encoded: Encoded,
    decoding: DecodingConfig,
    size: int,
    given: Sequence[Sequence[HasConjuncts]] | None = None,
) -> Found:
    made = decode(network, encoded, decoding, given, size)
    assert made is not None
    return list(zip(made.owners, made.trees(plain(made.owners)), made.log_probabilities, strict=True))


def assert_same(made: Found, expected: Found) -> None:
    assert [one[:2] for one in made] == [one[:2] for one in expected]
    assert [one[2] for one in made] == pytest.approx([one[2] for one in expected], rel=1e-4, abs=1e-5)


@pytest.mark.parametrize(("width", "size"), SIZES)
@pytest.mark.parametrize(("normal_form", "single_root"), RESTRICTIONS)
@pytest.mark.parametrize("changes", VARIANTS, ids=str)
@torch.no_grad()
def test_derivations_are_those_of_tensors(
    changes: dict[str, str | int], normal_form: bool, single_root: bool, width: int, size: int
) -> None:
    decoding = DecodingConfig(normal_form=normal_form, single_root=single_root, beam=width)
    conjuncts: list[int] = []
    for network in (tiny.network(SENTENCES, changes)[2], tiny.coordinating(SENTENCES, changes, 1)):
        encoded = tiny.encoded(network, SENTENCES)
        expected = on_tensors(network, encoded, decoding, size)
        assert_same(compiled(network, encoded, decoding, size), expected)
        conjuncts += (len(one.conjuncts) for _, tree, _ in expected for one in coordinations(tree))
    assert sum(number > 2 for number in conjuncts) > 15


@pytest.mark.parametrize(("width", "size"), SIZES)
@torch.no_grad()
def test_derivations_around_given_coordinations_are_those_of_tensors(width: int, size: int) -> None:
    network = tiny.bubbly(SENTENCES)
    encoded = tiny.encoded(network, SENTENCES)
    given = [
        [GivenCoordination(one.conjuncts) for one in coordinations(tree) if len(one.conjuncts) > 1]
        for tree in SENTENCES
    ]
    assert sum(map(len, given)) > 8
    for normal_form, single_root in RESTRICTIONS:
        decoding = DecodingConfig(normal_form=normal_form, single_root=single_root, beam=width)
        expected = on_tensors(network, encoded, decoding, size, given)
        made = compiled(network, encoded, decoding, size, given)
        assert [one[:2] for one in made] == [one[:2] for one in expected]


@torch.no_grad()
def test_around_coordinations_of_other_trees_derivations_are_ranked_as_on_tensors() -> None:
    """By how probable they are among those that fit, and not among all."""
    network = tiny.bubbly(SENTENCES)
    torch.manual_seed(1)
    for parameter in network.parameters():
        parameter.add_(torch.randn_like(parameter))
    encoded, decoding = tiny.encoded(network, SENTENCES), DecodingConfig(beam=4, single_root=True)
    of_length: dict[int, list[GivenCoordination]] = {}
    for tree in tiny.trees(300, 12, seed=20):
        if found := [GivenCoordination(one.conjuncts) for one in coordinations(tree) if len(one.conjuncts) > 1]:
            of_length.setdefault(len(tree.words), found)
    given = [of_length.get(len(tree.words), []) for tree in SENTENCES]
    assert sum(map(bool, given)) > 10
    made, expected = compiled(network, encoded, decoding, 2, given), on_tensors(network, encoded, decoding, 2, given)
    assert [one[:2] for one in made] == [one[:2] for one in expected]


@pytest.mark.parametrize("single_root", [False, True])
@torch.no_grad()
def test_derivations_around_given_coordinations_are_as_probable_as_if_they_were_not_given(single_root: bool) -> None:
    decoding = DecodingConfig(normal_form=True, single_root=single_root, beam=3)
    _, _, network = tiny.network(SENTENCES, {"decoding.normal_form": True, "decoding.single_root": single_root})
    encoded = tiny.encoded(network, SENTENCES)
    given = [
        [GivenCoordination(one.conjuncts) for one in coordinations(tree) if len(one.conjuncts) > 1][:1]
        for tree in SENTENCES
    ]
    made = [one for one in compiled(network, encoded, decoding, 1, given) if one[1].words]
    with_words = encoded.select([number for number, _, _ in made])
    derivations = [network.derivation(tree) for _, tree, _ in made]
    transitions, labels = log_probabilities(network, with_words.tokens, network.batch(derivations))
    steps = torch.split(transitions, [len(one.kinds) for one in derivations])
    names = torch.split(labels, [len(one.labels) for one in derivations])
    expected = [float(step.sum() + name.sum()) for step, name in zip(steps, names, strict=True)]
    assert [value for _, _, value in made] == pytest.approx(expected, rel=1e-4)


@torch.no_grad()
def test_the_best_trees_are_the_same_with_and_without_compiled_code(monkeypatch: pytest.MonkeyPatch) -> None:
    network = tiny.bubbly(SENTENCES)
    assert isinstance(network, BubbleHybrid)
    encoded, decoding = tiny.encoded(network, SENTENCES), DecodingConfig(beam=4)
    sentences = plain(range(len(SENTENCES)))
    expected = network.n_best(encoded, sentences, 4, decoding)
    trees = network.trees(encoded, sentences, decoding)
    monkeypatch.setattr("neural.methods.bubbles.transition_network.LEAST_WORDS", 0)
    assert network.trees(encoded, sentences, decoding) == trees
    found = network.n_best(encoded, sentences, 4, decoding)
    for one, other in zip(found, expected, strict=True):
        assert [candidate.tree for candidate in one] == [candidate.tree for candidate in other]
        values = [candidate.log_probability for candidate in other]
        assert [candidate.log_probability for candidate in one] == pytest.approx(values, rel=1e-4, abs=1e-5)
    assert max(map(len, found)) > 1


@torch.no_grad()
def test_bubbles_that_a_beam_finds_are_composed_as_on_tensors() -> None:
    network = tiny.coordinating(SENTENCES, {}, 1)
    encoded, decoding = tiny.encoded(network, SENTENCES), DecodingConfig(beam=2)
    scorer = network.scorer(encoded)
    beam.search(encoded.lengths, scorer, decoding)
    made = decode(network, encoded, decoding)
    assert made is not None
    asked = [
        (number, (1, node, node))
        for number, tree in enumerate(made.trees(plain(made.owners)))
        for node in range(len(tree.words) + 1, len(tree.contents))
    ]
    assert len(asked) > 15
    rows = torch.tensor([number for number, _ in asked])
    triples = torch.tensor([triple for _, triple in asked])
    sides = torch.zeros_like(rows)
    expected = scorer.shared_scores(rows, triples, sides)
    assert made.shared_scores(rows, triples, sides).tolist() == pytest.approx(expected.tolist(), rel=1e-3, abs=1e-4)


@torch.no_grad()
def test_scores_of_a_beam_that_are_not_finite_are_for_the_tensors() -> None:
    _, _, network = tiny.network(SENTENCES)
    encoded = tiny.encoded(network, SENTENCES)
    network.labels.second.bias[0] = torch.nan
    assert decode(network, encoded, DecodingConfig(beam=2)) is None
