"""Coordinations as a table of `pandas <https://pandas.pydata.org>`_, a row for each. Needs the extra ``pandas``.

:func:`write_parquet` and :func:`write_csv` write the same rows bit by bit, so any number of trees fits into memory.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, TextIO, TypeAlias

import pandas
import pyarrow
import pyarrow.parquet

from bubbletree._arguments import several
from bubbletree.description import DescribedCoordination, Description, Phrase, RelatedPhrase, describe
from bubbletree.io.atomic import Target, encodable, open_target
from bubbletree.tree import BubbleTree

NUMBERS: Final = ("parent", "governor_first", "governor_last")
"""The columns of numbers that may be missing, of pandas' type ``Int64``."""

_TEXT, _INT = pyarrow.string(), pyarrow.int64()
_TEXTS, _INTS = pyarrow.list_(_TEXT), pyarrow.list_(_INT)

SCHEMA: Final = pyarrow.schema(
    {
        "sentence": _INT, "sent_id": _TEXT, "sentence_text": _TEXT,
        "id": _INT, "text": _TEXT, "first": _INT, "last": _INT, "start": _INT, "end": _INT, "head": _INT,
        "parent": _INT, "depth": _INT, "category": _TEXT, "relation": _TEXT,
        "governor": _TEXT, "governor_first": _INT, "governor_last": _INT,
        "conjuncts": _TEXTS, "conjunct_firsts": _INTS, "conjunct_lasts": _INTS, "coordinators": _TEXTS,
        "shared_left": _TEXTS, "shared_left_relations": _TEXTS,
        "shared_right": _TEXTS, "shared_right_relations": _TEXTS,
        "confidence": pyarrow.float64(),
    }
)  # fmt: skip
"""The columns with their types in Parquet files."""

COLUMNS: Final = tuple(SCHEMA.names)
"""The columns."""

ROWS: Final = 10_000
"""How many rows are written at once: a row group of a Parquet file."""

Row: TypeAlias = tuple[object, ...]


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
    return _frame([row for number, tree in enumerate(trees, start=1) for row in _rows(tree, number)])


def write_parquet(trees: Iterable[BubbleTree], target: Target) -> None:
    """Write the table of :func:`to_frame` as a Parquet file, which appears whole or not at all.

    Parameters
    ----------
    trees : iterable of BubbleTree
        Well-formed trees.
    target : str, PathLike or text stream
        The file, or an open stream that has a ``buffer`` of bytes.

    Raises
    ------
    InvalidTreeError
        A tree is not well-formed.
    OSError
        The file cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> from bubbletree.io.brackets import parse_brackets
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_parquet([parse_brackets("[tea cc=or milk]")], f"{folder}/tea.parquet")
    ...     list(pandas.read_parquet(f"{folder}/tea.parquet").loc[0, "conjuncts"])
    ['tea', 'milk']
    """
    _write(trees, target, as_parquet=True)


def write_csv(trees: Iterable[BubbleTree], target: Target) -> None:
    """Write the table of :func:`to_frame` as CSV; cells with several values hold a list in JSON.

    Parameters
    ----------
    trees : iterable of BubbleTree
        Well-formed trees.
    target : str, PathLike or text stream
        The file, which appears whole or not at all, or an open stream.

    Raises
    ------
    InvalidTreeError
        A tree is not well-formed.
    OSError
        The file cannot be written.

    Examples
    --------
    >>> import io, json
    >>> from bubbletree.io.brackets import parse_brackets
    >>> stream = io.StringIO()
    >>> write_csv([parse_brackets("[tea cc=or milk]")], stream)
    >>> frame = pandas.read_csv(io.StringIO(stream.getvalue()), converters={"conjuncts": json.loads})
    >>> frame.loc[0, "conjuncts"]
    ['tea', 'milk']
    """
    _write(trees, target, as_parquet=False)


@contextmanager
def table_writer(stream: TextIO, *, as_parquet: bool, rows: int = ROWS) -> Iterator[Callable[[BubbleTree, int], None]]:
    """A function that adds a tree with its number to a table; the table is whole when the block ends.

    Parameters
    ----------
    stream : text stream
        Where to write; for Parquet it must have a ``buffer`` of bytes.
    as_parquet : bool
        Whether to write Parquet; otherwise CSV.
    rows : int
        How many rows are kept until they are written.
    """
    waiting: list[Row] = []
    form = "parquet" if as_parquet else "csv"

    def add(tree: BubbleTree, number: int) -> None:
        rows_of_tree = _rows(tree, number)
        encodable(form, json.dumps(rows_of_tree, ensure_ascii=False))
        if not as_parquet:
            encodable(form, "".join((*tree.words, *(tree.sentence.comments if tree.sentence is not None else ()))))
        waiting.extend(rows_of_tree)
        if len(waiting) >= rows:
            flush()

    def flush() -> None:
        if waiting:
            put(_frame(waiting))
            waiting.clear()

    if as_parquet:
        with pyarrow.parquet.ParquetWriter(stream.buffer, SCHEMA) as file:

            def put(frame: pandas.DataFrame) -> None:
                file.write_table(pyarrow.Table.from_pandas(frame, SCHEMA, preserve_index=False))

            yield add
            flush()
    else:
        stream.write(",".join(COLUMNS) + "\n")

        def put(frame: pandas.DataFrame) -> None:
            frame.map(_cell).to_csv(stream, header=False, index=False, lineterminator="\n")

        yield add
        flush()


def _write(trees: Iterable[BubbleTree], target: Target, *, as_parquet: bool) -> None:
    with open_target(target) as stream, table_writer(stream, as_parquet=as_parquet) as add:
        for number, tree in enumerate(several(trees, "trees"), start=1):
            add(tree, number)


def _cell(value: object) -> object:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list) else value


def _frame(rows: Sequence[Row]) -> pandas.DataFrame:
    frame = pandas.DataFrame(rows, columns=list(COLUMNS))
    return frame.astype({**dict.fromkeys(NUMBERS, "Int64"), "confidence": "float64"})


def _rows(tree: BubbleTree, number: int) -> list[Row]:
    description = describe(tree)
    return [_row(number, description, one) for one in description.coordinations]


def _row(number: int, sentence: Description, one: DescribedCoordination) -> Row:
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
