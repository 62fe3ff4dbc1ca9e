"""Drawings whose lines may cross: every structure is drawn whole, and what is drawn keeps apart."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given

from bubbletree import BubbleTree, validate
from bubbletree.draw import text
from bubbletree.draw.crossing import lay_out_crossing
from bubbletree.draw.layout import lay_out
from bubbletree.draw.svg import MEASURES, label_width
from bubbletree.span import runs
from proofs_tests.support.records import BROKEN, CROSSING
from proofs_tests.support.strategies import structures

ANY = structures(max_words=8, max_bubbles=14)


@given(ANY)
def test_all_words_arcs_and_bubbles_are_drawn(tree: BubbleTree) -> None:
    layout = lay_out_crossing(tree, MEASURES)
    drawn = [word.token for word in layout.words]
    assert drawn in (list(range(1, len(tree.words) + 1)), list(range(len(tree.words) + 1)))
    labels = [*(line.label for line in layout.lines), *(drop.label for drop in layout.drops)]
    assert sorted(labels) == sorted(arc.label for arc in tree.arcs)
    pieces = {bubble: runs(content) for bubble, content in enumerate(tree.contents) if len(content) > 1}
    assert sorted(box.bubble for box in layout.boxes) == sorted(bubble for bubble in pieces for _ in pieces[bubble])
    assert len(layout.joins) == sum(len(found) - 1 for found in pieces.values())


@given(ANY)
def test_each_piece_of_a_box_is_around_its_words_and_no_others(tree: BubbleTree) -> None:
    layout = lay_out_crossing(tree, MEASURES)
    place = {word.token: (word.x, word.x + word.width) for word in layout.words}
    found: dict[int, set[int]] = {}
    for box in layout.boxes:
        inside = {token for token, (x, end) in place.items() if box.x < x and end < box.x + box.width}
        outside = {token for token, (x, end) in place.items() if end < box.x or x > box.x + box.width - 1}
        assert inside | outside == set(place)
        found[box.bubble] = found.get(box.bubble, set()) | inside
    assert all(found[bubble] == tree.contents[bubble] for bubble in found)


@given(ANY)
def test_what_is_in_one_row_does_not_touch(tree: BubbleTree) -> None:
    layout = lay_out_crossing(tree, MEASURES)
    level = [(line.row, min(line.start, line.end), max(line.start, line.end)) for line in layout.lines]
    level += [(row, box.x, box.x + box.width - 1) for box in layout.boxes for row in (box.top, box.bottom)]
    level += [(join.row, join.start + 1, join.end - 1) for join in layout.joins]
    for (row, left, right), (other, start, end) in combinations(level, 2):
        assert row != other or right < start or end < left
    words = [(word.x, word.x + word.width) for word in layout.words]
    assert all(end + MEASURES.gap <= start for (_, end), (start, _) in pairwise(words))


@given(ANY)
def test_lines_run_above_what_they_join_and_labels_have_room(tree: BubbleTree) -> None:
    layout = lay_out_crossing(tree, MEASURES)
    for line in layout.lines:
        assert line.row >= max(line.start_row, line.end_row) + 2
        assert layout.top >= line.row
        if (tree_line := abs(line.end - line.start)) > 2 * MEASURES.port:  # no arc from a bubble to itself
            assert tree_line >= label_width(line.label) + 2 * MEASURES.line
        left = line.middle - (label_width(line.label) - 1) // 2
        if abs(line.end - line.start) >= label_width(line.label) + 2 * MEASURES.line:
            low, high = sorted((line.start, line.end))
            assert low + MEASURES.line <= left <= high - MEASURES.line - label_width(line.label) + 1
    for one, other in combinations(layout.drops, 2):
        # Two bubbles of the same word hang at the same place.
        if (one.frame, one.row) == (other.frame, other.row) and one.x != other.x:
            first, second = sorted((one, other), key=lambda drop: drop.label_x)
            assert first.label_x + first.width + MEASURES.line <= second.label_x
    assert all(drop.end_row + 2 <= drop.row for drop in layout.drops)


def test_labels_keep_clear_of_the_lines_that_cross_theirs() -> None:
    [tree] = (tree for name, tree in CROSSING.items() if name == "crossing arcs")
    words = ["A", "hearing", "is", "scheduled", "on", "the", "issue", "today"]
    heads = [
        (2, "det"),
        (4, "nsubj:pass"),
        (4, "aux:pass"),
        (0, "root"),
        (7, "case"),
        (7, "det"),
        (2, "nmod"),
        (4, "obl"),
    ]
    arcs = [(head, label, token) for token, (head, label) in enumerate(heads, start=1)]
    for one in (tree, BubbleTree(words, [{token} for token in range(9)], arcs)):
        layout = lay_out(one, MEASURES)
        rises = [(x, line.row) for line in layout.lines for x in (line.start, line.end)]
        rises += [(drop.x, drop.row) for drop in layout.drops]
        for line in layout.lines:
            left = line.middle - (label_width(line.label) - 1) // 2
            above = [x for x, top in rises if top > line.row]
            assert not [x for x in above if left <= x <= left + label_width(line.label) - 1]


@pytest.mark.parametrize("name", CROSSING)
def test_trees_that_are_not_projective_are_drawn_in_characters_with_every_word_and_label(name: str) -> None:
    tree = CROSSING[name]
    assert not validate(tree)
    drawing = text(tree)
    names = [*tree.words, *(arc.label for arc in tree.arcs)]
    assert sorted("".join(character if character.isalnum() else " " for character in drawing).split()) == sorted(
        filter(None, names)
    )
    assert ("╍" in drawing) == (len(lay_out(tree, MEASURES).joins) > 0)


def test_projective_trees_are_drawn_as_before() -> None:
    tree = BubbleTree(["hot", "tea"], [{0}, {1}, {2}], [(0, "root", 2), (2, "amod", 1)])
    assert lay_out(tree, MEASURES).joins == ()
    assert "┼" not in text(tree)


def test_the_root_is_drawn_only_where_it_is_more_than_the_root() -> None:
    shown = {name: any(word.token == 0 for word in lay_out(tree, MEASURES).words) for name, tree in BROKEN.items()}
    assert [name for name, is_shown in shown.items() if is_shown] == ["a head above RT", "RT in a bubble"]
