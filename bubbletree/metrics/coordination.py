"""Precision, recall and F1 of coordinations, in three conventions.

The **key** of a coordination is the first word of its last coordinator, as in the evaluation of Teranishi et al.
(2019), which Shi & Lee (2021, section 5) follow. A gold and a predicted coordination of a sentence are compared if they
have the same key. Then

exact
    holds if all conjuncts are the same;
inner
    holds if the two conjuncts on either side of the key are the same;
whole
    holds if the first conjunct begins, and the last one ends, at the same word.

Coordinations that have no coordinator ("slowly, carefully") have no such key.  The convention ``paper`` leaves them
out, both gold and predicted, and counts how many it left out. ``strict`` counts them all. The key of such a
coordination is then the first word of its last conjunct, and it is compared only with coordinations that have no
coordinator either.

``released`` counts as the program released with the paper does. It differs from ``paper`` only in *inner*: it compares
the last two conjuncts, wherever the key is.

Categories (``NP``) are those of the gold coordinations, because predicted ones have none. A predicted coordination
counts for the category of the gold one with the same key. If there is none, it counts only for all coordinations
together. So precision by category is over the predicted coordinations whose key is right, and recall by category is
plain recall.

``docs/reference/metrics.md`` works examples by hand.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bubbletree.coordination import Coordination, GivenCoordination
from bubbletree.metrics.alignment import aligned
from bubbletree.metrics.attachment import is_punctuation
from bubbletree.metrics.counts import Counts, Share
from bubbletree.metrics.table import table
from bubbletree.span import Span


class Convention(StrEnum):
    """What to do with coordinations that have no coordinator, and which conjuncts are the inner ones."""

    PAPER = "paper"
    """Leave them out, gold and predicted; the inner conjuncts are those next to the key."""
    STRICT = "strict"
    """Count them, so that one without a partner is an error; the inner conjuncts are those next to the key."""
    RELEASED = "released"
    """Leave them out, gold and predicted; the inner conjuncts are the last two."""


def gold_coordinations(given: Iterable[GivenCoordination], words: Sequence[str]) -> tuple[Coordination, ...]:
    """The coordinations that a source gives, with their coordinators separated from punctuation.

    A source such as a ``.coord`` file gives separators without saying what they are.  A separator is a coordinator
    unless it is only punctuation. The coordinator begins at the first word that is not punctuation.

    Parameters
    ----------
    given : iterable of GivenCoordination
        The coordinations of a sentence.
    words : sequence of str
        Its words.

    Examples
    --------
    >>> source = GivenCoordination([(1, 1), (3, 3), (6, 6)], separators=[(2, 2), (4, 5)], category="NP")
    >>> [coordination] = gold_coordinations([source], ["tea", ",", "milk", ",", "and", "buns"])
    >>> coordination.coordinators
    (Span(first=5, last=5),)
    """
    return tuple(
        Coordination(
            source.conjuncts,
            [
                (first, last)
                for begin, last in source.separators
                for first in [next((t for t in range(begin, last + 1) if not is_punctuation(words[t - 1])), 0)]
                if first
            ],
            source.category,
        )
        for source in given
    )


@dataclass(frozen=True, slots=True)
class Criteria:
    """The counts under each of the three criteria, which the module :mod:`bubbletree.metrics.coordination` defines.

    Attributes
    ----------
    exact : Counts
        All conjuncts are the same.
    inner : Counts
        The inner conjuncts are the same: those on either side of the last coordinator, or the last two
        (:class:`Convention`).
    whole : Counts
        The first conjunct begins, and the last one ends, at the same word.
    """

    exact: Counts = Counts()
    inner: Counts = Counts()
    whole: Counts = Counts()

    def __add__(self, other: Criteria) -> Criteria:
        return Criteria(self.exact + other.exact, self.inner + other.inner, self.whole + other.whole)

    def to_dict(self) -> dict[str, dict[str, float]]:
        """All counts and ratios, for JSON."""
        return {"exact": self.exact.to_dict(), "inner": self.inner.to_dict(), "whole": self.whole.to_dict()}


@dataclass(frozen=True, slots=True)
class CoordinationScores:
    """How well the coordinations of some sentences were found.

    Attributes
    ----------
    convention : Convention
        What was counted.
    overall : Criteria
        All coordinations.
    categories : tuple of (str, Criteria)
        The same by category of the gold coordination, in alphabetical order.
    simple, complex : Share
        Sentences with all coordinations exactly right and no other predicted.  *Simple* sentences have
        one gold coordination, of two conjuncts; *complex* ones have more or longer ones (the paper's
        table of per-sentence exact match).  Sentences without gold coordinations do not count.
    gold_left_out, predicted_left_out : int
        Coordinations without a coordinator that the convention leaves out.
    """

    convention: Convention = Convention.PAPER
    overall: Criteria = Criteria()
    categories: tuple[tuple[str, Criteria], ...] = ()
    simple: Share = Share()
    complex: Share = Share()
    gold_left_out: int = 0
    predicted_left_out: int = 0

    @property
    def sentences(self) -> Share:
        """Sentences with at least one gold coordination that are right as a whole."""
        return self.simple + self.complex

    def category(self, name: str) -> Criteria:
        """The counts for one category, all zero if there is none of it."""
        return dict(self.categories).get(name, Criteria())

    def __add__(self, other: CoordinationScores) -> CoordinationScores:
        if self.convention != other.convention:
            raise ValueError(f"{self.convention} and {other.convention} scores cannot be added")
        categories = dict(self.categories)
        for name, criteria in other.categories:
            categories[name] = categories.get(name, Criteria()) + criteria
        return CoordinationScores(
            self.convention,
            self.overall + other.overall,
            tuple(sorted(categories.items())),
            self.simple + other.simple,
            self.complex + other.complex,
            self.gold_left_out + other.gold_left_out,
            self.predicted_left_out + other.predicted_left_out,
        )

    def to_dict(self) -> dict[str, object]:
        """Everything, for JSON."""
        return {
            "convention": str(self.convention),
            "all": self.overall.to_dict(),
            "categories": {name: criteria.to_dict() for name, criteria in self.categories},
            "sentences": {
                "all": self.sentences.to_dict(),
                "simple": self.simple.to_dict(),
                "complex": self.complex.to_dict(),
            },
            "left_out": {"gold": self.gold_left_out, "predicted": self.predicted_left_out},
        }

    def to_text(self) -> str:
        """Everything, as tables for people, in per cent.

        Examples
        --------
        >>> scores = score_sentence([Coordination(((1, 1), (3, 4)), ((2, 2),), "NP")], [])
        >>> print(scores.to_text())
        coordinations (paper)     P     R    F1  correct  predicted  gold
        all exact              0.00  0.00  0.00        0          0     1
        all inner              0.00  0.00  0.00        0          0     1
        all whole              0.00  0.00  0.00        0          0     1
        NP exact               0.00  0.00  0.00        0          0     1
        NP inner               0.00  0.00  0.00        0          0     1
        NP whole               0.00  0.00  0.00        0          0     1
        <BLANKLINE>
        sentences all right  share  correct  sentences
        all                   0.00        0          1
        simple                0.00        0          1
        complex               0.00        0          0
        """
        counts = [
            (f"{name} {criterion}", c.precision, c.recall, c.f1, c.correct, c.predicted, c.gold)
            for name, criteria in [("all", self.overall), *self.categories]
            for criterion, c in [("exact", criteria.exact), ("inner", criteria.inner), ("whole", criteria.whole)]
        ]
        shares = [
            (name, share.ratio, share.correct, share.total)
            for name, share in [("all", self.sentences), ("simple", self.simple), ("complex", self.complex)]
        ]
        text = table([f"coordinations ({self.convention})", "P", "R", "F1", "correct", "predicted", "gold"], counts)
        text += "\n\n" + table(["sentences all right", "share", "correct", "sentences"], shares)
        if self.gold_left_out or self.predicted_left_out:
            text += f"\n\nLeft out (no coordinator): {self.gold_left_out} gold, {self.predicted_left_out} predicted."
        return text


def score_coordinations(
    gold: Iterable[Sequence[Coordination]],
    predicted: Iterable[Sequence[Coordination]],
    convention: Convention = Convention.PAPER,
) -> CoordinationScores:
    """Score the coordinations of many sentences.

    Parameters
    ----------
    gold, predicted : iterable of sequences
        The coordinations of each sentence, in the same order. The caller must check that the words are the same too:
        coordinations do not contain words.
    convention : Convention
        ``paper``, ``strict`` or ``released``.

    Raises
    ------
    AlignmentError
        There are more sentences on one side.

    Examples
    --------
    >>> gold = Coordination(((1, 1), (3, 4)), ((2, 2),))
    >>> near = Coordination(((1, 1), (3, 3)), ((2, 2),))
    >>> score_coordinations([[gold], [gold]], [[gold], [near]]).overall.exact
    Counts(correct=1, predicted=2, gold=2)
    """
    scores = CoordinationScores(convention)
    for _, expected, found in aligned(gold, predicted):
        scores += score_sentence(expected, found, convention)
    return scores


def score_sentence(
    gold: Sequence[Coordination],
    predicted: Sequence[Coordination],
    convention: Convention = Convention.PAPER,
) -> CoordinationScores:
    """Score the coordinations of one sentence.

    Parameters
    ----------
    gold, predicted : sequence of Coordination
        The coordinations as they should be, and as they were found.
    convention : Convention
        ``paper``, ``strict`` or ``released``.

    Examples
    --------
    >>> gold = Coordination([(1, 1), (3, 4)], [(2, 2)])
    >>> near = Coordination([(1, 1), (3, 3)], [(2, 2)])
    >>> score_sentence([gold], [near]).overall.inner
    Counts(correct=0, predicted=1, gold=1)
    """
    convention = Convention(convention)
    expected = [c for c in gold if c.coordinators or convention is Convention.STRICT]
    found = [c for c in predicted if c.coordinators or convention is Convention.STRICT]
    overall = Criteria()
    categories: defaultdict[str, Criteria] = defaultdict(Criteria)
    all_right = True
    for one, other in partners(expected, found):
        criteria = _compare(one, other, convention)
        overall += criteria
        all_right &= criteria.exact.correct == 1
        if one is not None and one.category is not None:
            categories[one.category] += criteria
    share = Share(int(all_right), 1)
    is_simple = len(expected) == 1 and len(expected[0].conjuncts) == 2
    return CoordinationScores(
        convention,
        overall,
        tuple(sorted(categories.items())),
        simple=share if is_simple else Share(),
        complex=share if expected and not is_simple else Share(),
        gold_left_out=len(gold) - len(expected),
        predicted_left_out=len(predicted) - len(found),
    )


def key_of(coordination: Coordination) -> tuple[bool, int]:
    """What a coordination is known by: whether it has a coordinator, and the number of a word.

    The word is the first one of the last coordinator. Without a coordinator, it is the first one of the last conjunct.

    Parameters
    ----------
    coordination : Coordination
        The coordination.

    Examples
    --------
    >>> key_of(Coordination([(1, 1), (3, 4)], [(2, 2)]))
    (True, 2)
    """
    if coordination.coordinators:
        return True, coordination.coordinators[-1].first
    return False, coordination.conjuncts[-1].first


def partners(
    gold: Sequence[Coordination], predicted: Sequence[Coordination]
) -> list[tuple[Coordination | None, Coordination | None]]:
    """Gold and predicted coordinations with the same key; None stands for a missing partner.

    In a tree no two coordinations share a key, but given spans may be any: there, equal ones become
    partners first and the others in their order.
    """
    waiting: defaultdict[tuple[bool, int], list[Coordination]] = defaultdict(list)
    for coordination in predicted:
        waiting[key_of(coordination)].append(coordination)
    pairs: list[tuple[Coordination | None, Coordination | None]] = []
    unmatched = []
    for coordination in gold:
        equal = [c for c in waiting[key_of(coordination)] if c.conjuncts == coordination.conjuncts]
        if equal:
            waiting[key_of(coordination)].remove(equal[0])
            pairs.append((coordination, equal[0]))
        else:
            unmatched.append(coordination)
    for coordination in unmatched:
        others = waiting[key_of(coordination)]
        pairs.append((coordination, others.pop(0) if others else None))
    pairs.extend((None, coordination) for others in waiting.values() for coordination in others)
    return pairs


def _compare(gold: Coordination | None, predicted: Coordination | None, convention: Convention) -> Criteria:
    """What one pair of partners adds to the counts."""
    exact = inner = whole = False
    if gold is not None and predicted is not None:
        exact = gold.conjuncts == predicted.conjuncts
        inner = _inner(gold, convention) == _inner(predicted, convention)
        whole = gold.whole == predicted.whole
    rest = (int(predicted is not None), int(gold is not None))
    return Criteria(Counts(int(exact), *rest), Counts(int(inner), *rest), Counts(int(whole), *rest))


def _inner(coordination: Coordination, convention: Convention) -> tuple[Span, ...]:
    """The conjuncts that *inner* compares."""
    if convention is Convention.RELEASED:
        return coordination.conjuncts[-2:]
    _, key = key_of(coordination)
    before = [conjunct for conjunct in coordination.conjuncts if conjunct.first < key]
    after = [conjunct for conjunct in coordination.conjuncts if conjunct.first >= key]
    return (*before[-1:], *after[:1])
