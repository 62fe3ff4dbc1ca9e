"""Random trees: exactly uniform, by going through every choice that the sampler has."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import accumulate
from math import comb

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bubbletree import BubbleTree, count_trees, random_tree, sampling, validate
from bubbletree.counting import count_trees_with
from bubbletree.sampling import _bubble_count, _composition, _relative_weights, tree_from_choices
from proofs_tests.support.bounds import bound, up_to
from proofs_tests.support.brute import Shape, projective_trees, projective_trees_pruned
from proofs_tests.support.enumeration import as_tree, shape_of


def compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways to write a number as a sum of so many ordered numbers from zero."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in compositions(total - first, parts - 1):
            yield (first, *rest)


def choices(n: int, k: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """All that the sampler can choose from, given the number of bubbles."""
    for spine in compositions(k, n):
        for sequences in compositions(n - 1 - k, 2 * n + 3 * k + 2):
            yield spine, sequences


@pytest.mark.parametrize("n", up_to(4, 6))
def test_every_tree_arises_from_exactly_n_choices(n: int) -> None:
    arisen: Counter[Shape] = Counter()
    for k in range(n):
        trees = [tree_from_choices(spine, sequences) for spine, sequences in choices(n, k)]
        assert len(trees) == n * count_trees_with(n, k)
        assert all(sum(len(content) > 1 for content in tree.contents) == k for tree in trees)
        arisen.update(shape_of(tree) for tree in trees)
    assert set(arisen.values()) == {n}
    assert len(arisen) == count_trees(n)


@pytest.mark.parametrize("n", up_to(4, 5))
def test_the_trees_that_arise_are_the_projective_ones(n: int) -> None:
    arisen = {tree_from_choices(*choice) for k in range(n) for choice in choices(n, k)}
    brute = projective_trees(n) if n <= 3 else projective_trees_pruned(n)
    assert arisen == {as_tree(forest) for forest in brute}


@pytest.mark.parametrize("n", [1, 2, 5, 9, 41, 200])
def test_a_random_tree_is_what_the_choices_stand_for(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # Nothing happens to the choices once they are drawn, and all chance is the caller's.
    rng = random.Random(n)
    drawn: list[tuple[int, int]] = []
    made: list[list[int]] = []

    def count(words: int, given: random.Random) -> int:
        assert (words, given is rng) == (n, True)
        made.append([_bubble_count(words, given)])
        return made[-1][0]

    def composition(total: int, parts: int, given: random.Random) -> list[int]:
        assert given is rng
        drawn.append((total, parts))
        made.append(_composition(total, parts, given))
        return list(made[-1])

    monkeypatch.setattr(sampling, "_bubble_count", count)
    monkeypatch.setattr(sampling, "_composition", composition)
    for _ in range(20):
        drawn.clear()
        made.clear()
        tree = random_tree(n, rng)
        [k], spine, sequences = made
        assert drawn == [(k, n), (n - 1 - k, 2 * n + 3 * k + 2)]
        assert tree == tree_from_choices(spine, sequences)


@pytest.mark.parametrize(("total", "parts"), [(0, 1), (3, 1), (0, 4), (2, 3), (3, 4)])
def test_compositions_are_drawn_from_all_with_equal_chances(total: int, parts: int) -> None:
    class Chooser(random.Random):
        """Takes a given sample."""

        chosen: list[int]

        def sample(self, population: object, k: int, **_: object) -> list[int]:  # type: ignore[override]  # one use only
            assert population == range(total + parts - 1)
            assert k == parts - 1 == len(self.chosen)
            return self.chosen

    # Each sample of bars, in any order, is as likely as any other; each gives another composition.
    everything = list(compositions(total, parts))
    assert len(everything) == comb(total + parts - 1, parts - 1)
    found = set()
    for composition in everything:
        bars = [edge + place for place, edge in enumerate(accumulate(composition[:-1]))]
        chooser = Chooser()
        chooser.chosen = bars[::-1]
        assert _composition(total, parts, chooser) == list(composition)
        found.add(composition)
    assert len(found) == len(everything)


class Recorder(random.Random):
    """Hands out given bits first, then those of a seed, and remembers them all as one binary number."""

    def __init__(self, first: int, seed: int) -> None:
        super().__init__(seed)
        self.first: int | None = first
        self.number, self.bits = 0, 0

    def getrandbits(self, k: int, /) -> int:
        fresh = super().getrandbits(k) if self.first is None else self.first
        self.first = None
        assert 0 <= fresh < 1 << k
        self.number, self.bits = self.number << k | fresh, self.bits + k
        return fresh


@cache
def bubble_bounds(n: int) -> list[Fraction]:
    """The points of the unit interval at which the number of bubbles changes: P(K < k) for k = 0..n."""
    weights = [count_trees_with(n, k) for k in range(n)]
    return [Fraction(below, sum(weights)) for below in (0, *accumulate(weights))]


def assert_exact(n: int, recorder: Recorder) -> None:
    """The number of bubbles drawn is the right one for every real number that begins with the bits used."""
    k = _bubble_count(n, recorder)
    bounds = bubble_bounds(n)
    assert bounds[k] <= Fraction(recorder.number, 1 << recorder.bits)
    assert Fraction(recorder.number + 1, 1 << recorder.bits) <= bounds[k + 1]


@given(n=st.integers(1, 60), first=st.integers(0, 2**64 - 1), seed=st.integers(0, 2**32))
@example(n=1, first=0, seed=0)
@example(n=60, first=0, seed=0)
@example(n=60, first=2**64 - 1, seed=0)
def test_the_number_of_bubbles_has_exactly_its_distribution(n: int, first: int, seed: int) -> None:
    assert_exact(n, Recorder(first, seed))


@pytest.mark.parametrize("n", [*range(2, 12), bound(40, 150)])
def test_the_number_of_bubbles_is_exact_next_to_every_limit(n: int) -> None:
    longest = 0
    for limit in bubble_bounds(n):
        place = int(limit * 2**64)
        for first in range(place - 2, place + 3):
            if 0 <= first < 2**64:
                recorder = Recorder(first, n)
                assert_exact(n, recorder)
                longest = max(longest, recorder.bits)
    # Some of these draws straddle a limit, so that more bits had to be asked for.
    assert longest >= 128


@pytest.mark.parametrize("n", [1, 2, 3, 7, 30, 200])
@pytest.mark.parametrize("bits", [4, 16, 64])
def test_relative_weights_enclose_the_numbers_of_trees(n: int, bits: int) -> None:
    low, high = _relative_weights(n, bits)
    weights = [count_trees_with(n, k) for k in range(n)]
    scale = Fraction(4**bits, max(weights))
    assert len(low) == len(high) == n
    for below, weight, above in zip(low, weights, high, strict=True):
        assert below <= weight * scale <= above
        assert above - below <= n


@settings(max_examples=settings().max_examples // 2)
@given(n=st.integers(0, 40), seed=st.integers(0, 2**32))
def test_random_trees_are_valid_and_reproducible(n: int, seed: int) -> None:
    tree = random_tree(n, random.Random(seed))
    assert validate(tree).violations == ()
    assert tree.words == tuple(f"w{token}" for token in range(1, n + 1))
    assert random_tree(n, random.Random(seed)) == tree


def test_labels_tell_roots_parts_and_dependents() -> None:
    rng = random.Random(4)
    for _ in range(50):
        tree = random_tree(8, rng, label="mod")
        for arc in tree.arcs:
            inside = tree.contents[arc.dependent] < tree.contents[arc.head]
            assert arc.label == ("root" if arc.head == 0 else "conj" if inside else "mod")
    assert {arc.label for arc in random_tree(8, random.Random(4)).arcs} <= {"root", "conj", "dep"}


def chi_squared(counts: list[int]) -> tuple[float, int]:
    """Pearson's statistic against equal chances, and its degrees of freedom."""
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 / mean for count in counts), len(counts) - 1


@pytest.mark.parametrize(("n", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_frequencies_look_uniform(n: int, seed: int) -> None:
    rng = random.Random(seed)
    draws = bound(20, 200) * count_trees(n)
    frequency: Counter[BubbleTree] = Counter(random_tree(n, rng) for _ in range(draws))
    assert len(frequency) == count_trees(n)
    statistic, freedom = chi_squared(list(frequency.values()))
    # Five standard deviations of the chi-squared distribution on either side of its mean.
    assert abs(statistic - freedom) < 5 * (2 * freedom) ** 0.5


def test_large_random_trees() -> None:
    rng = random.Random(11)
    for n in (1_000, bound(3_000, 100_000)):
        tree = random_tree(n, rng)
        assert validate(tree)
        assert len(tree.words) == n


@pytest.mark.parametrize("nonsense", [-1, True])
def test_sizes_are_whole_numbers_from_zero(nonsense: int) -> None:
    with pytest.raises(ValueError, match="the number of words must be a whole number, at least 0, not "):
        random_tree(nonsense, random.Random(0))


def test_sizes_are_numbers() -> None:
    call: Callable[..., BubbleTree] = random_tree
    with pytest.raises(TypeError):
        call("3", random.Random(0))
