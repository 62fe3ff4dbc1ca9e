"""Checked reattachment: what comes out is a projective tree that differs in one arc, or there is an error."""

from __future__ import annotations

import pickle
import random

import pytest
from hypothesis import given, settings

from bubbletree import Arc, BubbleTree, InvalidTreeError, Sentence, random_tree, reattach, validate
from bubbletree.editing import ReattachmentError
from proofs_tests.support.bounds import up_to
from proofs_tests.support.brute import projective_trees_pruned
from proofs_tests.support.enumeration import as_tree
from proofs_tests.support.strategies import Broken, broken_trees

TEA = BubbleTree(
    ["hot", "tea", "and", "buns"],
    [{0}, {1}, {2}, {3}, {4}, {1, 2, 3, 4}],
    [(0, "root", 5), (2, "amod", 1), (5, "conj", 2), (5, "cc", 3), (5, "conj", 4)],
)


def parts(tree: BubbleTree) -> set[tuple[int, int]]:
    """Which bubbles are parts of which."""
    return {(a.head, a.dependent) for a in tree.arcs if tree.contents[a.dependent] <= tree.contents[a.head]}


def assert_moved(tree: BubbleTree, edited: BubbleTree, dependent: int, head: int, label: str) -> None:
    """The edited tree is projective, and is the old one but for one arc and the contents that follow from it."""
    assert validate(edited).violations == ()
    assert set(edited.arcs) - {(head, label, dependent)} == {a for a in tree.arcs if a.dependent != dependent}
    assert (head, label, dependent) in edited.arcs
    assert parts(edited) == parts(tree)
    assert edited.words == tree.words
    assert edited.sentence is tree.sentence


def can_move(tree: BubbleTree, dependent: int, head: int) -> bool:
    """Whether some projective tree has the same words and parts, and these arcs with the dependent on that head.

    Written from the definitions, with sets: a bubble contains what its parts project to.
    """
    if tree.head(dependent) is None or any(part == dependent for _, part in parts(tree)):
        return False
    arcs = [Arc(head if arc.dependent == dependent else arc.head, arc.label, arc.dependent) for arc in tree.arcs]
    below: dict[int, list[int]] = {bubble: [] for bubble in tree.bubbles}
    for arc in arcs:
        below[arc.head].append(arc.dependent)
    inside = {bubble: [part for whole, part in parts(tree) if whole == bubble] for bubble in tree.bubbles}

    def projection(bubble: int, path: frozenset[int]) -> set[int] | None:
        if bubble in path:
            return None  # a cycle
        found = set() if inside[bubble] else set(tree.contents[bubble])
        for child in below[bubble]:
            tokens = projection(child, path | {bubble})
            if tokens is None:
                return None
            found |= tokens
        return found

    projections = {bubble: projection(bubble, frozenset()) for bubble in tree.bubbles}
    if any(tokens is None for tokens in projections.values()):
        return False
    contents = [
        set().union(*(projections[part] or () for part in inside[bubble])) if inside[bubble] else tree.contents[bubble]
        for bubble in tree.bubbles
    ]
    moved = BubbleTree(tree.words, contents, arcs)
    return bool(validate(moved)) and parts(moved) == parts(tree)


def assert_checked(tree: BubbleTree, dependent: int, head: int) -> bool:
    """Reattaching works where it can, and can be undone, or is refused and leaves a reason; whether it works."""
    old, label = tree.head(dependent), tree.label(dependent)
    try:
        edited = reattach(tree, dependent, head)
    except ReattachmentError as refused:
        facts = (refused.dependent, refused.head, refused.reason in str(refused))
        assert facts == (dependent, head, True), facts
        assert not can_move(tree, dependent, head)
        return False
    assert can_move(tree, dependent, head)
    assert old is not None
    assert label is not None
    assert_moved(tree, edited, dependent, head, label)
    assert reattach(edited, dependent, old) == tree
    return True


@pytest.mark.parametrize("n", up_to(3, 4, first=0))
def test_every_move_in_every_tree(n: int) -> None:
    for forest in projective_trees_pruned(n):
        tree = as_tree(forest)
        moved = {(d, h) for d in tree.bubbles for h in tree.bubbles if assert_checked(tree, d, h)}
        # A modifier may stay where it is, and no part may be moved.
        staying = {(arc.dependent, arc.head) for arc in tree.arcs}
        assert {(d, h) for d, h in staying if (h, d) not in parts(tree)} <= moved
        assert not {d for _, d in parts(tree)} & {d for d, _ in moved}


def test_moves_in_larger_trees() -> None:
    rng = random.Random(1)
    moves = 0
    for _ in range(settings().max_examples // 4):
        tree = random_tree(rng.randint(5, 10), rng)
        moves += sum(assert_checked(tree, d, h) for d in tree.bubbles for h in tree.bubbles if tree.head(d) != h)
    assert moves >= settings().max_examples, "there are moves enough"


def test_a_private_modifier_becomes_shared_and_private_again() -> None:
    shared = reattach(TEA, 1, 5)
    assert shared.contents[5] == {2, 3, 4}
    assert (shared.head(1), shared.label(1)) == (5, "amod")
    private = reattach(shared, 1, 2, "nmod")
    assert private.contents == TEA.contents
    assert (private.head(1), private.label(1)) == (2, "nmod")


def test_the_annotation_is_kept() -> None:
    annotated = BubbleTree(TEA.words, TEA.contents, TEA.arcs, Sentence.from_columns(TEA.words))
    assert reattach(annotated, 1, 5).sentence is annotated.sentence


@pytest.mark.parametrize(
    ("dependent", "head", "reason"),
    [
        (9, 0, "there is no bubble 9"),
        (1, 9, "there is no bubble 9"),
        (-1, 0, "there is no bubble -1"),
        (0, 1, "RT has no head"),
        (2, 0, "it is a part of bubble 5, not a modifier"),
        (5, 1, "the new head is below it"),
        (1, 1, "the new head is below it"),
        (1, 4, "the result would not be a projective tree"),
    ],
)
def test_refusals(dependent: int, head: int, reason: str) -> None:
    with pytest.raises(ReattachmentError) as refused:
        reattach(TEA, dependent, head)
    error = refused.value
    assert str(error) == f"bubble {dependent} cannot be attached to bubble {head}: {reason}"
    assert (error.dependent, error.head, error.reason) == (dependent, head, reason)
    assert (error.report is not None) == (reason == "the result would not be a projective tree")
    twin = pickle.loads(pickle.dumps(error))
    assert (twin.reason, twin.report) == (error.reason, error.report)


def test_a_modifier_does_not_become_a_part() -> None:
    # Word 2 hangs on word 1, a part of the bubble; on the bubble itself it would stand between the parts.
    tree = BubbleTree(
        ["a", "b", "c"],
        [{0}, {1}, {2}, {3}, {1, 2, 3}],
        [(0, "root", 4), (4, "conj", 1), (1, "mod", 2), (4, "conj", 3)],
    )
    with pytest.raises(ReattachmentError) as refused:
        reattach(tree, 2, 4)
    assert refused.value.reason == "it would become a part of that bubble, not a modifier"


@settings(max_examples=settings().max_examples // 5)
@given(broken_trees())
def test_only_projective_trees_can_be_edited(broken: Broken) -> None:
    with pytest.raises(InvalidTreeError):
        reattach(broken.tree, 1, 0)
