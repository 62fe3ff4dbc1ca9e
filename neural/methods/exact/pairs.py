"""What the exact parser scores: pairs of tokens, one table for each kind of pair.

The program of :mod:`bubbletree.exact` looks at three tokens in each step, so every pair of the three may have a score.
These are the pairs used here, in the letters of that module: g is the edge of a governor, i where a bubble begins,
[p, q] the content of an item and [k, m] what it covers.
"""

from __future__ import annotations

from enum import IntEnum


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
