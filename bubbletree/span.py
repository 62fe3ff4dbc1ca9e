"""Spans of tokens."""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """The consecutive tokens ``first``, ..., ``last``, both included."""

    first: int
    last: int

    def __contains__(self, token: object) -> bool:
        return isinstance(token, int) and self.first <= token <= self.last

    @property
    def width(self) -> int:
        """How many tokens the span holds."""
        return self.last - self.first + 1
