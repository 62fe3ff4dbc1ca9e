"""The same text, cut into words and sentences in two ways.

Places are counted in characters without blanks. So two analyses can be compared whatever their tokens are, as long as
they have the same characters in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from bubbletree.span import Span
from bubbletree.surface import surface
from bubbletree.tree import BubbleTree

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Cut:
    """The words of some trees, one after the other, with their places.

    Attributes
    ----------
    characters : str
        The text without blanks.
    words : tuple of tuple of (start, end)
        Of each tree the places of its words in :attr:`characters`.
    """

    characters: str
    words: tuple[tuple[tuple[int, int], ...], ...]

    def place(self, tree: int, span: tuple[int, int]) -> tuple[int, int]:
        """Where some words of a tree begin and end."""
        first, last = span
        return self.words[tree][first - 1][0], self.words[tree][last - 1][1]

    def covered(self, tree: int, start: int, end: int) -> Span | None:
        """The words of a tree that lie in a stretch of the text; None if there is none."""
        inside = [
            number for number, (first, last) in enumerate(self.words[tree], start=1) if first >= start and last <= end
        ]
        return Span(inside[0], inside[-1]) if inside else None


def cut(trees: Iterable[BubbleTree]) -> Cut:
    """The words of trees with their places.

    Examples
    --------
    >>> cut([BubbleTree(["tea", "now"], [{0}, {1}, {2}], [])])
    Cut(characters='teanow', words=(((0, 3), (3, 6)),))
    """
    characters = ""
    words = []
    for tree in trees:
        written = surface(tree)
        # Of each position in the text the number of characters before it that are not blanks.
        before = [0]
        for character in written.text:
            before.append(before[-1] + (not character.isspace()))
        words.append(tuple((len(characters) + before[start], len(characters) + before[end])
                           for start, end in written.places))  # fmt: skip
        characters += "".join(written.text.split())
    return Cut(characters, tuple(words))


@dataclass(frozen=True, slots=True)
class Passage(Generic[T]):
    """Sentences of two files that have the same text; or, without a partner, a sentence of one of them.

    Attributes
    ----------
    left, right : tuple
        The sentences of each file.
    """

    left: tuple[T, ...]
    right: tuple[T, ...]


@dataclass(slots=True)
class _Side(Generic[T]):
    """The sentences of one file that are still to come, and those that wait for a partner by their id."""

    coming: Iterator[T]
    tree_of: Callable[[T], BubbleTree]
    waiting: dict[str, T] = field(default_factory=dict)

    def take(self) -> T | None:
        return next(self.coming, None)

    def characters(self, one: T) -> str:
        return cut([self.tree_of(one)]).characters

    def sent_id(self, one: T) -> str | None:
        sentence = self.tree_of(one).sentence
        return sentence.sent_id if sentence is not None else None


def passages(left: Iterable[T], right: Iterable[T], tree_of: Callable[[T], BubbleTree]) -> Iterator[Passage[T]]:
    """The sentences of two files, side by side.

    Sentences are read in their order. Where one file has several sentences for one of the other, they come together.
    Where the texts differ, sentences wait for one with the same id; those that find none come last, alone.

    Parameters
    ----------
    left, right : iterable
        The sentences.
    tree_of : callable
        The tree of a sentence.

    Examples
    --------
    >>> def tree(*words):
    ...     return BubbleTree(words, [{token} for token in range(len(words) + 1)], [])
    >>> found = passages([tree("I", "go"), tree("Now")], [tree("Igo", "Now")], lambda one: one)
    >>> [(len(passage.left), len(passage.right)) for passage in found]
    [(2, 1)]
    """
    one, other = _Side(iter(left), tree_of), _Side(iter(right), tree_of)
    while True:
        here, there = one.take(), other.take()
        if here is None and there is None:
            break
        if here is not None and there is not None:
            together = _together(one, other, here, there)
            if together is not None:
                yield together
                continue
        if here is not None:
            yield from _waiting(one, other, here, is_left=True)
        if there is not None:
            yield from _waiting(other, one, there, is_left=False)
    yield from (Passage((alone,), ()) for alone in one.waiting.values())
    yield from (Passage((), (alone,)) for alone in other.waiting.values())


def _together(one: _Side[T], other: _Side[T], here: T, there: T) -> Passage[T] | None:
    """Two sentences, with as many of those after them as are needed for the same text; None if the texts differ."""
    texts = [one.characters(here), other.characters(there)]
    found: tuple[list[T], list[T]] = ([here], [there])
    while texts[0] != texts[1]:
        shorter = 0 if len(texts[0]) < len(texts[1]) else 1
        if not texts[1 - shorter].startswith(texts[shorter]):
            break
        side = (one, other)[shorter]
        following = side.take()
        if following is None:
            break
        found[shorter].append(following)
        texts[shorter] += side.characters(following)
    else:
        return Passage(tuple(found[0]), tuple(found[1]))
    # What was read for it is still to come.
    one.coming = _chained(found[0][1:], one.coming)
    other.coming = _chained(found[1][1:], other.coming)
    return None


def _chained(first: Sequence[T], then: Iterator[T]) -> Iterator[T]:
    yield from first
    yield from then


def _waiting(side: _Side[T], other: _Side[T], one: T, *, is_left: bool) -> Iterator[Passage[T]]:
    """A sentence with its partner of the same id and text, if that is waiting; otherwise it waits itself."""
    name = side.sent_id(one)
    partner = other.waiting.get(name) if name is not None else None
    if name is not None and partner is not None and side.characters(one) == other.characters(partner):
        del other.waiting[name]
        yield Passage((one,), (partner,)) if is_left else Passage((partner,), (one,))
    elif name is not None and name not in side.waiting:
        side.waiting[name] = one
    else:
        yield Passage((one,), ()) if is_left else Passage((), (one,))
