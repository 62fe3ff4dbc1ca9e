"""The width of text in a terminal."""

from __future__ import annotations

from wcwidth import wcswidth


def columns(text: str) -> int:
    r"""How many columns a text takes: a Chinese character two, a combining mark none.

    Examples
    --------
    >>> columns("tea"), columns("\u7ea2\u8336"), columns("the\u0301")
    (3, 4, 3)
    """
    return max(wcswidth(text), 0)
