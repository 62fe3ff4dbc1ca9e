"""Bracket notation: projective bubble trees as text that people can write and read.

The notation marks what a tree adds to its words, and nothing else.  Words stand in sentence order::

    nsubj=I prefer obj=[(amod=hot [coffee cc=or tea]) cc=and (det=a bun)]

* A **word** is written as it is, with ``/UPOS`` after it if its part of speech is known
  (``tea/NOUN``).
* ``label=`` before an item says by which relation it depends on its head.
* ``( )`` is a phrase: a head, the one item without a label, and the head's dependents.  A phrase
  that is only a word or a bubble needs no parentheses.
* ``[ ]`` is a bubble.  It has no head; an item without a label is a conjunct (``conj``).
* The items outside all brackets form a phrase whose head is the ``root`` child of RT. If every item there has a label,
  they are all children of RT. So trees in which RT has several children can be written too.
* A word, label or tag that contains a blank, a bracket, ``"``, ``/``, ``=``, ``#`` or a backslash,
  or is empty, is written as a JSON string: ``punct="("/PUNCT``. A sentence without words is ``()``.

All projective bubble trees (Shi & Lee 2021, section 2.2) can be written, and nothing else. In a file, a tree may take
several lines, and a blank line ends it. Lines directly before it that begin with ``#`` are its comments, as in CoNLL-U.
Comments before a blank line are about the file, and are skipped.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from bubbletree._arguments import expect, several
from bubbletree.errors import FormatError, shown
from bubbletree.io.atomic import Target, open_target
from bubbletree.io.lines import Source, only_tree, source_name, text_lines
from bubbletree.io.scan import Block, Scanned, blocks, scan, too_long, values
from bubbletree.projectivity import projection_spans
from bubbletree.sentence import Sentence
from bubbletree.tree import CONJ, ROOT, BubbleTree
from bubbletree.validation import validate

ROOT_LABEL: Final = "root"
"""The relation to RT that is not written."""

NO_TAG: Final = "_"
"""How CoNLL-U writes that a word has no part of speech; the notation leaves it out."""

_BARE: Final = r'[^\s()\[\]"/=#\\]+'
_STRING: Final = r'"(?:[^"\\\n]|\\.)*"'
_TOKEN: Final = re.compile(
    rf"""(?P<blank>\s+)
      | (?P<open>[(\[]) | (?P<close>[)\]])
      | (?P<text>{_STRING}|{_BARE}) (?: (?P<equals>=) | / (?P<tag>{_STRING}|{_BARE}) )?""",
    re.VERBOSE,
)
_BARE_TEXT: Final = re.compile(_BARE)
_PARTNER: Final = {"(": ")", "[": "]"}


def format_brackets(tree: BubbleTree) -> str:
    """A tree in bracket notation, on one line, without its comments, which :func:`write_brackets` writes.

    Parameters
    ----------
    tree : BubbleTree
        A projective tree.

    Raises
    ------
    InvalidTreeError
        The tree is not well-formed or not projective: the notation cannot express it.

    Examples
    --------
    >>> tree = BubbleTree(
    ...     ["hot", "tea", "or", "coffee"],
    ...     [{0}, {1}, {2}, {3}, {4}, {2, 3, 4}],
    ...     [(0, "root", 5), (5, "amod", 1), (5, "conj", 2), (5, "cc", 3), (5, "conj", 4)],
    ... )
    >>> format_brackets(tree)
    'amod=hot [tea cc=or coffee]'
    """
    validate(tree).raise_for_violations()
    if not tree.words:
        return "()"
    writer = _Writer(tree)
    written: list[str] = []
    pending = list(writer.whole())[::-1]  # the next piece last
    while pending:
        piece = pending.pop()
        if isinstance(piece, str):
            written.append(piece)
        else:
            pending.extend(reversed(list(writer.item(piece))))
    return "".join(written)


def parse_brackets(text: str) -> BubbleTree:
    """The tree that a text in bracket notation describes; there may be comment lines before it.

    If any word has a part of speech, or there are comments, the tree's ``sentence`` holds them.

    Parameters
    ----------
    text : str
        One tree, on any number of lines.

    Raises
    ------
    FormatError
        The text does not follow the notation, or does not contain exactly one tree.

    Examples
    --------
    >>> tree = parse_brackets("nsubj=(amod=old/ADJ [cats/NOUN cc=and/CCONJ dogs/NOUN]) sleep/VERB")
    >>> tree.words, tree.sentence.upos
    (('old', 'cats', 'and', 'dogs', 'sleep'), ('ADJ', 'NOUN', 'CCONJ', 'NOUN', 'VERB'))
    >>> parse_brackets("nsubj=(det=the old=cats) sleep")
    Traceback (most recent call last):
        ...
    bubbletree.errors.FormatError: <input>:1: column 7: this phrase has no head: each of its items has a label
    """
    return only_tree(iter_brackets(text_lines(text)))


def iter_brackets(source: Source, name: str | None = None) -> Iterator[BubbleTree]:
    """Read the trees of a file in bracket notation one by one.

    Parameters
    ----------
    source : Source
        A path, an open text stream, lines, or a text of several lines.
    name : str, optional
        What to call the source in error messages.

    Raises
    ------
    FormatError
        Some line does not follow the notation; the error names source, line and column.
    OSError
        The file cannot be read.

    Examples
    --------
    >>> for tree in iter_brackets(["nsubj=cats sleep", "", "[dogs cc=and cats]"]):
    ...     print(*tree.words)
    cats sleep
    dogs and cats
    """
    return values(scan_brackets(source, name))


def scan_brackets(
    source: Source, name: str | None = None, *, max_words: int | None = None
) -> Iterator[Scanned[BubbleTree]]:
    """Read the trees of a file in bracket notation one by one, and continue after bad ones.

    Parameters
    ----------
    source, name
        As for :func:`iter_brackets`.
    max_words : int, optional
        How many words a tree may have.  If left out, there is no limit.

    Yields
    ------
    GoodSentence or BadSentence
        What became of each tree.

    Raises
    ------
    OSError
        The file cannot be read.

    Examples
    --------
    >>> bad, good = scan_brackets(["[dogs cc=and", "", "nsubj=cats sleep"])
    >>> print(bad)
    <input>:1: column 1: this '[' is never closed
    >>> good.line, good.value.words
    (3, ('cats', 'sleep'))
    """
    found = (block for block in blocks(source, source_name(source, name)) if block.problem or not _is_note(block))
    return scan(found, lambda block: _read(block, max_words))


def _is_note(block: Block) -> bool:
    """Whether there are only comments, which are about the file."""
    return all(line.startswith("#") for _, line in block.lines)


def _read(block: Block, max_words: int | None) -> BubbleTree:
    comments = tuple(line for _, line in itertools.takewhile(lambda numbered: numbered[1].startswith("#"), block.lines))
    first, _ = block.lines[len(comments)]
    reader = _Reader(block.name, first, max_words)
    for number, line in block.lines[len(comments) :]:
        reader.read(line, number)
    return reader.tree(comments)


def read_brackets(source: Source, name: str | None = None) -> list[BubbleTree]:
    r"""Read all trees of a file in bracket notation, as :func:`iter_brackets` does.

    Parameters
    ----------
    source, name
        As for :func:`iter_brackets`.

    Examples
    --------
    >>> [tree.words for tree in read_brackets("nsubj=cats sleep\n\nnsubj=dogs\n  [sleep cc=or bark]\n")]
    [('cats', 'sleep'), ('dogs', 'sleep', 'or', 'bark')]
    """
    return list(iter_brackets(source, name))


def write_brackets(trees: Iterable[BubbleTree], target: Target) -> None:
    r"""Write trees with their comments to a file, which appears whole or not at all, or to a stream.

    Parameters
    ----------
    trees : iterable of BubbleTree
        What to write, in this order.
    target : str, PathLike or text stream
        The file, or an open stream.

    Raises
    ------
    InvalidTreeError
        A tree is not well-formed or not projective.
    OSError
        The file cannot be written.

    Examples
    --------
    >>> import sys
    >>> write_brackets([parse_brackets("# text = tea please\ntea discourse=please")], sys.stdout)
    # text = tea please
    tea discourse=please
    <BLANKLINE>
    """
    with open_target(target) as stream:
        for tree in several(trees, "trees"):
            expect(tree, BubbleTree, "a BubbleTree")
            lines = [*(tree.sentence.comments if tree.sentence is not None else ()), format_brackets(tree)]
            stream.write("\n".join(lines) + "\n\n")


def _quoted(text: str) -> str:
    """A word, label or tag as the notation writes it."""
    if _BARE_TEXT.fullmatch(text) and text.isprintable():
        return text
    return json.dumps(text, ensure_ascii=not text.isprintable())


class _Todo(NamedTuple):
    """A bubble that is still to be written, and the label that it may leave out there."""

    bubble: int
    unmarked: str | None


class _Writer:
    """Writes one tree in pieces: text, and bubbles whose pieces are asked for later, so that depth costs no stack."""

    def __init__(self, tree: BubbleTree) -> None:
        self.tree = tree
        self.place = projection_spans(tree)
        self.children = [sorted(tree.children(bubble), key=self.place.__getitem__) for bubble in tree.bubbles]
        self.words = [_quoted(word) for word in tree.words]
        if tree.sentence is not None and tree.sentence.words == tree.words:
            tags = (tag if tag == NO_TAG else _quoted(tag) for tag in tree.sentence.upos)
            self.words = [
                word if tag == NO_TAG else f"{word}/{tag}" for word, tag in zip(self.words, tags, strict=True)
            ]

    def whole(self) -> Iterator[str | _Todo]:
        """The pieces of the tree below RT."""
        [root] = (bubble for bubble in self.tree.bubbles if ROOT in self.tree.contents[bubble])
        tops = self.children[root]
        if len(tops) == 1 and self.tree.label(tops[0]) == ROOT_LABEL:
            yield from self.phrase(tops[0])
        else:
            yield from self.separated(tops, None)

    def item(self, todo: _Todo) -> Iterator[str | _Todo]:
        """The pieces of a dependent or of a bubble's child, with its label."""
        label = self.tree.label(todo.bubble) or ""
        if label != todo.unmarked:
            yield _quoted(label) + "="
        simple = all(self.tree.is_inside(child, todo.bubble) for child in self.children[todo.bubble])
        if not simple:
            yield "("
        yield from self.phrase(todo.bubble)
        if not simple:
            yield ")"

    def phrase(self, bubble: int) -> Iterator[str | _Todo]:
        """The pieces of a head, word or bubble, between its dependents."""
        content = self.tree.contents[bubble]
        for child in self.children[bubble]:
            if self.place[child].last < min(content):
                yield _Todo(child, None)
                yield " "
        if len(content) == 1:
            yield self.words[min(content) - 1]
        else:
            yield "["
            yield from self.separated(self.tree.parts(bubble), CONJ)
            yield "]"
        for child in self.children[bubble]:
            if self.place[child].first > max(content):
                yield " "
                yield _Todo(child, None)

    @staticmethod
    def separated(bubbles: Sequence[int], unmarked: str | None) -> Iterator[str | _Todo]:
        for number, bubble in enumerate(bubbles):
            if number:
                yield " "
            yield _Todo(bubble, unmarked)


