"""The one source of chance: everything random in the grammar is drawn here."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from bubbletree.grammar.parameters import Grammar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Draw:
    """Random decisions under a grammar's parameters.

    Only ``rng.random()`` is called. It is the only method for which Python promises the same numbers for a seed in
    every version.

    Attributes
    ----------
    rng : random.Random
        Where the numbers come from.
    grammar : Grammar
        The parameters.
    damping : float
        Scales the probabilities of all that a sentence can do without; 1 unless it has to be short.
    """

    rng: random.Random
    grammar: Grammar
    damping: float = 1.0

    def optional(self, probability: float) -> bool:
        """Whether to add what the sentence can do without."""
        return self.rng.random() < probability * self.damping

    def chance(self, probability: float) -> bool:
        """Whether to take the first of two alternatives."""
        return self.rng.random() < probability

    def pick(self, items: Sequence[T]) -> T:
        """One of the items, each as probable as the others."""
        return items[int(self.rng.random() * len(items))]

    def weighted(self, options: Sequence[tuple[int, T]]) -> T:
        """One of the options, as probable as its weight says; the weights add up to 100."""
        left = self.rng.random() * 100
        for weight, option in options[:-1]:
            left -= weight
            if left < 0:
                return option
        return options[-1][1]
