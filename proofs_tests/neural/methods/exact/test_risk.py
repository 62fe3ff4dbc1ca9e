"""The tree with the highest expected F1 among the best ones."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from bubbletree import BubbleTree, coordinations
from neural.methods.exact.best import best_vertices
from neural.methods.exact.exact_bubbles import ExactBubbles
from neural.methods.exact.indexing import tree_of
from neural.methods.exact.pairs import Pair
from neural.methods.exact.risk import Conjuncts, best_expected, conjuncts_of
from neural.models.parser import Parser
from proofs_tests.neural.methods.exact.test_exact_bubbles import labels_of, small_network
from proofs_tests.neural.methods.exact.test_hypotheses import SENTENCES, TREES


def expected_f1(one: BubbleTree, others: list[tuple[BubbleTree, float]]) -> float:
    """By the definition, from the trees."""
    total = 0.0
    own = [found.conjuncts for found in coordinations(one)]
    for other, probability in others:
        theirs = [found.conjuncts for found in coordinations(other)]
        right = sum(conjuncts in theirs for conjuncts in own)
        precision = right / len(own) if own else float(not theirs)
        recall = right / len(theirs) if theirs else float(not own)
        total += probability * (2 * precision * recall / (precision + recall) if precision + recall else 0)
    return total


def test_of_the_best_trees_the_one_with_the_highest_expected_f1_is_chosen() -> None:
    torch.manual_seed(3)
    network: ExactBubbles = small_network(TREES)
    with torch.no_grad():  # so that no tree is much more probable than the others
        network.pairs.arcs.weights.mul_(0.1)
        network.pairs.parts.weights.mul_(0.1)
    other = small_network(TREES)
    other.load_state_dict(network.state_dict())
    other.config = network.config.replace({"decoding.candidates": 15})
    parser, cautious = Parser(network), Parser(other)
    different = 0
    sentences = [sentence.words[:4] for sentence in SENTENCES[:6]]
    for best, chosen, listed in zip(
        parser.parse_all(sentences), cautious.parse_all(sentences), parser.n_best_all(sentences, 15), strict=True
    ):
        pairs = [(candidate.tree, math.exp(candidate.log_probability)) for candidate in listed]
        worth = [expected_f1(tree, pairs) for tree, _ in pairs]
        assert math.isclose(worth[[tree for tree, _ in pairs].index(chosen)], max(worth), rel_tol=1e-6)
        different += chosen != best
    assert different > 0


def test_the_first_of_equally_good_trees_is_chosen_and_probabilities_need_not_add_up() -> None:
    one, other = frozenset({((1, 1), (3, 3))}), frozenset({((1, 1), (3, 4))})
    for shift, order in itertools.product((0.0, -700.0, 50.0), ([one, other], [other, one])):
        assert best_expected(order, [shift, shift]) == 0
        assert best_expected([*order, order[1]], [shift + 0.1, shift, shift]) == 1


def f1(one: Conjuncts, other: Conjuncts) -> float:
    """By the definition: the harmonic mean of precision and recall, and 1 if there is nothing to find."""
    if not one and not other:
        return 1.0
    right = len(one & other)
    precision, recall = right / max(1, len(one)), right / max(1, len(other))
    return 2 * precision * recall / (precision + recall) if right else 0.0


@given(
    st.lists(
        st.tuples(
            st.sets(st.sampled_from([((1, 1), (3, 3)), ((5, 5), (7, 7)), ((5, 5), (7, 8))])).map(frozenset),
            st.floats(-3, 0),
        ),
        min_size=1,
        max_size=6,
    )
)
def test_no_other_tree_has_a_higher_expected_f1(listed: list[tuple[Conjuncts, float]]) -> None:
    worth = [sum(math.exp(value) * f1(one, other) for other, value in listed) for one, _ in listed]
    chosen = best_expected([one for one, _ in listed], [value for _, value in listed])
    assert worth[chosen] == pytest.approx(max(worth))


@given(st.integers(1, 8), st.integers(0, 10**6))
def test_the_coordinations_of_vertices_are_those_of_their_tree(n: int, seed: int) -> None:
    scores = np.random.default_rng(seed).normal(size=(len(Pair), n + 1, n + 1))
    scores[Pair.BUBBLE] += 2
    vertices = best_vertices(scores, n, False)
    tree = tree_of([f"w{token}" for token in range(1, n + 1)], vertices, labels_of(vertices))
    assert conjuncts_of(vertices) == {one.conjuncts for one in coordinations(tree)}
