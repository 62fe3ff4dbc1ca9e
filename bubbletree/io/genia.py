"""Articles of the GENIA treebank, in XML as the GENIA project publishes them.

A ``sentence`` has phrases (``cons``) and words (``tok``) with the categories in ``cat``; ``syn="COOD"`` marks a
coordinated phrase. The id of a sentence is that of the article (``PMID``), a period, and the sentence's own, as in
``8875942.S1``.  Files that declare entities are refused, since these can grow without bound.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NoReturn
from xml.parsers import expat

from bubbletree.constituency import COOD, Constituent, PhraseTree
from bubbletree.errors import FormatError
from bubbletree.io.lines import Source, source_name, whole_lines
from bubbletree.span import Span

_TAGS: Final = {
    "COMMA": ",", "PERIOD": ".", "COLON": ":", "LRB": "-LRB-", "RRB": "-RRB-", "LQT": "``", "RQT": "''",
    "PRPP": "PRP$", "WPP": "WP$",
}  # fmt: skip
"""Categories of words that the Penn Treebank writes otherwise."""


def iter_genia(source: Source, name: str | None = None) -> Iterator[PhraseTree]:
    """Read the sentences of an article one by one.

    Parameters
    ----------
    source : Source
        A path, an open text stream, lines, or a text of several lines.
    name : str, optional
        What to call the source in error messages.

    Raises
    ------
    FormatError
        The file is not XML of this kind.
    OSError
        The file cannot be read.

    Examples
    --------
    >>> article = '''<Article><PMID>7</PMID><sentence id="S1"><cons cat="NP" syn="COOD"><tok cat="NN">tea</tok>
    ... <tok cat="CC">or</tok> <tok cat="NN">milk</tok></cons></sentence></Article>'''
    >>> [tree] = iter_genia(article)
    >>> tree.sent_id, tree.words, tree.phrases[0].label
    ('7.S1', ('tea', 'or', 'milk'), 'NP-COOD')
    """
    name = source_name(source, name)
    reader = _Reader(name)
    for line in whole_lines(source, name):
        yield from reader.feed(line if line.endswith("\n") else line + "\n")
    yield from reader.feed("", is_last=True)


@dataclass(slots=True)
class _Phrase:
    """A phrase or word whose end has not come yet."""

    label: str
    children: list[Constituent] = field(default_factory=list)


class _Reader:
    """Turns the events of an XML parser into trees."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text
        self._parser.EntityDeclHandler = self._entity
        self._trees: list[PhraseTree] = []
        self._article = ""
        self._inside: str | None = None
        self._sentence: str | None = None
        self._words: list[str] = []
        self._tags: list[str] = []
        self._phrases: list[Constituent] = []
        self._open: list[_Phrase] = []

    def feed(self, text: str, *, is_last: bool = False) -> list[PhraseTree]:
        """Read some more text; the trees that end in it."""
        try:
            self._parser.Parse(text, is_last)
        except expat.ExpatError as error:
            reason = expat.errors.messages.get(error.code, "not XML")
            raise FormatError(self._name, error.lineno, f"not XML: {reason}") from None
        except UnicodeEncodeError:
            self._fail("not XML: a character that UTF-8 cannot have")
        found, self._trees = self._trees, []
        return found

    def _fail(self, reason: str) -> NoReturn:
        raise FormatError(self._name, self._parser.CurrentLineNumber, reason)

    def _entity(self, *_declaration: object) -> None:
        self._fail("the file declares an entity, and such files are not read")

    def _start(self, element: str, attributes: Mapping[str, str]) -> None:
        if element == "PMID":
            self._inside, self._article = element, ""
        elif element == "sentence":
            if self._sentence is not None:
                self._fail("a sentence inside a sentence")
            self._sentence = attributes.get("id") or ""
            if not self._sentence:
                self._fail("a sentence has no id")
            self._words, self._tags, self._phrases, self._open = [], [], [], [_Phrase("")]
        elif element in ("cons", "tok") and self._sentence is not None:
            if self._inside == "tok":
                self._fail(f"a {element} inside a word")
            category = attributes.get("cat", "")
            if element == "tok":
                self._inside = element
                self._words.append("")
                self._tags.append(_TAGS.get(category, category))
                category = self._tags[-1]
            is_marked = attributes.get("syn") == COOD
            self._open.append(_Phrase(f"{category}-{COOD}" if is_marked else category))

    def _text(self, text: str) -> None:
        if self._inside == "PMID":
            self._article += text
        elif self._inside == "tok":
            self._words[-1] += text

    def _end(self, element: str) -> None:
        if element == self._inside:
            self._inside = None
        if self._sentence is None or element not in ("cons", "tok", "sentence"):
            return
        phrase = self._open.pop()
        if element == "sentence":
            self._finish(phrase)
        elif element == "tok":
            self._words[-1] = "_".join(self._words[-1].split())
            if not self._words[-1]:
                self._fail("a word is empty")
            place = len(self._words)
            self._open[-1].children.append(Constituent(phrase.label, Span(place, place)))
        elif phrase.children:
            span = Span(phrase.children[0].span.first, phrase.children[-1].span.last)
            self._open[-1].children.append(Constituent(phrase.label, span, tuple(phrase.children)))

    def _finish(self, whole: _Phrase) -> None:
        if self._words:
            waiting, phrases = whole.children[::-1], []
            while waiting:
                phrase = waiting.pop()
                if phrase.children:
                    phrases.append(phrase)
                    waiting.extend(reversed(phrase.children))
            sent_id = f"{self._article.strip()}.{self._sentence}"
            self._trees.append(PhraseTree(tuple(self._words), tuple(self._tags), tuple(phrases), sent_id))
        self._sentence = None
