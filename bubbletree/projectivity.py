"""Projectivity, exactly as defined: the three further conditions of Shi & Lee (2021, section 2.2).

Like those in :mod:`bubbletree.wellformed`, these predicates are the readable reference and apply to
any structure; :mod:`bubbletree.validation` is the fast implementation.

Reading adopted
---------------
*Contained projections* is stated in the paper for all a1 ->* a2.  The relation is reflexive, and for
a1 = a2 = RT the condition can never hold, so it is read for distinct a1 and a2.  The inclusion
psi(a2) in phi(a1) is read as proper: with an improper one a bubble could have a single internal
child that covers all of it, and Bubble-Hybrid, which opens bubbles on two children, would not be
complete.  The tests count the trees under either reading.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from itertools import pairwise

from bubbletree.conditions import Condition, Violation
from bubbletree.span import Span
from bubbletree.tree import ROOT, BubbleTree
from bubbletree.wellformed import Predicate, descendants


def projection(tree: BubbleTree, bubble: int) -> frozenset[int]:
    """psi(bubble): all tokens in the contents of the bubble and of everything below it."""
    return frozenset().union(*(tree.contents[below] for below in descendants(tree, bubble)))


def first_gap(tokens: Set[int]) -> tuple[int, int, int] | None:
    """The first i < k < j with words i and j among the tokens and word k not, or None.

    "First" is by i = the first word, then the smallest k, then the smallest j.
    """
    words = sorted(tokens - {ROOT})
    for before, after in pairwise(words):
        if after > before + 1:
            return words[0], before + 1, after
    return None


def continuous_coverage(tree: BubbleTree) -> Iterator[Violation]:
    """Contents have no gaps; witnessed by tokens i < k < j, of which k alone is not in phi."""
    for bubble in tree.bubbles:
        gap = first_gap(tree.contents[bubble])
        if gap is not None:
            yield Violation(Condition.CONTINUOUS_COVERAGE, "a bubble has a gap in its content", (bubble,), gap)


def continuous_projections(tree: BubbleTree) -> Iterator[Violation]:
    """Projections have no gaps; witnessed by tokens i < k < j, of which k alone is not in psi."""
    for bubble in tree.bubbles:
        gap = first_gap(projection(tree, bubble))
        if gap is not None:
            yield Violation(Condition.CONTINUOUS_PROJECTIONS, "a bubble has a gap in its projection", (bubble,), gap)


def contained_projections(tree: BubbleTree) -> Iterator[Violation]:
    """What is below a bubble is properly inside its content or disjoint from it.

    Witnessed by a1, a2 and the tokens in both psi(a2) and phi(a1).
    """
    for a1 in tree.bubbles:
        for a2 in sorted(descendants(tree, a1) - {a1}):
            phi1, psi2 = tree.contents[a1], projection(tree, a2)
            if not (psi2 < phi1 or psi2.isdisjoint(phi1)):
                yield Violation(
                    Condition.CONTAINED_PROJECTIONS,
                    "the projection below a bubble is neither properly inside its content nor outside it",
                    (a1, a2),
                    tuple(sorted(psi2 & phi1)),
                )


PROJECTIVITY: dict[Condition, Predicate] = {
    Condition.CONTINUOUS_COVERAGE: continuous_coverage,
    Condition.CONTINUOUS_PROJECTIONS: continuous_projections,
    Condition.CONTAINED_PROJECTIONS: contained_projections,
}
"""The predicate for each condition of projectivity."""


def projection_spans(tree: BubbleTree) -> tuple[Span, ...]:
    """First and last token of psi(bubble) for each bubble of a well-formed tree (section 2.2), in linear time.

    By containment and lexical coverage these are the first and last singleton below the bubble.
    """
    return tuple(map(Span, *projection_bounds(tree)))


def projection_bounds(tree: BubbleTree) -> tuple[list[int], list[int]]:
    """The first tokens of all projections of a well-formed tree, and the last ones."""
    first, last = [start for start, _ in tree.hulls], [end for _, end in tree.hulls]
    for bubble, content in enumerate(tree.contents):
        if len(content) > 1:
            first[bubble], last[bubble] = len(tree.words), ROOT
    heads: list[int | None] = [None] * len(first)
    for arc in tree.arcs:
        heads[arc.dependent] = arc.head
    order = [bubble for bubble, head in enumerate(heads) if head is None]
    for bubble in order:  # grows while it is walked: every bubble after its head
        order.extend(tree.children(bubble))
    for bubble in reversed(order):
        head = heads[bubble]
        if head is not None:
            first[head] = min(first[head], first[bubble])
            last[head] = max(last[head], last[bubble])
    return first, last
