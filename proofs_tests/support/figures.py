"""The pictures of docs/guide/teaching.md: each transition before and after, and each condition violated.

    python -m proofs_tests.support.figures            write the pictures again
    python -m proofs_tests.support.figures --check    say whether they are what would be written

The drawings of the library show projective trees. These can show any structure, and unfinished trees.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial
from html import escape
from itertools import pairwise

from bubbletree import BubbleTree, Condition, Configuration, TransitionKind, oracle, parse_brackets, trace
from bubbletree.configuration import Item, cells
from bubbletree.draw.svg import LIGHT, label_width, word_width
from bubbletree.io import atomic_writer
from proofs_tests.support.paths import ROOT

FOLDER = "docs/images/teaching"

SENTENCE = "nsubj=I drink obj=(amod=hot [coffee cc=or tea])"
"""What the pictures of transitions derive."""

VIOLATED: Mapping[Condition, BubbleTree] = {
    Condition.TREE: BubbleTree(["hot", "tea"], [{0}, {1}, {2}], [(0, "root", 2), (2, "amod", 1), (0, "root", 1)]),
    Condition.NO_PARTIAL_OVERLAP: BubbleTree(
        ["tea", "milk", "jam"],
        [{0}, {1}, {2}, {3}, {1, 2}, {2, 3}],
        [(0, "root", 4), (4, "conj", 1), (4, "conj", 2), (0, "root", 5), (5, "conj", 3)],
    ),
    Condition.NON_DUPLICATION: BubbleTree(["tea"], [{0}, {1}, {1}], [(0, "root", 1), (0, "root", 2)]),
    Condition.LEXICAL_COVERAGE: BubbleTree(["tea", "milk"], [{0}, {1}, {1, 2}], [(0, "root", 2), (2, "conj", 1)]),
    Condition.ROOTHOOD: BubbleTree(["hot", "tea"], [{0}, {1}, {2}], [(2, "amod", 1), (2, "x", 0)]),
    Condition.CONTAINMENT: BubbleTree(
        ["tea", "and", "buns"],
        [{0}, {1}, {2}, {3}, {1, 2, 3}],
        [(0, "root", 4), (4, "conj", 1), (4, "cc", 2), (0, "root", 3)],
    ),
    Condition.CONTINUOUS_COVERAGE: BubbleTree(
        ["tea", "please", "buns"],
        [{0}, {1}, {2}, {3}, {1, 3}],
        [(0, "root", 4), (4, "conj", 1), (4, "conj", 3), (4, "x", 2)],
    ),
    Condition.CONTINUOUS_PROJECTIONS: BubbleTree(
        ["hot", "she", "tea", "drinks"],
        [{0}, {1}, {2}, {3}, {4}],
        [(0, "root", 4), (4, "nsubj", 2), (4, "obj", 3), (3, "amod", 1)],
    ),
    Condition.CONTAINED_PROJECTIONS: BubbleTree(
        ["tea", "hot", "buns"],
        [{0}, {1}, {2}, {3}, {1, 2}],
        [(0, "root", 4), (4, "conj", 1), (4, "conj", 3), (3, "amod", 2)],
    ),
}
"""For each condition a small structure that violates it."""

GAP, SPLIT_GAP, PAD, ARC, MARGIN = 26, 64, 9, 26, 10
"""Lengths in pixels: between words, around the bar, around a bubble, between arcs, around the picture."""

STYLE = (
    LIGHT
    + """\
