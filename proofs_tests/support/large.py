"""Large projective trees of extreme form, and ways to break them: far beyond any recursion limit."""

from __future__ import annotations

from collections.abc import Callable

from bubbletree.conditions import Condition
from bubbletree.tree import CONJ, ROOT
from proofs_tests.support.strategies import Builder


def chain(n: int) -> Builder:
    """Each word hangs on the one before it."""
    builder = Builder(n)
    builder.arcs = [(token - 1, "dep", token) for token in range(1, n + 1)]
    return builder


def reversed_chain(n: int) -> Builder:
    """Each word hangs on the one after it, the last on RT."""
    builder = Builder(n)
    builder.arcs = [(token % n + 1 if token < n else ROOT, "dep", token) for token in range(1, n + 1)]
    return builder


def star(n: int) -> Builder:
    """All words hang on the one in the middle."""
    builder = Builder(n)
    middle = (n + 1) // 2
    builder.arcs = [(ROOT if token == middle else middle, "dep", token) for token in range(1, n + 1)]
    return builder


def one_bubble(n: int) -> Builder:
    """A single bubble over everything."""
    builder = Builder(n)
    top = builder.bubble(range(1, n + 1))
    builder.arcs = [(ROOT, "root", top), *((top, CONJ, token) for token in range(1, n + 1))]
    return builder


def halves(n: int) -> Builder:
    """Bubbles that are cut in two again and again, down to single words."""
    builder = Builder(n)
    pending = [(1, n, ROOT)]
    while pending:
        first, last, above = pending.pop()
        top = first if first == last else builder.bubble(range(first, last + 1))
        builder.arcs.append((above, CONJ, top))
        if first < last:
            middle = (first + last) // 2
            pending += [(first, middle, top), (middle + 1, last, top)]
    return builder


def onion(n: int) -> Builder:
    """Bubbles in bubbles, each a word longer than the next: contents of n * n / 2 tokens in all."""
    builder = Builder(n)
    inner = 1
    for last in range(2, n + 1):
        outer = builder.bubble(range(1, last + 1))
        builder.arcs += [(outer, CONJ, inner), (outer, CONJ, last)]
        inner = outer
    builder.arcs.append((ROOT, "root", inner))
    return builder


def chained_bubbles(n: int) -> Builder:
    """Bubbles of two words, each hanging on the one before it."""
    builder = Builder(n)
    above = ROOT
    for first in range(1, n, 2):
        top = builder.bubble([first, first + 1])
        builder.arcs += [(above, "dep", top), (top, CONJ, first), (top, CONJ, first + 1)]
        above = top
    if n % 2:
        builder.arcs.append((above, "dep", n))
    return builder


FORMS: dict[str, Callable[[int], Builder]] = {
    "chain": chain,
    "reversed chain": reversed_chain,
    "star": star,
    "one bubble": one_bubble,
    "halves": halves,
    "chained bubbles": chained_bubbles,
}
"""Forms whose contents stay within a small multiple of n."""


def _another_head(builder: Builder) -> None:
    builder.arcs.append((ROOT, "another", builder.n))


def _no_head(builder: Builder) -> None:
    builder.detach(builder.n // 2)


def _cycle(builder: Builder) -> None:
    [top, *_] = builder.children(ROOT)
    builder.attach(top, builder.n)


def _overlap(builder: Builder) -> None:
    builder.attach(builder.bubble([builder.n // 2 - 1, builder.n // 2]), ROOT)
    builder.attach(builder.bubble([builder.n // 2, builder.n // 2 + 1]), ROOT)


def _duplicate(builder: Builder) -> None:
    builder.attach(builder.bubble([builder.n // 2]), ROOT)


def _uncovered(builder: Builder) -> None:
    builder.remove(builder.n // 2)


def _root_in_bubble(builder: Builder) -> None:
    builder.contents[builder.n // 2].add(ROOT)


def _not_contained(builder: Builder) -> None:
    builder.bubble([builder.n // 2, builder.n // 2 + 1])
    builder.attach(len(builder.contents) - 1, builder.n // 2)


def _hole(builder: Builder) -> None:
    builder.attach(builder.bubble([1, builder.n]), ROOT)


def _crossing(builder: Builder) -> None:
    # Two more words, of which the nearer is not below the old tree and the farther is.
    [top, *_] = builder.children(ROOT)
    builder.n += 2
    builder.attach(builder.bubble([builder.n - 1]), ROOT)
    builder.attach(builder.bubble([builder.n]), top)


def _straddling(builder: Builder) -> None:
    # The whole old tree hangs below a word of a bubble that does not hold all of it.
    tops = builder.children(ROOT)
    new = builder.bubble([builder.n + 1, builder.n + 2])
    builder.n += 2
    builder.attach(new, ROOT)
    for token in (builder.n - 1, builder.n):
        builder.attach(builder.bubble([token]), new)
    for top in tops:
        builder.attach(top, new + 1)


BREAKAGES: dict[Condition, tuple[Callable[[Builder], None], ...]] = {
    Condition.TREE: (_another_head, _no_head, _cycle),
    Condition.NO_PARTIAL_OVERLAP: (_overlap,),
    Condition.NON_DUPLICATION: (_duplicate,),
    Condition.LEXICAL_COVERAGE: (_uncovered,),
    Condition.ROOTHOOD: (_root_in_bubble,),
    Condition.CONTAINMENT: (_not_contained,),
    Condition.CONTINUOUS_COVERAGE: (_hole,),
    Condition.CONTINUOUS_PROJECTIONS: (_crossing,),
    Condition.CONTAINED_PROJECTIONS: (_straddling,),
}
"""For each condition, changes after which it is violated, whichever of the forms is changed."""
