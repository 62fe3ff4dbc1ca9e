"""Trees that must, or must not, have some arc, bubble or coordination.

A constraint looks at one step at a time and says whether a tree may have it.  That is enough: a tree has the bubble
[i, j] if and only if no step of it takes a word of the bubble out of it, or anything else into it.  So all that the
program computes (the best tree, sums, probabilities) can be had under any number of constraints, at no further cost.

A governor shows only one edge (:mod:`bubbletree.exact.steps`), and so does an arc here: a required arc to the right
from 3 comes from the word 3 or from a bubble that ends in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol, runtime_checkable

from bubbletree.exact.steps import Role, Step, StepKind
from bubbletree.span import Span
from bubbletree.tree import ROOT


class Constraint(Protocol):
    """Says which steps a tree may have."""

    def __call__(self, step: Step, /) -> bool:
        """Whether a tree may have the step."""


@runtime_checkable
class OfWords(Protocol):
    """A constraint that names words.

    Attributes
    ----------
    last_word : int
        The last of them.
    """

    @property
    def last_word(self) -> int:
        """The last word that it names."""


@dataclass(frozen=True, slots=True)
class _OfBubble:
    """What constraints on one bubble have in common."""

    first: int
    last: int

    def __post_init__(self) -> None:
        if not 1 <= self.first < self.last:
            span = (self.first, self.last)
            raise ValueError(f"a bubble has two words or more, from the first one on, and is not {span}")

    @property
    def last_word(self) -> int:
        """The last word that it names."""
        return self.last


@dataclass(frozen=True, slots=True)
class _OfArc:
    """What constraints on one arc have in common."""

    role: Role
    governor: int
    first: int
    last: int

    def __post_init__(self) -> None:
        if self.governor < ROOT or not 1 <= self.first <= self.last:
            span = (self.first, self.last)
            raise ValueError(f"an arc leads from a token to a span of words, and not from {self.governor} to {span}")

    @property
    def last_word(self) -> int:
        """The last word that it names."""
        return max(self.governor, self.last)


@dataclass(frozen=True, slots=True)
class ForbiddenBubble(_OfBubble):
    """There is no bubble over these words.

    Attributes
    ----------
    first, last : int
        The first and the last word.
    """

    def __call__(self, step: Step, /) -> bool:
        """Whether a tree may have the step."""
        return step[:4] != (StepKind.BUBBLE, self.first, self.last, self.last)


@dataclass(frozen=True, slots=True)
class ForbiddenArc(_OfArc):
    """No governor with this edge has a dependent, or part, with this content.

    Attributes
    ----------
    role : Role
        What the dependent is to the governor.
    governor : int
        The edge of the governor that it sees.
    first, last : int
        The first and the last token of its content.
    """

    def __call__(self, step: Step, /) -> bool:
        """Whether a tree may have the step."""
        if step.kind is not StepKind.CONTENT or step.role is not self.role:
            return True
        return step[1:4] != (self.governor, self.first, self.last)


@dataclass(frozen=True, slots=True)
class RequiredArc(_OfArc):
    """A vertex with this content is there, and it is the dependent, or part, of a governor with this edge.

    The attributes are those of :class:`ForbiddenArc`.
    """

    def __call__(self, step: Step, /) -> bool:
        """Whether a tree may have the step."""
        if self.first < self.last and not RequiredBubble(self.first, self.last)(step):
            return False
        if step.kind is not StepKind.CONTENT or (step.left, step.right) != (self.first, self.last):
            return True
        return step.role is self.role and step.governor == self.governor


@dataclass(frozen=True, slots=True)
class RequiredBubble(_OfBubble):
    """There is a bubble over these words.

    Attributes
    ----------
    first, last : int
        The first and the last word, two different ones.
    """

    def __call__(self, step: Step, /) -> bool:
        """Whether a tree may have the step."""
        return _Closed(self.first, self.last, ((self.first, self.last),), ()).allows(step)


@dataclass(frozen=True, slots=True)
class RequiredCoordination:
    """There is a coordination with these conjuncts.

    Where conjuncts and other parts are not told apart, its parts need only have these spans among them.

    Attributes
    ----------
    conjuncts : tuple of Span
        The spans of two conjuncts or more, from left to right.
    """

    conjuncts: tuple[Span, ...]

    def __post_init__(self) -> None:
        ordered = all(left.last < right.first for left, right in pairwise(self.conjuncts))
        if len(self.conjuncts) < 2 or not ordered or not all(1 <= one.first <= one.last for one in self.conjuncts):
            raise ValueError(f"conjuncts are two or more spans from left to right, not {self.conjuncts}")

    @property
    def last_word(self) -> int:
        """The last word that it names."""
        return self.conjuncts[-1].last

    def __call__(self, step: Step, /) -> bool:
        """Whether a tree may have the step."""
        spans = [(first, last) for first, last in self.conjuncts]
        gaps = [(left[1] + 1, right[0] - 1) for left, right in pairwise(spans) if left[1] + 1 < right[0]]
        return _Closed(spans[0][0], spans[-1][1], tuple(sorted((*spans, *gaps))), tuple(spans)).allows(step)


@dataclass(frozen=True, slots=True)
class OnlyCoordinations:
    """There are bubbles over given coordinations, with their conjuncts, and no others.

    Attributes
    ----------
    coordinations : tuple of RequiredCoordination
        The coordinations.
    """

    coordinations: tuple[RequiredCoordination, ...]

    @classmethod
    def of(cls, conjuncts: Iterable[Sequence[tuple[int, int]]]) -> OnlyCoordinations:
        """The constraint for coordinations that are given by the spans of their conjuncts."""
        return cls(tuple(RequiredCoordination(tuple(Span(*span) for span in spans)) for spans in conjuncts))

    @property
    def last_word(self) -> int:
        """The last word that it names; 0 if it names none."""
        return max((one.last_word for one in self.coordinations), default=0)

    def __call__(self, step: Step, /) -> bool:
        """Whether a tree may have the step."""
        if step.kind is StepKind.BUBBLE:
            wholes = {(one.conjuncts[0].first, one.conjuncts[-1].last) for one in self.coordinations}
            if (step.governor, step.right) not in wholes:
                return False
        return all(one(step) for one in self.coordinations)


@dataclass(frozen=True, slots=True)
class _Closed:
    """A bubble over [first, last] that is there, and zones inside it that no item leaves.

    With one zone, which is the whole of the bubble, nothing is known of its parts.  With several, each of those in
    ``conjuncts`` is the span of one conjunct, and each part lies in one zone.
    """

    first: int
    last: int
    zones: tuple[tuple[int, int], ...]
    conjuncts: tuple[tuple[int, int], ...]

    def _zone(self, token: int) -> tuple[int, int] | None:
        """The zone of a token; None outside the bubble."""
        return next((zone for zone in self.zones if zone[0] <= token <= zone[1]), None)

    def allows(self, step: Step) -> bool:
        if step.kind is StepKind.MORE:
            # What fills the bubble, or its first conjunct, with two parts or more is complete.
            return step.governor != self.first or step.right not in (self.last, self.zones[0][1])
        if step.kind is StepKind.BUBBLE:
            whole = (self.first, self.last)
            return (step.governor, step.right) == whole or self._kept(step.governor, step.right)
        if step.role is not None and step.role.is_part:
            return self._part(step)
        return self._dependent(step)

    def _kept(self, first: int, last: int) -> bool:
        """Whether a span lies in one zone, outside the bubble, or around it."""
        one, other = self._zone(first), self._zone(last)
        if one is None and other is None:
            return True
        if one is not None and other is not None:
            return one == other or (first == self.first and last == self.last)
        return first == self.first if one is not None else last == self.last

    def _dependent(self, step: Step) -> bool:
        """A dependent inside the bubble stays in the zone of its governor."""
        governor, left, right = step.governor, step.left, step.right
        inside = self._zone(governor)
        if step.kind is StepKind.CONTENT:
            if inside is not None and self._zone(left) is not None and self._zone(right) is not None:
                return inside == self._zone(left) == self._zone(right)
            if (left, right) != (self.first, self.last) and self._inside(left, right):
                return False
            edge = self.first if step.role is Role.LEFT else self.last
            return self._kept(left, right) and (inside is None or governor == edge)
        content, end = (right, left) if step.kind is StepKind.LEFT_EDGE else (left, right)
        zone = self._zone(content)
        if zone is not None and inside is not None:
            return self._zone(end) == zone
        edge = self.first if step.kind is StepKind.LEFT_EDGE else self.last
        return self._zone(end) is None or end == edge

    def _inside(self, first: int, last: int) -> bool:
        return self.first <= first and last <= self.last

    def _part(self, step: Step) -> bool:
        """A part, of a bubble that is inside, the same, around or elsewhere."""
        start, left, right = step.governor, step.left, step.right
        if start != self.first:
            return self._part_elsewhere(step)
        # The bubble begins where this one does: it lies in the first zone, or is the same, or lies around.
        zone = self.zones[0]
        known = len(self.zones) > 1
        if step.is_first:
            if step.kind is StepKind.LEFT_EDGE:
                return right <= zone[1] or right > self.last
            if step.kind is StepKind.CONTENT:
                around = (left == self.first and right >= self.last) or left > self.last
                return (right <= zone[1] if known else right < self.last) or around
            if known and left <= zone[1]:
                return right <= zone[1] and (right < zone[1] or step.role is not Role.OTHER)
            return right < self.last if left < self.last else right >= self.last
        if step.kind is StepKind.LEFT_EDGE:
            return self._begins(left, right, step.role)
        if step.kind is StepKind.CONTENT:
            return left > self.last or (self._zone(left) == self._zone(right))
        own = self._zone(left)
        if own is None:
            return True
        return right == own[1] if own in self.conjuncts[1:] else self._zone(right) == own

    def _begins(self, left: int, content: int, role: Role | None) -> bool:
        """A further part of a bubble that begins where this one does."""
        own = self._zone(left)
        if own is None:
            return True
        if self._zone(content) != own:
            return False
        if own == self.zones[0]:
            return True
        if own in self.conjuncts:
            return left == own[0] and role is not Role.OTHER
        return role is not Role.CONJUNCT

    def _part_elsewhere(self, step: Step) -> bool:
        start, left, right = step.governor, step.left, step.right
        inside = self._zone(start)
        if inside is not None:
            return self._zone(left) == self._zone(right) == inside
        if step.kind is StepKind.CONTENT:
            whole = (left, right) == (self.first, self.last)
            return whole or (self._kept(left, right) and not self._inside(left, right))
        end = left if step.kind is StepKind.LEFT_EDGE else right
        edge = self.first if step.kind is StepKind.LEFT_EDGE else self.last
        return self._zone(end) is None or end == edge
