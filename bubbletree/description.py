"""Coordinations as programs want them: with their words, places in the text, and relations to each other.

:func:`describe` makes a :class:`Description` of a tree. :mod:`bubbletree.io.json` writes it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Final, NamedTuple

from bubbletree.confidence import ALTERNATIVES, StatedAlternative, alternatives, confidences
from bubbletree.convert.to_ud import head_words, plain_ud, standing_children
from bubbletree.coordination import COORDINATOR, Modifier, TreeCoordination, coordinations
from bubbletree.places import PlacedText, placed
from bubbletree.projectivity import projection_spans
from bubbletree.sentence import Row
from bubbletree.span import Span
from bubbletree.tree import CONJ, ROOT, BubbleTree

COLUMNS: Final = ("lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc")
"""The columns of CoNLL-U that a token can have, beside its number and form."""

MULTIWORD: Final = "multiword_tokens"
EMPTY_NODES: Final = "empty_nodes"
"""Fields of a sentence that only some have."""

EMPTY: Final = "_"
"""What stands in a column that holds nothing."""


@dataclass(frozen=True, slots=True)
class DescribedSpan:
    """Some words of a sentence that need not be a phrase of its tree.

    Attributes
    ----------
    text : str
        How they stand in the text.
    first, last : int
        The numbers of the first and the last word.
    start, end : int
        The positions of the first character in the text, counted from 0, and just after the last one.
    """

    text: str
    first: int
    last: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Phrase(DescribedSpan):
    """Some words of a sentence that are a phrase of its tree.

    Attributes
    ----------
    head : int
        The word that stands for the phrase in Universal Dependencies.
    coordination : int or None
        The number of the coordination that the phrase is, possibly with modifiers of its own. None if its head is a
        word.
    """

    head: int
    coordination: int | None


@dataclass(frozen=True, slots=True)
class RelatedPhrase(Phrase):
    """A phrase with its relation to the coordination.

    Attributes
    ----------
    relation : str
        The relation.
    """

    relation: str


@dataclass(frozen=True, slots=True)
class DescribedAlternative:
    """What a coordination may be instead, as a model sees it.

    Attributes
    ----------
    confidence : float
        How sure the model is of this reading, from 0 to 1.
    conjuncts : tuple of DescribedSpan
        The conjuncts.
    """

    confidence: float
    conjuncts: tuple[DescribedSpan, ...]


@dataclass(frozen=True, slots=True)
class DescribedCoordination:
    """One coordination of a sentence.

    Attributes
    ----------
    id : int
        Its number: 1 for the first one of the sentence.
    text, first, last, start, end, head
        As for a :class:`Phrase`, from the first conjunct to the last one.
    parent : int or None
        The innermost coordination that it is in a part of.
    depth : int
        1 plus the number of coordinations that it is in a part of.
    category : str or None
        The phrase category (``"NP"``), if the source has it.
    relation : str
        The relation of the coordination to its governor.
    governor : Phrase or None
        The word or the coordination that governs it. None for the root of the sentence.
    conjuncts, coordinators : tuple of Phrase
        The conjuncts, with the modifiers of each, and the coordinators.
    others : tuple of RelatedPhrase
        What else is between conjuncts: mostly punctuation.
    shared_left, shared_right : tuple of RelatedPhrase
        The modifiers that all conjuncts share, before and after the coordination.
    confidence : float or None
        How sure a model is of it, from 0 to 1, if the sentence has a comment about this.
    alternatives : tuple of DescribedAlternative
        Other readings of it, if the sentence has a comment about these.
    """

    id: int
    text: str
    first: int
    last: int
    start: int
    end: int
    head: int
    parent: int | None
    depth: int
    category: str | None
    relation: str
    governor: Phrase | None
    conjuncts: tuple[Phrase, ...]
    coordinators: tuple[Phrase, ...]
    others: tuple[RelatedPhrase, ...]
    shared_left: tuple[RelatedPhrase, ...]
    shared_right: tuple[RelatedPhrase, ...]
    confidence: float | None
    alternatives: tuple[DescribedAlternative, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """The coordination for JSON: without alternatives there is no field for them."""
        values = asdict(self)
        return values if self.alternatives else {name: values[name] for name in values if name != ALTERNATIVES}


@dataclass(frozen=True, slots=True)
class DescribedToken:
    """One word of a sentence.

    Attributes
    ----------
    row : Row
        Its columns, with the head and the relation that the tree has in Universal Dependencies.
    start, end : int
        The positions of its first character in the text, counted from 0, and just after its last one.
    """

    row: Row
    start: int
    end: int

    def to_dict(self) -> dict[str, object]:
        """The token for JSON: columns that hold nothing are left out."""
        place = {"start": self.start, "end": self.end}
        return {"id": int(self.row.id), "text": self.row.form, **place, **filled(self.row), "head": int(self.row.head)}


@dataclass(frozen=True, slots=True)
class DescribedMultiwordToken:
    """Words that are written together.

    Attributes
    ----------
    row : Row
        The columns of its line.
    first, last : int
        The numbers of its first and its last word.
    start, end : int
        The positions of its first character in the text, counted from 0, and just after its last one.
    """

    row: Row
    first: int
    last: int
    start: int
    end: int

    def to_dict(self) -> dict[str, object]:
        """The token for JSON: columns that hold nothing are left out."""
        place = {"first": self.first, "last": self.last, "start": self.start, "end": self.end}
        return {"text": self.row.form, **place, **filled(self.row)}


def filled(row: Row) -> dict[str, str]:
    """The columns of a line that hold something, beside its id and form."""
    columns = {name: getattr(row, name) for name in COLUMNS}
    return {name: value for name, value in columns.items() if value != EMPTY}


@dataclass(frozen=True, slots=True)
class Description:
    """A sentence and its coordinations.

    Attributes
    ----------
    sent_id : str or None
        The id of the sentence, if it has one.
    text : str
        Its text.
    offset : int or None
        How many characters are before it in the document, if this is known.
    comments : tuple of str
        Its comments, verbatim.
    tokens : tuple of DescribedToken
        Its words.
    coordinations : tuple of DescribedCoordination
        Its coordinations, sorted by first word, wider ones first.
    tree : BubbleTree
        The tree.
    multiword_tokens : tuple of DescribedMultiwordToken
        Its words that are written together, from left to right.
    empty_nodes : tuple of Row
        The lines of its empty nodes.
    """

    sent_id: str | None
    text: str
    offset: int | None
    comments: tuple[str, ...]
    tokens: tuple[DescribedToken, ...]
    coordinations: tuple[DescribedCoordination, ...]
    tree: BubbleTree
    multiword_tokens: tuple[DescribedMultiwordToken, ...] = ()
    empty_nodes: tuple[Row, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """The description for JSON, without the tree; multiword tokens and empty nodes are there if there are some."""
        empty = [{"id": row.id, "text": row.form, **filled(row)} for row in self.empty_nodes]
        multiword = [token.to_dict() for token in self.multiword_tokens]
        others = {name: listed for name, listed in ((MULTIWORD, multiword), (EMPTY_NODES, empty)) if listed}
        return {
            "sent_id": self.sent_id,
            "text": self.text,
            "offset": self.offset,
            "comments": self.comments,
            "tokens": [token.to_dict() for token in self.tokens],
            **others,
            "coordinations": [coordination.to_dict() for coordination in self.coordinations],
        }


def describe(tree: BubbleTree) -> Description:
    """The words, the text and the coordinations of a tree.

    Parameters
    ----------
    tree : BubbleTree
        A well-formed tree.

    Raises
    ------
    InvalidTreeError
        The tree is not well-formed.
    StructureError
        The words of the tree and of its sentence differ.

    Examples
    --------
    >>> from bubbletree.io.brackets import parse_brackets
    >>> tree = parse_brackets("nsubj=I prefer obj=[(amod=hot [coffee cc=or tea]) cc=and (det=a bun)]")
    >>> outer, inner = describe(tree).coordinations
    >>> [conjunct.text for conjunct in outer.conjuncts]
    ['hot coffee or tea', 'a bun']
    >>> outer.relation, outer.governor.text if outer.governor else None
    ('obj', 'prefer')
    >>> inner.parent, inner.depth, [(modifier.relation, modifier.text) for modifier in inner.shared_left]
    (1, 2, [('amod', 'hot')])
    """
    found = coordinations(tree)
    ud = plain_ud(tree)
    source = tree.sentence or ud
    text = placed(tree.words, source)
    phrases = _Phrases(tree, text, {one.bubble: number for number, one in enumerate(found, start=1)})
    nested = nesting(tree, phrases.numbers)
    described = tuple(
        phrases.coordination(one, nested[one.bubble], confidence, others)
        for one, confidence, others in zip(found, confidences(source, found), alternatives(source, found), strict=True)
    )
    return Description(
        sent_id=source.sent_id,
        text=text.text,
        offset=text.offset,
        comments=source.comments,
        tokens=tuple(DescribedToken(row, *place) for row, place in zip(ud.word_rows, text.places, strict=True)),
        coordinations=described,
        tree=tree,
        multiword_tokens=tuple(_multiword(row, *row.covered, text) for row in source.rows if row.covered),
        empty_nodes=tuple(row for row in source.rows if "." in row.id),
    )


def _multiword(row: Row, first: int, last: int, text: PlacedText) -> DescribedMultiwordToken:
    return DescribedMultiwordToken(row, first, last, text.places[first - 1][0], text.places[last - 1][1])


@dataclass(frozen=True)
class _Phrases:
    """Makes phrases of the bubbles of a tree, given its text and the numbers of its coordinations by bubble."""

    tree: BubbleTree
    text: PlacedText
    numbers: Mapping[int, int]

    @cached_property
    def _heads(self) -> list[int]:
        return head_words(self.tree, standing_children(self.tree))

    @cached_property
    def _projections(self) -> tuple[Span, ...]:
        return projection_spans(self.tree)

    def coordination(
        self, one: TreeCoordination, place: Nesting, confidence: float | None, others: Sequence[StatedAlternative]
    ) -> DescribedCoordination:
        """All about a coordination."""
        tree = self.tree
        text, start, end = self._cut(one.whole)
        parts = [(part, tree.label(part) or "") for part in tree.parts(one.bubble)]
        governor = tree.head(one.bubble)
        return DescribedCoordination(
            id=self.numbers[one.bubble],
            text=text,
            first=one.whole.first,
            last=one.whole.last,
            start=start,
            end=end,
            head=self._heads[one.bubble],
            parent=place.parent,
            depth=place.depth + 1,
            category=one.category,
            relation=tree.label(one.bubble) or "",
            governor=None if governor is None or ROOT in tree.contents[governor] else self._governor(governor),
            conjuncts=tuple(self._phrase(part, self._projections[part]) for part, label in parts if label == CONJ),
            coordinators=tuple(
                self._phrase(part, self._projections[part]) for part, label in parts if label == COORDINATOR
            ),
            others=tuple(
                self._related(Modifier(part, label, self._projections[part]))
                for part, label in parts
                if label not in (CONJ, COORDINATOR)
            ),
            shared_left=tuple(map(self._related, one.shared_left)),
            shared_right=tuple(map(self._related, one.shared_right)),
            confidence=confidence,
            alternatives=tuple(
                DescribedAlternative(other.confidence, tuple(map(self._span, other.conjuncts))) for other in others
            ),
        )

    def _span(self, span: Span) -> DescribedSpan:
        text, start, end = self._cut(span)
        return DescribedSpan(text, *span, start, end)

    def _governor(self, bubble: int) -> Phrase:
        return self._phrase(bubble, self.tree.hulls[bubble])

    def _phrase(self, bubble: int, span: Span) -> Phrase:
        text, start, end = self._cut(span)
        return Phrase(text, span.first, span.last, start, end, self._heads[bubble], self.numbers.get(bubble))

    def _related(self, one: Modifier) -> RelatedPhrase:
        text, start, end = self._cut(one.span)
        number = self.numbers.get(one.bubble)
        return RelatedPhrase(text, *one.span, start, end, self._heads[one.bubble], number, one.label)

    def _cut(self, span: Span) -> tuple[str, int, int]:
        start, end = self.text.places[span.first - 1][0], self.text.places[span.last - 1][1]
        return self.text.text[start:end], start, end


class Nesting(NamedTuple):
    """The number of the innermost coordination that a bubble is in a part of, and of how many it is."""

    parent: int | None
    depth: int


def nesting(tree: BubbleTree, numbers: Mapping[int, int]) -> list[Nesting]:
    """How deep each bubble is in coordinations, given the numbers of these by bubble."""
    found = [Nesting(None, 0)] * len(tree.contents)
    order = [bubble for bubble in tree.bubbles if tree.head(bubble) is None]
    for bubble in order:  # grows while it is walked: every bubble after its head
        inside = Nesting(numbers.get(bubble), found[bubble].depth + 1)
        for child in tree.children(bubble):
            is_part = bubble in numbers and tree.is_inside(child, bubble)
            found[child] = inside if is_part else found[bubble]
            order.append(child)
    return found
