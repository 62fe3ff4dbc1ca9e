"""UD columns and coordinations merged into one bubble tree (Shi & Lee 2021, appendix A).

The sentence is cut into *regions*: every conjunct is one, every gap between conjuncts is one, and
what is left outside all coordinations is one.  Inside a region a coordination counts as a single
element, just like a word, so that a region is an ordinary dependency forest over its elements: an
element hangs on the one that holds the UD head of its highest word, or is a top of the region if that
head is elsewhere.  Coordinations are taken from the inside out, and each turns the elements from its
first word to its last into one:

* the top of a conjunct gets the arc ``conj`` from the bubble;
* the tops of a gap (coordinators, punctuation, adverbs) hang on the bubble under their own labels;
* whatever is outside and has its head inside thereby hangs on the bubble: it is a shared modifier.

A region that is not projective, or a conjunct with several tops, is repaired as
:class:`~bubbletree.convert.errors.RepairKind` says.  So every sentence whose heads form a tree has a
result, and it is a projective bubble tree whose bubbles all begin with a conjunct, whatever
coordinations were asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from bubbletree._arguments import expect, several
from bubbletree.convert.errors import ConversionError, Reason, Repair, RepairKind
from bubbletree.convert.heads import TOP, tree_heads, walk
from bubbletree.convert.infer import infer
from bubbletree.convert.lift import lift
from bubbletree.convert.relations import Kind, kind_of
from bubbletree.convert.sharing import Decision
from bubbletree.convert.styles import Style, in_ud_style
from bubbletree.convert.to_ud import to_ud
from bubbletree.coordination import Coordination, GivenCoordination
from bubbletree.sentence import Sentence
from bubbletree.span import Span
from bubbletree.tree import CONJ, ROOT, Arc, BubbleTree

UNSPECIFIED = "dep"
"""What ``conj`` becomes outside coordinations, as in the paper: UD's relation for want of a better one."""


@dataclass(frozen=True, slots=True)
class Conversion:
    """A bubble tree made from UD, and what had to be changed to make it.

    Attributes
    ----------
    tree : BubbleTree
        Projective, well-formed and derivable; ``tree.sentence`` is the sentence it was made from.
    repairs : tuple of Repair
        The changes; empty if the tree holds all that the source says.
    decisions : tuple of Decision
        Where the coordinations were read off the sentence itself: for each dependent at the edge of one,
        whether it is shared, and the rule that decided (:mod:`bubbletree.convert.sharing`).
    """

    tree: BubbleTree
    repairs: tuple[Repair, ...] = ()
    decisions: tuple[Decision, ...] = ()


def from_ud(
    source: Sentence | BubbleTree,
    coordinations: Iterable[GivenCoordination] | None = None,
    *,
    style: Style = Style.UD,
) -> BubbleTree:
    """The bubble tree of a UD sentence.

    Parameters
    ----------
    source : Sentence or BubbleTree
        A sentence with HEAD and DEPREL, or a tree, of which the UD conversion is taken.
    coordinations : iterable of GivenCoordination, optional
        Its coordinations, if they are known, or none of them (``()``).  If left out, they are
        read off the sentence itself (:mod:`bubbletree.convert.infer`).
    style : Style
        How the sentence is annotated, where coordinations are read off it (:mod:`bubbletree.convert.styles`).

    Returns
    -------
    BubbleTree
        A projective bubble tree that the oracle can derive.  What had to be changed to get it is
        told by :func:`convert`.

    Raises
    ------
    ConversionError
        A word has no head, the heads do not form a tree, or a given coordination is invalid.

    Examples
    --------
    >>> sentence = Sentence.from_columns(
    ...     ["hot", "tea", "and", "buns"], heads=[2, 0, 4, 2], deprels=["amod", "root", "cc", "conj"]
    ... )
    >>> from_ud(sentence, [GivenCoordination((Span(2, 2), Span(4, 4)))])  # hot buns
    BubbleTree(['hot', 'tea', 'and', 'buns'], [{0}, {1}, {2}, {3}, {4}, {2, 3, 4}], \
[(5, 'conj', 2), (5, 'cc', 3), (5, 'conj', 4), (5, 'amod', 1), (0, 'root', 5)])
    >>> from_ud(sentence).contents[-1] == {1, 2, 3, 4}  # cold buns
    True
    """
    return convert(source, coordinations, style=style).tree


