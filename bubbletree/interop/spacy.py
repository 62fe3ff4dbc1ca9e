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

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, islice
from typing import Final, TextIO

from spacy.language import Language
from spacy.tokens import Doc, DocBin, Span, Token
from spacy.vocab import Vocab

from bubbletree._arguments import several
from bubbletree.confidence import CONFIDENCE, confidence_comment
from bubbletree.convert.to_ud import plain_ud
from bubbletree.coordination import coordinations
from bubbletree.description import EMPTY, Description, Phrase, RelatedPhrase, describe
from bubbletree.draw import html
from bubbletree.errors import StructureError, UnwritableError, shortened
from bubbletree.io.atomic import Target, encodable, open_target
from bubbletree.io.jsonl import format_jsonl, parse_jsonl
from bubbletree.io.lines import Source, raw_lines, source_name
from bubbletree.io.scan import BadSentence, GoodSentence, Scanned, too_long, values
from bubbletree.places import placed
from bubbletree.plugins import DEFAULT, Parser, load
from bubbletree.readings import LIMIT, Collective, split
from bubbletree.sentence import Row, Sentence
from bubbletree.tree import BubbleTree

STORED: Final = "bubble_trees"
"""Where a document's user data has its trees: a list of tokens, tree (a line of JSON) and confidences."""
COMMENTS: Final = "bubble_comments"
"""Where the user data of a document with a single tree has the comments of its sentence."""

