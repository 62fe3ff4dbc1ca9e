"""Boundaries: splits that keep the order give projective trees, others break the tree, and the best one is found."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbletree import CONJ, Arc, BubbleTree, InvalidTreeError, Sentence, validate
from bubbletree.boundary import Boundary, Side, best_levels, boundaries, is_split, redistribute
from bubbletree.editing import contents_under
from proofs_tests.support.bounds import up_to
from proofs_tests.support.brute import projective_trees_pruned
from proofs_tests.support.enumeration import as_tree, words
from proofs_tests.support.strategies import Broken, broken_trees, projective_trees

NESTED = BubbleTree(
    ["so", "very", "hot", "tea", "or", "coffee", "and", "a", "bun", "today"],
    [*({token} for token in range(11)), {3, 4, 5, 6}, {2, 3, 4, 5, 6, 7, 8, 9}],
    [
        (0, "root", 12),
        (12, "advmod", 1),
        (11, "advmod", 2),
        (4, "amod", 3),
        (12, "conj", 11),
        (11, "conj", 4),
        (11, "cc", 5),
        (11, "conj", 6),
        (12, "cc", 7),
        (12, "conj", 9),
        (9, "det", 8),
        (12, "nmod", 10),
    ],
)
"""so [very [(hot tea) or coffee] and (a bun)] today: each modifier on the left hangs on a host of its own."""


def all_conjuncts(tree: BubbleTree) -> BubbleTree:
    """The tree with all parts of bubbles being conjuncts, so that every edge offers a choice."""
    return BubbleTree(tree.words, tree.contents, [Arc(arc.head, CONJ, arc.dependent) for arc in tree.arcs])


def by_definition(tree: BubbleTree) -> set[tuple[Side, tuple[int, ...], frozenset[tuple[int, int]]]]:
    """The boundaries with a dependent, from their definition: hosts, and which dependent hangs on which."""
    found = set()
    for side in Side:
        inner: dict[int, int] = {}
        for bubble in tree.bubbles:
            parts = [c for c in tree.children(bubble) if tree.contents[c] < tree.contents[bubble]]
            if len(tree.contents[bubble]) > 1:
                edge = (min if side is Side.LEFT else max)(parts, key=lambda part: min(tree.contents[part]))
                if tree.label(edge) == CONJ:
                    inner[bubble] = edge
        for bubble in inner.keys() - set(inner.values()):
            hosts = [bubble]
            while hosts[-1] in inner:
                hosts.append(inner[hosts[-1]])
            hanging = frozenset(
                (child, host)
                for host in hosts
                for child in tree.children(host)
                if (
                    max(tree.contents[child]) < min(tree.contents[host])
                    if side is Side.LEFT
                    else min(tree.contents[child]) > max(tree.contents[host])
                )
            )
            if hanging:
                found.add((side, tuple(hosts), hanging))
    return found


def assert_boundaries_are_right(tree: BubbleTree) -> None:
    found = list(boundaries(tree))
    as_pairs = {
        (b.side, b.hosts, frozenset((d, b.hosts[level]) for d, level in zip(b.dependents, b.levels, strict=True)))
        for b in found
    }
    assert as_pairs == by_definition(tree)
    assert len(as_pairs) == len(found)
    for boundary in found:
        firsts = [min(tree.contents[d]) for d in boundary.dependents]
        assert firsts == sorted(firsts, reverse=boundary.side is Side.RIGHT)
        assert is_split(boundary.levels)


def assert_splits_are_the_valid_choices(tree: BubbleTree, boundary: Boundary, levels: tuple[int, ...]) -> None:
    heads = {d: boundary.hosts[level] for d, level in zip(boundary.dependents, levels, strict=True)}
    arcs = {Arc(heads.get(arc.dependent, arc.head), arc.label, arc.dependent) for arc in tree.arcs}
    if not is_split(levels):
        with pytest.raises(ValueError, match="levels must rise"):
            redistribute(tree, boundary, levels)
        # With no contents at all would these arcs be a projective tree: contents follow from arcs and parts.
        assert not validate(BubbleTree(tree.words, contents_under(tree, sorted(arcs)), arcs))
        return
    edited = redistribute(tree, boundary, levels)
    assert validate(edited).violations == ()
    assert set(edited.arcs) == arcs
    assert edited.sentence is tree.sentence
    [again] = [b for b in boundaries(edited) if (b.side, b.hosts) == (boundary.side, boundary.hosts)]
    assert (again.dependents, again.levels) == (boundary.dependents, levels)
    # The other boundaries are as before.
    others = {b for b in boundaries(tree) if b != boundary}
    assert {b for b in boundaries(edited) if b != again} == others
    assert redistribute(edited, again, boundary.levels) == tree


@pytest.mark.parametrize("n", up_to(4, 5, first=0))
def test_every_choice_at_every_boundary_of_every_tree(n: int) -> None:
    seen = {False: 0, True: 0}
    for forest in projective_trees_pruned(n):
        tree = all_conjuncts(as_tree(forest))
        assert_boundaries_are_right(tree)
        for boundary in boundaries(tree):
            for levels in itertools.product(range(len(boundary.hosts)), repeat=len(boundary.dependents)):
                assert_splits_are_the_valid_choices(tree, boundary, levels)
                seen[is_split(levels)] += 1
    assert n < 4 or all(seen.values()), "the bound is large enough for both"


@given(projective_trees(max_words=12, min_words=2), st.data())
def test_choices_in_larger_trees(tree: BubbleTree, data: st.DataObject) -> None:
    assert_boundaries_are_right(tree)
    for boundary in boundaries(tree):
        levels = data.draw(st.tuples(*[st.integers(0, len(boundary.hosts) - 1)] * len(boundary.dependents)))
        assert_splits_are_the_valid_choices(tree, boundary, levels)


def nested(bubbles: int, dependents: int, side: Side) -> BubbleTree:
    """Bubbles each of which is the outermost part of the next on one side; all modifiers hang on the widest."""
    n = dependents + bubbles + 1

    def token(place: int) -> int:
        """The place from the side where modifiers are, as a token."""
        return place if side is Side.LEFT else n + 1 - place

    core = range(dependents + 1, n + 1)
    contents = [{t} for t in range(n + 1)] + [set(map(token, core[: 2 + number])) for number in range(bubbles)]
    inner = [token(core[0]), *range(n + 1, n + bubbles)]
    arcs = [(0, "root", n + bubbles), *((n + bubbles, "amod", token(place)) for place in range(1, dependents + 1))]
    for number, part in enumerate(inner):
        arcs += [(n + 1 + number, "conj", part), (n + 1 + number, "conj", token(core[1 + number]))]
    return BubbleTree(words(n), contents, arcs)


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize(("bubbles", "dependents"), [(1, 4), (2, 3), (3, 3), (4, 2), (5, 2)])
def test_every_choice_where_bubbles_are_nested_deeply(bubbles: int, dependents: int, side: Side) -> None:
    tree = nested(bubbles, dependents, side)
    assert_boundaries_are_right(tree)
    [boundary] = boundaries(tree)
    assert (boundary.side, len(boundary.hosts), boundary.levels) == (side, bubbles + 1, (0,) * dependents)
    for levels in itertools.product(range(bubbles + 1), repeat=dependents):
        assert_splits_are_the_valid_choices(tree, boundary, levels)
        if is_split(levels):
            assert_boundaries_are_right(redistribute(tree, boundary, levels))


def test_a_chain_of_hosts() -> None:
    left, right = boundaries(NESTED)
    assert (left.side, left.hosts, left.dependents, left.levels) == (Side.LEFT, (12, 11, 4), (1, 2, 3), (0, 1, 2))
    assert (right.side, right.hosts, right.dependents, right.levels) == (Side.RIGHT, (12, 9), (10,), (0,))


def test_the_right_edge_counts_where_the_left_one_has_no_conjunct() -> None:
    contents = [{0}, {1}, {2}, {3}, {4}, {5}, {2, 3, 4}]
    arcs = [(0, "root", 6), (6, "amod", 1), (6, "cc", 2), (6, "conj", 3), (6, "conj", 4), (6, "nmod", 5)]
    tree = BubbleTree(["hot", "both", "tea", "buns", "today"], contents, arcs)
    assert list(boundaries(tree)) == [Boundary(Side.RIGHT, (6, 4), (5,), (0,))]


def test_dependents_come_in_the_order_of_their_words_not_of_their_numbers() -> None:
    contents = [*({token} for token in range(6)), {4, 5}, {1, 2}]
    arcs = [(0, "root", 6), (6, "conj", 4), (6, "conj", 5), (6, "amod", 7), (7, "conj", 1), (7, "conj", 2), (6, "x", 3)]
    tree = BubbleTree(["hot", "sweet", "fresh", "tea", "buns"], contents, arcs)
    assert list(boundaries(tree)) == [Boundary(Side.LEFT, (6, 4), (7, 3), (0, 0))]


def test_annotation_stays() -> None:
    sentence = Sentence.from_columns(NESTED.words)
    annotated = BubbleTree(NESTED.words, NESTED.contents, NESTED.arcs, sentence)
    left, _ = boundaries(annotated)
    assert redistribute(annotated, left, [0, 0, 0]).sentence is sentence


def test_an_edge_without_a_conjunct_is_no_boundary() -> None:
    arcs = [(0, "root", 4), (4, "conj", 1), (4, "discourse", 2), (4, "nmod", 3)]
    tree = BubbleTree(["tea", "etc.", "today"], [{0}, {1}, {2}, {3}, {1, 2}], arcs)
    assert list(boundaries(tree)) == []


@given(broken_trees())
def test_boundaries_of_what_is_no_projective_tree(broken: Broken) -> None:
    with pytest.raises(InvalidTreeError):
        list(boundaries(broken.tree))


@pytest.mark.parametrize("levels", [[], [0, 0], [0, 1, 3], [-1, 0, 0], [0, 0, 0, 0], [1, 0, 2]])
def test_levels_that_do_not_fit(levels: list[int]) -> None:
    left, _ = boundaries(NESTED)
    reason = (
        "levels must rise from 0 to at most 2, not" if len(levels) == 3 else f"{len(levels)} levels for 3 dependents"
    )
    with pytest.raises(ValueError, match=reason):
        redistribute(NESTED, left, levels)


def test_boundaries_of_other_trees_are_refused() -> None:
    left, _ = boundaries(NESTED)
    with pytest.raises(ValueError, match="the tree has no such boundary"):
        redistribute(redistribute(NESTED, left, [0, 0, 0]), left, [0, 1, 2])


NO_TABLE = "each dependent needs a score for each host, and there must be at least one host"


@pytest.mark.parametrize(
    ("scores", "reason"),
    [
        ([[]], NO_TABLE),
        ([[1.0, 2.0], [1.0]], NO_TABLE),
        ([[0.0, float("nan")]], "a score is not a number"),
    ],
)
def test_scores_that_are_no_table(scores: list[list[float]], reason: str) -> None:
    with pytest.raises(ValueError, match=f"^{reason}$"):
        best_levels(scores)


def test_of_equal_splits_the_outermost_is_taken() -> None:
    assert best_levels([[0.0, 0.0], [0.0, 1.0]]) == [0, 1]
    assert best_levels([[0.0, 0.0], [0.0, 0.0]]) == [0, 0]


TABLES = st.integers(1, 4).flatmap(
    lambda hosts: st.lists(
        st.lists(st.integers(-3, 3).map(float), min_size=hosts, max_size=hosts), min_size=0, max_size=4
    )
)


@given(TABLES)
def test_the_best_split_is_the_best_of_all_splits(scores: list[list[float]]) -> None:
    found = best_levels(scores)
    assert is_split(found)
    assert len(found) == len(scores)

    def total(levels: tuple[int, ...]) -> float:
        return sum(row[level] for row, level in zip(scores, levels, strict=True))

    splits = [levels for levels in itertools.product(*(range(len(row)) for row in scores)) if is_split(levels)]
    best = max(map(total, splits))
    assert total(tuple(found)) == best
    # Of equal ones the one that is furthest out, the innermost dependent counting first.
    assert tuple(found[::-1]) == min(levels[::-1] for levels in splits if total(levels) == best)


def test_the_sides_have_names() -> None:
    assert [side.value for side in Side] == ["left", "right"]
