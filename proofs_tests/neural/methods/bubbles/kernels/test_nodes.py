"""Compiled code gives stages of bubbles the vectors that tensors give them, and makes each of them once."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch
from torch import Tensor

from neural.config import Json
from neural.methods.bubbles.compiled import _sentences, _weights
from neural.methods.bubbles.kernels import nodes as kernels
from neural.methods.bubbles.kernels.arrays import Sentences, Weights
from neural.methods.bubbles.kernels.nodes import Stages
from neural.methods.bubbles.nodes import Nodes
from proofs_tests.neural import tiny

TREES = tiny.trees(3, 6, seed=2)
COMPOSITIONS = ["tanh", "mean"]


class Both:
    """The same stages in compiled code and in tensors.

    Their nodes have the same numbers as long as each is asked for once.
    """

    def __init__(self, composition: str, stack_features: int = 3) -> None:
        changes: dict[str, Json] = {"scorer.composition": composition, "scorer.stack_features": stack_features}
        _, _, self.network = tiny.network(TREES, changes)
        encoded = tiny.encoded(self.network, TREES)
        self.tensors = Nodes(self.network, encoded.tokens)
        self.sentences: Sentences = _sentences(self.network, encoded)
        self.weights: Weights = _weights(self.network)
        self.stages: Stages = kernels.no_stages(self.sentences, 4)

    def opened(self, conjunct: int) -> int:
        self.stages = kernels.with_room(self.stages, self.sentences, 1)
        return self.same(
            kernels.opened(conjunct, self.sentences, self.stages, self.weights),
            self.tensors.opened(torch.tensor([conjunct])),
        )

    def joined(self, bubble: int, conjunct: int) -> int:
        self.stages = kernels.with_room(self.stages, self.sentences, 1)
        return self.same(
            kernels.joined(bubble, conjunct, self.sentences, self.stages, self.weights),
            self.tensors.joined(torch.tensor([bubble]), torch.tensor([conjunct])),
        )

    def closed(self, bubble: int) -> int:
        self.stages = kernels.with_room(self.stages, self.sentences, 1)
        return self.same(
            kernels.closed(bubble, self.sentences, self.stages, self.weights),
            self.tensors.closed(torch.tensor([bubble])),
        )

    def same(self, node: int, of_tensors: Tensor) -> int:
        assert [node] == of_tensors.tolist()
        return node

    def some(self) -> list[int]:
        """Bubbles of all kinds: in another one, closed, of several conjuncts."""
        tea = self.opened(1)
        tea_milk = self.joined(tea, 2)
        tea_milk_rum = self.joined(tea_milk, 4)
        inner = self.closed(tea_milk_rum)
        outer = self.joined(self.opened(inner), 5)
        buns = self.joined(self.opened(6), inner)
        return [tea, tea_milk, tea_milk_rum, inner, outer, self.closed(outer), buns, self.closed(buns)]


@pytest.mark.parametrize("composition", COMPOSITIONS)
@torch.no_grad()
def test_stages_have_the_vectors_and_terms_of_tensors(composition: str) -> None:
    both = Both(composition)
    bubbles = both.some()
    made, expected = both.stages, both.tensors
    assert len({tuple(expected.base[node].tolist()) for node in bubbles}) >= 5
    for node in (0, 1, 5, both.tensors.nothing, *bubbles):
        terms = kernels.label_terms_of(node, both.sentences, made)
        assert terms.tolist() == pytest.approx(expected.label_terms[node].tolist(), rel=1e-4, abs=1e-5)
        if node != both.tensors.nothing:
            base = kernels.base_of(node, both.sentences, made)
            assert base.tolist() == pytest.approx(expected.base[node].tolist(), rel=1e-4, abs=1e-5)


@torch.no_grad()
def test_each_stage_is_made_once() -> None:
    both = Both("tanh")
    bubbles = both.some()
    sentences, weights = both.sentences, both.weights
    count = int(both.stages.used[0])
    again: list[Callable[[Stages], int]] = [
        lambda stages: kernels.opened(1, sentences, stages, weights),
        lambda stages: kernels.joined(bubbles[0], 2, sentences, stages, weights),
        lambda stages: kernels.joined(bubbles[1], 4, sentences, stages, weights),
        lambda stages: kernels.closed(bubbles[2], sentences, stages, weights),
    ]
    assert [make(both.stages) for make in again] == bubbles[:4]
    assert both.stages.used[0] == count
    # What is alike in all but one respect is another stage.
    stages = kernels.with_room(both.stages, sentences, 4)
    others = [
        kernels.opened(2, sentences, stages, weights),
        kernels.joined(bubbles[0], 3, sentences, stages, weights),
        kernels.joined(bubbles[1], 2, sentences, stages, weights),
        kernels.closed(bubbles[1], sentences, stages, weights),
    ]
    assert len({*others, *bubbles}) == len(others) + len(bubbles)
    assert stages.used[0] == count + 4


@torch.no_grad()
def test_stages_keep_what_they_have_when_they_get_more_room() -> None:
    both = Both("mean")
    both.some()
    before, used = both.stages, int(both.stages.used[0])
    room = len(before.counts)
    assert len(kernels.with_room(before, both.sentences, room - used).counts) == room
    wider = kernels.with_room(before, both.sentences, room - used + 1)
    assert len(wider.counts) == 2 * used + room - used + 1
    assert wider.used.tolist() == [used]
    every = np.ones(used, np.bool_)
    # A closed bubble gets no more conjuncts, so nothing is known of them.
    is_open = before.origins[:used, 0] != kernels.CLOSED
    for which, old, new in (
        (every, before.base, wider.base),
        (every, before.transition_terms, wider.transition_terms),
        (every, before.label_terms, wider.label_terms),
        (every, before.origins, wider.origins),
        (is_open, before.conjuncts, wider.conjuncts),
        (is_open, before.counts, wider.counts),
    ):
        assert new.dtype == old.dtype
        assert new[:used][which].tolist() == old[:used][which].tolist()


@pytest.mark.parametrize("stack_features", [0, 1, 3])
@torch.no_grad()
def test_scores_are_those_of_tensors(stack_features: int) -> None:
    both = Both("tanh", stack_features)
    tensors, network, weights = both.tensors, both.network, both.weights
    bubbles = both.some()
    hidden = np.empty(len(weights.transition_bias), np.float32)
    scores = np.empty(len(weights.transition_score_bias), np.float32)
    for four in ([tensors.nothing, 0, 1, 2], [0, bubbles[0], 3, tensors.nothing], [0, 1, bubbles[3], bubbles[5]]):
        looked_at = torch.tensor([four])
        made = kernels.score_transitions(
            looked_at[0].numpy(), both.sentences, both.stages, weights, network.transitions.slots, hidden, scores
        )
        assert made
        expected = network.transitions.score(tensors.transition_terms, looked_at)[0].tolist()
        assert scores.tolist() == pytest.approx(expected, rel=1e-4, abs=1e-4)
    of_label = np.empty(len(weights.label_bias), np.float32)
    label_scores = np.empty(len(weights.label_score_bias), np.float32)
    for head, dependent in ((1, 2), (bubbles[1], 4), (0, bubbles[5]), (bubbles[5], bubbles[3])):
        kernels.hide_label(head, dependent, both.sentences, both.stages, weights, of_label)
        assert kernels.score_labels(of_label, weights, label_scores)
        expected = network.labels.score(tensors.label_terms, torch.tensor([[head, dependent]]))[0].tolist()
        assert label_scores.tolist() == pytest.approx(expected, rel=1e-4, abs=1e-4)


@torch.no_grad()
def test_whether_scores_are_finite_is_said() -> None:
    both = Both("tanh")
    weights = both.weights
    hidden = np.empty(len(weights.transition_bias), np.float32)
    scores = np.empty(len(weights.transition_score_bias), np.float32)
    of_label = np.zeros(len(weights.label_bias), np.float32)
    label_scores = np.empty(len(weights.label_score_bias), np.float32)
    for bad in (np.nan, np.inf, -np.inf):
        weights.transition_score_bias[-1] = weights.label_score_bias[0] = bad
        looked_at = np.array([0, 1, 2, 3])
        assert not kernels.score_transitions(looked_at, both.sentences, both.stages, weights, 4, hidden, scores)
        assert not kernels.score_labels(of_label, weights, label_scores)
