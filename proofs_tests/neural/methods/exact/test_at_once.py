"""What the program does with arrays, where there is no compiler, is what its loops do."""

from __future__ import annotations

import numpy as np
import pytest

from neural.methods.compiling import Floats
from neural.methods.exact import at_once, cuts, kernels
from neural.methods.exact.cuts import IMPOSSIBLE
from neural.methods.exact.pairs import Pair
from neural.methods.exact.tables import RECIPES, TABLES

N = 5
GENERATOR = np.random.default_rng(7)
SCORES = GENERATOR.normal(size=(len(Pair), N + 1, N + 1))


def table() -> Floats:
    """Entries as they might be: some of them impossible, as the program has them where nothing fits."""
    entries = GENERATOR.normal(size=(TABLES, N + 2, N + 2))
    entries[GENERATOR.random(entries.shape) < 0.3] = IMPOSSIBLE
    entries[:, *np.tril_indices(N + 2, -1)] = IMPOSSIBLE
    return entries


@pytest.mark.parametrize("single_root", [False, True])
@pytest.mark.parametrize("best", [False, True])
@pytest.mark.parametrize("width", range(N + 1))
def test_a_recipe_makes_the_same_entries(width: int, best: bool, single_root: bool) -> None:
    for recipe in range(len(RECIPES)):
        one = table()
        other = one.copy()
        at_once.fill(one, SCORES, recipe, width, N, single_root, best)
        kernels._fill_in_a_loop(other, SCORES, recipe, width, N, single_root, best)
        possible = other > IMPOSSIBLE / 2
        assert np.allclose(one[possible], other[possible], atol=1e-9)
        assert (one[~possible] < IMPOSSIBLE / 2).all()


@pytest.mark.parametrize("single_root", [False, True])
@pytest.mark.parametrize("width", range(N + 1))
def test_an_entry_shares_its_weight_out_in_the_same_way(width: int, single_root: bool) -> None:
    for recipe in range(len(RECIPES)):
        entries, weights = table(), GENERATOR.random((TABLES, N + 2, N + 2))
        begin = np.arange(1, N - width + 2)
        entries[RECIPES[recipe, 0], begin, begin + width] = IMPOSSIBLE
        # Only entries that can be have a weight.
        kernels._fill_in_a_loop(entries, SCORES, recipe, width, N, single_root, False)
        weights[entries < IMPOSSIBLE / 2] = 0.0
        results = []
        for spread in (at_once.spread, kernels._spread_in_a_loop):
            own, gradient = weights.copy(), np.ones_like(SCORES)
            spread(entries, own, gradient, SCORES, recipe, width, N, single_root)
            results.append((own, gradient))
        (one, of_one), (other, of_other) = results
        assert np.allclose(one, other, atol=1e-9)
        assert np.allclose(of_one, of_other, atol=1e-9)


@pytest.mark.parametrize("is_possible", [True, False])
def test_the_best_cut_is_the_same_and_of_several_the_first(is_possible: bool) -> None:
    left, right = (GENERATOR.integers(-1, 2, size=(N + 2, N + 2)).astype(float) for _ in range(2))
    if not is_possible:
        left[:] = right[:] = IMPOSSIBLE
    for a in range(1, N + 1):
        for e in range(a, N + 2):
            for least in range(e - a + 1):
                for most in range(least, e - a + 1):
                    found = cuts._best_cut_at_once(left, right, a, e, least, most)
                    assert found == cuts._best_cut_in_a_loop(left, right, a, e, least, most)
                    values = [left[a, cut] + right[cut, e] for cut in range(a + least, a + most + 1)]
                    assert found == a + least + values.index(max(values))
