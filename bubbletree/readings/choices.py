"""Which coordinations are split, by which conjuncts, and how many readings that makes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import prod

from bubbletree.coordination import TreeCoordination


@dataclass(frozen=True, slots=True)
class Fork:
    """A coordination that is split.

    Attributes
    ----------
    coordination : TreeCoordination
        The coordination.
    options : tuple of int
        The bubbles of the conjuncts that a reading may have.
    inside : mapping of int to list of Fork
        The forks inside each option, from left to right.
    """

    coordination: TreeCoordination
    options: tuple[int, ...]
    inside: dict[int, list[Fork]] = field(default_factory=dict)


def count_ways(roots: list[Fork]) -> int:
    """How many ways there are to choose at all forks.

    Forks that are not inside each other multiply, and the options of one add up.
    """
    order = list(roots)
    for fork in order:  # grows while it is walked
        order.extend(inner for option in fork.options for inner in fork.inside.get(option, ()))
    ways: dict[int, int] = {}
    for fork in reversed(order):
        ways[fork.coordination.bubble] = sum(
            prod(ways[inner.coordination.bubble] for inner in fork.inside.get(option, ())) for option in fork.options
        )
    return prod(ways[fork.coordination.bubble] for fork in roots)


def all_ways(roots: list[Fork]) -> Iterator[list[tuple[Fork, int]]]:
    """All ways to choose: forks, each with its option; the leftmost fork changes last."""
    pending: list[tuple[list[tuple[Fork, int]], list[Fork]]] = [([], roots)]
    while pending:
        chosen, ahead = pending.pop()
        if not ahead:
            yield chosen
            continue
        fork, *others = ahead
        for option in reversed(fork.options):
            following = [*fork.inside.get(option, ()), *others]
            following.sort(key=lambda other: other.coordination.whole.first)
            pending.append(([*chosen, (fork, option)], following))
