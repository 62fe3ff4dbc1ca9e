"""Changing a tree without breaking it.

The head of a modifier affects the contents of the bubbles around it. A modifier of the last conjunct is private, and
inside the bubble. A modifier of the bubble is shared, and outside. So moving a modifier changes contents too. In a
projective tree, the content of a bubble is the projection of its internal children (see :mod:`bubbletree.validation`).
:func:`reattach` moves one arc and recomputes the contents from the internal children. It raises an error if the result
would not be a projective tree.
"""

from __future__ import annotations

from collections.abc import Sequence

from bubbletree.errors import BubbletreeError
from bubbletree.projectivity import projection_spans
from bubbletree.tree import Arc, BubbleTree
from bubbletree.validation import Report, validate


class ReattachmentError(BubbletreeError, ValueError):
    """A dependent cannot be moved to the given head.

    Attributes
    ----------
    dependent, head : int
        The bubble to move, and the new head.
    reason : str
        Why not, in words.
    report : Report or None
        What would be wrong with the result, if that is the reason.
    """

    def __init__(self, dependent: int, head: int, reason: str, report: Report | None = None) -> None:
        super().__init__(f"bubble {dependent} cannot be attached to bubble {head}: {reason}")
        self.dependent = dependent
        self.head = head
        self.reason = reason
        self.report = report


def reattach(tree: BubbleTree, dependent: int, head: int, label: str | None = None) -> BubbleTree:
    """The tree in which a modifier has another head, outside that head's content.

    Bubbles keep their numbers.  The contents of the bubbles around the old and the new place shrink
    and grow as needed.

    Parameters
    ----------
    tree : BubbleTree
        A projective tree.
    dependent : int
        The bubble to move, with all that is below it.  It must not be a part of a bubble: moving a
        conjunct or a coordinator would change the coordination.
    head : int
        The bubble to attach it to.
    label : str, optional
        The label of the new arc; by default, that of the old one.

    Raises
    ------
    InvalidTreeError
        The tree is not projective.
    ReattachmentError
        The dependent is RT or a part of a bubble, or would become a part of one, or the result would not
        be a projective tree.

    Examples
    --------
    From "[(hot tea) and buns]" to "hot [tea and buns]":

    >>> from bubbletree import BubbleTree
    >>> tree = BubbleTree(
    ...     ["hot", "tea", "and", "buns"],
    ...     [{0}, {1}, {2}, {3}, {4}, {1, 2, 3, 4}],
    ...     [(0, "root", 5), (2, "amod", 1), (5, "conj", 2), (5, "cc", 3), (5, "conj", 4)],
    ... )
    >>> sorted(reattach(tree, 1, 5).contents[5])
    [2, 3, 4]
    """
    validate(tree).raise_for_violations()
    for bubble in (dependent, head):
        if bubble not in tree.bubbles:
            raise ReattachmentError(dependent, head, f"there is no bubble {bubble}")
    old = tree.head(dependent)
    if old is None:
        raise ReattachmentError(dependent, head, "RT has no head")
    if tree.is_inside(dependent, old):
        raise ReattachmentError(dependent, head, f"it is a part of bubble {old}, not a modifier")
    if head in _below(tree, dependent):
        raise ReattachmentError(dependent, head, "the new head is below it")
    arcs = [
        Arc(head, arc.label if label is None else label, dependent) if arc.dependent == dependent else arc
        for arc in tree.arcs
    ]
    edited = BubbleTree(tree.words, contents_under(tree, arcs), arcs, tree.sentence)
    report = validate(edited)
    if not report:
        raise ReattachmentError(dependent, head, "the result would not be a projective tree", report)
    if edited.is_inside(dependent, head):
        raise ReattachmentError(dependent, head, "it would become a part of that bubble, not a modifier")
    return edited


def _below(tree: BubbleTree, bubble: int) -> list[int]:
    order = [bubble]
    for found in order:  # grows while it is walked
        order.extend(tree.children(found))
    return order


def contents_under(tree: BubbleTree, arcs: Sequence[Arc]) -> list[range]:
    """What each bubble of a projective tree contains if its parts stay its parts and the arcs are the given ones."""
    spans = projection_spans(BubbleTree(tree.words, tree.contents, arcs))
    contents = []
    for bubble, hull in enumerate(tree.hulls):
        parts = [spans[part] for part in tree.parts(bubble)]
        ends = parts or [hull]
        contents.append(range(min(end.first for end in ends), max(end.last for end in ends) + 1))
    return contents
