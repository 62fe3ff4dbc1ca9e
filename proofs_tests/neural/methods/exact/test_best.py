"""The k best trees in compiled loops are those of the reference, in its order."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbletree.exact import Options, count, k_best_trees
from neural.methods.exact.best import best_trees, best_vertices, k_best_vertices
from neural.methods.exact.indexing import tree_of
from neural.methods.exact.pairs import Pair
from proofs_tests.neural.methods.exact.test_exact_bubbles import labels_of, score_of


@given(st.integers(0, 6), st.integers(1, 30), st.integers(0, 10**6), st.booleans(), st.booleans())
def test_the_k_best_trees_are_the_reference_s_also_between_equals(
    n: int, k: int, seed: int, single_root: bool, with_ties: bool
) -> None:
    generator = np.random.default_rng(seed)
    shape = (len(Pair), n + 1, n + 1)
    scores = generator.integers(-1, 2, size=shape).astype(float) if with_ties else generator.normal(size=shape)
    listed, words = scores.tolist(), [f"w{token}" for token in range(1, n + 1)]
    expected = k_best_trees(words, lambda step: score_of(listed, step), k, Options(single_root))
    vertices, counts, totals = k_best_vertices(scores, n, single_root, k)
    own = [rows[:count] for rows, count in zip(vertices, counts, strict=True)]
    assert [tree_of(words, rows, labels_of(rows)) for rows in own] == [one.tree for one in expected]
    assert np.allclose(totals, [one.score for one in expected], atol=1e-9)


@pytest.mark.parametrize("n", [20, 40])
def test_the_best_of_many_is_the_best_and_all_of_them_differ(n: int) -> None:
    """Far more lists and ways than there is room for at first."""
    scores = np.random.default_rng(n).normal(size=(len(Pair), n + 1, n + 1))
    vertices, counts, totals = k_best_vertices(scores, n, True, 200)
    words = [f"w{token}" for token in range(1, n + 1)]
    own = [rows[:count] for rows, count in zip(vertices, counts, strict=True)]
    assert own[0].tolist() == best_vertices(scores, n, True).tolist()
    assert len({tree_of(words, rows, labels_of(rows)) for rows in own}) == 200
    assert (np.diff(totals) <= 0).all()


@pytest.mark.parametrize("single_root", [False, True])
@pytest.mark.parametrize("n", range(4))
def test_all_trees_come_in_the_order_of_the_reference_if_many_are_asked_for(n: int, single_root: bool) -> None:
    words = [f"w{token}" for token in range(1, n + 1)]
    shape = (len(Pair), n + 1, n + 1)
    some_ties, bubbly, rooted = np.random.default_rng(n).integers(-1, 2, size=(3, *shape)).astype(float)
    bubbly[Pair.BUBBLE] += 9
    rooted[Pair.RIGHT_LAST, 0] += 5 * np.arange(n + 1)  # RT would like several children, the last word most
    for scores in (np.zeros(shape), some_ties, bubbly, rooted):
        listed = scores.tolist()
        expected = k_best_trees(words, lambda step, s=listed: score_of(s, step), 200, Options(single_root))
        assert len(expected) == count(n, Options(single_root))
        for k in (1, 200):
            vertices, counts, totals = k_best_vertices(scores, n, single_root, k)
            own = [rows[:count] for rows, count in zip(vertices, counts, strict=True)]
            assert [tree_of(words, rows, labels_of(rows)) for rows in own] == [one.tree for one in expected[:k]]
            assert totals.tolist() == [one.score for one in expected[:k]]
            assert all(rows[:, 0].min(initial=-1) == -1 for rows in own), "above the first is RT"
            assert best_vertices(scores, n, single_root).tolist() == own[0].tolist()


@pytest.mark.parametrize("single_root", [False, True])
def test_sentences_have_together_the_best_trees_that_they_have_alone(single_root: bool) -> None:
    lengths, scores = [0, 5, 2, 4], np.random.default_rng(1).normal(size=(4, len(Pair), 6, 6))
    found = best_trees(scores, np.array(lengths), single_root)
    alone = [best_vertices(own, n, single_root) for own, n in zip(scores, lengths, strict=True)]
    first = [k_best_vertices(own, n, single_root, 1) for own, n in zip(scores, lengths, strict=True)]
    assert [rows.tolist() for rows in found] == [rows.tolist() for rows in alone]
    assert [rows.tolist() for rows in found] == [vertices[0, : counts[0]].tolist() for vertices, counts, _ in first]
