"""Parsing with given coordinations: exactly the trees that have them, and one of them whatever the scores."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
import torch
from torch import Tensor

from bubbletree import CONJ, ROOT, BubbleTree, Coordination, coordinations, validate
from bubbletree.grammar import generate
from neural.batched import beam, greedy, state
from neural.batched.guided import GuidanceError, GuidedScorer, Regions
from neural.batched.rules import BUBBLE_ATTACH, BUBBLE_OPEN, KINDS
from neural.batched.scoring import BatchScorer
from neural.batched.state import Batch
from neural.config import DecodingConfig
from proofs_tests.support.enumeration import OPTIONS, derivations, words

LABELS = ("dep", CONJ)

Spans = tuple[tuple[int, int], ...]
"""The conjuncts of a coordination."""


class Noise(BatchScorer):
    """Random scores, or all the same."""

    conj = LABELS.index(CONJ)

    def __init__(self, seed: int, scale: float) -> None:
        self._generator = torch.Generator().manual_seed(seed)
        self._scale = scale

    def _scores(self, rows: int, columns: int) -> Tensor:
        return self._scale * torch.randn(rows, columns, generator=self._generator)

    def score_transitions(self, _batch: Batch, slots: Tensor, /) -> Tensor:
        return self._scores(slots.size(0), len(KINDS))

    def score_labels(self, _batch: Batch, _slots: Tensor, rows: Tensor, _kinds: Tensor, /) -> Tensor:
        return self._scores(rows.size(0), len(LABELS))


def spans(found: Sequence[Coordination]) -> frozenset[Spans]:
    return frozenset(tuple((first, last) for first, last in one.conjuncts) for one in found)


def given(found: frozenset[Spans], rng: random.Random | None = None) -> list[Coordination]:
    """The coordinations, in any order."""
    listed = [Coordination(conjuncts, ()) for conjuncts in sorted(found)]
    (rng or random.Random(0)).shuffle(listed)
    return listed


def by_coordinations(n: int, *, normal_form: bool, single_root: bool) -> dict[frozenset[Spans], set[BubbleTree]]:
    """All trees over n words that have a derivation, with both labels, and bubbles that are coordinations to their end.

    That is, every bubble has two conjuncts or more, and the last of its parts is one.
    """
    result = defaultdict(set)
    for _, end in derivations(n, normal_form=normal_form, single_root=single_root, labels=LABELS):
        tree = end.tree()
        found = coordinations(tree)
        wide = sum(len(content) > 1 for content in tree.contents)
        whole = all(one.whole.last == max(tree.contents[one.bubble]) for one in found)
        if wide == len(found) and whole and all(len(one.conjuncts) > 1 for one in found):
            result[spans(found)].add(tree)
    return result


def all_coordinations(n: int, begin: int = 1) -> Iterator[Spans]:
    """All coordinations over n words, those with one conjunct among them."""
    for first in range(begin, n + 1):
        for last in range(first, n + 1):
            yield ((first, last),)
            for rest in all_coordinations(n, last + 1):
                yield ((first, last), *rest)


def reached(n: int, found: Sequence[Coordination], decoding: DecodingConfig) -> list[BubbleTree]:
    """The trees of all derivations that the scorer does not rule out."""
    scorer = GuidedScorer(Noise(0, 0), [found], [n])
    best = beam.search([n], scorer, decoding, size=100_000)
    possible = (best.log_probabilities > torch.finfo(torch.float32).min / 2).nonzero().squeeze(1)
    return state.trees(best.batch.select(possible), [(words(n), None)] * len(possible), LABELS)


@pytest.mark.parametrize(("normal_form", "single_root"), OPTIONS)
@pytest.mark.parametrize("n", [1, 2, 3])
def test_exactly_the_trees_with_these_coordinations_are_reached(n: int, normal_form: bool, single_root: bool) -> None:
    known = by_coordinations(n, normal_form=normal_form, single_root=single_root)
    for found, trees in known.items():
        made = reached(n, given(found), DecodingConfig(normal_form, single_root))
        assert set(made) == trees
        if normal_form:
            assert len(made) == len(trees)


def test_over_four_words_too() -> None:
    known = by_coordinations(4, normal_form=True, single_root=True)
    assert len(known) > 50
    for found, trees in random.Random(1).sample(sorted(known.items(), key=lambda item: sorted(item[0])), 12):
        assert set(reached(4, given(found), DecodingConfig(True, True))) == trees


class Listening(Noise):
    """It remembers what it is asked and told."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, 1.0)
        self.heard: list[tuple[str, list[list[int]]]] = []

    def _hear(self, what: str, *tensors: Tensor) -> None:
        self.heard.append((what, [tensor.flatten().tolist() for tensor in tensors]))

    def score_transitions(self, batch: Batch, slots: Tensor, /) -> Tensor:
        self._hear("transitions", batch.stack_size, slots)
        return super().score_transitions(batch, slots)

    def score_labels(self, batch: Batch, slots: Tensor, rows: Tensor, kinds: Tensor, /) -> Tensor:
        self._hear("labels", batch.stack_size, slots, rows, kinds)
        return super().score_labels(batch, slots, rows, kinds)

    def select(self, rows: Tensor, /) -> None:
        self._hear("select", rows)

    def advance(self, batch: Batch, slots: Tensor, kinds: Tensor, labels: Tensor, /) -> None:
        self._hear("advance", batch.stack_size, slots, kinds, labels)


