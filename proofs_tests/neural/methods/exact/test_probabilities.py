"""Probabilities of coordinations, arcs and bubbles are the reference's."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bubbletree import BubbleTree, coordinations
from bubbletree.exact import Options, RequiredCoordination, StepKind, best_tree, marginals, probability, steps
from neural.methods.exact import probabilities
from neural.methods.exact.cuts import IMPOSSIBLE
from neural.methods.exact.indexing import items_of, zones_of
from neural.methods.exact.pairs import Pair
from neural.methods.interface import UnlearnableError
from proofs_tests.neural.methods.exact.test_exact_bubbles import score_of


@settings(max_examples=60)
@given(st.integers(2, 6), st.integers(0, 10**6), st.booleans())
def test_the_probability_of_a_coordination_is_the_share_of_the_trees_that_have_it(
    n: int, seed: int, single_root: bool
) -> None:
    """The reference sums up all trees under a constraint; here it is one product."""
    scores = np.random.default_rng(seed).normal(size=(len(Pair), n + 1, n + 1))
    scores[Pair.BUBBLE] += 3
    listed, options = scores.tolist(), Options(single_root)
    tree = best_tree(list("abcdef"[:n]), lambda step: score_of(listed, step), options).tree
    found = [one for one in coordinations(tree) if len(one.conjuncts) > 1 and tree.hulls[one.bubble] == one.whole]
    zones = [zones_of(tree, one) for one in found]
    rows = np.array([row for own in zones for row in own], dtype=np.int64).reshape(-1, 3)
    values = probabilities.coordinations(scores, n, single_root, rows, np.array([len(own) for own in zones]))
    for one, value in zip(found, values, strict=True):
        event = [RequiredCoordination(one.conjuncts)]
        expected = probability(n, lambda step: score_of(listed, step), event, options)
        assert math.isclose(math.exp(value), expected, rel_tol=1e-7)


@pytest.mark.parametrize("single_root", [False, True])
@pytest.mark.parametrize("n", [4, 6])
def test_coordinations_over_the_same_words_share_the_probability_of_their_bubble(n: int, single_root: bool) -> None:
    """All ways to divide a bubble over the whole sentence into parts, among them bubbles that end in no conjunct."""
    scores = np.random.default_rng(n).normal(size=(len(Pair), n + 1, n + 1))
    divided = [zones for zones in divisions(1, n) if zones[0][2] == 1 and len(zones) > 1]
    rows = np.array([row for zones in divided for row in zones])
    values = probabilities.coordinations(scores, n, single_root, rows, np.array([len(zones) for zones in divided]))
    items = np.array([[1, 0, 1, n, 0]])
    _, [bubble] = probabilities.arcs_and_bubbles(scores, n, single_root, items)
    assert math.isclose(np.exp(values).sum(), bubble, rel_tol=1e-9)


def test_a_coordination_whose_bubble_is_not_possible_has_no_probability() -> None:
    scores = np.zeros((len(Pair), 5, 5))
    scores[Pair.BUBBLE, 1, 3] = IMPOSSIBLE
    zones = np.array([[1, 1, 1], [2, 2, 0], [3, 3, 1], [2, 2, 1], [3, 3, 0], [4, 4, 1]])
    found = probabilities.coordinations(scores, 4, True, zones, np.array([3, 3]))
    assert found[0] == -math.inf
    assert math.isfinite(found[1])


def divisions(first: int, last: int) -> list[list[tuple[int, int, int]]]:
    """All ways to cut words into conjuncts and stretches of other parts, no two stretches side by side."""
    if first > last:
        return [[]]
    return [
        [(first, end, kind), *rest]
        for end in range(first, last + 1)
        for kind in (0, 1)
        for rest in divisions(end + 1, last)
        if kind or not rest or rest[0][2]
    ]


@given(st.integers(1, 5), st.integers(0, 10**6), st.booleans(), st.sampled_from([-2, 2]))
@example(4, 0, False, 2)  # a dependent on the left, with another one between it and its governor
def test_the_probabilities_of_arcs_and_bubbles_are_the_reference_s(
    n: int, seed: int, single_root: bool, bubble: int
) -> None:
    scores = np.random.default_rng(seed).normal(size=(len(Pair), n + 1, n + 1))
    scores[Pair.BUBBLE] += bubble
    listed, options = scores.tolist(), Options(single_root)
    expected = marginals(n, lambda step: score_of(listed, step), options)
    tree = best_tree(list("abcde"[:n]), lambda step: score_of(listed, step), options).tree
    items = [row for _, row in items_of(tree)]
    arcs, bubbles = probabilities.arcs_and_bubbles(scores, n, single_root, np.array(items))
    content = [step for step in steps(tree) if step.kind is StepKind.CONTENT]
    for step, arc, share in zip(content, arcs, bubbles, strict=True):
        assert math.isclose(arc, expected[step], rel_tol=1e-9)
        of_bubble = [own for one, own in expected.items() if one[:4] == (StepKind.BUBBLE, *step[2:4], step[3])]
        assert math.isclose(share, sum(of_bubble) if step.left < step.right else 1, rel_tol=1e-9)


def test_zones_are_conjuncts_and_what_is_between_and_behind_them() -> None:
    words = ["buy", "tea", "buns", "and", "jam", "etc."]
    parts = [(7, "conj", 2), (7, "conj", 3), (7, "cc", 4), (7, "conj", 5), (7, "cc", 6)]
    content = [{0}, {1}, {2}, {3}, {4}, {5}, {6}, {2, 3, 4, 5, 6}]
    tree = BubbleTree(words, content, [(0, "root", 1), (1, "obj", 7), *parts])
    [found] = coordinations(tree)
    assert zones_of(tree, found) == [(2, 2, 1), (3, 3, 1), (4, 4, 0), (5, 5, 1), (6, 6, 0)]
    shorter = BubbleTree(
        words[:5],
        [*content[:6], {2, 3, 4, 5}],
        [(0, "root", 1), (1, "obj", 6), *((6, label, part) for _, label, part in parts[:4])],
    )
    [found] = coordinations(shorter)
    assert zones_of(shorter, found) == [(2, 2, 1), (3, 3, 1), (4, 4, 0), (5, 5, 1)]


def test_trees_that_the_program_does_not_have_are_refused() -> None:
    words = ["and", "tea", "buns"]
    begins_with_cc = BubbleTree(
        words, [{0}, {1}, {2}, {3}, {1, 2, 3}], [(0, "root", 4), (4, "cc", 1), (4, "conj", 2), (4, "conj", 3)]
    )
    crossing = BubbleTree(words, [{0}, {1}, {2}, {3}], [(0, "root", 2), (2, "x", 3), (3, "x", 1)])
    for tree, reason in (
        (begins_with_cc, "a bubble does not begin with a conjunct"),
        (crossing, "the tree is not projective"),
    ):
        with pytest.raises(UnlearnableError, match=f"^{reason}$"):
            list(items_of(tree))
