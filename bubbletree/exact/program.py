"""The program: tables of spans, and how each entry is made of smaller ones.

Words are 1..n and RT is 0.  Every table is named by what its entries say, and every entry is a sum over *edges*; an
edge is a product of entries and of the score of one step.  The letters are those of the table in
``docs/theory/exact.md``.

The point of the program: a vertex's left dependents see only where its content begins, its right dependents only where
it ends, and the parts of a bubble only where it begins.  So a bubble is never looked at with both ends at once but by
its own score, no entry has more than two indices, and no product more than three.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from bubbletree._arguments import several
from bubbletree.exact.steps import Role, Step, StepKind
from bubbletree.tree import CONJ, ROOT


class Table(Enum):
    """The tables; an entry's two indices are given in brackets."""

    VERTEX = "C(i, j): a word, or a bubble over i..j"
    LEFT = "L(k, i): left dependents that tile k..i-1, of a vertex that begins at i"
    LEFT_FROM = "Y(p, i): the outermost of them has content from p; all from p to i-1"
    LEFT_REST = "X(q, i): its content ends at q; all from q+1 to i-1"
    RIGHT = "R(j, l): right dependents that tile j+1..l, of a vertex that ends at j"
    RIGHT_BEGUN = "X'(j, p): the outermost of them has content from p; all from j+1 to p-1"
    RIGHT_HELD = "Y'(j, q): its content ends at q; all from j+1 to q"
    FIRST_BEGUN = "F(i, p): the first part of a bubble that begins at i has content from p; all from i to p-1"
    FIRST_HELD = "F'(i, q): its content ends at q; all from i to q"
    FIRST = "A(i, m): the first part alone, over i..m"
    PARTS = "B(i, m): one or more parts of a bubble that begins at i, over i..m"
    NEXT_BEGUN = "X''(i, p): one or more parts, and the next has content from p; all from i to p-1"
    NEXT_HELD = "Y''(i, q): its content ends at q; all from i to q"
    SEVERAL = "D(i, m): two or more parts of a bubble that begins at i, over i..m"


class Entry(NamedTuple):
    """An entry of a table.

    Attributes
    ----------
    table : Table
        The table.
    first, second : int
        Its indices, in the order of the table's name.
    role : Role or None
        What the part that is being added will be, where the table says something of one; else None.
    """

    table: Table
    first: int
    second: int
    role: Role | None = None


class Edge(NamedTuple):
    """One way to make an entry.

    Attributes
    ----------
    entry : Entry
        What is made.
    parts : tuple of Entry
        What it is made of: none, one or two.
    step : Step or None
        The step that it adds to the tree, if any.
    """

    entry: Entry
    parts: tuple[Entry, ...]
    step: Step | None = None


@dataclass(frozen=True, slots=True)
class Options:
    """Which trees there are.

    Attributes
    ----------
    single_root : bool
        Whether RT has exactly one child, unless there are no words.
    kinds : bool
        Whether conjuncts and other parts of bubbles are told apart.
    first_conjunct : bool
        Whether the first part of a bubble is a conjunct; without ``kinds`` of no importance.
    labels : tuple of str or None
        The labels of arcs; with None, labels are left aside.  Conjuncts have the label ``conj`` and no other parts have
        it.

    Raises
    ------
    TypeError
        The labels are a single text.
    ValueError
        A label is there twice.
    """

    single_root: bool = False
    kinds: bool = True
    first_conjunct: bool = True
    labels: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        if self.labels is not None and len(set(several(self.labels, "labels"))) < len(self.labels):
            raise ValueError(f"labels: {self.labels} has one twice, so each tree with it would count twice")

    @property
    def part_roles(self) -> tuple[Role, ...]:
        """The roles of parts."""
        return (Role.CONJUNCT, Role.OTHER) if self.kinds else (Role.PART,)

    @property
    def first_roles(self) -> tuple[Role, ...]:
        """The roles of first parts."""
        return (Role.CONJUNCT,) if self.kinds and self.first_conjunct else self.part_roles

    def labels_of(self, role: Role) -> tuple[str | None, ...]:
        """The labels that arcs to items in a role may have."""
        if self.labels is None:
            return (None,)
        if role is Role.CONJUNCT:
            return (CONJ,)
        if role is Role.OTHER:
            return tuple(label for label in self.labels if label != CONJ)
        return self.labels


