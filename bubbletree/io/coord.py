"""``.coord`` files: given coordinations, by sentence.

One line for each coordination and each of its parts, tab-separated: sentence id, number of the
coordination within the sentence, ``*`` for the whole or the part's number, first word, last word
(1-based, inclusive), category.  A line that begins with ``# `` is a part that separates conjuncts (a
coordinator, a punctuation mark), not a comment.  A blank line ends a sentence's block; sentences
without coordination have none::

    S1      1       *       4       6       NP-COOD
    S1      1       1       4       4       NP-COOD
    # S1    1       2       5       5       NP-COOD
    S1      1       3       6       6       NP-COOD

The whole runs from the first conjunct to the last. The parts are in order and do not overlap, but words between two
parts need not belong to any. The category ``_`` means that it is unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from bubbletree.coordination import GivenCoordination
from bubbletree.errors import FormatError, UnwritableError, shortened
from bubbletree.io.atomic import Target, encodable, open_target
from bubbletree.io.lines import Source, numbered_lines, source_name
from bubbletree.span import Span

_COLUMNS = 6
_SEPARATOR = "# "
_SUFFIX = "-COOD"
"""What a phrase category ends in if the phrase is a coordination: GENIA's mark, no part of the category."""
_NO_CATEGORY = "_"


@dataclass(slots=True)
class _Block:
    """The lines of one coordination."""

    line: int
    whole: Span
    category: str
    conjuncts: list[Span] = field(default_factory=list)
    separators: list[Span] = field(default_factory=list)
    last: Span | None = None


def read_coord(source: Source, name: str | None = None) -> dict[str, tuple[GivenCoordination, ...]]:
    r"""Read a ``.coord`` file.

    Parameters
    ----------
    source : Source
        A path, an open text stream, lines, or a text of several lines.
    name : str, optional
        What to call the source in error messages.

    Returns
    -------
    dict of str to tuple of GivenCoordination
        The coordinations by sentence id, both in the order of the file.  Categories come without the
        suffix ``-COOD``; ``_`` is read as None.

    Raises
    ------
    FormatError
        A line does not have six columns, a span or number is not valid, a part is out of place or overlaps another, or
        a coordination has fewer than two conjuncts or occurs twice.
    OSError
        The file cannot be read.

    Examples
    --------
    >>> lines = [
    ...     "S1\t1\t*\t4\t6\tNP-COOD",
    ...     "S1\t1\t1\t4\t4\tNP-COOD",
    ...     "# S1\t1\t2\t5\t5\tNP-COOD",
    ...     "S1\t1\t3\t6\t6\tNP-COOD",
    ... ]
    >>> [found] = read_coord(lines)["S1"]
    >>> found.category, [tuple(span) for span in found.conjuncts], [tuple(span) for span in found.separators]
    ('NP', [(4, 4), (6, 6)], [(5, 5)])
    """
    name = source_name(source, name)
    blocks: dict[str, dict[str, _Block]] = {}
    current: str | None = None
    for number, line in numbered_lines(source, name):
        if not line.strip():
            current = None
            continue
        try:
            current = _take(line, number, current, blocks)
        except ValueError as problem:
            raise FormatError(name, number, str(problem)) from None
    return {sentence: tuple(_finished(block.values(), name)) for sentence, block in blocks.items()}


def write_coord(coordinations: Mapping[str, Iterable[GivenCoordination]], target: Target) -> None:
    r"""Write a ``.coord`` file; :func:`read_coord` reads equal coordinations back.

    Parameters
    ----------
    coordinations : mapping of str to iterable of GivenCoordination
        The coordinations by sentence id.  Nothing is written for a sentence without any.
    target : str, PathLike or text stream
        The file, which appears whole or not at all, or an open stream.

    Raises
    ------
    UnwritableError
        A coordination has fewer than two conjuncts, its parts overlap or are out of order, or the sentence id or the
        category cannot be written in this format.
    OSError
        The file cannot be written.

    Examples
    --------
    >>> import io
    >>> stream = io.StringIO()
    >>> write_coord({"S1": [GivenCoordination([(4, 4), (6, 6)], [(5, 5)], "NP")]}, stream)
    >>> print(stream.getvalue().replace("\t", " "), end="")
    S1 1 * 4 6 NP-COOD
    S1 1 1 4 4 NP-COOD
    # S1 1 2 5 5 NP-COOD
    S1 1 3 6 6 NP-COOD
    <BLANKLINE>
    """
    with open_target(target) as stream:
        for sentence, given in coordinations.items():
            if listed := tuple(given):
                stream.write(_text_of(sentence, listed))


