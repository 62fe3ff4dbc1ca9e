"""The lines of CoNLL-U itself: ten columns, and ids in order.

The ``conllu`` package says what a column means (ids, heads).  It does not see the columns that stay uninterpreted, nor
the lines, since it takes two spaces for a column break and keeps no line numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from conllu.exceptions import ParseException
from conllu.parser import parse_id_value

from bubbletree.convert.enhanced import faults_in_deps
from bubbletree.errors import FormatError, UnwritableError, shortened, shown
from bubbletree.io.atomic import encodable
from bubbletree.sentence import Row

COLUMNS = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")


def row_of(line: str, number: int, name: str) -> Row:
    """The columns of a line; its number and the name of its source are for the error message."""
    columns = line.split("\t")
    if any("\ufeff" in column for column in columns[len(COLUMNS) - 1 :]):
        raise FormatError(name, number, "a byte order mark inside a line: files were joined without a line end between")
    if len(columns) != len(COLUMNS):
        raise FormatError(name, number, f"expected {len(COLUMNS)} columns separated by tabs, found {len(columns)}")
    for column, value in zip(COLUMNS, columns, strict=True):
        if not value:
            raise FormatError(name, number, f"{column} is empty; a column without a value holds '_'")
    row = Row(*columns)
    if not is_label(row.deprel):
        raise FormatError(name, number, f"DEPREL {shown(row.deprel)} contains white space")
    return row


class Ids:
    """Checks that the ids of a sentence's lines come in order: words 1..n, ranges and empty nodes between."""

    def __init__(self) -> None:
        self.words = 0
        self.empty = 0
        self.range_end = 0

    def add(self, text: str) -> None:
        """Take the next id; ValueError if it cannot stand here."""
        try:
            value = parse_id_value(text)
        except (ParseException, ValueError):  # the latter for thousands of digits
            value = None
        following = self.words + 1
        if isinstance(value, int) and value == following:
            self.words = following
            self.empty = 0
        elif isinstance(value, tuple) and value[1] == "-" and value[0] == following > self.range_end:
            self.range_end = value[2]
        elif isinstance(value, tuple) and value[1] == "." and (value[0], value[2]) == (self.words, self.empty + 1):
            self.empty += 1
        else:
            raise ValueError(f"ID {shortened(text)!r} is out of place; the next word is {following}")

    def close(self) -> None:
        """ValueError if the sentence cannot end here."""
        if not self.words:
            raise ValueError("a sentence without words")
        if self.range_end > self.words:
            raise ValueError(f"a multiword token reaches to word {self.range_end}, the sentence only to {self.words}")


def faults_in_heads(rows: Sequence[Row]) -> Iterator[tuple[int, str]]:
    """What is wrong in the column HEAD of a sentence's lines: the places of lines, and reasons.

    Examples
    --------
    >>> list(faults_in_heads([Row("1", "tea", head="0"), Row("2", "now", head="3"), Row("3", "please")]))
    []
    >>> list(faults_in_heads([Row("1", "tea", head="0"), Row("2", "now", head="3")]))
    [(1, "HEAD of word 2 is '3'; expected a number from 0 to 2")]
    """
    n = sum(row.is_word for row in rows)
    known = {"_", *map(str, range(n + 1))}
    for place, row in enumerate(rows):
        if row.head not in known and row.is_word:
            yield place, f"HEAD of word {row.id} is {shortened(row.head)!r}; expected a number from 0 to {n}"


def sentence_text(comments: Iterable[str], rows: Sequence[Row]) -> str:
    """The lines of a sentence, with the blank line after it.

    Raises
    ------
    UnwritableError
        What a reader would not take: lines, ids, HEAD, DEPREL or DEPS.
    """
    lines = list(comments)
    for comment in lines:
        if not comment.startswith("#") or "\n" in comment or "\r" in comment:
            raise unwritable(f"{comment!r} is not a comment line")
    ids = Ids()
    for row in rows:
        columns = (row.id, row.form, row.lemma, row.upos, row.xpos, row.feats, row.head, row.deprel, row.deps, row.misc)
        line = "\t".join(columns)
        if "" in columns or line.count("\t") != len(columns) - 1 or "\n" in line or "\r" in line:
            column, value = next(pair for pair in zip(COLUMNS, columns, strict=True) if not _is_cell(pair[1]))
            raise unwritable(f"{column} {value!r} of word {row.id} is empty or contains a tab or line break")
        if not is_label(row.deprel):
            raise unwritable(f"DEPREL {row.deprel!r} of word {row.id} contains white space")
        try:
            ids.add(row.id)
        except ValueError as problem:
            raise unwritable(str(problem)) from None
        lines.append(line)
    try:
        ids.close()
    except ValueError as problem:
        raise unwritable(str(problem)) from None
    for _, reason in chain(faults_in_heads(rows), faults_in_deps(rows)):
        raise unwritable(reason)
    return encodable("CoNLL-U", "\n".join([*lines, "", ""]))


def _is_cell(text: str) -> bool:
    return bool(text) and not any(character in text for character in "\t\n\r")


def is_label(text: str) -> bool:
    """Whether a text can be a label: it is not empty, and has no white space."""
    return text.split() == [text]


def unwritable(reason: str) -> UnwritableError:
    """The error that something cannot be written as CoNLL-U."""
    return UnwritableError("CoNLL-U", reason)
