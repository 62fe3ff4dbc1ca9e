"""Isomorphism of structures with duplicated contents, against all renumberings."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bubbletree._isomorphism import isomorphic
from proofs_tests.support.enumeration import Triple

Structure = tuple[list[frozenset[int]], list[Triple]]


@st.composite
def small_structures(draw: st.DrawFn, size: int) -> Structure:
    """So many bubbles with few different contents, and some arcs."""
    contents = draw(st.lists(st.sampled_from([frozenset({0}), frozenset({1})]), min_size=size, max_size=size))
    ends = st.integers(0, size - 1)
    arcs = draw(st.sets(st.tuples(ends, st.sampled_from("ab"), ends), max_size=6)) if size else set()
    return contents, sorted(arcs)


def by_trying(a: Structure, b: Structure) -> bool:
    """Whether some renumbering makes one of the other."""
    if len(a[0]) != len(b[0]):
        return False
    return any(
        all(a[0][bubble] == b[0][place[bubble]] for bubble in range(len(place)))
        and {(place[head], label, place[dependent]) for head, label, dependent in a[1]} == set(b[1])
        for place in permutations(range(len(a[0])))
    )


@given(st.integers(0, 5).flatmap(lambda n: st.tuples(small_structures(n), small_structures(n))))
def test_agrees_with_all_renumberings(pair: tuple[Structure, Structure]) -> None:
    a, b = pair
    assert isomorphic(*a, *b) == by_trying(a, b)


@settings(max_examples=settings().max_examples // 2)
@given(st.integers(0, 5).flatmap(lambda n: st.tuples(small_structures(n), st.permutations(range(n)))))
def test_renumbered_structures_are_the_same(pair: tuple[Structure, list[int]]) -> None:
    (contents, arcs), place = pair
    renumbered = [contents[place.index(new)] for new in range(len(place))]
    moved = [(place[head], label, place[dependent]) for head, label, dependent in arcs]
    assert isomorphic(contents, arcs, renumbered, moved)


@given(st.integers(2, 5).flatmap(lambda n: st.tuples(small_structures(n), st.data())))
def test_one_arc_makes_a_difference(pair: tuple[Structure, st.DataObject]) -> None:
    (contents, arcs), data = pair
    ends = st.integers(0, len(contents) - 1)
    arc = data.draw(st.tuples(ends, st.sampled_from("ab"), ends))
    changed = sorted(set(arcs) ^ {arc})
    assert not isomorphic(contents, arcs, contents, changed)
    moved = sorted({*set(arcs) - {arc}, data.draw(st.tuples(ends, st.sampled_from("ab"), ends))})
    assert isomorphic(contents, arcs, contents, moved) == by_trying((contents, arcs), (contents, moved))


def cycles(*lengths: int) -> Structure:
    """Equal bubbles in rings: rings of other lengths look the same from each bubble."""
    arcs, start = [], 0
    for length in lengths:
        arcs += [(start + place, "x", start + (place + 1) % length) for place in range(length)]
        start += length
    return [frozenset({1})] * start, arcs


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        (cycles(6), cycles(3, 3), False),
        (cycles(3, 4), cycles(4, 3), True),
        (cycles(3, 3, 4), cycles(5, 5), False),
        (cycles(2, 2, 2), cycles(2, 2, 2), True),
        (cycles(3, 4), cycles(3, 4), True),  # the first counterpart that is tried is one in the other ring
        (cycles(6), cycles(5), False),
        (cycles(), cycles(), True),
    ],
)
def test_what_colours_alone_cannot_tell(a: Structure, b: Structure, same: bool) -> None:
    assert isomorphic(*a, *b) == same
    assert isomorphic(*b, *a) == same


def test_colours_may_leave_two_of_each_and_a_choice_that_matters() -> None:
    # One ring of six or two of three, the contents 1, 2, 3 in turn: every bubble of a content looks like the other.
    in_turn = [frozenset({1 + place % 3}) for place in range(6)]
    (_, ring), (_, rings) = cycles(6), cycles(3, 3)
    assert isomorphic(in_turn, ring, in_turn, ring)
    assert isomorphic(in_turn, rings, in_turn, rings)
    assert not isomorphic(in_turn, ring, in_turn, rings)
    assert not isomorphic(in_turn, rings, in_turn, ring)


def test_contents_must_match_too() -> None:
    one, two = frozenset({1}), frozenset({2})
    assert isomorphic([one, two], [(0, "x", 1)], [two, one], [(1, "x", 0)])
    assert not isomorphic([one, two], [(0, "x", 1)], [two, one], [(0, "x", 1)])
    assert not isomorphic([one, one], [], [one, two], [])