def _text_of(sentence: str, given: tuple[GivenCoordination, ...]) -> str:
    """The lines of a sentence, known to be read back as they are, and a blank line."""
    lines = [line for number, one in enumerate(given, start=1) for line in _lines(sentence, number, one)]
    text = "\n".join([*lines, "", ""])
    try:
        is_kept = read_coord(text) == {sentence: given}
    except FormatError as error:
        raise UnwritableError(".coord", f"sentence {sentence!r}: {error.reason}") from None
    if not is_kept:
        raise UnwritableError(".coord", f"sentence {sentence!r}: its id, a category or a part would not be read back")
    return encodable(".coord", text)


def _lines(sentence: str, number: int, given: GivenCoordination) -> Iterator[str]:
    category = _NO_CATEGORY if given.category is None else given.category + _SUFFIX
    parts = sorted([*((span, "") for span in given.conjuncts), *((span, _SEPARATOR) for span in given.separators)])
    whole = given.whole if given.conjuncts else ()
    yield "\t".join(map(str, (sentence, number, "*", *whole, category)))
    for part, (span, mark) in enumerate(parts, start=1):
        yield mark + "\t".join(map(str, (sentence, number, part, *span, category)))


def _take(line: str, number: int, current: str | None, blocks: dict[str, dict[str, _Block]]) -> str:
    """File one line, and say which sentence it belongs to."""
    is_separator = line.startswith(_SEPARATOR)
    columns = line.removeprefix(_SEPARATOR).split("\t")
    if len(columns) != _COLUMNS:
        raise ValueError(f"expected {_COLUMNS} columns separated by tabs, found {len(columns)}")
    sentence, coordination, part, first, last, category = columns
    if not sentence or not category:
        raise ValueError("the sentence id or the category is empty")
    span = Span(_number(first), _number(last))
    if span.first > span.last:
        raise ValueError(f"the span {first}-{last} ends before it begins")
    if sentence != current and sentence in blocks:
        raise ValueError(f"sentence {sentence} has a block already")
    block = blocks.setdefault(sentence, {})
    category = category.removesuffix(_SUFFIX)
    if part == "*":
        if coordination in block:
            raise ValueError(f"coordination {coordination} of {sentence} occurs twice")
        if is_separator:
            raise ValueError("a whole coordination cannot be a separator")
        block[coordination] = _Block(number, span, category)
        return sentence
    if coordination not in block:
        raise ValueError(f"no line with * comes before the parts of coordination {coordination} of {sentence}")
    _add_part(block[coordination], _number(part), span, category, is_separator)
    return sentence


def _add_part(block: _Block, part: int, span: Span, category: str, is_separator: bool) -> None:
    expected = len(block.conjuncts) + len(block.separators) + 1
    if part != expected:
        raise ValueError(f"expected part {expected} of the coordination, found {part}")
    if category != block.category:
        raise ValueError(f"the category {category} differs from that of the whole, {block.category}")
    if block.last is not None and span.first <= block.last.last:
        raise ValueError(f"part {part}, {_text(span)}, overlaps the one before it, {_text(block.last)}")
    if span.first < block.whole.first or span.last > block.whole.last:
        raise ValueError(f"part {part}, {_text(span)}, is not inside the whole, {_text(block.whole)}")
    (block.separators if is_separator else block.conjuncts).append(span)
    block.last = span


def _finished(blocks: Iterable[_Block], name: str) -> Iterator[GivenCoordination]:
    for block in blocks:
        if len(block.conjuncts) < 2:
            raise FormatError(name, block.line, "the coordination has fewer than two conjuncts")
        category = None if block.category == _NO_CATEGORY else block.category
        given = GivenCoordination(block.conjuncts, block.separators, category)
        if given.whole != block.whole:
            reason = f"the whole is {_text(block.whole)}, but the conjuncts run over {_text(given.whole)}"
            raise FormatError(name, block.line, reason)
        yield given


def _number(text: str) -> int:
    # No sentence needs more digits, and int() takes no thousands of them.
    if not (text.isascii() and text.isdecimal() and len(text) <= 18) or int(text) < 1:
        raise ValueError(f"expected a positive number, found {shortened(text)!r}")
    return int(text)


def _text(span: Span) -> str:
    return f"{span.first}-{span.last}"
