"""What compiled greedy parsing chooses among scores."""

from __future__ import annotations

import math

import numpy as np
import pytest

from neural.batched.rules import BUBBLE_OPEN, LEFT_ARC, RIGHT_ARC, SHIFT
from neural.methods.bubbles.kernels.arrays import Bools
from neural.methods.bubbles.kernels.greedy import best_label, best_transition, log_probability
from neural.methods.bubbles.kernels.machine import TRANSITIONS

SCORES = np.array([3.0, 1.0, 2.0, 5.0, 2.0, 9.0], np.float32)


def only(*kinds: int) -> Bools:
    result = np.zeros(TRANSITIONS, np.bool_)
    result[list(kinds)] = True
    return result


def test_the_best_of_the_transitions_that_are_allowed_and_fit_is_taken() -> None:
    assert (
        best_transition(SCORES, only(SHIFT, LEFT_ARC, RIGHT_ARC), only(LEFT_ARC, RIGHT_ARC, BUBBLE_OPEN)) == RIGHT_ARC
    )
    assert best_transition(SCORES, only(SHIFT, LEFT_ARC), only(*range(TRANSITIONS))) == SHIFT
    assert best_transition(SCORES, only(SHIFT, BUBBLE_OPEN), only(SHIFT)) == SHIFT, "however good what does not fit is"


def test_if_none_fits_the_best_of_the_allowed_ones_is_taken() -> None:
    assert best_transition(SCORES, only(SHIFT, LEFT_ARC), only()) == SHIFT
    assert best_transition(SCORES, only(SHIFT, LEFT_ARC, BUBBLE_OPEN), only(RIGHT_ARC)) == BUBBLE_OPEN


@pytest.mark.parametrize("fits", [only(), only(*range(TRANSITIONS))])
def test_of_equal_transitions_the_first_is_taken(fits: Bools) -> None:
    scores = np.zeros(TRANSITIONS, np.float32)
    assert best_transition(scores, only(SHIFT, LEFT_ARC), fits) == SHIFT
    assert best_transition(scores, only(LEFT_ARC, RIGHT_ARC), fits) == LEFT_ARC


def test_probabilities_are_shares_of_the_allowed_transitions() -> None:
    may = only(LEFT_ARC, RIGHT_ARC)
    for kind in (LEFT_ARC, RIGHT_ARC):
        share = math.exp(SCORES[kind]) / (math.exp(SCORES[LEFT_ARC]) + math.exp(SCORES[RIGHT_ARC]))
        assert log_probability(SCORES, may, kind) == pytest.approx(math.log(share))


@pytest.mark.parametrize("conj", [0, 2])
def test_a_given_conjunct_is_labelled_so_and_nothing_else_is(conj: int) -> None:
    scores = np.array([7.0, 4.0, 7.0], np.float32)
    assert best_label(scores, conj, 1) == conj
    assert best_label(scores, conj, 0) == 2 - conj
    assert best_label(scores, conj, -1) == 0
    assert best_label(np.array([1.0, 4.0, 2.0], np.float32), 1, 0) == 2
    assert best_label(np.array([1.0, 4.0, 2.0], np.float32), 1, -1) == 1
