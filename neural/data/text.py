"""Plain text as sentences: running text in paragraphs, or one sentence per line.

Tokens keep their places. ``TokenRange=4:9`` in MISC, as UDPipe and Stanza write it, has the position of a token's first
character, and the position just after its last one. Positions count all characters of the source, from 0, including
byte order marks and line ends.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from bubbletree import Row, Sentence
from neural.data.tokens import ANY_TEXT, CHUNK, Token, Tokeniser, blank_separated

_MARK = "\ufeff"
"""A byte order mark: no character of the text, wherever files that begin with one have been joined."""

_LONGEST_WRAPPED = 200
"""The length, in characters, of the longest line that may have been wrapped."""


def running(
    lines: Iterable[str], tokeniser: Tokeniser = ANY_TEXT, *, offset: int = 0, prefix: str = ""
) -> Iterator[Sentence]:
    r"""The sentences of running text, whose paragraphs end at blank lines.

    A line of more than 200 characters is a paragraph of its own, as word processors write them.
    Sentences are numbered; the first of each paragraph has the comment ``# newpar``.  No more than one paragraph is
    held in memory.

    Parameters
    ----------
    lines : iterable of str
        The text, line ends included.
    tokeniser : Tokeniser
        What cuts it.
    offset : int
        How many characters there are before these lines, if they are a part of a text.
    prefix : str
        What ``sent_id`` begins with, before the number.

    Examples
    --------
    >>> for sentence in running(["Tea, please! And\n", "buns.\n", "\n", "Thanks.\n"]):
    ...     print(sentence.sent_id, sentence.words, sentence.rows[-1].misc)
    1 ('Tea', ',', 'please', '!') TokenRange=11:12
    2 ('And', 'buns', '.') TokenRange=21:22
    3 ('Thanks', '.') TokenRange=30:31
    """
    number = 0
    for before, paragraph in _paragraphs(lines):
        opening = ["# newpar"]
        for tokens in tokeniser.sentences(paragraph):
            number += 1
            yield _sentence(f"{prefix}{number}", paragraph, tokens, offset + before, opening)
            opening = []


def sentence(text: str, number: int = 1, tokeniser: Tokeniser = ANY_TEXT) -> Sentence | None:
    """A text that is one sentence, with a number as ``sent_id``; None if there are no words.

    Examples
    --------
    >>> found = sentence("Tea, please!")
    >>> [row.misc for row in found.rows] if found else []
    ['SpaceAfter=No|TokenRange=0:3', 'TokenRange=3:4', 'SpaceAfter=No|TokenRange=5:11', 'TokenRange=11:12']
    """
    tokens = tokeniser.tokenise(text)
    return _sentence(str(number), text, tokens) if tokens else None


def one_a_line(
    lines: Iterable[str], tokeniser: Tokeniser = ANY_TEXT, *, cut: bool = True, offset: int = 0, first: int = 1
) -> Iterator[Sentence]:
    r"""The sentences of text with one per line; ``sent_id`` is the number of the line. Blank lines are skipped.

    Parameters
    ----------
    lines : iterable of str
        The text, line ends included.
    tokeniser : Tokeniser
        What cuts it.
    cut : bool
        Whether to cut off punctuation and clitics; otherwise tokens are separated by spaces.
    offset : int
        How many characters there are before these lines, if they are a part of a text.
    first : int
        The number of the first of these lines.

    Examples
    --------
    >>> [sentence.words for sentence in one_a_line(["Tea, please!\n", "\n"])]
    [('Tea', ',', 'please', '!')]
    """
    for number, line in enumerate(lines, start=first):
        text = _without_mark(line)
        if tokens := tokeniser.tokenise(text) if cut else blank_separated(text):
            yield _sentence(str(number), text, tokens, offset)
        offset += len(line)


def _paragraphs(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The paragraphs of a text, each with the number of characters before it."""
    offset = 0
    paragraph: list[str] = []
    for line in lines:
        text = _without_mark(line)
        if paragraph and (not text.strip() or _is_paragraph(text) or _is_paragraph(paragraph[-1])):
            whole = "".join(paragraph)
            yield offset, whole
            offset += len(whole)
            paragraph = []
        if text.strip():
            paragraph.append(text)
        else:
            offset += len(line)
    if paragraph:
        yield offset, "".join(paragraph)


def _is_paragraph(line: str) -> bool:
    """Whether a line is too long to be one of several that an editor has wrapped."""
    return len(line.strip()) > _LONGEST_WRAPPED


def _without_mark(line: str) -> str:
    """A line with a blank for the byte order mark that it may begin with."""
    return " " + line[1:] if line.startswith(_MARK) else line


def _sentence(name: str, text: str, tokens: Sequence[Token], offset: int = 0, opening: Sequence[str] = ()) -> Sentence:
    """Tokens of a text, before which there are ``offset`` characters, as a sentence that opens with some comments."""
    rows = tuple(
        Row(
            id=str(position),
            form=token.form,
            misc=("" if token.space_after else "SpaceAfter=No|")
            + f"TokenRange={offset + token.start}:{offset + token.end}",
        )
        for position, token in enumerate(tokens, start=1)
    )
    read = unicodedata.normalize("NFC", " ".join(CHUNK.findall(text, tokens[0].start, tokens[-1].end)))
    return Sentence(rows, (*opening, f"# sent_id = {name}", f"# text = {read}"))
