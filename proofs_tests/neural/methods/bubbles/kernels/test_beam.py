"""The parts of compiled beam search: which steps and derivations it keeps, and what it knows of labels."""

from __future__ import annotations

import itertools
import math
import random

import numpy as np
import pytest
import torch

from neural.methods.bubbles.compiled import _sentences, _weights
from neural.methods.bubbles.kernels import nodes
from neural.methods.bubbles.kernels.arrays import Doubles, Ints
from neural.methods.bubbles.kernels.beam import (
    Labels,
    Steps,
    add_step,
    best_ended,
    is_worth,
    labels_of,
    log_softmax,
    some_states,
)
from neural.methods.bubbles.kernels.machine import DEPTH, WAITING
from proofs_tests.neural import tiny


def test_probabilities_are_shares_of_some_of_the_scores() -> None:
    scores = np.array([1.0, -2.0, 3.0, 0.5])
    which = np.array([True, True, False, True])
    shares = [math.exp(score) / (math.exp(1) + math.exp(-2) + math.exp(0.5)) for score in scores]
    log_softmax(scores, which)
    assert np.exp(scores).tolist() == pytest.approx([shares[0], shares[1], 0, shares[3]])
    # However large or small the scores are.
    for level in (1e308, -1e308):
        scores = np.full(2, level)
        log_softmax(scores, np.ones(2, np.bool_))
        assert np.exp(scores).tolist() == pytest.approx([0.5, 0.5])


def some_steps(beam: int) -> Steps:
    def doubles() -> Doubles:
        return np.zeros(beam)

    def integers() -> Ints:
        return np.zeros(beam, np.int64)

    return Steps(doubles(), doubles(), integers(), integers(), integers(), doubles(), np.zeros(1, np.int64))


@pytest.mark.parametrize("beam", [1, 2, 5, 40])
def test_the_best_steps_are_kept_in_order(beam: int) -> None:
    rng = random.Random(beam)
    for _ in range(20):
        # Few different values, so that many are equal.
        offered = [
            (rng.choice([-1.0, -2.0, -3.0]), float(number), row, kind, label, rng.choice([-0.5, -1.5]))
            for number, (row, kind, label) in enumerate(itertools.product(range(3), range(2), range(3)))
        ]
        groups = [list(group) for _, group in itertools.groupby(offered, key=lambda one: one[2:4])]
        # Labels come in order, and all else in any order.
        rng.shuffle(groups)
        steps = some_steps(beam)
        for one in itertools.chain.from_iterable(groups):
            add_step(steps, *one)
        best = sorted(offered, key=lambda one: (-one[0], one[2], one[3], -one[5], one[4]))[:beam]
        columns = (steps.totals, steps.free, steps.rows, steps.kinds, steps.labels, steps.by_label)
        assert steps.filled[0] == len(best)
        assert list(zip(*(column[: len(best)].tolist() for column in columns), strict=True)) == best


def test_a_step_is_worth_it_if_it_may_be_among_the_best() -> None:
    steps = some_steps(3)
    for number, total in enumerate((-1.0, -2.5, -3.0)):
        assert is_worth(steps, -9.0, -10.0), "there is room"
        add_step(steps, total, 0.0, 0, number, 0, 0.0)
    assert [is_worth(steps, total, -10.0) for total in (-2.0, -3.0, -4.0)] == [True, True, False]
    # Not if enough derivations have ended that are as probable.
    assert [is_worth(steps, total, -2.0) for total in (-1.5, -2.0, -2.5)] == [True, False, False]


@pytest.mark.parametrize("size", [1, 2, 4, 9])
def test_the_best_derivations_that_have_ended_are_in_order(size: int) -> None:
    rng = random.Random(size)
    for _ in range(50):
        count = 7
        states, totals, chosen = some_states(count + 1, 2), np.empty((count + 1, 2)), np.empty(size, np.int64)
        states.counts[:, DEPTH], states.counts[:, WAITING] = 1, 0
        totals[:, 0] = [rng.choice([-1.0, -2.0, -3.0]) for _ in range(count)] + [0.0]
        totals[:, 1] = 0
        ended = rng.sample(range(count), rng.randint(0, count))
        for row in set(range(count)) - set(ended):
            states.counts[row, rng.choice([DEPTH, WAITING])] += 1
        best = sorted(ended, key=lambda row: (-totals[row, 0], row))[:size]
        assert best_ended(states, totals, count, size, chosen) == len(best)
        assert chosen[: len(best)].tolist() == best


@torch.no_grad()
def test_the_labels_of_an_arc_are_looked_up_once() -> None:
    trees = tiny.trees(3, 6, seed=2)
    _, vocabulary, network = tiny.network(trees)
    encoded = tiny.encoded(network, trees)
    sentences, weights = _sentences(network, encoded), _weights(network)
    stages = nodes.no_stages(sentences, 1)
    names, room = len(vocabulary.labels), 8
    known = Labels(
        np.zeros((room, 3), np.int64), np.zeros((room, names)), np.zeros((room, names)), np.zeros(1, np.int64)
    )
    hidden, scores = np.empty(len(weights.label_bias), np.float32), np.empty(names, np.float32)

    def place(head: int, dependent: int, is_conjunct: int) -> int:
        every = np.ones(names, np.bool_)
        return labels_of(head, dependent, is_conjunct, known, sentences, stages, weights, hidden, scores, every)

    asked = [(1, 2, -1), (2, 1, -1), (1, 3, -1), (1, 2, 0), (1, 2, 1)]
    assert [place(*one) for one in asked] == [0, 1, 2, 3, 4]
    assert [place(*one) for one in reversed(asked)] == [4, 3, 2, 1, 0]
    assert known.filled[0] == len(asked)
    nodes.hide_label(1, 2, sentences, stages, weights, hidden)
    nodes.score_labels(hidden, weights, scores)
    expected = torch.tensor(scores).double().log_softmax(dim=0)
    for number in (0, 3, 4):
        assert known.free[number].tolist() == pytest.approx(expected.tolist())
    assert known.values[0].tolist() == pytest.approx(expected.tolist())
    is_conj = torch.arange(names) == vocabulary.conj
    others = torch.tensor(scores).double().masked_fill(is_conj, -torch.inf).log_softmax(dim=0)
    assert np.exp(known.values[3]).tolist() == pytest.approx(others.exp().tolist())
    assert np.exp(known.values[4]).tolist() == pytest.approx(is_conj.double().tolist())
    weights.label_score_bias[0] = np.nan
    assert place(4, 5, -1) == -1
    assert known.filled[0] == len(asked)
