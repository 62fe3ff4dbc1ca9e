"""Exact counts: the closed form against the power series, the literature's small cases, and itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bubbletree import count_trees
from bubbletree.counting import check_size, count_trees_with, growth
from proofs_tests.support.brute import projective_trees, projective_trees_pruned

TREES = (1, 1, 4, 25, 191, 1_627, 14_827, 141_459)
"""Projective bubble trees over 0..7 words."""


def series(order: int) -> tuple[list[int], list[int]]:
    """The coefficients of F = 1 / (1 - T) and T = F^2 (x + T^2 F), up to x^order, by iteration."""

    def times(a: list[int], b: list[int]) -> list[int]:
        return [sum(a[i] * b[n - i] for i in range(n + 1)) for n in range(order + 1)]

    T = [0] * (order + 1)
    F = [1] + [0] * order
    for _ in range(order):
        # One more coefficient becomes right in each round.
        for n in range(1, order + 1):
            F[n] = sum(T[i] * F[n - i] for i in range(1, n + 1))
        T = times(times(F, F), [int(n == 1) + t for n, t in enumerate(times(times(T, T), F))])
    for n in range(1, order + 1):
        F[n] = sum(T[i] * F[n - i] for i in range(1, n + 1))
    return F, T


def test_small_counts() -> None:
    assert tuple(map(count_trees, range(8))) == TREES


def test_the_closed_form_is_the_power_series() -> None:
    F, T = series(14)
    assert [count_trees(n) for n in range(15)] == F
    for n in range(1, 5):
        assert T[n] == sum(1 for forest in projective_trees_pruned(n) if forest.heads.count(0) == 1)


def test_the_series_satisfies_its_equations() -> None:
    order = 10
    F, T = series(order)

    def times(a: list[int], b: list[int]) -> list[int]:
        return [sum(a[i] * b[n - i] for i in range(n + 1)) for n in range(order + 1)]

    assert times(F, [int(n == 0) - t for n, t in enumerate(T)]) == [1] + [0] * order
    x = [int(n == 1) for n in range(order + 1)]
    inner = [a + b for a, b in zip(x, times(times(T, T), F), strict=True)]
    assert times(times(F, F), inner) == T


@pytest.mark.parametrize("n", range(5))
def test_counts_by_number_of_bubbles_against_brute_force(n: int) -> None:
    found = [0] * (n + 2)
    trees = projective_trees(n) if n <= 3 else projective_trees_pruned(n)
    for forest in trees:
        found[sum(len(content) > 1 for content in forest.contents)] += 1
    assert [count_trees_with(n, k) for k in range(n + 2)] == found
    assert sum(found) == count_trees(n)


def test_counts_by_number_of_bubbles_add_up() -> None:
    for n in range(60):
        assert sum(count_trees_with(n, k) for k in range(n + 1)) == count_trees(n)
        assert count_trees_with(n, -1) == 0
        assert count_trees_with(n, max(n, 1)) == 0


def test_growth_is_the_ratio_of_neighbours() -> None:
    for n in range(1, 25):
        for k in range(n):
            up, down = growth(n, k)
            assert count_trees_with(n, k) * up == count_trees_with(n, k + 1) * down


def test_large_counts_are_whole_and_grow_steadily() -> None:
    before, now, after = (count_trees(n) for n in (1_999, 2_000, 2_001))
    assert now * now < before * after  # the ratio of neighbours still rises, towards a limit
    assert now // before == 12


@pytest.mark.parametrize("nonsense", [-1, True, False])
@pytest.mark.parametrize("function", [count_trees, check_size, lambda n: count_trees_with(n, 0)])
def test_sizes_are_whole_numbers_from_zero(function: Callable[[int], object], nonsense: int) -> None:
    with pytest.raises(ValueError, match="the number of words must be a whole number, at least 0, not "):
        function(nonsense)


@pytest.mark.parametrize("nonsense", [1.0, "1", None])
def test_sizes_are_numbers(nonsense: object) -> None:
    call: Callable[[object], int] = count_trees  # type: ignore[assignment]  # wrong on purpose
    with pytest.raises(TypeError):
        call(nonsense)
