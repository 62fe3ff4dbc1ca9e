"""Bubble trees: the quadruple (V, B, phi, A) of Shi & Lee (2021, section 2.2) as a frozen value.

A sentence of n words has the nodes V = {0, 1, ..., n}: 0 is the dummy root RT, 1..n are the words,
numbered as in CoNLL-U.  *Bubbles* are numbered 0, 1, 2, ... in the order in which they are listed;
``contents[i]`` is phi of bubble i, a non-empty subset of V; ``arcs`` is A, a set of labelled arcs
between bubbles.

Nothing more is required here. A :class:`BubbleTree` can be any such quadruple, well-formed or not, so that ill-formed
structures can be built, inspected, reported on and tested. :func:`bubbletree.validate` decides which conditions it
satisfies.

Two values are equal if they are the same structure over the same words, whatever the order in which their bubbles and
arcs were listed.  In a well-formed tree the content identifies a bubble, so this is a comparison of sets. If several
bubbles have the same content (which non-duplication forbids), equality means isomorphism (see
:mod:`bubbletree._isomorphism`).
"""

from __future__ import annotations

import operator
from collections import Counter, defaultdict
from collections.abc import Iterable, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple, SupportsIndex

from bubbletree._interval import LEAST, Interval
from bubbletree._isomorphism import isomorphic
from bubbletree.errors import StructureError, shown
from bubbletree.sentence import Sentence
from bubbletree.span import Span

ROOT = 0
"""Token number of the dummy root RT."""

CONJ = "conj"
"""The label of a conjunct inside a bubble, and the only label that Bubble-Hybrid can give the first
internal child of a bubble."""


class Arc(NamedTuple):
    """One element of A: the bubble ``head`` governs the bubble ``dependent`` with relation ``label``."""

    head: int
    label: str
    dependent: int


