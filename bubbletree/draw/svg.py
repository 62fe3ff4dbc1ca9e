"""Bubble trees as complete SVG pictures: no scripts, no fonts, no other files.

A picture has a description for screen readers: the sentence as title, and the tree as an outline in words. It has no
identifiers, so a page may contain any number of pictures.
"""

from __future__ import annotations

import unicodedata
from html import escape

from bubbletree.draw.direction import Direction, has_right_to_left, runs_right_to_left
from bubbletree.draw.elements import Box, Drop, Join, Layout, Line, Measures, Word, shown
from bubbletree.draw.layout import lay_out
from bubbletree.draw.text import text
from bubbletree.tree import BubbleTree
from bubbletree.validation import validate

_ROW = 17
"""Height of a row of the layout in pixels."""
_MARGIN = 8
_WORD_SIZE = 16
_LABEL_SIZE = 12
_ROUNDING = 6

LIGHT = """\
.bubbletree text { font-family: Helvetica, Arial, "Liberation Sans", "Noto Sans", sans-serif; text-anchor: middle; }
.bubbletree .word { font-size: 16px; fill: #1b1f24; }
.bubbletree .label { font-size: 12px; fill: #444c56; }
.bubbletree .line { fill: none; stroke: #57606a; stroke-width: 1.2; }
.bubbletree .head { fill: #57606a; stroke: none; }
.bubbletree .edge { fill: none; stroke-width: 1.8; }
.bubbletree .fill.d0 { fill: #eaf3fe; } .bubbletree .edge.d0 { stroke: #0969da; }
.bubbletree .fill.d1 { fill: #fdf0e7; } .bubbletree .edge.d1 { stroke: #bc4c00; }
.bubbletree .fill.d2 { fill: #e8f6eb; } .bubbletree .edge.d2 { stroke: #1a7f37; }
.bubbletree .fill.d3 { fill: #f4edfd; } .bubbletree .edge.d3 { stroke: #8250df; }
"""
"""The style sheet for light backgrounds; the colours of nested bubbles repeat after four."""

STYLE = (
    LIGHT
    + """\
@media (prefers-color-scheme: dark) {
.bubbletree .word { fill: #e6edf3; }
.bubbletree .label { fill: #adbac7; }
.bubbletree .line { stroke: #909dab; }
.bubbletree .head { fill: #909dab; }
.bubbletree .fill.d0 { fill: #14263c; }
.bubbletree .fill.d1 { fill: #35210f; }
.bubbletree .fill.d2 { fill: #12291a; }
.bubbletree .fill.d3 { fill: #271d3b; }
}
"""
)
"""The style sheet of the pictures, for light and dark backgrounds."""


def svg(tree: BubbleTree, *, title: str | None = None, direction: Direction = "auto") -> str:
    """A picture of a bubble tree as an SVG document.

    Parameters
    ----------
    tree : BubbleTree
        A well-formed bubble tree. If it is not projective, lines cross.
    title : str, optional
        The title of the picture; by default, the sentence.
    direction : {"auto", "ltr", "rtl"}
        The side of the first word: right for ``rtl``, left for ``ltr``; ``auto`` goes by the script of most letters.

    Raises
    ------
    InvalidTreeError
        The tree is not well-formed.

    Examples
    --------
    >>> picture = svg(BubbleTree(["Tea", "<please>"], [{0}, {1}, {2}], [(0, "root", 1), (1, "discourse", 2)]))
    >>> picture.splitlines()[1]
    '<title>Tea &lt;please&gt;</title>'
    """
    return element(tree, title=title, style=STYLE, direction=direction) + "\n"


def element(tree: BubbleTree, *, title: str | None = None, style: str = "", direction: Direction = "auto") -> str:
    """The same as an element to put into a page; a page with many of them holds STYLE once."""
    validate(tree, projective=False).raise_for_violations()
    layout = lay_out(tree, MEASURES, from_right=runs_right_to_left(tree, direction))
    width = layout.width + 2 * _MARGIN
    height = (layout.top - layout.bottom + 1) * _ROW + 2 * _MARGIN
    title = shown(title if title is not None else " ".join(tree.words))
    drawing = _Drawing(layout)
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} class="bubbletree" role="img" aria-label={_quoted(title)}>',
        f"<title>{escape(title, quote=False)}</title>",
        f"<desc>{escape(text(tree, 'outline'), quote=False)}</desc>",
    ]
    if style:
        parts.append(f"<style>\n{style}</style>")
    parts.extend(drawing.box(box) for box in layout.boxes)
    parts.extend(drawing.join(join) for join in layout.joins)
    parts.extend(drawing.line(line) for line in layout.lines)
    parts.extend(drawing.drop(drop) for drop in layout.drops)
    parts.extend(drawing.word(word) for word in layout.words)
    return "\n".join([*parts, "</svg>"])


def word_width(word: str) -> int:
    """An estimate of a word's width in pixels; it is more often too wide than too narrow."""
    return _estimate(word, _WORD_SIZE)


def label_width(label: str) -> int:
    """An estimate of a label's width in pixels; it is more often too wide than too narrow."""
    return _estimate(label, _LABEL_SIZE)


