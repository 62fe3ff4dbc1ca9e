"""Spans of tokens."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


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


def as_runs(tokens: Iterable[int]) -> str:
    """A set of tokens as text, consecutive ones together.

    Examples
    --------
    >>> as_runs({3, 5, 6, 7})
    '3,5-7'
    """
    runs: list[Span] = []
    for token in sorted(tokens):
        if runs and runs[-1].last == token - 1:
            runs[-1] = Span(runs[-1].first, token)
        else:
            runs.append(Span(token, token))
    return ",".join(str(run.first) if run.width == 1 else f"{run.first}-{run.last}" for run in runs)