.bubbletree .done { fill: #8c959f; font-size: 16px; }
.bubbletree .missing { fill: #cf222e; font-size: 16px; text-decoration: line-through; }
.bubbletree .side { fill: #444c56; font-size: 13px; font-style: italic; }
.bubbletree .bar { stroke: #57606a; stroke-width: 1.5; stroke-dasharray: 3 4; }
.bubbletree .open { stroke-dasharray: 7 5; }
"""
)


@dataclass(frozen=True)
class Shown:
    """What a row of a picture shows.

    Attributes
    ----------
    words, contents, arcs
        As in a BubbleTree; RT is the first word here.
    bar : int or None
        The first token of the buffer, if it is a configuration.
    open : set of int
        The open bubbles.
    done : set of int
        The tokens that are neither on the stack nor in the buffer any more.
    """

    words: tuple[str, ...]
    contents: tuple[Set[int], ...]
    arcs: tuple[tuple[int, str, int], ...]
    bar: int | None = None
    open: frozenset[int] = frozenset()
    done: frozenset[int] = frozenset()


def of_tree(tree: BubbleTree) -> Shown:
    return Shown(("RT", *tree.words), tree.contents, tree.arcs)


def of_configuration(c: Configuration) -> Shown:
    items: list[Item] = [*reversed(list(cells(c.stack_items))), *cells(c.buffer_items)]
    there = {token for item in items for token in range(item.content.first, item.content.last + 1)}
    buffer = list(cells(c.buffer_items))
    bar = buffer[0].projection.first if buffer else len(c.words) + 1
    tokens = range(len(c.words) + 1)
    return Shown(("RT", *c.words), c.contents, c.arcs, bar, c.open, frozenset(tokens) - there)


class Row:
    """One row: where its parts are, from the left, with the words on the line ``y`` = 0."""

    def __init__(self, shown: Shown) -> None:
        self.shown = shown
        self.boxes = [
            bubble
            for bubble, content in enumerate(shown.contents)
            if len(content) > 1 or content in shown.contents[:bubble]
        ]
        self.places: list[float] = []
        x: float = MARGIN + PAD * 2
        for token, word in enumerate(shown.words):
            if token == shown.bar:
                x += SPLIT_GAP - GAP
            width = word_width(word)
            self.places.append(x + width / 2)
            x += width + GAP
        self.width = x + (SPLIT_GAP + 30 if shown.bar == len(shown.words) else 0)
        self.level = {bubble: self._level(bubble) for bubble in self.boxes}
        self.rank = {arc: self._rank(arc) for arc in self._outer()}
        deepest = max(self.level.values(), default=0)
        self.top = 30 + PAD * deepest + ARC * (1 + max(self.rank.values(), default=0))
        self.bottom = (28 if shown.bar is not None else 14) + PAD * (deepest + 1)

    def _level(self, bubble: int) -> int:
        """How many boxes lie between this one and its words: those of the smaller bubbles that it meets."""
        contents = self.shown.contents
        order = sorted(self.boxes, key=lambda one: (len(contents[one]), one))
        before = order[: order.index(bubble)]
        return sum(bool(contents[one] & contents[bubble]) for one in before)

    def _inner(self, arc: tuple[int, str, int]) -> bool:
        head, _, dependent = arc
        contents = self.shown.contents
        return head in self.level and contents[dependent] <= contents[head] and head != dependent

    def _outer(self) -> list[tuple[int, str, int]]:
        return [arc for arc in self.shown.arcs if not self._inner(arc)]

    def _rank(self, arc: tuple[int, str, int]) -> int:
        """The height of an arc: above those that are shorter."""
        met = [other for other in self._outer() if self._meet(arc, other)]
        return sum(self._length(other) < self._length(arc) for other in met)

    def _length(self, arc: tuple[int, str, int]) -> tuple[float, int]:
        return abs(self.x(arc[0]) - self.x(arc[2])), self.shown.arcs.index(arc)

    def _meet(self, one: tuple[int, str, int], other: tuple[int, str, int]) -> bool:
        (a, b), (c, d) = (sorted((self.x(arc[0]), self.x(arc[2]))) for arc in (one, other))
        return a <= d and c <= b

    def x(self, bubble: int) -> float:
        """Where arcs to and from a bubble end."""
        content = self.shown.contents[bubble]
        if len(content) == 1:
            return self.places[min(content)]
        if min(content) + 1 not in content:
            return self.places[min(content)] + word_width(self.shown.words[min(content)]) / 2 + 2
        # Between the first two words: labels stand above words.
        return (self.places[min(content)] + self.places[min(content) + 1]) / 2

    def y(self, bubble: int) -> float:
        """The upper edge of a bubble, or of a word."""
        return -16 - PAD * (self.level[bubble] + 1) if bubble in self.level else -14

    def draw(self) -> Iterator[str]:
        for bubble in sorted(self.boxes, key=lambda one: -self.level[one]):
            yield from self._box(bubble)
        ends: dict[int, int] = {}
        for arc in sorted(self._outer(), key=self._rank):
            yield from self._arc(arc, ends)
        for arc in self.shown.arcs:
            if self._inner(arc):
                yield from self._drop(arc)
        alone = {min(content) for content in self.shown.contents if len(content) == 1}
        for token, word in enumerate(self.shown.words):
            kind = "missing" if token not in alone else "done" if token in self.shown.done else "word"
            yield f'<text class="{kind}" x="{self.places[token]:g}" y="0">{escape(word)}</text>'
        if self.shown.bar is not None:
            x = self.bar()
            yield f'<path class="bar" d="M{x:g} {-self.top + 16:g}V{self.bottom:g}"/>'
            yield f'<text class="side" x="{x - 30:g}" y="{self.bottom - 4:g}">stack</text>'
            yield f'<text class="side" x="{x + 34:g}" y="{self.bottom - 4:g}">buffer</text>'

    def bar(self) -> float:
        first = self.shown.bar or 0
        words = self.shown.words
        if first == len(words):
            return self.places[-1] + word_width(words[-1]) / 2 + SPLIT_GAP / 2 + PAD
        return self.places[first] - word_width(words[first]) / 2 - SPLIT_GAP / 2

    def _box(self, bubble: int) -> Iterator[str]:
        pad = PAD * (self.level[bubble] + 1)
        top, height = -16 - pad, 22 + 2 * pad
        colour = f"d{len(self.boxes) - 1 - self.level[bubble]}" if len(self.boxes) > 1 else "d0"
        dashes = " open" if bubble in self.shown.open else ""
        edges = []
        for first, last in runs(self.shown.contents[bubble]):
            left = self.places[first] - word_width(self.shown.words[first]) / 2 - pad
            right = self.places[last] + word_width(self.shown.words[last]) / 2 + pad
            edges.append((left, right))
            shape = f'x="{left:g}" y="{top}" width="{right - left:g}" height="{height}" rx="6"'
            yield f'<rect class="fill {colour}" {shape}/>'
            yield f'<rect class="edge {colour}{dashes}" {shape}/>'
        for (_, right), (left, _) in pairwise(edges):
            yield f'<path class="edge {colour}" d="M{right:g} {top + height - 6}H{left:g}"/>'

    def _drop(self, arc: tuple[int, str, int]) -> Iterator[str]:
        head, label, dependent = arc
        x, start, end = self.x(dependent), self.y(head), self.y(dependent)
        yield f'<rect x="{x - label_width(label) / 2 - 2:g}" y="{start - 6:g}" width="{label_width(label) + 4}" '
        yield 'height="12" fill="#ffffff"/>'
        yield f'<text class="label" x="{x:g}" y="{start + 4:g}">{escape(label)}</text>'
        if end - start > 12:
            yield f'<path class="line" d="M{x:g} {start + 8:g}V{end - 2:g}"/>'

    def _arc(self, arc: tuple[int, str, int], ends: dict[int, int]) -> Iterator[str]:
        head, label, dependent = arc
        sign = 1 if self.x(dependent) > self.x(head) else -1
        start, end = self.x(head) + 6 * sign, self.x(dependent) - 6 * sign * bool(ends.get(dependent))
        ends[dependent] = ends.get(dependent, 0) + 1
        low = min(self.y(head), self.y(dependent))
        high = min(low, -14 - PAD * (max(self.level.values(), default=-1) + 1)) - ARC * (self.rank[arc] + 1) + 6
        yield (
            f'<path class="line" d="M{start:g} {self.y(head):g}C{start:g} {high - 6:g} {end:g} {high - 6:g} '
            f'{end:g} {self.y(dependent) - 6:g}"/>'
        )
        yield f'<path class="head" d="M{end:g} {self.y(dependent):g}l-4 -7h8z"/>'
        middle, height = (start + end) / 2, 0.125 * (self.y(head) + self.y(dependent) - 6) + 0.75 * (high - 6)
        width = label_width(label) + 4
        yield f'<rect x="{middle - width / 2:g}" y="{height - 6:g}" width="{width}" height="12" fill="#ffffff"/>'
        yield f'<text class="label" x="{middle:g}" y="{height + 4:g}">{escape(label)}</text>'


def runs(content: Set[int]) -> list[tuple[int, int]]:
    """The runs of consecutive tokens in a content."""
    found: list[tuple[int, int]] = []
    for token in sorted(content):
        if found and token == found[-1][1] + 1:
            found[-1] = (found[-1][0], token)
        else:
            found.append((token, token))
    return found


def picture(rows: Sequence[Shown], title: str) -> str:
    """A picture of some rows, one below the other, on white."""
    drawn = [Row(shown) for shown in rows]
    width = max(row.width for row in drawn)
    parts: list[str] = []
    y: float = 0
    for row in drawn:
        y += row.top
        parts += [f'<g transform="translate(0 {y:g})">', *row.draw(), "</g>"]
        y += row.bottom + MARGIN
    size = f'width="{width:g}" height="{y:g}" viewBox="0 0 {width:g} {y:g}"'
    opening = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} class="bubbletree" role="img" aria-label="{escape(title)}">',
        f"<title>{escape(title)}</title>",
        f"<style>\n{STYLE}</style>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
    ]
    return "\n".join([*opening, *parts, "</svg>\n"])


def of_transition(kind: TransitionKind) -> str:
    """The first time that the derivation uses a transition: the configuration before and after it."""
    tree = parse_brackets(SENTENCE)
    transitions = oracle(tree)
    configurations = list(trace(tree.words, transitions))
    # RightArc(obj) says more than RightArc(root), and LeftArc(amod), onto a bubble, more than LeftArc(nsubj).
    step = max(
        (step for step, one in enumerate(transitions) if one.kind is kind and one.label != "root"),
        key=lambda step: (transitions[step].label in ("amod", "obj"), -step),
    )
    before, after = configurations[step], configurations[step + 1]
    return picture([of_configuration(before), of_configuration(after)], f"Before and after {transitions[step]}")


def of_condition(condition: Condition) -> str:
    return picture([of_tree(VIOLATED[condition])], f"A structure that violates {condition.value}")


def file_name(name: str) -> str:
    return f"{FOLDER}/{name.lower().replace(' ', '-')}.svg"


FIGURES: Mapping[str, Callable[[], str]] = {
    **{file_name(kind.value): partial(of_transition, kind) for kind in TransitionKind},
    **{file_name(condition.value): partial(of_condition, condition) for condition in Condition},
}
"""How each picture is made."""


def main() -> int:
    """Write or check the pictures."""
    parser = argparse.ArgumentParser(description="Write the pictures of docs/guide/teaching.md.")
    parser.add_argument("--check", action="store_true", help="only say whether they are what would be written")
    if parser.parse_args().check:
        changed = [name for name, make in FIGURES.items() if (ROOT / name).read_text(encoding="utf-8") != make()]
        print(f"changed: {', '.join(changed) or 'none'}")
        return 1 if changed else 0
    (ROOT / FOLDER).mkdir(exist_ok=True)
    for name, make in FIGURES.items():
        with atomic_writer(ROOT / name) as stream:
            stream.write(make())
    return 0


if __name__ == "__main__":
    sys.exit(main())
