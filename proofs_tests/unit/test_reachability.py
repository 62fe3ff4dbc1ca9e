"""Bit sets and reachability, against plain sets and plain search."""

from __future__ import annotations

import tracemalloc

from hypothesis import given
from hypothesis import strategies as st

from bubbletree._reachability import Bits, reachable

NUMBERS = st.sets(st.integers(0, 80), min_size=1)
GRAPHS = st.integers(0, 7).flatmap(
    lambda n: st.lists(st.lists(st.integers(0, n - 1), unique=True) if n else st.nothing(), min_size=n, max_size=n)
)


def bits(numbers: set[int]) -> Bits:
    """The set as bits."""
    return Bits.of(sorted(numbers))


@given(NUMBERS, NUMBERS)
def test_bits_are_sets(a: set[int], b: set[int]) -> None:
    assert bits(a).numbers() == sorted(a)
    assert bits(a).union(bits(b)).numbers() == sorted(a | b)
    assert bits(a).intersection(bits(b)).numbers() == sorted(a & b)
    assert bits(a).is_subset(bits(b)) == (a <= b)
    assert bits(a).members_equal(bits(b)) == (a == b)


@given(NUMBERS, st.integers(0, 90))
def test_bits_seen_from_another_shift_are_the_same_numbers(a: set[int], shift: int) -> None:
    kept = sorted(number for number in a if number >= shift)
    assert Bits(shift, bits(a).seen_from(shift)).numbers() == kept


@given(NUMBERS, st.integers(0, 80))
def test_shifts_do_not_matter(a: set[int], shift: int) -> None:
    shift = min(shift, *a)
    shifted = Bits(shift, sum(1 << (number - shift) for number in a))
    assert shifted.members_equal(bits(a))
    assert shifted.numbers() == sorted(a)
    assert shifted.is_subset(bits(a))
    assert bits(a).is_subset(shifted)


def search(graph: list[list[int]], start: int) -> set[int]:
    """All that can be reached, the start included."""
    reached, pending = {start}, [start]
    while pending:
        for successor in graph[pending.pop()]:
            if successor not in reached:
                reached.add(successor)
                pending.append(successor)
    return reached


@given(GRAPHS, st.data())
def test_components_and_what_they_reach(graph: list[list[int]], data: st.DataObject) -> None:
    held = [data.draw(st.sets(st.integers(0, 20), min_size=1, max_size=3)) for _ in graph]
    closure = [search(graph, vertex) for vertex in range(len(graph))]
    seen: set[int] = set()
    for component in reachable(graph, lambda vertex: bits(held[vertex])):
        members = set(component.members)
        assert len(members) == len(component.members)
        assert all(closure[a] == closure[b] for a in members for b in members)
        assert all(b in closure[a] for a in members for b in members)
        assert not members & seen
        seen |= members
        for vertex in members:
            # Whatever is below has come before: successors first, and no component is cut in two.
            assert closure[vertex] <= seen
            assert component.reached.numbers() == sorted(set().union(*(held[v] for v in closure[vertex])))
            for successor in graph[vertex]:
                below = sorted(set().union(*(held[v] for v in closure[successor])))
                assert component.reached_from(successor).numbers() == below
    assert seen == set(range(len(graph)))


def test_long_paths_and_rings() -> None:
    n = 20_000
    path = [*([v + 1] for v in range(n)), []]
    *_, last = (found.reached.numbers() for found in reachable(path, lambda vertex: Bits.of([vertex % 3])))
    assert last == [0, 1, 2]
    [ring] = reachable([[(v + 1) % n] for v in range(n)], lambda vertex: Bits.of([vertex]))
    assert len(ring.members) == n
    assert ring.reached.mask == (1 << n) - 1


def test_sets_are_forgotten_once_nothing_can_ask_for_them() -> None:
    # A path of two hundred rings of two, each reached from two places, with sets of some twelve kilobytes.
    n = 400
    rings = [[v ^ 1, *(w for w in (v + 2, v + 3) if w < n)] for v in range(n)]
    tracemalloc.start()
    try:
        found = sum(len(component.members) for component in reachable(rings, lambda v: Bits(0, 1 << 100_000 | 1 << v)))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert found == n
    assert peak < 500_000  # all sets together take five times as much
