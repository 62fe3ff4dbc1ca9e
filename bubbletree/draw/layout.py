"""The places of words, bubbles, arcs and labels in a drawing, for all media.

A projective bubble tree can be drawn without any two lines crossing, and this module computes such a
drawing for the terminal (:mod:`bubbletree.draw.text`), SVG and TikZ alike.  (All other structures are drawn by
:mod:`bubbletree.draw.crossing`.)  It rests on one fact.
Call RT and every bubble of two or more words a *frame*, and let each bubble lie in the smallest frame
around it.  In a projective tree the head of a bubble then either lies in the same frame or is that
frame itself: no arc ever crosses the outline of a bubble.  So a frame is drawn as a row of items,
words and boxes, with

* an *arc* above them from head to dependent where both lie in the row, a shared modifier included:
  its head, the box, is an item of the row;
* a *drop*, a line that falls from the frame's upper edge, to each item whose head is the frame: the
  conjuncts, coordinators and punctuation of a coordination, and for RT the root of the sentence.

Everything takes linear time.
"""

from __future__ import annotations

from dataclasses import dataclass

from bubbletree.draw.crossing import lay_out_crossing
from bubbletree.draw.elements import ROOM_FOR_ARROW, Box, Drop, Layout, Line, Measures, Word, shown
from bubbletree.tree import BubbleTree
from bubbletree.validation import is_projective_tree


def lay_out(tree: BubbleTree, measures: Measures, *, from_right: bool = False) -> Layout:
    """The places of all parts of a drawing of any structure.

    Parameters
    ----------
    tree : BubbleTree
        The structure. If it is not a projective bubble tree, lines may cross (:mod:`bubbletree.draw.crossing`).
    measures : Measures
        The lengths of the medium.
    from_right : bool
        Whether the first word stands on the right.
    """
    layout = _lay_out_nested(tree, measures) if is_projective_tree(tree) else lay_out_crossing(tree, measures)
    return layout.mirrored() if from_right else layout


def _lay_out_nested(tree: BubbleTree, measures: Measures) -> Layout:
    frames = _frames(tree)
    items: dict[int, _Item] = {}
    rows: dict[int, _Row] = {}
    for frame in reversed(frames):  # a frame after all frames inside it
        for bubble in frames[frame]:
            if bubble not in items:
                items[bubble] = _word_item(tree, bubble, measures)
        rows[frame] = row = _Row(tree, frame, [items[bubble] for bubble in frames[frame]], measures)
        items[frame] = row.as_box(frame)
    return _assemble(tree, frames, rows)


def _frames(tree: BubbleTree) -> dict[int, list[int]]:
    """What lies in each frame, from left to right; each frame is listed before those inside it."""
    ordered = sorted(tree.bubbles, key=lambda b: (min(tree.contents[b]), -len(tree.contents[b])))
    root, *bubbles = ordered
    frames: dict[int, list[int]] = {root: []}
    around = [root]
    for bubble in bubbles:
        content = tree.contents[bubble]
        while around[-1] != root and min(content) > max(tree.contents[around[-1]]):
            around.pop()
        frames[around[-1]].append(bubble)
        if len(content) > 1:
            frames[bubble] = []
            around.append(bubble)
    return frames


@dataclass(frozen=True, slots=True)
class _Item:
    """A word or a box before it has a place; the ports are offsets from its left edge."""

    bubble: int
    width: int
    top: int
    bottom: int
    left_port: int
    """Where lines to dependents on the left begin."""
    in_port: int
    """Where the line from the head ends."""
    right_port: int
    """Where lines to dependents on the right begin."""


def _word_item(tree: BubbleTree, bubble: int, measures: Measures) -> _Item:
    width = measures.word(shown(tree.text(bubble)))
    if tree.children(bubble):
        width = max(width, 2 * measures.port + 1)
    centre = (width - 1) // 2
    return _Item(bubble, width, 0, 0, centre - measures.port, centre, centre + measures.port)


def _label(tree: BubbleTree, bubble: int) -> str:
    return shown(tree.label(bubble) or "")


