"""What the exact parser scores: pairs of tokens, one table for each kind of pair.

The program of :mod:`bubbletree.exact` looks at three tokens in each step, so every pair of the three may have a score.
These are the pairs used here, in the letters of that module: g is the edge of a governor, i where a bubble begins,
[p, q] the content of an item and [k, m] what it covers.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum

from bubbletree.exact import Role, Step, StepKind


class Pair(IntEnum):
    """The tables by number; the first token of a pair is the row, the second the column."""

    LEFT_FIRST = 0
    """g, p of a left dependent."""
    LEFT_LAST = 1
    """g, q of a left dependent."""
    RIGHT_FIRST = 2
    """g, p of a right dependent."""
    RIGHT_LAST = 3
    """g, q of a right dependent."""
    CONJUNCT_FIRST = 4
    """i, p of a further conjunct."""
    CONJUNCT_LAST = 5
    """i, q of such a conjunct."""
    CONJUNCT_START = 6
    """i, k of such a conjunct."""
    CONJUNCT_END = 7
    """i, m of such a conjunct."""
    OTHER_FIRST = 8
    """i, p of a part that is no conjunct."""
    OTHER_LAST = 9
    """i, q of such a part."""
    OTHER_START = 10
    """i, k of such a part."""
    OTHER_END = 11
    """i, m of such a part."""
    CONJUNCT_LEFT = 12
    """k, p of any conjunct: how far it reaches to the left."""
    CONJUNCT_RIGHT = 13
    """q, m of any conjunct: how far it reaches to the right."""
    BUBBLE = 14
    """The first and the last token of a bubble."""
    FIRST_FIRST = 15
    """i, p of the first part of a bubble, which is a conjunct."""
    FIRST_LAST = 16
    """i, q of a first part."""
    FIRST_END = 17
    """i, m of a first part."""
    MORE = 18
    """i, m of a bubble that has two parts or more up to m, and more behind: what tells flat from nested."""


_OF_ROLE = {
    (Role.LEFT, False): (Pair.LEFT_FIRST, Pair.LEFT_LAST, None, None),
    (Role.RIGHT, False): (Pair.RIGHT_FIRST, Pair.RIGHT_LAST, None, None),
    (Role.CONJUNCT, True): (Pair.FIRST_FIRST, Pair.FIRST_LAST, None, Pair.FIRST_END),
    (Role.CONJUNCT, False): (Pair.CONJUNCT_FIRST, Pair.CONJUNCT_LAST, Pair.CONJUNCT_START, Pair.CONJUNCT_END),
    (Role.OTHER, False): (Pair.OTHER_FIRST, Pair.OTHER_LAST, Pair.OTHER_START, Pair.OTHER_END),
}
"""The pairs of an item, by its role and by whether it is a first part: those of g with p, q, k and m."""


def pairs_of(step: Step) -> Iterator[tuple[Pair, int, int]]:
    """The pairs of tokens that a step looks at.

    Examples
    --------
    >>> list(pairs_of(Step(StepKind.CONTENT, 2, 4, 5, Role.RIGHT)))
    [(<Pair.RIGHT_FIRST: 2>, 2, 4), (<Pair.RIGHT_LAST: 3>, 2, 5)]
    """
    governor, left, right = step.governor, step.left, step.right
    if step.role is None:
        yield Pair.BUBBLE if step.kind is StepKind.BUBBLE else Pair.MORE, governor, right
        return
    first, last, start, end = _OF_ROLE[step.role, step.is_first]
    if step.kind is StepKind.CONTENT:
        yield first, governor, left
        yield last, governor, right
        return
    edge, outer = (start, left) if step.kind is StepKind.LEFT_EDGE else (end, right)
    if edge is not None:
        yield edge, governor, outer
    if step.role is Role.CONJUNCT:
        yield Pair.CONJUNCT_LEFT if step.kind is StepKind.LEFT_EDGE else Pair.CONJUNCT_RIGHT, left, right
