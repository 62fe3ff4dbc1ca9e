"""``validate``: whether a structure is a (projective) well-formed bubble tree, and if not, why not.

The definitions are the predicates of :mod:`bubbletree.wellformed` and :mod:`bubbletree.projectivity`; this module
decides the same without comparing pairs of bubbles. It guarantees, and the tests check:

* a condition is reported if and only if its predicate finds a witness;
* every witness reported is one that the predicate finds. If there can be quadratically many, only one is reported for
  each bubble at fault.

First a decision that is linear for every structure: is this a well-formed projective tree?  It is if
and only if

* every content is a span, and every token has one singleton;
* A is a tree whose root is {RT}, and no other bubble holds RT;
* the singletons below each bubble fill the span from the first to the last token below it, which is
  therefore its projection;
* the projection of each child of a bubble is properly inside the bubble or outside it, and for a
  bubble of two words or more the ones inside fill it.

(If the children inside fill a bubble, then all its tokens are below it.  Two bubbles that share a
token are therefore both above its singleton, so one is below the other and, by the last point,
inside or outside it as a whole: no partial overlap, containment and, because the ones inside are
inside properly, no duplicates.  The converse is immediate.)

If the answer is no, or projectivity was not asked for, each condition is looked into by itself:

*No partial overlap.*  Take the bubbles from the widest to the narrowest and remember for each token
the last bubble seen over it.  A family is nested exactly if each new bubble finds a single owner for
all its tokens; if it finds two, at least one of those two overlaps it in part.  The owner found is
the narrowest bubble around the new one.

*Containment.*  In a nested family without duplicates it is enough to ask whether each bubble is below
the narrowest one around it, since ->* is transitive; in a tree, "below" is an interval test on the
numbers of a depth-first walk.

*Projections* are computed as bit sets.  *Contained projections* needs asking for the children of a
bubble only: what is further below projects to less.  Where A is not a tree, or contents are not
nested, containment is decided with bit sets as well (:mod:`bubbletree._reachability`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Set
from dataclasses import dataclass

from bubbletree._arguments import expect
from bubbletree._reachability import Bits, reachable
from bubbletree.conditions import Condition, Violation
from bubbletree.errors import BubbletreeError, shortened
from bubbletree.projectivity import continuous_coverage
from bubbletree.tree import ROOT, BubbleTree
from bubbletree.wellformed import roothood

_SHOWN = 20
"""How many violations a printed report lists."""


@dataclass(frozen=True, slots=True)
class Report:
    """What :func:`validate` found.

    A report is true if the structure is valid. As text, it lists the violations and names the words concerned.
    """

    tree: BubbleTree
    projective: bool
    """Whether projectivity was checked too, beyond well-formedness."""
    violations: tuple[Violation, ...]

    @property
    def ok(self) -> bool:
        """Whether no condition is violated."""
        return not self.violations

    def __bool__(self) -> bool:
        return self.ok

    @property
    def conditions(self) -> frozenset[Condition]:
        """The conditions violated."""
        return frozenset(violation.condition for violation in self.violations)

    def raise_for_violations(self) -> None:
        """Do nothing if the structure is valid.

        Raises
        ------
        InvalidTreeError
            The structure is not valid; the error carries this report.
        """
        if self.violations:
            raise InvalidTreeError(self)

    def __str__(self) -> str:
        kind = "projective bubble tree" if self.projective else "well-formed bubble tree"
        words = f"{len(self.tree.words)} word" + ("" if len(self.tree.words) == 1 else "s")
        if self.ok:
            wide = sum(len(content) > 1 for content in self.tree.contents)
            return f"valid: a {kind} over {words}, with {wide} bubble{'' if wide == 1 else 's'} of two words or more"
        lines = [f"not a {kind} over {words}:"]
        lines += [f"  - {self.explain(violation)}" for violation in self.violations[:_SHOWN]]
        if len(self.violations) > _SHOWN:
            lines.append(f"  ... and {len(self.violations) - _SHOWN} more")
        return "\n".join(lines)

    def explain(self, violation: Violation) -> str:
        """One line on a violation of this report, naming the words concerned."""
        bubbles = [f"{bubble} ({_shorten(self.tree.text(bubble).split(' '))})" for bubble in violation.bubbles[:_SHOWN]]
        tokens = [
            f"{t} ({'RT' if t == ROOT else shortened(self.tree.words[t - 1])})" for t in violation.tokens[:_SHOWN]
        ]
        for shown, all_of_them in ((bubbles, violation.bubbles), (tokens, violation.tokens)):
            if len(all_of_them) > _SHOWN:
                shown.append(f"and {len(all_of_them) - _SHOWN} more")
        parts = []
        if bubbles:
            parts.append(f"bubble{'s' * (len(bubbles) > 1)} {', '.join(bubbles)}")
        if tokens:
            parts.append(f"token{'s' * (len(tokens) > 1)} {', '.join(tokens)}")
        return f"{violation.condition.value}: {violation.reason}" + (f": {'; '.join(parts)}" if parts else "")


class InvalidTreeError(BubbletreeError, ValueError):
    """A structure is not a valid bubble tree where one is required.

    Attributes
    ----------
    report : Report
        What is wrong with it.
    """

    def __init__(self, report: Report) -> None:
        super().__init__(str(report))
        self.report = report


def validate(tree: BubbleTree, projective: bool = True) -> Report:
    """Decide whether a structure is a well-formed and, unless told otherwise, projective bubble tree.

    Parameters
    ----------
    tree : BubbleTree
        Any structure.
    projective : bool
        Whether to check the conditions of projectivity too.

    Returns
    -------
    Report
        True if the structure is valid. Otherwise it has at least one witness for every violated condition, and none for
        the others.

    Raises
    ------
    TypeError
        The argument is not a :class:`BubbleTree`.

    Notes
    -----
    Linear in the size of the tree for valid input.  Source: Shi & Lee (2021), section 2.2.

    Examples
    --------
    >>> from bubbletree import BubbleTree, validate
    >>> bool(validate(BubbleTree(["tea"], [{0}, {1}], [(0, "root", 1)])))
    True
    >>> print(validate(BubbleTree(["tea", "time"], [{0}, {1}, {2}], [(0, "root", 1)])))
    not a projective bubble tree over 2 words:
      - tree: several bubbles have no head: bubbles 0 (RT), 2 (time)
    """
    expect(tree, BubbleTree, "a BubbleTree")
    if tree.is_projective:
        return Report(tree, projective, ())
    order = _walk(tree)
    violations = list(_tree(tree, order))
    is_tree = not violations
    overlaps, container = _overlaps(tree)
    duplicates = list(_duplicates(tree))
    violations += [*overlaps, *duplicates, *_coverage(tree), *roothood(tree)]
    if is_tree and not overlaps and not duplicates:
        violations += _containment_of_nested(tree, container, order)
    else:
        violations += _containment(tree)
    if projective:
        violations += _projectivity(tree)
    return Report(tree, projective, tuple(violations))


def is_projective_tree(tree: BubbleTree) -> bool:
    """Whether a structure is a projective bubble tree: the linear decision (see the module's head)."""
    size = [len(content) for content in tree.contents]
    first, last = [start for start, _ in tree.hulls], [end for _, end in tree.hulls]
    single = [start for start, width in zip(first, size, strict=True) if width == 1]
    if (
        any(end - start + 1 != width for start, end, width in zip(first, last, size, strict=True))
        or sorted(single) != [*range(len(tree.words) + 1)]
        or first.count(ROOT) != 1
        or len(tree.arcs) != len(size) - 1
    ):
        return False
    heads: list[int | None] = [None] * len(size)
    undone = [0] * len(size)
    """How many children of a bubble are still to be looked at."""
    for arc in tree.arcs:
        heads[arc.dependent] = arc.head
        undone[arc.head] += 1
    if heads[first.index(ROOT)] is not None or heads.count(None) != 1:
        return False
    covered = [int(width == 1) for width in size]
    """How many singletons are below each bubble."""
    inside = [0] * len(size)
    """How many of a bubble's tokens its internal children fill."""
    start_below, end_below = first.copy(), last.copy()
    """The first and the last token below each bubble."""
    order = [bubble for bubble, children in enumerate(undone) if not children]
    for bubble in order:  # grows while it is walked: every bubble after all that are below it
        start, end = start_below[bubble], end_below[bubble]
        width = end - start + 1
        if covered[bubble] != width or (size[bubble] > 1 and inside[bubble] != size[bubble]):
            return False
        head = heads[bubble]
        if head is None:
            continue
        if first[head] <= start and end <= last[head] and width < size[head]:
            inside[head] += width
        elif start <= last[head] and first[head] <= end:
            return False
        covered[head] += width
        start_below[head] = min(start_below[head], start)
        end_below[head] = max(end_below[head], end)
        undone[head] -= 1
        if not undone[head]:
            order.append(head)
    # What is left out is on a cycle or above one.
    return len(order) == len(size)


def _walk(tree: BubbleTree) -> list[int]:
    """The bubbles reached from those without a head, depth first, each before what is below it."""
    order: list[int] = []
    seen = bytearray(len(tree.contents))
    pending = [bubble for bubble in reversed(tree.bubbles) if not tree.incoming(bubble)]
    while pending:
        bubble = pending.pop()
        if not seen[bubble]:
            seen[bubble] = 1
            order.append(bubble)
            pending.extend(reversed(tree.children(bubble)))
    return order


def _tree(tree: BubbleTree, order: list[int]) -> Iterator[Violation]:
    headless = tuple(bubble for bubble in tree.bubbles if not tree.incoming(bubble))
    if len(headless) != 1:
        reason = "several bubbles have no head" if headless else "no bubble is without a head"
        yield Violation(Condition.TREE, reason, headless)
    for bubble in tree.bubbles:
        arcs = tree.incoming(bubble)
        if len(arcs) > 1:
            yield Violation(
                Condition.TREE, "a bubble has more than one incoming arc", (bubble, *(arc.head for arc in arcs))
            )
    if len(order) < len(tree.contents):
        cut_off = tuple(sorted(set(tree.bubbles).difference(order)))
        yield Violation(Condition.TREE, "bubbles are on a cycle or below one", cut_off)


def _overlaps(tree: BubbleTree) -> tuple[list[Violation], list[int | None]]:
    """The partial overlaps, one for each bubble that does not fit in, and the bubble around each."""
    violations = []
    container: list[int | None] = [None] * len(tree.contents)
    owner: list[int | None] = [None] * (len(tree.words) + 1)
    for bubble in sorted(tree.bubbles, key=lambda b: -len(tree.contents[b])):
        content = tree.contents[bubble]
        owners = {owner[token] for token in content}
        if len(owners) == 1:
            container[bubble] = owners.pop()
            for token in content:
                owner[token] = bubble
            continue
        other = min(found for found in owners if found is not None and not content <= tree.contents[found])
        shared = tuple(sorted(content & tree.contents[other]))
        pair = (min(bubble, other), max(bubble, other))
        violations.append(Violation(Condition.NO_PARTIAL_OVERLAP, "two bubbles overlap in part", pair, shared))
    return violations, container


def _duplicates(tree: BubbleTree) -> Iterator[Violation]:
    first: dict[Set[int], int] = {}
    for bubble, content in enumerate(tree.contents):
        earlier = first.setdefault(content, bubble)
        if earlier != bubble:
            yield Violation(
                Condition.NON_DUPLICATION,
                "two bubbles have the same content",
                (earlier, bubble),
                tuple(sorted(content)),
            )


def _coverage(tree: BubbleTree) -> Iterator[Violation]:
    covered = {token for content in tree.contents if len(content) == 1 for token in content}
    for token in range(len(tree.words) + 1):
        if token not in covered:
            yield Violation(Condition.LEXICAL_COVERAGE, "a token has no bubble of its own", (), (token,))


def _not_below(tree: BubbleTree, outer: int, inner: int) -> Violation:
    return Violation(
        Condition.CONTAINMENT,
        "a bubble contains another that is not below it",
        (outer, inner),
        tuple(sorted(tree.contents[inner])),
    )


def _containment_of_nested(tree: BubbleTree, container: list[int | None], order: list[int]) -> Iterator[Violation]:
    """Containment in a tree of nested bubbles without duplicates."""
    enter = [0] * len(tree.contents)
    for time, bubble in enumerate(order):
        enter[bubble] = time
    size = _subtree_sums(tree, order, [1] * len(tree.contents))
    for inner, outer in enumerate(container):
        if outer is not None and not enter[outer] < enter[inner] < enter[outer] + size[outer]:
            yield _not_below(tree, outer, inner)


def _containment(tree: BubbleTree) -> Iterator[Violation]:
    """Containment in any structure: for each bubble, one that contains it and does not reach it."""
    # Numbered by where they begin, the bubbles that begin inside another are neighbours, and sets of them are short.
    ranked = sorted(tree.bubbles, key=lambda bubble: tree.hulls[bubble].first)
    rank = {bubble: place for place, bubble in enumerate(ranked)}
    firsts = [tree.hulls[bubble].first for bubble in ranked]
    going_on = _going_on(tree, ranked)
    blamed = 0
    for component in reachable([tree.children(b) for b in tree.bubbles], lambda b: Bits.of([rank[b]])):
        for outer in component.members:
            first, last = tree.hulls[outer]
            if len(tree.contents[outer]) == 1:
                continue
            low, high = bisect_left(firsts, first), bisect_right(firsts, last)
            excluded = blamed >> low | component.reached.seen_from(low) | going_on[last].seen_from(low)
            left = Bits(low, (1 << (high - low)) - 1 & ~excluded)
            for place in left.numbers():
                inner = ranked[place]
                if tree.contents[inner] < tree.contents[outer]:  # not twins, and not beside a gap
                    blamed |= 1 << place
                    yield _not_below(tree, outer, inner)


def _going_on(tree: BubbleTree, ranked: list[int]) -> dict[int, Bits]:
    """For each last token of a bubble of two words or more, the ranks of the bubbles that go on behind it."""
    wide = [(place, tree.hulls[bubble]) for place, bubble in enumerate(ranked) if len(tree.contents[bubble]) > 1]
    ends = sorted({hull.last for _, hull in wide})
    found: dict[int, list[int]] = {end: [] for end in ends}
    for place, (first, last) in wide:
        for end in ends[bisect_left(ends, first) : bisect_left(ends, last)]:
            found[end].append(place)
    return {end: Bits.of(places) if places else Bits(0, 0) for end, places in found.items()}


def _subtree_sums(tree: BubbleTree, order: list[int], weights: list[int]) -> list[int]:
    """For each bubble of a tree, the sum of the weights of it and of all below it."""
    sums = weights.copy()
    for bubble in reversed(order):
        head = tree.head(bubble)
        if head is not None:
            sums[head] += sums[bubble]
    return sums


def _projectivity(tree: BubbleTree) -> list[Violation]:
    """The violations of the three conditions of projectivity in any structure."""
    gaps, crossings = [], []
    phi = [Bits.of(sorted(content)) for content in tree.contents]
    for component in reachable([tree.children(b) for b in tree.bubbles], phi.__getitem__):
        gap = _first_gap(component.reached)
        for bubble in component.members:
            if gap is not None:
                gaps.append(
                    Violation(Condition.CONTINUOUS_PROJECTIONS, "a bubble has a gap in its projection", (bubble,), gap)
                )
            for child in tree.children(bubble):
                psi = component.reached_from(child)
                shared = psi.intersection(phi[bubble])
                inside = psi.is_subset(phi[bubble]) and not psi.members_equal(phi[bubble])
                if child != bubble and shared.mask and not inside:
                    crossings.append(
                        Violation(
                            Condition.CONTAINED_PROJECTIONS,
                            "the projection below a bubble is neither properly inside its content nor outside it",
                            (bubble, child),
                            tuple(shared.numbers()),
                        )
                    )
    return [*continuous_coverage(tree), *sorted(gaps, key=_by_bubbles), *sorted(crossings, key=_by_bubbles)]


def _by_bubbles(violation: Violation) -> tuple[int, ...]:
    return violation.bubbles


def _first_gap(tokens: Bits) -> tuple[int, int, int] | None:
    """As :func:`bubbletree.projectivity.first_gap`, for a bit set."""
    shift, mask = tokens
    if shift == ROOT:
        shift, mask = shift + 1, mask >> 1
    if not mask:
        return None
    leading = (mask & -mask).bit_length() - 1
    shift, mask = shift + leading, mask >> leading
    run = (~mask & (mask + 1)).bit_length() - 1
    beyond = mask >> run
    if not beyond:
        return None
    return shift, shift + run, shift + run + (beyond & -beyond).bit_length() - 1


def _shorten(words: list[str]) -> str:
    return " ".join(map(shortened, words if len(words) <= 8 else [*words[:4], "...", *words[-2:]]))