def convert(
    source: Sentence | BubbleTree,
    coordinations: Iterable[GivenCoordination] | None = None,
    *,
    style: Style = Style.UD,
) -> Conversion:
    """As :func:`from_ud`, with an account of what had to be changed.

    Parameters
    ----------
    source, coordinations, style
        As for :func:`from_ud`.

    Raises
    ------
    ConversionError
        See :func:`from_ud`.

    Examples
    --------
    "What are you talking about": the preposition's arc crosses another, so the tree cannot be projective.

    >>> sentence = Sentence.from_columns(
    ...     ["What", "are", "you", "talking", "about"],
    ...     heads=[4, 4, 4, 0, 1],
    ...     deprels=["obl", "aux", "nsubj", "root", "case"],
    ... )
    >>> conversion = convert(sentence)
    >>> conversion.tree.head(5), conversion.repairs
    (4, (Repair(kind=<RepairKind.LIFTED: 'non-projective arc: moved up to an ancestor of its head'>, tokens=(5,)),))
    """
    expect(source, (Sentence, BubbleTree), "a Sentence or a BubbleTree")
    sentence = to_ud(source) if isinstance(source, BubbleTree) else source
    heads = tree_heads(sentence)
    labels = list(sentence.deprels)
    repairs: list[Repair] = []
    decisions: tuple[Decision, ...] = ()
    if coordinations is None:
        heads, labels, restyled = in_ud_style(heads, labels, style)
        repairs.extend(Repair(RepairKind.RESTYLED, (word,)) for word in restyled)
        # Coordinations are read off a projective tree; a moved conjunct is not a conjunct where it lands.
        parents, moved = lift([head - 1 for head in heads])
        heads = [parent + 1 for parent in parents]
        for node in moved:
            repairs.append(Repair(RepairKind.LIFTED, (node + 1,)))
            if kind_of(labels[node]) is Kind.CONJUNCT:
                repairs.append(Repair(RepairKind.RELABELLED, (node + 1,)))
                labels[node] = UNSPECIFIED
        coordinations, decisions = infer(sentence, heads, labels)
    else:
        coordinations = tuple(several(coordinations, "coordinations"))
        for one in coordinations:
            expect(one, (GivenCoordination, Coordination), "a GivenCoordination")
    tree = _Merger(sentence, heads, labels, repairs).merge(coordinations)
    return Conversion(tree, tuple(repairs), decisions)


@dataclass(frozen=True, slots=True)
class Failure:
    """A sentence that has no bubble tree.

    Attributes
    ----------
    sentence : Sentence, BubbleTree or None
        What was to be converted; None if coordinations were given for a sentence that never came.
    error : ConversionError
        Why it was not.
    """

    sentence: Sentence | BubbleTree | None
    error: ConversionError


def convert_all(
    sources: Iterable[Sentence | BubbleTree],
    coordinations: Mapping[str, Sequence[GivenCoordination]] | None = None,
    *,
    style: Style = Style.UD,
) -> Iterator[Conversion | Failure]:
    """Convert sentences one by one; each gives a result or a failure, in order.

    Parameters
    ----------
    sources : iterable of Sentence or BubbleTree
        What to convert.
    coordinations : mapping of str to sequence of GivenCoordination, optional
        The coordinations by sentence id; sentences without an entry have none.  If left out, they
        are read off the sentences themselves.  An entry is for one sentence: another with its id is a failure.
    style : Style
        See :func:`from_ud`.

    Yields
    ------
    Conversion or Failure
        One for each source; then a failure for each sentence id that no source had.

    Examples
    --------
    >>> good = Sentence.from_columns(["tea", "please"], heads=[0, 1], deprels=["root", "discourse"])
    >>> bad = Sentence.from_columns(["tea", "please"], heads=[2, 1], deprels=["dep", "dep"])
    >>> for outcome in convert_all([good, bad]):
    ...     print(outcome.tree.arcs if isinstance(outcome, Conversion) else outcome.error)
    (Arc(head=1, label='discourse', dependent=2), Arc(head=0, label='root', dependent=1))
    sentence: the heads do not form a tree: word 1 is not below the root
    """
    unused = dict.fromkeys(coordinations or ())
    for source in several(sources, "sentences"):
        given: Sequence[GivenCoordination] | None = None
        if coordinations is not None:
            sent_id = _sent_id(source)
            given = coordinations.get(sent_id, ()) if sent_id is not None else ()
            if given and sent_id not in unused:
                # They are one sentence's, and nothing tells whose.
                error = ConversionError(Reason.REPEATED_SENTENCE, "two sentences have this id", sent_id)
                yield Failure(source, error)
                continue
            unused.pop(sent_id or "", None)
        try:
            yield convert(source, given, style=style)
        except ConversionError as error:
            yield Failure(source, error)
    for sent_id in unused:
        yield Failure(None, ConversionError(Reason.UNKNOWN_SENTENCE, "no sentence has this id", sent_id))