class _Place(NamedTuple):
    """A character of the text: its line and its column, both counted from 1."""

    line: int
    column: int


class _Item(NamedTuple):
    """A word or closed bracket: where it begins after its label, that if any, and the number of its head."""

    place: _Place
    label: str | None
    head: int
    is_phrase: bool


@dataclass(slots=True)
class _Bracket:
    """An open bracket, or the text as a whole (its mark is empty), with the items in it so far."""

    mark: str
    label: str | None
    place: _Place
    first: int
    items: list[_Item] = field(default_factory=list)


class _Reader:
    """Reads one tree, line by line.  Bubbles are numbered -1, -2, ... until the words are counted."""

    def __init__(self, source: str, line: int, max_words: int | None = None) -> None:
        self.source = source
        self.max_words = max_words
        self.words: list[str] = []
        self.tags: list[str] = []
        self.bubbles: list[range] = []
        self.arcs: list[tuple[int, str, int]] = []
        self.brackets = [_Bracket("", None, _Place(line, 1), 1)]
        self.wordless = 0

    def read(self, line: str, number: int) -> None:
        """Take in one line."""
        position = 0
        label: str | None = None
        labelled = _Place(number, 1)  # where the label begins, while there is one
        separated = True
        while position < len(line):
            here = _Place(number, position + 1)
            found = _TOKEN.match(line, position)
            if found is None:
                raise self._error(here, _unreadable(line[position]))
            position = found.end()
            if label is not None and (found["blank"] or found["close"] or found["equals"]):
                raise self._error(labelled, f"the label {shown(label)} must stand directly before what it labels")
            if not (separated or found["blank"] or found["close"]):
                raise self._error(here, f"a blank is missing before {found[0]!r}")
            separated = bool(found["blank"] or found["open"] or found["equals"])
            if found["equals"]:
                label, labelled = self._text(found["text"], here), here
            elif found["open"]:
                self.brackets.append(_Bracket(found["open"], label, here, len(self.words) + 1))
                label = None
            elif found["close"]:
                self._close(found["close"], here)
            elif found["text"]:
                if len(self.words) == self.max_words:
                    raise too_long(self.source, number, self.max_words)
                self.words.append(self._text(found["text"], here))
                self.tags.append(NO_TAG if found["tag"] is None else self._text(found["tag"], here))
                self.brackets[-1].items.append(_Item(here, label, len(self.words), is_phrase=False))
                label = None
        if label is not None:
            raise self._error(labelled, f"the label {shown(label)} must stand directly before what it labels")

    def tree(self, comments: tuple[str, ...]) -> BubbleTree:
        """The tree that was read, once all brackets are closed."""
        whole = self.brackets[-1]
        if whole.mark:
            raise self._error(whole.place, f"this {whole.mark!r} is never closed")
        if self.wordless > 1 or (self.wordless and whole.items):
            raise self._error(whole.place, "an empty () stands alone: it is the sentence without words")
        if any(item.label is None for item in whole.items):
            self.arcs.append((ROOT, ROOT_LABEL, self._phrase(whole)))
        else:
            self.arcs.extend((ROOT, item.label or "", item.head) for item in whole.items)
        n = len(self.words)
        contents = [range(token, token + 1) for token in range(n + 1)] + self.bubbles
        arcs = [(n - a if a < 0 else a, label, n - b if b < 0 else b) for a, label, b in self.arcs]
        sentence = None
        if comments or any(tag != NO_TAG for tag in self.tags):
            sentence = replace(Sentence.from_columns(self.words, upos=self.tags), comments=comments)
        return BubbleTree(self.words, contents, arcs, sentence)

    def _close(self, mark: str, place: _Place) -> None:
        bracket = self.brackets[-1]
        if mark != _PARTNER.get(bracket.mark):
            partner = f"the {bracket.mark!r} of {_where(bracket.place)}" if bracket.mark else "nothing"
            raise self._error(place, f"this {mark!r} closes {partner}")
        self.brackets.pop()
        outer = self.brackets[-1]
        if not bracket.items and mark == ")" and not outer.mark and bracket.label is None:
            self.wordless += 1
            return
        head = self._phrase(bracket) if mark == ")" else self._bubble(bracket)
        outer.items.append(_Item(bracket.place, bracket.label, head, is_phrase=mark == ")"))

    def _phrase(self, bracket: _Bracket) -> int:
        """Attach a phrase's dependents to its head, and return that."""
        heads = [item for item in bracket.items if item.label is None]
        if not heads:
            reason = "each of its items has a label" if bracket.items else "it is empty"
            raise self._error(bracket.place, f"this phrase has no head: {reason}")
        if len(heads) > 1:
            first, second, *_ = heads
            raise self._error(second.place, f"this phrase has a second head: the first is at {_where(first.place)}")
        [head] = heads
        if head.is_phrase:
            raise self._error(head.place, "the head of a phrase is a word or a bubble: leave out these parentheses")
        self.arcs.extend((head.head, item.label, item.head) for item in bracket.items if item.label is not None)
        return head.head

    def _bubble(self, bracket: _Bracket) -> int:
        """Make a bubble of a bracket's items, and return its number."""
        if len(bracket.items) < 2:
            raise self._error(bracket.place, "a bubble holds two items or more")
        self.bubbles.append(range(bracket.first, len(self.words) + 1))
        bubble = -len(self.bubbles)
        self.arcs.extend((bubble, CONJ if item.label is None else item.label, item.head) for item in bracket.items)
        return bubble

    def _text(self, written: str, place: _Place) -> str:
        """The word, label or tag that is written so."""
        if not written.startswith('"'):
            return written
        try:
            return str(json.loads(written))
        except json.JSONDecodeError as error:
            raise self._error(place, f"{written} is not a JSON string: {error.msg}") from None

    def _error(self, place: _Place, reason: str) -> FormatError:
        return FormatError(self.source, place.line, f"column {place.column}: {reason}")


def _where(place: _Place) -> str:
    return f"line {place.line}, column {place.column}"


def _unreadable(character: str) -> str:
    if character == '"':
        return "this quotation mark is never closed"
    if character == "=":
        return "'=' follows a label, and there is none here"
    if character == "/":
        return "'/' joins a word and its part of speech, and one of them is missing"
    return f"{character!r} cannot stand here: write what contains it as a JSON string"
