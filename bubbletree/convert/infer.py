"""Coordinations read off UD alone: which words are conjuncts, and where each conjunct begins and ends.

UD hangs the later conjuncts on the first one (``conj``), and every coordinator on the conjunct that
follows it.  That leaves three questions open, which are settled here by rules; docs/guide/conversion.md has an
example of each, and the figures that the rules were chosen by.

*Nesting.*  A word's conjuncts form one flat coordination, from left to right, until something says
that those so far are one conjunct of a wider coordination:

* another coordinator: "A or B and C" is ((A or B) and C);
* a dependent of the first conjunct between two later ones: "A and B, of course, and C";
* a conjunct with a subject or preposition of its own after some without: "she came and saw, and he
  left", "in Rome and Oslo and in Bonn";
* enhanced dependencies by which a modifier is shared by the conjuncts so far, and not by the next.

A conjunct that has conjuncts itself is a coordination inside one.

*Left edge of the first conjunct.*  Its modifiers on the left are private from the innermost outwards up
to the first that is shared, and from there on all are shared: whatever stands further out cannot be
inside.  A modifier is shared if enhanced dependencies say so.  Otherwise it is private as long as a
modifier of its kind, or one further out, is repeated on a later conjunct; failing that, its kind
decides (:func:`_shared_by_kind`).

*Edges elsewhere.*  Coordinators, and commas and the like at the edges between conjuncts, stand
between conjuncts, in none of them.  A modifier on the right belongs to the word that UD hangs it on: to the
last conjunct alone, or, hung on the first but standing after the last, to all.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from bubbletree.convert.enhanced import enhanced_heads
from bubbletree.convert.heads import tree_heads, walk
from bubbletree.convert.lift import lift
from bubbletree.coordination import GivenCoordination
from bubbletree.sentence import Sentence
from bubbletree.span import Span
from bubbletree.tree import CONJ

SEPARATORS = frozenset(
    [",", ";", ":", "-", "--", "---", "–", "—", "/", ".", "..", "...", "…", "·", "،", "、", "，", "；", "&", "+"]
)
"""Punctuation that separates conjuncts; other marks (brackets, quotes) belong to what they enclose."""

_SUBJECT = "subject"
_VERBAL = "verbal"
_MARKER = "marker"
_KINDS = {
    "nsubj": _SUBJECT, "csubj": _SUBJECT, "expl": _SUBJECT,
    "aux": _VERBAL, "cop": _VERBAL,
    "case": _MARKER, "mark": _MARKER,
}  # fmt: skip
"""Relations that count as one kind when the modifiers of two conjuncts are compared."""

_INSIDE = frozenset({"amod", "compound", "det", "nmod", "nummod", "flat", "fixed", "goeswith", "acl", "appos", "clf"})
"""Relations inside a nominal: private unless something says otherwise.  All others reach over the whole."""


def universal(label: str) -> str:
    """A UD relation without its subtype: ``nsubj`` for ``nsubj:pass``."""
    return label.partition(":")[0]


def infer_coordinations(sentence: Sentence) -> tuple[GivenCoordination, ...]:
    """The coordinations that a UD sentence shows by its ``conj`` relations.

    Parameters
    ----------
    sentence : Sentence
        With HEAD and DEPREL; DEPS is used where it is there.  Non-projective arcs are looked at as
        if lifted (:mod:`bubbletree.convert.lift`).

    Raises
    ------
    ConversionError
        A word has no head, or the heads do not form a tree.

    Examples
    --------
    >>> sentence = Sentence.from_columns(
    ...     ["in", "Rome", ",", "Oslo", "and", "Bonn"],
    ...     heads=[2, 0, 4, 2, 6, 2],
    ...     deprels=["case", "root", "punct", "conj", "cc", "conj"],
    ... )
    >>> [found] = infer_coordinations(sentence)
    >>> [tuple(conjunct) for conjunct in found.conjuncts]
    [(2, 2), (4, 4), (6, 6)]
    """
    parents, _ = lift([head - 1 for head in tree_heads(sentence)])
    return coordinations_of(sentence, [parent + 1 for parent in parents], sentence.deprels)


def coordinations_of(sentence: Sentence, heads: Sequence[int], labels: Sequence[str]) -> tuple[GivenCoordination, ...]:
    """As :func:`infer_coordinations`, with the columns HEAD (a projective tree) and DEPREL given apart."""
    if not any(universal(label) == CONJ for label in labels):
        return ()
    syntax = _Syntax(sentence, heads, labels)
    found: list[GivenCoordination] = []
    for word in range(1, len(heads) + 1):
        conjuncts = [child for child in syntax.right(word) if universal(syntax.labels[child]) == CONJ]
        if conjuncts:
            found.extend(_nested(syntax, word, conjuncts))
    return tuple(found)


class _Syntax:
    """A UD tree with what the rules ask about.  Words are numbered from 1."""

    def __init__(self, sentence: Sentence, heads: Sequence[int], labels: Sequence[str]) -> None:
        rows = sentence.word_rows
        self.sentence = sentence
        self.forms = ("", *(row.form for row in rows))
        self.upos = ("", *(row.upos for row in rows))
        self.xpos = ("", *(row.xpos for row in rows))
        self.labels = ("", *labels)
        self.children: list[list[int]] = [[] for _ in self.labels]
        self.first = list(range(len(self.labels)))
        self.last = list(range(len(self.labels)))
        for word, head in enumerate(heads, start=1):
            self.children[head].append(word)
        for node in reversed(walk([head - 1 for head in heads])):
            head = heads[node]
            self.first[head] = min(self.first[head], self.first[node + 1])
            self.last[head] = max(self.last[head], self.last[node + 1])

    @cached_property
    def enhanced(self) -> tuple[frozenset[int], ...]:
        return (frozenset(), *enhanced_heads(self.sentence))

    def left(self, word: int) -> list[int]:
        """The dependents before a word, from left to right."""
        return [child for child in self.children[word] if child < word]

    def right(self, word: int) -> list[int]:
        """The dependents after a word, from left to right."""
        return [child for child in self.children[word] if child > word]

    def is_coordinator(self, word: int) -> bool:
        return universal(self.labels[word]) == "cc" and self.labels[word] != "cc:preconj"

    def is_mark(self, word: int) -> bool:
        """Whether a word is punctuation of any sort."""
        return universal(self.labels[word]) == "punct"

    def is_separator(self, word: int) -> bool:
        return self.is_mark(word) and self.forms[word] in SEPARATORS and not self.children[word]

    def kind(self, word: int) -> str:
        """What the relation of a word to its head counts as in comparisons."""
        return _KINDS.get(universal(self.labels[word]), self.labels[word])

    def kinds(self, word: int) -> set[str]:
        """The kinds of a word's dependents before it, leaving out coordinators and punctuation."""
        return {self.kind(child) for child in self.left(word) if universal(self.labels[child]) not in ("cc", "punct")}

    def same_form(self, head: int, conjunct: int) -> bool:
        """Whether an auxiliary of one word may be one of the other: "has come and seen", "has come and sees"."""
        if self.upos[head] == self.upos[conjunct] == "VERB":
            return self.xpos[head] == self.xpos[conjunct]
        return self.upos[conjunct] != "VERB"

    def coordinator(self, conjunct: int) -> str | None:
        """The coordinator before a conjunct, in lower case."""
        return next((self.forms[child].lower() for child in self.left(conjunct) if self.is_coordinator(child)), None)


