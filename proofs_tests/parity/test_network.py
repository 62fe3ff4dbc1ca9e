"""The fast ways to run the network agree with the slow one.

The slow one is :class:`neural.stepwise.NeuralScorer`, run by the core one configuration at a time.  The fast ones
are the scores of all gold configurations in one go, for training, and greedy parsing in batches.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import pytest
import torch
from torch import Tensor
from torch.nn import functional as F

from bubbletree import (
    BubbleTree,
    Configuration,
    ScorerError,
    TransitionKind,
    UniformScorer,
    apply,
    oracle,
    parse,
    valid_transitions,
    validate,
)
from neural.batched import decode, state
from neural.batched.decode import NetworkScorer
from neural.batched.state import Batch
from neural.config import DecodingConfig
from neural.data import NO_TAG, Words, featurise, words_of
from neural.indexing import collate, index_tree
from neural.losses import derivation_loss, gold_scores
from neural.model import BubbleNetwork
from neural.rules import BUBBLE_OPEN, KINDS, SHIFT
from neural.stepwise import NeuralScorer
from proofs_tests.neural import tiny

RESTRICTIONS = [(False, False), (True, False), (False, True), (True, True)]
VARIANTS = [
    {"encoder.characters": "cnn", "scorer.composition": "tanh"},
    {"encoder.characters": "lstm", "scorer.composition": "mean"},
    {"encoder.characters": "none", "scorer.composition": "tanh", "encoder.layers": 1},
]


def prefer_bubbles(network: BubbleNetwork, strength: float) -> None:
    """Make BubbleOpen likelier, and Shift, which has to come before it."""
    network.transitions.second.bias[SHIFT] += strength / 2
    network.transitions.second.bias[BUBBLE_OPEN] += strength


@pytest.mark.parametrize("variant", VARIANTS)
@torch.inference_mode()
def test_training_scores_what_the_core_sees_along_the_oracles_path(variant: dict[str, str | int]) -> None:
    trees = tiny.trees(15, 10, seed=1)
    _, vocabulary, network = tiny.network(trees, variant)
    features = featurise([words_of(tree, "none") for tree in trees], vocabulary)
    index = collate([index_tree(tree, vocabulary.label_number) for tree in trees], normal_form=True)
    scores = gold_scores(network, features, index)
    assert len(index.levels) >= 2, "the sample has nested bubbles"
    transitions: list[Sequence[float]] = []
    labels: list[Sequence[float]] = []
    scorer = NeuralScorer(network, vocabulary)
    step = itertools.count()
    for tree in trees:
        configuration = Configuration.initial(tree.words)
        for transition in oracle(tree):
            number = next(step)
            assert KINDS[index.kinds[number]] is transition.kind
            allowed = tuple(kind for kind, on in zip(KINDS, index.allowed[number].tolist(), strict=True) if on)
            assert allowed == valid_transitions(configuration, normal_form=True)
            transitions.append(scorer.score_transitions(configuration))
            if transition.label is not None:
                assert vocabulary.labels[index.labels[len(labels)]] == transition.label
                labels.append(scorer.score_labels(configuration, transition.kind))
            configuration = apply(configuration, transition, normal_form=True)
    torch.testing.assert_close(scores.transitions, torch.tensor(transitions), rtol=1e-4, atol=1e-4)
    torch.testing.assert_close(scores.labels, torch.tensor(labels), rtol=1e-4, atol=1e-4)


@torch.inference_mode()
def test_the_loss_is_that_of_the_gold_decisions_among_those_allowed() -> None:
    trees = tiny.trees(10, 8, seed=2, single_root=True)
    _, vocabulary, network = tiny.network(trees)
    features = featurise([words_of(tree, "none") for tree in trees], vocabulary)
    derivations = [index_tree(tree, vocabulary.label_number) for tree in trees]
    index = collate(derivations, normal_form=True, single_root=True)
    scorer = NeuralScorer(network, vocabulary)
    transition_losses, label_losses = [], []
    for tree in trees:
        configuration = Configuration.initial(tree.words)
        for transition in oracle(tree):
            allowed = valid_transitions(configuration, normal_form=True, single_root=True)
            scores = dict(zip(TransitionKind, scorer.score_transitions(configuration), strict=True))
            total = math.log(sum(math.exp(scores[kind]) for kind in allowed))
            transition_losses.append(total - scores[transition.kind])
            if transition.label is not None:
                of_labels = torch.tensor([scorer.score_labels(configuration, transition.kind)])
                gold = torch.tensor([vocabulary.label_number[transition.label]])
                label_losses.append(F.cross_entropy(of_labels, gold).item())
            configuration = apply(configuration, transition, normal_form=True, single_root=True)
    expected = sum(transition_losses) / len(transition_losses) + sum(label_losses) / len(label_losses)
    assert derivation_loss(network, features, index).item() == pytest.approx(expected, rel=1e-4)


@pytest.mark.parametrize(
    ("variant", "restrictions"),
    [(VARIANTS[0], restrictions) for restrictions in RESTRICTIONS]
    + [(variant, (True, True)) for variant in VARIANTS[1:]],
)
@torch.inference_mode()
def test_batches_are_parsed_as_the_core_parses(variant: dict[str, str | int], restrictions: tuple[bool, bool]) -> None:
    trees = [BubbleTree((), [{0}], ()), *tiny.trees(8, 12, seed=3)]
    _, vocabulary, network = tiny.network(trees, variant)
    prefer_bubbles(network, 20)
    normal_form, single_root = restrictions
    scorer = NeuralScorer(network, vocabulary)
    expected = [parse(t.words, scorer, normal_form=normal_form, single_root=single_root) for t in trees]
    assert sum(len(tree.contents) - len(tree.words) - 1 for tree in expected) >= 5, "there are bubbles to get wrong"
    features = featurise([words_of(tree, "none") for tree in trees], vocabulary)
    network_scorer = NetworkScorer(network, features, vocabulary.conj)
    batch = decode.parse(features.lengths, network_scorer, DecodingConfig(normal_form, single_root))
    assert state.trees(batch, [(tree.words, None) for tree in trees], vocabulary.labels) == expected


@torch.inference_mode()
def test_tables_grow_with_the_number_of_bubbles() -> None:
    trees = tiny.trees(4, 10, seed=5)
    _, vocabulary, network = tiny.network(trees)
    sentences = [tree.words * 3 for tree in trees]
    prefer_bubbles(network, 100)
    features = featurise([Words(words, (NO_TAG,) * len(words)) for words in sentences], vocabulary)
    network_scorer = NetworkScorer(network, features, vocabulary.conj)
    batch = decode.parse(features.lengths, network_scorer, DecodingConfig())
    scorer = NeuralScorer(network, vocabulary)
    expected = [parse(words, scorer, normal_form=True, single_root=True) for words in sentences]
    assert state.trees(batch, [(words, None) for words in sentences], vocabulary.labels) == expected
    assert int(batch.opened.sum()) > (16 + sum(features.lengths) // 16), "more than the tables had room for"


class Hashed:
    """Scores that depend on the sentence's length and the step, for batches of any composition."""

    conj = 0

    def __init__(self, lengths: list[int], labels: int = 3) -> None:
        self.lengths, self.labels, self.step = lengths, labels, 0

    def score_transitions(self, _batch: Batch, _slots: Tensor, /) -> Tensor:
        self.step += 1
        rows = [torch.rand(6, generator=torch.Generator().manual_seed(1000 * n + self.step)) for n in self.lengths]
        return torch.stack(rows)

    def choose_labels(self, _batch: Batch, _slots: Tensor, kinds: Tensor, /) -> Tensor:
        return (kinds + self.step) % self.labels


