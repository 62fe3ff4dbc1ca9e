"""What the definitions say, by trying everything: the readings of contained projections, and independence."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from bubbletree import BubbleTree, count_trees, validate
from bubbletree.conditions import Condition
from bubbletree.projectivity import projection
from proofs_tests.support.bounds import EXHAUSTIVE, up_to
from proofs_tests.support.brute import Reading, projective_trees, projective_trees_pruned, subsets, well_formed_trees
from proofs_tests.support.enumeration import as_tree, families, head_functions, words
from proofs_tests.support.literal import violated


@pytest.mark.parametrize(
    ("reading", "counts"),
    [
        (Reading.PROPER, [1, 1, 4, 25]),
        (Reading.IMPROPER, [1, 1, 6, 60]),
        (Reading.REFLEXIVE, [0, 0, 0, 0]),
        (Reading.REFLEXIVE_IMPROPER, [1, 0, 0, 0]),
    ],
)
def test_the_readings_of_contained_projections(reading: Reading, counts: list[int]) -> None:
    assert [sum(1 for _ in projective_trees(n, reading)) for n in range(4)] == counts


def test_read_literally_the_condition_fails_at_the_root_of_every_tree() -> None:
    # a1 = a2 = RT asks psi(RT), which is everything, to be inside {RT} or to miss it.
    for n in up_to(3, 3):
        for forest in projective_trees(n):
            tree = as_tree(forest)
            assert projection(tree, 0) == set(range(n + 1))
            assert not projection(tree, 0) <= tree.contents[0]


@pytest.mark.parametrize("n", up_to(4, 5))
def test_the_pruned_search_finds_each_projective_tree_once(n: int) -> None:
    found = [forest.shape for forest in projective_trees_pruned(n)]
    assert len(found) == len(set(found)) == count_trees(n)
    if n <= 3:
        assert set(found) == {forest.shape for forest in projective_trees(n)}


@pytest.mark.parametrize("n", up_to(4, 5))
def test_every_projective_tree_is_valid_and_its_bubbles_have_two_parts(n: int) -> None:
    for forest in projective_trees_pruned(n):
        tree = as_tree(forest)
        assert validate(tree).violations == ()
        for bubble in tree.bubbles:
            inside = [child for child in tree.children(bubble) if tree.contents[child] < tree.contents[bubble]]
            assert len(tree.contents[bubble]) == 1 or len(inside) >= 2


def test_with_an_improper_inclusion_bubbles_may_have_a_single_part() -> None:
    [first, *_] = [
        forest
        for forest in projective_trees(2, Reading.IMPROPER)
        if any(len(content) > 1 and forest.heads.count(b) < 2 for b, content in enumerate(forest.contents))
    ]
    assert first.contents[3] == {1, 2}
    assert first.heads.count(3) == 1


@pytest.mark.parametrize("n", up_to(2, 3, first=0))
def test_validate_accepts_exactly_the_well_formed_trees_of_the_second_writing(n: int) -> None:
    # A bubble for each token, up to two more, RT without a head and every other bubble with one.
    accepted = set()
    singletons = [frozenset({token}) for token in range(n + 1)]
    wide = [content for content in subsets(range(n + 1)) if len(content) > 1]
    for contents in ((*singletons, *chosen) for size in range(3) for chosen in combinations(wide, size)):
        for heads in product(range(len(contents)), repeat=len(contents) - 1):
            tree = BubbleTree(words(n), contents, arcs_of((None, *heads)))
            if validate(tree, projective=False):
                accepted.add(tree)
    assert accepted == {BubbleTree(words(n), f.contents, arcs_of(f.heads)) for f in well_formed_trees(n)}


@pytest.mark.parametrize(("n", "bubbles"), [(1, 2), (1, 3), (2, 3), *([(2, 4)] if EXHAUSTIVE else [])])
def test_of_all_structures_too_validate_accepts_exactly_the_well_formed_trees(n: int, bubbles: int) -> None:
    accepted = {
        tree
        for contents in families(n, bubbles)
        for arcs in head_functions(bubbles)
        if validate(tree := BubbleTree(words(n), contents, arcs), projective=False)
    }
    expected = {BubbleTree(words(n), f.contents, arcs_of(f.heads)) for f in well_formed_trees(n)}
    assert accepted == {tree for tree in expected if len(tree.contents) == bubbles}


def arcs_of(heads: tuple[int | None, ...]) -> list[tuple[int, str, int]]:
    """The arcs of a head function, all with one label."""
    return [(head, "dep", bubble) for bubble, head in enumerate(heads) if head is not None]


OVERLAPS = [[{1, 2}, {2, 3}], [{1, 2}, {1, 3}], [{1, 3}, {2, 3}]]
OVERLAPS += [[{1, 2}, {2, 3}, {1, 2, 3}]] if EXHAUSTIVE else []


@pytest.mark.parametrize("wide", OVERLAPS, ids=str)
def test_partial_overlap_is_never_the_only_fault(wide: list[set[int]]) -> None:
    """Three words, a bubble for each token, two more that overlap: RT has no head and every other bubble has one.

    Two bubbles that share a token are both above its singleton; in a tree one is then above the other, and its
    content is no proper part of the upper one's, nor outside it: contained projections fail too.
    """
    contents = [{token} for token in range(4)] + wide
    trees_with_containment = 0
    for heads in product(range(len(contents)), repeat=len(contents) - 1):
        conditions = violated(BubbleTree(words(3), contents, arcs_of((None, *heads))))
        assert conditions > {Condition.NO_PARTIAL_OVERLAP}
        if not conditions & {Condition.TREE, Condition.CONTAINMENT}:
            assert Condition.CONTAINED_PROJECTIONS in conditions
            trees_with_containment += 1
    assert trees_with_containment > 0
