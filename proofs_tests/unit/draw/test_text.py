"""Drawings in characters: what is drawn can be read back, so it is complete and unambiguous."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcwidth

from bubbletree import BubbleTree, InvalidTreeError, random_tree
from bubbletree._terminal import columns
from bubbletree.draw import Direction, Style, text
from bubbletree.draw.text import parts_of
from bubbletree.io import parse_brackets
from proofs_tests.support.examples import FIGURE_1
from proofs_tests.support.records import RECORDS, recorded

NOT_PROJECTIVE = BubbleTree(
    ["a", "b", "c", "d"], [{0}, {1}, {2}, {3}, {4}], [(0, "root", 1), (1, "x", 3), (3, "y", 2), (2, "z", 4)]
)
ILL_FORMED = BubbleTree(["a", "b"], [{0}, {1}, {2}], [(0, "root", 1)])
DIRECTIONS: tuple[Direction, ...] = ("ltr", "rtl")
SERIES = parse_brackets("[w1 w2 w3 w4 w5 w6 cc=w7 w8]")


def test_figure_1() -> None:
    assert text(FIGURE_1).splitlines() == [
        "         root",
        "          │ ┌────────────obj─────────────┐",
        "          │ │                            ▼",
        "          │ │   ┏━━━━━━━━━━━━━━━━conj━━━━━━━━━━━━cc━━━━━━━━━conj━━┓",
        "          │ │   ┃  ┌─amod─┐       │              │           │    ┃",
        "          │ │   ┃  │      │       ▼              │           │    ┃",
        "┌─nsubj─┐ │ │   ┃  │     ┏┷━conj━━━cc━━conj━━┓   │   ┌─det─┐ │    ┃",
        "▼       │ ▼ │   ┃  ▼     ┃   ▼     ▼    ▼    ┃   ▼   ▼     │ ▼    ┃",
        "I       prefer  ┃ hot    ┃ coffee  or  tea   ┃  and  a      bun   ┃",
        "                ┃        ┗━━━━━━━━━━━━━━━━━━━┛                    ┃",
        "                ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛",
    ]


def test_figure_1_as_an_outline() -> None:
    assert text(FIGURE_1, "outline").splitlines() == [
        "  2  root: prefer",
        "  1  ├─ nsubj: I",
        "3-9  └─ obj: [hot coffee or tea and a bun]",
        "4-6     ├─ conj: [coffee or tea]",
        "  3     │  ├─ amod: hot (shared)",
        "  4     │  ├─ conj: coffee",
        "  5     │  ├─ cc: or",
        "  6     │  └─ conj: tea",
        "  7     ├─ cc: and",
        "  9     └─ conj: bun",
        "  8        └─ det: a",
    ]


COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def cells(line: str) -> list[str]:
    """One entry for each column."""
    found: list[str] = []
    for character in line:
        if wcwidth(character) == 0:
            found[-1] += character
        else:
            found += [character, ""][: wcwidth(character)]
    return found


@given(st.integers(1, 12), st.randoms(use_true_random=False), st.integers(12, 60))
def test_a_wrapped_drawing_is_the_drawing_in_parts(n: int, rng: random.Random, width: int) -> None:
    """Side by side, the parts are the drawing, and no word is lost or cut."""
    shape = random_tree(n, rng)
    tree = BubbleTree([f"w{'o' * (number % 7)}{number}" for number in range(n)], shape.contents, shape.arcs)
    whole = text(tree).splitlines()[::-1]
    ground = ground_of(whole)
    words: list[str] = []
    place = 0
    for part in parts_of(text(tree, width=width)):
        rows = part.splitlines()[::-1]
        words += rows[ground_of(rows)].replace("┃", " ").split()
        rows = [""] * (ground - ground_of(rows)) + rows
        # Spaces at the right end of a part are not printed, so the place of the next one is found in the whole.
        places = [
            x
            for x in range(place, max(map(len, whole)))
            if all(row == (whole[y][x : x + len(row)] if y < len(whole) else "") for y, row in enumerate(rows))
        ]
        assert places, part
        place = places[0] + max(map(len, rows))
        assert place - places[0] <= width or len(rows[ground_of(rows)].split()) <= 4
    assert words == list(tree.words)
    assert place == max(map(len, whole))


def ground_of(rows: list[str]) -> int:
    """Which row of a drawing, from below, has its words."""
    return next(y for y, row in enumerate(rows) if set(row) - set(" ┗┛━┃"))


def test_a_wrapped_drawing_begins_where_its_first_word_is() -> None:
    for direction in DIRECTIONS:
        parts = parts_of(text(SERIES, width=24, direction=direction))
        assert len(parts) > 1
        assert "w1" in parts[0]
        assert "w8" in parts[-1]


def test_a_drawing_is_cut_between_bubbles_rather_than_in_them() -> None:
    tree = parse_brackets("dep=[tea cc=and buns] like dep=[jam cc=or ham]")
    first, second = parts_of(text(tree, width=32))
    assert first.count("┏") == first.count("┓") == 1
    assert second.count("┏") == second.count("┓") == 1


@pytest.mark.parametrize("style", ["arcs", "outline"])
@given(n=st.integers(1, 10), rng=st.randoms(use_true_random=False))
def test_colours_add_nothing_but_colours(style: Style, n: int, rng: random.Random) -> None:
    tree = random_tree(n, rng)
    coloured = text(tree, style, color=True)
    assert COLOURS.sub("", coloured) == text(tree, style)
    ends = [code == "\x1b[0m" for code in COLOURS.findall(coloured)]
    assert ends == [False, True] * (len(ends) // 2)


def test_nested_bubbles_have_different_colours() -> None:
    drawn, outline = text(FIGURE_1, color=True), text(FIGURE_1, "outline", color=True)
    edges = re.findall(r"\x1b\[(\d+)m[^\x1b]*┏", drawn)
    assert len(set(edges)) == 2
    assert re.findall(r"\x1b\[(\d+)m\[", outline) == edges


ISOLATES = {0x2068: None, 0x2069: None}


class Reader:
    """Reads a drawing as a person does: from each arrowhead back along its line."""

    def __init__(self, drawing: str) -> None:
        self.rows: list[list[str]] = []
        for line in drawing.translate(ISOLATES).splitlines():
            cells: list[str] = []
            for character in line:
                if wcwidth(character) == 0:
                    cells[-1] += character
                else:
                    cells += [character, ""][: wcwidth(character)]
            self.rows.append(cells)
        self.ground = max(y for y, row in enumerate(self.rows) if set("".join(row)) - set(" ┗┛━┃"))
        self.words = self._words()
        self.boxes = self._boxes()

    def at(self, y: int, x: int) -> str:
        row = self.rows[y] if 0 <= y < len(self.rows) else []
        return row[x] if 0 <= x < len(row) else " "

    def _words(self) -> list[tuple[str, int, int]]:
        """The words with their first and last column."""
        words: list[tuple[str, int, int]] = []
        inside = False
        for x, cell in enumerate(self.rows[self.ground]):
            is_part = cell not in (" ", "┃")
            if is_part and inside:
                word, first, _ = words.pop()
                words.append((word + cell, first, x))
            elif is_part:
                words.append((cell, x, x))
            inside = is_part
        return words

    def _boxes(self) -> list[tuple[int, int, int]]:
        """Row, first and last column of the upper edges."""
        return [
            (y, x, next(right for right in range(x, len(row)) if row[right] == "┓"))
            for y, row in enumerate(self.rows)
            for x, cell in enumerate(row)
            if cell == "┏"
        ]

    def content(self, item: int) -> frozenset[int]:
        if item <= len(self.words):
            return frozenset((item,))
        _, left, right = self.boxes[item - len(self.words) - 1]
        inside = [number for number, (_, first, _) in enumerate(self.words, start=1) if left < first < right]
        return frozenset(inside)

    def item(self, y: int, x: int) -> int:
        """The bubble that a line touches at a place: a box whose edge that is, or else the nearest word."""
        for number, (top, left, right) in enumerate(self.boxes, start=len(self.words) + 1):
            if top == y and left <= x <= right:
                return number
        assert y == self.ground
        distance = [max(first - x, x - last, 0) for _, first, last in self.words]
        assert distance.count(min(distance)) == 1
        return distance.index(min(distance)) + 1

    def arc(self, y: int, x: int) -> tuple[int, str, int]:
        """The arc that ends in the arrowhead at a place."""
        dependent = self.item(y + 1, x)
        y -= 1
        while self.at(y, x) == "│":
            y -= 1
        if self.at(y, x) not in ("┐", "┌"):
            return self._drop(y, x, dependent)
        step, ends = (-1, "┌├") if self.at(y, x) == "┐" else (1, "┐┤")
        label = []
        x += step
        while self.at(y, x) not in tuple(ends):
            label.append(self.at(y, x))
            x += step
        y += 1
        while self.at(y, x) in ("│", "├", "┤"):
            y += 1
        return self.item(y, x), "".join(label[::step]).strip("─"), dependent

    def _drop(self, y: int, x: int, dependent: int) -> tuple[int, str, int]:
        boxes = [n for n, (top, left, right) in enumerate(self.boxes, 1) if top == y and left < x < right]
        edge = "━┷┏┓" if boxes else " "
        first = last = x
        while self.at(y, first - 1) not in tuple(edge):
            first -= 1
        while self.at(y, last + 1) not in tuple(edge):
            last += 1
        head = boxes[0] + len(self.words) if boxes else 0
        return head, "".join(self.rows[y][first : last + 1]), dependent

    def tree(self) -> BubbleTree:
        arcs = [self.arc(y, x) for y, row in enumerate(self.rows) for x, cell in enumerate(row) if cell == "▼"]
        count = len(self.words) + len(self.boxes)
        contents = [frozenset((0,)), *(self.content(item) for item in range(1, count + 1))]
        return BubbleTree([word for word, _, _ in self.words], contents, arcs)


WORDS = ["שלום", "وَلَد", "a", "of", "tea", "coffee", "incomprehensibility", ",", "红茶", "ｗ", "é", "e\u0301"]
LABELS = ["conj", "cc", "dep", "p", "acl:relcl", "nsubj:pass:outer", "标签"]


@st.composite
def trees(draw: st.DrawFn) -> BubbleTree:
    """Random projective trees with words and labels of all widths."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    tree = random_tree(draw(st.integers(1, 12)), rng)
    return BubbleTree(
        rng.choices(WORDS, k=len(tree.words)),
        tree.contents,
        [(arc.head, rng.choice(LABELS), arc.dependent) for arc in tree.arcs],
    )


