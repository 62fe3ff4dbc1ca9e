"""Drawings of structures that are not projective bubble trees: lines may cross, and boxes may be in pieces.

Every structure can be drawn in this way, well-formed or not, so an annotator sees what is wrong with it. The words
stand in a row. Around the words of each bubble there is a box, close to them. A bubble whose words are not all together
has several boxes, which are joined below the words. All arcs run above all boxes in their way, longer ones above
shorter ones. As in other drawings, conjuncts and coordinators hang from the upper edge of their box, and what depends
on RT hangs from the top of the drawing. RT itself is only drawn where it has a head, or is in a bubble with words.

Time is quadratic in the number of arcs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from bubbletree.draw.elements import ROOM_FOR_ARROW, Box, Drop, Join, Layout, Line, Measures, Word, shown
from bubbletree.span import runs
from bubbletree.tree import ROOT, Arc, BubbleTree


def lay_out_crossing(tree: BubbleTree, measures: Measures) -> Layout:
    """The places of all parts of a drawing.

    Parameters
    ----------
    tree : BubbleTree
        Any structure.
    measures : Measures
        The lengths of the medium.
    """
    return _Sheet(tree, measures).layout()


@dataclass(frozen=True, slots=True)
class _Anchor:
    """A place where lines end: so far from a mark."""

    mark: int
    offset: int


class _Sheet:
    """A drawing in the making: a row of marks, which are words and the left and right edges of boxes."""

    def __init__(self, tree: BubbleTree, measures: Measures) -> None:
        self.tree = tree
        self.measures = measures
        wide = [bubble for bubble in tree.bubbles if len(tree.contents[bubble]) > 1]
        wide.sort(key=lambda bubble: (len(tree.contents[bubble]), bubble))
        self.height = self._heights(wide)
        self.runs = {bubble: runs(tree.contents[bubble]) for bubble in wide}
        self.shows_root = self._shows_root()
        self.drops = [arc for arc in tree.arcs if self._is_drop(arc)]
        self.arcs = [arc for arc in tree.arcs if not self._is_drop(arc)]
        self.words: dict[int, int] = {}
        """The mark of each token that is drawn."""
        self.opens: dict[tuple[int, int], int] = {}
        """The mark of the left edge of a piece, by bubble and number of the piece."""
        self.closes: dict[tuple[int, int], int] = {}
        self.marks: list[tuple[str, int, int]] = []
        """The kind of each mark, its bubble or token, and the number of the piece."""
        self._order()
        self.port = {token: self._port(token) for token in self.words}
        self.x: list[int] = []
        self.label_x: dict[Arc, int] = {}
        self.width = self._place()

    def _heights(self, wide: list[int]) -> dict[int, int]:
        """How many boxes lie on top of each other under the top of a box, without itself."""
        height: dict[int, int] = {}
        for bubble in wide:
            hull = self.tree.hulls[bubble]
            below = [height[b] for b in height if self.tree.hulls[b].overlaps(hull)]
            height[bubble] = 1 + max(below, default=-1)
        return height

    def _shows_root(self) -> bool:
        contents = self.tree.contents
        in_bubble = any(ROOT in contents[bubble] for bubble in self.height)
        return in_bubble or any(ROOT in contents[arc.dependent] for arc in self.tree.arcs)

    def _is_root(self, bubble: int) -> bool:
        return not self.shows_root and ROOT in self.tree.contents[bubble]

    def _is_drop(self, arc: Arc) -> bool:
        """Whether an arc is a line that falls from an upper edge: that of the drawing, or that of a box around it."""
        if arc.head not in self.height:
            return self._is_root(arc.head)
        is_inside = self.tree.is_inside(arc.dependent, arc.head)
        return is_inside and self.height.get(arc.dependent, -1) < self.height[arc.head]

    def _order(self) -> None:
        """List the marks from left to right: the outer boxes begin before the inner ones, and end after them."""
        begin: dict[int, list[tuple[int, int]]] = {}
        end: dict[int, list[tuple[int, int]]] = {}
        for bubble in self.height:  # from the lowest to the highest, among those that meet
            for piece, run in enumerate(self.runs[bubble]):
                begin.setdefault(run.first, []).append((bubble, piece))
                end.setdefault(run.last, []).append((bubble, piece))
        for token in range(0 if self.shows_root else 1, len(self.tree.words) + 1):
            for bubble, piece in sorted(begin.get(token, []), key=lambda one: -self.height[one[0]]):
                self.opens[bubble, piece] = len(self.marks)
                self.marks.append(("open", bubble, piece))
            self.words[token] = len(self.marks)
            self.marks.append(("word", token, 0))
            for bubble, piece in sorted(end.get(token, []), key=lambda one: self.height[one[0]]):
                self.closes[bubble, piece] = len(self.marks)
                self.marks.append(("close", bubble, piece))

    def _text(self, token: int) -> str:
        return shown("RT" if token == ROOT else self.tree.words[token - 1])

    def _label_width(self, arc: Arc) -> int:
        return self.measures.label(shown(arc.label))

    def _token(self, bubble: int) -> int:
        return self.tree.hulls[bubble].first

    def _port(self, token: int) -> int:
        """How far from its middle lines to the dependents of a word begin: not where a label hangs from a box."""
        labels = [
            self._label_width(arc)
            for arc in self.drops
            if arc.head in self.height and arc.dependent not in self.height and self._token(arc.dependent) == token
        ]
        return max(self.measures.port, max(labels, default=0) // 2 + self.measures.line)

    def _word_width(self, token: int) -> int:
        width = self.measures.word(self._text(token))
        has_lines = any(arc.head not in self.height and self._token(arc.head) == token for arc in self.arcs)
        return max(width, 2 * self.port[token] + 1) if has_lines else width

    def _arrival(self, bubble: int) -> _Anchor:
        """Where lines from heads end."""
        if bubble in self.height:
            return _Anchor(self.opens[bubble, 0], 2 * self.measures.line + 1)
        token = self._token(bubble)
        return _Anchor(self.words[token], (self._word_width(token) - 1) // 2)

    def _departure(self, head: int, dependent: int) -> _Anchor:
        """Where the line to a dependent begins."""
        is_left = self.tree.hulls[dependent] < self.tree.hulls[head]
        if head in self.height:
            if is_left:
                return _Anchor(self.opens[head, 0], self.measures.line)
            return _Anchor(self.closes[head, len(self.runs[head]) - 1], -self.measures.line)
        token = self._token(head)
        middle = (self._word_width(token) - 1) // 2
        return _Anchor(self.words[token], middle - self.port[token] if is_left else middle + self.port[token])

    def _place(self) -> int:
        """Place the marks from left to right as near to each other as boxes and labels allow; the width of it all."""
        measures = self.measures
        needs: dict[int, list[tuple[_Anchor, int]]] = {}
        for arc in self.arcs:
            ends = sorted(
                (self._departure(arc.head, arc.dependent), self._arrival(arc.dependent)),
                key=lambda anchor: (anchor.mark, anchor.offset),
            )
            if ends[0].mark < ends[1].mark:
                distance = self._label_width(arc) + 2 * measures.line + 1 - ends[1].offset
                needs.setdefault(ends[1].mark, []).append((ends[0], distance))
        hanging: dict[int, list[tuple[Arc, _Anchor]]] = {}
        for arc in self.drops:
            anchor = self._arrival(arc.dependent)
            hanging.setdefault(anchor.mark, []).append((arc, anchor))
        free, room = 0, 0  # where the next mark may begin; what is left free before a word or a left edge
        free_label: dict[tuple[int, int], int] = {}
        for mark, (kind, number, piece) in enumerate(self.marks):
            x = free + (measures.padding - 1 if kind == "close" else room)
            for anchor, distance in needs.get(mark, []):
                x = max(x, self.x[anchor.mark] + anchor.offset + distance)
            for arc, anchor in hanging.get(mark, []):
                before = (self._label_width(arc) - 1) // 2
                x = max(x, free_label.get(self._edge(arc), 0) + before - anchor.offset)
            if kind == "close":
                x = max(x, free_label[number, piece] + measures.line)
            self.x.append(x)
            for arc, anchor in hanging.get(mark, []):
                width = self._label_width(arc)
                self.label_x[arc] = x + anchor.offset - (width - 1) // 2
                free_label[self._edge(arc)] = self.label_x[arc] + width + measures.line
            if kind == "open":
                free_label[number, piece] = x + 3 * measures.line + 2
                free, room = x + measures.padding, 0
            elif kind == "word":
                free, room = x + self._word_width(number), measures.gap
            else:
                free, room = x + 1, measures.gap
        return max([free, *(end - measures.line for end in free_label.values())])

    def _edge(self, arc: Arc) -> tuple[int, int]:
        """The upper edge from which a drop falls: its bubble and the number of the piece; (-1, 0) for the drawing's."""
        if arc.head not in self.height:
            return -1, 0
        token = self._token(arc.dependent)
        pieces = self.runs[arc.head]
        return arc.head, next(piece for piece, run in enumerate(pieces) if token in run)

    def _top(self, bubble: int) -> int:
        return 2 * (self.height[bubble] + 1) if bubble in self.height else 0

    def layout(self) -> Layout:
        """The drawing."""
        boxes = list(self._boxes())
        lines = self._lines(boxes)
        rows = [line.row for line in lines]
        tops = [box.top for box in boxes]
        hangs = any(arc.head not in self.height for arc in self.drops)
        top = max([*rows, *tops, 0])
        if hangs:
            top = max([*(row + 1 for row in rows), *(high + ROOM_FOR_ARROW for high in tops), ROOM_FOR_ARROW])
        drops = [
            Drop(
                arc.head,
                shown(arc.label),
                self._at(self._arrival(arc.dependent)),
                self._top(arc.head) if arc.head in self.height else top,
                self._top(arc.dependent),
                self.label_x[arc],
                self._label_width(arc),
            )
            for arc in self.drops
        ]
        lines = [self._clear(line, lines, drops) for line in lines]
        words = [Word(token, self._text(token), *self._word_place(token)) for token in self.words]
        bottom = min([box.bottom for box in boxes], default=0)
        return Layout(
            self.width, top, bottom, tuple(words), tuple(boxes), tuple(lines), tuple(drops), tuple(self._joins())
        )

    def _clear(self, line: Line, lines: list[Line], drops: list[Drop]) -> Line:
        """The line with its label between the lines that cross it, as near to the middle as there is room."""
        low, high = sorted((line.start, line.end))
        rises = [(x, one.row) for one in lines for x in (one.start, one.end)]
        rises += [(drop.x, drop.row) for drop in drops if drop.end_row < line.row]
        crossing = sorted(x for x, top in rises if top > line.row and low < x < high)
        width, margin = self.measures.label(line.label), self.measures.line
        wanted = line.middle - (width - 1) // 2
        places = [
            min(max(wanted, before + margin), after - margin - width + 1)
            for before, after in pairwise([low, *crossing, high])
            if after - before >= width + 2 * margin - 1
        ]
        found = min(places, key=lambda place: (abs(place - wanted), place), default=wanted)
        return replace(line, shift=found - wanted)

    def _at(self, anchor: _Anchor) -> int:
        return self.x[anchor.mark] + anchor.offset

    def _word_place(self, token: int) -> tuple[int, int]:
        width = self.measures.word(self._text(token))
        return self.x[self.words[token]] + (self._word_width(token) - 1) // 2 - (width - 1) // 2, width

    def _depth(self, bubble: int) -> int:
        """In how many other boxes a box lies."""
        content = self.tree.contents[bubble]
        return sum(
            content <= self.tree.contents[other] for other in self.height if self.height[other] > self.height[bubble]
        )

    def _boxes(self) -> Iterator[Box]:
        """The boxes, the higher ones first."""
        for bubble in sorted(self.height, key=lambda bubble: (-self.height[bubble], bubble)):
            for piece in range(len(self.runs[bubble])):
                x = self.x[self.opens[bubble, piece]]
                width = self.x[self.closes[bubble, piece]] - x + 1
                yield Box(bubble, x, width, self._top(bubble), -1 - self.height[bubble], self._depth(bubble))

    def _joins(self) -> Iterator[Join]:
        for bubble in self.height:
            for piece in range(len(self.runs[bubble]) - 1):
                start, end = self.x[self.closes[bubble, piece]], self.x[self.opens[bubble, piece + 1]]
                yield Join(start, end, -1 - self.height[bubble], self._depth(bubble))

    def _lines(self, boxes: list[Box]) -> list[Line]:
        """The arcs that are not drops, in rows: each above all boxes and shorter lines in its way."""
        spans: list[tuple[int, int]] = []
        ends: list[tuple[int, int]] = []
        for arc in self.arcs:
            start, end = self._at(self._departure(arc.head, arc.dependent)), self._at(self._arrival(arc.dependent))
            width = self._label_width(arc)
            label = (start + end) // 2 - (width - 1) // 2
            ends.append((start, end))
            spans.append((min(start, end, label), max(start, end, label + width - 1)))
        order = sorted(range(len(spans)), key=lambda one: (spans[one][1] - spans[one][0], spans[one][0], one))
        row: dict[int, int] = {}
        for one in order:
            first, last = spans[one]
            floor = [box.top for box in boxes if box.x <= last and first <= box.x + box.width - 1]
            below = [row[other] for other in row if spans[other][0] <= last and first <= spans[other][1]]
            row[one] = max(max(floor, default=0) + ROOM_FOR_ARROW, max(below, default=0) + 1)
        return [
            Line(shown(arc.label), start, self._top(arc.head), row[one], end, self._top(arc.dependent))
            for one, (arc, (start, end)) in enumerate(zip(self.arcs, ends, strict=True))
        ]
