"""Right-to-left scripts: where drawings begin, and words that do not change places with their neighbours."""

from __future__ import annotations

import random
import re
import unicodedata
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbletree import BubbleTree, Sentence, random_tree
from bubbletree._terminal import columns
from bubbletree.draw import html, svg, text, tikz
from bubbletree.draw.direction import has_right_to_left, isolated, runs_right_to_left
from bubbletree.draw.layout import lay_out
from bubbletree.draw.svg import MEASURES

SVG = "{http://www.w3.org/2000/svg}"


def chain(*words: str) -> BubbleTree:
    """Each word depends on the one before."""
    n = len(words)
    return BubbleTree(words, [{t} for t in range(n + 1)], [(t, "dep", t + 1) for t in range(n)])


HEBREW = chain("הילדים", "אכלו", "תפוחים", "ו", "אגסים", ".")
ARABIC = chain("وَصَلَ", "الأولاد", "2024", "؟")
MIXED = chain("הם", "אכלו", "pizza")
ENGLISH = chain("They", "ate", "חלה")


@pytest.mark.parametrize(
    ("tree", "from_right"),
    [(HEBREW, True), (ARABIC, True), (MIXED, True), (ENGLISH, False), (chain("٣", "5", "!"), False), (chain(), False)],
)
def test_the_script_of_most_letters_tells_where_a_drawing_begins(tree: BubbleTree, from_right: bool) -> None:
    assert runs_right_to_left(tree) is from_right
    assert runs_right_to_left(tree, "ltr") is False
    assert runs_right_to_left(tree, "rtl") is True


def places_in_svg(picture: str) -> list[float]:
    """Where the words stand, in the order of the sentence."""
    words = [one for one in ET.fromstring(picture).iter(f"{SVG}text") if one.get("class") == "word"]
    return [float(one.get("x", 0)) for one in words]


def places_in_tikz(picture: str) -> list[float]:
    return [float(x) for x in re.findall(r"\\node\[word\] at \((-?[\d.]+)pt", picture)]


@pytest.mark.parametrize("tree", [HEBREW, ARABIC, MIXED, ENGLISH])
def test_pictures_begin_where_the_script_does_or_where_they_are_told_to(tree: BubbleTree) -> None:
    for places, draw in ((places_in_svg, svg), (places_in_tikz, tikz)):
        left = places(draw(tree, direction="ltr"))
        right = places(draw(tree, direction="rtl"))
        assert left == sorted(left)
        assert right == sorted(right, reverse=True)
        assert places(draw(tree)) == (left if tree is ENGLISH else right)


@given(st.integers(0, 2**32))
def test_from_the_right_everything_is_mirrored(seed: int) -> None:
    tree = random_tree(10, random.Random(seed))
    layout, mirrored = lay_out(tree, MEASURES), lay_out(tree, MEASURES, from_right=True)
    width = layout.width
    assert mirrored.mirrored() == layout != mirrored
    assert (mirrored.width, mirrored.top, mirrored.bottom) == (width, layout.top, layout.bottom)
    for word, other in zip(layout.words, mirrored.words, strict=True):
        assert (word.token, word.x + word.width + other.x) == (other.token, width)
    for line, arc in zip(layout.lines, mirrored.lines, strict=True):
        assert (line.start + arc.start, line.end + arc.end) == (width - 1, width - 1)
    for drop, fall in zip(layout.drops, mirrored.drops, strict=True):
        assert (drop.x + fall.x, drop.label_x + drop.width + fall.label_x) == (width - 1, width)
    for box, frame in zip(layout.boxes, mirrored.boxes, strict=True):
        assert box.x + box.width + frame.x == width


def test_words_say_which_way_they_run() -> None:
    words = [one for one in ET.fromstring(svg(MIXED)).iter(f"{SVG}text") if one.get("class") == "word"]
    assert [one.get("direction") for one in words] == ["rtl", "rtl", None]


def test_pages_run_as_their_sentences_do() -> None:
    named = BubbleTree(HEBREW.words, HEBREW.contents, HEBREW.arcs, Sentence.from_columns(HEBREW.words))
    page = html([named, ENGLISH])
    first, second = re.findall(r"<figure.*?</figure>", page, re.DOTALL)
    assert first.startswith('<figure id="tree-1" dir="rtl">')
    assert f"<bdi>{' '.join(HEBREW.words)}</bdi>" in first
    assert second.startswith('<figure id="tree-2">')
    assert html([ENGLISH], direction="rtl").count(' dir="rtl"') == 1
    assert ' dir="rtl"' not in html([HEBREW], direction="ltr")
    # Reasons are in English, whatever the script of the words.
    assert '<pre dir="ltr">' in html([BubbleTree(["א", "ב"], [{0}, {1}, {2}], [(0, "root", 1)])])


def test_only_right_to_left_text_is_isolated() -> None:
    for word in ("tea", "红茶", "5", "", "naïve", "!"):
        assert isolated(word) == word
    for word in ("שלום", "الأولاد", "A-ש", "٣", "ו"):
        assert has_right_to_left(word)
        assert isolated(word) == f"\u2068{word}\u2069"
        assert columns(isolated(word)) == columns(word)


@pytest.mark.parametrize("style", ["arcs", "outline"])
@pytest.mark.parametrize("tree", [HEBREW, ARABIC, MIXED])
def test_characters_of_a_text_drawing_keep_their_places(tree: BubbleTree, style: str) -> None:
    """Outside of isolates there is nothing that a terminal could reorder; each isolate holds one word."""
    drawing = text(tree, "outline" if style == "outline" else "arcs")
    inside = re.findall("\u2068([^\u2068\u2069]*)\u2069", drawing)
    assert sorted(inside) == sorted(word for word in tree.words if has_right_to_left(word))
    outside = re.sub("\u2068[^\u2068\u2069]*\u2069", "", drawing)
    assert not {unicodedata.bidirectional(one) for one in outside} & {"R", "AL", "AN", "FSI", "PDI"}


def test_words_that_turn_directions_themselves_cannot_break_out() -> None:
    drawing = text(chain("\u2067א\u2069\u202eב", "c"))
    assert "\u2068�א��ב\u2069" in drawing


def test_text_begins_on_the_left_unless_it_is_told_otherwise() -> None:
    def order(drawing: str) -> list[str]:
        return drawing.splitlines()[-1].replace("\u2068", "").replace("\u2069", "").split()

    for tree in (HEBREW, ENGLISH):
        assert order(text(tree)) == list(tree.words)
        assert order(text(tree, direction="rtl")) == list(tree.words)[::-1]
    assert text(HEBREW, direction="auto") == text(HEBREW, direction="rtl")
    assert text(ENGLISH, direction="auto") == text(ENGLISH)
