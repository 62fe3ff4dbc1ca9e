"""UD columns and coordinations merged into one bubble tree (Shi & Lee 2021, appendix A).

The sentence is cut into *regions*: each conjunct is one, and what is outside all coordinations is
one.  Inside a region, a coordination counts as a single element, just like a word, so a region is an
ordinary dependency tree over its elements.  Coordinations are taken from the inside out; each turns
the elements between its ends into one:

* in a conjunct, an element goes below the element that holds the UD head of its highest word; the
  one whose head is outside the conjunct is the conjunct's own head and gets the arc ``conj`` from the
  bubble;
* between the conjuncts, an element whose head is not there becomes a child of the bubble under its
  own label;
* what lies outside and has its head inside is attached to the bubble: it is a shared modifier.

Where a region is not a tree with one head, or not projective, it is repaired as
:class:`~bubbletree.convert.errors.RepairKind` says.  So every sentence whose heads form a tree has a
result, and the result is well-formed and projective whatever coordinations were asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from bubbletree.convert.errors import ConversionError, Reason, Repair, RepairKind
from bubbletree.convert.given import GivenCoordination
from bubbletree.convert.infer import coordinations_of
from bubbletree.convert.lift import TOP, lift, walk
from bubbletree.sentence import Sentence
from bubbletree.tree import CONJ, ROOT, Arc, BubbleTree, Span

DEP = "dep"
"""The label of a ``conj`` dependency that belongs to no coordination."""


@dataclass(frozen=True, slots=True)
class Conversion:
    """A bubble tree made from UD, and what had to be changed to make it."""

    tree: BubbleTree
    repairs: tuple[Repair, ...] = ()


def from_ud(source: Sentence | BubbleTree, coordinations: Iterable[GivenCoordination] | None = None) -> BubbleTree:
    return convert(source, coordinations).tree


def convert(source: Sentence | BubbleTree, coordinations: Iterable[GivenCoordination] | None = None) -> Conversion:
    sentence = source
    heads = _checked_heads(sentence)
    repairs = []
    if coordinations is None:
        parents, moved = lift([head - 1 for head in heads])
        heads = tuple(parent + 1 for parent in parents)
        repairs.extend(Repair(RepairKind.LIFTED, (node + 1,)) for node in moved)
        labels = list(sentence.deprels)
        for node in moved:
            if labels[node].startswith("conj"): labels[node] = "dep"
        coordinations = coordinations_of(sentence, heads, labels)
    merger = _Merger(sentence, heads)
    tree = merger.run(tuple(coordinations))
    return Conversion(tree, tuple(repairs) + tuple(merger.repairs))


def _checked_heads(sentence):
    n = len(sentence.word_rows)
    try:
        heads = sentence.heads
    except ValueError:
        missing = next(r for r in sentence.word_rows if not r.head.isdecimal())
        raise ConversionError(Reason.MISSING_HEAD, f"word {missing.id} has the head {missing.head!r}", sentence.sent_id) from None
    if any(h > n for h in heads) or len(walk([h - 1 for h in heads])) < n:
        raise ConversionError(Reason.NOT_A_TREE, "", sentence.sent_id)
    return heads


class _Merger:
    def __init__(self, sentence, heads):
        self.sentence = sentence
        self.n = len(heads)
        self.heads = (0, *heads)
        self.labels = ("", *sentence.deprels)
        self.depth = [0] * (self.n + 1)
        for node in walk([h - 1 for h in heads]):
            self.depth[node + 1] = self.depth[self.heads[node + 1]] + 1
        self.contents = [frozenset((t,)) for t in range(self.n + 1)]
        self.spans = [Span(t, t) for t in range(self.n + 1)]
        self.exits = list(range(self.n + 1))   # the highest word of each element
        self.above = list(range(self.n + 1))    # union-find
        self.arcs = []
        self.repairs = []

    def find(self, e):
        while self.above[e] != e:
            self.above[e] = self.above[self.above[e]]
            e = self.above[e]
        return e

    def elements(self, first, last):
        w = first
        out = []
        while w <= last:
            e = self.find(w)
            out.append(e)
            w = self.spans[e].last + 1
        return out

    def parents(self, elements, span):
        number = {e: i for i, e in enumerate(elements)}
        out = []
        for e in elements:
            h = self.heads[self.exits[e]]
            out.append(number[self.find(h)] if h in span and h else TOP)
        return out

    def attach(self, head, element):
        label = self.labels[self.exits[element]]
        if label.split(':')[0] == CONJ:
            label = DEP
            self.repairs.append(Repair(RepairKind.RELABELLED, (self.exits[element],)))
        self.arcs.append(Arc(head, label, element))

    def region(self, span, single):
        """Attach inside, return tops."""
        elements = self.elements(span.first, span.last)
        parents = self.parents(elements, span)
        tops = [i for i, p in enumerate(parents) if p == TOP]
        if single and len(tops) > 1:
            main = min(tops, key=lambda i: (self.depth[self.exits[elements[i]]], i))
            for t in tops:
                if t != main:
                    parents[t] = main
                    self.repairs.append(Repair(RepairKind.NOT_A_CONSTITUENT, (self.exits[elements[t]],)))
            tops = [main]
        parents, moved = lift(parents)
        for i in moved:
            self.repairs.append(Repair(RepairKind.LIFTED, (self.exits[elements[i]],)))
        out = []
        for i, p in enumerate(parents):
            if p == TOP:
                out.append(elements[i])
            else:
                self.attach(elements[p], elements[i])
        return out

    def run(self, coordinations):
        cats = []
        for k in _accepted(coordinations, self.n, self.repairs, self.sentence.sent_id):
            b = len(self.contents)
            arcs = []
            previous = None
            for c in k.conjuncts:
                if previous is not None and previous + 1 < c.first:
                    for top in self.region(Span(previous + 1, c.first - 1), False):
                        self.attach(b, top)
                [top] = self.region(c, True)
                self.arcs.append(Arc(b, CONJ, top))
                previous = c.last
            whole = k.whole
            inside = self.elements(whole.first, whole.last)
            self.contents.append(frozenset(range(whole.first, whole.last + 1)))
            self.spans.append(whole)
            self.exits.append(min((self.exits[e] for e in inside), key=lambda w: (self.depth[w], w)))
            self.above.append(b)
            for e in inside:
                self.above[e] = b
            if k.category: cats.append((tuple(whole), k.category))
        if self.n:
            for top in self.region(Span(1, self.n), False):
                self.attach(ROOT, top)
        sentence = replace(self.sentence, categories=tuple(sorted(cats))) if cats else self.sentence
        return BubbleTree(self.sentence.words, self.contents, self.arcs, sentence)


def _accepted(coordinations, n, repairs, sent_id):
    """Well-formed, laminar; innermost first."""
    chosen = []
    for k in sorted(coordinations, key=lambda k: (-k.whole.width, k.whole.first)):
        if not (1 <= k.whole.first and k.whole.last <= n):
            raise ConversionError(Reason.SPAN_OUTSIDE, "", sent_id)
        ok = True
        for other in chosen:
            if k.whole.last < other.whole.first or other.whole.last < k.whole.first: continue
            if k.whole == other.whole: ok = False; break
            parts = list(other.conjuncts)
            if not any(c.first <= k.whole.first and k.whole.last <= c.last for c in parts) and not (
                other.whole.first <= k.whole.first and k.whole.last <= other.whole.last and
                not any(c.first <= k.whole.last and k.whole.first <= c.last for c in parts)):
                ok = False; break
        if ok: chosen.append(k)
        else: repairs.append(Repair(RepairKind.NOT_BUBBLED, tuple(k.whole)))
    return chosen[::-1]
