"""Where conjuncts begin and end: one definition of what is between them, for every edge.

At the edges of a conjunct these are in no conjunct, whatever they hang on:

* separators: all punctuation but brackets and quotation marks;
* coordinators, before a conjunct or after it (Latin *-que*, *etc.*), and an adverb before a coordinator;
* half a pair of brackets or quotation marks.

A coordinator of a coordination inside the conjunct stays in it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from bubbletree.convert.relations import Kind
from bubbletree.convert.syntax import Syntax
from bubbletree.span import Span


@dataclass(frozen=True, slots=True)
class Conjunct:
    """What is known of a conjunct before its edges are.

    Attributes
    ----------
    syntax : Syntax
        The tree that it is in.
    head : int
        Its head word.
    core : Span
        What belongs to it in any case: its head word, or the coordination that its head word is in.
    coordinators : tuple of int
        The coordinators of the coordination that it is a conjunct of.
    """

    syntax: Syntax
    head: int
    core: Span
    coordinators: tuple[int, ...] = ()

    def trimmed(self, span: Span) -> Span:
        """Of all that may belong to the conjunct, what does: without what is between conjuncts."""
        span = self._with_partners(span)
        while True:
            begin = self._begin(span)
            end = self._end(Span(begin, span.last))
            shorter = self._without_halves(Span(begin, end))
            if shorter == span:
                return span
            span = shorter

    def _begin(self, span: Span) -> int:
        first = span.first
        while first < self.core.first:
            after = self._after_coordinator(first)
            if after is None and not self._is_loose(first, span):
                break
            first = after or first + 1
        return first

    def _after_coordinator(self, place: int) -> int | None:
        """The place after the coordinator that the conjunct begins with; marks and adverbs may stand before it."""
        syntax = self.syntax
        adverbs = (child for child in syntax.left(self.head) if syntax.kinds[child] is Kind.ADVERBIAL)
        ends = {syntax.first[adverb]: syntax.last[adverb] for adverb in adverbs}
        while place < self.core.first:
            coordinator = self._coordinator_at(place)
            if coordinator is not None:
                return syntax.last[coordinator] + 1
            if place not in ends and not syntax.is_mark(place):
                return None
            place = ends.get(place, place) + 1
        return None

    def _coordinator_at(self, place: int) -> int | None:
        """The coordinator that begins at a place: the widest, unless it is in a coordination inside the conjunct."""
        syntax = self.syntax
        found = None
        for word in syntax.coordinators_from.get(place, ()):
            governor = syntax.heads[word]
            if self._is_around(word):
                break
            if syntax.kinds[word] is Kind.COORDINATOR:
                is_inside = governor != self.head and (self._is_conjunct(governor) or bool(syntax.conjuncts(governor)))
                found = word if word in self.coordinators or not is_inside else None
            elif governor == self.head and not syntax.conjuncts(governor) and not syntax.is_corrective(word):
                found = word
        return found

    def _end(self, span: Span) -> int:
        last = span.last
        while last > self.core.last:
            before = last - 1 if self._is_loose(last, span) else self._before_coordinator(last, span)
            if before is None:
                break
            last = before
        return last

    def _before_coordinator(self, place: int, span: Span) -> int | None:
        """The place before the coordinator that ends at a place."""
        syntax = self.syntax
        before = None
        for word in syntax.coordinators_to.get(place, ()):
            governor = syntax.heads[word]
            if self._is_around(word):
                break
            if syntax.kinds[word] is Kind.COORDINATOR:
                is_before = any(span.first <= other < word for other in syntax.conjuncts(governor))
                is_inside = is_before or (governor != self.head and self._is_conjunct(governor))
                before = syntax.first[word] - 1 if word in self.coordinators or not is_inside else None
        return before

    def _is_around(self, word: int) -> bool:
        """Whether the conjunct's head hangs on a word, or is it."""
        return self.syntax.first[word] <= self.head <= self.syntax.last[word]

    def _is_conjunct(self, word: int) -> bool:
        return self.syntax.kinds[word] is Kind.CONJUNCT

    def _is_loose(self, word: int, span: Span) -> bool:
        """Whether a word at an edge is a separator, or half a pair."""
        return self.syntax.is_separator(word) or self._is_half(word, span)

    def _is_half(self, mark: int, span: Span) -> bool:
        """Whether a word of a span is a bracket or quotation mark whose partner is outside."""
        return self.syntax.partners.get(mark, mark) not in span

    def _with_partners(self, span: Span) -> Span:
        """A span with the other halves of pairs in it, as far as only punctuation stands between."""
        syntax = self.syntax
        first, last = span
        before, after = first - 1, last + 1
        while before >= 1 and syntax.is_mark(before):
            if syntax.partners.get(before, before) in span:
                first = before
            before -= 1
        while after < len(syntax.heads) and syntax.is_mark(after):
            if syntax.partners.get(after, after) in span:
                last = after
            after += 1
        return Span(first, last)

    def _without_halves(self, span: Span) -> Span:
        """A span cut so that it holds no half of a pair, nor what hangs on something that is cut off."""
        marks, heads = self.syntax.paired_marks, self.syntax.heads
        inside = marks[bisect_left(marks, span.first) : bisect_right(marks, span.last)]
        halves = [mark for mark in inside if self._is_half(mark, span)]
        first = max((mark + 1 for mark in halves if mark < self.core.first), default=span.first)
        last = min((mark - 1 for mark in halves if mark > self.core.last), default=span.last)
        if first > span.first:
            for word in range(first, self.core.first):
                if span.first <= heads[word] < first:
                    first = word + 1
        if last < span.last:
            for word in range(last, self.core.last, -1):
                if last < heads[word] <= span.last:
                    last = word - 1
        return Span(first, last)
