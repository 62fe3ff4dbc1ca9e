"""What a drawing consists of, with the places of all its parts: the same for the terminal, SVG and TikZ.

Horizontal positions are counted in units of the medium (columns, pixels), from the left; vertical ones in rows, from
the words, which stand in row 0, upwards. :mod:`bubbletree.draw.layout` and :mod:`bubbletree.draw.crossing` find them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from bubbletree._terminal import INVISIBLE

ROOM_FOR_ARROW = 2
"""Rows from the top of an item to the lowest line above it: one for the arrowhead, one for the line."""


_NOT_FOR_SHOW = re.compile(f"[{INVISIBLE}\ufffe\uffff]")
"""What would break a drawing, and what XML does not allow."""


def shown(word: str) -> str:
    r"""A word or label as it can be shown: characters that would break a drawing are replaced, never dropped.

    Examples
    --------
    >>> shown("New\nYork")
    'New York'
    >>> print(shown("bell\a"))
    bell�
    """
    return _NOT_FOR_SHOW.sub("\N{REPLACEMENT CHARACTER}", re.sub(r"\s", " ", word))


@dataclass(frozen=True, slots=True)
class Measures:
    """The lengths of a medium, in its own units.

    Attributes
    ----------
    word, label : callable
        The width of a word and of a label as they will be drawn.
    gap : int
        Least distance between two items of a row.
    padding : int
        Distance from the outline of a box to its first and last item.
    port : int
        Distance on a word between the places where its lines begin and end.
    line : int
        Least length of line to be seen on either side of a label.
    """

    word: Callable[[str], int]
    label: Callable[[str], int]
    gap: int
    padding: int
    port: int
    line: int


@dataclass(frozen=True, slots=True)
class Word:
    """A word: its text begins at ``x`` and is ``width`` wide, in row 0."""

    token: int
    text: str
    x: int
    width: int


@dataclass(frozen=True, slots=True)
class Box:
    """The outline of a bubble, or of a piece of it: ``width`` wide from ``x``, from row ``bottom`` up to row ``top``.

    ``depth`` says in how many other boxes it lies.
    """

    bubble: int
    x: int
    width: int
    top: int
    bottom: int
    depth: int


@dataclass(frozen=True, slots=True)
class Line:
    """An arc from head to dependent: up from ``start`` to ``row``, along to ``end``, and down.

    ``start_row`` and ``end_row`` are the tops of the two items that it joins. The label stands in the middle, or
    ``shift`` to the right of it where another line is in its way.
    """

    label: str
    start: int
    start_row: int
    row: int
    end: int
    end_row: int
    shift: int = 0

    @property
    def middle(self) -> int:
        """Where the label's centre is."""
        return (self.start + self.end) // 2 + self.shift


@dataclass(frozen=True, slots=True)
class Drop:
    """A line from the upper edge of ``frame``, in ``row``, down to an item's top in ``end_row``.

    The label is ``width`` wide from ``label_x`` and stands on the edge.
    """

    frame: int
    label: str
    x: int
    row: int
    end_row: int
    label_x: int
    width: int


@dataclass(frozen=True, slots=True)
class Join:
    """What joins two pieces of a bubble whose words are not all together: from ``start`` to ``end``, in ``row``.

    It begins and ends at the outlines of the pieces.
    """

    start: int
    end: int
    row: int
    depth: int


@dataclass(frozen=True, slots=True)
class Layout:
    """A whole drawing: ``width`` units wide, from row ``bottom`` (0 or less) to row ``top``.

    Boxes are listed from the outside to the inside. Only drawings of trees that are not projective have joins.
    """

    width: int
    top: int
    bottom: int
    words: tuple[Word, ...]
    boxes: tuple[Box, ...]
    lines: tuple[Line, ...]
    drops: tuple[Drop, ...]
    joins: tuple[Join, ...] = ()

    def mirrored(self) -> Layout:
        """The same drawing with left and right exchanged, words and labels apart."""

        def place(x: int, width: int = 1) -> int:
            return self.width - x - width

        return replace(
            self,
            words=tuple(replace(one, x=place(one.x, one.width)) for one in self.words),
            boxes=tuple(replace(one, x=place(one.x, one.width)) for one in self.boxes),
            lines=tuple(
                replace(one, start=place(one.start), end=place(one.end), shift=-one.shift) for one in self.lines
            ),
            drops=tuple(replace(one, x=place(one.x), label_x=place(one.label_x, one.width)) for one in self.drops),
            joins=tuple(replace(one, start=place(one.start), end=place(one.end)) for one in self.joins),
        )
