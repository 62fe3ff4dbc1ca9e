"""Coordinations in `spaCy <https://spacy.io>`_: the pipeline component ``bubble_parser``. Needs the extra ``spacy``.

::

    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    nlp.add_pipe("bubble_parser")
    for coordination in nlp("I bought apples, pears and plums.")._.coordinations:
        print(coordination.conjuncts)

Tokens are taken as they are. Sentences are those of the document; a document without any is one sentence. Heads and
labels that another parser has set stay as they are.

The component sets these attributes:

* ``doc._.coordinations`` and ``span._.coordinations``: the coordinations, in order;
* ``token._.coordination``: the innermost coordination with the token in a conjunct, or None;
* ``doc._.bubble_trees``: the trees of the sentences;
* ``doc._.split()``: the readings of the sentences without coordinations (:func:`bubbletree.split`).

What they are made from is kept in ``doc.user_data``, so a ``DocBin`` with ``store_user_data=True`` keeps it.
:func:`write_docbin` writes trees to such a file, and :func:`iter_docbin` reads them from it, whether the component has
found them or not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice

from spacy.language import Language
from spacy.tokens import Doc, Span, Token

from bubbletree.description import Description, Phrase, RelatedPhrase, describe
from bubbletree.draw import html
from bubbletree.interop.docbin import docbin_writer, iter_docbin, scan_docbin, write_docbin
from bubbletree.interop.spacy_trees import COMMENTS, STORED, bare, sentence_of
from bubbletree.io.jsonl import format_jsonl, parse_jsonl
from bubbletree.plugins import DEFAULT, Parser, load
from bubbletree.readings import LIMIT, Collective, split
from bubbletree.tree import BubbleTree

__all__ = [
    "COMMENTS",
    "STORED",
    "BubbleParser",
    "SpacyCoordination",
    "SpacyReading",
    "bubble_trees",
    "coordinations_of",
    "docbin_writer",
    "iter_docbin",
    "make_bubble_parser",
    "readings_of",
    "render",
    "scan_docbin",
    "write_docbin",
]


@dataclass(frozen=True, slots=True)
class SpacyCoordination:
    """A coordination of a document.

    Attributes
    ----------
    span : Span
        From the first conjunct to the last.
    conjuncts, coordinators : tuple of Span
        The conjuncts, with the modifiers of each, and the coordinators.
    shared_left, shared_right : tuple of Span
        The modifiers that all conjuncts share; the label of each is its relation.
    governor : Span or None
        The word or the coordination that governs it. None for the root of the sentence.
    relation : str
        Its relation to the governor.
    depth : int
        1 plus the number of coordinations that it is in a part of.
    confidence : float or None
        How sure the model is of it, if the component was asked.
    """

    span: Span
    conjuncts: tuple[Span, ...]
    coordinators: tuple[Span, ...]
    shared_left: tuple[Span, ...]
    shared_right: tuple[Span, ...]
    governor: Span | None
    relation: str
    depth: int
    confidence: float | None


@dataclass(frozen=True, slots=True)
class SpacyReading:
    """A sentence of a document with one conjunct in the place of each coordination that is split.

    Attributes
    ----------
    text : str
        Its words, with the blanks that they have in the document.
    tokens : tuple of Token
        Its words.
    collective : tuple of Span
        Coordinations that should not be split: what the reading says may be false.
    """

    text: str
    tokens: tuple[Token, ...]
    collective: tuple[Span, ...]


class BubbleParser:
    """The component.

    Parameters
    ----------
    parser : Parser
        What finds the trees.
    confidence : bool
        Whether to ask the parser how sure it is.
    """

    def __init__(self, parser: Parser, *, confidence: bool = False) -> None:
        self._parser = parser
        self._confidence = confidence
        _register()

    def __call__(self, doc: Doc) -> Doc:
        """Find the coordinations of a document."""
        [same] = self.pipe([doc])
        return same

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 128) -> Iterator[Doc]:
        """Find the coordinations of documents; the sentences of a batch are parsed together."""
        coming = iter(stream)
        while docs := list(islice(coming, batch_size)):
            listed = [[tokens for tokens in _sentences(doc) if tokens] for doc in docs]
            trees = list(self._parser.parse_all([sentence_of(tokens) for tokens in chain.from_iterable(listed)]))
            confidences = iter(self._confidences(trees))
            found = iter(trees)
            for doc, sentences in zip(docs, listed, strict=True):
                doc.user_data[STORED] = [
                    [[token.i for token in tokens], format_jsonl(bare(next(found))), next(confidences)]
                    for tokens in sentences
                ]
                yield doc

    def _confidences(self, trees: Sequence[BubbleTree]) -> Iterable[list[float]]:
        """The confidences of each tree's coordinations, in order; none if they were not asked for."""
        if not self._confidence:
            return ([] for _ in trees)
        return (list(found.values()) for found in self._parser.confidences_all(trees))


