"""``validate`` and the literal predicates on every structure within a bound, ill-formed ones included."""

from __future__ import annotations

from itertools import combinations

import pytest

from bubbletree import BubbleTree
from proofs_tests.support.bounds import EXHAUSTIVE
from proofs_tests.support.brute import subsets
from proofs_tests.support.enumeration import arc_sets, families, head_functions, words
from proofs_tests.support.literal import assert_validate_agrees

WITH_ANY_ARCS = [
    (0, 0),
    (0, 1),
    (0, 2),
    (1, 1),
    (1, 2),
    (1, 3),
    (2, 1),
    (2, 2),
    *([(0, 3), (2, 3)] if EXHAUSTIVE else []),
]
"""Numbers of words and of bubbles: all families, repeated contents too, with all sets of arcs."""

WITH_ONE_HEAD_AT_MOST = [(0, 3)]
WITH_ONE_HEAD_AT_MOST += [(2, 3), (1, 4), (2, 4)] if EXHAUSTIVE else []
"""Likewise: all families with all arcs that give no bubble two heads."""


@pytest.mark.parametrize(("n", "bubbles"), WITH_ANY_ARCS)
def test_all_structures(n: int, bubbles: int) -> None:
    for contents in families(n, bubbles):
        for arcs in arc_sets(bubbles):
            assert_validate_agrees(BubbleTree(words(n), contents, arcs))


@pytest.mark.parametrize(("n", "bubbles"), WITH_ONE_HEAD_AT_MOST)
def test_all_structures_without_second_heads(n: int, bubbles: int) -> None:
    for contents in families(n, bubbles):
        for arcs in head_functions(bubbles):
            assert_validate_agrees(BubbleTree(words(n), contents, arcs))


@pytest.mark.skipif(not EXHAUSTIVE, reason="takes minutes: set BUBBLETREE_EXHAUSTIVE=1")
def test_all_labelled_structures_of_two_bubbles() -> None:
    for n in (1, 2):
        for contents in families(n, 2):
            for arcs in arc_sets(2, labels=("a", "b")):
                assert_validate_agrees(BubbleTree(words(n), contents, arcs))


WITH_ALL_SINGLETONS = [(2, 1), (3, 0)]
WITH_ALL_SINGLETONS += [(2, 2), (3, 1)] if EXHAUSTIVE else []
"""Numbers of words and of wider bubbles."""


@pytest.mark.parametrize(("n", "wide"), WITH_ALL_SINGLETONS)
def test_all_singletons_with_wider_bubbles(n: int, wide: int) -> None:
    """Structures that can be trees: a bubble for each token and some wider ones, each with a head or none.

    They are listed in both orders, as bubbles are visited in the order in which they are listed.
    """
    singletons = [frozenset({token}) for token in range(n + 1)]
    for chosen in combinations([content for content in subsets(range(n + 1)) if len(content) > 1], wide):
        for contents in ((*singletons, *chosen), (*reversed(chosen), *reversed(singletons))):
            for arcs in head_functions(len(contents)):
                assert_validate_agrees(BubbleTree(words(n), contents, arcs))
