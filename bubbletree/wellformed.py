"""Well-formedness, exactly as defined: one predicate for each condition of Shi & Lee (2021, section 2.2).

Each predicate yields the witnesses against its condition and nothing if the condition holds.  They can be read beside
the paper, quantifier by quantifier, and take quadratic time or worse. :mod:`bubbletree.validation` decides the same in
linear time, and tests compare the two.

The predicates apply to any structure.  Where the paper speaks of "the tree defined by A", A may here
be any set of arcs; the relation ->* is defined all the same.

Reading adopted
---------------
* *tree*: exactly one bubble has no incoming arc, no bubble has two, and every bubble is reached from
  one without a head.  Two arcs with different labels between the same bubbles are two arcs.
* *roothood*: "is the root" is read as "has no incoming arc", so that the condition makes sense by
  itself; with the tree condition it is the paper's.
* *containment* is asked for proper containment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, permutations

from bubbletree.conditions import Condition, Violation
from bubbletree.tree import ROOT, BubbleTree

Predicate = Callable[[BubbleTree], Iterator[Violation]]


def descendants(tree: BubbleTree, bubble: int) -> frozenset[int]:
    """All bubbles alpha with bubble ->* alpha; the relation is reflexive, so ``bubble`` is one."""
    reached = {bubble}
    pending = [bubble]
    while pending:
        for child in tree.children(pending.pop()):
            if child not in reached:
                reached.add(child)
                pending.append(child)
    return frozenset(reached)


def is_tree(tree: BubbleTree) -> Iterator[Violation]:
    """A is a directed tree over B."""
    headless = tuple(bubble for bubble in tree.bubbles if not tree.incoming(bubble))
    if len(headless) != 1:
        reason = "several bubbles have no head" if headless else "no bubble is without a head"
        yield Violation(Condition.TREE, reason, headless)
    for bubble in tree.bubbles:
        if len(tree.incoming(bubble)) > 1:
            heads = tuple(arc.head for arc in tree.incoming(bubble))
            yield Violation(Condition.TREE, "a bubble has more than one incoming arc", (bubble, *heads))
    reached: set[int] = set()
    for bubble in headless:
        reached |= descendants(tree, bubble)
    cut_off = tuple(bubble for bubble in tree.bubbles if bubble not in reached)
    if cut_off:
        yield Violation(Condition.TREE, "bubbles are on a cycle or below one", cut_off)


def no_partial_overlap(tree: BubbleTree) -> Iterator[Violation]:
    """Any two contents are disjoint or nested; witnessed by the tokens that two bubbles share."""
    for a1, a2 in combinations(tree.bubbles, 2):
        phi1, phi2 = tree.contents[a1], tree.contents[a2]
        if not (phi1.isdisjoint(phi2) or phi1 <= phi2 or phi2 <= phi1):
            yield Violation(
                Condition.NO_PARTIAL_OVERLAP, "two bubbles overlap in part", (a1, a2), tuple(sorted(phi1 & phi2))
            )


def non_duplication(tree: BubbleTree) -> Iterator[Violation]:
    """No two bubbles have the same content; witnessed by that content."""
    for a1, a2 in combinations(tree.bubbles, 2):
        if tree.contents[a1] == tree.contents[a2]:
            yield Violation(
                Condition.NON_DUPLICATION,
                "two bubbles have the same content",
                (a1, a2),
                tuple(sorted(tree.contents[a1])),
            )


def lexical_coverage(tree: BubbleTree) -> Iterator[Violation]:
    """Every node of V, RT included, has a singleton bubble; witnessed by a token that has none."""
    for token in range(len(tree.words) + 1):
        if not any(content == {token} for content in tree.contents):
            yield Violation(Condition.LEXICAL_COVERAGE, "a token has no bubble of its own", (), (token,))


def roothood(tree: BubbleTree) -> Iterator[Violation]:
    """RT is in exactly one bubble, a singleton without a head."""
    holders = tuple(bubble for bubble in tree.bubbles if ROOT in tree.contents[bubble])
    if len(holders) != 1:
        reason = "RT is in several bubbles" if holders else "RT is in no bubble"
        yield Violation(Condition.ROOTHOOD, reason, holders, (ROOT,))
    for bubble in holders:
        if tree.contents[bubble] != {ROOT}:
            yield Violation(Condition.ROOTHOOD, "the bubble of RT holds words too", (bubble,), (ROOT,))
        if tree.incoming(bubble):
            heads = tuple(arc.head for arc in tree.incoming(bubble))
            yield Violation(Condition.ROOTHOOD, "the bubble of RT has a head", (bubble, *heads), (ROOT,))


def containment(tree: BubbleTree) -> Iterator[Violation]:
    """If phi(a2) is a proper subset of phi(a1) then a1 ->* a2; witnessed by phi(a2)."""
    for a1, a2 in permutations(tree.bubbles, 2):
        if tree.contents[a2] < tree.contents[a1] and a2 not in descendants(tree, a1):
            yield Violation(
                Condition.CONTAINMENT,
                "a bubble contains another that is not below it",
                (a1, a2),
                tuple(sorted(tree.contents[a2])),
            )


WELL_FORMEDNESS: dict[Condition, Predicate] = {
    Condition.TREE: is_tree,
    Condition.NO_PARTIAL_OVERLAP: no_partial_overlap,
    Condition.NON_DUPLICATION: non_duplication,
    Condition.LEXICAL_COVERAGE: lexical_coverage,
    Condition.ROOTHOOD: roothood,
    Condition.CONTAINMENT: containment,
}
"""The predicate for each condition of well-formedness."""
