"""Chance: what is drawn is as probable as it should be."""

from __future__ import annotations

import math
import random

from bubbletree.grammar import Grammar
from bubbletree.grammar import sentences as productions
from bubbletree.grammar.draw import Draw


class Always(random.Random):
    """A source of chance that gives one number again and again."""

    def __init__(self, number: float) -> None:
        super().__init__()
        self.number = number

    def random(self) -> float:
        return self.number


LEAST, MOST = 0.0, math.nextafter(1.0, 0.0)
"""The least and the greatest number that Random.random gives."""


def test_what_has_probability_0_never_happens_and_what_has_1_always_does() -> None:
    for number in (LEAST, MOST):
        draw = Draw(Always(number), Grammar())
        assert not draw.chance(0.0)
        assert not draw.optional(0.0)
        assert draw.chance(1.0)
        assert draw.optional(1.0)
        assert not Draw(Always(number), Grammar(), damping=0.0).optional(1.0)
        assert draw.weighted(((0, "a"), (100, "b"), (0, "c"))) == "b"
    assert not Draw(Always(0.7), Grammar()).optional(0.5)
    assert not Draw(Always(0.5), Grammar(), damping=0.5).optional(1.0)
    assert Draw(Always(0.5), Grammar(), damping=0.5).chance(0.6)


def test_what_is_picked_is_as_probable_as_it_should_be() -> None:
    assert [Draw(Always(number), Grammar()).pick("abcd") for number in (LEAST, 0.2, 0.25, 0.5, 0.7, MOST)] == [
        *"aabccd"
    ]
    options = ((20, "a"), (50, "b"), (30, "c"))
    for number, chosen in ((LEAST, "a"), (0.19, "a"), (0.21, "b"), (0.69, "b"), (0.71, "c"), (MOST, "c")):
        assert Draw(Always(number), Grammar()).weighted(options) == chosen


def test_weights_add_up_to_100() -> None:
    assert sum(weight for weight, _ in productions._SIMPLE) == sum(weight for weight, _ in productions._COMPLEX) == 100
