"""Phrases under construction, and how finished ones become bubble trees.

A phrase is a head, a word or a bubble, with its dependents to the left and right in sentence order. The productions
build phrases from the inside out and attach each modifier where :func:`scope` says. This one function decides which
modifiers are shared and which are private.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from bubbletree.sentence import Row, Sentence
from bubbletree.tree import CONJ, ROOT, BubbleTree

Dependent: TypeAlias = "tuple[str, Phrase]"
"""A phrase with its relation to its head."""

Fits: TypeAlias = "Callable[[Word], bool]"
"""Which words a modifier can modify."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word with what the grammar knows about it.

    Attributes
    ----------
    form : str
        The word as written; ``a`` becomes ``an`` where the sound asks for it.
    upos : str
        Its UD part of speech.
    kind : str
        Its class in the lexicon, which decides what fits with it; empty for function words.
    shape : str
        Of nouns ``singular``, ``plural`` or ``mass``; of verbs ``base``, ``third``, ``past`` or ``participle``.
    """

    form: str
    upos: str
    kind: str = ""
    shape: str = ""


@dataclass(frozen=True, slots=True)
class Bubble:
    """A coordinated phrase: its children with their labels in sentence order, and its category."""

    children: tuple[Dependent, ...]
    category: str

    @property
    def conjuncts(self) -> list[Phrase]:
        """The conjuncts from left to right."""
        return [phrase for label, phrase in self.children if label == CONJ]


@dataclass(slots=True)
class Phrase:
    """A head with its dependents, which the productions add one by one."""

    head: Word | Bubble
    left: list[Dependent] = field(default_factory=list)
    right: list[Dependent] = field(default_factory=list)

    def leaves(self) -> Iterator[Word]:
        """The words that head the phrase: one, or those of all its conjuncts."""
        if isinstance(self.head, Word):
            yield self.head
        else:
            for conjunct in self.head.conjuncts:
                yield from conjunct.leaves()

    @property
    def first(self) -> Word:
        """The first of the words that head it."""
        return next(self.leaves())

    @property
    def last(self) -> Word:
        """The last of the words that head it."""
        *_, last = self.leaves()
        return last


def phrase(form: str, upos: str, kind: str = "", shape: str = "") -> Phrase:
    """A phrase of one word."""
    return Phrase(Word(form, upos, kind, shape))


def anything(_: Word) -> bool:
    """What a modifier fits that fits every word."""
    return True


def nothing(_: Word) -> bool:
    """What a modifier fits that can be shared by no coordination."""
    return False


def fitting(kinds: frozenset[str]) -> Fits:
    """What a modifier fits that asks for one of some lexical classes."""
    return lambda word: word.kind in kinds


def shaped(shape: str) -> Fits:
    """What a modifier fits that asks for a form: singular nouns, plural nouns, verbs in the base form."""
    return lambda word: word.shape == shape


def scope(start: Phrase, fits: Fits, blockers: frozenset[str], *, leftward: bool) -> Phrase:
    """What a modifier at the edge of ``start`` modifies: the largest coordination that can take it.

    A modifier is shared by a coordination at whose edge it stands if it fits all of its members,
    unless a farther conjunct has a modifier of the same sort for itself.  Otherwise the question
    arises again for the nearest conjunct, until a single word is left.

    Parameters
    ----------
    start : Phrase
        The phrase beside the modifier.
    fits : callable
        Whether the modifier can describe a word.
    blockers : frozenset of str
        The relations of modifiers of the same sort.
    leftward : bool
        Whether the modifier stands on the left.
    """
    while isinstance(start.head, Bubble):
        near, *far = start.head.conjuncts if leftward else start.head.conjuncts[::-1]
        sides = [conjunct.left if leftward else conjunct.right for conjunct in far]
        if all(map(fits, start.leaves())) and not any(label in blockers for side in sides for label, _ in side):
            break
        start = near
    return start


def follow(start: Phrase, modifier: Dependent, fits: Fits, blockers: frozenset[str]) -> None:
    """Put a modifier after what it modifies, as :func:`scope` says.

    It is dropped where it would belong to a conjunct but follows what belongs to a larger phrase.
    """
    target = scope(start, fits, blockers, leftward=False)
    while start is not target and isinstance(start.head, Bubble):
        if start.right:
            return
        start = start.head.conjuncts[-1]
    target.right.append(modifier)


@dataclass(slots=True)
class _Line:
    """The sentence as far as it has been written.  Bubbles are numbered -1, -2, ... until n is known."""

    words: list[Word] = field(default_factory=list)
    arcs: list[tuple[int, str, int]] = field(default_factory=list)
    bubbles: list[tuple[int, int, str]] = field(default_factory=list)

    def write(self, written: Phrase) -> int:
        """Append a phrase; return the number of its head."""
        arcs = self.arcs
        left = [(label, self.write(child)) for label, child in written.left]
        if isinstance(written.head, Word):
            self.words.append(written.head)
            head = len(self.words)
        else:
            first = len(self.words) + 1
            children = [(label, self.write(child)) for label, child in written.head.children]
            self.bubbles.append((first, len(self.words), written.head.category))
            head = -len(self.bubbles)
            for label, number in children:
                arcs.append((head, label, number))
        for label, number in left:
            arcs.append((head, label, number))
        for label, child in written.right:
            arcs.append((head, label, self.write(child)))
        return head


def linearise(root: Phrase, comments: tuple[str, ...] = ()) -> BubbleTree:
    """The bubble tree of a sentence whose root phrase is ``root``, with tags and categories.

    Phrases are as deep as the grammar's parameters allow, whatever the length of the text, so
    writing them recursively is safe.
    """
    line = _Line()
    line.arcs.append((ROOT, "root", line.write(root)))
    forms = [word.form for word in line.words]
    for index, following in enumerate(forms[1:]):
        if forms[index] == "a" and following[0] in "aeiou":
            forms[index] = "an"
    forms[0] = forms[0][0].upper() + forms[0][1:]
    n = len(forms)
    contents: list[tuple[int, ...]] = [(token,) for token in range(n + 1)]
    contents.extend(tuple(range(first, last + 1)) for first, last, _ in line.bubbles)
    arcs = [(n - h if h < 0 else h, label, n - d if d < 0 else d) for h, label, d in line.arcs]
    rows = tuple(
        Row(str(number), form, upos=word.upos)
        for number, (form, word) in enumerate(zip(forms, line.words, strict=True), start=1)
    )
    categories = tuple(sorted(((first, last), category) for first, last, category in line.bubbles))
    return BubbleTree(forms, contents, arcs, Sentence(rows, comments, categories))
