"""Phrase structure, and the coordinations that treebanks of phrases mark.

A :class:`PhraseTree` is what :mod:`bubbletree.io.penn` and :mod:`bubbletree.io.genia` read: words, tags and phrases,
without traces. Two treebanks mark coordination, each in its own way:

* the GENIA treebank marks the phrase only (:func:`genia_coordinations`);
* the Penn Treebank, as extended by Ficler and Goldberg (2016), marks conjuncts (:func:`penn_coordinations`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from bubbletree.coordination import GivenCoordination
from bubbletree.sentence import Row, Sentence
from bubbletree.span import Span

COOD: Final = "COOD"
"""What GENIA marks a coordinated phrase with, as in ``NP-COOD``."""
COORD, CC, SHARED, MARK = "COORD", "CC", "SHARED", "MARK"
"""What Ficler and Goldberg mark the parts of a coordinated phrase with, as in ``NP-COORD``."""

_BETWEEN: Final = frozenset({"CC", ",", ":", "CONJP"})
"""Categories of what separates conjuncts in GENIA."""
_CORRELATIVES: Final = frozenset({"both", "either", "neither", "not"})
_ADVERBS: Final = frozenset({"RB", "ADVP"})
_MARKS: Final = frozenset({".", "-LRB-", "-RRB-", "``", "''", "PRN"})
_QUOTES: Final = frozenset({"``", "''"})
_SEPARATORS: Final = frozenset({",", ";", ":", "--", "..."})
"""Words that are never the last of a conjunct in the Penn Treebank, as Teranishi et al. (2017) clean it."""

_READ: Final = {"-LRB-": "(", "-RRB-": ")", "-LCB-": "{", "-RCB-": "}", "-LSB-": "[", "-RSB-": "]"}


@dataclass(frozen=True, slots=True, eq=False)
class Constituent:
    """A phrase, or a word with its tag.

    Attributes
    ----------
    label : str
        The category with all marks, as in ``NP-SBJ-COORD``; the tag of a word.
    span : Span
        Its first and its last word.
    children : tuple of Constituent
        The parts of a phrase; none for a word.
    """

    label: str
    span: Span
    children: tuple[Constituent, ...] = ()

    @property
    def category(self) -> str:
        """The label without marks: ``NP`` for ``NP-SBJ-COORD``, ``-LRB-`` for itself."""
        return self.label if self.label.startswith("-") else self.label.split("-")[0].split("=")[0]

    @property
    def marks(self) -> frozenset[str]:
        """What is behind the category: ``SBJ`` and ``COORD`` for ``NP-SBJ-COORD=2``."""
        return frozenset() if self.label.startswith("-") else frozenset(self.label.replace("=", "-").split("-")[1:])


@dataclass(frozen=True, slots=True, eq=False)
class PhraseTree:
    """The phrases of a sentence.

    Attributes
    ----------
    words, tags : tuple of str
        The words and their tags, without traces.
    phrases : tuple of Constituent
        All phrases; each before those inside it, and those before it in the sentence before it.
    sent_id : str or None
        The id of the sentence, if the file has one.
    """

    words: tuple[str, ...]
    tags: tuple[str, ...]
    phrases: tuple[Constituent, ...]
    sent_id: str | None = None

    def sentence(self) -> Sentence:
        """The words as a sentence, with the tags in XPOS."""
        comments = (f"# sent_id = {self.sent_id}",) if self.sent_id is not None else ()
        pairs = enumerate(zip(self.words, self.tags, strict=True), start=1)
        return Sentence(tuple(Row(str(number), word, xpos=tag) for number, (word, tag) in pairs), comments)


def as_read(word: str) -> str:
    r"""A word of a treebank as people read it: brackets and slashes are spelled out there.

    Examples
    --------
    >>> as_read("-LRB-"), as_read(r"and\/or"), as_read("tea")
    ('(', 'and/or', 'tea')
    """
    return _READ.get(word, word.replace("\\/", "/").replace("\\*", "*"))


def genia_coordinations(tree: PhraseTree) -> tuple[GivenCoordination, ...]:
    """The coordinations of a sentence of the GENIA treebank, which marks the phrases only.

    The parts of such a phrase are cut at coordinators, commas and colons. Each piece has one conjunct: the last part of
    the first piece, the first part of all others. Adverbs, brackets and quotation marks count only where there is
    nothing else, and so do parentheses. Correlatives (*both*) and the final period do not count at all.

    Parameters
    ----------
    tree : PhraseTree
        The sentence.

    Examples
    --------
    >>> from bubbletree.io.penn import parse_penn
    >>> tree = parse_penn("(NP (DT the) (NP-COOD (CC both) (NP (NN tea)) (, ,) (NP (NN milk)) (CC and) (NP (NN jam))))")
    >>> [found] = genia_coordinations(tree)
    >>> found.category, [tree.words[first - 1] for first, _ in found.conjuncts]
    ('NP', ['tea', 'milk', 'jam'])
    """
    marked = (phrase for phrase in tree.phrases if COOD in phrase.marks)
    found = (_genia_coordination(tree, phrase) for phrase in marked)
    return tuple(one for one in found if one is not None)


def _genia_coordination(tree: PhraseTree, phrase: Constituent) -> GivenCoordination | None:
    pieces: list[list[Constituent]] = [[]]
    cuts: list[Span] = []
    for child in phrase.children:
        first = tree.words[child.span.first - 1].lower()
        is_separator = child.category in _BETWEEN
        if first in _CORRELATIVES and (not child.children or is_separator) and not any(pieces):
            continue
        if is_separator:
            pieces.append([])
            cuts.append(child.span)
        elif child.category != "." and (child.children or first not in _CORRELATIVES):
            pieces[-1].append(child)
    conjuncts = []
    for number, piece in enumerate(pieces):
        if piece:
            proper = [part for part in piece if part.category not in _ADVERBS | _MARKS] or piece
            conjuncts.append(proper[0 if number else -1].span)
    if len(conjuncts) < 2:
        return None
    between = [span for span in cuts if conjuncts[0].last < span.first and span.last < conjuncts[-1].first]
    return GivenCoordination(conjuncts, between, phrase.category)


def penn_coordinations(tree: PhraseTree) -> tuple[GivenCoordination, ...]:
    """The coordinations of a sentence of the Penn Treebank, with the marks of Ficler and Goldberg (2016).

    A phrase with two parts or more that are marked ``-COORD`` is a coordination of these. As Teranishi et al. (2017)
    clean them, conjuncts neither begin nor end with quotation marks, and a separator at the end of a conjunct that is
    directly before the next one is not part of it. What is between conjuncts separates them.

    Parameters
    ----------
    tree : PhraseTree
        The sentence.

    Examples
    --------
    >>> from bubbletree.io.penn import parse_penn
    >>> tree = parse_penn("(NP-CCP (DT-SHARED the) (NNS-COORD cups) (CC-CC and) (NNS-COORD plates))")
    >>> [found] = penn_coordinations(tree)
    >>> found.category, [tuple(span) for span in found.conjuncts], [tuple(span) for span in found.separators]
    ('NP', [(2, 2), (4, 4)], [(3, 3)])
    """
    found = []
    for phrase in tree.phrases:
        conjuncts = [child.span for child in phrase.children if COORD in child.marks]
        if len(conjuncts) >= 2:
            spans = cleaned(tree, conjuncts)
            if len(spans) >= 2:
                found.append(GivenCoordination(spans, separators(tree, spans), phrase.category))
    return tuple(found)


def cleaned(tree: PhraseTree, conjuncts: Sequence[Span]) -> list[Span]:
    """Conjuncts without quotation marks and separators at their edges.

    Parameters
    ----------
    tree : PhraseTree
        The sentence.
    conjuncts : sequence of Span
        The conjuncts, from left to right.
    """
    spans = []
    for number, (first, last) in enumerate(conjuncts):
        is_before = number + 1 < len(conjuncts) and last + 1 == conjuncts[number + 1].first
        if is_before and first < last and tree.words[last - 1] in _SEPARATORS:
            last -= 1  # noqa: PLW2901  # the conjunct becomes shorter
        while first <= last and tree.tags[first - 1] in _QUOTES:
            first += 1  # noqa: PLW2901  # the same
        while last > first and tree.tags[last - 1] in _QUOTES:
            last -= 1  # noqa: PLW2901  # the same
        if first <= last:
            spans.append(Span(first, last))
    return spans


def separators(tree: PhraseTree, conjuncts: Sequence[Span]) -> Iterator[Span]:
    """Coordinators and punctuation between conjuncts: words, or runs of words that are one coordinator.

    Parameters
    ----------
    tree : PhraseTree
        The sentence.
    conjuncts : sequence of Span
        The conjuncts, from left to right.
    """
    widest = {phrase.span.first: phrase.span for phrase in reversed(tree.phrases) if CC in phrase.marks}
    for before, after in pairwise(conjuncts):
        word = before.last + 1
        while word < after.first:
            span = widest.get(word, Span(word, word))
            is_separator = tree.tags[word - 1] in {"CC", ",", ":"} or word in widest
            if is_separator and span.last < after.first:
                yield span
                word = span.last
            word += 1
