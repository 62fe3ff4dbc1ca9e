"""Spans of tokens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bubbletree._interval import Interval


class Span(NamedTuple):
    """The consecutive tokens ``first``, ..., ``last``, both included.

    Examples
    --------
    >>> span = Span(2, 4)
    >>> span.width, 4 in span, 5 in span
    (3, True, False)
    """

    first: int
    last: int

    def __contains__(self, token: object) -> bool:
        return isinstance(token, int) and self.first <= token <= self.last

    @property
    def width(self) -> int:
        """The number of tokens in the span."""
        return self.last - self.first + 1

    def of(self, words: Sequence[str]) -> tuple[str, ...]:
        """The words of a sentence that are in the span; words are numbered from 1.

        Examples
        --------
        >>> Span(2, 4).of(["hot", "tea", "or", "coffee"])
        ('tea', 'or', 'coffee')
        """
        return tuple(words[self.first - 1 : self.last])

    def overlaps(self, other: Span) -> bool:
        """Whether some token is in both.

        Examples
        --------
        >>> Span(2, 4).overlaps(Span(4, 5)), Span(2, 4).overlaps(Span(5, 5))
        (True, False)
        """
        return self.first <= other.last and other.first <= self.last


def runs(tokens: Iterable[int]) -> list[Span]:
    """A set of tokens as spans, consecutive ones together.

    Examples
    --------
    >>> [tuple(run) for run in runs({3, 5, 6, 7})]
    [(3, 3), (5, 7)]
    """
    if isinstance(tokens, Interval):
        return [Span(tokens.first, tokens.last)]
    found: list[Span] = []
    for token in sorted(tokens):
        if found and found[-1].last == token - 1:
            found[-1] = Span(found[-1].first, token)
        else:
            found.append(Span(token, token))
    return found


def as_runs(tokens: Iterable[int]) -> str:
    """A set of tokens as text, consecutive ones together.

    Examples
    --------
    >>> as_runs({3, 5, 6, 7})
    '3,5-7'
    """
    return ",".join(str(run.first) if run.width == 1 else f"{run.first}-{run.last}" for run in runs(tokens))
