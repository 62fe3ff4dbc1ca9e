"""What is so by definition: everything that the reference vectors say of a structure, computed the slow way.

Configurations and transitions are those of ``proofs_tests/support/brute.py``, conditions are the literal predicates
of :mod:`bubbletree.wellformed` and :mod:`bubbletree.projectivity`, derivations are found by trying everything.  The
code that the vectors are there to check is not used: ``validation``, ``transitions``, ``oracle``, ``counting``,
``coordination``, ``convert``, ``metrics``, ``boundary``.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

from bubbletree.projectivity import PROJECTIVITY, projection
from bubbletree.tree import CONJ, ROOT, BubbleTree
from bubbletree.wellformed import WELL_FORMEDNESS
from proofs_tests.support.brute import TABLE_1, Content, SetConfiguration, allowed
from proofs_tests.vectors.layout import (
    OPTIONS,
    BoundaryValue,
    ConfigurationCase,
    CoordinationValue,
    CriteriaValue,
    Move,
    Spans,
    Triple,
    Violated,
)

KINDS = tuple(TABLE_1)
WITH_LABEL = frozenset({"LeftArc", "RightArc", "BubbleOpen", "BubbleAttach"})


def violated(tree: BubbleTree) -> Violated:
    """The conditions that a structure violates, by the literal predicates."""
    return {
        "well_formedness": [c.value for c, predicate in WELL_FORMEDNESS.items() if any(True for _ in predicate(tree))],
        "projectivity": [c.value for c, predicate in PROJECTIVITY.items() if any(True for _ in predicate(tree))],
    }


def is_projective(tree: BubbleTree) -> bool:
    """Whether a structure violates nothing."""
    return not any(violated(tree).values())


def root_children(tree: BubbleTree) -> int:
    """The number of arcs whose head contains RT."""
    return sum(ROOT in tree.contents[arc.head] for arc in tree.arcs)


# Table 1 by names; each holds if there is no item that it could be false of.
_HOLDS: dict[str, Callable[[SetConfiguration, str | None], bool]] = {
    "the buffer holds at least one bubble": lambda c, _: len(c.buffer) >= 1,
    "the stack holds at least one bubble": lambda c, _: len(c.stack) >= 1,
    "the stack holds at least two bubbles": lambda c, _: len(c.stack) >= 2,
    "s1 is an open bubble": lambda c, _: c.stack[-1] in c.open,
    "s1 is not an open bubble": lambda c, _: c.stack[-1] not in c.open,
    "s2 is an open bubble": lambda c, _: len(c.stack) < 2 or c.stack[-2] in c.open,
    "s2 is not an open bubble": lambda c, _: len(c.stack) < 2 or c.stack[-2] not in c.open,
    "b1 is not an open bubble": lambda c, _: not c.buffer or c.buffer[0] not in c.open,
    "s1 is not RT": lambda c, _: c.stack[-1] != ROOT,
    "s2 is not RT": lambda c, _: len(c.stack) < 2 or c.stack[-2] != ROOT,
    "normal form: the last transition was Shift or RightArc": lambda _, last: last in {"Shift", "RightArc"},
    "normal form: the last transition was BubbleOpen or BubbleAttach": lambda _, last: (
        last in {"BubbleOpen", "BubbleAttach"}
    ),
    "single root: RT takes a child only when nothing else is on the stack or in the buffer": lambda c, _: (
        len(c.stack) < 2 or c.stack[-2] != ROOT or (len(c.stack) == 2 and not c.buffer)
    ),
}
REQUIRED: dict[str, tuple[str, ...]] = {
    "Shift": ("the buffer holds at least one bubble",),
    "LeftArc": (
        "the stack holds at least one bubble",
        "the buffer holds at least one bubble",
        "s1 is not an open bubble",
        "b1 is not an open bubble",
        "s1 is not RT",
    ),
    "RightArc": (
        "the stack holds at least two bubbles",
        "s1 is not an open bubble",
        "s2 is not an open bubble",
        "normal form: the last transition was Shift or RightArc",
        "single root: RT takes a child only when nothing else is on the stack or in the buffer",
    ),
    "BubbleOpen": (
        "the stack holds at least two bubbles",
        "s1 is not an open bubble",
        "s2 is not an open bubble",
        "s2 is not RT",
        "normal form: the last transition was Shift or RightArc",
    ),
    "BubbleAttach": (
        "the stack holds at least two bubbles",
        "s1 is not an open bubble",
        "s2 is an open bubble",
        "normal form: the last transition was Shift or RightArc",
    ),
    "BubbleClose": (
        "the stack holds at least one bubble",
        "s1 is an open bubble",
        "normal form: the last transition was BubbleOpen or BubbleAttach",
    ),
}


@dataclass(frozen=True)
class State:
    """A configuration of the second writing, with the transitions and arcs made so far in their order."""

    configuration: SetConfiguration
    made: tuple[tuple[str, ...], ...] = ()
    arcs: tuple[Triple, ...] = ()

    @property
    def last(self) -> str | None:
        """The kind of the last transition."""
        return self.made[-1][0] if self.made else None

    @property
    def is_terminal(self) -> bool:
        """Whether only RT is left."""
        return self.configuration.stack == (ROOT,) and not self.configuration.buffer

    @property
    def decisive(self) -> tuple[object, ...]:
        """All of it that preconditions look at."""
        return self.configuration.stack, self.configuration.buffer, self.configuration.open, self.last

    def allowed(self, normal_form: bool, single_root: bool) -> list[str]:
        """The kinds of transition that Table 1 and the options allow."""
        return allowed(self.configuration, self.last, normal_form=normal_form, single_root=single_root)

    def failed(self, kind: str, normal_form: bool, single_root: bool) -> list[str]:
        """The preconditions of a transition that fail, in the order of Table 1."""
        skipped = tuple(
            f"{name}:" for name, on in (("normal form", normal_form), ("single root", single_root)) if not on
        )
        required = [name for name in REQUIRED[kind] if not name.startswith(skipped)]
        failing = [name for name in required if not _HOLDS[name](self.configuration, self.last)]
        assert (not failing) == (kind in self.allowed(normal_form, single_root))
        return failing

    def after(self, move: Sequence[str]) -> State:
        """The next configuration."""
        kind, label = move[0], move[-1]
        following = self.configuration.step(kind, label)
        new = following.arcs - self.configuration.arcs
        # BubbleOpen makes two arcs, the one to s2 first.
        s1 = self.configuration.stack[-1]
        return State(following, (*self.made, tuple(move)), (*self.arcs, *sorted(new, key=lambda arc: arc[2] == s1)))

    def contents(self) -> list[list[int]]:
        """phi, by bubble."""
        return [sorted(self.configuration.phi[bubble]) for bubble in range(len(self.configuration.phi))]

    def case(self) -> ConfigurationCase:
        """What the vectors hold of this configuration."""
        return {
            "stack": list(self.configuration.stack),
            "buffer": list(self.configuration.buffer),
            "open": sorted(self.configuration.open),
            "bubbles": self.contents()[len(self.configuration.tokens) :],
            "arcs": len(self.arcs),
            "allowed": {name: self.allowed(*option) for name, option in OPTIONS.items()},
        }


def initial(n: int) -> State:
    """Where derivations over n words begin."""
    return State(SetConfiguration.initial(n))


def labelled(kind: str, label: str) -> tuple[str, ...]:
    """The transition of a kind, with the label if it takes one."""
    return (kind, label) if kind in WITH_LABEL else (kind,)


def states(n: int, moves: Sequence[Sequence[str]]) -> list[State]:
    """The configurations along a derivation."""
    passed = [initial(n)]
    for move in moves:
        passed.append(passed[-1].after(move))
    return passed


def all_derivations(n: int, normal_form: bool) -> Iterator[State]:
    """The end of every complete derivation over n words; all labels are ``conj``."""
    pending = [initial(n)]
    while pending:
        state = pending.pop()
        if state.is_terminal:
            yield state
        pending += [state.after(labelled(kind, CONJ)) for kind in reversed(state.allowed(normal_form, False))]


def derivations_of(tree: BubbleTree, normal_form: bool) -> Iterator[list[Move]]:
    """Every derivation of a projective tree, found by trying everything.

    A transition is not tried if it makes an arc, or closes a bubble, that the tree has not, or if after it some bubble
    could not get all that is below it any more.
    """
    psi = {tree.contents[bubble]: projection(tree, bubble) for bubble in tree.bubbles}
    head: dict[Content, tuple[Content, str]] = {
        frozenset(tree.contents[arc.dependent]): (frozenset(tree.contents[arc.head]), arc.label) for arc in tree.arcs
    }

    def fits(state: State, kind: str) -> str | None:
        """The label of the transition (empty if it takes none), or None if it leads nowhere."""
        c = state.configuration
        if kind == "Shift":
            content = c.phi[c.buffer[0]]
            before = {token for token in psi[content] if token < min(content)}
            return "" if before <= c.psi(c.buffer[0]) else None
        content = c.phi[c.stack[-1]]
        if kind == "BubbleClose":
            return "" if content in psi else None
        above, label = head[content]
        if c.psi(c.stack[-1]) != psi[content]:
            return None
        if kind in {"LeftArc", "RightArc"}:
            other = c.phi[c.buffer[0] if kind == "LeftArc" else c.stack[-2]]
            return label if other == above else None
        if kind == "BubbleOpen":
            first = c.phi[c.stack[-2]]
            if head[first] != (above, CONJ) or c.psi(c.stack[-2]) != psi[first]:
                return None
        inside = c.psi(c.stack[-2]) | psi[content]
        return label if inside <= above and min(inside) == min(above) else None

    pending = [initial(len(tree.words))]
    while pending:
        state = pending.pop()
        if state.is_terminal:
            phi = state.configuration.phi
            if {phi[d]: (phi[h], label) for h, label, d in state.arcs} == head:
                yield [list(move) for move in state.made]
            continue
        for kind in reversed(state.allowed(normal_form, False)):
            label = fits(state, kind)
            if label is not None:
                pending.append(state.after(labelled(kind, label)))


def normal_form_of(tree: BubbleTree) -> list[Move] | None:
    """The derivation of a structure in normal form, if it has any."""
    if not is_projective(tree):
        return None
    found = list(derivations_of(tree, normal_form=True))
    assert len(found) <= 1, "one derivation in normal form"
    return found[0] if found else None


def series(size: int) -> tuple[list[list[int]], list[int]]:
    """Trees by words and bubbles, and trees with a single root by words, from T = F F (x + y T T F) and F = 1 + T F.

    Power series in x (words) whose coefficients are polynomials in y (bubbles), multiplied out.
    """

    def times(a: Sequence[Sequence[int]], b: Sequence[Sequence[int]]) -> list[list[int]]:
        result = [[0] * size for _ in range(size)]
        for i, j in product(range(size), repeat=2):
            if i + j < size:
                for k, m in product(range(size), repeat=2):
                    if k + m < size:
                        result[i + j][k + m] += a[i][k] * b[j][m]
        return result

    one = [[int(n == k == 0) for k in range(size)] for n in range(size)]
    F, T = one, [[0] * size for _ in range(size)]
    for _ in range(size):  # each round makes one more coefficient right
        squared, core = times(F, F), times(times(T, T), F)
        core = [[(core[n][k - 1] if k else 0) + int(n == 1 and k == 0) for k in range(size)] for n in range(size)]
        T = times(squared, core)
        F = [[a + b for a, b in zip(*rows, strict=True)] for rows in zip(one, times(T, F), strict=True)]
    return F, [sum(row) for row in T]


def span(tokens: Content) -> list[int]:
    """First and last word."""
    return [min(tokens), max(tokens)]


def parts(tree: BubbleTree, bubble: int) -> list[int]:
    """The internal children of a bubble of two words or more, from left to right."""
    content = tree.contents[bubble]
    inside = [child for child in tree.children(bubble) if len(content) > 1 and tree.contents[child] <= content]
    return sorted(inside, key=lambda child: min(tree.contents[child]))


def coordinations(tree: BubbleTree) -> list[CoordinationValue]:
    """The coordinations of a projective tree."""
    found: list[CoordinationValue] = []
    for bubble in tree.bubbles:
        inside = parts(tree, bubble)
        conjuncts = [span(projection(tree, part)) for part in inside if tree.label(part) == CONJ]
        if conjuncts:
            outside = sorted(
                (child for child in tree.children(bubble) if child not in inside),
                key=lambda child: min(tree.contents[child]),
            )
            found.append(
                {
                    "bubble": bubble,
                    "conjuncts": conjuncts,
                    "coordinators": [span(projection(tree, part)) for part in inside if tree.label(part) == "cc"],
                    "shared_left": [b for b in outside if min(tree.contents[b]) < min(tree.contents[bubble])],
                    "shared_right": [b for b in outside if min(tree.contents[b]) > min(tree.contents[bubble])],
                }
            )
    return sorted(found, key=lambda c: (c["conjuncts"][0][0], -c["conjuncts"][-1][1], -len(tree.contents[c["bubble"]])))


def universal_dependencies(tree: BubbleTree, punctuation: str) -> tuple[list[int], list[str]]:
    """HEAD and DEPREL of each word: a bubble's head word is that of its first conjunct, or part if it has none."""

    def standing(bubble: int) -> int | None:
        """The part that stands for a bubble of several words."""
        if len(tree.contents[bubble]) == 1:
            return None
        candidates = parts(tree, bubble) or sorted(tree.children(bubble), key=lambda b: min(tree.contents[b]))
        return next((part for part in candidates if tree.label(part) == CONJ), candidates[0])

    def word(bubble: int) -> int:
        while (part := standing(bubble)) is not None:
            bubble = part
        return min(tree.contents[bubble])

    heads, labels = [0] * len(tree.words), [""] * len(tree.words)
    for arc in tree.arcs:
        if standing(arc.head) == arc.dependent:
            continue  # it stands for its bubble, whose own arc is its arc
        siblings = parts(tree, arc.head)
        later = (
            [b for b in siblings[siblings.index(arc.dependent) + 1 :] if tree.label(b) == CONJ]
            if (arc.dependent in siblings and arc.label != CONJ)
            else []
        )
        on_following = later and not (punctuation == "first" and arc.label == "punct")
        dependent = word(arc.dependent) - 1
        heads[dependent], labels[dependent] = word(later[0] if on_following else arc.head), arc.label
    return heads, labels


