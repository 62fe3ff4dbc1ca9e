"""Sentences with marked coordinations and without a tree: what tables of spans and annotation tools hold.

Readers of such files (:mod:`bubbletree.io.tsv`, :mod:`bubbletree.io.tokens`, :mod:`bubbletree.io.brat`) give
:class:`MarkedSentence`, and so does :func:`marked`, from a tree. ``bubbletree.from_ud(sentence, coordinations)`` joins
the coordinations with dependencies.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

from bubbletree.coordination import GivenCoordination, TreeCoordination, coordinations
from bubbletree.projectivity import projection_spans
from bubbletree.sentence import Sentence
from bubbletree.span import Span
from bubbletree.tree import CONJ, BubbleTree

PUNCTUATION = "punct"
"""The relation of punctuation in UD."""


@dataclass(frozen=True, slots=True)
class MarkedSentence:
    """A sentence and its coordinations.

    Attributes
    ----------
    sentence : Sentence
        Its words, with what else is known of them.
    coordinations : tuple of GivenCoordination
        Its coordinations.
    """

    sentence: Sentence
    coordinations: tuple[GivenCoordination, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """The words."""
        return self.sentence.words

    @property
    def sent_id(self) -> str | None:
        """The id of the sentence, if it has one."""
        return self.sentence.sent_id

    def named(self, name: str) -> MarkedSentence:
        """The same with an id, if it has none.

        Parameters
        ----------
        name : str
            The id for a sentence without one.
        """
        return self if self.sent_id else replace(self, sentence=self.sentence.with_comments({"sent_id": name}))


def marked(tree: BubbleTree) -> MarkedSentence:
    """The sentence of a tree with its coordinations as spans.

    Separators are the coordinators and the punctuation between conjuncts. A bubble with a single conjunct is left out.

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
    >>> from bubbletree.io.brackets import parse_brackets
    >>> [found] = marked(parse_brackets("[tea punct=, milk punct=, cc=or (amod=black coffee)]")).coordinations
    >>> [tuple(span) for span in found.conjuncts], [tuple(span) for span in found.separators]
    ([(1, 1), (3, 3), (6, 7)], [(2, 2), (4, 4), (5, 5)])
    """
    found = [one for one in coordinations(tree) if len(one.conjuncts) > 1]
    sentence = tree.sentence or Sentence.from_columns(tree.words)
    spans = projection_spans(tree) if found else ()
    return MarkedSentence(sentence, tuple(_given(tree, one, spans) for one in found))


def _given(tree: BubbleTree, one: TreeCoordination, spans: tuple[Span, ...]) -> GivenCoordination:
    marks = {
        spans[part]
        for part in tree.parts(one.bubble)
        if tree.label(part) != CONJ and (tree.label(part) or "").split(":")[0] in ("cc", PUNCTUATION)
    }
    between = (span for span in sorted(marks) if one.whole.first < span.first and span.last < one.whole.last)
    return GivenCoordination(one.conjuncts, between, one.category)


def problem(one: GivenCoordination, words: int) -> str | None:
    """What is wrong with a coordination; None if nothing is.

    Parameters
    ----------
    one : GivenCoordination
        The coordination.
    words : int
        How many words the sentence has.

    Examples
    --------
    >>> problem(GivenCoordination([(1, 2), (2, 3)]), 3)
    'the parts 1-2 and 2-3 overlap'
    """
    if len(one.conjuncts) < 2:
        return "a coordination needs two conjuncts"
    if any(after.first < before.first for before, after in pairwise(one.conjuncts)):
        return "the conjuncts are out of order"
    parts = sorted([*one.conjuncts, *one.separators])
    for part in parts:
        if not 1 <= part.first <= part.last <= words:
            return f"{_shown(part)} is not a span of a sentence of {words} words"
    for before, after in pairwise(parts):
        if after.first <= before.last:
            return f"the parts {_shown(before)} and {_shown(after)} overlap"
    if parts[0] != one.conjuncts[0] or parts[-1] != one.conjuncts[-1]:
        return "a separator is not between conjuncts"
    return None


def crossing(coordinations: Iterable[GivenCoordination]) -> str | None:
    """Which coordinations of a sentence cross; None if none do. They may be inside each other.

    Parameters
    ----------
    coordinations : iterable of GivenCoordination
        Coordinations, each without a :func:`problem`.

    Examples
    --------
    >>> crossing([GivenCoordination([(1, 1), (3, 3)]), GivenCoordination([(2, 2), (4, 4)])])
    '1-3 crosses 2-4 of another coordination'
    >>> crossing([GivenCoordination([(1, 3), (5, 5)]), GivenCoordination([(1, 1), (3, 3)])])
    """
    spans = {span for one in coordinations for span in (one.whole, *one.conjuncts)}
    around: list[Span] = []
    for span in sorted(spans, key=lambda span: (span.first, -span.last)):
        while around and around[-1].last < span.first:
            around.pop()
        if around and around[-1].last < span.last:
            return f"{_shown(around[-1])} crosses {_shown(span)} of another coordination"
        around.append(span)
    return None


def _shown(span: Span) -> str:
    return f"{span.first}-{span.last}"
