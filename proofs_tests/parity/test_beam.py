"""Batched beam search finds what the core's beam search finds, and the best few trees are what they are said to be."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial

import pytest
import torch
from torch import Tensor

from bubbletree import (
    CONJ,
    BubbleTree,
    Configuration,
    Scorer,
    ScorerError,
    Transition,
    TransitionKind,
    UniformScorer,
    apply,
    oracle,
    parse,
    validate,
)
from neural.batched import beam, greedy, state
from neural.batched.beam import NBest
from neural.batched.rules import BUBBLE_OPEN, KINDS, SHIFT
from neural.batched.scoring import BatchScorer
from neural.batched.state import Batch
from neural.config import DecodingConfig
from neural.data.words import NO_TAG, Words, words_of
from neural.methods.bubbles.bubble_hybrid import BubbleHybrid
from neural.methods.bubbles.rescoring import rescore
from neural.methods.bubbles.stepwise import NeuralScorer
from proofs_tests.neural import tiny
from proofs_tests.support.enumeration import derivations, words
from proofs_tests.support.scorers import Contrary, Fickle, Fixed, Prefers, log_probability


class Mirrored(BatchScorer):
    """A scorer of the core as a scorer of hypotheses: beside each row it keeps the core's configuration."""

    def __init__(self, lengths: Sequence[int], scorer: Scorer, *, compare: bool = True) -> None:
        self.scorer, self.compare = scorer, compare
        self.conj = len(scorer.labels)
        self.configurations = [Configuration.initial(words(n)) for n in lengths]

    @property
    def names(self) -> list[str]:
        return [*self.scorer.labels, CONJ]

    def score_transitions(self, batch: Batch, slots: Tensor, /) -> Tensor:
        if self.compare:
            for row, c in zip(slots.tolist(), self.configurations, strict=True):
                items = [c.stack_item(3), c.stack_item(2), c.stack_item(1), c.buffer_item(1)]
                assert row == [batch.empty if item is None else item.bubble for item in items]
        scores = [self.scorer.score_transitions(c) for c in self.configurations]
        return torch.tensor(scores, dtype=torch.float64).view(len(scores), -1)

    def score_labels(self, _batch: Batch, _slots: Tensor, rows: Tensor, kinds: Tensor, /) -> Tensor:
        asked = zip(rows.tolist(), kinds.tolist(), strict=True)
        scores = [self.scorer.score_labels(self.configurations[row], KINDS[kind]) for row, kind in asked]
        return torch.tensor(scores, dtype=torch.float64).view(len(scores), -1 if scores else 1)

    def select(self, rows: Tensor, /) -> None:
        self.configurations = [self.configurations[row] for row in rows.tolist()]

    def advance(self, _batch: Batch, _slots: Tensor, kinds: Tensor, labels: Tensor, /) -> None:
        steps = list(zip(self.configurations, kinds.tolist(), labels.tolist(), strict=True))
        assert all(kind == SHIFT for c, kind, _ in steps if c.is_terminal)
        self.configurations = [c if c.is_terminal else apply(c, self._made(kind, label)) for c, kind, label in steps]

    def _made(self, kind: int, label: int) -> Transition:
        return Transition(KINDS[kind], self.scorer.labels[label] if KINDS[kind].takes_label else None)


def by_sentence(found: NBest, sentences: Sequence[Sequence[str]], labels: Sequence[str]) -> list[list[BubbleTree]]:
    """The trees found for each sentence."""
    numbers = found.sentences.tolist()
    trees = state.trees(found.batch, [(sentences[number], None) for number in numbers], labels)
    result: list[list[BubbleTree]] = [[] for _ in sentences]
    for number, tree in zip(numbers, trees, strict=True):
        result[number].append(tree)
    return result


def search(
    lengths: Sequence[int], scorer: Scorer, decoding: DecodingConfig, size: int = 1
) -> tuple[list[list[BubbleTree]], list[list[float]]]:
    """Beam search with a scorer of the core: for each sentence the trees and their log-probabilities."""
    mirrored = Mirrored(lengths, scorer)
    found = beam.search(lengths, mirrored, decoding, size)
    trees = by_sentence(found, [words(n) for n in lengths], mirrored.names)
    values = [found.log_probabilities[found.sentences == number].tolist() for number in range(len(lengths))]
    assert [tree for one in trees for tree in one] == [c.tree() for c in mirrored.configurations]
    return trees, values


def log_probability_of_tree(tree: BubbleTree, scorer: Scorer, *, single_root: bool) -> float:
    """The logarithm of the probability of the one derivation in normal form."""
    return log_probability(tree.words, oracle(tree), scorer, normal_form=True, single_root=single_root)


