"""Layout, SVG, TikZ and HTML: nothing overlaps, nothing crosses, nothing escapes unescaped."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbletree import BubbleTree, InvalidTreeError, Sentence, random_tree
from bubbletree.draw import html, svg, text, tikz
from bubbletree.draw.direction import runs_right_to_left
from bubbletree.draw.elements import Layout, shown
from bubbletree.draw.layout import lay_out
from bubbletree.draw.svg import MEASURES, label_width, word_width
from proofs_tests.support.examples import FIGURE_1
from proofs_tests.support.paths import ROOT
from proofs_tests.support.records import RECORDS, recorded

SVG = "{http://www.w3.org/2000/svg}"
NOT_PROJECTIVE = BubbleTree(
    ["a", "b", "c", "d"], [{0}, {1}, {2}, {3}, {4}], [(0, "root", 1), (1, "x", 3), (3, "y", 2), (2, "z", 4)]
)
ILL_FORMED = BubbleTree(["a", "b"], [{0}, {1}, {2}], [(0, "root", 1)])


USUAL = st.sampled_from(["a", "tea", "incomprehensibility", "红茶", "W"])
ANYTHING = st.text(st.characters(), min_size=1, max_size=8)
"""Control characters and lone surrogates included."""


@st.composite
def trees(draw: st.DrawFn, words: st.SearchStrategy[str] = USUAL) -> BubbleTree:
    rng = random.Random(draw(st.integers(0, 2**32)))
    tree = random_tree(draw(st.integers(1, 14)), rng)
    labels = ["conj", "p", "nsubj:pass:outer"]
    return BubbleTree(
        [draw(words) for _ in tree.words],
        tree.contents,
        [(arc.head, rng.choice(labels), arc.dependent) for arc in tree.arcs],
    )


def segments(layout: Layout) -> tuple[list[tuple[int, int, int]], list[tuple[int, int, int]]]:
    """All horizontal pieces (row, from, to) and vertical ones (x, from, to)."""
    horizontal = [(a.row, min(a.start, a.end), max(a.start, a.end)) for a in layout.lines]
    vertical = [(a.start, a.start_row, a.row) for a in layout.lines]
    vertical += [(a.end, a.end_row, a.row) for a in layout.lines]
    vertical += [(d.x, d.end_row, d.row) for d in layout.drops]
    for box in layout.boxes:
        horizontal += [(row, box.x, box.x + box.width - 1) for row in (box.top, box.bottom)]
        vertical += [(x, box.bottom, box.top) for x in (box.x, box.x + box.width - 1)]
    return horizontal, vertical


@given(trees())
def test_no_two_lines_cross(tree: BubbleTree) -> None:
    horizontal, vertical = segments(lay_out(tree, MEASURES))
    for row, left, right in horizontal:
        for x, low, high in vertical:
            assert not (left < x < right and low < row < high)


@given(trees())
def test_lines_in_one_row_do_not_touch(tree: BubbleTree) -> None:
    horizontal, _ = segments(lay_out(tree, MEASURES))
    for (row, left, right), (other, start, end) in combinations(horizontal, 2):
        assert row != other or right < start or end < left


@given(trees())
def test_texts_have_room(tree: BubbleTree) -> None:
    layout = lay_out(tree, MEASURES)
    words = sorted((word.x, word.x + word.width) for word in layout.words)
    assert all(end + MEASURES.gap <= start for (_, end), (start, _) in pairwise(words))
    assert words[0][0] >= 0
    for arc in layout.lines:
        assert abs(arc.end - arc.start) >= label_width(arc.label) + 2 * MEASURES.line
    boxes = {box.bubble: box for box in layout.boxes}
    for drop in layout.drops:
        assert drop.label_x <= drop.x <= drop.label_x + drop.width
        if drop.frame in boxes:
            box = boxes[drop.frame]
            assert box.x < drop.label_x
            assert drop.label_x + drop.width < box.x + box.width
            assert drop.row == box.top
    for drop, other in combinations(layout.drops, 2):
        if drop.row == other.row:
            assert drop.label_x + drop.width < other.label_x or other.label_x + other.width < drop.label_x


@given(trees())
def test_boxes_hold_what_the_bubbles_hold(tree: BubbleTree) -> None:
    layout = lay_out(tree, MEASURES)
    for box in layout.boxes:
        inside = {w.token for w in layout.words if box.x < w.x and w.x + w.width < box.x + box.width}
        assert inside == tree.contents[box.bubble]
        assert box.bottom < 0 < box.top
        around = [b for b in layout.boxes if b.x < box.x and b.x + b.width > box.x + box.width]
        assert len(around) == box.depth
        assert all(b.top > box.top and b.bottom < box.bottom for b in around)


@given(trees())
def test_arrows_to_boxes_keep_clear_of_the_labels_on_their_edges(tree: BubbleTree) -> None:
    layout = lay_out(tree, MEASURES)
    tops = {(box.top, x) for box in layout.boxes for x in range(box.x, box.x + box.width)}
    ends = [(a.end_row, a.end) for a in layout.lines] + [(d.end_row, d.x) for d in layout.drops]
    starts = [(a.start_row, a.start) for a in layout.lines]
    for row, x in ends + starts:
        if row == 0:
            continue
        assert (row, x) in tops
        assert not any(d.row == row and d.label_x <= x < d.label_x + d.width for d in layout.drops)


def test_layout_takes_long_and_deep_trees() -> None:
    n = 1_500
    chain = BubbleTree(["w"] * n, [{t} for t in range(n + 1)], [(t, "d", t + 1) for t in range(n)])
    assert len(lay_out(chain, MEASURES).lines) == n - 1
    contents = [*({t} for t in range(n + 1)), *(set(range(1, last + 1)) for last in range(2, n + 1))]
    arcs = [(n + last - 1, "conj", last) for last in range(2, n + 1)]
    arcs += [(n + last - 1, "conj", n + last - 2 if last > 2 else 1) for last in range(2, n + 1)]
    deep = BubbleTree(["w"] * n, contents, [*arcs, (0, "root", 2 * n - 1)])
    assert max(box.depth for box in lay_out(deep, MEASURES).boxes) == n - 2


@given(trees(ANYTHING))
def test_svg_is_well_formed_xml_for_any_words(tree: BubbleTree) -> None:
    picture = svg(tree)
    picture.encode("utf-8")
    root = ET.fromstring(picture)
    assert root.get("role") == "img"
    assert root[0].tag == f"{SVG}title"
    assert root[0].text == root.get("aria-label") == shown(" ".join(tree.words))
    assert root[1].tag == f"{SVG}desc"
    assert root[1].text == text(tree, "outline")
    words = [e for e in root.iter(f"{SVG}text") if e.get("class") == "word"]
    in_order = sorted(words, key=lambda e: float(e.get("x", 0)), reverse=runs_right_to_left(tree))
    assert [e.text or "" for e in in_order] == [shown(w) for w in tree.words]
    labels = [e.text for e in root.iter(f"{SVG}text") if e.get("class") == "label"]
    assert sorted(map(str, labels)) == sorted(arc.label for arc in tree.arcs)


@given(trees())
def test_svg_stays_inside_its_frame(tree: BubbleTree) -> None:
    root = ET.fromstring(svg(tree))
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    assert root.get("viewBox") == f"0 0 {width:g} {height:g}"
    for element in root.iter(f"{SVG}text"):
        assert 0 < float(element.get("x", -1)) < width
        assert 0 < float(element.get("y", -1)) < height
    for element in root.iter(f"{SVG}rect"):
        x, y = float(element.get("x", -1)), float(element.get("y", -1))
        assert x > 0
        assert y > 0
        assert x + float(element.get("width", 0)) < width
        assert y + float(element.get("height", 0)) < height


def test_svg_needs_nothing_from_outside_and_takes_a_title() -> None:
    tree = BubbleTree(["a&b", "<i>"], [{0}, {1}, {2}], [(0, "root", 1), (1, 'x"y', 2)])
    picture = svg(tree, title='"A" & <B>')
    assert ET.fromstring(picture)[0].text == '"A" & <B>'
    assert set(re.findall(r"https?://[^\"]*", picture)) == {"http://www.w3.org/2000/svg"}
    assert " id=" not in picture
    assert "<script" not in picture


def test_widths_are_estimated_by_kinds_of_letters() -> None:
    kinds = ["\u0301\u0941\u20dd\u200d", "iIl.,:;'!|", 'frt()-/" ', "aeoxz018?", "AEOXZ", "mMwW@%…", "红ｗ"]
    widths = [{word_width(10 * character) for character in kind} for kind in kinds]
    assert all(len(each) == 1 for each in widths), widths
    assert [each for each, wider in pairwise(widths) if min(each) >= min(wider)] == []
    assert min(widths[0]) == word_width("") == label_width("") < 5
    assert all(label_width(word) < word_width(word) for word in ("i", "tea", "红茶"))


def test_svg_is_the_same_every_time() -> None:
    tree = random_tree(30, random.Random(1))
    assert svg(tree) == svg(tree)


class Page(HTMLParser):
    """Counts elements and checks that they nest."""

    void = ("meta",)

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.data = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        if tag not in self.void:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.data += data


@given(st.lists(trees(ANYTHING), max_size=3), ANYTHING)
def test_html_nests_for_any_words(some: list[BubbleTree], title: str) -> None:
    page = Page(html(some, title=title))
    assert page.open == []
    assert page.seen.count("figure") == page.seen.count("svg") == len(some)


def test_html_has_a_title() -> None:
    assert "<title>Bubble trees</title>" in html([])
    assert "<h1>A &amp; B C</h1>" in html([], title="A & B\nC")


def test_html_leaves_no_tree_out() -> None:
    page = Page(html([NOT_PROJECTIVE, ILL_FORMED]))
    assert page.seen.count("figure") == 2
    assert page.seen.count("svg") == 1
    assert "tree: several bubbles have no head" in page.data


def test_html_names_sentences() -> None:
    sentence = Sentence(Sentence.from_columns(["Tea"]).rows, comments=("# sent_id = <t>1",))
    page = Page(html([BubbleTree(["Tea"], [{0}, {1}], [(0, "root", 1)], sentence)]))
    assert "<t>1Tea" in page.data


@given(trees(ANYTHING))
def test_tikz_is_balanced_for_any_words(tree: BubbleTree) -> None:
    picture = tikz(tree)
    assert picture.count(r"\node[word]") == len(tree.words)
    assert picture.count(r"\draw[bubble]") == len([c for c in tree.contents if len(c) > 1])
    assert picture.count(r"\draw[line]") == len(tree.arcs)
    plain = re.sub(r"\\[\\{}$&#%_]", "", picture.replace(r"\textbackslash", ""))
    depth = 0
    for character in plain:
        depth += {"{": 1, "}": -1}.get(character, 0)
        assert depth >= 0
    assert depth == 0
    assert not set("$&#%^~_") & set(plain)


@pytest.mark.parametrize("draw", [svg, tikz])
def test_structures_that_are_no_trees_are_refused(draw: type) -> None:
    with pytest.raises(InvalidTreeError):
        draw(ILL_FORMED)


def test_the_empty_sentence_can_be_drawn() -> None:
    empty = BubbleTree([], [{0}], [])
    assert ET.fromstring(svg(empty)).tag == f"{SVG}svg"
    assert "tikzpicture" in tikz(empty)


def test_the_picture_in_the_documentation_is_up_to_date() -> None:
    picture = ROOT / "docs" / "images" / "hot-coffee.svg"
    assert picture.read_text(encoding="utf-8") == svg(FIGURE_1)


def test_an_empty_label_is_not_drawn() -> None:
    contents = [{0}, {1}, {2}, {3}, {1, 2, 3}]
    arcs = [(0, "root", 4), (4, "conj", 1), (4, "", 2), (4, "conj", 3)]
    drawing = ET.fromstring(svg(BubbleTree(["tea", "or", "buns"], contents, arcs)))
    labels = [element.text for element in drawing.iter(f"{SVG}text") if element.get("class") == "label"]
    assert sorted(label or "" for label in labels) == ["conj", "conj", "root"]


@pytest.mark.parametrize("name", ["drawings.tex", "drawings.html", "layouts.json"])
def test_drawings_are_those_on_record(name: str) -> None:
    assert RECORDS[name]() == recorded(name)
