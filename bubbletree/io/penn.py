r"""Bracket trees of the Penn Treebank, and of treebanks in its format.

::

    ( (S (NP-SBJ (NNP Ann)) (VP (VBZ likes) (NP-CCP (NN-COORD tea) (CC-CC and) (NNS-COORD buns))) (. .)) )

A tree may take one line or several, and a line may hold several trees. The outermost brackets may have no label. Traces
(``-NONE-``) are left out, and so are phrases without words. A tree begins a line if the line begins with ``( (``,
``((`` or ``(S1``, ``(ROOT`` or ``(TOP``; so reading continues there after a tree that is not closed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from bubbletree.constituency import Constituent, PhraseTree
from bubbletree.errors import FormatError, shortened
from bubbletree.io.lines import Source, decoded_lines, only_tree, source_name, text_lines
from bubbletree.io.scan import BadSentence, GoodSentence, Scanned, too_long, values
from bubbletree.span import Span

_TOKEN = re.compile(r"[()]|[^()\s]+")
_TOP = re.compile(r"\(\s*\(|\((?:S1|ROOT|TOP)\s")
_TRACE: Final = "-NONE-"


def iter_penn(source: Source, name: str | None = None) -> Iterator[PhraseTree]:
    """Read the trees of a file one by one.

    Parameters
    ----------
    source : Source
        A path, an open text stream, lines, or a text of several lines.
    name : str, optional
        What to call the source in error messages.

    Raises
    ------
    FormatError
        A tree is not closed, or has a word without a tag or a phrase without a label.
    OSError
        The file cannot be read.

    Examples
    --------
    >>> for tree in iter_penn(["( (NP (NN tea) ", "(-NONE- *T*-1)) )"]):
    ...     print(tree.words, tree.tags, [phrase.label for phrase in tree.phrases])
    ('tea',) ('NN',) ['NP']
    """
    return values(scan_penn(source, name))


def parse_penn(text: str) -> PhraseTree:
    """The one tree in a text.

    Parameters
    ----------
    text : str
        The tree.

    Raises
    ------
    FormatError
        See :func:`iter_penn`; or the text does not contain exactly one tree.
    """
    return only_tree(iter_penn(text_lines(text)))


def scan_penn(
    source: Source, name: str | None = None, *, max_words: int | None = None
) -> Iterator[Scanned[PhraseTree]]:
    r"""Read the trees of a file one by one, and continue after bad ones.

    Parameters
    ----------
    source, name
        As for :func:`iter_penn`.
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
    >>> bad, good = scan_penn("( (NP (NN tea)\n( (NP (NN tea)) )\n")
    >>> bad.reason, good.value.words
    ('the tree that begins here is not closed', ('tea',))
    """
    name = source_name(source, name)
    number = 0
    tree = _Building()
    for line, text in decoded_lines(source, name):
        if isinstance(text, FormatError):
            number += 1
            yield BadSentence(name, line, number, None, text.reason)
            tree = _Building(skipping=True)
            continue
        if _TOP.match(text) and (tree.is_open or tree.skipping):
            if tree.is_open:
                number += 1
                yield BadSentence(name, tree.line, number, None, "the tree that begins here is not closed")
            tree = _Building()
        if tree.skipping:
            continue
        for token in _TOKEN.findall(text):
            try:
                found = tree.take(token, line)
                if found is not None and max_words is not None and len(found.words) > max_words:
                    raise too_long(name, tree.line, max_words)
            except FormatError as error:
                number += 1
                yield BadSentence(name, error.line or line, number, None, error.reason)
                tree = _Building(skipping=True)
                break
            if found is not None:
                number += 1
                yield GoodSentence(name, tree.line, number, found)
                tree = _Building()
    if tree.is_open:
        yield BadSentence(name, tree.line, number + 1, None, "the tree that begins here is not closed")


@dataclass(slots=True)
class _Phrase:
    """A phrase whose end has not come yet."""

    label: str | None = None
    word: str | None = None
    children: list[Constituent] = field(default_factory=list)


@dataclass(slots=True)
class _Building:
    """A tree while it is read."""

    skipping: bool = False
    line: int = 0
    words: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    _open: list[_Phrase] = field(default_factory=list)

    @property
    def is_open(self) -> bool:
        """Whether the tree has begun."""
        return bool(self._open)

    def take(self, token: str, line: int) -> PhraseTree | None:
        """Read a bracket, a label or a word; the tree, if this was its end."""
        if token == "(":
            self.line = self.line or line
            if self._open and self._open[-1].word is not None:
                raise FormatError("", line, f"the word {shortened(self._open[-1].word)!r} is followed by a bracket")
            self._open.append(_Phrase())
            return None
        if not self._open:
            raise FormatError("", line, f"expected an opening bracket, found {shortened(token)!r}")
        if token != ")":
            self._name(self._open[-1], token, line)
            return None
        closed = self._closed(self._open.pop(), line)
        if self._open:
            self._open[-1].children.extend(closed)
            return None
        if not self.words:
            raise FormatError("", self.line, "the tree has no words")
        return PhraseTree(tuple(self.words), tuple(self.tags), tuple(_phrases(closed)))

    def _name(self, phrase: _Phrase, token: str, line: int) -> None:
        if phrase.label is None and not phrase.children:
            phrase.label = token
        elif phrase.word is None and not phrase.children and phrase.label is not None:
            phrase.word = token
        else:
            raise FormatError("", line, f"expected a bracket, found {shortened(token)!r}")

    def _closed(self, phrase: _Phrase, line: int) -> list[Constituent]:
        """What a phrase gives its parent: itself, its children if it has no label, or nothing if it has no words."""
        if phrase.label is None:
            if self._open:
                raise FormatError("", line, "a phrase has no label")
            return phrase.children
        if phrase.word is not None:
            if phrase.label.split("-COORD")[0] == _TRACE:
                return []
            self.words.append(phrase.word)
            self.tags.append(_tag(phrase.label))
            place = len(self.words)
            return [Constituent(phrase.label, Span(place, place))]
        if not phrase.children:
            return []
        span = Span(phrase.children[0].span.first, phrase.children[-1].span.last)
        return [Constituent(phrase.label, span, tuple(phrase.children))]


def _tag(label: str) -> str:
    """The tag of a word without the marks of coordination: ``NN`` for ``NN-COORD``, ``-LRB-`` for itself."""
    return label if label.startswith("-") else label.split("-", maxsplit=1)[0] or label


def _phrases(tops: list[Constituent]) -> Iterator[Constituent]:
    """All phrases, each before those inside it."""
    waiting = tops[::-1]
    while waiting:
        phrase = waiting.pop()
        if phrase.children:
            yield phrase
            waiting.extend(reversed(phrase.children))
