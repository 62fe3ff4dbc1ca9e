"""Bubble trees as enhanced Universal Dependencies: the graph in the column DEPS.

Basic UD hangs every conjunct on the first one, and says neither what the others depend on nor what they share. The
enhanced graph has an arc for each of these, and the bubbles say which:

* what governs a coordination governs each conjunct, with the relation of the coordination;
* what all conjuncts share depends on each conjunct;
* ``conj`` gets the coordinator as a subtype, as in ``conj:and``.

Some relations are not repeated (:data:`LOOSE`): punctuation and correlatives (*both*) belong to a coordination as a
whole, the root is one, and ``parataxis`` and the like only stand beside a clause.

If the sentence of the tree has a graph already, its labels are kept (``obl:in``, ``nmod:of``), and so are its arcs that
are not about coordination: those of empty nodes, of relative clauses, of subjects of infinitives.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from itertools import chain
from typing import Final, NamedTuple

from bubbletree.convert.enhanced import faults_in_deps
from bubbletree.convert.relations import universal
from bubbletree.convert.to_ud import Punctuation, head_words, standing_children, to_ud
from bubbletree.coordination import COORDINATOR
from bubbletree.errors import UnwritableError
from bubbletree.sentence import Row, Sentence
from bubbletree.tree import CONJ, ROOT, BubbleTree

LOOSE: Final = frozenset({"root", "punct", "cc", "parataxis", "discourse", "vocative", "list", "reparandum"})
"""Relations without subtypes of which enhanced UD has one arc only, whatever is coordinated."""


class Edge(NamedTuple):
    """An arc of an enhanced graph: ids of words or empty nodes (``"0"`` for the root), and a relation."""

    head: str
    relation: str
    dependent: str


class Unsaid(Enum):
    """What a bubble tree can say that enhanced UD does not."""

    NESTING = "the first conjunct is a coordination"
    """UD hangs all conjuncts on one word, so *[a or b] and c* has the arcs of *a or b and c*."""
    SHARING = "a modifier is shared that UD does not repeat"
    """Its relation is one of :data:`LOOSE`, such as ``parataxis``."""


class Loss(NamedTuple):
    """Something that enhanced UD does not say: what it is, and the coordination's bubble."""

    what: Unsaid
    bubble: int


def to_enhanced_ud(tree: BubbleTree, punctuation: Punctuation | None = None) -> Sentence:
    """The UD sentence of a bubble tree, as :func:`bubbletree.to_ud` makes it, with an enhanced graph in DEPS.

    Parameters
    ----------
    tree : BubbleTree
        A well-formed tree.
    punctuation : Punctuation, optional
        As for :func:`bubbletree.to_ud`.

    Raises
    ------
    InvalidTreeError
        The tree is not well-formed.
    StructureError
        The words of the tree and of its sentence differ.
    UnwritableError
        The sentence of the tree has something in DEPS that is no graph.

    Examples
    --------
    >>> from bubbletree.io.brackets import parse_brackets
    >>> tree = parse_brackets("nsubj=she drinks obj=(amod=hot [tea cc=or milk])")
    >>> for row in to_enhanced_ud(tree).rows:
    ...     print(row.form, row.deps)
    she 2:nsubj
    drinks 0:root
    hot 4:amod|6:amod
    tea 2:obj
    or 6:cc
    milk 2:obj|4:conj:or
    """
    ud = to_ud(tree, punctuation)
    for _, fault in faults_in_deps(ud.rows):
        raise UnwritableError("enhanced UD", fault)
    graph = _Graph(tree, ud)
    arcs: dict[str, list[Edge]] = defaultdict(list)
    for edge in dict.fromkeys(chain(graph.basic(), graph.propagated(), graph.kept())):
        arcs[edge.dependent].append(edge)
    rows = (replace(row, deps=_deps(arcs[row.id])) if row.is_word or row.id in arcs else row for row in ud.rows)
    return replace(ud, rows=tuple(rows))


