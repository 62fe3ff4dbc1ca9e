"""Documents of brat as they are written: a text, its annotations, and the configuration of the tool."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from bubbletree.coordination import GivenCoordination
from bubbletree.errors import UnwritableError, shortened
from bubbletree.io.atomic import encodable
from bubbletree.io.brat_marks import CATEGORY, CONJUNCT, COORDINATION, SEPARATOR, touched
from bubbletree.marked import MarkedSentence, problem
from bubbletree.places import PlacedText, placed
from bubbletree.span import Span

CONFIGURATION: Final = "annotation.conf"

_PLAIN = re.compile(r"[^\s:|,]+")


def configuration(categories: Iterable[str] = ()) -> str:
    r"""The ``annotation.conf`` that lets brat annotate coordinations.

    Parameters
    ----------
    categories : iterable of str
        The categories that coordinations can have.

    Examples
    --------
    >>> print(configuration(["NP", "VP"]).expandtabs(4), end="")
    [entities]
    Conjunct
    Separator
    [relations]
    [events]
    Coordination    Conjunct+:Conjunct, Separator*:Separator
    [attributes]
    Category    Arg:Coordination, Value:NP|VP
    """
    values = "|".join(sorted(categories))
    lines = ["[entities]", CONJUNCT, SEPARATOR, "[relations]", "[events]"]
    lines += [f"{COORDINATION}\t{CONJUNCT}+:{CONJUNCT}, {SEPARATOR}*:{SEPARATOR}", "[attributes]"]
    lines += [f"{CATEGORY}\tArg:{COORDINATION}, Value:{values}"] if values else []
    return "\n".join(lines) + "\n"


def uncut(one: MarkedSentence) -> MarkedSentence:
    """A sentence without those of its coordinations that begin or end inside a multiword token.

    Parameters
    ----------
    one : MarkedSentence
        The sentence.

    Examples
    --------
    >>> from bubbletree.sentence import Row, Sentence
    >>> rows = (Row("1-2", "du"), *(Row(str(n), form) for n, form in enumerate(["de", "le", "pain", "sel"], start=1)))
    >>> given = [GivenCoordination([(2, 3), (4, 4)]), GivenCoordination([(3, 3), (4, 4)])]
    >>> [tuple(one.whole) for one in uncut(MarkedSentence(Sentence(rows), given)).coordinations]
    [(3, 4)]
    """
    written = placed(one.words, one.sentence)

    def is_cut(coordination: GivenCoordination) -> bool:
        if problem(coordination, len(one.words)):
            return False
        return any(_is_cut(span, written) for span in (*coordination.conjuncts, *coordination.separators))

    return replace(one, coordinations=tuple(found for found in one.coordinations if not is_cut(found)))


class Document:
    """A document in the making."""

    def __init__(self) -> None:
        self.text = ""
        self.lines: list[str] = []
        self.sentences = 0
        self._counts: Counter[str] = Counter()

    def add(self, one: MarkedSentence) -> None:
        """Add a sentence, or nothing if it cannot be written."""
        written = placed(one.words, one.sentence)
        encodable("brat", written.text + "".join(coordination.category or "" for coordination in one.coordinations))
        if not one.words or not all(one.words) or len(written.text.splitlines()) != 1:
            raise UnwritableError("brat", "the sentence has no words, an empty word, or a line break")
        before = (len(self.lines), self._counts.copy())
        try:
            for coordination in one.coordinations:
                if reason := problem(coordination, len(one.words)):
                    raise UnwritableError("brat", reason)
                self._add(coordination, written)
        except UnwritableError:
            count, self._counts = before
            del self.lines[count:]
            raise
        self.text += written.text + "\n"
        self.sentences += 1

    def _add(self, one: GivenCoordination, written: PlacedText) -> None:
        conjuncts = [self._bound(CONJUNCT, span, written) for span in one.conjuncts]
        words = [span for span in one.separators if any(c.isalnum() for c in _cut(written, span))]
        trigger = (words or one.separators or (one.whole,))[-1]
        others = [self._bound(SEPARATOR, span, written) for span in one.separators if span != trigger]
        roles = [*_roles(CONJUNCT, conjuncts), *_roles(SEPARATOR, others)]
        event, handle = self._id("E"), self._bound(COORDINATION, trigger, written)
        self.lines.append(f"{event}\t{' '.join([f'{COORDINATION}:{handle}', *roles])}\n")
        if one.category is not None:
            if not _PLAIN.fullmatch(one.category):
                raise UnwritableError("brat", f"the category {shortened(one.category)!r}")
            self.lines.append(f"{self._id('A')}\t{CATEGORY} {event} {one.category}\n")

    def _bound(self, kind: str, span: Span, written: PlacedText) -> str:
        if _is_cut(span, written):
            raise UnwritableError("brat", f"the span {span.first}-{span.last} begins or ends inside a token")
        name = self._id("T")
        start, end = _place(span, written)
        offset = len(self.text)
        self.lines.append(f"{name}\t{kind} {offset + start} {offset + end}\t{_cut(written, span)}\n")
        return name

    def _id(self, letter: str) -> str:
        self._counts[letter] += 1
        return f"{letter}{self._counts[letter]}"


def _place(span: Span, written: PlacedText) -> tuple[int, int]:
    return written.places[span.first - 1][0], written.places[span.last - 1][1]


def _is_cut(span: Span, written: PlacedText) -> bool:
    """Whether a span has not all words that its characters touch."""
    return touched(written.places, *_place(span, written)) != range(span.first - 1, span.last)


def _cut(written: PlacedText, span: Span) -> str:
    start, end = _place(span, written)
    return written.text[start:end]


def _roles(role: str, names: Sequence[str]) -> list[str]:
    return [f"{role}{number if number > 1 else ''}:{name}" for number, name in enumerate(names, start=1)]
