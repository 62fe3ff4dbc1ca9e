"""Coordinations read off a bubble tree: conjuncts, coordinators and shared modifiers as spans.

Every bubble of two or more words is a coordinated phrase (Shi & Lee 2021, section 2.2).  Its
*internal* children, those whose projection lies inside its content, are the conjuncts (label
``conj``), the coordinators (``cc``) and what else stands between them (punctuation, adverbs).  Its
*outside* children modify the coordination as a whole: they are the shared modifiers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bubbletree.projectivity import projection_spans
from bubbletree.span import Span
from bubbletree.tree import CONJ, BubbleTree
from bubbletree.validation import validate

COORDINATOR = "cc"
"""The label of a coordinator inside a bubble."""


class Modifier(NamedTuple):
    """A dependent of a bubble as a whole: its bubble number, its relation and the words it covers."""

    bubble: int
    label: str
    span: Span


@dataclass(frozen=True, slots=True)
class Coordination:
    """One coordinated phrase.

    Attributes
    ----------
    bubble : int
        The number of its bubble in the tree.
    conjuncts : tuple of Span
        The spans of the conjuncts from left to right, each with its private modifiers.
    coordinators : tuple of Span
        The spans of the coordinators (usually one word each) from left to right; empty in asyndetic
        coordination.
    shared_left, shared_right : tuple of Modifier
        The modifiers of the whole, before and after it, from left to right.
    category : str or None
        The phrase category that the source gives, if any.
    """

    bubble: int
    conjuncts: tuple[Span, ...]
    coordinators: tuple[Span, ...]
    shared_left: tuple[Modifier, ...] = ()
    shared_right: tuple[Modifier, ...] = ()
    category: str | None = None

    @property
    def whole(self) -> Span:
        """From the first word of the first conjunct to the last word of the last conjunct."""
        return Span(self.conjuncts[0].first, self.conjuncts[-1].last)


def coordinations(tree: BubbleTree) -> tuple[Coordination, ...]:
    """All coordinations of a well-formed bubble tree, by first word, the wider of two first.

    Conjunct spans are the projections of the bubble's children labelled ``conj``.  In a tree that is
    well-formed but not projective, a span runs from the first to the last word of the projection.
    Bubbles without any child labelled ``conj`` are no coordinations and are left out.

    Raises
    ------
    InvalidTreeError
        The tree is not well-formed.

    Examples
    --------
    >>> from bubbletree import BubbleTree
    >>> tree = BubbleTree(
    ...     ["hot", "tea", "and", "buns"],
    ...     [{0}, {1}, {2}, {3}, {4}, {2, 3, 4}],
    ...     [(0, "root", 5), (5, "amod", 1), (5, "conj", 2), (5, "cc", 3), (5, "conj", 4)],
    ... )
    >>> [found] = coordinations(tree)
    >>> found.conjuncts, found.coordinators
    ((Span(first=2, last=2), Span(first=4, last=4)), (Span(first=3, last=3),))
    >>> found.shared_left
    (Modifier(bubble=1, label='amod', span=Span(first=1, last=1)),)
    """
    validate(tree, projective=False).raise_for_violations()
    projection = projection_spans(tree)
    categories = dict(tree.sentence.categories) if tree.sentence is not None else {}
    found = []
    for bubble in tree.bubbles:
        content = tree.contents[bubble]
        if len(content) < 2:
            continue
        children = [
            Modifier(child, tree.label(child) or "", projection[child])
            for child in sorted(tree.children(bubble), key=lambda child: projection[child])
        ]
        inside = [child for child in children if tree.contents[child.bubble] <= content]
        outside = [child for child in children if not tree.contents[child.bubble] <= content]
        conjuncts = tuple(child.span for child in inside if child.label == CONJ)
        if not conjuncts:
            continue
        whole = Span(conjuncts[0].first, conjuncts[-1].last)
        found.append(
            Coordination(
                bubble=bubble,
                conjuncts=conjuncts,
                coordinators=tuple(child.span for child in inside if child.label == COORDINATOR),
                # Contents are disjoint here; projections, in a tree that is not projective, need not be.
                shared_left=tuple(m for m in outside if tree.hulls[m.bubble].first < tree.hulls[bubble].first),
                shared_right=tuple(m for m in outside if tree.hulls[m.bubble].first > tree.hulls[bubble].first),
                category=categories.get(whole),
            )
        )
    # A bubble that ends in no conjunct may share its whole span with one inside it; its content is larger.
    return tuple(sorted(found, key=lambda c: (c.whole.first, -c.whole.last, -len(tree.contents[c.bubble]))))