@dataclass(frozen=True, eq=False, repr=False)
class BubbleTree:
    """A structure (V, B, phi, A) over a sentence.

    Parameters
    ----------
    words : iterable of str
        The n words, without RT.
    contents : iterable of iterables of int
        ``contents[i]`` is phi(bubble i): token numbers in 0..n, 0 standing for RT. They are kept as immutable sets:
        long runs of tokens as intervals, all others as frozensets, which compare and hash alike.
    arcs : iterable of Arc, or of (head, label, dependent) triples
        The labelled arcs, over bubble numbers.  As A is a set, an arc given twice counts once.
    sentence : Sentence, optional
        The annotation of the tree (lemmas, tags, comments, ...). It is written to the output, but is not part of the
        structure: equality ignores it.
    source : Sentence, optional
        The UD sentence that the tree was made from: :func:`bubbletree.to_ud` returns its HEAD and DEPREL. It is not
        part of the structure either, and a changed tree has none.

    Raises
    ------
    StructureError
        The arguments do not describe such a quadruple: an empty content, a token or bubble that
        does not exist, a label that is not a string; or the source has other words.

    Examples
    --------
    "tea and buns": a bubble over all three words, whose head is RT:

    >>> tree = BubbleTree(
    ...     ["tea", "and", "buns"],
    ...     [{0}, {1}, {2}, {3}, {1, 2, 3}],
    ...     [(0, "root", 4), (4, "conj", 1), (4, "cc", 2), (4, "conj", 3)],
    ... )
    >>> tree.children(4)
    (1, 2, 3)
    >>> tree.head(1), tree.label(2)
    (4, 'cc')
    """

    words: tuple[str, ...]
    contents: tuple[Set[int], ...]
    arcs: tuple[Arc, ...]
    sentence: Sentence | None = field(default=None)
    source: Sentence | None = field(default=None)
    hulls: tuple[Span, ...] = field(init=False)
    """The first and the last token of each content, whether or not all between are in it."""

    def __init__(
        self,
        words: Iterable[str],
        contents: Iterable[Iterable[SupportsIndex]],
        arcs: Iterable[tuple[SupportsIndex, str, SupportsIndex]],
        sentence: Sentence | None = None,
        source: Sentence | None = None,
    ) -> None:
        object.__setattr__(self, "words", _words(words))
        object.__setattr__(self, "contents", _contents(contents))
        object.__setattr__(self, "hulls", _hulls(self.contents, len(self.words)))
        object.__setattr__(self, "arcs", _arcs(arcs, len(self.contents)))
        if sentence is not None and not isinstance(sentence, Sentence):
            raise StructureError(f"sentence must be a Sentence or None, not {sentence!r}")
        object.__setattr__(self, "sentence", sentence)
        if source is not None and source.words != self.words:
            raise StructureError("the tree and the sentence that it was made from have different words")
        object.__setattr__(self, "source", source)

    @property
    def bubbles(self) -> range:
        """The bubble numbers, ``range(len(contents))``."""
        return range(len(self.contents))

    @cached_property
    def _children(self) -> tuple[tuple[int, ...], ...]:
        below: defaultdict[int, list[int]] = defaultdict(list)
        for head, _, dependent in self.arcs:
            below[head].append(dependent)
        return tuple(tuple(dict.fromkeys(below[bubble])) if bubble in below else () for bubble in self.bubbles)

    @cached_property
    def _incoming(self) -> tuple[tuple[Arc, ...], ...]:
        first: list[tuple[Arc, ...]] = [()] * len(self.contents)
        further: defaultdict[int, list[Arc]] = defaultdict(list)
        for arc in self.arcs:
            if first[arc.dependent]:
                further[arc.dependent].append(arc)
            else:
                first[arc.dependent] = (arc,)
        for bubble, arcs in further.items():
            first[bubble] += tuple(arcs)
        return tuple(first)

    @cached_property
    def is_projective(self) -> bool:
        """Whether this is a projective bubble tree; :func:`bubbletree.validate` says why not.

        The answer is kept, for many functions ask for it, one after the other.
        """
        from bubbletree.validation import is_projective_tree

        return is_projective_tree(self)

    def children(self, bubble: int) -> tuple[int, ...]:
        """The bubbles that ``bubble`` governs, in the order in which the arcs were listed."""
        return self._children[bubble]

    def parts(self, bubble: int) -> tuple[int, ...]:
        """The internal children of a bubble, which are inside its content, from left to right."""
        inside = [child for child in self._children[bubble] if self.is_inside(child, bubble)]
        return tuple(sorted(inside, key=self.hulls.__getitem__))

    def is_inside(self, child: int, bubble: int) -> bool:
        """Whether the content of ``bubble`` includes that of ``child``, as it does for a conjunct or coordinator."""
        return self.contents[child] <= self.contents[bubble]

    def incoming(self, bubble: int) -> tuple[Arc, ...]:
        """The arcs into ``bubble``: one in a tree, none for its root, any number elsewhere."""
        return self._incoming[bubble]

    def head(self, bubble: int) -> int | None:
        """The governor of ``bubble``, or None if it has none or several."""
        arcs = self._incoming[bubble]
        return arcs[0].head if len(arcs) == 1 else None

    def label(self, bubble: int) -> str | None:
        """The label of the arc into ``bubble``, or None if there is no arc or several."""
        arcs = self._incoming[bubble]
        return arcs[0].label if len(arcs) == 1 else None

    def text(self, bubble: int) -> str:
        """The words in the bubble's content, with ``RT`` for the root: for messages and drawings."""
        return " ".join("RT" if t == ROOT else self.words[t - 1] for t in sorted(self.contents[bubble]))

    def with_sentence(self, sentence: Sentence | None) -> BubbleTree:
        """The same structure with another annotation, or with none.

        Examples
        --------
        >>> from bubbletree import Sentence
        >>> tree = BubbleTree(["tea"], [{0}, {1}], [(0, "root", 1)])
        >>> tree.with_sentence(Sentence.from_columns(["tea"], upos=["NOUN"])).sentence.upos
        ('NOUN',)
        """
        return replace(self, sentence=sentence)

    @cached_property
    def _signature(self) -> tuple[object, ...]:
        """What equal structures share; for structures without duplicated contents, all of it."""
        return (
            self.words,
            frozenset(Counter(self.contents).items()),
            frozenset(Counter((self.contents[a.head], a.label, self.contents[a.dependent]) for a in self.arcs).items()),
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BubbleTree):
            return NotImplemented
        if self is other:
            return True
        if self._signature != other._signature:
            return False
        if len(set(self.contents)) == len(self.contents):
            return True
        return isomorphic(self.contents, self.arcs, other.contents, other.arcs)

    def __hash__(self) -> int:
        return hash(self._signature)

    def __repr__(self) -> str:
        shown = ", ".join("{" + ", ".join(map(str, sorted(content))) + "}" for content in self.contents)
        arcs = ", ".join(repr(tuple(arc)) for arc in self.arcs)
        return f"BubbleTree({list(self.words)!r}, [{shown}], [{arcs}])"

    # What notebooks show. The drawings are imported when they are asked for: most programs draw nothing.
    def _repr_svg_(self) -> str | None:
        """A picture, or None if the tree is not well-formed: then the page says what is wrong."""
        from bubbletree.draw.notebook import picture

        return picture(self)

    def _repr_html_(self) -> str:
        """A picture that can be scrolled; where there can be none, the reason, with an outline if possible."""
        from bubbletree.draw.notebook import cell

        return cell(self)


