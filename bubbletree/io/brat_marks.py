"""The annotations of a document of brat: coordinations, their conjuncts and separators, and what is wrong with them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from bubbletree.coordination import GivenCoordination
from bubbletree.errors import FormatError, shortened
from bubbletree.io.lines import Source, numbered_lines
from bubbletree.marked import crossing, problem
from bubbletree.sentence import Sentence
from bubbletree.span import Span, runs

COORDINATION, CONJUNCT, SEPARATOR, CATEGORY = "Coordination", "Conjunct", "Separator", "Category"
"""The names of the annotations."""

_TEXT_BOUND = re.compile(r"(T\w+)\t(\S+) ([0-9]{1,12} [0-9]{1,12}(?:;[0-9]{1,12} [0-9]{1,12})*)(?:\t(.*))?")
_EVENT = re.compile(r"(E\w+)\t(\S+?):(T\w+)((?: \S+?:\w+)*) *")
_ATTRIBUTE = re.compile(r"A\w+\tCategory (E\w+) (\S+)")
_ROLE = re.compile(r"(\D+)[0-9]*:(\w+)")


def touched(places: Sequence[tuple[int, int]], start: int, end: int) -> range:
    """The words, counted from 0, that have a character between two places."""
    first = bisect_right(places, start, key=lambda place: place[1])
    return range(first, bisect_left(places, end, key=lambda place: place[0]))


@dataclass(frozen=True, slots=True)
class PlacedSentence:
    """A sentence, the places of its words in the document, and the line where it begins."""

    sentence: Sentence
    places: tuple[tuple[int, int], ...]
    line: int

    @property
    def start(self) -> int:
        """Where its first word begins."""
        return self.places[0][0]

    @property
    def end(self) -> int:
        """Where its last word ends."""
        return self.places[-1][1]


class _Bound(NamedTuple):
    """Annotated pieces of a text, and the line that says so."""

    kind: str
    pieces: list[tuple[int, int]]
    line: int


class _Event(NamedTuple):
    """A coordination: the annotations that it has, and the line that says so."""

    trigger: str
    conjuncts: list[str]
    separators: list[str]
    line: int

    @property
    def names(self) -> list[str]:
        """All annotations of it."""
        return [self.trigger, *self.conjuncts, *self.separators]


Marked: TypeAlias = tuple[GivenCoordination, ...] | FormatError
"""The coordinations of a sentence, or what is wrong with one of them."""


class Marks:
    """The annotations of a document that are about coordination."""

    def __init__(self, text: str, annotations: Source, name: str) -> None:
        self._text = text
        self._name = name
        self._bound: dict[str, _Bound] = {}
        self._events: dict[str, _Event] = {}
        self._categories: dict[str, str] = {}
        for number, line in numbered_lines(annotations, name):
            try:
                self._take(line, number)
            except ValueError as error:
                raise FormatError(name, number, str(error)) from None
        for event in self._events.values():
            self._check(event)
        self._edges = sorted({edge for one in self._bound.values() for piece in one.pieces for edge in piece})

    def _take(self, line: str, number: int) -> None:
        kind = line[:1]
        if kind == "T":
            self._take_bound(line, number)
        elif kind == "E":
            self._take_event(line, number)
        elif kind == "A":
            if found := _ATTRIBUTE.fullmatch(line.rstrip()):
                self._categories[found[1]] = found[2]
        elif line.strip() and kind not in "RMN#*":
            raise ValueError(f"expected an annotation, found {shortened(line)!r}")

    def _take_bound(self, line: str, number: int) -> None:
        found = _TEXT_BOUND.fullmatch(line)
        if found is None:
            raise ValueError(f"expected a number, a type with places, and a text, found {shortened(line)!r}")
        name, kind, listed, shown = found.groups()
        if kind not in (COORDINATION, CONJUNCT, SEPARATOR):
            return
        if name in self._bound:
            raise ValueError(f"{shortened(name)} occurs twice")
        pieces = sorted((int(start), int(end)) for start, end in (piece.split() for piece in listed.split(";")))
        parts = [self._text[start:end] for start, end in pieces]
        if any(start >= end or end > len(self._text) for start, end in pieces) or not all(map(str.strip, parts)):
            raise ValueError(f"there is no text from {shortened(listed)}")
        if shown is not None and shown.split() != " ".join(parts).split():
            there = shortened(" ".join(" ".join(parts).split()))
            raise ValueError(f"the annotation is {shortened(shown)!r}, but the text has {there!r} there")
        self._bound[name] = _Bound(kind, pieces, number)

    def _take_event(self, line: str, number: int) -> None:
        found = _EVENT.fullmatch(line)
        if found is None:
            raise ValueError(f"expected an event, found {shortened(line)!r}")
        name, kind, trigger, listed = found.groups()
        if kind != COORDINATION:
            return
        if name in self._events:
            raise ValueError(f"{shortened(name)} occurs twice")
        event = _Event(trigger, [], [], number)
        for argument in listed.split():
            role = _ROLE.fullmatch(argument)
            if role is None or role[1] not in (CONJUNCT, SEPARATOR):
                raise ValueError(f"expected a conjunct or a separator, found {shortened(argument)!r}")
            (event.conjuncts if role[1] == CONJUNCT else event.separators).append(role[2])
        self._events[name] = event

    def _check(self, event: _Event) -> None:
        conjuncts = ((name, CONJUNCT) for name in event.conjuncts)
        separators = ((name, SEPARATOR) for name in event.separators)
        for name, kind in ((event.trigger, COORDINATION), *conjuncts, *separators):
            if name not in self._bound or self._bound[name].kind != kind:
                raise FormatError(self._name, event.line, f"{shortened(name)} is not a {kind}")

    def pieces(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """What annotations cut a word into."""
        inside = self._edges[bisect_right(self._edges, start) : bisect_left(self._edges, end)]
        return pairwise([start, *inside, end])

    def sentences(self, found: Iterable[PlacedSentence]) -> Iterator[tuple[PlacedSentence, Marked]]:
        """Each sentence with its coordinations, or with what is wrong with one of them."""
        listed = list(found)
        starts = [one.start for one in listed]
        events: list[list[str]] = [[] for _ in listed]
        loose: list[FormatError | None] = [None] * len(listed)
        used = {
            name for event in self._events.values() for name in (event.trigger, *event.conjuncts, *event.separators)
        }

        def place(names: Iterable[str]) -> int:
            first = min(self._bound[name].pieces[0][0] for name in names)
            return max(bisect_right(starts, first) - 1, 0)

        for name, event in self._events.items():
            events[place((event.trigger, *event.conjuncts))].append(name)
        for name, one in self._bound.items():
            if name not in used:
                loose[place([name])] = FormatError(self._name, one.line, f"{name} belongs to no coordination")
        for sentence, names, problem_found in zip(listed, events, loose, strict=True):
            outcome: Marked
            try:
                outcome = problem_found or self._coordinations(names, sentence)
            except FormatError as error:
                outcome = error
            yield sentence, outcome

    def _coordinations(self, names: Sequence[str], sentence: PlacedSentence) -> tuple[GivenCoordination, ...]:
        found = tuple(self._coordination(name, sentence) for name in names)
        if reason := crossing(found):
            raise FormatError(self._name, max(self._events[name].line for name in names), reason)
        return found

    def _coordination(self, name: str, sentence: PlacedSentence) -> GivenCoordination:
        event = self._events[name]
        try:
            conjuncts = sorted(self._conjuncts(event, sentence))
            whole = range(conjuncts[0].first, conjuncts[-1].last) if conjuncts else range(0)
            parts = [run for one in event.separators for run in runs(self._words(one, sentence))]
            # A trigger that covers conjuncts only stands for the whole.
            handle = runs(self._words(event.trigger, sentence))
            parts += [run for run in handle if not any(map(run.overlaps, conjuncts))]
            between = sorted({run for run in parts if run.first in whole})
            given = GivenCoordination(conjuncts, between, self._categories.get(name))
            if reason := problem(given, len(sentence.places)):
                raise ValueError(reason)
        except ValueError as error:
            raise FormatError(self._name, event.line, f"{name}: {error}") from None
        return given

    def _conjuncts(self, event: _Event, sentence: PlacedSentence) -> Iterator[Span]:
        words = {name: self._words(name, sentence) for name in event.conjuncts}
        owners = Counter(word for listed in words.values() for word in listed)
        in_pieces = {word for name in words if len(runs(words[name])) > 1 for word in words[name]}
        shared = {word for word in in_pieces if owners[word] > 1}
        for name, listed in words.items():
            own = listed - shared
            if not own:
                raise ValueError(f"{name} has only words that other conjuncts have")
            yield Span(min(own), max(own))

    def _words(self, name: str, sentence: PlacedSentence) -> set[int]:
        """The words that an annotation covers, counting from 1."""
        bound = self._bound[name]
        if not sentence.start <= bound.pieces[0][0] or self._text[sentence.end : bound.pieces[-1][1]].strip():
            raise ValueError(f"{name} is not inside the sentence that begins with {sentence.sentence.words[0]!r}")
        return {word + 1 for start, end in bound.pieces for word in touched(sentence.places, start, end)}