@given(trees())
def test_drawings_can_be_read_back(tree: BubbleTree) -> None:
    assert Reader(text(tree)).tree() == tree


@given(trees())
def test_drawings_from_the_right_are_read_from_the_right(tree: BubbleTree) -> None:
    n = len(tree.words)
    turned = BubbleTree(
        tree.words[::-1],
        [{n + 1 - token if token else 0 for token in content} for content in tree.contents],
        tree.arcs,
    )
    assert Reader(text(tree, direction="rtl")).tree() == turned


@given(trees())
def test_ascii_differs_in_the_characters_only(tree: BubbleTree) -> None:
    drawing, plain = text(tree), text(tree, ascii_only=True)
    assert [[c == " " for c in line] for line in drawing.splitlines()] == [
        [c == " " for c in line] for line in plain.splitlines()
    ]
    assert not set(plain) & set("│─┐┌┘└├┤┬┴┼▼━┃┏┓┗┛┷")
    outline = text(tree, "outline", ascii_only=True)
    assert not set(outline) & set("│├└─")


@given(trees())
def test_lines_have_no_trailing_blanks(tree: BubbleTree) -> None:
    for drawing in (text(tree), text(tree, "outline")):
        assert all(line == line.rstrip() and line for line in drawing.splitlines())


@given(trees())
def test_outlines_name_every_bubble_once_below_its_head(tree: BubbleTree) -> None:
    lines = text(tree, "outline").splitlines()
    assert len(lines) == len(tree.contents) - 1
    above: list[frozenset[int]] = []
    for line in lines:
        tokens, _, rest = line.lstrip().partition("  ")
        first, _, last = tokens.partition("-")
        content = frozenset(range(int(first), int(last or first) + 1))
        bubble = tree.contents.index(content)
        depth = (len(rest) - len(rest.lstrip("│├└─ "))) // 3
        above[depth:] = [content]
        head = tree.head(bubble)
        assert head is not None
        assert tree.contents[head] == (above[depth - 1] if depth else frozenset((0,)))
        assert rest.lstrip("│├└─ ").startswith(f"{tree.label(bubble)}: ")
        is_shared = len(tree.contents[head]) > 1 and not content <= tree.contents[head]
        assert rest.endswith(" (shared)") == is_shared