def _sent_id(source: Sentence | BubbleTree) -> str | None:
    sentence = source.sentence if isinstance(source, BubbleTree) else source
    return sentence.sent_id if sentence is not None else None


class _Merger:
    """A bubble tree in the making: elements are bubbles, numbered as in the tree."""

    def __init__(self, sentence: Sentence, heads: Sequence[int], labels: Sequence[str], repairs: list[Repair]) -> None:
        self.sentence = sentence
        self.repairs = repairs
        self.heads = (ROOT, *heads)
        self.labels = ("", *labels)
        n = len(heads)
        self.depth = [0] * (n + 1)
        for node in walk([head - 1 for head in heads]):
            self.depth[node + 1] = self.depth[self.heads[node + 1]] + 1
        self.spans = [Span(token, token) for token in range(n + 1)]
        # Of each element the highest word, whose UD head is outside: it decides where the element hangs.
        self.highest = list(range(n + 1))
        # A union-find forest: each element points to one around it, the widest so far to itself.
        self.around = list(range(n + 1))
        self.arcs: list[Arc] = []

    def merge(self, coordinations: Iterable[GivenCoordination]) -> BubbleTree:
        n = len(self.heads) - 1
        categories: dict[tuple[int, int], str] = {}
        for coordination in _inside_out(coordinations, n, self.sentence.sent_id, self.repairs):
            self._enclose(coordination)
            if coordination.category is not None:
                first, last = coordination.whole
                categories[first, last] = coordination.category
        for top in self._region(Span(1, n)):
            self._attach(ROOT, top)
        sentence = self.sentence
        if categories:
            sentence = replace(sentence, categories=tuple(sorted(categories.items())))
        contents = [range(span.first, span.last + 1) for span in self.spans]
        return BubbleTree(sentence.words, contents, self.arcs, sentence, source=self.sentence)

    def _enclose(self, coordination: GivenCoordination) -> None:
        """Make the bubble of a coordination out of the elements from its first word to its last."""
        bubble = len(self.spans)
        tops: list[int] = []
        between: list[int] = []
        gap_begin = coordination.whole.first
        for conjunct in coordination.conjuncts:
            for element in self._region(Span(gap_begin, conjunct.first - 1)):
                between.append(element)
                self._attach(bubble, element)
            [top] = self._region(conjunct, single=True)
            self.arcs.append(Arc(bubble, CONJ, top))
            tops.append(top)
            gap_begin = conjunct.last + 1
        # Back in UD, later conjuncts hang on the first, and what is between them on one of them.
        words = [self.highest[top] for top in tops]
        strays = [word for word in words[1:] if self.heads[word] != words[0]]
        strays += [self.highest[e] for e in between if self.heads[self.highest[e]] not in words]
        self.repairs.extend(Repair(RepairKind.REATTACHED, (word,)) for word in strays)
        self.spans.append(coordination.whole)
        self.around.append(bubble)
        elements = self._elements(coordination.whole)
        self.highest.append(min((self.highest[e] for e in elements), key=lambda word: (self.depth[word], word)))
        if self.highest[bubble] != words[0]:
            self.repairs.append(Repair(RepairKind.HEADED_LATER, (self.highest[bubble],)))
        for element in elements:
            self.around[element] = bubble

    def _region(self, span: Span, *, single: bool = False) -> list[int]:
        """Connect the elements of a region; the result are its tops, just one if a single one is wanted."""
        elements = self._elements(span)
        number = {element: index for index, element in enumerate(elements)}
        heads = [self.heads[self.highest[element]] for element in elements]
        parents = [number[self._widest(head)] if head and head in span else TOP for head in heads]
        if single:
            tops = [index for index, parent in enumerate(parents) if parent == TOP]
            main = min(tops, key=lambda index: self.depth[self.highest[elements[index]]])
            for index in tops:
                if index != main:
                    parents[index] = main
                    self.repairs.append(Repair(RepairKind.SEVERAL_HEADS, (self.highest[elements[index]],)))
        parents, moved = lift(parents)
        self.repairs.extend(Repair(RepairKind.LIFTED, (self.highest[elements[index]],)) for index in moved)
        for index, parent in enumerate(parents):
            if parent != TOP:
                self._attach(elements[parent], elements[index])
                if index not in moved and heads[index] in span and heads[index] != self.highest[elements[parent]]:
                    self.repairs.append(Repair(RepairKind.REATTACHED, (self.highest[elements[index]],)))
        return [element for element, parent in zip(elements, parents, strict=True) if parent == TOP]

    def _attach(self, head: int, element: int) -> None:
        word = self.highest[element]
        label = self.labels[word]
        if kind_of(label) is Kind.CONJUNCT:
            label = UNSPECIFIED
            self.repairs.append(Repair(RepairKind.RELABELLED, (word,)))
        self.arcs.append(Arc(head, label, element))

    def _elements(self, span: Span) -> list[int]:
        """The widest elements so far in a span, from left to right."""
        elements = []
        token = span.first
        while token <= span.last:
            element = self._widest(token)
            elements.append(element)
            token = self.spans[element].last + 1
        return elements

    def _widest(self, element: int) -> int:
        while self.around[element] != element:
            self.around[element] = self.around[self.around[element]]
            element = self.around[element]
        return element


