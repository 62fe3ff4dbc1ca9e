"""Reading a tree in bracket notation, line by line."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from bubbletree.errors import FormatError, shown
from bubbletree.io.bracket_writer import BARE, NO_TAG, ROOT_LABEL
from bubbletree.io.scan import too_long
from bubbletree.sentence import Sentence
from bubbletree.tree import CONJ, ROOT, BubbleTree

_STRING: Final = r'"(?:[^"\\\n]|\\.)*"'
_TOKEN: Final = re.compile(
    rf"""(?P<blank>\s+)
      | (?P<open>[(\[]) | (?P<close>[)\]])
      | (?P<text>{_STRING}|{BARE}) (?: (?P<equals>=) | / (?P<tag>{_STRING}|{BARE}) )?""",
    re.VERBOSE,
)
_PARTNER: Final = {"(": ")", "[": "]"}


class _Place(NamedTuple):
    """A character of the text: its line and its column, both counted from 1."""

    line: int
    column: int


class _Item(NamedTuple):
    """A word or closed bracket: where it begins after its label, that if any, and the number of its head."""

    place: _Place
    label: str | None
    head: int
    is_phrase: bool


@dataclass(slots=True)
class _Bracket:
    """An open bracket, or the text as a whole (its mark is empty), with the items in it so far."""

    mark: str
    label: str | None
    place: _Place
    first: int
    items: list[_Item] = field(default_factory=list)


class Reader:
    """Reads one tree, line by line.  Bubbles are numbered -1, -2, ... until the words are counted."""

    def __init__(self, source: str, line: int, max_words: int | None = None) -> None:
        self.source = source
        self.max_words = max_words
        self.words: list[str] = []
        self.tags: list[str] = []
        self.bubbles: list[range] = []
        self.arcs: list[tuple[int, str, int]] = []
        self.brackets = [_Bracket("", None, _Place(line, 1), 1)]
        self.wordless = 0

    def read(self, line: str, number: int) -> None:
        """Take in one line."""
        position = 0
        label: str | None = None
        labelled = _Place(number, 1)  # where the label begins, while there is one
        separated = True
        while position < len(line):
            here = _Place(number, position + 1)
            found = _TOKEN.match(line, position)
            if found is None:
                raise self._error(here, _unreadable(line[position]))
            position = found.end()
            if label is not None and (found["blank"] or found["close"] or found["equals"]):
                raise self._error(labelled, f"the label {shown(label)} must stand directly before what it labels")
            if not (separated or found["blank"] or found["close"]):
                raise self._error(here, f"a blank is missing before {found[0]!r}")
            separated = bool(found["blank"] or found["open"] or found["equals"])
            if found["equals"]:
                label, labelled = self._text(found["text"], here), here
            elif found["open"]:
                self.brackets.append(_Bracket(found["open"], label, here, len(self.words) + 1))
                label = None
            elif found["close"]:
                self._close(found["close"], here)
            elif found["text"]:
                if len(self.words) == self.max_words:
                    raise too_long(self.source, number, self.max_words)
                self.words.append(self._text(found["text"], here))
                self.tags.append(NO_TAG if found["tag"] is None else self._text(found["tag"], here))
                self.brackets[-1].items.append(_Item(here, label, len(self.words), is_phrase=False))
                label = None
        if label is not None:
            raise self._error(labelled, f"the label {shown(label)} must stand directly before what it labels")

    def tree(self, comments: tuple[str, ...]) -> BubbleTree:
        """The tree that was read, once all brackets are closed."""
        whole = self.brackets[-1]
        if whole.mark:
            raise self._error(whole.place, f"this {whole.mark!r} is never closed")
        if self.wordless > 1 or (self.wordless and whole.items):
            raise self._error(whole.place, "an empty () stands alone: it is the sentence without words")
        if any(item.label is None for item in whole.items):
            self.arcs.append((ROOT, ROOT_LABEL, self._phrase(whole)))
        else:
            self.arcs.extend((ROOT, item.label or "", item.head) for item in whole.items)
        n = len(self.words)
        contents = [range(token, token + 1) for token in range(n + 1)] + self.bubbles
        arcs = [(n - a if a < 0 else a, label, n - b if b < 0 else b) for a, label, b in self.arcs]
        sentence = None
        if comments or any(tag != NO_TAG for tag in self.tags):
            sentence = replace(Sentence.from_columns(self.words, upos=self.tags), comments=comments)
        return BubbleTree(self.words, contents, arcs, sentence)

    def _close(self, mark: str, place: _Place) -> None:
        bracket = self.brackets[-1]
        if mark != _PARTNER.get(bracket.mark):
            partner = f"the {bracket.mark!r} of {_where(bracket.place)}" if bracket.mark else "nothing"
            raise self._error(place, f"this {mark!r} closes {partner}")
        self.brackets.pop()
        outer = self.brackets[-1]
        if not bracket.items and mark == ")" and not outer.mark and bracket.label is None:
            self.wordless += 1
            return
        head = self._phrase(bracket) if mark == ")" else self._bubble(bracket)
        outer.items.append(_Item(bracket.place, bracket.label, head, is_phrase=mark == ")"))

    def _phrase(self, bracket: _Bracket) -> int:
        """Attach a phrase's dependents to its head, and return that."""
        heads = [item for item in bracket.items if item.label is None]
        if not heads:
            reason = "each of its items has a label" if bracket.items else "it is empty"
            raise self._error(bracket.place, f"this phrase has no head: {reason}")
        if len(heads) > 1:
            first, second, *_ = heads
            raise self._error(second.place, f"this phrase has a second head: the first is at {_where(first.place)}")
        [head] = heads
        if head.is_phrase:
            raise self._error(head.place, "the head of a phrase is a word or a bubble: leave out these parentheses")
        self.arcs.extend((head.head, item.label, item.head) for item in bracket.items if item.label is not None)
        return head.head

    def _bubble(self, bracket: _Bracket) -> int:
        """Make a bubble of a bracket's items, and return its number."""
        if len(bracket.items) < 2:
            raise self._error(bracket.place, "a bubble holds two items or more")
        self.bubbles.append(range(bracket.first, len(self.words) + 1))
        bubble = -len(self.bubbles)
        self.arcs.extend((bubble, CONJ if item.label is None else item.label, item.head) for item in bracket.items)
        return bubble

    def _text(self, written: str, place: _Place) -> str:
        """The word, label or tag that is written so."""
        if not written.startswith('"'):
            return written
        try:
            return str(json.loads(written))
        except json.JSONDecodeError as error:
            raise self._error(place, f"{written} is not a JSON string: {error.msg}") from None

    def _error(self, place: _Place, reason: str) -> FormatError:
        return FormatError(self.source, place.line, f"column {place.column}: {reason}")


def _where(place: _Place) -> str:
    return f"line {place.line}, column {place.column}"


def _unreadable(character: str) -> str:
    if character == '"':
        return "this quotation mark is never closed"
    if character == "=":
        return "'=' follows a label, and there is none here"
    if character == "/":
        return "'/' joins a word and its part of speech, and one of them is missing"
    return f"{character!r} cannot stand here: write what contains it as a JSON string"
