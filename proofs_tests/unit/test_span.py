"""Spans, and sets of tokens written as runs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbletree.span import Span, as_runs


def test_a_span_includes_both_ends() -> None:
    span = Span(2, 4)
    assert [token for token in range(7) if token in span] == [2, 3, 4]
    assert span.width == 3


def test_the_words_of_a_span_count_from_1() -> None:
    words = ("hot", "tea", "or", "milk")
    assert Span(1, 1).of(words) == ("hot",)
    assert Span(2, 4).of(words) == ("tea", "or", "milk")


@pytest.mark.parametrize(
    ("tokens", "text"),
    [((), ""), ((3,), "3"), ((3, 4), "3-4"), ((3, 5), "3,5"), ((7, 5, 6, 3), "3,5-7"), ((1, 2, 4, 5, 9), "1-2,4-5,9")],
)
def test_runs_are_as_long_as_they_can_be(tokens: tuple[int, ...], text: str) -> None:
    assert as_runs(tokens) == text


@given(st.frozensets(st.integers(0, 20)))
def test_runs_name_just_these_tokens(tokens: frozenset[int]) -> None:
    named: list[int] = []
    for run in filter(None, as_runs(tokens).split(",")):
        first, _, last = run.partition("-")
        named += range(int(first), int(last or first) + 1)
    assert named == sorted(tokens)
