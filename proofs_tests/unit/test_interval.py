"""A long run of tokens is what the frozenset of them is."""

from __future__ import annotations

import sys
from collections.abc import Set

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbletree import BubbleTree
from bubbletree._interval import LEAST, Interval

ENDS = st.tuples(st.integers(0, 9), st.integers(0, 9)).map(sorted)


def sets(ends: list[int]) -> tuple[Interval, frozenset[int]]:
    """The same tokens in both ways."""
    first, last = ends
    return Interval(first, last), frozenset(range(first, last + 1))


@given(ENDS, st.one_of(ENDS.map(lambda ends: sets(ends)[0]), st.frozensets(st.integers(0, 9))))
def test_an_interval_is_compared_and_combined_like_a_frozenset(ends: list[int], other: Set[int]) -> None:
    interval, tokens = sets(ends)
    plain = frozenset(other)
    assert (interval == other) == (other == interval) == (tokens == plain)
    assert [interval <= other, interval < other, interval >= other, interval > other] == [
        tokens <= plain,
        tokens < plain,
        tokens >= plain,
        tokens > plain,
    ]
    assert [other <= interval, other < interval, other >= interval, other > interval] == [
        plain <= tokens,
        plain < tokens,
        plain >= tokens,
        plain > tokens,
    ]
    assert interval & other == other & interval == tokens & plain
    assert interval | other == other | interval == tokens | plain
    assert interval - other == tokens - plain
    assert other - interval == plain - tokens
    assert interval.isdisjoint(other) == tokens.isdisjoint(plain)


@given(ENDS, st.integers(-1, 10))
def test_it_has_the_tokens_and_the_hash(ends: list[int], token: int) -> None:
    interval, tokens = sets(ends)
    assert (list(interval), len(interval)) == (sorted(tokens), len(tokens))
    assert (token in interval) == (token in tokens)
    assert hash(interval) == hash(tokens)
    assert len({tokens, interval}) == 1


def test_wide_contents_are_intervals_however_they_are_given_and_all_others_are_frozensets() -> None:
    n = LEAST + 1
    words, arcs = ["w"] * n, [(0, "root", n + 1), *((n + 1, "conj", token) for token in range(1, n + 1))]
    single = [{token} for token in range(n + 1)]
    trees = [BubbleTree(words, [*single, content], arcs) for content in (range(1, n + 1), set(range(1, n + 1)))]
    for tree in trees:
        assert isinstance(tree.contents[-1], Interval)
        assert all(isinstance(content, frozenset) for content in tree.contents[:-1])
        assert tree.hulls[-1] == (1, n)
    assert trees[0] == trees[1]
    assert hash(trees[0]) == hash(trees[1])
    gap = BubbleTree(words, [*single, {*range(1, n - 1), n}], [])
    assert isinstance(gap.contents[-1], frozenset)
    assert trees[0] != BubbleTree(words, [*single, set(range(2, n + 1))], arcs)


@pytest.mark.parametrize("n", [10, 100_000])
def test_an_interval_takes_the_same_room_whatever_its_length(n: int) -> None:
    assert sys.getsizeof(Interval(1, n)) == sys.getsizeof(Interval(1, 2))
