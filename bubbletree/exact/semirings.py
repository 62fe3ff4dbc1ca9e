"""What the program computes: one semiring for each question.

A semiring says what becomes of an edge (the product of its parts' values and of its step's score), and of the edges
of one entry (their sum).
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple, Protocol, TypeVar

from bubbletree.exact.program import Edge

V = TypeVar("V")


class Semiring(Protocol[V]):
    """Sums and products."""

    def product(self, edge: Edge, score: float, parts: Sequence[V]) -> V:
        """The value of an edge, given the score of its step and the values of its parts."""

    def sum(self, values: Sequence[V]) -> V:
        """The value of an entry, given those of its edges; there may be none."""


class Counting:
    """How many trees there are; scores are of no importance."""

    def product(self, edge: Edge, score: float, parts: Sequence[int]) -> int:  # noqa: ARG002  # the protocol's
        """The product of the parts' numbers."""
        return math.prod(parts)

    def sum(self, values: Sequence[int]) -> int:
        """The sum."""
        return sum(values)


class Logarithmic:
    """The logarithm of the sum over all trees of the exponential of their scores."""

    def product(self, edge: Edge, score: float, parts: Sequence[float]) -> float:  # noqa: ARG002  # the protocol's
        """The sum of logarithms."""
        return score + sum(parts)

    def sum(self, values: Sequence[float]) -> float:
        """The logarithm of the sum."""
        top = max(values, default=-math.inf)
        if top == math.inf:
            raise OverflowError("the scores are too large: their sum is infinite")
        return top if top == -math.inf else top + math.log(math.fsum(math.exp(value - top) for value in values))


class Derivation(NamedTuple):
    """An edge, a derivation of each of its parts, and the score of all their steps.

    Attributes
    ----------
    score : float
        The sum of the scores of all steps.
    edge : Edge
        The last edge.
    parts : tuple of Derivation
        How its parts are made.
    """

    score: float
    edge: Edge
    parts: tuple[Derivation, ...]

    def edges(self) -> Iterator[Edge]:
        """All edges, from the last one down."""
        pending = [self]
        while pending:
            derivation = pending.pop()
            yield derivation.edge
            pending += derivation.parts


class Best:
    """The best derivation, or None; of equally good ones the first, in the order of the program's edges."""

    def product(self, edge: Edge, score: float, parts: Sequence[Derivation | None]) -> Derivation | None:
        """The edge put on top of the best derivations of its parts."""
        made = tuple(part for part in parts if part is not None)
        if len(made) < len(parts):
            return None
        return Derivation(score + sum(part.score for part in made), edge, made)

    def sum(self, values: Sequence[Derivation | None]) -> Derivation | None:
        """The best of them."""
        return max((value for value in values if value is not None), key=lambda one: one.score, default=None)


@dataclass(frozen=True, slots=True)
class KBest:
    """The k best derivations, the best first.

    Attributes
    ----------
    k : int
        How many to keep.
    """

    k: int

    def product(self, edge: Edge, score: float, parts: Sequence[list[Derivation]]) -> list[Derivation]:
        """The edge put on top of each choice of derivations of its parts."""
        made = [Derivation(score + sum(part.score for part in chosen), edge, chosen) for chosen in product(*parts)]
        return self.sum([made])

    def sum(self, values: Sequence[list[Derivation]]) -> list[Derivation]:
        """The best of all of them."""
        everything = [one for listed in values for one in listed]
        return heapq.nlargest(self.k, everything, key=lambda one: one.score)
