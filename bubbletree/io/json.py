"""JSON that a program can use at once: one sentence a line, with its coordinations and their words.

A line is an object with what :func:`bubbletree.describe` finds, and the tree as :mod:`bubbletree.io.jsonl` has it. The
file ``bubbletree/io/json.schema.json`` describes the fields (`JSON Schema <https://json-schema.org>`_).

Reading takes the tree, the columns of its words and the comments; all else follows from these. Multiword tokens, empty
nodes and what a tree was made from are not kept: CoNLL-U keeps them. Lines that hold a tree alone, as in JSON lines,
can be read too. :func:`iter_marked_json` reads the coordinations, and asks for no tree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from bubbletree._arguments import expect, several
from bubbletree.coordination import GivenCoordination
from bubbletree.description import COLUMNS, describe
from bubbletree.errors import StructureError, shortened
from bubbletree.io.atomic import Target, open_target
from bubbletree.io.jsonl import fields, one_line, scan_objects, structure
from bubbletree.io.lines import Source, only_tree, text_lines
from bubbletree.io.scan import Scanned, values
from bubbletree.marked import PUNCTUATION, MarkedSentence, crossing, problem
from bubbletree.sentence import Row, Sentence
from bubbletree.span import Span
from bubbletree.tree import BubbleTree

_TREE: Final = "tree"

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
    rows, comments = tuple(_rows(value.get("tokens"))), tuple(_comments(value.get("comments", [])))
    sentence = Sentence(rows, comments)
    sent_id, text = value.get("sent_id"), value.get("text")
    if sentence.sent_id is None and sent_id is not None:
        if not isinstance(sent_id, str) or len(sent_id.splitlines()) != 1 or not sent_id.strip():
            raise StructureError(f"the sent_id must be a line of text, not {shortened(str(sent_id))!r}")
        sentence = sentence.with_comments({"sent_id": sent_id})
    if sentence.comment("text") is None and isinstance(text, str) and len(text.splitlines()) == 1:
        sentence = sentence.with_comments({"text": text})
    if not rows:
        raise StructureError("the sentence has no tokens")
    return MarkedSentence(sentence, tuple(_coordinations(value.get("coordinations"), len(rows))))


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
    rows, comments = _rows(value.get("tokens")), _comments(value.get("comments"))
    sentence = Sentence(tuple(rows), tuple(comments), tuple(sorted(_categories(value.get("coordinations")))))
    if sentence.words != tree.words:
        raise StructureError("the words of the tokens and of the tree differ")
    return tree.with_sentence(sentence)


def _rows(tokens: object) -> Iterator[Row]:
    if not isinstance(tokens, list):
        raise StructureError("the field 'tokens' must be a list")
    for number, token in enumerate(tokens, start=1):
        if not isinstance(token, dict) or not isinstance(token.get("text"), str):
            raise StructureError(f"token {number} must be an object with a text")
        columns = {name: token[name] for name in COLUMNS if name in token}
        if "head" in columns:
            columns["head"] = _number(columns["head"])
        for name, value in columns.items():
            if not isinstance(value, str) or not value or len(value.splitlines()) > 1 or "\t" in value:
                raise StructureError(f"token {number} has no value of the column {name}: {shortened(str(value))!r}")
        yield Row(str(number), token["text"], **columns)


def _number(value: object) -> str | None:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _MANY else None


def _comments(comments: object) -> Iterator[str]:
    if not isinstance(comments, list):
        raise StructureError("the field 'comments' must be a list")
    for comment in comments:
        if not isinstance(comment, str) or not comment.startswith("#") or len(comment.splitlines()) > 1:
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
