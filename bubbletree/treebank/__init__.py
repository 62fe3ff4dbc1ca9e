"""The shipped treebank: English sentences with gold bubble trees, small enough to be read.

The file ``english.brackets`` beside this module holds them in the notation of
:mod:`bubbletree.io.brackets`; docs/treebank.md says how they are annotated.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

from bubbletree.io.brackets import read_brackets
from bubbletree.tree import BubbleTree

FILE: Final = "english.brackets"
"""The name of the file in this package."""


@cache
def load() -> tuple[BubbleTree, ...]:
    """All trees of the shipped treebank, in the order of the file.

    Each has a ``sentence`` with parts of speech and the comments ``sent_id`` (``bank-001``, ...) and
    ``text``.

    Examples
    --------
    >>> first = load()[0]
    >>> first.sentence.sent_id, " ".join(first.words)
    ('bank-001', 'I prefer hot coffee or tea and a bun')
    """
    text = (files(__name__) / FILE).read_text(encoding="utf-8")
    return tuple(read_brackets(text.split("\n"), FILE))
