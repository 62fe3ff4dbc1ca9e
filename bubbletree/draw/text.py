"""Bubble trees drawn with characters, for terminals and plain-text documents.

Two styles show the same tree:

``arcs``
    The words in a row, boxes around the bubbles, arcs above them.  A line that falls from the upper
    edge of a box leads to a child inside it (a conjunct, a coordinator); an arc that ends at a box
    leads to the coordination as a whole.
``outline``
    One line per bubble, indented below its head, with the numbers of its words on the left. It suits long sentences,
    and can show trees that are not projective.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from bubbletree._terminal import columns
from bubbletree.draw.direction import Direction, isolated, runs_right_to_left
from bubbletree.draw.layout import Layout, Measures, lay_out, shown
from bubbletree.projectivity import projection_spans
from bubbletree.span import Span, as_runs
from bubbletree.tree import BubbleTree
from bubbletree.validation import validate

Style: TypeAlias = Literal["arcs", "outline"]
"""How :func:`text` can draw."""

_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8


@dataclass(frozen=True, slots=True)
class _Glyphs:
    """The characters of one character set."""

    lines: tuple[str, ...]
    """By which of _UP, _DOWN, _LEFT, _RIGHT a line leaves the cell."""
    arrow: str
    box: tuple[str, ...]
    """Upper left, upper right, lower left, lower right corner; horizontal, vertical edge; edge with a line above."""
    branch: tuple[str, str, str]
    """In the outline: before a child, before the last child, below a child that is not the last."""


_UNICODE = _Glyphs(tuple(" │││─┘┐┤─└┌├─┴┬┼"), "▼", tuple("┏┓┗┛━┃┷"), ("├─ ", "└─ ", "│  "))
_ASCII = _Glyphs(tuple(" |||-+++-+++-+++"), "v", tuple("####=#+"), ("|- ", "`- ", "|  "))


def text(tree: BubbleTree, style: Style = "arcs", *, ascii_only: bool = False, direction: Direction = "ltr") -> str:
    """A drawing of a bubble tree in characters.

    Parameters
    ----------
    tree : BubbleTree
        A well-formed bubble tree; for the style ``arcs`` a projective one.
    style : {"arcs", "outline"}
        Words in a row with arcs and boxes, or one line per bubble.
    ascii_only : bool
        Draw the lines with ASCII characters.  The words stay as they are.
    direction : {"ltr", "rtl", "auto"}
        With ``arcs``, the side of the first word: left for ``ltr``, right for ``rtl``; ``auto`` goes by the script.

    Returns
    -------
    str
        The lines of the drawing, without trailing spaces and without a final newline.  Columns are those of a terminal:
        a Chinese character takes two, a combining mark none.  Right-to-left words are put between invisible characters
        (U+2068, U+2069), so that they keep their place.

    Raises
    ------
    InvalidTreeError
        The tree is not well-formed or, with ``arcs``, not projective.

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
    if style == "outline":
        return _outline(tree, glyphs)
    measures = Measures(word=columns, label=columns, gap=2, padding=2, port=2, line=1)
    return _arcs(lay_out(tree, measures, from_right=runs_right_to_left(tree, direction)), glyphs)


class _Canvas:
    """A grid of cells: some hold text, the others the directions in which lines leave them."""

    def __init__(self) -> None:
        self.directions: dict[tuple[int, int], int] = {}
        self.texts: dict[tuple[int, int], str] = {}

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

    def write(self, row: int, x: int, word: str) -> None:
        """Put a word into as many cells as it is wide: the first one holds all of it."""
        for offset in range(columns(word)):
            self.texts[row, x + offset] = "" if offset else isolated(word)

    def rows(self, layout: Layout, lines: tuple[str, ...]) -> list[str]:
        return [
            "".join(
                self.texts[row, x] if (row, x) in self.texts else lines[self.directions.get((row, x), 0)]
                for x in range(layout.width)
            ).rstrip()
            for row in range(layout.top, layout.bottom - 1, -1)
        ]


def _arcs(layout: Layout, glyphs: _Glyphs) -> str:
    canvas = _Canvas()
    upper_left, upper_right, lower_left, lower_right, edge, side, joined = glyphs.box
    for box in layout.boxes:
        left, right = box.x, box.x + box.width - 1
        for x in range(left + 1, right):
            canvas.write(box.top, x, edge)
            canvas.write(box.bottom, x, edge)
        for row in range(box.bottom + 1, box.top):
            canvas.write(row, left, side)
            canvas.write(row, right, side)
        canvas.write(box.top, left, upper_left)
        canvas.write(box.top, right, upper_right)
        canvas.write(box.bottom, left, lower_left)
        canvas.write(box.bottom, right, lower_right)
    for line in layout.lines:
        canvas.vertical(line.start, line.start_row + 1, line.row)
        canvas.horizontal(line.row, line.start, line.end)
        canvas.vertical(line.end, line.end_row + 1, line.row)
        canvas.write(line.end_row + 1, line.end, glyphs.arrow)
        canvas.write(line.row, line.middle - (columns(line.label) - 1) // 2, line.label)
        if (line.start_row, line.start) in canvas.texts:
            canvas.write(line.start_row, line.start, joined)
    for drop in layout.drops:
        canvas.vertical(drop.x, drop.end_row + 1, drop.row)
        canvas.write(drop.end_row + 1, drop.x, glyphs.arrow)
        canvas.write(drop.row, drop.label_x, drop.label)
    for word in layout.words:
        canvas.write(0, word.x, word.text)
    return "\n".join(canvas.rows(layout, glyphs.lines)).strip("\n")


def _outline(tree: BubbleTree, glyphs: _Glyphs) -> str:
    validate(tree, projective=False).raise_for_violations()
    projection = projection_spans(tree)
    branch, last_branch, trunk = glyphs.branch
    lines: list[tuple[str, str]] = []
    [root] = (bubble for bubble in tree.bubbles if tree.head(bubble) is None)
    waiting = [(child, "", "") for child in _ordered(tree, root, projection)[::-1]]
    while waiting:
        bubble, lead, below = waiting.pop()
        content = tree.contents[bubble]
        words = isolated(shown(tree.text(bubble)))
        head = tree.head(bubble)
        if len(content) > 1:
            words = f"[{words}]"
        if head is not None and len(tree.contents[head]) > 1 and not tree.is_inside(bubble, head):
            words += " (shared)"
        lines.append((as_runs(content), f"{lead}{isolated(shown(tree.label(bubble) or ''))}: {words}"))
        children = _ordered(tree, bubble, projection)
        for child in children[::-1]:
            is_last = child == children[-1]
            waiting.append((child, below + (last_branch if is_last else branch), below + ("   " if is_last else trunk)))
    margin = max((len(tokens) for tokens, _ in lines), default=0)
    return "\n".join(f"{tokens:>{margin}}  {line}" for tokens, line in lines)


def _ordered(tree: BubbleTree, bubble: int, projection: tuple[Span, ...]) -> list[int]:
    return sorted(tree.children(bubble), key=lambda child: projection[child])
