"""Given coordinations as masks: the trees left are those of the reference's constraint, and all of them."""

from __future__ import annotations

import math
import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bubbletree import BubbleTree, GivenCoordination, HasConjuncts, Span, coordinations, random_tree
from bubbletree.exact import OnlyCoordinations, Options, best_tree, log_partition
from bubbletree.projectivity import projection_spans
from neural.methods.compiling import Floats
from neural.methods.exact import kernels
from neural.methods.exact.best import best_vertices
from neural.methods.exact.cuts import IMPOSSIBLE
from neural.methods.exact.given import allowed
from neural.methods.exact.indexing import tree_of
from neural.methods.exact.pairs import Pair
from proofs_tests.exhaustive.test_exact import all_trees, full_coordinations, spans_of
from proofs_tests.neural.methods.exact.test_exact_bubbles import labels_of, random_scores, score_of
from proofs_tests.support.bounds import up_to


def masked(scores: Floats, n: int, found: list[HasConjuncts]) -> Floats:
    return np.where(allowed(n, found), scores, IMPOSSIBLE)


@pytest.mark.parametrize("single_root", [False, True])
@pytest.mark.parametrize("n", up_to(4, 6))
def test_as_many_trees_are_left_as_have_just_the_given_coordinations(n: int, single_root: bool) -> None:
    """All sets of coordinations that some tree has whose bubbles end in a conjunct."""
    by_set = Counter(
        frozenset(found)
        for tree in all_trees(n, Options(single_root))
        if len(found := full_coordinations(tree)) == len(spans_of(tree))
    )
    nothing = np.zeros(random_scores(1, 1, n + 1).shape[1:])
    for given_set, number in by_set.items():
        scores = masked(nothing, n, [GivenCoordination(one) for one in given_set])
        assert math.isclose(math.exp(kernels.log_sum_of_trees(scores, n, single_root)), number, rel_tol=1e-9), given_set


@pytest.mark.parametrize("single_root", [False, True])
def test_what_is_inside_two_conjuncts_is_inside_the_inner_one(single_root: bool) -> None:
    """Three coordinations, each in the first words of the next: as many trees are left as the reference has."""
    found = [[(2, 2), (3, 3)], [(2, 3), (4, 4)], [(1, 1), (5, 5)]]
    only = OnlyCoordinations.of([tuple(Span(*span) for span in one) for one in found])
    expected = log_partition(6, lambda _: 0.0, Options(single_root), [only])
    scores = masked(np.zeros((len(Pair), 7, 7)), 6, [GivenCoordination(one) for one in found])
    assert math.isclose(kernels.log_sum_of_trees(scores, 6, single_root), expected, abs_tol=1e-9)


def some_coordinations(n: int, seed: int) -> list[HasConjuncts]:
    """Coordinations that some tree has: those of a random one whose bubbles begin and end with a conjunct."""
    chance = random.Random(seed)
    tree = random_tree(n, chance)
    projections = projection_spans(tree)
    arcs = []
    for head, _, part in tree.arcs:
        own, whole = projections[part], tree.hulls[head]
        is_free = whole.first < own.first and own.last < whole.last and chance.random() < 0.5
        is_part = tree.contents[part] < tree.contents[head]
        arcs.append((head, "dep" if not is_part else "cc" if is_free else "conj", part))
    found = coordinations(BubbleTree(tree.words, tree.contents, arcs))
    return [GivenCoordination(one.conjuncts) for one in found]


@settings(max_examples=60)
@given(st.integers(1, 8), st.integers(0, 10**6), st.booleans(), st.booleans())
def test_the_best_tree_and_the_sum_are_the_reference_s_under_its_constraint(
    n: int, seed: int, single_root: bool, with_ties: bool
) -> None:
    found = some_coordinations(n, seed)
    generator = np.random.default_rng(seed)
    shape = random_scores(1, 1, n + 1).shape[1:]
    scores = generator.integers(-2, 3, size=shape).astype(float) if with_ties else generator.normal(size=shape)
    listed, words = scores.tolist(), [f"w{token}" for token in range(1, n + 1)]
    only = OnlyCoordinations.of([one.conjuncts for one in found])
    arguments = lambda step: score_of(listed, step), Options(single_root), [only]
    own = masked(scores, n, found)
    assert math.isclose(kernels.log_sum_of_trees(own, n, single_root), log_partition(n, *arguments), abs_tol=1e-9)
    vertices = best_vertices(own, n, single_root)
    assert tree_of(words, vertices, labels_of(vertices)) == best_tree(words, *arguments).tree
