"""What a span scorer learns from a sentence: which words separate conjuncts, and where these begin and end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bubbletree import Coordination

Integers = npt.NDArray[np.int64]


class SeparatorRole(IntEnum):
    """How a word separates neighbouring conjuncts of a coordination."""

    NONE = 0
    """It does not separate."""
    LAST_COORDINATOR = 1
    """A coordinator with one conjunct after it."""
    EARLIER_COORDINATOR = 2
    """A coordinator with several conjuncts after it."""
    LAST_OTHER = 3
    """Another word, such as a comma, with one conjunct after it."""
    EARLIER_OTHER = 4
    """Another word, such as a comma, with several conjuncts after it."""


class Separator(NamedTuple):
    """A word between two neighbouring conjuncts; all numbers are those of words.

    Attributes
    ----------
    word : int
        The separator.
    left_begin, left_end : int
        First and last word of the conjunct before it.
    right_begin : int
        First word of the conjunct after it.
    end : int
        Last word of the coordination.
    """

    word: int
    left_begin: int
    left_end: int
    right_begin: int
    end: int


@dataclass(frozen=True, slots=True)
class Separators:
    """What a sentence of n words with k separators teaches.

    Attributes
    ----------
    roles : array, [n]
        The role of each word.
    separators : array, [k, 5]
        The columns of :class:`Separator`.
    """

    roles: Integers
    separators: Integers

    def digest(self) -> bytes:
        """Roles and boundaries."""
        return self.roles.tobytes() + b";" + self.separators.tobytes()


def separators_of(coordinations: Iterable[Coordination], words: int) -> Separators:
    """The separators of the coordinations in a sentence of some number of words.

    Between neighbouring conjuncts, the first word of the last coordinator separates.  Without a coordinator, it is the
    first word between them.  Without a word between them, nothing separates them: the coordination becomes two.  A word
    that would separate in two coordinations counts for the first.

    Examples
    --------
    >>> coordination = Coordination(((1, 1), (3, 3), (6, 6)), ((5, 5),))  # tea , milk , and buns
    >>> found = separators_of([coordination], 6)
    >>> found.roles.tolist(), [Separator(*row) for row in found.separators.tolist()]  # doctest: +NORMALIZE_WHITESPACE
    ([0, 4, 0, 0, 1, 0],
     [Separator(word=2, left_begin=1, left_end=1, right_begin=3, end=6),
      Separator(word=5, left_begin=3, left_end=3, right_begin=6, end=6)])
    """
    roles = np.zeros(words, dtype=np.int64)
    found: list[Separator] = []
    for coordination in coordinations:
        is_last, end = True, coordination.conjuncts[-1][1]
        for left, right in reversed(list(pairwise(coordination.conjuncts))):
            between = range(left[1] + 1, right[0])
            if not between:
                is_last, end = True, left[1]
                continue
            coordinators = [first for first, _ in coordination.coordinators if first in between]
            word = coordinators[-1] if coordinators else between[0]
            if roles[word - 1] == SeparatorRole.NONE:
                if coordinators:
                    role = SeparatorRole.LAST_COORDINATOR if is_last else SeparatorRole.EARLIER_COORDINATOR
                else:
                    role = SeparatorRole.LAST_OTHER if is_last else SeparatorRole.EARLIER_OTHER
                roles[word - 1] = role
                found.append(Separator(word, *left, right[0], end))
            is_last = False
    return Separators(roles, np.array(sorted(found), dtype=np.int64).reshape(-1, len(Separator._fields)))
