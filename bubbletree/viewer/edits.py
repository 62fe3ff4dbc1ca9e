"""Changes that an annotator makes to a tree, one at a time; the result may be a tree that is not well-formed.

Bubbles 0 to n are those of RT and the words, and the wider ones follow, as in the records of a page. What a wide bubble
contains is not drawn by hand: it is what its parts and all below them cover, as in every projective tree.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from bubbletree.coordination import COORDINATOR
from bubbletree.errors import BubbletreeError
from bubbletree.tree import CONJ, ROOT, Arc, BubbleTree

BETWEEN: Final = frozenset({COORDINATOR, "punct"})
"""The labels of what goes into a bubble with the conjuncts beside it."""


class EditError(BubbletreeError, ValueError):
    """A change that makes no sense in a tree."""


def attach(tree: BubbleTree, dependent: int, head: int, label: str) -> BubbleTree:
    """The tree in which a bubble has another head, or another relation to it.

    It becomes a part of a wide bubble if it is labelled as a conjunct or a coordinator, or stands between other parts.
    Otherwise it becomes a modifier that the conjuncts share.

    Parameters
    ----------
    tree : BubbleTree
        The tree.
    dependent, head : int
        The bubble and its new head.
    label : str
        The relation.

    Raises
    ------
    EditError
        There are no such bubbles, or they are the same, or the dependent is RT, or the relation has no name or blanks.

    Examples
    --------
    >>> from bubbletree import parse_brackets
    >>> tree = parse_brackets("[(amod=hot tea) cc=or milk]")
    >>> attach(tree, 1, 5, "amod") == parse_brackets("amod=hot [tea cc=or milk]")
    True
    """
    draft = _Draft.of(tree)
    draft.check(dependent, head)
    if dependent == ROOT:
        raise EditError("RT has no head")
    if dependent == head:
        raise EditError("nothing is its own head")
    if not label or any(map(str.isspace, label)):
        raise EditError("a relation has a name without blanks")
    draft.move(dependent, head, label)
    return draft.tree()


def coordinate(tree: BubbleTree, members: Collection[int]) -> BubbleTree:
    """The tree with a new bubble around conjuncts.

    The bubble takes the head and the relation of one of them: the first one that depends on none of the others.
    Coordinators and punctuation marks between the conjuncts that depend on them come into the bubble, too. Other
    conjuncts that depend on one of them then depend on the bubble.

    Parameters
    ----------
    tree : BubbleTree
        The tree.
    members : collection of int
        The conjuncts; coordinators and punctuation marks may be among them.

    Raises
    ------
    EditError
        There are no such bubbles, or fewer than two of them, or RT is one; or each depends on another one.

    Examples
    --------
    >>> from bubbletree import parse_brackets
    >>> tree = parse_brackets("nsubj=We drink obj=(tea conj=(cc=or milk))")
    >>> coordinate(tree, [3, 5]) == parse_brackets("nsubj=We drink obj=[tea cc=or milk]")
    True
    """
    draft = _Draft.of(tree)
    draft.check(*members)
    ordered = sorted(set(members), key=draft.place)
    if len(ordered) < 2 or ROOT in ordered:
        raise EditError("a bubble needs at least two conjuncts")
    lead = next((one for one in ordered if draft.arc(one).head not in ordered), None)
    if lead is None:
        raise EditError("each of these depends on another of them")
    above = draft.arc(lead)
    first, last = draft.place(ordered[0]), draft.place(ordered[-1])
    between = [
        arc.dependent
        for arc in draft.arcs
        if arc.head in ordered and arc.label in BETWEEN and first < draft.place(arc.dependent) < last
        if not draft.is_part(arc.dependent, arc.head)
    ]
    others = [
        arc.dependent
        for arc in draft.arcs
        if arc.head in ordered and arc.label == CONJ and arc.dependent not in ordered
        if not draft.is_part(arc.dependent, arc.head)
    ]
    bubble = len(draft.contents)
    draft.contents.append([])
    draft.parts[bubble] = set()
    is_part = draft.is_part(lead, above.head)
    for member in ordered:
        label = draft.arc(member).label
        draft.move(member, bubble, label if label in BETWEEN else CONJ, as_part=True)
    for child in between:
        if child not in ordered:
            draft.move(child, bubble, draft.arc(child).label, as_part=True)
    for other in others:
        draft.move(other, bubble, CONJ, as_part=False)
    draft.move(bubble, above.head, above.label, as_part=is_part)
    return draft.tree()


def dissolve(tree: BubbleTree, bubble: int) -> BubbleTree:
    """The tree without a wide bubble: its first conjunct takes its place, and the rest depends on that.

    Parameters
    ----------
    tree : BubbleTree
        The tree.
    bubble : int
        The bubble.

    Raises
    ------
    EditError
        It is not a bubble of several words.

    Examples
    --------
    >>> from bubbletree import parse_brackets
    >>> dissolve(parse_brackets("[tea cc=or milk]"), 4) == parse_brackets("tea cc=or conj=milk")
    True
    """
    draft = _Draft.of(tree)
    draft.check(bubble)
    if bubble <= len(tree.words):
        raise EditError("only a bubble of several words can be removed")
    children = sorted((arc.dependent for arc in draft.arcs if arc.head == bubble), key=draft.place)
    above = draft.arc(bubble)
    conjuncts = [child for child in children if child in draft.parts[bubble] and draft.arc(child).label == CONJ]
    heir = next(iter(conjuncts or children), None)
    is_part = draft.is_part(bubble, above.head)
    labels = {child: draft.arc(child).label for child in children}
    draft.remove(bubble)
    if heir is not None:
        draft.move(heir, above.head, above.label, as_part=is_part)
        for child in children:
            if child != heir:
                draft.move(child, heir, labels[child])
    return draft.tree(without=bubble)


@dataclass(slots=True)
class _Draft:
    """A tree that is being changed: its arcs, and which children are parts of each wide bubble."""

    words: tuple[str, ...]
    contents: list[list[int]]
    arcs: list[Arc]
    parts: dict[int, set[int]]
    original: BubbleTree

    @classmethod
    def of(cls, tree: BubbleTree) -> _Draft:
        wide = range(len(tree.words) + 1, len(tree.contents))
        if [sorted(content) for content in tree.contents[: wide.start]] != [[token] for token in range(wide.start)]:
            raise EditError("the first bubbles must be those of RT and the words, one by one")
        parts = {bubble: set(tree.parts(bubble)) for bubble in wide}
        return cls(tree.words, [sorted(content) for content in tree.contents], list(tree.arcs), parts, tree)

    def check(self, *bubbles: int) -> None:
        for bubble in bubbles:
            if not 0 <= bubble < len(self.contents):
                raise EditError(f"there is no bubble {bubble}")

    def place(self, bubble: int) -> int:
        """Where a bubble begins."""
        return min(self.contents[bubble], default=0)

    def arc(self, bubble: int) -> Arc:
        """The arc to a bubble; one to the root of the sentence if it has none."""
        return next((arc for arc in self.arcs if arc.dependent == bubble), Arc(ROOT, "root", bubble))

    def is_part(self, child: int, bubble: int) -> bool:
        return child in self.parts.get(bubble, set())

    def move(self, dependent: int, head: int, label: str, *, as_part: bool | None = None) -> None:
        self.remove(dependent)
        self.arcs.append(Arc(head, label, dependent))
        if head not in self.parts:
            return
        if as_part is None:
            places = [self.place(part) for part in self.parts[head]]
            is_between = bool(places) and min(places) < self.place(dependent) < max(places)
            as_part = is_between or label in (CONJ, COORDINATOR)
        if as_part:
            self.parts[head].add(dependent)

    def remove(self, dependent: int) -> None:
        """Take a bubble from where it is."""
        self.arcs = [arc for arc in self.arcs if arc.dependent != dependent]
        for parts in self.parts.values():
            parts.discard(dependent)

    def below(self, bubble: int) -> set[int]:
        """The words of a bubble and of all that depends on it, even in a circle."""
        children: dict[int, list[int]] = {}
        for arc in self.arcs:
            children.setdefault(arc.head, []).append(arc.dependent)
        seen = {bubble}
        waiting = [bubble]
        while waiting:
            for child in children.get(waiting.pop(), []):
                if child not in seen:
                    seen.add(child)
                    waiting.append(child)
        return {token for token in seen if token <= len(self.words)}

    def tree(self, without: int | None = None) -> BubbleTree:
        """The tree, with its wide bubbles sorted by their place."""
        n = len(self.words)
        for bubble, parts in self.parts.items():
            covered = set().union(*map(self.below, parts)) if parts else set(self.contents[bubble])
            self.contents[bubble] = sorted(covered)
        wide = [bubble for bubble in self.parts if bubble != without]
        wide.sort(key=lambda bubble: (min(self.contents[bubble]), -max(self.contents[bubble]), bubble))
        order = [*range(n + 1), *wide]
        number = {bubble: place for place, bubble in enumerate(order)}
        arcs = self._renumbered(number)
        contents = [self.contents[bubble] for bubble in order]
        return BubbleTree(self.words, contents, arcs, self.original.sentence)

    def _renumbered(self, number: dict[int, int]) -> Iterable[Arc]:
        kept = [arc for arc in self.arcs if arc.head in number and arc.dependent in number]
        return sorted((Arc(number[head], label, number[child]) for head, label, child in kept), key=lambda arc: arc[2])
