r"""Documents of the annotation tool `brat <https://brat.nlplab.org>`_: a text, ``NAME.txt``, and its ``NAME.ann``.

A coordination is an event, ``Coordination``. Its trigger is the coordinator, and its arguments are the conjuncts::

    T1  Conjunct 0 7        hot tea
    T2  Conjunct 11 15      milk
    T3  Coordination 8 10   or
    E1  Coordination:T3 Conjunct:T1 Conjunct2:T2
    A1  Category E1 NP

Other coordinators and punctuation between conjuncts can be arguments with the role ``Separator``. Where there is no
coordinator at all, the trigger is the whole coordination. All other annotation is left alone.

A conjunct may have several pieces. Words that several conjuncts have are shared: in *upper and lower body*, where
*body* is a piece of both conjuncts, the conjuncts are *upper* and *lower*. The rest of a conjunct reaches from its
first word to its last.

Characters are those of the text, so words are needed. They come from the sentences that the texts consist of; otherwise
each line is a sentence, and words are what stands between blanks, without the punctuation around it.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from bubbletree._arguments import several
from bubbletree.coordination import GivenCoordination
from bubbletree.errors import FormatError, UnwritableError, shortened
from bubbletree.io.atomic import atomic_folder, encodable
from bubbletree.io.lines import Source, numbered_lines, source_name
from bubbletree.io.scan import BadSentence, GoodSentence, Scanned, too_long, values
from bubbletree.marked import MarkedSentence, crossing, problem
from bubbletree.places import PlacedText, aligned, placed, tokens
from bubbletree.sentence import Row, Sentence
from bubbletree.span import Span, runs

COORDINATION, CONJUNCT, SEPARATOR, CATEGORY = "Coordination", "Conjunct", "Separator", "Category"
"""The names of the annotations."""

SENTENCES: Final = 50
"""How many sentences a document has at most when it is written."""

CONFIGURATION: Final = "annotation.conf"

_TEXT_BOUND = re.compile(r"(T\w+)\t(\S+) ([0-9]{1,12} [0-9]{1,12}(?:;[0-9]{1,12} [0-9]{1,12})*)(?:\t(.*))?")
_EVENT = re.compile(r"(E\w+)\t(\S+?):(T\w+)((?: \S+?:\w+)*) *")
_ATTRIBUTE = re.compile(r"A\w+\tCategory (E\w+) (\S+)")
_ROLE = re.compile(r"(\D+)[0-9]*:(\w+)")
_WORD = re.compile(r"\w(?:\S*\w)?|\S")
_PLAIN = re.compile(r"[^\s:|,]+")


def iter_brat(path: str | os.PathLike[str], sentences: Iterable[Sentence] | None = None) -> Iterator[MarkedSentence]:
    """Read the sentences of a document, or of all documents of a folder, one by one.

    Parameters
    ----------
    path : str or PathLike
        A file that ends in ``.ann`` or ``.txt``, or a folder; its documents are read in the order of their names.
    sentences : iterable of Sentence, optional
        The sentences that the texts consist of, in the same order. If left out, each line is a sentence.

    Raises
    ------
    FormatError
        An annotation is malformed, the texts do not consist of the sentences, or a folder has no documents.
    OSError
        A file cannot be read.

    Examples
    --------
    >>> import tempfile
    >>> one = MarkedSentence(Sentence.from_columns(["tea", "or", "milk"]), (GivenCoordination([(1, 1), (3, 3)]),))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_brat([one], folder)
    ...     for sentence in iter_brat(folder):
    ...         print(sentence.words, [tuple(span) for span in sentence.coordinations[0].conjuncts])
    ('tea', 'or', 'milk') [(1, 1), (3, 3)]
    """
    return values(scan_brat(path, sentences))


def scan_brat(
    path: str | os.PathLike[str], sentences: Iterable[Sentence] | None = None, *, max_words: int | None = None
) -> Iterator[Scanned[MarkedSentence]]:
    """Read the sentences of documents one by one, and continue after bad ones.

    Parameters
    ----------
    path, sentences
        As for :func:`iter_brat`.
    max_words : int, optional
        How many words a sentence may have.  If left out, there is no limit.

    Yields
    ------
    GoodSentence or BadSentence
        What became of each sentence. A document that cannot be read is one bad sentence with the number 0; if the texts
        do not consist of the sentences, it is the last one.

    Raises
    ------
    OSError
        A file cannot be read.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_brat([MarkedSentence(Sentence.from_columns(["tea"]))], folder)
    ...     [(one.number, one.line, one.value.words) for one in scan_brat(folder)]
    [(1, 1, ('tea',))]
    """
    coming = iter(sentences) if sentences is not None else None
    number = 0
    documents = _documents(Path(path))
    if not documents:
        yield BadSentence(str(path), 1, 0, None, "the folder has no document: no name ends in .ann")
    for file in documents:
        text_file = file.with_suffix(".txt")
        try:
            text = _decoded(text_file)
            marks = _Marks(text, file, str(file))
            found = _lines(text, marks, file.stem) if coming is None else _given(text, coming, str(text_file))
        except FormatError as error:
            yield BadSentence(error.source, error.line or 1, 0, None, error.reason)
            if coming is not None:
                return
            continue
        for one in marks.sentences(found):
            number += 1
            yield _numbered(one, str(text_file), number, max_words)


def parse_brat(
    text: str, annotations: Source, sentences: Iterable[Sentence] | None = None, name: str | None = None
) -> list[MarkedSentence]:
    r"""The sentences of one document.

    Parameters
    ----------
    text : str
        The text.
    annotations : Source
        The annotations: a path, an open stream, lines, or a text of several lines.
    sentences : iterable of Sentence, optional
        As for :func:`iter_brat`.
    name : str, optional
        What to call the document in error messages, and in the ids of sentences.

    Raises
    ------
    FormatError
        As for :func:`iter_brat`.

    Examples
    --------
    >>> annotations = '''T1\tConjunct 0 7\thot tea
    ... T2\tConjunct 11 15\tmilk
    ... T3\tCoordination 8 10\tor
    ... E1\tCoordination:T3 Conjunct:T1 Conjunct2:T2
    ... '''
    >>> [one] = parse_brat("hot tea or milk.", annotations)
    >>> one.words, [tuple(span) for span in one.coordinations[0].conjuncts]
    (('hot', 'tea', 'or', 'milk', '.'), [(1, 2), (4, 4)])
    """
    called = source_name(annotations, name)
    marks = _Marks(text, annotations, called)
    found = _lines(text, marks, name or "") if sentences is None else _given(text, iter(sentences), called)
    return list(values(_numbered(one, called, number, None) for number, one in enumerate(marks.sentences(found), 1)))


def format_brat(sentences: Sequence[MarkedSentence]) -> tuple[str, str]:
    r"""The text and the annotations of one document, with a line for each sentence.

    Parameters
    ----------
    sentences : sequence of MarkedSentence
        The sentences.

    Raises
    ------
    UnwritableError
        See :func:`write_brat`.

    Examples
    --------
    >>> one = MarkedSentence(Sentence.from_columns(["tea", "or", "milk"]), (GivenCoordination([(1, 1), (3, 3)]),))
    >>> text, annotations = format_brat([one])
    >>> text
    'tea or milk\n'
    >>> print(annotations.expandtabs(4), end="")
    T1  Conjunct 0 3    tea
    T2  Conjunct 7 11   milk
    T3  Coordination 0 11   tea or milk
    E1  Coordination:T3 Conjunct:T1 Conjunct2:T2
    """
    document = _Document()
    for one in sentences:
        document.add(one)
    return document.text, "".join(document.lines)


def write_brat(sentences: Iterable[MarkedSentence], folder: str | os.PathLike[str]) -> None:
    """Write documents of at most fifty sentences, and the ``annotation.conf`` that brat needs.

    :func:`iter_brat` reads them back, if it is given the sentences.

    Parameters
    ----------
    sentences : iterable of MarkedSentence
        What to write, in this order.
    folder : str or PathLike
        A folder that does not exist yet, or is empty. It appears whole or not at all.

    Raises
    ------
    UnwritableError
        A coordination is invalid, begins or ends inside a multiword token, or has a category with white space, a colon,
        a comma or a bar; or a sentence has no words or a line break in its text.
    FileExistsError
        There is something in the folder.
    OSError
        A file cannot be written.

    Examples
    --------
    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_brat([MarkedSentence(Sentence.from_columns(["tea"]))], folder)
    ...     sorted(os.listdir(folder))
    ['00001.ann', '00001.txt', 'annotation.conf']
    """
    with brat_folder(folder) as write:
        for one in several(sentences, "sentences"):
            write(one)


@contextmanager
def brat_folder(folder: str | os.PathLike[str]) -> Iterator[Callable[[MarkedSentence], None]]:
    """A function that writes sentences one by one, as :func:`write_brat` does.

    Parameters
    ----------
    folder : str or PathLike
        The folder.
    """
    with atomic_folder(folder) as path:
        document, number = _Document(), 0
        categories: set[str] = set()

        def finish() -> None:
            nonlocal document, number
            number += 1
            for suffix, content in ((".txt", document.text), (".ann", "".join(document.lines))):
                (path / f"{number:05}{suffix}").write_text(content, encoding="utf-8", newline="\n")
            document = _Document()

        def write(one: MarkedSentence) -> None:
            document.add(one)
            categories.update(coordination.category for coordination in one.coordinations if coordination.category)
            if document.sentences == SENTENCES:
                finish()

        yield write
        if document.sentences:
            finish()
        (path / CONFIGURATION).write_text(configuration(categories), encoding="utf-8", newline="\n")


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


class _Document:
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
        start, end = written.places[span.first - 1][0], written.places[span.last - 1][1]
        touched = _touched(written.places, start, end)
        if touched != range(span.first - 1, span.last):
            raise UnwritableError("brat", f"the span {span.first}-{span.last} begins or ends inside a token")
        name = self._id("T")
        offset = len(self.text)
        self.lines.append(f"{name}\t{kind} {offset + start} {offset + end}\t{_cut(written, span)}\n")
        return name

    def _id(self, letter: str) -> str:
        self._counts[letter] += 1
        return f"{letter}{self._counts[letter]}"


def _cut(written: PlacedText, span: Span) -> str:
    return written.text[written.places[span.first - 1][0] : written.places[span.last - 1][1]]


def _roles(role: str, names: Sequence[str]) -> list[str]:
    return [f"{role}{number if number > 1 else ''}:{name}" for number, name in enumerate(names, start=1)]


def _touched(places: Sequence[tuple[int, int]], start: int, end: int) -> range:
    """The words, counted from 0, that have a character between two places."""
    first = bisect_right(places, start, key=lambda place: place[1])
    return range(first, bisect_left(places, end, key=lambda place: place[0]))


def _documents(path: Path) -> list[Path]:
    """The files with the annotations."""
    return sorted(path.glob("*.ann")) if path.is_dir() else [path.with_suffix(".ann")]


def _decoded(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8")  # line ends as they are: they count
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise FormatError(str(path), line, f"not UTF-8: byte 0x{error.object[error.start]:02x}") from None


@dataclass(frozen=True, slots=True)
class _Placed:
    """A sentence, the places of its words in the document, and the line where it begins."""

    sentence: Sentence
    places: tuple[tuple[int, int], ...]
    line: int

    @property
    def start(self) -> int:
        return self.places[0][0]

    @property
    def end(self) -> int:
        return self.places[-1][1]


def _lines(text: str, marks: _Marks, name: str) -> Iterator[_Placed]:
    """Each line as a sentence; words are cut where annotations begin and end, too."""
    start = count = 0
    for number, line in enumerate(text.split("\n"), start=1):
        places = [
            piece for word in _WORD.finditer(line) for piece in marks.pieces(start + word.start(), start + word.end())
        ]
        if places:
            count += 1
            spaces = [first > last for (_, last), (first, _) in pairwise(places)]
            rows = (
                Row(str(place), text[first:last], misc="_" if has_space else "SpaceAfter=No")
                for place, ((first, last), has_space) in enumerate(zip(places, [*spaces, True], strict=True), start=1)
            )
            sentence = Sentence(tuple(rows)).with_comments({"sent_id": f"{name}.{count}" if name else str(count)})
            if len(shown := line.strip().splitlines()) == 1:
                sentence = sentence.with_comments({"text": shown[0]})
            yield _Placed(sentence, tuple(places), number)
        start += len(line) + 1


def _given(text: str, coming: Iterator[Sentence], name: str) -> list[_Placed]:
    """The sentences that a text consists of."""
    found: list[_Placed] = []
    end, line = 0, 1
    while following := shortened(text[end : end + 200].strip() or text[end:].strip()):
        sentence = next(coming, None)
        place = line + text.count("\n", end, len(text) - len(text[end:].lstrip()))
        if sentence is None or not sentence.words:
            raise FormatError(name, place, f"there is no sentence with the words {following!r}")
        places = aligned(tokens(sentence), text, end)
        if places is None:
            words = shortened(" ".join(sentence.words[:10]))
            raise FormatError(name, place, f"the text goes on with {following!r}, but the sentence is {words!r}")
        found.append(_Placed(sentence, places, place))
        line += text.count("\n", end, places[-1][1])
        end = places[-1][1]
    return found


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


class _Marks:
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

    def sentences(self, found: Iterable[_Placed]) -> Iterator[tuple[_Placed, Marked]]:
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

    def _coordinations(self, names: Sequence[str], sentence: _Placed) -> tuple[GivenCoordination, ...]:
        found = tuple(self._coordination(name, sentence) for name in names)
        if reason := crossing(found):
            raise FormatError(self._name, max(self._events[name].line for name in names), reason)
        return found

    def _coordination(self, name: str, sentence: _Placed) -> GivenCoordination:
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

    def _conjuncts(self, event: _Event, sentence: _Placed) -> Iterator[Span]:
        words = {name: self._words(name, sentence) for name in event.conjuncts}
        owners = Counter(word for listed in words.values() for word in listed)
        in_pieces = {word for name in words if len(runs(words[name])) > 1 for word in words[name]}
        shared = {word for word in in_pieces if owners[word] > 1}
        for name, listed in words.items():
            own = listed - shared
            if not own:
                raise ValueError(f"{name} has only words that other conjuncts have")
            yield Span(min(own), max(own))

    def _words(self, name: str, sentence: _Placed) -> set[int]:
        """The words that an annotation covers, counting from 1."""
        bound = self._bound[name]
        if not sentence.start <= bound.pieces[0][0] or self._text[sentence.end : bound.pieces[-1][1]].strip():
            raise ValueError(f"{name} is not inside the sentence that begins with {sentence.sentence.words[0]!r}")
        return {word + 1 for start, end in bound.pieces for word in _touched(sentence.places, start, end)}


def _numbered(one: tuple[_Placed, Marked], name: str, number: int, max_words: int | None) -> Scanned[MarkedSentence]:
    placed_sentence, outcome = one
    sentence = placed_sentence.sentence
    if max_words is not None and len(sentence.words) > max_words:
        outcome = too_long(name, placed_sentence.line, max_words)
    if isinstance(outcome, FormatError):
        return BadSentence(outcome.source, outcome.line, number, sentence.sent_id, outcome.reason)
    return GoodSentence(name, placed_sentence.line, number, MarkedSentence(sentence, outcome))
