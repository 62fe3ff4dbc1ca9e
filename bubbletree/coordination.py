"""Coordinations as spans, from a bubble tree or from another source.

:func:`coordinations` finds those of a tree. Every bubble of two or more words is a coordinated phrase (Shi & Lee 2021,
section 2.2). Its *internal* children are those whose projection lies inside its content: the conjuncts (label
``conj``), the coordinators (``cc``) and anything else between them (punctuation, adverbs). Its *outside* children
modify the coordination as a whole: they are the shared modifiers.

A :class:`Coordination` says which words are coordinators, so it can be scored. One that comes from a tree is a
:class:`TreeCoordination`. A :class:`GivenCoordination` says only what is between the conjuncts. ``.coord`` files
contain these, and :func:`bubbletree.from_ud` takes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

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


class HasConjuncts(Protocol):
    """A coordination whose conjuncts are known."""

    @property
    def conjuncts(self) -> Sequence[tuple[int, int]]:
        """First and last word of each conjunct, from left to right."""


@dataclass(frozen=True, slots=True)
class Coordination:
    """One coordinated phrase, with coordinators marked apart from punctuation. Scores compare these.

    Parameters
    ----------
    conjuncts : iterable of (first, last)
        The spans of the conjuncts from left to right, each with its private modifiers.
    coordinators : iterable of (first, last)
        The spans of the coordinators (usually one word each) from left to right; empty in asyndetic
        coordination.
    category : str, optional
        The phrase category (``"NP"``), if the source gives one.

    Examples
    --------
    >>> Coordination([(1, 1), (3, 4)], [(2, 2)]).whole
    Span(first=1, last=4)
    """

    conjuncts: tuple[Span, ...]
    coordinators: tuple[Span, ...] = ()
    category: str | None = None

    def __init__(
        self,
        conjuncts: Iterable[tuple[int, int]],
        coordinators: Iterable[tuple[int, int]] = (),
        category: str | None = None,
    ) -> None:
        object.__setattr__(self, "conjuncts", _spans(conjuncts))
        object.__setattr__(self, "coordinators", _spans(coordinators))
        object.__setattr__(self, "category", category)

    @property
    def whole(self) -> Span:
        """From the first word of the first conjunct to the last word of the last conjunct."""
        return _whole(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeCoordination(Coordination):
    """A coordination of a bubble tree.

    Attributes
    ----------
    bubble : int
        The number of its bubble in the tree.
    shared_left, shared_right : tuple of Modifier
        The modifiers of the whole, before and after it, from left to right.
    """

    bubble: int
    shared_left: tuple[Modifier, ...] = ()
    shared_right: tuple[Modifier, ...] = ()


@dataclass(frozen=True, slots=True)
class GivenCoordination:
    """A coordinated phrase as a source gives it; the source may not know which words are coordinators.

    Parameters
    ----------
    conjuncts : iterable of (first, last)
        The spans of the conjuncts from left to right.
    separators : iterable of (first, last)
        The coordinators and punctuation between the conjuncts, if the source gives them.
    category : str, optional
        The phrase category, if the source gives one.

    Examples
    --------
    >>> GivenCoordination([(1, 1), (3, 4)], separators=[(2, 2)]).whole
    Span(first=1, last=4)
    """

    conjuncts: tuple[Span, ...]
    separators: tuple[Span, ...] = ()
    category: str | None = None

    def __init__(
        self,
        conjuncts: Iterable[tuple[int, int]],
        separators: Iterable[tuple[int, int]] = (),
        category: str | None = None,
    ) -> None:
        object.__setattr__(self, "conjuncts", _spans(conjuncts))
        object.__setattr__(self, "separators", _spans(separators))
        object.__setattr__(self, "category", category)

    @property
    def whole(self) -> Span:
        """From the first word of the first conjunct to the last word of the last conjunct."""
        return _whole(self)


def _spans(pairs: Iterable[tuple[int, int]]) -> tuple[Span, ...]:
    return tuple(Span(first, last) for first, last in pairs)


def _whole(coordination: HasConjuncts) -> Span:
    return Span(coordination.conjuncts[0][0], coordination.conjuncts[-1][1])


def coordinations(tree: BubbleTree) -> tuple[TreeCoordination, ...]:
    """All coordinations of a well-formed bubble tree, sorted by first word, wider ones first.

    Conjunct spans are the projections of the bubble's children labelled ``conj``.  In a tree that is
    well-formed but not projective, a span runs from the first to the last word of the projection.
    Bubbles without any child labelled ``conj`` are not coordinations, and are left out.

    Parameters
    ----------
    tree : BubbleTree
        A well-formed tree.

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
        if len(tree.contents[bubble]) < 2:
            continue
        parts = set(tree.parts(bubble))
        children = [
            Modifier(child, tree.label(child) or "", projection[child])
            for child in sorted(tree.children(bubble), key=projection.__getitem__)
        ]
        conjuncts = tuple(child.span for child in children if child.bubble in parts and child.label == CONJ)
        if not conjuncts:
            continue
        shared = [child for child in children if child.bubble not in parts]
        # Contents are disjoint here; projections, in a tree that is not projective, need not be.
        first = tree.hulls[bubble].first
        found.append(
            TreeCoordination(
                conjuncts,
                tuple(child.span for child in children if child.bubble in parts and child.label == COORDINATOR),
                categories.get((conjuncts[0].first, conjuncts[-1].last)),
                bubble=bubble,
                shared_left=tuple(child for child in shared if tree.hulls[child.bubble].first < first),
                shared_right=tuple(child for child in shared if tree.hulls[child.bubble].first > first),
            )
        )
    # A bubble that ends in no conjunct may share its whole span with one inside it; its content is larger.
    return tuple(sorted(found, key=lambda c: (c.whole.first, -c.whole.last, -len(tree.contents[c.bubble]))))
