"""Text for a terminal: its width, and what cannot be seen in it."""

from __future__ import annotations

import re
from typing import Final

from wcwidth import wcswidth

INVISIBLE: Final = "\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
"""What a terminal obeys in place of showing it, for a class of a regular expression: control characters, ends of lines,
characters that change the direction of text, and lone surrogates, which cannot be written."""

_INVISIBLE = re.compile(f"[{INVISIBLE}]")


def columns(text: str) -> int:
    r"""How many columns a text takes: a Chinese character two, a combining mark none.

    Examples
    --------
    >>> columns("tea"), columns("\u7ea2\u8336"), columns("the\u0301")
    (3, 4, 3)
    """
    return max(wcswidth(text), 0)


def visible(text: str) -> str:
    r"""A line for a terminal or a text file: what a terminal would obey (:data:`INVISIBLE`) is escaped.

    Examples
    --------
    >>> print(visible("red \x1b[31m tea\u202e"))
    red \x1b[31m tea\u202e
    """
    return _INVISIBLE.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


def visible_message(text: str) -> str:
    r"""As :func:`visible`, for a message that may have several lines: those after the first one are indented.

    So a name with an end of a line cannot begin what looks like another message.

    Examples
    --------
    >>> print(visible_message("tea\nmilk: not a tree:\n  - no head"))
    tea\nmilk: not a tree:
      - no head
    """
    return "\n  ".join(map(visible, text.split("\n  ")))
