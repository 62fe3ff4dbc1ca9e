"""Everything reachable from each vertex of any directed graph, as bit sets.

:mod:`bubbletree.validation` needs psi and the relation ->* for every kind of structure, even with several heads or with
cycles. Vertices that reach each other reach the same set. So Tarjan's algorithm, without recursion, finds the strongly
connected components, children first. The set of a component is the union of what its members hold and what its
successors reach. A set is an integer with a shift, which makes union and comparison fast and keeps sets of neighbouring
tokens small wherever in the sentence they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple


class Bits(NamedTuple):
    """A set of non-negative integers: ``number`` is in it if bit ``number - shift`` is set."""

    shift: int
    mask: int

    @classmethod
    def of(cls, numbers: Sequence[int]) -> Bits:
        """The set of the given numbers, at least one, in ascending order."""
        shift = numbers[0]
        if len(numbers) == 1:
            return cls(shift, 1)
        octets = bytearray((numbers[-1] - shift) // 8 + 1)
        for number in numbers:
            octets[(number - shift) >> 3] |= 1 << ((number - shift) & 7)
        return cls(shift, int.from_bytes(octets, "little"))

    def union(self, other: Bits) -> Bits:
        """The numbers in either set."""
        shift = min(self.shift, other.shift)
        return Bits(shift, self.mask << (self.shift - shift) | other.mask << (other.shift - shift))

    def intersection(self, other: Bits) -> Bits:
        """The numbers in both sets."""
        shift = max(self.shift, other.shift)
        return Bits(shift, self.mask >> (shift - self.shift) & other.mask >> (shift - other.shift))

    def is_subset(self, other: Bits) -> bool:
        """Whether every number of this set is in the other."""
        return self.intersection(other).members_equal(self)

    def members_equal(self, other: Bits) -> bool:
        """Whether both sets hold the same numbers, whatever their shifts."""
        shift = min(self.shift, other.shift)
        return self.mask << (self.shift - shift) == other.mask << (other.shift - shift)

    def seen_from(self, shift: int) -> int:
        """The mask that the set would have with another shift; numbers below that are left out."""
        return self.mask >> (shift - self.shift) if shift >= self.shift else self.mask << (self.shift - shift)

    def numbers(self) -> list[int]:
        """The members, in ascending order."""
        digits = bin(self.mask)[:1:-1]
        return [self.shift + place for place, digit in enumerate(digits) if digit == "1"]


class Component(NamedTuple):
    """A strongly connected component and what all its members reach."""

    members: tuple[int, ...]
    reached: Bits
    reached_from: Callable[[int], Bits]
    """What a successor of a member reaches; valid until the next component is asked for."""


def reachable(successors: Sequence[Sequence[int]], holds: Callable[[int], Bits]) -> Iterator[Component]:
    """The components of the graph, successors first, each with the union of all that it reaches.

    Parameters
    ----------
    successors : sequence of sequences of int
        The graph: ``successors[v]`` are the vertices that v has arcs to.
    holds : function from int to Bits
        What each vertex itself contributes.

    Examples
    --------
    >>> for found in reachable([[1], [0, 2], []], lambda v: Bits.of([v])):
    ...     print(sorted(found.members), found.reached.numbers())
    [2] [2]
    [0, 1] [0, 1, 2]
    """
    component_of: dict[int, int] = {}
    reached: dict[int, Bits] = {}
    arcs_in = [0] * len(successors)
    for below in successors:
        for successor in below:
            arcs_in[successor] += 1
    waiting: dict[int, int] = {}
    """How many arcs from later components still need a component's set."""

    for number, members in enumerate(_components(successors)):
        inside = set(members)
        union = holds(members[0])
        for member in members[1:]:
            union = union.union(holds(member))
        outside = [s for member in members for s in successors[member] if s not in inside]
        for successor in outside:
            union = union.union(reached[component_of[successor]])
        component_of.update((member, number) for member in members)
        reached[number] = union
        yield Component(members, union, lambda successor: reached[component_of[successor]])
        inner = sum(1 for member in members for s in successors[member] if s in inside)
        waiting[number] = sum(arcs_in[member] for member in members) - inner
        for used in (number, *(component_of[successor] for successor in outside)):
            waiting[used] -= used != number
            if not waiting[used]:
                reached.pop(used, None)


def _components(successors: Sequence[Sequence[int]]) -> Iterator[tuple[int, ...]]:
    """Tarjan's strongly connected components, each after the ones it has arcs to."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    path: list[int] = []
    on_path: set[int] = set()
    for start in range(len(successors)):
        if start in index:
            continue
        frames = [(start, iter(successors[start]))]
        index[start] = low[start] = len(index)
        path.append(start)
        on_path.add(start)
        while frames:
            vertex, rest = frames[-1]
            descend = next((s for s in rest if s not in index or _note(low, vertex, s, index, on_path)), None)
            if descend is not None:
                index[descend] = low[descend] = len(index)
                path.append(descend)
                on_path.add(descend)
                frames.append((descend, iter(successors[descend])))
                continue
            frames.pop()
            if frames:
                parent = frames[-1][0]
                low[parent] = min(low[parent], low[vertex])
            if low[vertex] == index[vertex]:
                cut = len(path) - 1
                while path[cut] != vertex:
                    cut -= 1
                members = tuple(path[cut:])
                del path[cut:]
                on_path.difference_update(members)
                yield members


def _note(low: dict[int, int], vertex: int, successor: int, index: dict[int, int], on_path: set[int]) -> bool:
    """Record an arc to a vertex already seen; False, so that the search goes on."""
    if successor in on_path:
        low[vertex] = min(low[vertex], index[successor])
    return False
