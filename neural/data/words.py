"""The part of a sentence that a parser may look at."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from bubbletree import BubbleTree, Sentence

NO_TAG = "_"
"""The tag of words without a tag."""


_ODD: Final = re.compile(r"[\x00-\x1f\x7f-\x9f]|[\ud800-\udfff]")
"""Control characters and halves of surrogate pairs: no text, and no format keeps all of them."""


class Words(NamedTuple):
    """The part of a sentence that a parser may look at: its words, and a tag for each (``_`` where there is none)."""

    forms: tuple[str, ...]
    tags: tuple[str, ...]


def words_of(source: BubbleTree | Sentence, column: Literal["none", "upos", "xpos", "both"]) -> Words:
    """The words of a tree or sentence, with the tags in one of its columns, or in both (:func:`pair`)."""
    sentence = source.sentence if isinstance(source, BubbleTree) else source
    forms = source.words
    if column == "none" or sentence is None:
        return Words(forms, (NO_TAG,) * len(forms))
    rows = sentence.word_rows
    if column == "both":
        return Words(forms, tuple(pair(row.upos, row.xpos) for row in rows))
    return Words(forms, tuple(row.upos if column == "upos" else row.xpos for row in rows))


def pair(upos: str, xpos: str) -> str:
    """The tags of both columns as one tag; none if one of them is missing.

    Examples
    --------
    >>> pair("NOUN", "NN"), pair("NOUN", "_")
    ('NOUN NN', '_')
    """
    return NO_TAG if NO_TAG in (upos, xpos) else f"{upos} {xpos}"


def unparsable(words: Sequence[str]) -> str | None:
    r"""Why words cannot be parsed: one is empty, ends in a blank, or holds what is not text. None if they can.

    Words may have blanks inside, as in CoNLL-U.

    Examples
    --------
    >>> unparsable(["New York", "and", "Rome"])
    >>> unparsable(["tea", ""])
    'word 2 is empty'
    >>> unparsable(["tea\n"])
    "word 1, 'tea\\n', holds a control character"
    """
    for number, word in enumerate(words, start=1):
        if not word:
            return f"word {number} is empty"
        if found := _ODD.search(word):
            half = "half of a surrogate pair, which is not a character"
            what = "a control character" if found[0] < "\ud800" else half
            return f"word {number}, {word!r:.80}, holds {what}"
        if word != word.strip():
            return f"word {number}, {word!r:.80}, begins or ends with a blank"
    return None
