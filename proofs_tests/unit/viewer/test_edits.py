"""Changes to trees, against trees written by hand, and undone again."""

from __future__ import annotations

import pytest

import bubbletree as bt
from bubbletree import BubbleTree, parse_brackets, treebank
from bubbletree.viewer.edits import EditError, attach, coordinate, dissolve
from bubbletree.viewer.records import numbers
from proofs_tests.support.examples import FIGURE_1
from proofs_tests.support.layouts import renumbered

FLAT = parse_brackets("nsubj=I prefer obj=(amod=hot coffee conj=(cc=or tea) conj=(cc=and det=a bun))")
BANK = [renumbered(tree) for tree in treebank.load()]


def in_order(brackets: str) -> BubbleTree:
    return renumbered(parse_brackets(brackets))


@pytest.mark.parametrize(
    ("before", "dependent", "head", "label", "after"),
    [
        ("amod=hot [tea cc=or milk]", 1, 2, "amod", "[(amod=hot tea) cc=or milk]"),
        ("[(amod=hot tea) cc=or milk]", 1, 5, "amod", "amod=hot [tea cc=or milk]"),
        ("[tea cc=or milk] advmod=now", 4, 3, "advmod", "[tea cc=or (milk advmod=now)]"),
        ("[tea cc=or milk] advmod=now", 4, 5, "conj", "[tea cc=or milk now]"),
        ("[tea cc=or milk now]", 4, 5, "advmod", "[tea cc=or milk] advmod=now"),
        ("nsubj=I drink obj=tea", 3, 2, "obl", "nsubj=I drink obl=tea"),
        ("[a cc=b c]", 2, 4, "dep", "[a dep=b c]"),
    ],
)
def test_attaching_moves_a_bubble_and_its_bubbles_shrink_and_grow(
    before: str, dependent: int, head: int, label: str, after: str
) -> None:
    assert attach(in_order(before), dependent, head, label) == parse_brackets(after)


def test_attaching_agrees_with_reattach_wherever_that_is_allowed() -> None:
    agreed = 0
    for tree in BANK[:60:4]:
        for dependent in tree.bubbles[1:]:
            for head in tree.bubbles:
                label = tree.label(dependent)
                assert label is not None
                if label in ("conj", "cc") or (head > len(tree.words) and label == "punct"):
                    continue
                try:
                    expected = bt.reattach(tree, dependent, head)
                except bt.ReattachmentError:
                    continue
                assert attach(tree, dependent, head, label) == expected
                agreed += 1
    assert agreed > 100


def test_bubbles_are_made_from_conjuncts_from_the_inside_out() -> None:
    inner = coordinate(FLAT, [4, 6])
    assert inner == parse_brackets("nsubj=I prefer obj=([(amod=hot coffee) cc=or tea] conj=(cc=and det=a bun))")
    moved = attach(inner, 3, 10, "amod")
    outer = coordinate(moved, [10, 9])
    assert bt.validate(outer)
    assert [one.conjuncts for one in bt.coordinations(outer)] == [((3, 6), (8, 9)), ((4, 4), (6, 6))]
    assert outer == FIGURE_1


@pytest.mark.parametrize("tree", [tree for tree in BANK if len(tree.contents) > len(tree.words) + 1][::7])
def test_a_bubble_that_was_removed_can_be_made_again(tree: BubbleTree) -> None:
    bubble = len(tree.contents) - 1
    conjuncts = [part for part in tree.parts(bubble) if tree.label(part) == "conj"]
    without = dissolve(tree, bubble)
    assert len(without.contents) == len(tree.contents) - 1
    again = coordinate(without, conjuncts)
    [made] = [one for one in again.bubbles if again.contents[one] & tree.contents[bubble] and one >= len(tree.words) + 1
              and {min(again.contents[part]) for part in again.parts(one) if again.label(part) == "conj"}
              == {min(tree.contents[part]) for part in conjuncts}]  # fmt: skip
    assert again.label(made) == tree.label(bubble)


def test_a_change_may_break_a_tree_and_the_next_one_may_mend_it() -> None:
    tree = in_order("nsubj=I prefer obj=(det=a bun)")
    broken = attach(tree, 4, 3, "obj")
    assert not bt.validate(broken)
    assert bt.Condition.TREE in bt.validate(broken).conditions
    assert attach(broken, 4, 2, "obj") == tree


def test_bubbles_stay_in_the_order_of_records() -> None:
    for tree in BANK[:40]:
        for bubble in tree.bubbles[len(tree.words) + 1 :]:
            changed = dissolve(tree, bubble)
            if bt.validate(changed):
                assert numbers(changed) == list(changed.bubbles)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda tree: attach(tree, 0, 1, "x"), "RT has no head"),
        (lambda tree: attach(tree, 1, 1, "x"), "its own head"),
        (lambda tree: attach(tree, 1, 99, "x"), "no bubble 99"),
        (lambda tree: attach(tree, -1, 1, "x"), "no bubble -1"),
        (lambda tree: attach(tree, 1, 2, ""), "a name without blanks"),
        (lambda tree: attach(tree, 1, 2, "a b"), "a name without blanks"),
        (lambda tree: coordinate(tree, [1]), "at least two"),
        (lambda tree: coordinate(tree, [0, 1]), "at least two"),
        (lambda tree: coordinate(attach(tree, 2, 1, "x"), [1, 2]), "each of these depends"),
        (lambda tree: dissolve(tree, 1), "only a bubble of several words"),
        (lambda _: attach(BubbleTree(["a"], [{1}, {0}], []), 1, 0, "x"), "one by one"),
    ],
)
def test_changes_without_sense_are_refused(change: object, reason: str) -> None:
    assert callable(change)
    with pytest.raises(EditError, match=reason):
        change(in_order("nsubj=I prefer obj=(det=a bun)"))
