"""The part of a sentence that a parser may look at."""

from __future__ import annotations

from typing import Literal, NamedTuple

from bubbletree import BubbleTree, Sentence

NO_TAG = "_"
"""The tag of words without a tag."""


class Words(NamedTuple):
    """The part of a sentence that a parser may look at: its words, and a tag for each (``_`` where there is none)."""

    forms: tuple[str, ...]
    tags: tuple[str, ...]


def words_of(source: BubbleTree | Sentence, column: Literal["none", "upos", "xpos"]) -> Words:
    """The words of a tree or sentence, with the tags in one of its columns."""
    sentence = source.sentence if isinstance(source, BubbleTree) else source
    forms = source.words
    if column == "none" or sentence is None:
        return Words(forms, (NO_TAG,) * len(forms))
    rows = sentence.word_rows
    return Words(forms, tuple(row.upos if column == "upos" else row.xpos for row in rows))