def _nested(syntax: _Syntax, head: int, conjuncts: Sequence[int]) -> list[GivenCoordination]:
    """The coordinations whose first conjunct is headed by ``head``, the innermost first."""
    found: list[GivenCoordination] = []
    left = head
    last = head
    for group in _groups(syntax, head, conjuncts):
        left = min(left, _left_edge(syntax, head, group))
        inner = found[-1].whole.last if found else head
        spans = [Span(left, _right_edge(syntax, head, inner, group[0]))]
        for conjunct, following in zip(group, [*group[1:], None], strict=True):
            last = syntax.last[conjunct]
            if following is not None:
                last = _right_edge(syntax, conjunct, conjunct, following)
            spans.append(Span(_conjunct_start(syntax, conjunct), last))
        found.append(GivenCoordination(tuple(spans)))
    return found


def _groups(syntax: _Syntax, head: int, conjuncts: Sequence[int]) -> list[list[int]]:
    """A word's conjuncts cut where those so far become one conjunct of a wider coordination."""
    between = [child for child in syntax.right(head) if child not in conjuncts and not syntax.is_separator(child)]
    groups: list[list[int]] = [[]]
    coordinator: str | None = None
    for conjunct in conjuncts:
        group = groups[-1]
        ahead = syntax.coordinator(conjunct)
        if group and (
            (ahead is not None and coordinator is not None and ahead != coordinator)
            or any(group[-1] < child < conjunct for child in between)
            or any(
                kind in syntax.kinds(conjunct)
                and kind in syntax.kinds(head)
                and not any(kind in syntax.kinds(member) for member in group)
                for kind in (_SUBJECT, _MARKER)
            )
            or any(
                syntax.enhanced[child].issuperset(group) and conjunct not in syntax.enhanced[child]
                for child in syntax.left(head)
            )
        ):
            group = []
            groups.append(group)
            coordinator = None
        group.append(conjunct)
        coordinator = ahead or coordinator
    return groups


