r"""Coordinations as spans over the words of a file of trees: one a line, in columns separated by tabs.

::

    0    4    NP    2-6    NN-2-3    NNS-5-6

The columns are the number of the sentence, the place of the coordinator, the category, the whole, and each conjunct
with its category. Sentences are counted from 0, and so are words; spans include both ends.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from bubbletree.errors import FormatError, shortened
from bubbletree.io.lines import Source, numbered_lines, source_name
from bubbletree.span import Span

_NUMBER = re.compile(r"[0-9]{1,9}")
_SPAN = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")
_CONJUNCT = re.compile(r"(?:\S*-)?([0-9]{1,9})-([0-9]{1,9})")


class SpanLine(NamedTuple):
    """A coordination of a list of spans.

    Attributes
    ----------
    line : int
        Its line.
    coordinator : int
        The number of the coordinator, counting words from 1.
    category : str
        The category of the whole.
    conjuncts : tuple of Span
        The conjuncts, counting words from 1.
    """

    line: int
    coordinator: int
    category: str
    conjuncts: tuple[Span, ...]


def read_spans(source: Source, name: str | None = None) -> dict[int, tuple[SpanLine, ...]]:
    r"""Read a list of spans.

    Parameters
    ----------
    source : Source
        A path, an open text stream, lines, or a text of several lines.
    name : str, optional
        What to call the source in error messages.

    Returns
    -------
    dict of int to tuple of SpanLine
        The coordinations by the number of their sentence, counting from 0.

    Raises
    ------
    FormatError
        A line has too few columns or something that is not a span; conjuncts overlap, or do not make up the whole.
    OSError
        The file cannot be read.

    Examples
    --------
    >>> [found] = read_spans(["0\t2\tNP\t1-3\tNN-1-1\tNN-3-3"])[0]
    >>> found.coordinator, [tuple(span) for span in found.conjuncts]
    (3, [(2, 2), (4, 4)])
    """
    name = source_name(source, name)
    found: dict[int, list[SpanLine]] = {}
    for number, line in numbered_lines(source, name):
        if line.strip():
            try:
                sentence, one = _read(line, number)
            except ValueError as problem:
                raise FormatError(name, number, str(problem)) from None
            found.setdefault(sentence, []).append(one)
    return {sentence: tuple(listed) for sentence, listed in found.items()}


def _read(line: str, number: int) -> tuple[int, SpanLine]:
    columns = line.split("\t")
    if len(columns) < 6:
        raise ValueError(f"expected at least 6 columns separated by tabs, found {len(columns)}")
    sentence, coordinator, category, whole, *listed = columns
    if not _NUMBER.fullmatch(sentence) or not _NUMBER.fullmatch(coordinator):
        raise ValueError(f"expected two numbers, found {shortened(sentence)!r} and {shortened(coordinator)!r}")
    if not category or not category.isprintable() or " " in category:
        raise ValueError(f"expected a category, found {shortened(category)!r}")
    conjuncts = [_span(_CONJUNCT, text) for text in listed]
    for before, after in pairwise(conjuncts):
        if after.first <= before.last:
            raise ValueError("the conjuncts overlap or are out of order")
    if _span(_SPAN, whole) != Span(conjuncts[0].first, conjuncts[-1].last):
        raise ValueError(f"the whole is {shortened(whole)}, but the conjuncts do not begin and end there")
    return int(sentence), SpanLine(number, int(coordinator) + 1, category.split("-")[0] or category, tuple(conjuncts))


def _span(pattern: re.Pattern[str], text: str) -> Span:
    found = pattern.fullmatch(text)
    if found is None or int(found[1]) > int(found[2]):
        raise ValueError(f"expected a span, found {shortened(text)!r}")
    return Span(int(found[1]) + 1, int(found[2]) + 1)
