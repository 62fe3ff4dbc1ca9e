"""Nesting: where the conjuncts so far become one conjunct of a wider coordination.

UD hangs all later conjuncts on the first.  They are one flat coordination, from left to right, until one
of :data:`NESTING` says that those so far are the first conjunct of a wider one: "tea or coffee, and jam"
is ((tea or coffee) and jam).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bubbletree.convert.relations import Kind
from bubbletree.convert.syntax import Syntax


@dataclass(slots=True)
class Series:
    """The conjuncts of one coordination so far.

    Attributes
    ----------
    syntax : Syntax
        The tree that they are in.
    head : int
        The head of the first conjunct.
    first_kinds : frozenset of Kind
        Of subjects and markers (adpositions, subordinators), the kinds that the first conjunct has.
    conjuncts : list of int
        The heads of the later ones.
    coordinators : list of int
        Their coordinators.
    kinds : set of Kind
        The kinds that a later one has.
    sharing : list of int
        The dependents before the first conjunct that all later ones share by DEPS.
    """

    syntax: Syntax
    head: int
    first_kinds: frozenset[Kind]
    conjuncts: list[int] = field(default_factory=list)
    coordinators: list[int] = field(default_factory=list)
    kinds: set[Kind] = field(default_factory=set)
    sharing: list[int] = field(default_factory=list)

    def add(self, following: Following) -> None:
        """Add a conjunct."""
        if following.coordinator is not None:
            self.coordinators.append(following.coordinator)
        enhanced = self.syntax.enhanced
        before = self.sharing if self.conjuncts else self.syntax.left(self.head)
        self.sharing = [child for child in before if following.conjunct in enhanced[child]]
        self.conjuncts.append(following.conjunct)
        self.kinds |= following.kinds


@dataclass(frozen=True, slots=True)
class Following:
    """The conjunct that may belong to a series or begin a wider coordination.

    Attributes
    ----------
    conjunct : int
        Its head.
    coordinator : int or None
        Its coordinator, wherever that hangs.
    follows_dependent : bool
        Whether a dependent of the first conjunct stands between the series and it.
    kinds : frozenset of Kind
        As for a series.
    """

    conjunct: int
    coordinator: int | None
    follows_dependent: bool
    kinds: frozenset[Kind]


def _other_coordinator(series: Series, following: Following) -> bool:
    if not series.coordinators or following.coordinator is None:
        return False
    name = series.syntax.coordinator
    return name(series.coordinators[-1]) != name(following.coordinator)


def _pair_after_pair(series: Series, following: Following) -> bool:
    is_pair = bool(series.syntax.conjuncts(following.conjunct))
    return is_pair and bool(series.coordinators) and following.coordinator is None


def _dependent_between(_series: Series, following: Following) -> bool:
    return following.follows_dependent


def _own_subject(series: Series, following: Following) -> bool:
    return bool((following.kinds & series.first_kinds) - series.kinds)


def _shared_so_far(series: Series, following: Following) -> bool:
    return any(following.conjunct not in series.syntax.enhanced[child] for child in series.sharing)


NESTING: tuple[tuple[str, Callable[[Series, Following], bool]], ...] = (
    ("the next one has another coordinator", _other_coordinator),
    ("the next one is a coordination too, and has no coordinator before it", _pair_after_pair),
    ("a dependent of the first stands before the next one", _dependent_between),
    ("the next one alone has a subject or an adposition, and the first has one too", _own_subject),
    ("by DEPS, a dependent is shared so far and not by the next one", _shared_so_far),
)
"""What ends a coordination: in words, and as a function of the conjuncts so far and the next one."""


def own_kinds(syntax: Syntax, conjunct: int) -> frozenset[Kind]:
    """Of subjects and markers, the kinds that a conjunct has: subjects on either side, markers before it."""
    kinds = {syntax.kinds[child] for child in syntax.left(conjunct)}
    kinds |= {syntax.kinds[child] for child in syntax.right(conjunct)} & {Kind.SUBJECT}
    return frozenset(kinds & {Kind.SUBJECT, Kind.MARKER})


def series_of(syntax: Syntax, head: int) -> list[Series]:
    """The coordinations whose first conjunct is headed by a word, the innermost first."""
    found: list[Series] = []
    first_kinds = own_kinds(syntax, head)
    previous = head
    between: list[int] = []
    for child in syntax.right(head):
        if syntax.kinds[child] is not Kind.CONJUNCT:
            between.append(child)
            continue
        following = Following(
            conjunct=child,
            coordinator=_coordinator(syntax, child, previous, between),
            follows_dependent=any(_separates(syntax, other) for other in between),
            kinds=own_kinds(syntax, child),
        )
        if not found or any(ends(found[-1], following) for _, ends in NESTING if found[-1].conjuncts):
            found.append(Series(syntax, head, first_kinds))
        found[-1].add(following)
        previous = child
        between = []
    return found


def _separates(syntax: Syntax, word: int) -> bool:
    """Whether a dependent between two conjuncts keeps those before it together: no coordinator, comma, opening mark."""
    if syntax.is_mark(word):
        return not syntax.is_separator(word) and syntax.partners.get(word, word) <= word
    return syntax.kinds[word] is not Kind.COORDINATOR


def _coordinator(syntax: Syntax, conjunct: int, previous: int, between: Sequence[int]) -> int | None:
    """What coordinates a conjunct: what hangs on it before it, on the one before, on the first, or on it after it."""
    coordinators = (
        *(child for child in syntax.left(conjunct) if child > previous),
        *(child for child in syntax.right(previous) if child < conjunct),
        *between,
        *syntax.right(conjunct),
    )
    return next((child for child in coordinators if syntax.kinds[child] is Kind.COORDINATOR), None)