@Language.factory(
    "bubble_parser",
    default_config={"model": None, "parser": DEFAULT, "confidence": False, "options": {}},
    assigns=[
        "doc._.coordinations",
        "span._.coordinations",
        "token._.coordination",
        "doc._.bubble_trees",
        "doc._.split",
    ],
)
def make_bubble_parser(
    nlp: Language,  # noqa: ARG001  # spaCy passes it
    name: str,  # noqa: ARG001  # the same
    model: str | None,
    parser: str,
    confidence: bool,
    options: dict[str, object],
) -> BubbleParser:
    """The component, for spaCy.

    Parameters
    ----------
    nlp : Language
        The pipeline.
    name : str
        The name of the component in it.
    model : str or None
        A model directory; None for the English model that comes with the parser.
    parser : str
        The parser's name (:func:`bubbletree.load`).
    confidence : bool
        Whether to ask the parser how sure it is of each coordination.
    options : dict
        Further options of the parser, such as ``device``, ``beam`` and ``batch_size``.
    """
    return BubbleParser(load(model, parser=parser, **options), confidence=confidence)


def render(doc: Doc) -> str:
    """A page in HTML with a picture of each sentence's bubble tree.

    Parameters
    ----------
    doc : Doc
        A document that the component has seen.
    """
    return html(bubble_trees(doc))


def bubble_trees(doc: Doc) -> tuple[BubbleTree, ...]:
    """The trees of a document's sentences; words are the tokens that are not white space.

    Parameters
    ----------
    doc : Doc
        A document that the component has seen.
    """
    return tuple(_described(tree).tree for _, tree, _ in doc.user_data.get(STORED, ()))


def coordinations_of(doc: Doc) -> tuple[SpacyCoordination, ...]:
    """The coordinations of a document.

    Parameters
    ----------
    doc : Doc
        A document that the component has seen; other documents have none.
    """
    return tuple(
        one
        for tokens, tree, confidences in doc.user_data.get(STORED, ())
        for one in _coordinations(doc, tokens, _described(tree), confidences)
    )


def readings_of(
    doc: Doc,
    *,
    collective: Collective | str = Collective.KEEP,
    language: str | None = None,
    without: Collection[str] = (),
    limit: int = LIMIT,
) -> tuple[SpacyReading, ...]:
    """The readings of a document's sentences, in order; a sentence without coordinations has one.

    Parameters
    ----------
    doc : Doc
        A document that the component has seen; other documents have none.
    collective, without, limit
        As for :func:`bubbletree.split`; the limit is that of each sentence.
    language : str or None
        The language of the document by its code; None for that of the pipeline.

    Raises
    ------
    TooManyReadingsError
        A sentence has more readings than the limit allows.
    UnknownRuleError
        There is no rule of that name.
    """
    spoken = doc.lang_ if language is None else language
    found = []
    for numbers, line, _ in doc.user_data.get(STORED, ()):
        tokens = [doc[number] for number in numbers]
        tree = _described(line).tree.with_sentence(sentence_of(tokens))
        for reading in split(tree, collective=collective, language=spoken, without=without, limit=limit):
            marked = (
                Span(doc, tokens[choice.span.first - 1].i, tokens[choice.span.last - 1].i + 1)
                for choice in reading.collective
            )
            words = tuple(tokens[number - 1] for number in reading.tokens)
            found.append(SpacyReading(reading.text, words, tuple(marked)))
    return tuple(found)


def _coordinations(
    doc: Doc, tokens: Sequence[int], description: Description, confidences: Sequence[float]
) -> Iterator[SpacyCoordination]:
    def span(first: int, last: int, label: str = "") -> Span:
        return Span(doc, tokens[first - 1], tokens[last - 1] + 1, label=label)

    def spans(phrases: Iterable[Phrase], label: str) -> tuple[Span, ...]:
        return tuple(span(phrase.first, phrase.last, label) for phrase in phrases)

    def related(phrases: Iterable[RelatedPhrase]) -> tuple[Span, ...]:
        return tuple(span(phrase.first, phrase.last, phrase.relation) for phrase in phrases)

    for one in description.coordinations:
        governor = one.governor
        yield SpacyCoordination(
            span(one.first, one.last, one.category or ""),
            spans(one.conjuncts, "conj"),
            spans(one.coordinators, "cc"),
            related(one.shared_left),
            related(one.shared_right),
            None if governor is None else span(governor.first, governor.last),
            one.relation,
            one.depth,
            confidences[one.id - 1] if confidences else None,
        )


@lru_cache(maxsize=1024)
def _described(line: str) -> Description:
    """The description of a tree that is stored as a line of JSON. Attributes ask for it again and again."""
    return describe(parse_jsonl(line))


def _sentences(doc: Doc) -> Iterator[list[Token]]:
    """The tokens of each sentence, without white space."""
    sentences: Iterable[Span | Doc] = doc.sents if doc.has_annotation("SENT_START") else [doc]
    for sentence in sentences:
        yield [token for token in sentence if not token.is_space]


def _in_span(span: Span) -> tuple[SpacyCoordination, ...]:
    found = coordinations_of(span.doc)
    return tuple(one for one in found if span.start <= one.span.start and one.span.end <= span.end)


def _around(token: Token) -> SpacyCoordination | None:
    found = [
        one
        for one in coordinations_of(token.doc)
        if any(conjunct.start <= token.i < conjunct.end for conjunct in one.conjuncts)
    ]
    return max(found, key=lambda one: one.depth, default=None)


def _register() -> None:
    """Set up the attributes. Those of the same names that somebody else has set up are replaced."""
    Doc.set_extension("coordinations", getter=coordinations_of, force=True)
    Doc.set_extension("bubble_trees", getter=bubble_trees, force=True)
    Doc.set_extension("split", method=readings_of, force=True)
    Span.set_extension("coordinations", getter=_in_span, force=True)
    Token.set_extension("coordination", getter=_around, force=True)
