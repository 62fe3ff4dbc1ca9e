"""The chart finds the best consistent set of coordinations; ties have a rule."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from neural.methods.spans import kernels
from neural.methods.spans.chart import Chain, SeparatorScores, _Chart, best_coordinations
from proofs_tests.neural.methods.spans.sets import best_by_trying_all, chains, consistent, consistent_sets, score, whole


def random_scores(rng: np.random.Generator, n: int, m: int, bonus: float) -> SeparatorScores:
    """Normal scores; with a bonus, more words separate."""
    words = sorted(int(word) for word in rng.choice(np.arange(1, n + 1), m, replace=False))
    last, earlier = rng.normal(bonus, 1, (2, m))
    inner, outer = rng.normal(0, 1, (2, m, n + 1, n + 1))
    return SeparatorScores(words, last, earlier, inner, outer)


def check(scores: SeparatorScores, n: int) -> tuple[Chain, ...]:
    """The chart's set, which is consistent and has the best score."""
    found = best_coordinations(scores)
    assert list(found) == sorted(found, key=lambda chain: (whole(chain)[0], -whole(chain)[1]))
    assert all(itertools.starmap(consistent, itertools.combinations(found, 2)))
    assert set(found) <= set(chains(scores.words, n))
    assert sum(score(chain, scores) for chain in found) == pytest.approx(best_by_trying_all(scores, n), abs=1e-9)
    return found


@pytest.mark.parametrize("n", range(1, 7))
@pytest.mark.parametrize("bonus", [-1.0, 0.0, 2.0])
def test_the_chart_finds_the_best_consistent_set(n: int, bonus: float) -> None:
    rng = np.random.default_rng([n, int(10 * bonus) + 10])
    for _ in range(12):
        check(random_scores(rng, n, int(rng.integers(0, n + 1)), bonus), n)


def test_the_chart_finds_nested_and_neighbouring_and_long_coordinations() -> None:
    rng = np.random.default_rng(1)
    kinds = dict.fromkeys(["three conjuncts", "nested on the left", "nested on the right", "side by side"], 0)
    place = np.arange(8)
    for dearer in (0.0, 0.0, 1.5) * 30:
        scores = random_scores(rng, 7, 4, 1.5 + 3 * dearer)
        # Wide coordinations leave no room for others beside them.
        found = check(scores._replace(outer=scores.outer - dearer * abs(place[:, None] - place)), 7)
        kinds["three conjuncts"] += any(len(chain.conjuncts) > 2 for chain in found)
        for one, other in itertools.permutations(found, 2):
            if whole(one)[1] < whole(other)[0]:
                kinds["side by side"] += 1
            elif whole(other)[0] <= whole(one)[0] and whole(one)[1] <= whole(other)[1]:
                is_left = whole(one)[1] <= other.conjuncts[0][1]
                kinds["nested on the left" if is_left else "nested on the right"] += 1
    assert min(kinds.values()) >= 5, kinds


def test_a_flat_coordination_is_told_from_a_nested_one() -> None:
    # "A , B and C": the same boundaries all around.
    inner, outer = np.full((2, 2, 6, 6), -math.inf)
    inner[0, 1, 3] = inner[1, 3, 5] = outer[0, 1, 5] = outer[1, 3, 5] = 0
    for earlier, expected in (
        (2.0, (Chain(((1, 1), (3, 3), (5, 5)), (2, 4)),)),
        (0.5, (Chain(((1, 1), (3, 5)), (2,)), Chain(((3, 3), (5, 5)), (4,)))),
    ):
        scores = SeparatorScores([2, 4], np.ones(2), np.array([earlier, -9]), inner, outer)
        assert best_coordinations(scores) == expected


# Ties.


def choices(chain: Chain) -> list[int]:
    """What tells a coordination from others with the same first and last word, in the order of the rule for ties."""
    found = []
    for separator, (left, right) in zip(chain.separators, itertools.pairwise(chain.conjuncts), strict=True):
        found += [separator, left[1], right[0], int(separator != chain.separators[-1])]
    return found


def first_by_rule(sets: list[list[Chain]], begin: int, end: int) -> list[list[Chain]]:
    """Those of the sets that the rule for ties prefers within a span."""
    while begin <= end:
        starting = [[chain for chain in one if whole(chain)[0] == begin and whole(chain)[1] <= end] for one in sets]
        if not all(starting):
            sets = [one for one, found in zip(sets, starting, strict=True) if not found]
            begin += 1
            continue
        widest = [max(found, key=lambda chain: whole(chain)[1]) for found in starting]
        best = min(widest, key=lambda chain: (whole(chain)[1], choices(chain)))
        sets = [one for one, chain in zip(sets, widest, strict=True) if chain == best]
        for conjunct in best.conjuncts:
            sets = first_by_rule(sets, *conjunct)
        begin = whole(best)[1] + 1
    return sets


def test_ties_are_broken_from_left_to_right() -> None:
    rng = np.random.default_rng(3)
    tied = several = nested = 0
    for words in [[3], [2, 3], [2, 4], [2, 4], [2, 3, 4]] * 120:
        n, m = 5, len(words)
        # Whole numbers, so that sums are exact whatever their order.
        last, earlier = rng.integers(1, 5, (2, m)).astype(float)
        inner, outer = rng.integers(-1, 1, (2, m, n + 1, n + 1)).astype(float)
        scores = SeparatorScores(words, last, earlier, inner, outer)
        found = list(consistent_sets(scores, n))
        top = max(total for total, _ in found)
        best = [members for total, members in found if total == top]
        [expected] = first_by_rule(best, 1, n)
        assert set(best_coordinations(scores)) == set(expected), scores
        tied += len(best) > 1
        several += len(best) > 1 and any(len(chain.conjuncts) > 2 for chain in expected)
        nested += len(best) > 1 and len(expected) > 1
    assert min(tied, several, nested) > 10, (tied, several, nested)


def test_compiled_tables_are_those_of_numpy_to_the_last_bit() -> None:
    rng = np.random.default_rng(5)
    found = 0
    for n, bonus in itertools.product(range(1, 15), (-1.0, 0.0, 3.0)):
        scores = random_scores(rng, n, int(rng.integers(0, n + 1)), bonus)
        words, *tables = scores
        sets, all_chains, rests = kernels.fill(np.array(words, dtype=np.int64), *tables)
        expected = _Chart(scores, None)
        np.testing.assert_array_equal(sets, expected.sets)
        np.testing.assert_array_equal(all_chains, expected.chains)
        for word, rest, other in zip(words, rests, expected.rests, strict=True):
            np.testing.assert_array_equal(rest[:word], other)
        assert best_coordinations(scores, kernels.fill) == best_coordinations(scores)
        found += len(best_coordinations(scores))
    assert found > 20