def losses(tree: BubbleTree) -> tuple[Loss, ...]:
    """What a well-formed tree says that its enhanced UD does not.

    Parameters
    ----------
    tree : BubbleTree
        A well-formed tree.

    Examples
    --------
    >>> from bubbletree.io.brackets import parse_brackets
    >>> [loss.what.value for loss in losses(parse_brackets("[[coffee cc=or tea] cc=and buns]"))]
    ['the first conjunct is a coordination']
    >>> losses(parse_brackets("[buns cc=and [coffee cc=or tea]]"))
    ()
    """
    return tuple(_losses(tree))


def edges_of(sentence: Sentence) -> Iterator[Edge]:
    """The arcs in the column DEPS.

    Examples
    --------
    >>> list(edges_of(Sentence((Row("1", "tea", deps="0:root"), Row("2", "now", deps="1:advmod|3.1:advmod")))))
    ... # doctest: +NORMALIZE_WHITESPACE
    [Edge(head='0', relation='root', dependent='1'), Edge(head='1', relation='advmod', dependent='2'),
     Edge(head='3.1', relation='advmod', dependent='2')]
    """
    for row in sentence.rows:
        if "-" not in row.id:
            yield from (Edge(head, relation, row.id) for head, relation in row.enhanced_arcs)


@dataclass(frozen=True)
class _Graph:
    """Arcs of a tree's enhanced graph, given its UD sentence."""

    tree: BubbleTree
    ud: Sentence

    @cached_property
    def _standing(self) -> dict[int, int]:
        return standing_children(self.tree)

    @cached_property
    def _words(self) -> list[int]:
        return head_words(self.tree, self._standing)

    @cached_property
    def _given(self) -> Mapping[tuple[str, str], str]:
        """The relations of the graph that the sentence has already, by head and dependent."""
        return {(edge.head, edge.dependent): edge.relation for edge in edges_of(self.ud)}

    @cached_property
    def _leaves(self) -> list[tuple[int, ...]]:
        """For each bubble the head words of its conjuncts, and of theirs; for a word, the word."""
        tree = self.tree
        leaves: list[tuple[int, ...]] = [() for _ in tree.bubbles]
        for bubble in sorted(tree.bubbles, key=lambda bubble: len(tree.contents[bubble])):
            conjuncts = (
                [part for part in tree.parts(bubble) if tree.label(part) == CONJ] if self._is_wide(bubble) else []
            )
            found = [leaf for conjunct in conjuncts for leaf in leaves[conjunct]]
            leaves[bubble] = tuple(found) or (self._words[bubble],)
        return leaves

    def _is_wide(self, bubble: int) -> bool:
        return len(self.tree.contents[bubble]) > 1

    def basic(self) -> Iterator[Edge]:
        """The arcs of the basic tree."""
        for row in self.ud.word_rows:
            if row.id not in self._elsewhere:
                yield Edge(row.head, self._label(row), row.id)

    @cached_property
    def _elsewhere(self) -> frozenset[str]:
        """The words that depend on an empty node, and not on their basic heads, in the graph that is there already."""
        below = {edge.dependent for edge in edges_of(self.ud) if "." in edge.head}
        return frozenset(
            row.id for row in self.ud.word_rows if row.id in below and (row.head, row.id) not in self._given
        )

    def _label(self, row: Row) -> str:
        """The relation of a word to its basic head, as the sentence has it in its graph, or with its coordinator."""
        given = self._given.get((row.head, row.id))
        if given is not None and universal(given) == universal(row.deprel):
            return given
        coordinator = self._coordinators.get(row.id)
        return f"{row.deprel}:{coordinator}" if row.deprel == CONJ and coordinator else row.deprel

    @cached_property
    def _coordinators(self) -> dict[str, str]:
        """What the subtype of ``conj`` is, by the id of the conjunct's head word."""
        tree = self.tree
        found: dict[str, str | None] = {}
        for bubble in self._standing:
            waiting: list[int] = []
            name: str | None = None
            for part in tree.parts(bubble):
                if tree.label(part) == COORDINATOR:
                    name = self._name(self._words[part])
                    found.update(dict.fromkeys(map(str, waiting), name))
                    waiting = []
                elif tree.label(part) == CONJ:
                    if name is None:
                        waiting.append(self._words[part])
                    else:
                        found[str(self._words[part])] = name
                        name = None
        return {word: name for word, name in found.items() if name}

    def _name(self, coordinator: int) -> str | None:
        """The lemma of a coordinator with its fixed parts; None if a relation cannot have it as a subtype."""
        rows = self.ud.word_rows
        fixed = [row for row in rows[coordinator:] if row.head == str(coordinator) and universal(row.deprel) == "fixed"]
        names = [(row.form if row.lemma == "_" else row.lemma).lower() for row in (rows[coordinator - 1], *fixed)]
        return "_".join(names) if all(name.isalpha() for name in names) else None

    def propagated(self) -> Iterator[Edge]:
        """The arcs into and out of coordinations, from each conjunct and to each conjunct."""
        tree, rows = self.tree, self.ud.word_rows
        for arc in tree.arcs:
            row = rows[self._words[arc.dependent] - 1]
            is_part = arc.head in self._standing and tree.is_inside(arc.dependent, arc.head)
            if (is_part and arc.label == CONJ) or row.id in self._elsewhere:
                continue
            heads, dependents = {str(leaf) for leaf in self._leaves[arc.head]}, self._leaves[arc.dependent]
            # Where UD has the word elsewhere, it is between conjuncts, or its arc crossed others.
            if is_part or row.head not in heads:
                heads = {row.head}
            elif universal(arc.label) in LOOSE:
                heads, dependents = {row.head}, dependents[:1]
            label = self._label(row)
            for head in heads:
                for dependent in dependents:
                    yield Edge(head, label, str(dependent))

    def kept(self) -> Iterator[Edge]:
        """The arcs of the given graph that are not about coordination.

        An arc is about coordination if it is one of the basic tree, once conjuncts of one coordination are the same.
        """
        if not self._given:
            return
        groups = self._groups
        known: set[tuple[int | None, int | None, str]]
        known = {(groups[row.head], groups[row.id], universal(row.deprel)) for row in self.ud.word_rows}
        for edge in edges_of(self.ud):
            head, dependent, relation = groups.get(edge.head), groups.get(edge.dependent), universal(edge.relation)
            is_conj = relation == CONJ and head is not None and dependent is not None
            if not is_conj and (head, dependent, relation) not in known:
                yield edge

    @cached_property
    def _groups(self) -> dict[str, int]:
        """Of each word, and of the root, the first conjunct of the coordinations that it is a conjunct in."""
        groups = {str(ROOT): ROOT}
        rows = self.ud.word_rows
        for row in rows:
            chain = [row]
            while chain[-1].deprel == CONJ and chain[-1].id not in groups:
                chain.append(rows[int(chain[-1].head) - 1])
            first = groups.get(chain[-1].id, int(chain[-1].id))
            groups.update((link.id, first) for link in chain)
        return groups


def _deps(edges: Iterable[Edge]) -> str:
    """The column DEPS, sorted by head."""
    ordered = sorted(edges, key=lambda edge: ([int(part) for part in edge.head.split(".")], edge.relation))
    return "|".join(f"{edge.head}:{edge.relation}" for edge in ordered) or "_"


def _losses(tree: BubbleTree) -> Iterator[Loss]:
    for bubble in tree.bubbles:
        if len(tree.contents[bubble]) < 2:
            continue
        conjuncts = [part for part in tree.parts(bubble) if tree.label(part) == CONJ]
        if conjuncts and len(tree.contents[conjuncts[0]]) > 1:
            yield Loss(Unsaid.NESTING, bubble)
        outside = {tree.label(child) or "" for child in tree.children(bubble) if not tree.is_inside(child, bubble)}
        if any(universal(label) in LOOSE - {"punct", "cc"} for label in outside):
            yield Loss(Unsaid.SHARING, bubble)