def _words(words: Iterable[str]) -> tuple[str, ...]:
    if isinstance(words, str):
        raise StructureError(f"words must be a sequence of strings, not the single string {shown(words)}")
    try:
        result = tuple(words)
    except TypeError:
        raise StructureError(f"words must be a sequence of strings, not {shown(words)}") from None
    for number, word in enumerate(result, start=1):
        if not isinstance(word, str):
            raise StructureError(f"word {number} must be a string, not {shown(word)}")
    return result


def _contents(contents: Iterable[Iterable[SupportsIndex]]) -> tuple[Set[int], ...]:
    try:
        listed = tuple(contents)
    except TypeError:
        raise StructureError(f"contents must be a sequence of sets of token numbers, not {shown(contents)}") from None
    return tuple(_content(bubble, content) for bubble, content in enumerate(listed))


def _content(bubble: int, content: Iterable[SupportsIndex]) -> Set[int]:
    if type(content) is Interval:
        return content
    if type(content) is frozenset and len(content) == 1:  # most contents are one word
        [token] = content
        if type(token) is int:
            return content
    if isinstance(content, range) and content.step == 1 and len(content) >= LEAST:
        return Interval(content[0], content[-1])
    try:
        tokens = frozenset(map(_index, content))
    except TypeError:
        raise StructureError(
            f"the content of bubble {bubble} must be a set of token numbers, not {shown(content)}"
        ) from None
    if not tokens:
        raise StructureError(f"bubble {bubble} is empty: phi maps bubbles to non-empty sets of tokens")
    if len(tokens) >= LEAST and max(tokens) - min(tokens) + 1 == len(tokens):
        return Interval(min(tokens), max(tokens))
    return tokens


def _hull(content: Set[int]) -> Span:
    if type(content) is Interval:
        return Span(content.first, content.last)
    if len(content) == 1:
        [token] = content
        return Span(token, token)
    return Span(min(content), max(content))


def _hulls(contents: tuple[Set[int], ...], n: int) -> tuple[Span, ...]:
    hulls = tuple(map(_hull, contents))
    for bubble, hull in enumerate(hulls):
        if hull.first < ROOT or hull.last > n:
            stray = hull.first if hull.first < ROOT else hull.last
            raise StructureError(
                f"bubble {bubble} contains token {shown(stray)}, but the sentence has only tokens 0..{n}"
            )
    return hulls


def _arcs(arcs: Iterable[tuple[SupportsIndex, str, SupportsIndex]], bubbles: int) -> tuple[Arc, ...]:
    try:
        listed = tuple(arcs)
    except TypeError:
        raise StructureError(f"arcs must be a sequence of (head, label, dependent), not {shown(arcs)}") from None
    return tuple(dict.fromkeys(_arc(arc, bubbles) for arc in listed))


def _arc(arc: tuple[SupportsIndex, str, SupportsIndex], bubbles: int) -> Arc:
    try:
        head, label, dependent = arc
        if isinstance(arc, Arc) and type(head) is int and type(dependent) is int:
            result = arc
        else:
            result = Arc(_index(head), label, _index(dependent))
    except (TypeError, ValueError):
        raise StructureError(f"an arc must be (head, label, dependent) over bubble numbers, not {shown(arc)}") from None
    if not isinstance(label, str):
        raise StructureError(f"the label of an arc must be a string, not {shown(label)} (in {shown(arc)})")
    for end in (result.head, result.dependent):
        if not 0 <= end < bubbles:
            raise StructureError(
                f"arc {shown(tuple(result))} names bubble {shown(end)}, but there are only bubbles 0..{bubbles - 1}"
            )
    return result


def _index(value: SupportsIndex) -> int:
    if isinstance(value, bool):
        raise TypeError("a truth value is not a number")
    return operator.index(value)
