"""The shipped treebank: English sentences with gold bubble trees, small enough to be read.

The file ``english.brackets`` beside this module has them in the notation of :mod:`bubbletree.io.brackets`.
docs/reference/treebank.md describes the annotation.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Final

from bubbletree.io.brackets import read_brackets
from bubbletree.tree import CONJ, BubbleTree

FILE: Final = "english.brackets"
"""The name of the file in this package."""

_SUBJECTS: Final = frozenset({"nsubj", "nsubj:pass", "csubj"})
_CATEGORIES: Final = {
    "NOUN": "NP",
    "PROPN": "NP",
    "PRON": "NP",
    "VERB": "VP",
    "ADJ": "ADJP",
    "ADV": "ADVP",
    "NUM": "QP",
    "ADP": "IN",
}
"""The category of a coordination by the part of speech of the head of its first conjunct."""


@cache
def load() -> tuple[BubbleTree, ...]:
    """All trees of the shipped treebank, in the order of the file.

    Each has a ``sentence`` with parts of speech, the comments ``sent_id`` (``bank-001``, ...) and
    ``text``, and the categories of its coordinations, which follow from the trees.

    Examples
    --------
    >>> first = load()[0]
    >>> first.sentence.sent_id, " ".join(first.words)
    ('bank-001', 'I prefer hot coffee or tea and a bun')
    """
    text = (files(__name__) / FILE).read_text(encoding="utf-8")
    return tuple(map(_with_categories, read_brackets(text.split("\n"), FILE)))


def _with_categories(tree: BubbleTree) -> BubbleTree:
    assert tree.sentence is not None, "trees from a file have their lines"
    bubbles = [bubble for bubble in tree.bubbles if len(tree.contents[bubble]) > 1]
    spans = sorted((min(tree.contents[bubble]), max(tree.contents[bubble]), bubble) for bubble in bubbles)
    categories = tuple(((first, last), _category(tree, bubble)) for first, last, bubble in spans)
    return tree.with_sentence(replace(tree.sentence, categories=categories))


def _category(tree: BubbleTree, bubble: int) -> str:
    """The category of a coordination, from its first conjunct, or from the first conjunct of that one."""
    conjunct = bubble
    while len(tree.contents[conjunct]) > 1:
        conjunct = next(part for part in tree.parts(conjunct) if tree.label(part) == CONJ)
        labels = {tree.label(child) for child in tree.children(conjunct)}
        if labels & _SUBJECTS:
            return "S"
        if "case" in labels:
            return "PP"
        if "cop" in labels:
            return "VP"
    [token] = tree.contents[conjunct]
    assert tree.sentence is not None
    return _CATEGORIES[tree.sentence.upos[token - 1]]
