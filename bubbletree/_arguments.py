"""Arguments of a wrong type: errors that say what was expected, from the function that was called."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def expect(value: object, kinds: type | tuple[type, ...], expected: str) -> None:
    """Raise TypeError unless a value is of one of some kinds.

    Examples
    --------
    >>> expect(5, str, "a text")
    Traceback (most recent call last):
        ...
    TypeError: expected a text, not int: 5
    """
    if not isinstance(value, kinds):
        raise wrong_type(value, expected)


def several(values: Iterable[T], noun: str) -> Iterable[T]:
    """The same values, unless they are a single one or something else that cannot be gone through.

    Examples
    --------
    >>> list(several([1, 2], "numbers"))
    [1, 2]
    >>> several(5, "numbers")
    Traceback (most recent call last):
        ...
    TypeError: expected several numbers, in a list or another iterable, not int: 5
    """
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise wrong_type(values, f"several {noun}, in a list or another iterable")
    return values


def wrong_type(value: object, expected: str) -> TypeError:
    """The error of a value that is not what was expected."""
    return TypeError(f"expected {expected}, not {type(value).__name__}: {value!r:.80}")