def goal(n: int) -> Entry:
    """The entry that stands for all trees over n words."""
    return Entry(Table.RIGHT, ROOT, n)


def program(n: int, options: Options) -> Iterator[tuple[Entry, list[Edge]]]:
    """All entries for n words with their edges, each entry after all that it is made of.

    Examples
    --------
    >>> entries = dict(program(2, Options()))
    >>> entries[Entry(Table.VERTEX, 1, 2)][0].parts
    (Entry(table=<Table.SEVERAL: 'D(i, m): two or more parts of a bubble that begins at i, over i..m'>, first=1, \
second=2, role=None),)
    """
    for token in range(n + 1):
        yield _made(Entry(Table.RIGHT, token, token), [()])
    for token in range(1, n + 1):
        yield _made(Entry(Table.LEFT, token, token), [()])
        yield _made(Entry(Table.VERTEX, token, token), [()])
    for width in range(n + 1):
        spans = [(first, first + width - 1) for first in range(1, n - width + 2)]
        for first, last in spans if width else ():
            yield from _vertices(first, last, options)
            yield from _dependents(first, last, n, options)
        for first, last in spans:
            yield from _beginnings(first, last, n, options)


def _vertices(i: int, j: int, options: Options) -> Iterator[tuple[Entry, list[Edge]]]:
    """What covers i..j and begins a bubble at i, and the bubble itself."""
    roles, firsts = options.part_roles, options.first_roles
    for role in roles:
        made = [(Entry(Table.NEXT_BEGUN, i, p, role), Entry(Table.VERTEX, p, j)) for p in range(i + 1, j + 1)]
        content = [(i, p, j) for p in range(i + 1, j + 1)]
        yield _made(Entry(Table.NEXT_HELD, i, j, role), made, StepKind.CONTENT, content, role, options)
    several = Entry(Table.SEVERAL, i, j)
    yield several, [edge for role in roles for edge in _ended(several, Table.NEXT_HELD, role, is_first=False)]
    if i < j:
        bubble = Step(StepKind.BUBBLE, i, j, j)
        yield Entry(Table.VERTEX, i, j), [Edge(Entry(Table.VERTEX, i, j), (several,), bubble)]
    for role in firsts:
        made = [(Entry(Table.FIRST_BEGUN, i, p, role), Entry(Table.VERTEX, p, j)) for p in range(i, j + 1)]
        content = [(i, p, j) for p in range(i, j + 1)]
        yield _made(Entry(Table.FIRST_HELD, i, j, role), made, StepKind.CONTENT, content, role, options, is_first=True)
    first = Entry(Table.FIRST, i, j)
    yield first, [edge for role in firsts for edge in _ended(first, Table.FIRST_HELD, role, is_first=True)]
    parts = Entry(Table.PARTS, i, j)
    yield parts, [Edge(parts, (first,)), Edge(parts, (several,), Step(StepKind.MORE, i, j, j))]


def _ended(entry: Entry, held: Table, role: Role, *, is_first: bool) -> Iterator[Edge]:
    """The part that a bubble holds gets its right dependents, and with them ends where the entry does."""
    i, m = entry.first, entry.second
    for q in range(i, m + 1):
        step = Step(StepKind.RIGHT_EDGE, i, q, m, role, is_first)
        yield Edge(entry, (Entry(held, i, q, role), Entry(Table.RIGHT, q, m)), step)