SCORERS: dict[str, Callable[[], Scorer]] = {
    **{f"arbitrary {seed}": partial(Fickle, seed) for seed in range(4)},
    "flat": partial(Fickle, 5, 0.1),
    "uniform": UniformScorer,
    "uniform, three labels": lambda: UniformScorer(["x", "y", "z"]),
    "contrary": Contrary,
    "enormous": lambda: Fickle(1, 8e307),
    "tiny": lambda: Fickle(1, 5e-324),
    **{f"always {kind.value}": partial(Prefers, kind, 1e308) for kind in TransitionKind},
    **{f"never {kind.value}": partial(Prefers, kind, -1e308) for kind in TransitionKind},
    "opening a little": lambda: Prefers(TransitionKind.BUBBLE_OPEN, 1.0),
}
LENGTHS = [5, 0, 8, 1, 2]


@pytest.mark.parametrize(("normal_form", "single_root"), [(False, False), (True, True)])
@pytest.mark.parametrize("width", [1, 4])
@pytest.mark.parametrize("name", SCORERS)
def test_any_scorer_of_the_core_finds_the_same_trees(
    name: str, width: int, normal_form: bool, single_root: bool
) -> None:
    scorer = SCORERS[name]()
    found, _ = search(LENGTHS, scorer, DecodingConfig(normal_form, single_root, width))
    expected = [parse(words(n), scorer, width, normal_form=normal_form, single_root=single_root) for n in LENGTHS]
    assert found == [[tree] for tree in expected]


