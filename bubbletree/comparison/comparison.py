"""Two analyses of the same text: which coordinations are the same, and how the others differ.

Conjuncts are compared by the characters that they cover. What is left after the same ones is paired if it covers the
same stretch of text, and then if it has a coordinator in common. A pair has *another nesting* if it covers the same
stretch with other coordinators, or with more or fewer conjuncts; otherwise it has *other spans*.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from bubbletree._arguments import expect, several
from bubbletree.comparison.text import Cut, cut
from bubbletree.coordination import TreeCoordination, coordinations
from bubbletree.errors import BubbletreeError
from bubbletree.tree import BubbleTree

Place = tuple[int, int]


class Change(Enum):
    """How a coordination of one analysis stands to the other analysis."""

    SAME = "same"
    """The conjuncts cover the same text."""
    SPAN = "other span"
    """A coordination with the same coordinator has other conjuncts."""
    NESTING = "other nesting"
    """The same stretch of text is divided by other coordinators, or into more or fewer conjuncts."""
    LEFT = "only left"
    """Only the left analysis has it."""
    RIGHT = "only right"
    """Only the right analysis has it."""


class DifferentTextError(BubbletreeError, ValueError):
    """Two analyses are not of the same text.

    Attributes
    ----------
    left, right : str
        What the texts have, from the first difference on.
    """

    def __init__(self, left: str, right: str) -> None:
        super().__init__(f"the texts differ: {left[:20]!r} and {right[:20]!r}")
        self.left = left
        self.right = right


@dataclass(frozen=True, slots=True)
class Difference:
    """A coordination of one analysis, or a pair of two.

    Attributes
    ----------
    change : Change
        How they differ.
    left, right : tuple of str
        The conjuncts in each analysis, as text; empty if it has no such coordination.
    edits : tuple of str
        What would have to be changed on the left to get what is on the right, in words.
    start, end : int
        The place of both together, in characters without blanks.
    """

    change: Change
    left: tuple[str, ...]
    right: tuple[str, ...]
    edits: tuple[str, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Found:
    """A coordination with its places."""

    tree: int
    coordination: TreeCoordination
    conjuncts: tuple[Place, ...]
    coordinators: frozenset[Place]

    @property
    def whole(self) -> Place:
        return self.conjuncts[0][0], self.conjuncts[-1][1]

    @property
    def ends(self) -> frozenset[int]:
        """Where conjuncts begin and end."""
        return frozenset(place for conjunct in self.conjuncts for place in conjunct)


class _Analysis:
    """The trees of one side, with their coordinations."""

    def __init__(self, trees: Sequence[BubbleTree]) -> None:
        self.trees = trees
        self.cut: Cut = cut(trees)
        self.found = [
            _Found(
                number,
                one,
                tuple(self.cut.place(number, span) for span in one.conjuncts),
                frozenset(self.cut.place(number, span) for span in one.coordinators),
            )
            for number, tree in enumerate(trees)
            for one in coordinations(tree)
        ]

    def texts(self, found: _Found) -> tuple[str, ...]:
        """The conjuncts of a coordination as text."""
        words = self.trees[found.tree].words
        return tuple(" ".join(span.of(words)) for span in found.coordination.conjuncts)

    def text(self, found: _Found, start: int, end: int) -> str:
        """The words of a coordination's sentence in a stretch of the text."""
        span = self.cut.covered(found.tree, start, end)
        return " ".join(span.of(self.trees[found.tree].words)) if span is not None else ""


