"""Drawings as numbers: trees with the places of all their parts, for both programs that lay trees out.

The file proofs_tests/data/records/layouts.json holds them. The tests of :mod:`bubbletree.draw.layout` and those of
``bubbletree/viewer/layout.js`` read it. Words and labels have widths there that any program can tell: so many units for
each character, and some more.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from typing import Any

from bubbletree import BubbleTree
from bubbletree.draw.direction import runs_right_to_left
from bubbletree.draw.elements import Layout, Measures
from bubbletree.draw.layout import lay_out
from bubbletree.validation import validate
from bubbletree.viewer.records import numbers, tree_record

LENGTHS = {"gap": 12, "padding": 14, "port": 7, "line": 7}
WORD, LABEL = (8, 3), (6, 2)
"""The width of a word and of a label: for each character, and in addition."""


def measures() -> Measures:
    """The lengths of all these drawings."""
    return Measures(word=lambda text: WORD[0] * len(text) + WORD[1],
                    label=lambda text: LABEL[0] * len(text) + LABEL[1], **LENGTHS)  # fmt: skip


def renumbered(tree: BubbleTree) -> BubbleTree:
    """The same tree with its bubbles in the order of a record."""
    order = numbers(tree)
    place = {bubble: number for number, bubble in enumerate(order)}
    arcs = [(place[head], label, place[dependent]) for head, label, dependent in tree.arcs]
    return BubbleTree(tree.words, [tree.contents[bubble] for bubble in order], arcs)


def places(layout: Layout) -> dict[str, Any]:
    """A layout as lists of numbers and labels."""
    return {
        "size": [layout.width, layout.top, layout.bottom],
        "words": [[one.token, one.x, one.width] for one in layout.words],
        "boxes": [[one.bubble, one.x, one.width, one.top, one.bottom, one.depth] for one in layout.boxes],
        "lines": [[a.label, a.start, a.start_row, a.row, a.end, a.end_row, a.shift] for a in layout.lines],
        "drops": [[d.frame, d.label, d.x, d.row, d.end_row, d.label_x, d.width] for d in layout.drops],
        "joins": [[one.start, one.end, one.row, one.depth] for one in layout.joins],
    }


def case(tree: BubbleTree) -> dict[str, Any]:
    """A tree or another structure with its layout."""
    from_right = runs_right_to_left(tree)
    # Only of projective trees the record has an order of its own.
    as_listed = renumbered(tree) if validate(tree) else tree
    return {
        "tree": tree_record(tree),
        "places": places(lay_out(as_listed, measures(), from_right=from_right)),
    }


def structures(count: int) -> Iterator[BubbleTree]:
    """Structures of any kind: contents and arcs by chance."""
    rng = random.Random(0)
    for _ in range(count):
        tokens = range(rng.randint(1, 9) + 1)
        wide = [set(rng.sample(tokens, rng.randint(1, min(4, len(tokens))))) for _ in range(rng.randint(0, 4))]
        contents = [*({token} for token in tokens), *wide]
        ends = [rng.choices(range(len(contents)), k=2) for _ in contents]
        arcs = [(head, rng.choice(["", "x", "conj", "nsubj:pass"]), dependent) for head, dependent in ends]
        yield BubbleTree([rng.choice(["a", "tea", "buns and"]) for _ in tokens[1:]], contents, arcs)


def text(trees: Iterable[BubbleTree]) -> str:
    """The file: a case on each line."""

    def lines() -> Iterator[str]:
        for tree in trees:
            yield json.dumps(case(tree), ensure_ascii=False)

    head = json.dumps({"word": WORD, "label": LABEL, **LENGTHS})
    return f'{{\n"measures": {head},\n"cases": [\n' + ",\n".join(lines()) + "\n]\n}\n"
