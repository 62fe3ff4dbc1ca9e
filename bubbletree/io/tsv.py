r"""Coordinations as a table of spans, for people with a spreadsheet: a line for each, in columns separated by tabs.

::

    sent_id  words                          conjuncts  separators  category
    1        hot tea , milk or cold coffee  1..2 4 6..7  3 5         NP
    2        yes

The first line names the columns, in any order; other columns are left alone. Words are separated by blanks, and
numbered from 1. A span is a number, or first and last as in ``6..7``. (``6-7`` can be read, too, but spreadsheets take
it for a date.) Lines of one sentence follow each other; after the first of them, ``words`` may be empty. A sentence
without coordination has a line without conjuncts. ``separators`` (coordinators and punctuation between conjuncts) and
``category`` may be missing.

In a word, a backslash stands before a blank or another backslash. A cell that begins with a quotation mark is quoted as
spreadsheets do it: one more at its end, and those inside doubled.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from bubbletree._arguments import several
from bubbletree.coordination import GivenCoordination
from bubbletree.errors import FormatError, UnwritableError, shortened
from bubbletree.io.atomic import Target, encodable, open_target
from bubbletree.io.lines import Source, decoded_lines, source_name
from bubbletree.io.scan import BadSentence, Block, Scanned, scan, too_long, values
from bubbletree.marked import MarkedSentence, crossing, problem
from bubbletree.sentence import Sentence
from bubbletree.span import Span

COLUMNS: Final = ("sent_id", "words", "conjuncts", "separators", "category")
NEEDED: Final = COLUMNS[:3]
"""The columns that a table must have."""

HEADER: Final = "\t".join(COLUMNS) + "\n"

_WORD = re.compile(r"(?:\\[\\ ]|[^ ])+")
_ESCAPED = re.compile(r"\\([\\ ])")
_SPAN = re.compile(r"([0-9]{1,9})(?:(?:\.\.|-)([0-9]{1,9}))?")
_UNWRITABLE = re.compile(r"[\t\r\n]")


def iter_tsv(source: Source, name: str | None = None) -> Iterator[MarkedSentence]:
    r"""Read the sentences of a table one by one.

    Parameters
    ----------
    source : Source
        A path, an open text stream, lines, or a text of several lines.
    name : str, optional
        What to call the source in error messages.

    Raises
    ------
    FormatError
        A column is missing, a span is malformed, conjuncts overlap or cross those of another coordination, or a
        category has a blank.
    OSError
        The file cannot be read.

    Examples
    --------
    >>> [one] = iter_tsv("sent_id\twords\tconjuncts\nS1\thot tea or milk\t1..2 4\n")
    >>> one.sent_id, one.words, [tuple(span) for span in one.coordinations[0].conjuncts]
    ('S1', ('hot', 'tea', 'or', 'milk'), [(1, 2), (4, 4)])
    """
    return values(scan_tsv(source, name))


def read_tsv(source: Source, name: str | None = None) -> list[MarkedSentence]:
    r"""Read all sentences of a table, as :func:`iter_tsv` does.

    Parameters
    ----------
    source, name
        As for :func:`iter_tsv`.

    Examples
    --------
    >>> [one.words for one in read_tsv("sent_id\twords\tconjuncts\n1\ttea or milk\t1 3\n2\tyes\n")]
    [('tea', 'or', 'milk'), ('yes',)]
    """
    return list(iter_tsv(source, name))


def scan_tsv(
    source: Source, name: str | None = None, *, max_words: int | None = None
) -> Iterator[Scanned[MarkedSentence]]:
    r"""Read the sentences of a table one by one, and continue after bad ones.

    Parameters
    ----------
    source, name
        As for :func:`iter_tsv`.
    max_words : int, optional
        How many words a sentence may have.  If left out, there is no limit.

    Yields
    ------
    GoodSentence or BadSentence
        What became of each sentence; a table without the columns is one bad sentence.

    Raises
    ------
    OSError
        The file cannot be read.

    Examples
    --------
    >>> bad, good = scan_tsv("words\tconjuncts\tsent_id\na b\t1 3\tS1\na b\t\tS2\n")
    >>> bad.line, bad.reason, good.value.words
    (2, '3-3 is not a span of a sentence of 2 words', ('a', 'b'))
    """
    name = source_name(source, name)
    lines = ((number, line) for number, line in decoded_lines(source, name) if not _is_blank(line))
    number, first = next(lines, (0, FormatError(name, 0, "the table is empty")))
    try:
        columns = _columns(first, name, number)
    except FormatError as error:
        yield BadSentence(name, error.line or 1, 1, None, error.reason)
        return
    seen: set[str] = set()

    def read(block: Block) -> MarkedSentence:
        return _read(block, columns, seen, max_words)

    yield from scan(_sentences(lines, name, columns["sent_id"]), read)


def format_tsv(one: MarkedSentence) -> str:
    r"""The lines of a sentence, without those that name the columns.

    Parameters
    ----------
    one : MarkedSentence
        A sentence with an id.

    Raises
    ------
    UnwritableError
        It has no id or no words, a coordination is invalid or crosses another, a word, the id or a category holds a tab
        or a line break, or a category holds a blank.

    Examples
    --------
    >>> [one] = iter_tsv("sent_id\twords\tconjuncts\nS1\ttea or milk\t1 3\n")
    >>> format_tsv(one)
    'S1\ttea or milk\t1 3\t\t\n'
    """
    if not one.sent_id or not one.words or not all(one.words):
        raise UnwritableError("tsv", "the sentence has no id, no words, or an empty word")
    if reason := crossing(one.coordinations):
        raise UnwritableError("tsv", reason)
    words = " ".join(word.replace("\\", "\\\\").replace(" ", "\\ ") for word in one.words)
    lines = []
    for coordination in one.coordinations or (None,):
        cells = [one.sent_id, words]
        if coordination is None:
            cells += ["", "", ""]
        elif reason := problem(coordination, len(one.words)):
            raise UnwritableError("tsv", reason)
        else:
            if reason := _category_problem(coordination.category):
                raise UnwritableError("tsv", reason)
            cells += [_spans(coordination.conjuncts), _spans(coordination.separators), coordination.category or ""]
        for cell in cells:
            if _UNWRITABLE.search(cell) or cell != cell.strip(" ") or cell.startswith("\ufeff"):
                raise UnwritableError("tsv", f"a tab, a line break or a blank at an end in {shortened(cell)!r}")
        lines.append("\t".join(map(_quoted, cells)) + "\n")
        words = ""
    return encodable("tsv", "".join(lines))


def write_tsv(sentences: Iterable[MarkedSentence], target: Target) -> None:
    r"""Write a table, which :func:`iter_tsv` reads back: ids, words and coordinations.

    Parameters
    ----------
    sentences : iterable of MarkedSentence
        What to write, in this order. The id of a sentence without one is its number, counting from 0.
    target : str, PathLike or text stream
        The file, which appears whole or not at all, or an open stream.

    Raises
    ------
    UnwritableError
        See :func:`format_tsv`.
    OSError
        The file cannot be written.

    Examples
    --------
    >>> import io
    >>> stream = io.StringIO()
    >>> write_tsv([MarkedSentence(Sentence.from_columns(["tea"]))], stream)
    >>> stream.getvalue().splitlines()
    ['sent_id\twords\tconjuncts\tseparators\tcategory', '0\ttea\t\t\t']
    """
    with open_target(target) as stream:
        stream.write(HEADER)
        for number, one in enumerate(several(sentences, "sentences")):
            stream.write(format_tsv(one.named(str(number))))


def _is_blank(line: str | FormatError) -> bool:
    return isinstance(line, str) and not line.strip()


def _columns(line: str | FormatError, name: str, number: int) -> Mapping[str, int]:
    """The places of the columns."""
    if isinstance(line, FormatError):
        raise line
    found: dict[str, int] = {}
    for place, cell in enumerate(_cells(line, name, number)):
        title = cell.lower()
        if title in COLUMNS and title in found:
            raise FormatError(name, number, f"two columns are called {title}")
        found[title] = place
    if missing := [column for column in NEEDED if column not in found]:
        raise FormatError(name, number, f"the first line must name the columns; there is no {', '.join(missing)}")
    return found


def _sentences(lines: Iterable[tuple[int, str | FormatError]], name: str, place: int) -> Iterator[Block]:
    """The lines of each sentence: those that follow each other with the same id."""
    block, current = Block(name), ""
    for number, line in lines:
        if isinstance(line, str):
            listed = line.split("\t")
            sent_id = listed[place].strip(" ") if place < len(listed) else ""
            if block.first and sent_id != current:
                yield block
                block = Block(name)
            current = sent_id
            block.known_id = sent_id
        block.add(number, line)
    if block.first:
        yield block


def _read(block: Block, columns: Mapping[str, int], seen: set[str], max_words: int | None) -> MarkedSentence:
    sent_id, shown = "", ""
    words: tuple[str, ...] = ()
    found = []
    for number, line in block.lines:
        listed = _cells(line, block.name, number)
        row = {title: listed[place] if place < len(listed) else "" for title, place in columns.items()}
        try:
            if not words:
                sent_id, shown = row["sent_id"], row["words"]
                words = tuple(_ESCAPED.sub(r"\1", word) for word in _WORD.findall(shown))
                if not sent_id or not words:
                    raise ValueError("the sentence has no sent_id or no words")
                if sent_id in seen:
                    raise ValueError(f"sentence {shortened(sent_id)} has other lines above, and not just above")
                seen.add(sent_id)
            elif row["words"] not in ("", shown):
                raise ValueError(f"sentence {shortened(sent_id)} has other words in the line above")
            if max_words is not None and len(words) > max_words:
                raise too_long(block.name, number, max_words)
            if row["conjuncts"]:
                one = GivenCoordination(
                    _read_spans(row["conjuncts"]), _read_spans(row.get("separators", "")), row.get("category") or None
                )
                if reason := problem(one, len(words)) or _category_problem(one.category):
                    raise ValueError(reason)
                found.append(one)
            elif row.get("separators") or len(block.lines) > 1:
                raise ValueError("the line has no conjuncts")
        except FormatError:
            raise
        except ValueError as error:
            raise FormatError(block.name, number, str(error)) from None
    if reason := crossing(found):
        # The first line that crosses one above it. Each line has a coordination, or there would be none.
        place = bisect_left(range(len(found)), 1, key=lambda last: crossing(found[: last + 1]) is not None)
        raise FormatError(block.name, block.lines[place][0], reason)
    return MarkedSentence(Sentence.from_columns(words).with_comments({"sent_id": sent_id}), tuple(found))


def _category_problem(category: str | None) -> str | None:
    if category is not None and category.split() != [category]:
        return f"the category {shortened(category)!r} has a blank"
    return None


def _read_spans(cell: str) -> list[Span]:
    spans = []
    for text in cell.split():
        found = _SPAN.fullmatch(text)
        if found is None or int(found[1]) > int(found[2] or found[1]):
            raise ValueError(f"expected a span such as 3 or 3..5, found {shortened(text)!r}")
        spans.append(Span(int(found[1]), int(found[2] or found[1])))
    return spans


def _spans(spans: Iterable[Span]) -> str:
    return " ".join(f"{first}" if first == last else f"{first}..{last}" for first, last in spans)


def _cells(line: str, name: str, number: int) -> list[str]:
    """The cells of a line, without quotation marks and blanks around them."""
    cells = []
    for text in line.split("\t"):
        cell = text.strip(" ")
        if cell.startswith('"'):
            inside = cell[1:-1]
            if len(cell) < 2 or not cell.endswith('"') or inside.replace('""', "").count('"'):
                reason = "a cell that begins with a quotation mark must end in one, and have those inside doubled"
                raise FormatError(name, number, reason)
            cell = inside.replace('""', '"')
        cells.append(cell)
    return cells


def _quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"' if cell.startswith('"') else cell