def _left_edge(syntax: _Syntax, head: int, conjuncts: Sequence[int]) -> int:
    """The first word of the first conjunct of a coordination."""
    modifiers = syntax.left(head)[::-1]
    repeated = set[str]().union(*map(syntax.kinds, conjuncts))
    parallel = [index for index, child in enumerate(modifiers) if syntax.kind(child) in repeated]
    private = max(parallel, default=-1)
    edge = head
    for index, child in enumerate(modifiers):
        if not syntax.enhanced[child].isdisjoint(conjuncts):
            break
        if index > private and _shared_by_kind(syntax, head, child, conjuncts, repeated):
            break
        edge = syntax.first[child]
    return edge


def _shared_by_kind(syntax: _Syntax, head: int, modifier: int, conjuncts: Sequence[int], repeated: set[str]) -> bool:
    """Whether a left modifier without a parallel belongs to the whole coordination, by its relation."""
    relation = universal(syntax.labels[modifier])
    if relation == "punct":
        # An opening bracket or quote is inside if its partner is.
        inside = [child for child in syntax.right(head) if child < conjuncts[0] and syntax.is_mark(child)]
        return syntax.forms[modifier] in SEPARATORS or not any(syntax.forms[c] not in SEPARATORS for c in inside)
    if syntax.kind(modifier) == _VERBAL:
        return _SUBJECT not in repeated and all(syntax.same_form(head, conjunct) for conjunct in conjuncts)
    if relation == "advmod":
        return repeated.isdisjoint((_SUBJECT, _VERBAL)) and syntax.upos[head] not in ("ADJ", "ADV")
    return relation not in _INSIDE


def _conjunct_start(syntax: _Syntax, conjunct: int) -> int:
    """The first word of a later conjunct, after the coordinator and separators that lead up to it."""
    start = syntax.first[conjunct]
    leading = True
    for child in syntax.left(conjunct):
        leading = leading and syntax.is_separator(child)
        if leading or syntax.is_coordinator(child):
            start = syntax.last[child] + 1
            leading = True
    return start


def _right_edge(syntax: _Syntax, head: int, edge: int, following: int) -> int:
    """The last word of a conjunct that others follow, leaving out the separators at its end."""
    for child in syntax.right(head):
        if edge < child < following and not syntax.is_separator(child) and not syntax.is_coordinator(child):
            edge = syntax.last[child]
    return edge
