"""Bubble trees drawn with characters, for terminals and plain-text documents.

Two styles show the same tree:

``arcs``
    The words in a row, boxes around the bubbles, arcs above them.  A line that falls from the upper
    edge of a box leads to a child inside it (a conjunct, a coordinator); an arc that ends at a box
    leads to the coordination as a whole.  A drawing that is too wide can be wrapped: it is cut where few lines are, and
    its parts stand one below the other.
``outline``
    One line per bubble, indented below its head, with the numbers of its words on the left. It suits long sentences,
    and can show trees that are not projective.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Literal, TypeAlias

from bubbletree._terminal import columns
from bubbletree.draw.direction import Direction, isolated, runs_right_to_left
from bubbletree.draw.elements import Layout, Measures, shown
from bubbletree.draw.layout import lay_out
from bubbletree.projectivity import projection_spans
from bubbletree.span import Span, as_runs
from bubbletree.tree import BubbleTree
from bubbletree.validation import validate

Style: TypeAlias = Literal["arcs", "outline"]
"""How :func:`text` can draw."""

_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8

_PLAIN, _FAINT, _WORD = "", "2", "1"
_BUBBLES = ("34", "33", "32", "35")
"""Colours as a terminal is told of them (ANSI, "select graphic rendition"); those of nested bubbles repeat after four,
as in the pictures."""

_LONGEST = 1_000
"""The columns of a bubble in an outline that has no width: a thousand nested bubbles, each with all its words, would
make a drawing of millions of words."""

_MEASURES = Measures(word=columns, label=columns, gap=2, padding=2, port=2, line=1)

_Cells: TypeAlias = Iterable[tuple[str, str]]
"""Texts, each with its colour."""


@dataclass(frozen=True, slots=True)
class _Glyphs:
    """The characters of one character set."""

    lines: tuple[str, ...]
    """By which of _UP, _DOWN, _LEFT, _RIGHT a line leaves the cell."""
    arrow: str
    box: tuple[str, ...]
    """Upper left, upper right, lower left, lower right corner; horizontal, vertical edge; edge with a line above; edge
    with a line across; what joins the pieces of a box."""
    branch: tuple[str, str, str]
    """In the outline: before a child, before the last child, below a child that is not the last."""
    rule: str
    """Between the parts of a wrapped drawing."""
    gap: str
    """In place of words that are left out."""


_UNICODE = _Glyphs(tuple(" │││─┘┐┤─└┌├─┴┬┼"), "▼", tuple("┏┓┗┛━┃┷┿╍"), ("├─ ", "└─ ", "│  "), "┄", "…")
_ASCII = _Glyphs(tuple(" |||-+++-+++-+++"), "v", tuple("####=#++-"), ("|- ", "`- ", "|  "), ".", "...")


def text(
    tree: BubbleTree,
    style: Style = "arcs",
    *,
    ascii_only: bool = False,
    direction: Direction = "ltr",
    width: int | None = None,
    color: bool = False,
) -> str:
    """A drawing of a bubble tree in characters.

    Parameters
    ----------
    tree : BubbleTree
        A well-formed bubble tree. If it is not projective, lines cross.
    style : {"arcs", "outline"}
        Words in a row with arcs and boxes, or one line per bubble.
    ascii_only : bool
        Draw the lines with ASCII characters.  The words stay as they are.
    direction : {"ltr", "rtl", "auto"}
        With ``arcs``, the side of the first word: left for ``ltr``, right for ``rtl``; ``auto`` goes by the script.
    width : int, optional
        How many columns there are. With ``arcs``, a wider drawing is wrapped: its parts follow each other, with a
        dotted rule between. A line that leaves one part goes on in the next, in the same height above the words. A part
        is wider than this only where words or labels are. With ``outline``, words in the middle of a wide bubble are
        left out if there is no room for them.
    color : bool
        Mark bubbles, words and relations by colours of the terminal (ANSI).

    Returns
    -------
    str
        The lines of the drawing, without trailing spaces and without a final newline.  Columns are those of a terminal:
        a Chinese character takes two, a combining mark none.  Right-to-left words are put between invisible characters
        (U+2068, U+2069), so that they keep their place.

    Raises
    ------
    InvalidTreeError
        The tree is not well-formed.

    Examples
    --------
    >>> from bubbletree.tree import BubbleTree
    >>> tree = BubbleTree(
    ...     ["hot", "tea", "and", "buns"],
    ...     [{0}, {1}, {2}, {3}, {4}, {2, 3, 4}],
    ...     [(0, "root", 5), (5, "amod", 1), (5, "conj", 2), (5, "cc", 3), (5, "conj", 4)],
    ... )
    >>> print(text(tree))
                  root
     ┌─amod─┐      │
     │      │      ▼
     │     ┏┷━conj━━cc━━conj━━┓
     ▼     ┃   ▼    ▼    ▼    ┃
    hot    ┃  tea  and  buns  ┃
           ┗━━━━━━━━━━━━━━━━━━┛
    >>> print(text(tree, "outline"))
    2-4  root: [tea and buns]
      1  ├─ amod: hot (shared)
      2  ├─ conj: tea
      3  ├─ cc: and
      4  └─ conj: buns
    """
    glyphs = _ASCII if ascii_only else _UNICODE
    paint = _painted if color else _plain
    if style == "outline":
        return "\n".join(map(paint, _outline(tree, glyphs, width)))
    validate(tree, projective=False).raise_for_violations()
    from_right = runs_right_to_left(tree, direction)
    layout = lay_out(tree, _MEASURES, from_right=from_right)
    canvas = _drawn(layout, glyphs)
    parts = list(canvas.parts(layout, layout.width if width is None else width))
    if from_right:
        parts.reverse()
    rule = paint([(glyphs.rule * min(max(map(len, parts)), layout.width), _FAINT)])
    return f"\n{rule}\n".join(_joined(map(paint, canvas.rows(layout, part, glyphs.lines))) for part in parts)


def least_width(tree: BubbleTree) -> int:
    """How wide a drawing is at least if it is not wrapped: as wide as its words with gaps between them."""
    return sum(columns(shown(word)) for word in tree.words) + _MEASURES.gap * max(len(tree.words) - 1, 0)


def parts_of(drawing: str) -> list[str]:
    """The parts of a drawing in characters that may have been wrapped."""
    return re.split(f"\n(?:{_UNICODE.rule}+|{re.escape(_ASCII.rule)}+)\n", drawing)


def _plain(cells: _Cells) -> str:
    return "".join(shown for shown, _ in cells).rstrip()


def _painted(cells: _Cells) -> str:
    """The same with the codes of colours, each of which ends where the next begins."""
    runs = [(colour, "".join(shown for shown, _ in run)) for colour, run in groupby(cells, key=lambda cell: cell[1])]
    while runs and not runs[-1][1].strip():
        runs.pop()
    return "".join(f"\x1b[{colour}m{shown}\x1b[0m" if colour else shown for colour, shown in runs).rstrip()


def _joined(rows: Iterable[str]) -> str:
    """Rows without the empty ones above and below."""
    return "\n".join(rows).strip("\n")


class _Canvas:
    """A grid of cells: some hold text, the others the directions in which lines leave them."""

    def __init__(self) -> None:
        self.directions: dict[tuple[int, int], int] = {}
        self.texts: dict[tuple[int, int], str] = {}
        self.colours: dict[tuple[int, int], str] = {}
        self.inside: set[int] = set()
        """The columns that a cut cannot be before, as that would divide a word or label."""

    def vertical(self, x: int, low: int, high: int) -> None:
        for row in range(low, high):
            self._leave(row, x, _UP)
            self._leave(row + 1, x, _DOWN)

    def horizontal(self, row: int, one: int, other: int) -> None:
        for x in range(min(one, other), max(one, other)):
            self._leave(row, x, _RIGHT)
            self._leave(row, x + 1, _LEFT)

    def _leave(self, row: int, x: int, direction: int) -> None:
        self.directions[row, x] = self.directions.get((row, x), 0) | direction

    def write(self, row: int, x: int, word: str, colour: str = _PLAIN) -> None:
        """Put a word into as many cells as it is wide: the first one holds all of it."""
        for offset in range(columns(word)):
            self.texts[row, x + offset] = "" if offset else isolated(word)
            self.colours[row, x + offset] = colour
            if offset:
                self.inside.add(x + offset)

    def recolour(self, row: int, x: int, shown: str) -> None:
        """Put another character into a cell that keeps its colour."""
        self.write(row, x, shown, self.colours[row, x])

    def parts(self, layout: Layout, width: int) -> Iterator[range]:
        """The columns of each part of a drawing that is to be wrapped, from left to right."""
        crossing = Counter(x for (_, x), ways in self.directions.items() if ways & _LEFT)
        crossing.update(x for box in layout.boxes for x in range(box.x + 1, box.x + box.width))
        words = sorted((word.x, word.x + word.width) for word in layout.words)
        first = 0
        while layout.width - first > width:
            end = next((end for x, end in words if x >= first), layout.width)
            # Every part has a word.
            allowed = [x for x in range(end, words[-1][0] + 1) if x not in self.inside] if words else []
            if not allowed:
                break
            near = [x for x in allowed if first + width // 2 < x <= first + width]
            # The last of those that cut the fewest lines; or else as much as there is room for, or one word.
            cut = max(near, key=lambda x: (-crossing[x], x), default=0) or max(
                (x for x in allowed if x <= first + width), default=allowed[0]
            )
            yield range(first, cut)
            first = cut
        yield range(first, layout.width)

    def rows(self, layout: Layout, part: range, lines: tuple[str, ...]) -> Iterator[_Cells]:
        """The cells of some columns, row by row from the top."""
        for row in range(layout.top, layout.bottom - 1, -1):
            yield [self._cell(row, x, lines) for x in part]

    def _cell(self, row: int, x: int, lines: tuple[str, ...]) -> tuple[str, str]:
        if (row, x) in self.texts:
            return self.texts[row, x], self.colours[row, x]
        ways = self.directions.get((row, x), 0)
        return lines[ways], _FAINT if ways else _PLAIN


def _drawn(layout: Layout, glyphs: _Glyphs) -> _Canvas:
    canvas = _Canvas()
    upper_left, upper_right, lower_left, lower_right, edge, side, joined, crossed, join = glyphs.box
    for box in layout.boxes:
        colour = _BUBBLES[box.depth % len(_BUBBLES)]
        left, right = box.x, box.x + box.width - 1
        for x in range(left + 1, right):
            canvas.write(box.top, x, edge, colour)
            canvas.write(box.bottom, x, edge, colour)
        for row in range(box.bottom + 1, box.top):
            canvas.write(row, left, side, colour)
            canvas.write(row, right, side, colour)
        canvas.write(box.top, left, upper_left, colour)
        canvas.write(box.top, right, upper_right, colour)
        canvas.write(box.bottom, left, lower_left, colour)
        canvas.write(box.bottom, right, lower_right, colour)
    for one in layout.joins:
        for x in range(min(one.start, one.end) + 1, max(one.start, one.end)):
            canvas.write(one.row, x, join, _BUBBLES[one.depth % len(_BUBBLES)])
    for line in layout.lines:
        canvas.vertical(line.start, line.start_row + 1, line.row)
        canvas.horizontal(line.row, line.start, line.end)
        canvas.vertical(line.end, line.end_row + 1, line.row)
        canvas.write(line.end_row + 1, line.end, glyphs.arrow, _FAINT)
        canvas.write(line.row, line.middle - (columns(line.label) - 1) // 2, line.label)
        if (line.start_row, line.start) in canvas.texts:
            canvas.recolour(line.start_row, line.start, joined)
    for drop in layout.drops:
        canvas.vertical(drop.x, drop.end_row + 1, drop.row)
        canvas.write(drop.end_row + 1, drop.x, glyphs.arrow, _FAINT)
        canvas.write(drop.row, drop.label_x, drop.label)
    for place, ways in canvas.directions.items():
        if ways == _UP | _DOWN and canvas.texts.get(place) == edge:
            canvas.recolour(*place, crossed)
    for word in layout.words:
        canvas.write(0, word.x, word.text, _WORD)
    return canvas


def _outline(tree: BubbleTree, glyphs: _Glyphs, width: int | None) -> Iterator[_Cells]:
    validate(tree, projective=False).raise_for_violations()
    projection = projection_spans(tree)
    branch, last_branch, trunk = glyphs.branch
    lines: list[tuple[str, str, str, str, str]] = []
    [root] = (bubble for bubble in tree.bubbles if tree.head(bubble) is None)
    waiting = [(child, "", "", 0) for child in _ordered(tree, root, projection)[::-1]]
    while waiting:
        bubble, lead, below, depth = waiting.pop()
        content = tree.contents[bubble]
        words = isolated(shown(tree.text(bubble)))
        head = tree.head(bubble)
        colour = _WORD
        if len(content) > 1:
            words = f"[{words}]"
            colour = _BUBBLES[depth % len(_BUBBLES)]
        is_shared = head is not None and len(tree.contents[head]) > 1 and not tree.is_inside(bubble, head)
        note = " (shared)" if is_shared else ""
        label = isolated(shown(tree.label(bubble) or ""))
        lines.append((as_runs(content), f"{lead}{label}: ", words, colour, note))
        children = _ordered(tree, bubble, projection)
        for child in children[::-1]:
            is_last = child == children[-1]
            lead, under = (last_branch, "   ") if is_last else (branch, trunk)
            waiting.append((child, below + lead, below + under, depth + (len(content) > 1)))
    margin = max((len(tokens) for tokens, *_ in lines), default=0)
    for tokens, before, words, colour, note in lines:
        room = _LONGEST if width is None else width - margin - 2 - columns(before) - columns(note)
        told = words if colour == _WORD else _shortened(words, room, glyphs.gap)
        yield (f"{tokens:>{margin}}  ", _FAINT), (before, _PLAIN), (told, colour), (note, _FAINT)


def _shortened(words: str, room: int, gap: str) -> str:
    """Words of a bubble without some in the middle, if there is no room for all; the first and the last one stay."""
    pieces = words.split(" ")
    # Each blank takes a column, so words that are too many need not be measured.
    if len(pieces) <= 2 or (len(pieces) <= room + 1 and columns(words) <= room):
        return words
    left = right = 1
    room -= columns(" ".join([pieces[0], gap, pieces[-1]]))
    while left + right < len(pieces) - 1:
        is_left = left == right
        room -= columns(pieces[left] if is_left else pieces[-1 - right]) + 1
        if room < 0:
            break
        left, right = left + is_left, right + (not is_left)
    return " ".join([*pieces[:left], gap, *pieces[len(pieces) - right :]])


def _ordered(tree: BubbleTree, bubble: int, projection: tuple[Span, ...]) -> list[int]:
    return sorted(tree.children(bubble), key=lambda child: projection[child])
