"""Writing a tree in bracket notation, and what the notation is made of."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from bubbletree.projectivity import projection_spans
from bubbletree.tree import CONJ, ROOT, BubbleTree

ROOT_LABEL: Final = "root"
"""The relation to RT that is not written."""

NO_TAG: Final = "_"
"""How CoNLL-U writes that a word has no part of speech; the notation leaves it out."""

BARE: Final = r'[^\s()\[\]"/=#\\]+'
"""What is written without quotation marks, as a regular expression."""

_BARE_TEXT: Final = re.compile(BARE)


def written(tree: BubbleTree) -> str:
    """A projective tree of one word or more in bracket notation."""
    writer = _Writer(tree)
    pieces: list[str] = []
    pending = list(writer.whole())[::-1]  # the next piece last
    while pending:
        piece = pending.pop()
        if isinstance(piece, str):
            pieces.append(piece)
        else:
            pending.extend(reversed(list(writer.item(piece))))
    return "".join(pieces)


def _quoted(text: str) -> str:
    """A word, label or tag as the notation writes it."""
    if _BARE_TEXT.fullmatch(text) and text.isprintable():
        return text
    return json.dumps(text, ensure_ascii=not text.isprintable())


class _Todo(NamedTuple):
    """A bubble that is still to be written, and the label that it may leave out there."""

    bubble: int
    unmarked: str | None


class _Writer:
    """Writes one tree in pieces: text, and bubbles whose pieces are asked for later, so that depth costs no stack."""

    def __init__(self, tree: BubbleTree) -> None:
        self.tree = tree
        self.place = projection_spans(tree)
        self.children = [sorted(tree.children(bubble), key=self.place.__getitem__) for bubble in tree.bubbles]
        self.words = [_quoted(word) for word in tree.words]
        if tree.sentence is not None and tree.sentence.words == tree.words:
            tags = (tag if tag == NO_TAG else _quoted(tag) for tag in tree.sentence.upos)
            self.words = [
                word if tag == NO_TAG else f"{word}/{tag}" for word, tag in zip(self.words, tags, strict=True)
            ]

    def whole(self) -> Iterator[str | _Todo]:
        """The pieces of the tree below RT."""
        [root] = (bubble for bubble in self.tree.bubbles if ROOT in self.tree.contents[bubble])
        tops = self.children[root]
        if len(tops) == 1 and self.tree.label(tops[0]) == ROOT_LABEL:
            yield from self.phrase(tops[0])
        else:
            yield from self.separated(tops, None)

    def item(self, todo: _Todo) -> Iterator[str | _Todo]:
        """The pieces of a dependent or of a bubble's child, with its label."""
        label = self.tree.label(todo.bubble) or ""
        if label != todo.unmarked:
            yield _quoted(label) + "="
        simple = all(self.tree.is_inside(child, todo.bubble) for child in self.children[todo.bubble])
        if not simple:
            yield "("
        yield from self.phrase(todo.bubble)
        if not simple:
            yield ")"

    def phrase(self, bubble: int) -> Iterator[str | _Todo]:
        """The pieces of a head, word or bubble, between its dependents."""
        content = self.tree.contents[bubble]
        for child in self.children[bubble]:
            if self.place[child].last < min(content):
                yield _Todo(child, None)
                yield " "
        if len(content) == 1:
            yield self.words[min(content) - 1]
        else:
            yield "["
            yield from self.separated(self.tree.parts(bubble), CONJ)
            yield "]"
        for child in self.children[bubble]:
            if self.place[child].first > max(content):
                yield " "
                yield _Todo(child, None)

    @staticmethod
    def separated(bubbles: Sequence[int], unmarked: str | None) -> Iterator[str | _Todo]:
        for number, bubble in enumerate(bubbles):
            if number:
                yield " "
            yield _Todo(bubble, unmarked)
