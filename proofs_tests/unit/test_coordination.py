"""Coordinations read off trees: conjuncts, coordinators and shared modifiers, in every constellation."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from bubbletree import BubbleTree, InvalidTreeError, Modifier, Sentence, Span, TreeCoordination, coordinations
from bubbletree.projectivity import projection, projection_spans
from proofs_tests.support import large
from proofs_tests.support.enumeration import words
from proofs_tests.support.strategies import Broken, broken_trees, projective_trees, renumbered


def test_the_example_of_the_paper() -> None:
    # "hot coffee or tea and a bun": "hot" is shared by coffee and tea, "a" belongs to bun alone.
    tree = BubbleTree(
        ["hot", "coffee", "or", "tea", "and", "a", "bun"],
        [*({t} for t in range(8)), {2, 3, 4}, range(1, 8)],
        [
            (0, "root", 9),
            (9, "conj", 8),
            (9, "cc", 5),
            (9, "conj", 7),
            (7, "det", 6),
            (8, "amod", 1),
            (8, "conj", 2),
            (8, "cc", 3),
            (8, "conj", 4),
        ],
    )
    assert coordinations(tree) == (
        TreeCoordination((Span(1, 4), Span(6, 7)), (Span(5, 5),), bubble=9),
        TreeCoordination(
            (Span(2, 2), Span(4, 4)), (Span(3, 3),), bubble=8, shared_left=(Modifier(1, "amod", Span(1, 1)),)
        ),
    )
    assert [found.whole for found in coordinations(tree)] == [Span(1, 7), Span(2, 4)]


def test_modifiers_on_both_sides_from_left_to_right() -> None:
    tree = BubbleTree(
        words(7),
        [*({t} for t in range(8)), {3, 4, 5}],
        [
            (0, "root", 8),
            (8, "late", 7),
            (8, "soon", 6),
            (8, "conj", 5),
            (8, "cc", 4),
            (8, "conj", 3),
            (8, "near", 2),
            (2, "far", 1),
        ],
    )
    [found] = coordinations(tree)
    assert found.conjuncts == (Span(3, 3), Span(5, 5))
    assert found.shared_left == (Modifier(2, "near", Span(1, 2)),)
    assert found.shared_right == (Modifier(6, "soon", Span(6, 6)), Modifier(7, "late", Span(7, 7)))


def test_a_label_may_be_empty() -> None:
    tree = BubbleTree(
        words(3), [*({t} for t in range(4)), {2, 3}], [(0, "root", 4), (4, "", 1), (4, "conj", 2), (4, "conj", 3)]
    )
    [found] = coordinations(tree)
    assert found.shared_left == (Modifier(1, "", Span(1, 1)),)


def test_what_is_neither_conjunct_nor_coordinator_does_not_count() -> None:
    tree = BubbleTree(
        ["tea", ",", "perhaps", "buns"],
        [*({t} for t in range(5)), {1, 2, 3, 4}],
        [(0, "root", 5), (5, "conj", 1), (5, "punct", 2), (5, "advmod", 3), (5, "conj", 4)],
    )
    [found] = coordinations(tree)
    assert found == TreeCoordination((Span(1, 1), Span(4, 4)), bubble=5)


def test_a_conjunct_may_stand_outside_only_as_a_modifier() -> None:
    # A dependent that happens to be labelled conj or cc, but is outside the bubble, is a shared modifier.
    tree = BubbleTree(
        words(4),
        [*({t} for t in range(5)), {2, 3}],
        [(0, "root", 5), (5, "conj", 1), (5, "conj", 2), (5, "conj", 3), (5, "cc", 4)],
    )
    [found] = coordinations(tree)
    assert found.conjuncts == (Span(2, 2), Span(3, 3))
    assert found.coordinators == ()
    assert found.shared_left == (Modifier(1, "conj", Span(1, 1)),)
    assert found.shared_right == (Modifier(4, "cc", Span(4, 4)),)


def test_a_bubble_without_conjuncts_is_no_coordination() -> None:
    tree = BubbleTree(words(2), [{0}, {1}, {2}, {1, 2}], [(0, "root", 3), (3, "fixed", 1), (3, "fixed", 2)])
    assert coordinations(tree) == ()


def test_one_bubble_without_conjuncts_hides_no_other() -> None:
    contents = [*({token} for token in range(6)), {1, 2}, {4, 5}]
    arcs = [(0, "root", 3), (3, "x", 6), (6, "y", 1), (6, "y", 2), (3, "obj", 7), (7, "conj", 4), (7, "conj", 5)]
    assert [found.bubble for found in coordinations(BubbleTree(words(5), contents, arcs))] == [7]


def test_the_category_comes_from_the_annotation() -> None:
    sentence = Sentence.from_columns(["tea", "and", "buns"])
    annotated = Sentence(sentence.rows, (), (((1, 3), "NP"), ((1, 2), "VP")))
    tree = BubbleTree(
        ["tea", "and", "buns"],
        [{0}, {1}, {2}, {3}, {1, 2, 3}],
        [(0, "root", 4), (4, "conj", 1), (4, "cc", 2), (4, "conj", 3)],
        annotated,
    )
    assert [found.category for found in coordinations(tree)] == ["NP"]
    assert [found.category for found in coordinations(BubbleTree(tree.words, tree.contents, tree.arcs))] == [None]


def test_trees_that_are_not_projective_have_coordinations_too() -> None:
    # The bubble {1, 3} is modified by word 2 between its parts, and by word 4, below which word 1's modifier 5 hangs.
    tree = BubbleTree(
        words(5),
        [*({t} for t in range(6)), {1, 3}],
        [(0, "root", 6), (6, "conj", 1), (6, "conj", 3), (6, "mod", 2), (6, "mod", 4), (1, "mod", 5)],
    )
    [found] = coordinations(tree)
    assert found.conjuncts == (Span(1, 5), Span(3, 3))
    assert found.shared_left == ()
    assert found.shared_right == (Modifier(2, "mod", Span(2, 2)), Modifier(4, "mod", Span(4, 4)))


def test_no_modifier_is_lost_where_projections_overlap() -> None:
    # Word 3, after the bubble {1, 2}, has word 1, in the bubble, below it: its projection begins where the bubble does.
    tree = BubbleTree(
        words(3), [{0}, {1}, {2}, {3}, {1, 2}], [(0, "root", 4), (4, "conj", 2), (4, "mod", 3), (3, "odd", 1)]
    )
    [found] = coordinations(tree)
    assert found.shared_left == ()
    assert found.shared_right == (Modifier(3, "mod", Span(1, 3)),)


@given(projective_trees(max_words=12))
def test_coordinations_partition_what_is_around_a_bubble(tree: BubbleTree) -> None:
    spans = projection_spans(tree)
    for bubble in tree.bubbles:
        tokens = sorted(projection(tree, bubble))
        assert spans[bubble] == (tokens[0], tokens[-1])
    found = coordinations(tree)
    wide = {bubble for bubble in tree.bubbles if len(tree.contents[bubble]) > 1}
    # In these trees every bubble begins with a conjunct.
    assert {coordination.bubble for coordination in found} == wide
    assert [(c.whole.first, -c.whole.last) for c in found] == sorted((c.whole.first, -c.whole.last) for c in found)
    for coordination in found:
        bubble = coordination.bubble
        hull = tree.hulls[bubble]
        inside = [child for child in tree.children(bubble) if tree.contents[child] < tree.contents[bubble]]
        outside = [child for child in tree.children(bubble) if child not in inside]
        assert sorted(coordination.conjuncts) == list(coordination.conjuncts)
        assert list(coordination.conjuncts) == sorted(spans[c] for c in inside if tree.label(c) == "conj")
        assert list(coordination.coordinators) == sorted(spans[c] for c in inside if tree.label(c) == "cc")
        assert coordination.conjuncts[0].first == hull.first
        modifiers = [*coordination.shared_left, *coordination.shared_right]
        assert [m.span for m in modifiers] == sorted(m.span for m in modifiers)
        assert {m.bubble for m in modifiers} == set(outside)
        assert len(modifiers) == len(outside)
        assert all(m.label == tree.label(m.bubble) and m.span == spans[m.bubble] for m in modifiers)
        assert all(m.span.last < hull.first for m in coordination.shared_left)
        assert all(m.span.first > hull.last for m in coordination.shared_right)


@given(projective_trees(max_words=8))
def test_the_order_of_listing_does_not_matter(tree: BubbleTree) -> None:
    def described(tree: BubbleTree) -> list[object]:
        return [
            (c.conjuncts, c.coordinators, [m[1:] for m in c.shared_left], [m[1:] for m in c.shared_right])
            for c in coordinations(tree)
        ]

    assert described(renumbered(tree, tree.bubbles[::-1])) == described(tree)


def test_the_outer_of_two_with_one_whole_span_comes_first() -> None:
    # The outer bubble has a single conjunct, the inner bubble, and ends in a comma.
    tree = BubbleTree(
        ["tea", "buns", ","],
        [{0}, {1}, {2}, {3}, {1, 2}, {1, 2, 3}],
        [(0, "root", 5), (5, "conj", 4), (5, "punct", 3), (4, "conj", 1), (4, "conj", 2)],
    )
    listed = renumbered(tree, tree.bubbles[::-1])
    assert [len(t.contents[c.bubble]) for t in (tree, listed) for c in coordinations(t)] == [3, 2, 3, 2]
    assert {c.whole for c in coordinations(tree)} == {Span(1, 2)}


@settings(max_examples=settings().max_examples // 3)
@given(broken_trees())
def test_only_well_formed_trees_have_coordinations(broken: Broken) -> None:
    if all(condition.is_projectivity for condition in broken.breakage.breaks | broken.breakage.may_break):
        coordinations(broken.tree)
    elif not all(condition.is_projectivity for condition in broken.breakage.breaks):
        with pytest.raises(InvalidTreeError):
            coordinations(broken.tree)


def test_large_trees() -> None:
    found = coordinations(large.halves(4_096).tree())
    assert len(found) == 4_095
    assert found[0].whole == Span(1, 4_096)
    assert projection_spans(large.chain(5_000).tree())[7] == Span(7, 5_000)
