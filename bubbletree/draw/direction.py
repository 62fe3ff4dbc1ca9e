"""Right-to-left scripts in drawings: the direction of a sentence, and words isolated from their surroundings."""

from __future__ import annotations

import unicodedata
from typing import Literal, TypeAlias

from bubbletree._arguments import expect
from bubbletree.tree import BubbleTree

Direction: TypeAlias = Literal["auto", "ltr", "rtl"]
"""The direction of a drawing: left to right, right to left, or that of the sentence's script."""

_FIRST_STRONG_ISOLATE, _END_OF_ISOLATE = "\u2068", "\u2069"


def runs_right_to_left(tree: BubbleTree, direction: Direction = "auto") -> bool:
    """Whether a drawing begins on the right; with ``auto``, the script of most of the sentence's letters decides.

    Examples
    --------
    >>> runs_right_to_left(BubbleTree(["שלום", "OK"], [{0}, {1}, {2}], []))
    True
    >>> runs_right_to_left(BubbleTree(["שלום"], [{0}, {1}], []), "ltr")
    False
    """
    expect(tree, BubbleTree, "a BubbleTree")
    if direction != "auto":
        return direction == "rtl"
    kinds = [unicodedata.bidirectional(character) for word in tree.words for character in word]
    return kinds.count("R") + kinds.count("AL") > kinds.count("L")


def has_right_to_left(text: str) -> bool:
    """Whether some character of a text is written from right to left, or is a digit that goes with these."""
    return not text.isascii() and any(unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in text)


def isolated(text: str) -> str:
    r"""The text, isolated: it and the texts beside it do not change each other's order.

    Only text with right-to-left characters is changed: it gets two invisible characters around it.

    Examples
    --------
    >>> isolated("tea")
    'tea'
    >>> ascii(isolated("\u05ea\u05d4"))
    "'\\u2068\\u05ea\\u05d4\\u2069'"
    """
    return f"{_FIRST_STRONG_ISOLATE}{text}{_END_OF_ISOLATE}" if has_right_to_left(text) else text
