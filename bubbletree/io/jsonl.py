"""JSON lines: any structure (V, B, phi, A) in one line of JSON, even if ill-formed.

A line is an object with the three fields of :class:`~bubbletree.tree.BubbleTree`::

    {"words": ["tea", "or", "milk"], "contents": [[0], [1], [2], [3], [1, 2, 3]],
     "arcs": [[0, "root", 4], [4, "conj", 1], [4, "cc", 2], [4, "conj", 3]]}

(broken here to fit the page).  ``contents`` lists the token numbers in each bubble, 0 standing for RT; ``arcs`` lists
head, label and dependent by bubble number, counting from 0.  Bubbles and arcs keep their order, so reading gives the
same numbers that were written. If the places of the words in a text are known (:attr:`bubbletree.Sentence.offsets`),
there is a fourth field, ``offsets``. For each word it has the position of the first character, and the position just
after the last one::

    "offsets": [[0, 3], [4, 6], [7, 11]]

All other annotation of a tree's ``sentence`` is left out: CoNLL-U is the format that keeps it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Protocol, TypeVar

from bubbletree._arguments import expect, several
from bubbletree.errors import FormatError, StructureError, shortened
from bubbletree.io.atomic import Target, open_target
from bubbletree.io.lines import Source, only_tree, source_name, text_lines
from bubbletree.io.scan import Block, Scanned, one_a_line, scan, too_long, values
from bubbletree.sentence import Sentence
from bubbletree.tree import BubbleTree

_FIELDS: Final = ("words", "contents", "arcs")
_OFFSETS: Final = "offsets"


def format_jsonl(tree: BubbleTree) -> str:
    """A tree as one line of JSON, without the line end.

    Parameters
    ----------
    tree : BubbleTree
        Any structure, even if ill-formed.

    Examples
    --------
    >>> format_jsonl(BubbleTree(["tea"], [{0}, {1}], [(0, "root", 1)]))
    '{"words": ["tea"], "contents": [[0], [1]], "arcs": [[0, "root", 1]]}'
    """
    expect(tree, BubbleTree, "a BubbleTree")
    offsets = tree.sentence.offsets if tree.sentence is not None else None
    known = {_OFFSETS: offsets} if offsets and len(offsets) == len(tree.words) else {}
    return one_line({**fields(tree), **known})


def fields(tree: BubbleTree) -> dict[str, object]:
    """The three fields of a tree."""
    return {"words": tree.words, "contents": [sorted(content) for content in tree.contents], "arcs": tree.arcs}


def iter_jsonl(source: Source, name: str | None = None) -> Iterator[BubbleTree]:
    """Read the trees of a file of JSON lines one by one; blank lines are skipped.

    Parameters
    ----------
    source : Source
        A path, an open text stream, lines, or a text of several lines.
    name : str, optional
        What to call the source in error messages.

    Raises
    ------
    FormatError
        A line is not JSON, has fields that differ from these, or does not describe a structure.
    OSError
        The file cannot be read.

    Examples
    --------
    >>> for tree in iter_jsonl(['{"words": ["tea"], "contents": [[0], [1]], "arcs": [[0, "root", 1]]}']):
    ...     print(*tree.words)
    tea
    """
    return values(scan_jsonl(source, name))


def scan_jsonl(
    source: Source, name: str | None = None, *, max_words: int | None = None
) -> Iterator[Scanned[BubbleTree]]:
    """Read the trees of a file of JSON lines one by one, and continue after bad lines.

    Parameters
    ----------
    source, name
        As for :func:`iter_jsonl`.
    max_words : int, optional
        How many words a tree may have.  If left out, there is no limit.

    Yields
    ------
    GoodSentence or BadSentence
        What became of each line.

    Raises
    ------
    OSError
        The file cannot be read.

    Examples
    --------
    >>> bad, good = scan_jsonl(["{", '{"words": ["tea"], "contents": [[0], [1]], "arcs": [[0, "root", 1]]}'])
    >>> bad.line, good.line, good.value.words
    (1, 2, ('tea',))
    """
    return scan_objects(source, name, max_words, structure)


class HasWords(Protocol):
    """A sentence in some form."""

    @property
    def words(self) -> tuple[str, ...]:
        """Its words."""


S = TypeVar("S", bound=HasWords)


def scan_objects(
    source: Source, name: str | None, max_words: int | None, made_of: Callable[[Mapping[str, Any]], S]
) -> Iterator[Scanned[S]]:
    """Read the sentences of a file with an object of JSON on each line, and continue after bad lines.

    Parameters
    ----------
    source, name, max_words
        As for :func:`scan_jsonl`.
    made_of : callable
        Makes a sentence or a tree of an object, or raises ValueError.
    """

    def read(block: Block) -> S:
        [(number, line)] = block.lines
        try:
            made = made_of(parsed_object(line))
        except (ValueError, RecursionError) as error:
            raise FormatError(block.name, number, reason(error)) from None
        if max_words is not None and len(made.words) > max_words:
            raise too_long(block.name, number, max_words)
        return made

    return scan(one_a_line(source, source_name(source, name)), read)


def read_jsonl(source: Source, name: str | None = None) -> list[BubbleTree]:
    """Read all trees of a file of JSON lines, as :func:`iter_jsonl` does.

    Parameters
    ----------
    source, name
        As for :func:`iter_jsonl`.

    Examples
    --------
    >>> read_jsonl(['{"words": ["tea"], "contents": [[0], [1]], "arcs": [[0, "root", 1]]}'])
    [BubbleTree(['tea'], [{0}, {1}], [(0, 'root', 1)])]
    """
    return list(iter_jsonl(source, name))


def parse_jsonl(text: str) -> BubbleTree:
    """The tree that one line of JSON describes.

    Parameters
    ----------
    text : str
        The line.

    Raises
    ------
    FormatError
        See :func:`iter_jsonl`; or the text does not contain exactly one tree.

    Examples
    --------
    >>> parse_jsonl('{"words": ["tea"], "contents": [[0], [1]], "arcs": [[0, "root", 1]]}')
    BubbleTree(['tea'], [{0}, {1}], [(0, 'root', 1)])
    """
    return only_tree(iter_jsonl(text_lines(text)))


def write_jsonl(trees: Iterable[BubbleTree], target: Target) -> None:
    """Write trees as JSON lines to a file, which appears whole or not at all, or to a stream.

    Parameters
    ----------
    trees : iterable of BubbleTree
        What to write, in this order.
    target : str, PathLike or text stream
        The file, or an open stream.

    Raises
    ------
    OSError
        The file cannot be written.

    Examples
    --------
    >>> import sys
    >>> write_jsonl([BubbleTree(["tea"], [{0}, {1}], [(0, "root", 1)])], sys.stdout)
    {"words": ["tea"], "contents": [[0], [1]], "arcs": [[0, "root", 1]]}
    """
    with open_target(target) as stream:
        for tree in several(trees, "trees"):
            stream.write(format_jsonl(tree) + "\n")


def one_line(value: object) -> str:
    """JSON in readable characters, save where some character cannot be encoded or would break the line."""
    text = json.dumps(value, ensure_ascii=False)
    return text if text.isprintable() else json.dumps(value)


def parsed_object(line: str) -> dict[str, object]:
    """The object in a line of JSON; ValueError or RecursionError if there is none."""
    value = json.loads(line, object_pairs_hook=_distinct, parse_constant=_no_number)
    if not isinstance(value, dict):
        raise StructureError(f"expected an object with the fields {', '.join(_FIELDS)}, not {line.strip()[:40]!r}")
    return value


def structure(value: Mapping[str, object]) -> BubbleTree:
    """The tree that the fields of an object describe.

    Raises
    ------
    StructureError
        They describe none.
    """
    if set(value) - {_OFFSETS} != set(_FIELDS):
        found = shortened(", ".join(value), 200) or "none"
        raise StructureError(f"expected the fields {', '.join(_FIELDS)}, but found {found}")
    words, contents, arcs = (_listed(value, field) for field in _FIELDS)
    for content in contents:
        if not isinstance(content, list) or len({token for token in content if isinstance(token, int)}) != len(content):
            raise StructureError(
                f"a content must be a list of different token numbers, not {shortened(json.dumps(content))}"
            )
    tree = BubbleTree(words, contents, arcs)
    return tree.with_sentence(_with_offsets(tree.words, value[_OFFSETS])) if _OFFSETS in value else tree


def _listed(value: Mapping[str, object], field: str) -> list[Any]:
    found = value[field]
    if not isinstance(found, list):
        raise StructureError(f"the field {field!r} must be a list")
    return found


def _with_offsets(words: Sequence[str], offsets: object) -> Sentence:
    """Words that know where they stand in a text."""
    rows = Sentence.from_columns(words).rows
    if not isinstance(offsets, list) or len(offsets) != len(rows) or not all(map(_is_range, offsets)):
        raise StructureError(f"the field {_OFFSETS!r} must list two numbers for each word: where it begins and ends")
    return Sentence(
        tuple(replace(row, misc=f"TokenRange={start}:{end}") for row, (start, end) in zip(rows, offsets, strict=True))
    )


def _is_range(value: object) -> bool:
    match value:
        case [int(start), int(end)]:
            return 0 <= start <= end and not isinstance(start, bool) and not isinstance(end, bool)
        case _:
            return False


def _distinct(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if len({key for key, _ in pairs}) != len(pairs):
        fields = ", ".join(key for key, _ in pairs)
        raise StructureError(f"a field is given twice: {shortened(fields, 200)}")
    return dict(pairs)


def _no_number(constant: str) -> object:
    raise StructureError(f"{constant} is not JSON")


def reason(error: ValueError | RecursionError) -> str:
    """Why a line cannot be read, in words."""
    if isinstance(error, json.JSONDecodeError):
        return f"column {error.colno}: not JSON: {error.msg}"
    if isinstance(error, RecursionError):
        return "brackets are nested too deeply"
    return str(error)
