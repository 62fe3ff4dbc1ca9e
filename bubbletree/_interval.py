"""A long run of tokens as a set, in constant space.

Where bubbles are nested deeply, their contents are long runs: a thousand bubbles, one inside the other, hold half a
million tokens. An :class:`Interval` is equal to the ``frozenset`` of its tokens, and has the same hash.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

LEAST = 64
"""Runs of fewer tokens are kept as frozensets, which are faster."""


class Interval(Set[int]):
    """The tokens ``first``, ..., ``last``.

    Parameters
    ----------
    first, last : int
        Token numbers, in this order.

    Examples
    --------
    >>> tokens = Interval(3, 90)
    >>> tokens == frozenset(range(3, 91)), hash(tokens) == hash(frozenset(range(3, 91)))
    (True, True)
    >>> 90 in tokens, len(tokens), tokens < Interval(3, 91), sorted(tokens & {1, 5})
    (True, 88, True, [5])
    """

    __slots__ = ("_hashed", "first", "last")

    def __init__(self, first: int, last: int) -> None:
        self.first = first
        self.last = last
        self._hashed: int | None = None

    @classmethod
    def _from_iterable(cls, it: Iterable[object]) -> frozenset[object]:  # type: ignore[override]  # of & and |
        return frozenset(it)

    def __contains__(self, token: object) -> bool:
        return isinstance(token, int) and self.first <= token <= self.last

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.first, self.last + 1))

    def __len__(self) -> int:
        return self.last - self.first + 1

    def __le__(self, other: Set[object]) -> bool:
        if isinstance(other, Interval):
            return other.first <= self.first and self.last <= other.last
        return super().__le__(other)

    def __ge__(self, other: Set[object]) -> bool:
        return other <= self if isinstance(other, Interval) else super().__ge__(other)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Interval):
            return (self.first, self.last) == (other.first, other.last)
        return super().__eq__(other)

    def __hash__(self) -> int:
        if self._hashed is None:
            self._hashed = hash(frozenset(self))
        return self._hashed

    def __repr__(self) -> str:
        return f"Interval({self.first}, {self.last})"
