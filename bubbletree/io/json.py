"""JSON that a program can use at once: one sentence a line, with its coordinations and their words.

A line is an object with what :func:`bubbletree.describe` finds, and the tree as :mod:`bubbletree.io.jsonl` has it. The
file ``bubbletree/io/json.schema.json`` describes the fields (`JSON Schema <https://json-schema.org>`_).

Reading takes the tree, the columns of words, multiword tokens and empty nodes, and the comments; all else follows from
these. What a tree was made from is not kept: CoNLL-U keeps it. Lines that hold a tree alone, as in JSON lines, can be
read too. :func:`iter_marked_json` reads the coordinations, and asks for no tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from operator import itemgetter
from typing import Any, Final

from bubbletree._arguments import expect, several
from bubbletree.coordination import GivenCoordination
from bubbletree.description import COLUMNS, EMPTY_NODES, MULTIWORD, describe
from bubbletree.errors import StructureError, shortened
from bubbletree.io.atomic import Target, open_target
from bubbletree.io.columns import Ids
from bubbletree.io.jsonl import fields, one_line, scan_objects, structure
from bubbletree.io.lines import Source, only_tree, text_lines
from bubbletree.io.scan import Scanned, values
from bubbletree.marked import PUNCTUATION, MarkedSentence, crossing, problem
from bubbletree.sentence import Row, Sentence
from bubbletree.span import Span
from bubbletree.tree import BubbleTree

_TREE: Final = "tree"

_EMPTY_ID: Final = re.compile(r"([0-9]{1,18})\.([0-9]{1,18})")

_MANY: Final = 10**18
"""More words than any sentence has."""


def format_json(tree: BubbleTree) -> str:
    """A tree and its coordinations as one line of JSON, without the line end.

    Parameters
    ----------
    tree : BubbleTree
        A well-formed tree.

    Raises
    ------
    InvalidTreeError
        The tree is not well-formed.

    Examples
    --------
    >>> import json
    >>> from bubbletree.io.brackets import parse_brackets
    >>> line = json.loads(format_json(parse_brackets("nsubj=she drinks obj=(amod=hot [tea cc=or milk])")))
    >>> [found] = line["coordinations"]
    >>> found["text"], [conjunct["text"] for conjunct in found["conjuncts"]]
    ('tea or milk', ['tea', 'milk'])
    >>> found["relation"], found["governor"]["text"], found["shared_left"][0]["text"]
    ('obj', 'drinks', 'hot')
    >>> line["text"][found["start"] : found["end"]]
    'tea or milk'
    """
    expect(tree, BubbleTree, "a BubbleTree")
    return one_line({**describe(tree).to_dict(), _TREE: fields(tree)})


def iter_json(source: Source, name: str | None = None) -> Iterator[BubbleTree]:
    """Read the trees of a file of described sentences one by one; blank lines are skipped.

    Parameters
    ----------
    source : Source
        A path, an open text stream, lines, or a text of several lines.
    name : str, optional
        What to call the source in error messages.

    Raises
    ------
    FormatError
        A line is not JSON, or does not describe a tree.
    OSError
        The file cannot be read.

    Examples
    --------
    >>> tea = BubbleTree(["tea"], [{0}, {1}], [(0, "root", 1)])
    >>> list(iter_json([format_json(tea)])) == [tea]
    True
    """
    return values(scan_json(source, name))


def scan_json(
    source: Source, name: str | None = None, *, max_words: int | None = None
) -> Iterator[Scanned[BubbleTree]]:
    """Read the trees of a file of described sentences one by one, and continue after bad lines.

    Parameters
    ----------
    source, name
        As for :func:`iter_json`.
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
    >>> bad, good = scan_json(["{", format_json(BubbleTree(["tea"], [{0}, {1}], [(0, "root", 1)]))])
    >>> bad.line, good.line, good.value.words
    (1, 2, ('tea',))
    """
    return scan_objects(source, name, max_words, _tree)


def read_json(source: Source, name: str | None = None) -> list[BubbleTree]:
    """Read all trees of a file of described sentences, as :func:`iter_json` does.

    Parameters
    ----------
    source, name
        As for :func:`iter_json`.

    Examples
    --------
    >>> read_json([format_json(BubbleTree(["tea"], [{0}, {1}], [(0, "root", 1)]))])
    [BubbleTree(['tea'], [{0}, {1}], [(0, 'root', 1)])]
    """
    return list(iter_json(source, name))


def parse_json(text: str) -> BubbleTree:
    """The tree of one described sentence.

    Parameters
    ----------
    text : str
        The line.

    Raises
    ------
    FormatError
        See :func:`iter_json`; or the text does not contain exactly one tree.

    Examples
    --------
    >>> parse_json(format_json(BubbleTree(["tea"], [{0}, {1}], [(0, "root", 1)])))
    BubbleTree(['tea'], [{0}, {1}], [(0, 'root', 1)])
    """
    return only_tree(iter_json(text_lines(text)))


def write_json(trees: Iterable[BubbleTree], target: Target) -> None:
    """Write trees and their coordinations, one sentence a line, to a file, which appears whole or not, or to a stream.

    Parameters
    ----------
    trees : iterable of BubbleTree
        What to write, in this order.
    target : str, PathLike or text stream
        The file, or an open stream.

    Raises
    ------
    InvalidTreeError
        A tree is not well-formed.
    OSError
        The file cannot be written.

    Examples
    --------
    >>> import sys
    >>> write_json([BubbleTree(["tea"], [{0}, {1}], [(0, "root", 1)])], sys.stdout)  # doctest: +ELLIPSIS
    {"sent_id": null, "text": "tea", "offset": null, "comments": [], "tokens": [{"id": 1, "text": "tea", ...
    """
    with open_target(target) as stream:
        for tree in several(trees, "trees"):
            stream.write(format_json(tree) + "\n")


def iter_marked_json(source: Source, name: str | None = None) -> Iterator[MarkedSentence]:
    """Read the words and coordinations of a file one by one; no line needs a tree.

    Parameters
    ----------
    source, name
        As for :func:`iter_json`.

    Raises
    ------
    FormatError
        A line is not JSON, or has no tokens or no coordinations.
    OSError
        The file cannot be read.

    Examples
    --------
    >>> tokens = '[{"text": "tea"}, {"text": "or"}, {"text": "milk"}]'
    >>> conjuncts = '[{"first": 1, "last": 1}, {"first": 3, "last": 3}]'
    >>> [one] = iter_marked_json([f'{{"tokens": {tokens}, "coordinations": [{{"conjuncts": {conjuncts}}}]}}'])
    >>> one.words, [tuple(span) for span in one.coordinations[0].conjuncts]
    (('tea', 'or', 'milk'), [(1, 1), (3, 3)])
    """
    return values(scan_marked_json(source, name))


def scan_marked_json(
    source: Source, name: str | None = None, *, max_words: int | None = None
) -> Iterator[Scanned[MarkedSentence]]:
    """Read the words and coordinations of a file one by one, and continue after bad lines.

    Parameters
    ----------
    source, name, max_words
        As for :func:`scan_json`.

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
    >>> bad, good = scan_marked_json(["{}", '{"tokens": [{"text": "tea"}], "coordinations": []}'])
    >>> bad.reason, good.value.words
    ("the field 'tokens' must be a list", ('tea',))
    """
    return scan_objects(source, name, max_words, _marked)


def _marked(value: Mapping[str, object]) -> MarkedSentence:
    rows, comments = tuple(_rows(value)), tuple(_comments(value.get("comments", [])))
    sentence = Sentence(rows, comments)
    sent_id, text = value.get("sent_id"), value.get("text")
    if sentence.sent_id is None and sent_id is not None:
        if not isinstance(sent_id, str) or not _is_line(sent_id) or not sent_id.strip():
            raise StructureError(f"the sent_id must be a line of text, not {shortened(str(sent_id))!r}")
        sentence = sentence.with_comments({"sent_id": sent_id})
    if sentence.comment("text") is None and isinstance(text, str) and text and _is_line(text):
        sentence = sentence.with_comments({"text": text})
    if not rows:
        raise StructureError("the sentence has no tokens")
    return MarkedSentence(sentence, tuple(_coordinations(value.get("coordinations"), len(sentence.words))))


def _coordinations(listed: object, words: int) -> Iterator[GivenCoordination]:
    found: list[GivenCoordination] = []
    if not isinstance(listed, list):
        raise StructureError("the field 'coordinations' must be a list")
    for number, one in enumerate(listed, start=1):
        if not isinstance(one, dict):
            raise StructureError(f"coordination {number} must be an object")
        category = one.get("category")
        if category is not None and not isinstance(category, str):
            raise StructureError(f"coordination {number} must have a text as category, or null")
        conjuncts = list(_spans(one.get("conjuncts"), number))
        separators = [span for span, _ in _spans(one.get("coordinators", []), number)]
        separators += [span for span, relation in _spans(one.get("others", []), number) if relation == PUNCTUATION]
        spans = [span for span, _ in conjuncts]
        if len(spans) == 1:
            continue  # a bubble of which one part is a conjunct
        between = [span for span in sorted(separators) if spans and spans[0].first < span.first <= spans[-1].last]
        given = GivenCoordination(spans, between, category)
        if reason := problem(given, words):
            raise StructureError(f"coordination {number}: {reason}")
        found.append(given)
        yield given
    if reason := crossing(found):
        raise StructureError(reason)


def _spans(listed: object, number: int) -> Iterator[tuple[Span, object]]:
    """First and last word of phrases, with their relation."""
    if not isinstance(listed, list):
        raise StructureError(f"coordination {number} must have lists of conjuncts and coordinators")
    for phrase in listed:
        match phrase:
            case {"first": int(first), "last": int(last)} if 0 < first <= last < _MANY:
                yield Span(int(first), int(last)), phrase.get("relation")
            case _:
                raise StructureError(f"a phrase of coordination {number} has no first and last word")


def _tree(value: Mapping[str, object]) -> BubbleTree:
    if _TREE not in value:
        return structure(value)
    inner = value[_TREE]
    if not isinstance(inner, dict):
        raise StructureError(f"the field {_TREE!r} must be an object")
    tree = structure(inner)
    rows, comments = _rows(value), _comments(value.get("comments"))
    sentence = Sentence(tuple(rows), tuple(comments), tuple(sorted(_categories(value.get("coordinations")))))
    if sentence.words != tree.words:
        raise StructureError("the words of the tokens and of the tree differ")
    return tree.with_sentence(sentence)


def _rows(sentence: Mapping[str, object]) -> list[Row]:
    """The lines of a sentence: its words, with multiword tokens and empty nodes in their places."""
    lines: list[tuple[tuple[int, int, int], Row]] = []
    for number, token in _objects("token", sentence.get("tokens")):
        columns = {**token, "head": _number(token["head"])} if "head" in token else token
        lines.append(((number, 1, 0), _row(f"token {number}", str(number), columns)))
    words = len(lines)
    for number, token in _objects("multiword token", sentence.get(MULTIWORD, [])):
        match token:
            case {"first": int(first), "last": int(last)} if 0 < first <= last <= words:
                lines.append(((first, 0, 0), _row(f"multiword token {number}", f"{first:d}-{last:d}", token)))
            case _:
                raise StructureError(f"multiword token {number} has no first and last word")
    for number, node in _objects("empty node", sentence.get(EMPTY_NODES, [])):
        if not (found := _EMPTY_ID.fullmatch(str(node.get("id")))):
            raise StructureError(f"empty node {number} has no id of the form 8.1")
        lines.append(((int(found[1]), 2, int(found[2])), _row(f"empty node {number}", found[0], node)))
    rows = [row for _, row in sorted(lines, key=itemgetter(0))]
    ids = Ids()
    try:
        for row in rows:
            ids.add(row.id)
    except ValueError as problem:
        raise StructureError(str(problem)) from None
    return rows


def _objects(what: str, listed: object) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The objects of a field with their numbers; each has a text."""
    if not isinstance(listed, list):
        raise StructureError(f"the field '{what.replace(' ', '_')}s' must be a list")
    for number, one in enumerate(listed, start=1):
        if not isinstance(one, dict) or not isinstance(one.get("text"), str):
            raise StructureError(f"{what} {number} must be an object with a text")
        yield number, one


def _row(what: str, number: str, found: Mapping[str, Any]) -> Row:
    columns = {name: found[name] for name in COLUMNS if name in found}
    for name, value in columns.items():
        if not isinstance(value, str) or not value or not _is_line(value) or "\t" in value:
            raise StructureError(f"{what} has no value of the column {name}: {shortened(str(value))!r}")
    return Row(number, found["text"], **columns)


def _is_line(text: str) -> bool:
    return "\n" not in text and "\r" not in text


def _number(value: object) -> str | None:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _MANY else None


def _comments(comments: object) -> Iterator[str]:
    if not isinstance(comments, list):
        raise StructureError("the field 'comments' must be a list")
    for comment in comments:
        if not isinstance(comment, str) or not comment.startswith("#") or not _is_line(comment):
            raise StructureError("a comment must be a line of text that begins with #")
        yield comment


def _categories(coordinations: object) -> Iterator[tuple[tuple[int, int], str]]:
    if not isinstance(coordinations, list):
        raise StructureError("the field 'coordinations' must be a list")
    for number, one in enumerate(coordinations, start=1):
        match one:
            case {"category": None}:
                pass
            case {"first": int(first), "last": int(last), "category": str(category)}:
                yield (int(first), int(last)), category
            case _:
                raise StructureError(f"coordination {number} must have a category, or null in its place")
