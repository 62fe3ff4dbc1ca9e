"""Reading a file sentence by sentence, and going on behind those that cannot be read.

Each format of trees has a function ``scan_FORMAT``.  It yields a :class:`GoodSentence` or a :class:`BadSentence` for
each sentence of a file, in order.  The functions ``iter_FORMAT`` are made from these: they raise the error of the first
bad sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeAlias, TypeVar

from bubbletree.errors import FormatError
from bubbletree.io.lines import Source, decoded_lines
from bubbletree.sentence import split_comment

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class GoodSentence(Generic[T]):
    """A sentence that was read.

    Attributes
    ----------
    source : str
        The file.
    line : int
        The line where it begins.
    number : int
        Its place among the sentences of the file, counting from 1; those that cannot be read count too.
    value : BubbleTree or Sentence
        What was read.
    """

    source: str
    line: int
    number: int
    value: T

    def bad(self, reason: str, sent_id: str | None) -> BadSentence:
        """The same sentence as one that cannot be used after all, for a reason that its reader did not know."""
        return BadSentence(self.source, self.line, self.number, sent_id, reason)


@dataclass(frozen=True, slots=True)
class BadSentence:
    """A sentence that cannot be read; or, with the number 0, a line of a text or a whole file.

    Attributes
    ----------
    source : str
        The file.
    line : int
        The line that is to blame.
    number : int
        As for :class:`GoodSentence`.
    sent_id : str or None
        The sentence's id, if it has one.
    reason : str
        What is wrong, in words.
    """

    source: str
    line: int
    number: int
    sent_id: str | None
    reason: str

    def __str__(self) -> str:
        place = f"{self.source}:{self.line}" if self.line else self.source
        # A number alone would look like that of a line.
        name = f"sentence {self.sent_id}" if self.sent_id is not None and self.sent_id.isdecimal() else self.sent_id
        return ": ".join([place, *([name] if name else []), self.reason])

    @property
    def error(self) -> FormatError:
        """The error of readers that do not continue after such a sentence."""
        return FormatError(self.source, self.line, self.reason)


Scanned: TypeAlias = GoodSentence[T] | BadSentence
"""What became of one sentence of a file."""


@dataclass(slots=True)
class Block:
    """The lines of one sentence, without the blank one behind it.

    Attributes
    ----------
    name : str
        The file.
    lines : list of (int, str)
        The lines with their numbers.
    first, last : int
        The number of its first line; that of the blank line behind it or, at the end of the file, of its own last one.
    problem : FormatError or None
        Why its lines are not all there.
    known_id : str or None
        The id, where it is not in a comment.
    """

    name: str
    lines: list[tuple[int, str]] = field(default_factory=list)
    first: int = 0
    last: int = 0
    problem: FormatError | None = None
    known_id: str | None = None

    @property
    def sent_id(self) -> str | None:
        """The id of the sentence, if it has one."""
        if self.known_id:
            return self.known_id
        comments = (split_comment(line) for _, line in self.lines if line.startswith("#"))
        return next((value for name, value in comments if name == "sent_id" and value), None)

    def add(self, number: int, line: str | FormatError) -> None:
        """Add a line, or say that it cannot be read."""
        self.first = self.first or number
        self.last = number
        if isinstance(line, FormatError):
            self.problem = self.problem or line
        else:
            self.lines.append((number, line))


def blocks(source: Source, name: str, blanks: str | None = None, max_words: int | None = None) -> Iterator[Block]:
    """The sentences of a source in which a blank line ends a sentence.

    Parameters
    ----------
    source : Source
        The source.
    name : str
        What to call it in messages.
    blanks : str or None
        The characters that a blank line may have; None for all white space.
    max_words : int or None
        How many lines that are not comments a sentence may have, if each is a word.  What goes on behind them is not
        kept.
    """
    block, room = Block(name), max_words
    for number, line in decoded_lines(source, name):
        if isinstance(line, str) and not line.strip(blanks):
            if block.first:
                block.last = number
                yield block
                block, room = Block(name), max_words
            continue
        if room is not None and not (isinstance(line, str) and line.startswith("#")):
            room -= 1
            if room < 0:
                line = too_long(name, block.first or number, max_words)  # noqa: PLW2901  # the line is not kept
        block.add(number, line)
    if block.first:
        yield block


def one_a_line(source: Source, name: str) -> Iterator[Block]:
    """The sentences of a source in which each line that is not blank is a sentence."""
    for number, line in decoded_lines(source, name):
        if isinstance(line, FormatError) or line.strip():
            block = Block(name)
            block.add(number, line)
            yield block


def too_long(name: str, line: int, max_words: int | None) -> FormatError:
    """The error of a sentence with too many words."""
    return FormatError(name, line, f"the sentence has more than {max_words or 0:,} words, the most that are read")


def scan(found: Iterable[Block], read: Callable[[Block], T]) -> Iterator[Scanned[T]]:
    """What became of each sentence.

    Parameters
    ----------
    found : iterable of Block
        The lines of the sentences.
    read : callable
        Reads one of them, or raises FormatError.
    """
    for number, block in enumerate(found, start=1):
        try:
            if block.problem is not None:
                raise block.problem
            value = read(block)
        except FormatError as error:
            yield BadSentence(block.name, error.line or block.first, number, block.sent_id, error.reason)
        else:
            yield GoodSentence(block.name, block.first, number, value)


def values(scanned: Iterable[Scanned[T]]) -> Iterator[T]:
    """The sentences, if all can be read.

    Raises
    ------
    FormatError
        One cannot.
    """
    for one in scanned:
        if isinstance(one, BadSentence):
            raise one.error
        yield one.value