def test_bubbles_in_an_outline_are_shortened_in_the_middle_where_there_is_no_room() -> None:
    tree = parse_brackets("[Anna Ben Carla Dora cc=and Emil]")
    whole = text(tree, "outline")
    assert text(tree, "outline", width=max(map(len, whole.splitlines()))) == whole
    first, *others = text(tree, "outline", width=32).splitlines()
    assert first == "1-6  root: [Anna Ben … and Emil]"
    assert others == whole.splitlines()[1:]
    assert text(tree, "outline", width=10, ascii_only=True).splitlines()[0] == "1-6  root: [Anna ... Emil]"


def shortened(words: list[str], room: int) -> str:
    """As many words as fit, one by one fewer in the middle, but the first and the last one at least."""
    whole = " ".join(words)
    kept = len(words)
    while columns(whole) > room and kept > 2:
        kept -= 1
        whole = " ".join([*words[: kept - kept // 2], "…", *words[len(words) - kept // 2 :]])
    return whole


@pytest.mark.parametrize("count", [2, 3, 4, 7, 40])
def test_of_a_bubble_an_outline_shows_as_many_words_as_fit(count: int) -> None:
    words = [("tea", "红茶", "the\N{COMBINING ACUTE ACCENT}", "i", "coffees")[n * n % 5] for n in range(count)]
    tree = parse_brackets(f"[{' '.join(words)}]")
    before = "1-9  root: " if count < 10 else "1-40  root: "
    for width in range(1, 300):
        first = text(tree, "outline", width=width).splitlines()[0]
        told = [f"[{words[0]}", *words[1:-1], f"{words[-1]}]"]
        assert first[len(before) :] == shortened(told, width - len(before)), width


def test_an_outline_without_a_width_shortens_only_bubbles_of_a_thousand_columns() -> None:
    for count, is_whole in ((100, True), (400, False)):
        words = [f"tea{n}" for n in range(count)]
        first = text(parse_brackets(f"[{' '.join(words)}]"), "outline").splitlines()[0]
        assert first.endswith(f" {words[-1]}]")
        assert (" ".join(words) in first) is is_whole
        assert len(first) < 1_020


def test_the_outline_of_a_tree_does_not_grow_with_the_square_of_its_nested_bubbles() -> None:
    text_of = "".join(f"[t{n} cc=and " for n in range(400)) + "tea" + "]" * 400
    lines = text(parse_brackets(text_of), "outline").splitlines()
    assert max(len(line.partition(": ")[2]) for line in lines) <= 1_000


def test_trees_that_cannot_be_drawn() -> None:
    with pytest.raises(InvalidTreeError, match="tree"):
        text(ILL_FORMED)
    with pytest.raises(InvalidTreeError, match="tree"):
        text(ILL_FORMED, "outline")


def test_outlines_show_trees_that_are_not_projective() -> None:
    assert text(NOT_PROJECTIVE, "outline").splitlines() == [
        "1  root: a",
        "3  └─ x: c",
        "2     └─ y: b",
        "4        └─ z: d",
    ]
    split = BubbleTree(
        ["x", "y", "z"],
        [{0}, {1}, {2}, {3}, {1, 3}],
        [(0, "root", 4), (4, "conj", 1), (4, "conj", 3), (4, "dep", 2)],
    )
    assert text(split, "outline").splitlines()[0] == "1,3  root: [x z]"


def test_the_empty_sentence_is_an_empty_drawing() -> None:
    empty = BubbleTree([], [{0}], [])
    assert text(empty) == text(empty, "outline") == ""


def test_characters_that_would_upset_a_terminal_are_replaced() -> None:
    tree = BubbleTree(["a\tb\x1b[31m", "\u202ec"], [{0}, {1}, {2}], [(0, "ro\not", 1), (1, "d", 2)])
    for drawing in (text(tree), text(tree, "outline")):
        assert "a b�[31m" in drawing
        assert "�c" in drawing
        assert "ro ot" in drawing
        assert not set(drawing) & set("\t\x1b\u202e")


def nested(depth: int) -> BubbleTree:
    """``depth`` bubbles, each the first conjunct of the next."""
    n = depth + 1
    contents = [*({token} for token in range(n + 1)), *(set(range(1, last + 1)) for last in range(2, n + 1))]
    arcs = [(0, "root", n + depth), (n + 1, "conj", 1)]
    for level in range(1, depth + 1):
        arcs.append((n + level, "conj", level + 1))
        if level > 1:
            arcs.append((n + level, "conj", n + level - 1))
    return BubbleTree([f"w{token}" for token in range(1, n + 1)], contents, arcs)


def test_nesting_may_be_deeper_than_the_recursion_limit_allows() -> None:
    lines = text(nested(1_200), "outline").splitlines()
    assert len(lines) == 2_401


def test_nested_boxes() -> None:
    tree = nested(4)
    drawing = text(tree)
    assert Reader(drawing).tree() == tree
    assert drawing.count("┏") == 4


@pytest.mark.parametrize("name", ["drawings.txt", "drawings-ascii.txt"])
def test_drawings_are_those_on_record(name: str) -> None:
    assert RECORDS[name]() == recorded(name)
