"""Kinds of mistakes: one for each wrong coordination.

A gold and a predicted coordination with the same key (:mod:`bubbletree.metrics.coordination`) that differ are compared
from the outside in. The first of these that applies is the mistake:

missed, spurious
    the other one does not exist;
grouping
    the coordinators are not the same: coordinations were merged, split or nested in another way;
count
    the numbers of conjuncts differ: a list was cut short, or something else was taken for a conjunct;
both ends, left end, right end
    the whole begins, ends, or does both at another word;
inside
    the ends are right, and a boundary between conjuncts is wrong.

For ends there is also a direction: the prediction is too *wide* or too *narrow* there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bubbletree.coordination import Coordination
from bubbletree.metrics.alignment import aligned
from bubbletree.metrics.coordination import partners
from bubbletree.metrics.table import table


class MistakeKind(StrEnum):
    """Kinds of mistakes, from the outside in."""

    MISSED = "missed"
    SPURIOUS = "spurious"
    GROUPING = "grouping"
    COUNT = "count"
    BOTH_ENDS = "both ends"
    LEFT_END = "left end"
    RIGHT_END = "right end"
    INSIDE = "inside"


@dataclass(frozen=True, slots=True)
class Mistake:
    """A wrong coordination.

    Attributes
    ----------
    kind : MistakeKind
        What is wrong.
    detail : str
        ``wide`` or ``narrow`` for an end, ``more`` or ``fewer`` for the number of conjuncts, or nothing.
    gold, predicted : Coordination or None
        What should have been found, and what was.
    """

    kind: MistakeKind
    detail: str
    gold: Coordination | None
    predicted: Coordination | None


def mistake_name(kind: MistakeKind, detail: str) -> str:
    """A kind of mistake and its detail in words.

    Parameters
    ----------
    kind : MistakeKind
        What is wrong.
    detail : str
        As in :class:`Mistake`; it may be empty.

    Examples
    --------
    >>> mistake_name(MistakeKind.LEFT_END, "wide")
    'left end, wide'
    """
    return f"{kind}, {detail}" if detail else str(kind)


def find_mistakes(gold: Sequence[Coordination], predicted: Sequence[Coordination]) -> list[Mistake]:
    """The mistakes in a sentence, in the order of the gold coordinations, and then those without a partner.

    Coordinations without a coordinator are left out, as in the paper's convention.

    Parameters
    ----------
    gold, predicted : sequence of Coordination
        The coordinations as they should be, and as they were found.

    Examples
    --------
    >>> gold = Coordination(((2, 2), (4, 4)), ((3, 3),))
    >>> wide = Coordination(((1, 2), (4, 4)), ((3, 3),))
    >>> [(mistake.kind.value, mistake.detail) for mistake in find_mistakes([gold], [wide])]
    [('left end', 'wide')]
    """
    expected = [coordination for coordination in gold if coordination.coordinators]
    found = [coordination for coordination in predicted if coordination.coordinators]
    result = []
    for one, other in partners(expected, found):
        if one is None or other is None:
            result.append(Mistake(MistakeKind.SPURIOUS if one is None else MistakeKind.MISSED, "", one, other))
        elif one.conjuncts != other.conjuncts:
            result.append(Mistake(*_difference(one, other), one, other))
    return result


def _difference(gold: Coordination, predicted: Coordination) -> tuple[MistakeKind, str]:
    # Multiword coordinators count by their first words: gold data and trees need not agree on the rest.
    if [first for first, _ in gold.coordinators] != [first for first, _ in predicted.coordinators]:
        return MistakeKind.GROUPING, ""
    more = len(predicted.conjuncts) - len(gold.conjuncts)
    if more:
        return MistakeKind.COUNT, "more" if more > 0 else "fewer"
    # By how many words the prediction reaches further out, on either side.
    left = gold.whole.first - predicted.whole.first
    right = predicted.whole.last - gold.whole.last
    if left and right:
        return MistakeKind.BOTH_ENDS, ""
    if left:
        return MistakeKind.LEFT_END, "wide" if left > 0 else "narrow"
    if right:
        return MistakeKind.RIGHT_END, "wide" if right > 0 else "narrow"
    return MistakeKind.INSIDE, ""


def count_mistakes(
    gold: Iterable[Sequence[Coordination]], predicted: Iterable[Sequence[Coordination]]
) -> Counter[tuple[MistakeKind, str]]:
    """How many mistakes of each kind, with its detail, there are in many sentences.

    Parameters
    ----------
    gold, predicted : iterable of sequences of Coordination
        The coordinations of each sentence, sentence by sentence in the same order.

    Raises
    ------
    AlignmentError
        There are more sentences on one side.

    Examples
    --------
    >>> gold = Coordination([(2, 2), (4, 4)], [(3, 3)])
    >>> count_mistakes([[gold], [gold]], [[gold], []])
    Counter({(<MistakeKind.MISSED: 'missed'>, ''): 1})
    """
    return Counter(
        (mistake.kind, mistake.detail)
        for _, expected, found in aligned(gold, predicted)
        for mistake in find_mistakes(expected, found)
    )


def mistakes_table(counts: Counter[tuple[MistakeKind, str]]) -> str:
    """The counts as a table for people.

    Parameters
    ----------
    counts : Counter
        What :func:`count_mistakes` returned.

    Examples
    --------
    >>> from collections import Counter
    >>> print(mistakes_table(Counter({(MistakeKind.LEFT_END, "wide"): 3, (MistakeKind.MISSED, ""): 1})))
    mistake         number  share
    missed               1  25.00
    left end, wide       3  75.00
    """
    total = sum(counts.values())
    rows = [
        (mistake_name(kind, detail), number, number / total)
        for kind in MistakeKind
        for (found, detail), number in sorted(counts.items())
        if found is kind
    ]
    return table(["mistake", "number", "share"], rows)
