"""The paper's definitions a second time, on explicit sets, and all projective trees by trying everything.

Nothing here is imported from the library, and nothing here knows of spans, linked lists or bit sets, so
that whatever agrees with this agrees with Shi & Lee (2021), sections 2.2 and 3.1, and not with itself.

A *shape* is an unlabelled tree: the set of its bubbles, each known by its content, with the content of
its head (None for the root).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import combinations, product

RT = 0

Content = frozenset[int]
Shape = frozenset[tuple[Content, Content | None]]


class Reading(Enum):
    """How to read *contained projections*: for all a1 ->* a2, psi(a2) in phi(a1) or disjoint from it."""

    PROPER = "distinct a1 and a2, proper inclusion"
    IMPROPER = "distinct a1 and a2, inclusion or equality"
    REFLEXIVE = "a1 = a2 too, proper inclusion"
    REFLEXIVE_IMPROPER = "a1 = a2 too, inclusion or equality"


@dataclass(frozen=True)
class Forest:
    """Bubbles by number, each with its content and its head, if any."""

    contents: tuple[Content, ...]
    heads: tuple[int | None, ...]

    @cached_property
    def below(self) -> tuple[frozenset[int], ...]:
        """For each bubble the bubbles alpha with bubble ->* alpha, itself included."""
        reached: list[set[int]] = [{bubble} for bubble in range(len(self.contents))]
        for bubble in range(len(self.contents)):
            ancestor = self.heads[bubble]
            while ancestor is not None and bubble not in reached[ancestor]:
                reached[ancestor].add(bubble)
                ancestor = self.heads[ancestor]
        return tuple(map(frozenset, reached))

    @cached_property
    def psi(self) -> tuple[Content, ...]:
        """The projection of each bubble."""
        return tuple(frozenset(token for a in below for token in self.contents[a]) for below in self.below)

    @property
    def shape(self) -> Shape:
        """The bubbles by content; faithful where no content occurs twice."""
        return frozenset(
            (content, None if head is None else self.contents[head])
            for content, head in zip(self.contents, self.heads, strict=True)
        )


def is_tree(forest: Forest) -> bool:
    """A defines a directed tree over B."""
    roots = [bubble for bubble, head in enumerate(forest.heads) if head is None]
    return len(roots) == 1 and len(forest.below[roots[0]]) == len(forest.contents)


def _no_partial_overlap(forest: Forest, n: int) -> bool:
    phi = forest.contents
    return all(not a & b or a <= b or b <= a for a in phi for b in phi)


def _non_duplication(forest: Forest, n: int) -> bool:
    return len(set(forest.contents)) == len(forest.contents)


def _lexical_coverage(forest: Forest, n: int) -> bool:
    return all(frozenset({token}) in forest.contents for token in range(n + 1))


def _roothood(forest: Forest, n: int) -> bool:
    with_root = [bubble for bubble, content in enumerate(forest.contents) if RT in content]
    return len(with_root) == 1 and forest.contents[with_root[0]] == {RT} and forest.heads[with_root[0]] is None


def _containment(forest: Forest, n: int) -> bool:
    phi = forest.contents
    return all(a2 in forest.below[a1] for a1 in range(len(phi)) for a2 in range(len(phi)) if phi[a2] < phi[a1])


WELL_FORMEDNESS: dict[str, Callable[[Forest, int], bool]] = {
    "no partial overlap": _no_partial_overlap,
    "non-duplication": _non_duplication,
    "lexical coverage": _lexical_coverage,
    "roothood": _roothood,
    "containment": _containment,
}
"""The five conditions of well-formedness, over n words, by their names in the paper."""


def is_well_formed(forest: Forest, n: int) -> bool:
    """Whether all conditions of well-formedness hold, over n words."""
    return all(holds(forest, n) for holds in WELL_FORMEDNESS.values())


def _is_continuous(tokens: Content) -> bool:
    words = tokens - {RT}
    return all(k in words for i in words for j in words for k in range(i + 1, j))


def _continuous_coverage(forest: Forest, reading: Reading) -> bool:
    return all(map(_is_continuous, forest.contents))


def _continuous_projections(forest: Forest, reading: Reading) -> bool:
    return all(map(_is_continuous, forest.psi))


def _contained_projections(forest: Forest, reading: Reading) -> bool:
    reflexive = reading in (Reading.REFLEXIVE, Reading.REFLEXIVE_IMPROPER)
    proper = reading in (Reading.PROPER, Reading.REFLEXIVE)
    for a1 in range(len(forest.contents)):
        for a2 in forest.below[a1]:
            if a1 == a2 and not reflexive:
                continue
            psi, phi = forest.psi[a2], forest.contents[a1]
            if not ((psi < phi if proper else psi <= phi) or not psi & phi):
                return False
    return True


PROJECTIVITY: dict[str, Callable[[Forest, Reading], bool]] = {
    "continuous coverage": _continuous_coverage,
    "continuous projections": _continuous_projections,
    "contained projections": _contained_projections,
}
"""The three conditions of projectivity, likewise; the last one can be read in several ways."""


def is_projective(forest: Forest, reading: Reading) -> bool:
    """Whether all conditions of projectivity hold."""
    return all(holds(forest, reading) for holds in PROJECTIVITY.values())


def subsets(tokens: range) -> list[Content]:
    """All non-empty sets of tokens, the small ones first."""
    return [frozenset(chosen) for size in range(1, len(tokens) + 1) for chosen in combinations(tokens, size)]


def well_formed_trees(n: int) -> Iterator[Forest]:
    """Every well-formed bubble tree over n words: all families of contents, all head functions."""
    everything = subsets(range(n + 1))
    singletons = [content for content in everything if len(content) == 1]
    wide = [content for content in everything if len(content) > 1]
    for size in range(len(wide) + 1):
        for chosen in combinations(wide, size):
            # Lexical coverage asks for the singletons, non-duplication for each content at most once.
            contents = (*singletons, *chosen)
            if any(RT in content for content in chosen) or any(
                a & b and not a <= b and not b <= a for a, b in combinations(chosen, 2)
            ):
                continue  # no arcs can mend roothood or a partial overlap
            for heads in product(range(len(contents)), repeat=len(contents) - 1):
                forest = Forest(contents, (None, *heads))
                if is_tree(forest) and is_well_formed(forest, n):
                    yield forest


def projective_trees(n: int, reading: Reading = Reading.PROPER) -> Iterator[Forest]:
    """Every projective bubble tree over n words, by the definitions and nothing else."""
    return (forest for forest in well_formed_trees(n) if is_projective(forest, reading))


def projective_trees_pruned(n: int) -> Iterator[Forest]:
    """The same, reading PROPER, for larger n: heads are chosen one by one, hopeless choices given up early.

    A choice is given up only if it makes a cycle; if a projection below some bubble has come to hold
    tokens inside and tokens outside that bubble; or if the way from a bubble up to RT is complete and
    misses one that contains it.  No further arc can undo any of these.  What is left is put to the
    definitions.
    """
    wide = [frozenset(range(i, j + 1)) for i in range(1, n + 1) for j in range(i + 1, n + 1)]
    singletons = [frozenset({token}) for token in range(n + 1)]
    for size in range(max(n, 1)):  # a nested family over n words has at most n - 1 wide members
        for chosen in combinations(wide, size):
            if any(a & b and not a <= b and not b <= a for a, b in combinations(chosen, 2)):
                continue
            contents = (*singletons, *chosen)
            for heads in _head_functions(contents):
                forest = Forest(contents, heads)
                if is_tree(forest) and is_well_formed(forest, n) and is_projective(forest, Reading.PROPER):
                    yield forest


def _head_functions(contents: tuple[Content, ...]) -> Iterator[tuple[int | None, ...]]:
    phi = [sum(1 << token for token in content) for content in contents]
    count = len(phi)
    # Narrow bubbles last: their projections settle the most.
    order = sorted(range(1, count), key=lambda bubble: -len(contents[bubble]))
    around = [{b for b in range(count) if contents[a] < contents[b]} for a in range(count)]
    heads: list[int | None] = [None] * count

    def extended(place: int, psi: list[int]) -> Iterator[tuple[int | None, ...]]:
        if place == len(order):
            yield tuple(heads)
            return
        bubble = order[place]
        for head in range(count):
            changed = psi.copy()
            above, child = head, bubble
            missed = around[bubble] - {head}
            possible = True
            while possible:
                shared = changed[child] & phi[above]
                possible = above != bubble and (shared == 0 or (shared == changed[child] != phi[above]))
                changed[above] |= changed[child]
                following = heads[above]
                if following is None:
                    possible = possible and not (above == RT and missed)
                    break
                above, child = following, above
                missed.discard(above)
            if possible:
                heads[bubble] = head
                yield from extended(place + 1, changed)
                heads[bubble] = None

    yield from extended(0, phi)


@dataclass(frozen=True)
class SetConfiguration:
    """A configuration as in section 3.1: (sigma, beta, V, B, phi, A, O), with B the domain of phi."""

    stack: tuple[int, ...]
    buffer: tuple[int, ...]
    tokens: frozenset[int]
    phi: dict[int, Content]
    arcs: frozenset[tuple[int, str, int]]
    open: frozenset[int]

    @classmethod
    def initial(cls, n: int) -> SetConfiguration:
        """c^i of a sentence of n words."""
        return cls(
            stack=(RT,),
            buffer=tuple(range(1, n + 1)),
            tokens=frozenset(range(n + 1)),
            phi={token: frozenset({token}) for token in range(n + 1)},
            arcs=frozenset(),
            open=frozenset(),
        )

    def psi(self, bubble: int) -> Content:
        """The projection of a bubble by the arcs so far."""
        reached = {bubble}
        while True:
            more = {dependent for head, _, dependent in self.arcs if head in reached} - reached
            if not more:
                return frozenset(token for a in reached for token in self.phi[a])
            reached |= more

    def step(self, name: str, label: str) -> SetConfiguration:
        """The configuration after a transition whose preconditions hold."""
        stack, buffer, phi, arcs, opened = self.stack, self.buffer, dict(self.phi), set(self.arcs), set(self.open)
        match name:
            case "Shift":
                stack, buffer = (*stack, buffer[0]), buffer[1:]
            case "LeftArc":
                arcs.add((buffer[0], label, stack[-1]))
                stack = stack[:-1]
            case "RightArc":
                arcs.add((stack[-2], label, stack[-1]))
                stack = stack[:-1]
            case "BubbleOpen":
                new = len(phi)
                phi[new] = self.psi(stack[-2]) | self.psi(stack[-1])
                arcs |= {(new, "conj", stack[-2]), (new, label, stack[-1])}
                opened.add(new)
                stack = (*stack[:-2], new)
            case "BubbleAttach":
                phi[stack[-2]] |= self.psi(stack[-1])
                arcs.add((stack[-2], label, stack[-1]))
                stack = stack[:-1]
            case "BubbleClose":
                opened.remove(stack[-1])
                stack, buffer = stack[:-1], (stack[-1], *buffer)
            case _:
                raise ValueError(name)
        return SetConfiguration(stack, buffer, self.tokens, phi, frozenset(arcs), frozenset(opened))


TABLE_1: dict[str, Callable[[SetConfiguration], bool]] = {
    "Shift": lambda c: len(c.buffer) >= 1,
    "LeftArc": lambda c: (
        len(c.stack) >= 1
        and len(c.buffer) >= 1
        and c.stack[-1] not in c.open
        and c.buffer[0] not in c.open
        and c.phi[c.stack[-1]] != {RT}
    ),
    "RightArc": lambda c: len(c.stack) >= 2 and c.stack[-1] not in c.open and c.stack[-2] not in c.open,
    "BubbleOpen": lambda c: (
        len(c.stack) >= 2 and c.stack[-1] not in c.open and c.stack[-2] not in c.open and c.phi[c.stack[-2]] != {RT}
    ),
    "BubbleAttach": lambda c: len(c.stack) >= 2 and c.stack[-1] not in c.open and c.stack[-2] in c.open,
    "BubbleClose": lambda c: len(c.stack) >= 1 and c.stack[-1] in c.open,
}
"""The preconditions of Table 1, to the letter."""


def allowed(configuration: SetConfiguration, last: str | None, *, normal_form: bool, single_root: bool) -> list[str]:
    """The transitions that Table 1 allows, less those that the two options forbid."""
    names = [name for name, holds in TABLE_1.items() if holds(configuration)]
    if normal_form:
        reduce_after, close_after = ("Shift", "RightArc"), ("BubbleOpen", "BubbleAttach")
        if last not in reduce_after:
            names = [name for name in names if name not in ("RightArc", "BubbleOpen", "BubbleAttach")]
        if last not in close_after:
            names = [name for name in names if name != "BubbleClose"]
    if single_root and "RightArc" in names and configuration.stack[-2] == RT:
        last_word_placed = len(configuration.stack) == 2 and not configuration.buffer
        names = [name for name in names if name != "RightArc" or last_word_placed]
    return names