_ATTRIBUTES: Final = ("ORTH", "SPACY", "LEMMA", "POS", "TAG", "MORPH", "HEAD", "DEP", "SENT_START")


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
            trees = list(self._parser.parse_all([_sentence(tokens) for tokens in chain.from_iterable(listed)]))
            confidences = iter(self._confidences(trees))
            found = iter(trees)
            for doc, sentences in zip(docs, listed, strict=True):
                doc.user_data[STORED] = [
                    [[token.i for token in tokens], format_jsonl(_bare(next(found))), next(confidences)]
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


def write_docbin(trees: Iterable[BubbleTree], target: Target) -> None:
    """Write trees as a ``.spacy`` file: a ``DocBin`` with a document for each tree.

    Its words are tokens, with lemmas, tags, and the heads and labels of UD. All of it is in memory until it is written.

    Parameters
    ----------
    trees : iterable of BubbleTree
        Well-formed trees.
    target : str, PathLike or text stream
        The file, which appears whole or not at all, or an open stream that has a ``buffer`` of bytes.

    Raises
    ------
    InvalidTreeError
        A tree is not well-formed.
    UnwritableError
        A word is empty or white space, or columns have values that spaCy does not take.
    OSError
        The file cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> from bubbletree.io.brackets import parse_brackets
    >>> tree = parse_brackets("nsubj=she drinks obj=[tea cc=or milk]")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_docbin([tree], f"{folder}/tea.spacy")
    ...     list(iter_docbin(f"{folder}/tea.spacy")) == [tree]
    True
    """
    with open_target(target) as stream, docbin_writer(stream) as add:
        for tree in several(trees, "trees"):
            add(tree)


@contextmanager
def docbin_writer(stream: TextIO) -> Iterator[Callable[[BubbleTree], None]]:
    """A function that adds a tree to a ``DocBin``, which is written when the block ends.

    Parameters
    ----------
    stream : text stream
        Where to write; it must have a ``buffer`` of bytes.
    """
    bin_ = DocBin(attrs=_ATTRIBUTES, store_user_data=True)
    vocabulary = Vocab()
    yield lambda tree: bin_.add(_doc(tree, vocabulary))
    stream.buffer.write(bin_.to_bytes())


def iter_docbin(source: Source, name: str | None = None) -> Iterator[BubbleTree]:
    """Read the trees of a ``.spacy`` file one by one.

    Parameters
    ----------
    source : Source
        A path, or an open stream or lines of bytes.
    name : str, optional
        What to call the source in error messages.

    Raises
    ------
    FormatError
        The file is no ``DocBin``, or has a document without bubble trees.
    OSError
        The file cannot be read.
    """
    return values(scan_docbin(source, name))


def scan_docbin(
    source: Source, name: str | None = None, *, max_words: int | None = None
) -> Iterator[Scanned[BubbleTree]]:
    """Read the trees of a ``.spacy`` file one by one, and continue after bad ones.

    Parameters
    ----------
    source, name
        As for :func:`iter_docbin`.
    max_words : int, optional
        How many words a tree may have.  If left out, there is no limit.

    Yields
    ------
    GoodSentence or BadSentence
        What became of each tree. The line is the number of its document.

    Raises
    ------
    OSError
        The file cannot be read.
    """
    name = source_name(source, name)
    data = b"".join(line if isinstance(line, bytes) else line.encode() for line in raw_lines(source))
    count = number = 0
    try:
        for number, doc in enumerate(DocBin().from_bytes(data).get_docs(Vocab()), start=1):
            if STORED not in doc.user_data:
                count += 1
                yield BadSentence(
                    name, number, count, None, "the document has no bubble trees: no bubble_parser saw it"
                )
            for tokens, line, confidences in doc.user_data.get(STORED, ()):
                count += 1
                tree = _with_sentence(doc, tokens, line, confidences)
                if max_words is not None and len(tree.words) > max_words:
                    yield BadSentence(name, number, count, None, too_long(name, number, max_words).reason)
                else:
                    yield GoodSentence(name, number, count, tree)
    except OSError:
        raise
    except Exception as error:  # spaCy says by any exception that bytes are none of its own
        yield BadSentence(name, number + 1, count + 1, None, f"not a DocBin with bubble trees: {shortened(str(error))}")


def _doc(tree: BubbleTree, vocabulary: Vocab) -> Doc:
    """A document with one tree."""
    ud = plain_ud(tree)
    rows = ud.word_rows
    text = placed(tree.words, tree.sentence)
    follows = [text.text[end : end + 1].isspace() for _, end in text.places]

    def column(name: str) -> list[str]:
        return ["" if (value := getattr(row, name)) == EMPTY else value for row in rows]

    if not rows or not all(word.strip() for word in tree.words):
        raise UnwritableError("docbin", "there are no words, or a word is white space")
    comments = list(tree.sentence.comments) if tree.sentence is not None else []
    encodable("docbin", "".join(chain(tree.words, comments, ud.deprels)))
    try:
        doc = Doc(
            vocabulary,
            words=list(tree.words),
            spaces=follows,
            tags=column("xpos"),
            pos=column("upos"),
            morphs=column("feats"),
            lemmas=column("lemma"),
            heads=[number if head == 0 else head - 1 for number, head in enumerate(ud.heads)],
            deps=list(ud.deprels),
            sent_starts=[number == 0 for number in range(len(rows))],
        )
    except (ValueError, KeyError) as error:
        raise UnwritableError("docbin", shortened(str(error), 200)) from None
    doc.user_data[STORED] = [[list(range(len(rows))), format_jsonl(_bare(tree)), _confidences_of(tree)]]
    doc.user_data[COMMENTS] = comments
    return doc


def _confidences_of(tree: BubbleTree) -> list[float]:
    found = [one.confidence for one in describe(tree).coordinations]
    return [value for value in found if value is not None] if None not in found else []


def _with_sentence(doc: Doc, tokens: Sequence[int], line: str, confidences: Sequence[float]) -> BubbleTree:
    """A stored tree with what the document knows of its words."""
    bare = parse_jsonl(line)
    sentence = _sentence([doc[number] for number in tokens])
    if sentence.words != bare.words:
        raise StructureError("the tree has other words than the document")
    sentence = replace(sentence, comments=tuple(map(str, doc.user_data.get(COMMENTS, ()))))
    if confidences:
        found = dict(zip(coordinations(bare), confidences, strict=True))
        sentence = sentence.with_comments({CONFIDENCE: confidence_comment(found)})
    return BubbleTree(bare.words, bare.contents, bare.arcs, sentence)


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
        bare = _described(line).tree
        tree = BubbleTree(bare.words, bare.contents, bare.arcs, _sentence(tokens))
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


def _bare(tree: BubbleTree) -> BubbleTree:
    return BubbleTree(tree.words, tree.contents, tree.arcs)


def _sentences(doc: Doc) -> Iterator[list[Token]]:
    """The tokens of each sentence, without white space."""
    sentences: Iterable[Span | Doc] = doc.sents if doc.has_annotation("SENT_START") else [doc]
    for sentence in sentences:
        yield [token for token in sentence if not token.is_space]


def _sentence(tokens: Sequence[Token]) -> Sentence:
    """Tokens with the lemmas and tags that they have."""
    rows = (
        Row(
            str(number),
            token.text,
            lemma=token.lemma_ or "_",
            upos=token.pos_ or "_",
            xpos=token.tag_ or "_",
            feats=str(token.morph) or "_",
            misc="_" if token.whitespace_ else "SpaceAfter=No",
        )
        for number, token in enumerate(tokens, start=1)
    )
    return Sentence(tuple(rows))


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
