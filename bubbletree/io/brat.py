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
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Final

from bubbletree._arguments import several
from bubbletree.errors import FormatError, shortened
from bubbletree.io.atomic import atomic_folder
from bubbletree.io.brat_document import CONFIGURATION, Document, configuration
from bubbletree.io.brat_marks import Marked, Marks, PlacedSentence
from bubbletree.io.lines import Source, source_name
from bubbletree.io.scan import BadSentence, GoodSentence, Scanned, too_long, values
from bubbletree.marked import MarkedSentence
from bubbletree.places import aligned, tokens
from bubbletree.sentence import Row, Sentence

SENTENCES: Final = 50
"""How many sentences a document has at most when it is written."""

_WORD = re.compile(r"\w(?:\S*\w)?|\S")


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
    >>> from bubbletree import GivenCoordination
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
            marks = Marks(text, file, str(file))
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
    marks = Marks(text, annotations, called)
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
    >>> from bubbletree import GivenCoordination
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
    document = Document()
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
        document, number = Document(), 0
        categories: set[str] = set()

        def finish() -> None:
            nonlocal document, number
            number += 1
            for suffix, content in ((".txt", document.text), (".ann", "".join(document.lines))):
                (path / f"{number:05}{suffix}").write_text(content, encoding="utf-8", newline="\n")
            document = Document()

        def write(one: MarkedSentence) -> None:
            document.add(one)
            categories.update(coordination.category for coordination in one.coordinations if coordination.category)
            if document.sentences == SENTENCES:
                finish()

        yield write
        if document.sentences:
            finish()
        (path / CONFIGURATION).write_text(configuration(categories), encoding="utf-8", newline="\n")


def _documents(path: Path) -> list[Path]:
    """The files with the annotations."""
    return sorted(path.glob("*.ann")) if path.is_dir() else [path.with_suffix(".ann")]


def _decoded(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8")  # line ends as they are: they count
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise FormatError(str(path), line, f"not UTF-8: byte 0x{error.object[error.start]:02x}") from None


def _lines(text: str, marks: Marks, name: str) -> Iterator[PlacedSentence]:
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
            yield PlacedSentence(sentence, tuple(places), number)
        start += len(line) + 1


def _given(text: str, coming: Iterator[Sentence], name: str) -> list[PlacedSentence]:
    """The sentences that a text consists of."""
    found: list[PlacedSentence] = []
    end, line = 0, 1
    while following := shortened(text[end : end + 200].strip() or text[end:].strip()):
        sentence = next(coming, None)
        place = line + text.count("\n", end, len(text) - len(text[end:].lstrip()))
        if sentence is None or not sentence.words:
            raise FormatError(name, place, f"there is no sentence with the words {following!r}")
        places = aligned(tokens(sentence), text, end)
        if places is None:
            words = shortened(" ".join(sentence.words[:10]))
            called = f"sentence {sentence.sent_id}" if sentence.sent_id is not None else "the sentence"
            raise FormatError(name, place, f"the text goes on with {following!r}, but {called} is {words!r}")
        found.append(PlacedSentence(sentence, places, place))
        line += text.count("\n", end, places[-1][1])
        end = places[-1][1]
    return found


def _numbered(
    one: tuple[PlacedSentence, Marked], name: str, number: int, max_words: int | None
) -> Scanned[MarkedSentence]:
    placed_sentence, outcome = one
    sentence = placed_sentence.sentence
    if max_words is not None and len(sentence.words) > max_words:
        outcome = too_long(name, placed_sentence.line, max_words)
    if isinstance(outcome, FormatError):
        return BadSentence(outcome.source, outcome.line, number, sentence.sent_id, outcome.reason)
    return GoodSentence(name, placed_sentence.line, number, MarkedSentence(sentence, outcome))