def _inside_out(
    coordinations: Iterable[GivenCoordination], n: int, sent_id: str | None, repairs: list[Repair]
) -> list[GivenCoordination]:
    """Coordinations that can all be bubbles of one tree, each after those inside it.

    Of two that cross, the one further left stays; of two with the same span, the one listed first.
    """
    accepted: list[GivenCoordination] = []
    enclosing: list[GivenCoordination] = []
    given = tuple(coordinations)
    for coordination in given:
        _check(coordination, n, sent_id)
    for coordination in sorted(given, key=lambda c: (c.whole.first, -c.whole.last)):
        whole = coordination.whole
        while enclosing and enclosing[-1].whole.last < whole.first:
            enclosing.pop()
        if enclosing and not _fits(whole, enclosing[-1]):
            repairs.append(Repair(RepairKind.NOT_BUBBLED, tuple(range(whole.first, whole.last + 1))))
        else:
            enclosing.append(coordination)
            accepted.append(coordination)
    return accepted[::-1]


def _check(coordination: GivenCoordination, n: int, sent_id: str | None) -> None:
    spans = coordination.conjuncts
    words = f"conjuncts {', '.join(f'{first}-{last}' for first, last in spans)}"
    if (
        len(spans) < 2
        or any(span.first > span.last for span in spans)
        or any(one.last >= other.first for one, other in pairwise(spans))
    ):
        raise ConversionError(Reason.MALFORMED_COORDINATION, words, sent_id)
    if spans[0].first < 1 or spans[-1].last > n:
        raise ConversionError(Reason.SPAN_OUTSIDE, f"{words} in a sentence of {n} words", sent_id)


def _fits(inner: Span, outer: GivenCoordination) -> bool:
    """Whether a span lies in one conjunct or one gap of a coordination that begins where it does or before."""
    return all(
        (conjunct.first <= inner.first and inner.last <= conjunct.last)
        or inner.last < conjunct.first
        or conjunct.last < inner.first
        for conjunct in outer.conjuncts
    )