def score(gold: Sequence[Spans], predicted: Sequence[Spans], convention: str) -> CriteriaValue:
    """Correct, predicted and gold coordinations under each criterion."""
    strict = convention == "strict"

    def key(c: Spans) -> tuple[bool, int]:
        return (True, c["coordinators"][-1][0]) if c["coordinators"] else (False, c["conjuncts"][-1][0])

    def inner(c: Spans) -> list[list[list[int]]]:
        if convention == "released":
            return [c["conjuncts"][-2:]]
        before = [conjunct for conjunct in c["conjuncts"] if conjunct[0] < key(c)[1]]
        after = [conjunct for conjunct in c["conjuncts"] if conjunct[0] >= key(c)[1]]
        return [before[-1:], after[:1]]

    expected = {key(c): c for c in gold if strict or c["coordinators"]}
    found = {key(c): c for c in predicted if strict or c["coordinators"]}
    left_out = [0 if strict else sum(not c["coordinators"] for c in side) for side in (gold, predicted)]
    assert len(expected) + left_out[0] == len(gold), "keys must differ: pairing equal ones is a matter of taste"
    assert len(found) + left_out[1] == len(predicted)
    both = [(expected[k], found[k]) for k in expected if k in found]
    rest = [len(found), len(expected)]
    return {
        "exact": [sum(a["conjuncts"] == b["conjuncts"] for a, b in both), *rest],
        "inner": [sum(inner(a) == inner(b) for a, b in both), *rest],
        "whole": [
            sum(
                (a["conjuncts"][0][0], a["conjuncts"][-1][1]) == (b["conjuncts"][0][0], b["conjuncts"][-1][1])
                for a, b in both
            ),
            *rest,
        ],
        "left_out": left_out,
    }