def _dependents(a: int, b: int, n: int, options: Options) -> Iterator[tuple[Entry, list[Edge]]]:
    """Dependents that tile a..b: left ones of a vertex that begins at b + 1, right ones of one that ends at a - 1."""
    inner = range(a, b + 1)
    governor = b + 1
    if governor <= n:
        yield _made(
            Entry(Table.LEFT_FROM, a, governor),
            [(Entry(Table.VERTEX, a, q), Entry(Table.LEFT_REST, q, governor)) for q in inner],
            StepKind.CONTENT,
            [(governor, a, q) for q in inner],
            Role.LEFT,
            options,
        )
        yield _made(
            Entry(Table.LEFT, a, governor),
            [(Entry(Table.LEFT, a, p), Entry(Table.LEFT_FROM, p, governor)) for p in inner],
            StepKind.LEFT_EDGE,
            [(governor, a, p) for p in inner],
            Role.LEFT,
        )
    governor = a - 1
    yield _made(
        Entry(Table.RIGHT_HELD, governor, b),
        [(Entry(Table.RIGHT_BEGUN, governor, p), Entry(Table.VERTEX, p, b)) for p in inner],
        StepKind.CONTENT,
        [(governor, p, b) for p in inner],
        Role.RIGHT,
        options,
    )
    yield _made(
        Entry(Table.RIGHT, governor, b),
        [(Entry(Table.RIGHT_HELD, governor, q), Entry(Table.RIGHT, q, b)) for q in inner],
        StepKind.RIGHT_EDGE,
        [(governor, q, b) for q in inner],
        Role.RIGHT,
    )


def _beginnings(a: int, b: int, n: int, options: Options) -> Iterator[tuple[Entry, list[Edge]]]:
    """What covers a..b before some content that begins at b + 1, or behind some content that ends at a - 1."""
    after = b + 1
    if after > n:
        return
    before = a - 1
    cuts = range(before, after)
    if before != ROOT:
        yield _made(
            Entry(Table.LEFT_REST, before, after),
            [(Entry(Table.RIGHT, before, m), Entry(Table.LEFT, m + 1, after)) for m in cuts],
            StepKind.RIGHT_EDGE,
            [(after, before, m) for m in cuts],
            Role.LEFT,
        )
    # With a single root, the child of RT begins with the sentence.
    allowed = [m for m in cuts if not (options.single_root and before == ROOT and m > ROOT)]
    yield _made(
        Entry(Table.RIGHT_BEGUN, before, after),
        [(Entry(Table.RIGHT, before, m), Entry(Table.LEFT, m + 1, after)) for m in allowed],
        StepKind.LEFT_EDGE,
        [(before, m + 1, after) for m in allowed],
        Role.RIGHT,
    )
    for role in options.first_roles:
        made = [(Entry(Table.LEFT, a, after),)]
        yield _made(
            Entry(Table.FIRST_BEGUN, a, after, role), made, StepKind.LEFT_EDGE, [(a, a, after)], role, is_first=True
        )
    for role in options.part_roles:
        yield _made(
            Entry(Table.NEXT_BEGUN, a, after, role),
            [(Entry(Table.PARTS, a, m), Entry(Table.LEFT, m + 1, after)) for m in range(a, after)],
            StepKind.LEFT_EDGE,
            [(a, m + 1, after) for m in range(a, after)],
            role,
        )


def _made(
    entry: Entry,
    made: Sequence[tuple[Entry, ...]],
    kind: StepKind | None = None,
    places: Sequence[tuple[int, int, int]] = (),
    role: Role | None = None,
    options: Options | None = None,
    *,
    is_first: bool = False,
) -> tuple[Entry, list[Edge]]:
    """An entry with one edge for each way to make it, or, where a step has a label, for each way and each label."""
    if kind is None:
        return entry, [Edge(entry, parts) for parts in made]
    assert role is not None, "steps of these kinds are about an item, which has a role"
    labels = (None,) if options is None else options.labels_of(role)
    return entry, [
        Edge(entry, parts, Step(kind, *place, role, is_first, label))
        for parts, place in zip(made, places, strict=True)
        for label in labels
    ]