@pytest.mark.parametrize("single_root", [False, True])
@pytest.mark.parametrize("name", SCORERS)
def test_the_best_few_are_different_valid_trees_in_order(name: str, single_root: bool) -> None:
    scorer = SCORERS[name]()
    trees, values = search(LENGTHS, scorer, DecodingConfig(single_root=single_root), size=6)
    assert len(trees[1]) == 1, "there is one tree without words"
    for n, ours, theirs in zip(LENGTHS, trees, values, strict=True):
        assert 1 <= len(ours) <= 6
        assert len(set(ours)) == len(ours)
        assert theirs == sorted(theirs, reverse=True)
        assert all(-math.inf < value <= 0 for value in theirs)
        for tree, value in zip(ours, theirs, strict=True):
            validate(tree).raise_for_violations()
            assert tree.words == tuple(words(n))
            assert not single_root or not n or len(tree.children(0)) == 1
            expected = log_probability_of_tree(tree, scorer, single_root=single_root)
            assert value == pytest.approx(expected, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("single_root", [False, True])
@pytest.mark.parametrize(("n", "labels"), [(2, "xyz"), (3, "xy"), (4, "x")])
def test_a_beam_that_holds_everything_returns_everything(n: int, labels: str, single_root: bool) -> None:
    scorer = Fickle(n, labels=list(labels))
    ends = derivations(n, normal_form=True, single_root=single_root, labels=scorer.labels)
    expected = {end.tree() for _, end in ends}
    [trees], [values] = search([n], scorer, DecodingConfig(single_root=single_root), size=len(expected) + 5)
    assert len(trees) == len(expected)
    assert set(trees) == expected
    assert math.fsum(map(math.exp, values)) == pytest.approx(1)


@pytest.mark.parametrize("size", [1, 3, 8])
def test_more_trees_do_not_change_the_first(size: int) -> None:
    lengths = [6] * 10
    for seed in range(3):
        scorer = Fickle(seed)
        first, best = search(lengths, scorer, DecodingConfig(beam=8))
        trees, values = search(lengths, scorer, DecodingConfig(beam=8), size)
        assert [ours[:1] for ours in trees] == first
        assert [theirs[:1] for theirs in values] == best
        assert all(len(ours) == size for ours in trees)


def test_company_and_order_make_no_difference() -> None:
    lengths = [7, 3, 10, 0, 5]
    scorer = Fickle(3)
    decoding = DecodingConfig(beam=4)
    together = search(lengths, scorer, decoding, 3)
    backwards = search(lengths[::-1], scorer, decoding, 3)
    assert tuple(part[::-1] for part in backwards) == together
    for number, n in enumerate(lengths):
        trees, values = search([n], scorer, decoding, 3)
        assert (trees, values) == ([together[0][number]], [together[1][number]])


def test_no_sentences_no_trees() -> None:
    assert search([], Fickle(0), DecodingConfig(beam=3), 2) == ([], [])


@pytest.mark.parametrize("width", [1, 2])
def test_scores_that_are_no_numbers_or_too_few_are_refused(width: int) -> None:
    wrong = [
        (Fixed((0.0, 0.0, math.nan, 0.0, 0.0, 0.0)), "transition scores that are not 1 times 6 finite"),
        (Fixed((0.0,) * 5), "transition scores that are not 1 times 6 finite"),
        (Fixed(labels=(0.0, math.inf)), "label scores that are not .* times 2 finite"),
    ]
    for scorer, message in wrong:
        mirrored = Mirrored([3], scorer)
        with pytest.raises(ScorerError, match=message):
            beam.search([3], mirrored, DecodingConfig(beam=width))


# With a network.


def bubbly(seed: int, changes: dict[str, str | int] | None = None) -> tuple[list[BubbleTree], BubbleHybrid]:
    """Sentences of mixed lengths, and a network that likes to open bubbles, and `conj`."""
    trees = tiny.trees(7, 11, seed=seed)
    _, vocabulary, network = tiny.network(trees, changes, seed)
    network.transitions.second.bias[SHIFT] += 5
    network.transitions.second.bias[BUBBLE_OPEN] += 10
    network.labels.second.bias[vocabulary.conj] += 1
    return trees, network


VARIANTS: list[dict[str, str | int]] = [{}, {"scorer.composition": "mean"}, {"scorer.stack_features": 1}]


@pytest.mark.parametrize("width", [1, 2, 6])
@pytest.mark.parametrize("variant", VARIANTS)
@torch.inference_mode()
def test_a_network_finds_the_cores_trees(variant: dict[str, str | int], width: int) -> None:
    trees, network = bubbly(3, variant)
    core = NeuralScorer(network, network.vocabulary)
    inputs = network.read([words_of(tree, "none") for tree in trees])
    decoding = DecodingConfig(beam=width)
    found = beam.search(inputs.lengths, network.scorer(network.encode(inputs)), decoding)
    expected = [parse(tree.words, core, width, normal_form=True, single_root=True) for tree in trees]
    assert by_sentence(found, [tree.words for tree in trees], network.vocabulary.labels) == [[t] for t in expected]
    values = [log_probability_of_tree(tree, core, single_root=True) for tree in expected]
    assert found.log_probabilities.tolist() == pytest.approx(values, rel=1e-4, abs=1e-4)
    assert sum(len(tree.contents) - len(tree.words) - 1 for tree in expected) >= 5, "there are bubbles to get wrong"
    if width == 1:
        alone = greedy.parse(inputs.lengths, network.scorer(network.encode(inputs)), decoding)
        assert state.trees(alone, [(tree.words, None) for tree in trees], network.vocabulary.labels) == expected


@pytest.mark.parametrize("seed", [0, 1, 3])
@torch.inference_mode()
def test_hypotheses_do_not_see_each_others_bubbles(seed: int) -> None:
    trees, network = bubbly(seed)
    core = NeuralScorer(network, network.vocabulary)
    inputs = network.read([words_of(tree, "none") for tree in trees])
    scorer = network.scorer(network.encode(inputs))
    found = beam.search(inputs.lengths, scorer, network.config.decoding, 8)
    lists = by_sentence(found, [tree.words for tree in trees], network.vocabulary.labels)
    flat = [tree for one in lists for tree in one]
    assert all(len(set(one)) == len(one) for one in lists)
    values = [log_probability_of_tree(tree, core, single_root=True) for tree in flat]
    assert found.log_probabilities.tolist() == pytest.approx(values, rel=1e-4, abs=1e-4)
    different = sum(len({frozenset(tree.contents) for tree in one}) for one in lists)
    assert different > 2 * len(trees), "the hypotheses differ in their bubbles"
    # What rescoring asks is answered for the tree in that row.
    assert rescore(flat, scorer.shared_scores) == [core.rescore(tree) for tree in flat]


@torch.inference_mode()
def test_tables_grow_with_the_number_of_bubbles() -> None:
    trees, network = bubbly(1)
    core = NeuralScorer(network, network.vocabulary)
    sentences = [tree.words * 2 for tree in trees]
    inputs = network.read([Words(sentence, (NO_TAG,) * len(sentence)) for sentence in sentences])
    scorer = network.scorer(network.encode(inputs))
    found = beam.search(inputs.lengths, scorer, DecodingConfig(), 4)
    lists = by_sentence(found, sentences, network.vocabulary.labels)
    assert int(found.batch.opened.sum()) > 16 + sum(inputs.lengths) // 8, "more than the tables had room for"
    values = [log_probability_of_tree(tree, core, single_root=True) for one in lists for tree in one]
    assert found.log_probabilities.tolist() == pytest.approx(values, rel=1e-4, abs=1e-3)