def diff(left: BubbleTree | Sequence[BubbleTree], right: BubbleTree | Sequence[BubbleTree]) -> tuple[Difference, ...]:
    """How two analyses of the same text differ in their coordinations.

    Parameters
    ----------
    left, right : BubbleTree, or sequence of BubbleTree
        The trees of the same text. Tokens and sentences may differ; the characters without blanks must be the same.

    Returns
    -------
    tuple of Difference
        All coordinations, also those that are the same, from left to right.

    Raises
    ------
    DifferentTextError
        The texts are not the same.
    InvalidTreeError
        A tree is not well-formed.

    Examples
    --------
    >>> from bubbletree import parse_brackets
    >>> shared = parse_brackets("amod=fresh [bread cc=and rolls]")
    >>> private = parse_brackets("[(amod=fresh bread) cc=and rolls]")
    >>> [found] = diff(private, shared)
    >>> found.change, found.edits
    (<Change.SPAN: 'other span'>, ("take 'fresh' out of conjunct 1",))
    """
    one, other = (_Analysis(_as_trees(side)) for side in (left, right))
    if one.cut.characters != other.cut.characters:
        raise DifferentTextError(*_from_difference(one.cut.characters, other.cut.characters))
    return tuple(sorted(_compared(one, other), key=lambda found: (found.start, -found.end, found.change.value)))


def _as_trees(side: BubbleTree | Sequence[BubbleTree]) -> Sequence[BubbleTree]:
    if isinstance(side, BubbleTree):
        return [side]
    for tree in several(side, "trees"):
        expect(tree, BubbleTree, "a BubbleTree")
    return side


def _from_difference(left: str, right: str) -> tuple[str, str]:
    same = next((place for place, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), None)
    start = min(len(left), len(right)) if same is None else same
    return left[start:], right[start:]


def _compared(one: _Analysis, other: _Analysis) -> Iterator[Difference]:
    lefts, rights = list(one.found), list(other.found)
    for found in one.found:
        twin = next((mate for mate in rights if mate.conjuncts == found.conjuncts), None)
        if twin is not None:
            lefts.remove(found)
            rights.remove(twin)
            yield Difference(Change.SAME, one.texts(found), other.texts(twin), (), *found.whole)
    for is_related in (_is_on_same_stretch, _has_same_coordinator):
        for found in list(lefts):
            related = [mate for mate in rights if is_related(found, mate)]
            if related:
                mate = max(related, key=lambda mate: len(mate.ends & found.ends))
                lefts.remove(found)
                rights.remove(mate)
                yield _pair(one, other, found, mate)
    for found in lefts:
        edits = (f"remove {_shown(one.texts(found))}",)
        yield Difference(Change.LEFT, one.texts(found), (), edits, *found.whole)
    for found in rights:
        edits = (f"add {_shown(other.texts(found))}",)
        yield Difference(Change.RIGHT, (), other.texts(found), edits, *found.whole)


def _is_on_same_stretch(left: _Found, right: _Found) -> bool:
    return left.whole == right.whole


def _has_same_coordinator(left: _Found, right: _Found) -> bool:
    return not left.coordinators.isdisjoint(right.coordinators)


def _pair(one: _Analysis, other: _Analysis, left: _Found, right: _Found) -> Difference:
    is_divided = len(left.conjuncts) != len(right.conjuncts) or left.coordinators != right.coordinators
    change = Change.NESTING if left.whole == right.whole and is_divided else Change.SPAN
    start, end = min(left.whole[0], right.whole[0]), max(left.whole[1], right.whole[1])
    edits = tuple(_edits(one, other, left, right))
    return Difference(change, one.texts(left), other.texts(right), edits, start, end)


def _edits(one: _Analysis, other: _Analysis, left: _Found, right: _Found) -> Iterator[str]:
    if len(left.conjuncts) != len(right.conjuncts):
        yield f"make {_shown(other.texts(right))} of {_shown(one.texts(left))}"
        return
    for number, (here, there) in enumerate(zip(left.conjuncts, right.conjuncts, strict=True), start=1):
        if here[1] <= there[0] or there[1] <= here[0]:
            yield f"make {other.texts(right)[number - 1]!r} conjunct {number}, not {one.texts(left)[number - 1]!r}"
            continue
        for inner, outer, analysis, found, verb in (
            (there, here, one, left, "take {} out of"),
            (here, there, other, right, "put {} into"),
        ):
            parts = [(outer[0], inner[0]), (inner[1], outer[1])]
            texts = [analysis.text(found, start, end) for start, end in parts if start < end]
            for text in filter(None, texts):
                yield f"{verb.format(repr(text))} conjunct {number}"


def _shown(texts: Sequence[str]) -> str:
    return f"[{' | '.join(texts)}]"