@pytest.mark.parametrize("restrictions", RESTRICTIONS)
def test_any_scorer_yields_valid_trees_whatever_the_company(restrictions: tuple[bool, bool]) -> None:
    lengths = [9, 30, 1, 0, 17, 2]
    decoding = DecodingConfig(*restrictions)
    sentences = [([f"w{i}" for i in range(n)], None) for n in lengths]
    labels = ["conj", "a", "b"]
    together = state.trees(decode.parse(lengths, Hashed(lengths), decoding), sentences, labels)
    for n, sentence, tree in zip(lengths, sentences, together, strict=True):
        validate(tree).raise_for_violations()
        if decoding.single_root and n:
            assert len(tree.children(0)) == 1
        assert state.trees(decode.parse([n], Hashed([n]), decoding), [sentence], labels) == [tree]


class Uniform(Hashed):
    """All scores equal."""

    def score_transitions(self, batch: Batch, _slots: Tensor, /) -> Tensor:
        return torch.zeros(batch.lengths.size(0), 6)

    def choose_labels(self, _batch: Batch, _slots: Tensor, kinds: Tensor, /) -> Tensor:
        return torch.zeros_like(kinds)


@pytest.mark.parametrize("restrictions", RESTRICTIONS)
def test_ties_go_to_the_first_as_in_the_core(restrictions: tuple[bool, bool]) -> None:
    words = [f"w{i}" for i in range(7)]
    batch = decode.parse([7], Uniform([7]), DecodingConfig(*restrictions))
    normal_form, single_root = restrictions
    expected = parse(words, UniformScorer(["conj"]), normal_form=normal_form, single_root=single_root)
    assert state.trees(batch, [(words, None)], ["conj"]) == [expected]


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_scores_that_are_no_numbers_are_refused(bad: float) -> None:
    class Bad(Uniform):
        def score_transitions(self, batch: Batch, slots: Tensor, /) -> Tensor:
            return super().score_transitions(batch, slots) + bad

    with pytest.raises(ScorerError, match="finite"):
        decode.parse([3], Bad([3]), DecodingConfig())


def test_too_few_scores_are_refused() -> None:
    class Short(Uniform):
        def score_transitions(self, batch: Batch, slots: Tensor, /) -> Tensor:
            return super().score_transitions(batch, slots)[:, :5]

    with pytest.raises(ScorerError, match="1 times 6"):
        decode.parse([3], Short([3]), DecodingConfig())
