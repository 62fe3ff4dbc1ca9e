"""Scores of coordinations by their traits: category, coordinator, number of conjuncts, nesting, length.

Traits are those of the gold coordination.  A predicted one counts for the traits of the gold one with the same key, as
it does for categories (:mod:`bubbletree.metrics.coordination`).  If there is none, it counts for no trait.  So recall
is plain recall, and precision is over the predicted coordinations whose key is right.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from bubbletree.coordination import Coordination
from bubbletree.metrics.coordination import Convention, partners
from bubbletree.metrics.counts import Counts
from bubbletree.span import Span

Trait = tuple[str, str]
"""The name of a trait and its value, such as ``("coordinator", "or")``."""

NO_COORDINATOR = "none"
"""The value of the trait *coordinator* where there is none."""

MOST_CONJUNCTS = 4
"""From this number of conjuncts on, all coordinations are counted together."""

COORDINATION_LENGTHS = 5, 10, 20
"""The greatest lengths of coordinations, in words, that are counted together."""

SENTENCE_LENGTHS = 10, 20, 40
"""The same for sentences."""


def score_by_trait(
    gold: Sequence[Coordination],
    predicted: Sequence[Coordination],
    words: Sequence[str],
    convention: Convention = Convention.PAPER,
) -> dict[Trait, Counts]:
    """How many coordinations of a sentence are exactly right, by trait.

    Parameters
    ----------
    gold, predicted : sequence of Coordination
        The coordinations as they should be, and as they were found.
    words : sequence of str
        The words of the sentence.
    convention : Convention
        Whether coordinations without a coordinator count: they do in ``strict``.

    Examples
    --------
    >>> gold = [Coordination([(1, 1), (3, 3)], [(2, 2)])]
    >>> scores = score_by_trait(gold, [], ["tea", "or", "milk"])
    >>> scores["coordinator", "or"]
    Counts(correct=0, predicted=0, gold=1)
    """
    scores: defaultdict[Trait, Counts] = defaultdict(Counts)
    expected = [one for one in gold if one.coordinators or convention is Convention.STRICT]
    found = [one for one in predicted if one.coordinators or convention is Convention.STRICT]
    for one, other in partners(expected, found):
        if one is not None:
            is_right = other is not None and one.conjuncts == other.conjuncts
            counts = Counts(int(is_right), int(other is not None), 1)
            for trait in traits(one, gold, words):
                scores[trait] += counts
    return dict(scores)


def traits(coordination: Coordination, sentence: Sequence[Coordination], words: Sequence[str]) -> list[Trait]:
    """The traits of a coordination.

    Parameters
    ----------
    coordination : Coordination
        The coordination.
    sentence : sequence of Coordination
        All coordinations of its sentence.
    words : sequence of str
        The words of its sentence.

    Examples
    --------
    >>> pair = Coordination([(1, 1), (3, 3)], [(2, 2)], "NP")
    >>> for trait in traits(pair, [pair], ["tea", "or", "milk"]):
    ...     print(*trait, sep=": ")
    category: NP
    coordinator: or
    conjuncts: 2
    nesting: alone
    length: 1 to 5 words
    sentence: 1 to 10 words
    """
    whole = coordination.whole
    conjuncts = len(coordination.conjuncts)
    found = [
        ("coordinator", _coordinator(coordination, words)),
        ("conjuncts", str(conjuncts) if conjuncts < MOST_CONJUNCTS else f"{MOST_CONJUNCTS} and more"),
        ("nesting", _nesting(coordination, sentence)),
        ("length", _length(whole.last - whole.first + 1, COORDINATION_LENGTHS)),
        ("sentence", _length(len(words), SENTENCE_LENGTHS)),
    ]
    return found if coordination.category is None else [("category", coordination.category), *found]


def _coordinator(coordination: Coordination, words: Sequence[str]) -> str:
    """The last coordinator, in lower case."""
    if not coordination.coordinators:
        return NO_COORDINATOR
    return " ".join(coordination.coordinators[-1].of(words)).lower()


def _nesting(coordination: Coordination, sentence: Sequence[Coordination]) -> str:
    others = [other for other in sentence if other != coordination]
    if any(_is_inside(coordination.whole, other) for other in others):
        return "inside another"
    if any(_is_inside(other.whole, coordination) for other in others):
        return "around another"
    return "alone"


def _is_inside(span: Span, coordination: Coordination) -> bool:
    """Whether a span is in one of the conjuncts."""
    return any(first <= span.first and span.last <= last for first, last in coordination.conjuncts)


def _length(words: int, longest: Sequence[int]) -> str:
    """The class of a length, given the greatest length of each class but the last."""
    for below, last in pairwise((0, *longest)):
        if words <= last:
            return f"{below + 1} to {last} words"
    return f"{longest[-1] + 1} words and more"
