"""Sentences with the readings that a person gives them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bubbletree.io import read_brackets
from bubbletree.tree import BubbleTree
from proofs_tests.support.paths import ROOT

FOLDER = ROOT / "proofs_tests" / "data" / "readings"
SENTENCES = FOLDER / "sentences.brackets"
"""Those that the rules were written for."""
KEPT_BACK = FOLDER / "kept-back.brackets"
"""Those that were written when the rules were finished."""
LANGUAGES = FOLDER / "languages.brackets"
"""Sentences of languages without tables."""


class Read(NamedTuple):
    """A sentence: its kind, its text, its tree, its readings and its language."""

    kind: str
    text: str
    tree: BubbleTree
    readings: tuple[str, ...]
    language: str


def read_sentences(path: object = SENTENCES) -> Iterator[Read]:
    """The sentences of a file."""
    for tree in read_brackets(str(path)):
        assert tree.sentence is not None
        readings = [
            comment.partition("=")[2].strip() for comment in tree.sentence.comments if comment.startswith("# reading =")
        ]
        kind, text, language = (tree.sentence.comment(name) or "" for name in ("kind", "text", "language"))
        yield Read(kind, text, tree, tuple(readings), language or "en")