def is_punctuation(word: str) -> bool:
    """Whether all characters are punctuation in Unicode."""
    return all(unicodedata.category(character)[0] == "P" for character in word)


def boundaries(tree: BubbleTree) -> list[BoundaryValue]:
    """The boundaries of a projective tree that have a dependent, by bubble, left before right."""
    found: list[BoundaryValue] = []
    for bubble in tree.bubbles:
        for side, at in (("left", 0), ("right", -1)):
            inner = {b: parts(tree, b)[at] for b in tree.bubbles if len(tree.contents[b]) > 1}
            inner = {b: part for b, part in inner.items() if tree.label(part) == CONJ}
            if bubble not in inner or bubble in inner.values():
                continue
            hosts = [bubble]
            while hosts[-1] in inner:
                hosts.append(inner[hosts[-1]])
            hanging = [
                (min(tree.contents[child]), child, level)
                for level, host in enumerate(hosts)
                for child in tree.children(host)
                if (
                    max(tree.contents[child]) < min(tree.contents[host])
                    if side == "left"
                    else min(tree.contents[child]) > max(tree.contents[host])
                )
            ]
            hanging.sort(reverse=side == "right")
            if hanging:
                found.append(
                    {
                        "side": side,
                        "hosts": hosts,
                        "dependents": [child for _, child, _ in hanging],
                        "levels": [level for _, _, level in hanging],
                    }
                )
    return found