def test_the_scorer_within_is_asked_and_told_the_same() -> None:
    class Passing(GuidedScorer):
        """It tells a second scorer all that the first is told, without guidance."""

        def score_transitions(self, batch: Batch, slots: Tensor, /) -> Tensor:
            direct.score_transitions(batch, slots)
            return super().score_transitions(batch, slots)

        def score_labels(self, batch: Batch, slots: Tensor, rows: Tensor, kinds: Tensor, /) -> Tensor:
            direct.score_labels(batch, slots, rows, kinds)
            return super().score_labels(batch, slots, rows, kinds)

        def select(self, rows: Tensor, /) -> None:
            direct.select(rows)
            super().select(rows)

        def advance(self, batch: Batch, slots: Tensor, kinds: Tensor, labels: Tensor, /) -> None:
            direct.advance(batch, slots, kinds, labels)
            super().advance(batch, slots, kinds, labels)

    direct, within = Listening(1), Listening(1)
    found = [Coordination(((1, 1), (3, 3)), ())]
    beam.search([4, 3], Passing(within, [found, found], [4, 3]), DecodingConfig(), size=3)
    assert {what for what, _ in within.heard} == {"transitions", "labels", "select", "advance"}
    assert within.heard == direct.heard


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_coordinations_are_refused_if_no_tree_has_them(n: int) -> None:
    known = by_coordinations(n, normal_form=True, single_root=True)
    possible = [*all_coordinations(n)]
    for size in (1, 2):
        for chosen in combinations(possible, size):
            found = frozenset(chosen)
            if found in known:
                GuidedScorer(Noise(0, 0), [given(found)], [n])
            else:
                with pytest.raises(GuidanceError) as caught:
                    GuidedScorer(Noise(0, 0), [given(found)], [n])
                assert caught.value.coordination in given(found)


@pytest.mark.parametrize(
    ("conjuncts", "problem"),
    [
        ((), "has less than two conjuncts"),
        (((1, 3),), "has less than two conjuncts"),
        (((0, 1), (2, 2)), "not spans of words, or not in order"),
        (((2, 2), (1, 1)), "not spans of words, or not in order"),
        (((1, 2), (2, 3)), "not spans of words, or not in order"),
        (((3, 2), (4, 4)), "not spans of words, or not in order"),
        (((1, 1), (3, 4)), "continues after the last word, 3"),
    ],
)
def test_spans_that_are_none_are_refused(conjuncts: Spans, problem: str) -> None:
    with pytest.raises(GuidanceError, match=problem) as caught:
        GuidedScorer(Noise(0, 0), [[], [Coordination(conjuncts, ())]], [5, 3])
    assert caught.value.sentence == 1
    assert caught.value.problem in str(caught.value)