MEASURES = Measures(word=word_width, label=label_width, gap=12, padding=14, port=7, line=7)
"""The lengths of a picture, in pixels."""


def _estimate(word: str, size: int) -> int:
    return round(size * sum(map(_advance, word))) + 2


def _advance(character: str) -> float:
    """About how wide a character of a sans-serif font is, in units of the font size."""
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF":
        return 1.05
    if character in "iIjl.,:;'!|´`‘’":
        return 0.32
    if character in 'frt()[]{}/\\-" ':
        return 0.4
    if character in "mwMW@%—…&":
        return 0.98
    return 0.75 if character.isupper() else 0.6


def _turned(text: str) -> str:
    """The end of a tag and the text after it, which says itself which way it runs if that is to the left."""
    attribute = ' direction="rtl"' if has_right_to_left(text) else ""
    return f"{attribute}>{escape(text, quote=False)}"


class _Drawing:
    """Draws the parts of one layout."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.on_edge: dict[int, list[Drop]] = {}
        for drop in layout.drops:
            self.on_edge.setdefault(drop.frame, []).append(drop)

    def _x(self, x: int) -> int:
        return _MARGIN + x

    def _y(self, row: int) -> float:
        """The middle of a row."""
        return _MARGIN + (self.layout.top - row + 0.5) * _ROW

    def _above(self, row: int) -> float:
        """Where lines to and from an item end: the edge of a box, the upper rim of a word."""
        return self._y(row) if row else self._y(row) - 0.5 * _ROW

    def word(self, word: Word) -> str:
        x = self._x(word.x) + word.width / 2
        return f'<text class="word" x="{x:g}" y="{self._y(0) + 0.35 * _WORD_SIZE:g}"{_turned(word.text)}</text>'

    def box(self, box: Box) -> str:
        left, right = self._x(box.x), self._x(box.x + box.width)
        top, bottom, r = self._y(box.top), self._y(box.bottom), _ROUNDING
        colour = f"d{box.depth % 4}"
        edge = [f"M{left + r} {top:g}"]
        edge.extend(
            f"H{self._x(drop.label_x)}M{self._x(drop.label_x + drop.width)} {top:g}"
            for drop in sorted(self.on_edge.get(box.bubble, []), key=lambda drop: drop.x)
            if drop.label and box.x <= drop.label_x < box.x + box.width
        )
        edge.append(
            f"H{right - r}a{r} {r} 0 0 1 {r} {r}V{bottom - r:g}a{r} {r} 0 0 1 {-r} {r}"
            f"H{left + r}a{r} {r} 0 0 1 {-r} {-r}V{top + r:g}a{r} {r} 0 0 1 {r} {-r}"
        )
        return (
            f'<rect class="fill {colour}" x="{left}" y="{top:g}" width="{right - left}" height="{bottom - top:g}" '
            f'rx="{r}"/>\n<path class="edge {colour}" d="{"".join(edge)}"/>'
        )

    def join(self, join: Join) -> str:
        """Between two pieces of a bubble, from outline to outline."""
        first, last = sorted((self._x(join.start), self._x(join.end)))
        dashes = 'stroke-dasharray="5 4"'
        return f'<path class="edge d{join.depth % 4}" {dashes} d="M{first + 1} {self._y(join.row):g}H{last}"/>'

    def line(self, line: Line) -> str:
        start, end, y = self._x(line.start), self._x(line.end), self._y(line.row)
        half = label_width(line.label) / 2 if line.label else 0
        middle = (start + end) / 2 + line.shift
        sign = 1 if end > start else -1
        r = min(_ROUNDING, abs(end - start) / 2)
        turn = 1 if sign > 0 else 0
        path = (
            f"M{start} {self._above(line.start_row):g}V{y + r:g}a{r:g} {r:g} 0 0 {turn} {sign * r:g} {-r:g}"
            f"H{middle - sign * half:g}M{middle + sign * half:g} {y:g}"
            f"H{end - sign * r:g}a{r:g} {r:g} 0 0 {turn} {sign * r:g} {r:g}V{self._above(line.end_row) - 3:g}"
        )
        return f'<path class="line" d="{path}"/>\n{self._label(line.label, middle, y)}{self._head(end, line.end_row)}'

    def drop(self, drop: Drop) -> str:
        x, y = self._x(drop.x), self._y(drop.row)
        start = y + (0.55 * _LABEL_SIZE if drop.label else 0)
        path = f"M{x} {start:g}V{self._above(drop.end_row) - 3:g}"
        middle = self._x(drop.label_x) + drop.width / 2
        return f'<path class="line" d="{path}"/>\n{self._label(drop.label, middle, y)}{self._head(x, drop.end_row)}'

    def _label(self, label: str, x: float, y: float) -> str:
        if not label:
            return ""
        return f'<text class="label" x="{x:g}" y="{y + 0.35 * _LABEL_SIZE:g}"{_turned(label)}</text>\n'

    def _head(self, x: int, row: int) -> str:
        """An arrowhead pointing down at the top of an item."""
        return f'<path class="head" d="M{x} {self._above(row) - 1:g}l-4 -7h8z"/>'


def _quoted(value: str) -> str:
    """A text as the value of an attribute."""
    return '"' + escape(value, quote=False).replace('"', "&quot;") + '"'