def moved(tree: BubbleTree, heads: Mapping[int, int]) -> BubbleTree:
    """The tree with other heads for some bubbles; contents follow from the words and from what are whose parts."""
    arcs = [(heads.get(arc.dependent, arc.head), arc.label, arc.dependent) for arc in tree.arcs]
    inside = {bubble: parts(tree, bubble) for bubble in tree.bubbles}
    contents = [set(content) if len(content) == 1 else set() for content in tree.contents]
    psi = [set(content) for content in contents]
    for _ in tree.bubbles:  # after so many rounds everything has come up from below
        for bubble in tree.bubbles:
            for part in inside[bubble]:
                contents[bubble] |= psi[part]
            psi[bubble] |= contents[bubble]
        for head, _, dependent in arcs:
            psi[head] |= psi[dependent]
    return BubbleTree(tree.words, contents, arcs)


def is_split(levels: Sequence[int]) -> bool:
    """Whether the levels never decrease."""
    return all(outer <= inner for outer, inner in pairwise(levels))


def best_split(scores: Sequence[Sequence[int]]) -> list[int]:
    """The levels with the highest sum among those that never decrease.

    Of several, the ones furthest out, where the innermost dependent counts first.
    """
    splits = [levels for levels in product(range(len(scores[0])), repeat=len(scores)) if is_split(levels)]

    def rank(levels: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        return -sum(row[level] for row, level in zip(scores, levels, strict=True)), levels[::-1]

    best = min(splits, key=rank)
    return list(best)