def test_twice_the_same_is_refused() -> None:
    one = Coordination(((1, 1), (3, 3)), ())
    with pytest.raises(
        GuidanceError,
        match=r"the coordination 1-1, 3-3 crosses another one or .* the same words",
    ):
        GuidedScorer(Noise(0, 0), [[one, one]], [3])


@pytest.mark.parametrize("scale", [0.0, 1.0, 1e30])
@pytest.mark.parametrize("size", [1, 3])
@pytest.mark.parametrize(("normal_form", "single_root"), OPTIONS)
def test_whatever_the_scores_the_tree_has_the_coordinations(
    scale: float, size: int, normal_form: bool, single_root: bool
) -> None:
    gold = [tree for tree in generate(60, seed=3) if _bubbles_are_whole(tree)]
    rng = random.Random(4)
    wanted = [given(spans(coordinations(tree)), rng) for tree in gold]
    assert sum(map(len, wanted)) > 50
    assert any(len(one) > 2 for one in wanted)
    lengths = [len(tree.words) for tree in gold]
    scorer = GuidedScorer(Noise(5, scale), wanted, lengths)
    decoding = DecodingConfig(normal_form, single_root, size)
    if size == 1:
        batch = greedy.parse(lengths, scorer, decoding)
        owners = [*range(len(gold))]
    else:
        found = beam.search(lengths, scorer, decoding, 1)
        batch, owners = found.batch, found.sentences.tolist()
    assert owners == [*range(len(gold))]
    for tree, expected in zip(state.trees(batch, [(tree.words, None) for tree in gold], LABELS), wanted, strict=True):
        assert validate(tree)
        assert spans(coordinations(tree)) == spans(expected)
        assert sum(len(content) > 1 for content in tree.contents) == len(expected)
        if single_root:
            assert sum(arc.head == ROOT for arc in tree.arcs) == 1


def _bubbles_are_whole(tree: BubbleTree) -> bool:
    return all(one.whole.last == max(tree.contents[one.bubble]) for one in coordinations(tree))


def test_other_scores_are_left_alone() -> None:
    scorer, plain = GuidedScorer(Noise(7, 1.0), [[]], [3]), Noise(7, 1.0)
    batch = state.initial([3])
    slots = batch.slots()
    guided, scores = scorer.score_transitions(batch, slots), plain.score_transitions(batch, slots)
    ruled_out = guided != scores
    assert {int(kind) for kind in ruled_out[0].nonzero()} == {2, BUBBLE_OPEN, BUBBLE_ATTACH, 5}
    assert guided[ruled_out].tolist() == [torch.finfo(torch.float32).min] * 4


NO_SPANS = "has conjuncts that are not spans of words, or not in order"


@pytest.mark.parametrize("sent_id", [None, "a-7"])
@pytest.mark.parametrize(
    ("spans", "message"),
    [
        ([((1, 3),)], "the coordination 1-3 has less than two conjuncts"),
        ([((1, 2), (2, 3))], f"the coordination 1-2, 2-3 {NO_SPANS}"),
        ([((1, 1), (3, 3), (5, 6))], "the coordination 1-1, 3-3, 5-6 continues after the last word, 5"),
        (
            [((1, 1), (3, 3)), ((2, 2), (4, 4))],
            "the coordination 2-2, 4-4 crosses another one or one of its conjuncts, or has the same words",
        ),
    ],
)
def test_errors_say_which_coordination_of_which_sentence_is_not_possible_and_why(
    spans: list[Spans], message: str, sent_id: str | None
) -> None:
    with pytest.raises(GuidanceError) as caught:
        Regions([[], [], [Coordination(one, ()) for one in spans], []], [1, 4, 5, 2])
    error = caught.value
    assert (str(error), error.sentence) == (message, 2)
    named = GuidanceError(error.coordination, error.problem, error.sentence, sent_id)
    assert str(named) == (f"sentence 'a-7': {message}" if sent_id else message)