class _Row:
    """The items of a frame with their places inside it, and the lines between them."""

    def __init__(self, tree: BubbleTree, frame: int, items: list[_Item], measures: Measures) -> None:
        self.tree = tree
        self.frame = frame
        self.items = {item.bubble: item for item in items}
        self.measures = measures
        self.is_box = len(tree.contents[frame]) > 1
        self.x: dict[int, int] = {}
        self.row: dict[int, int] = {}
        """The row of the line from its head, by item."""
        self._stack_lines()
        self.label_x: dict[int, int] = {}
        self.width = self._place()
        self.bottom = min((item.bottom for item in items), default=0) - self.is_box

    def _stack_lines(self) -> None:
        """Give each line the lowest row above all that it spans; edges of frames stand above it all."""
        position = {bubble: index for index, bubble in enumerate(self.items)}
        order = [bubble for bubble in self.items if self.tree.head(bubble) == self.frame]
        roots = len(order)
        sides: list[tuple[list[int], list[int]]] = []
        for bubble in order:  # grows while it is walked: heads before dependents
            below = sorted((b for b in self.tree.children(bubble) if b in position), key=position.__getitem__)
            left = [b for b in reversed(below) if position[b] < position[bubble]]
            right = [b for b in below if position[b] > position[bubble]]
            sides.append((left, right))
            order.extend(below)
        left_roof: dict[int, int] = {}
        right_roof: dict[int, int] = {}
        for bubble, (left, right) in zip(reversed(order), reversed(sides), strict=True):
            floor = self.items[bubble].top + ROOM_FOR_ARROW
            for dependents, roof, facing in ((left, left_roof, right_roof), (right, right_roof, left_roof)):
                highest = floor - 1
                for dependent in dependents:  # from the nearest to the farthest
                    self.row[dependent] = max(highest, facing[dependent]) + 1
                    highest = max(self.row[dependent], roof[dependent])
                roof[bubble] = highest
        self.top = 1 + max((max(left_roof[b], right_roof[b]) for b in order[:roots]), default=0)
        self.row.update((bubble, self.top) for bubble in order[:roots])

    def _place(self) -> int:
        """Place the items from left to right as near to each other as their lines' labels allow."""
        measures = self.measures
        left_end = measures.padding if self.is_box else 0
        first_label = 2 * measures.line + 1 if self.is_box else 0
        free, free_label = left_end, first_label
        needs: dict[int, list[tuple[int, int]]] = {bubble: [] for bubble in self.items}
        """For an item: the items on its left that share an arc with it, and the distance that takes."""
        position = {bubble: index for index, bubble in enumerate(self.items)}
        for bubble in self.items:
            head = self.tree.head(bubble)
            if head in position:
                distance = measures.label(_label(self.tree, bubble)) + 2 * measures.line + 1
                first, second = sorted((bubble, head), key=position.__getitem__)
                needs[second].append((first, distance))
        for bubble, item in self.items.items():
            x = free
            for other, distance in needs[bubble]:
                start = self.x[other] + self.line_end(other, bubble)
                x = max(x, start + distance - self.line_end(bubble, other))
            if self.tree.head(bubble) == self.frame:
                width = measures.label(_label(self.tree, bubble))
                x = max(x, free_label + (width - 1) // 2 - item.in_port)
                self.label_x[bubble] = x + item.in_port - (width - 1) // 2
                free_label = self.label_x[bubble] + width + measures.line
            self.x[bubble] = x
            free = x + item.width + measures.gap
        if not self.is_box:
            return max(free - measures.gap, free_label - measures.line)
        return max(free - measures.gap + measures.padding, free_label + measures.line + 1)

    def line_end(self, bubble: int, other: int) -> int:
        """Where on ``bubble`` the line between it and ``other`` ends."""
        item = self.items[bubble]
        if self.tree.head(bubble) == other:
            return item.in_port
        before = min(self.tree.contents[other]) < min(self.tree.contents[bubble])
        return item.left_port if before else item.right_port

    def as_box(self, bubble: int) -> _Item:
        """The frame as an item of the frame around it."""
        line = self.measures.line
        taken = [
            (self.label_x[b] - line, self.label_x[b] + self.measures.label(_label(self.tree, b)) + line - 1)
            for b in self.label_x
        ]
        centre = (self.width - 1) // 2
        # The arrow to the box points at its edge, not at one of the labels that stand on the edge.
        free = [centre]
        for first, last in taken:
            free += [first, last]
        clear = [x for x in free if all(not first < x < last for first, last in taken)]
        in_port = min(clear, key=lambda x: (abs(x - centre), x))
        return _Item(bubble, self.width, self.top, self.bottom, line, in_port, self.width - 1 - line)


def _assemble(tree: BubbleTree, frames: dict[int, list[int]], rows: dict[int, _Row]) -> Layout:
    """Turn offsets into places, from the outermost frame inwards."""
    words: list[Word] = []
    boxes: list[Box] = []
    lines: list[Line] = []
    drops: list[Drop] = []
    root = next(iter(frames))
    origin, depth = {root: 0}, {root: -1}
    for frame in frames:
        row, left = rows[frame], origin[frame]
        if row.is_box:
            boxes.append(Box(frame, left, row.width, row.top, row.bottom, depth[frame]))
        for bubble, item in row.items.items():
            x = left + row.x[bubble]
            label = _label(tree, bubble)
            head = tree.head(bubble)
            if bubble in rows:
                origin[bubble], depth[bubble] = x, depth[frame] + 1
            else:
                text = shown(tree.text(bubble))
                width = row.measures.word(text)
                words.append(
                    Word(min(tree.contents[bubble]), text, x + (item.width - 1) // 2 - (width - 1) // 2, width)
                )
            if head is None or head == frame:
                width = row.measures.label(label)
                drops.append(Drop(frame, label, x + item.in_port, row.top, item.top, left + row.label_x[bubble], width))
            else:
                start = left + row.x[head] + row.line_end(head, bubble)
                lines.append(Line(label, start, row.items[head].top, row.row[bubble], x + item.in_port, item.top))
    outer = rows[root]
    return Layout(outer.width, outer.top, outer.bottom, tuple(words), tuple(boxes), tuple(lines), tuple(drops))
