r"""Token files: the words and tags of sentences whose coordinations are in a ``.coord`` file beside them.

One line for each word, with tabs between its columns: the id of the sentence, the number of the word, the word and its
tag. Lines of another id, or a blank line, begin another sentence; lines that begin with ``#`` do not count::

    4321    1    tea    NN
    4321    2    and    CC
    4321    3    milk   NN

The programs of Hara et al. (2009) and Teranishi et al. (2017, 2019) read the two files. Teranishi's program calls this
its GENIA format.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from bubbletree._arguments import several
from bubbletree.errors import FormatError, UnwritableError, shortened
from bubbletree.io.atomic import Target, encodable, open_target
from bubbletree.io.lines import Source, decoded_lines, source_name
from bubbletree.io.scan import Block, Scanned, scan, too_long, values
from bubbletree.sentence import Row, Sentence

_COLUMNS: Final = 4
_UNWRITABLE = re.compile(r"[\t\r\n]")


def iter_tokens(source: Source, name: str | None = None) -> Iterator[Sentence]:
    r"""Read the sentences of a token file one by one; tags are in XPOS.

    Parameters
    ----------
    source : Source
        A path, an open text stream, lines, or a text of several lines.
    name : str, optional
        What to call the source in error messages.

    Raises
    ------
    FormatError
        A line has other columns, or words are not numbered from 1.
    OSError
        The file cannot be read.

    Examples
    --------
    >>> for sentence in iter_tokens("7\t1\ttea\tNN\n7\t2\tor\tCC\n7\t3\tmilk\tNN\n"):
    ...     print(sentence.sent_id, sentence.words, [row.xpos for row in sentence.word_rows])
    7 ('tea', 'or', 'milk') ['NN', 'CC', 'NN']
    """
    return values(scan_tokens(source, name))


def scan_tokens(
    source: Source, name: str | None = None, *, max_words: int | None = None
) -> Iterator[Scanned[Sentence]]:
    r"""Read the sentences of a token file one by one, and continue after bad ones.

    Parameters
    ----------
    source, name
        As for :func:`iter_tokens`.
    max_words : int, optional
        How many words a sentence may have.  If left out, there is no limit.

    Yields
    ------
    GoodSentence or BadSentence
        What became of each sentence.

    Raises
    ------
    OSError
        The file cannot be read.

    Examples
    --------
    >>> bad, good = scan_tokens("7\t2\ttea\tNN\n8\t1\tmilk\tNN\n")
    >>> bad.reason, good.value.words
    ('expected word 1, found 2', ('milk',))
    """
    seen: set[str] = set()

    def read(block: Block) -> Sentence:
        return _read(block, seen)

    return scan(_sentences(source, source_name(source, name), max_words), read)


def format_tokens(sentence: Sentence) -> str:
    r"""The lines of a sentence, and a blank line.

    Parameters
    ----------
    sentence : Sentence
        A sentence with an id.

    Raises
    ------
    UnwritableError
        It has no id or no words, or an id, a word or a tag cannot be written.

    Examples
    --------
    >>> format_tokens(Sentence((Row("1", "tea", xpos="NN"),), ("# sent_id = 7",)))
    '7\t1\ttea\tNN\n\n'
    """
    sent_id = sentence.sent_id
    if not sent_id or not sentence.words:
        raise UnwritableError("tokens", "the sentence has no id or no words")
    lines = []
    for number, row in enumerate(sentence.word_rows, start=1):
        cells = (sent_id, str(number), row.form, row.xpos)
        for cell in cells:
            if not cell or _UNWRITABLE.search(cell) or sent_id.startswith(("#", "\ufeff")):
                raise UnwritableError("tokens", f"{shortened(cell)!r} of sentence {shortened(sent_id)!r}")
        lines.append("\t".join(cells) + "\n")
    return encodable("tokens", "".join(lines) + "\n")


def write_tokens(sentences: Iterable[Sentence], target: Target) -> None:
    r"""Write a token file, which :func:`iter_tokens` reads back: ids, words and XPOS.

    Parameters
    ----------
    sentences : iterable of Sentence
        What to write, in this order.
    target : str, PathLike or text stream
        The file, which appears whole or not at all, or an open stream.

    Raises
    ------
    UnwritableError
        See :func:`format_tokens`.
    OSError
        The file cannot be written.

    Examples
    --------
    >>> import io
    >>> stream = io.StringIO()
    >>> write_tokens([Sentence((Row("1", "tea", xpos="NN"),), ("# sent_id = 7",))], stream)
    >>> stream.getvalue()
    '7\t1\ttea\tNN\n\n'
    """
    with open_target(target) as stream:
        for sentence in several(sentences, "sentences"):
            stream.write(format_tokens(sentence))


def _sentences(source: Source, name: str, max_words: int | None) -> Iterator[Block]:
    """The lines of each sentence."""
    block, current = Block(name), ""
    for number, line in decoded_lines(source, name):
        if isinstance(line, str):
            if line.startswith("#"):
                continue
            sent_id = line.partition("\t")[0] if line.strip() else ""
            if block.first and sent_id != current:
                yield block
                block = Block(name)
            current = sent_id
            if not line.strip():
                continue
            block.known_id = sent_id
        if max_words is not None and len(block.lines) >= max_words:
            line = too_long(name, block.first, max_words)  # noqa: PLW2901  # the line is not kept
        block.add(number, line)
    if block.first:
        yield block


def _read(block: Block, seen: set[str]) -> Sentence:
    rows: list[Row] = []
    sent_id = ""
    for number, line in block.lines:
        columns = line.split("\t")
        if len(columns) != _COLUMNS:
            reason = f"expected {_COLUMNS} columns separated by tabs, found {len(columns)}"
            raise FormatError(block.name, number, reason)
        sent_id, place, word, tag = columns
        if place != str(len(rows) + 1):
            raise FormatError(block.name, number, f"expected word {len(rows) + 1}, found {shortened(place)}")
        if not sent_id.strip() or not word:
            raise FormatError(block.name, number, "the sentence id or the word is empty")
        rows.append(Row(place, word, xpos=tag or "_"))
    if sent_id in seen:
        raise FormatError(block.name, block.first, f"two sentences have the id {shortened(sent_id)}")
    seen.add(sent_id)
    return Sentence(tuple(rows)).with_comments({"sent_id": sent_id})
