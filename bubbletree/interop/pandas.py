"""Coordinations as a table of `pandas <https://pandas.pydata.org>`_, a row for each. Needs the extra ``pandas``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pandas

from bubbletree.description import DescribedCoordination, Description, Phrase, RelatedPhrase, describe
from bubbletree.tree import BubbleTree

COLUMNS = (
    "sentence", "sent_id", "sentence_text", "id", "text", "first", "last", "start", "end", "head", "parent", "depth",
    "category", "relation", "governor", "governor_first", "governor_last", "conjuncts", "conjunct_firsts",
    "conjunct_lasts", "coordinators", "shared_left", "shared_left_relations", "shared_right", "shared_right_relations",
    "confidence",
)  # fmt: skip
"""The columns. Numbers that may be missing are of pandas' type ``Int64``."""

_NUMBERS = ("parent", "governor_first", "governor_last")


def to_frame(trees: Iterable[BubbleTree]) -> pandas.DataFrame:
    """The coordinations of trees, with the fields of :func:`bubbletree.describe`.

    Parameters
    ----------
    trees : iterable of BubbleTree
        Well-formed trees.

    Raises
    ------
    InvalidTreeError
        A tree is not well-formed.

    Examples
    --------
    >>> from bubbletree.io.brackets import parse_brackets
    >>> frame = to_frame([parse_brackets("nsubj=she drinks obj=(amod=hot [tea cc=or milk])")])
    >>> frame.loc[0, "text"], list(frame.loc[0, "conjuncts"]), list(frame.loc[0, "shared_left"])
    ('tea or milk', ['tea', 'milk'], ['hot'])
    """
    frame = pandas.DataFrame(list(_rows(trees)), columns=list(COLUMNS))
    return frame.astype({**dict.fromkeys(_NUMBERS, "Int64"), "confidence": "float64"})


def _rows(trees: Iterable[BubbleTree]) -> Iterator[tuple[object, ...]]:
    for number, tree in enumerate(trees, start=1):
        description = describe(tree)
        for one in description.coordinations:
            yield _row(number, description, one)


def _row(number: int, sentence: Description, one: DescribedCoordination) -> tuple[object, ...]:
    governor = one.governor
    return (
        *(number, sentence.sent_id, sentence.text),
        *(one.id, one.text, one.first, one.last, one.start, one.end, one.head, one.parent, one.depth),
        *(one.category, one.relation),
        *((governor.text, governor.first, governor.last) if governor else (None, None, None)),
        _texts(one.conjuncts),
        [conjunct.first for conjunct in one.conjuncts],
        [conjunct.last for conjunct in one.conjuncts],
        _texts(one.coordinators),
        *(_texts(one.shared_left), _relations(one.shared_left)),
        *(_texts(one.shared_right), _relations(one.shared_right)),
        one.confidence,
    )


def _texts(phrases: Iterable[Phrase]) -> list[str]:
    return [phrase.text for phrase in phrases]


def _relations(phrases: Iterable[RelatedPhrase]) -> list[str]:
    return [phrase.relation for phrase in phrases]
