"""From scores to trees and probabilities.

All functions take the same arguments, in this order: the sentence's words, or how many there are; a source of scores
(:class:`bubbletree.exact.steps.Scores`), which may be any function of a step; which trees there are
(:class:`bubbletree.exact.program.Options`); and constraints (:mod:`bubbletree.exact.constraints`), all of which hold.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from bubbletree.counting import check_size
from bubbletree.errors import BubbletreeError
from bubbletree.exact.constraints import Constraint, OfWords
from bubbletree.exact.program import Edge, Entry, Options, Table, goal, program
from bubbletree.exact.semirings import Best, Counting, Derivation, KBest, Logarithmic, Semiring
from bubbletree.exact.steps import Role, Scores, Step
from bubbletree.tree import CONJ, ROOT, Arc, BubbleTree

V = TypeVar("V")
DEFAULT_LABELS: Mapping[Role, str] = {
    Role.LEFT: "dep",
    Role.RIGHT: "dep",
    Role.CONJUNCT: CONJ,
    Role.PART: CONJ,
    Role.OTHER: "cc",
}
"""The labels of arcs where labels are left aside, but for children of RT, whose label is ``root``."""


class NoTreeError(BubbletreeError):
    """No tree over the words satisfies all constraints."""


class ScoredTree(NamedTuple):
    """A tree and its score."""

    tree: BubbleTree
    score: float


def _no_score(step: Step) -> float:  # noqa: ARG001  # one source of scores among others
    return 0.0


def count(n: int, options: Options = Options(), constraints: Iterable[Constraint] = ()) -> int:  # noqa: B008  # frozen
    """How many trees there are over n words.

    Parameters
    ----------
    n : int
        The number of words.
    options, constraints
        As for :func:`best_tree`.

    Examples
    --------
    >>> [count(n, Options(kinds=False)) for n in range(6)]
    [1, 1, 4, 25, 191, 1627]
    """
    check_size(n)
    values, _ = _inside(n, Counting(), _no_score, options, constraints)
    return values[goal(n)]


def log_partition(
    n: int,
    scores: Scores,
    options: Options = Options(),  # noqa: B008  # frozen
    constraints: Iterable[Constraint] = (),
) -> float:
    """The logarithm of the sum over all trees of the exponential of their scores; minus infinity if there is none.

    Parameters
    ----------
    n : int
        The number of words.
    scores, options, constraints
        As for :func:`best_tree`.

    Examples
    --------
    >>> round(math.exp(log_partition(3, lambda step: 0.0, Options(kinds=False))))
    25
    """
    check_size(n)
    values, _ = _inside(n, Logarithmic(), scores, options, constraints)
    return values[goal(n)]


def best_tree(
    words: Sequence[str],
    scores: Scores,
    options: Options = Options(),  # noqa: B008  # frozen
    constraints: Iterable[Constraint] = (),
) -> ScoredTree:
    """The tree with the highest score; of several, that whose edges come first in the program.

    Parameters
    ----------
    words : sequence of str
        The sentence, without RT.
    scores : Scores
        The score of each step, such as a function.  No tree has a step whose score is minus infinity.
    options : Options
        Which trees there are.
    constraints : iterable of Constraint
        What the tree must, or must not, have; all of them hold.

    Raises
    ------
    NoTreeError
        No tree satisfies the constraints, or each has a step with minus infinity.
    ValueError
        A constraint names a word that is not there, or a score is NaN or infinite.

    Examples
    --------
    >>> from bubbletree.exact import StepKind
    >>> like_bubbles = lambda step: 1.0 if step.kind is StepKind.BUBBLE else 0.0
    >>> best_tree(["tea", "buns"], like_bubbles).tree.contents[-1] == {1, 2}
    True
    """
    values, _ = _inside(len(words), Best(), scores, options, constraints)
    best = values[goal(len(words))]
    if best is None:
        raise NoTreeError(f"no tree over {len(words)} words satisfies all constraints")
    return ScoredTree(tree_of(best, words), best.score)


def k_best_trees(
    words: Sequence[str],
    scores: Scores,
    k: int,
    options: Options = Options(),  # noqa: B008  # frozen
    constraints: Iterable[Constraint] = (),
) -> list[ScoredTree]:
    """The k trees with the highest scores, the best first; fewer if there are not so many.

    Parameters
    ----------
    words, scores, options, constraints
        As for :func:`best_tree`.
    k : int
        How many trees.

    Raises
    ------
    ValueError
        ``k`` is below 1.

    Examples
    --------
    >>> from bubbletree.exact import StepKind
    >>> like_bubbles = lambda step: 1.0 if step.kind is StepKind.BUBBLE else 0.0
    >>> [found.score for found in k_best_trees(["tea", "buns"], like_bubbles, 3, Options(kinds=False))]
    [1.0, 0.0, 0.0]
    """
    if k < 1:
        raise ValueError(f"k must be at least 1, not {k}")
    values, _ = _inside(len(words), KBest(k), scores, options, constraints)
    return [ScoredTree(tree_of(one, words), one.score) for one in values[goal(len(words))]]


def marginals(
    n: int,
    scores: Scores,
    options: Options = Options(),  # noqa: B008  # frozen
    constraints: Iterable[Constraint] = (),
) -> dict[Step, float]:
    """How often each step occurs on average, if trees are as probable as the exponential of their scores says.

    A ``CONTENT`` step is an arc and a ``BUBBLE`` step a bubble.  A tree has each of them at most once, so theirs are
    probabilities.  A tree may have an edge step twice: two bubbles that begin with the same word each have a first
    part there.  Steps that no tree has are left out.

    Parameters
    ----------
    n : int
        The number of words.
    scores, options, constraints
        As for :func:`best_tree`.

    Raises
    ------
    NoTreeError
        No tree satisfies the constraints.

    Examples
    --------
    Of the four trees over two words, one has a bubble:

    >>> from bubbletree.exact import Step, StepKind
    >>> found = marginals(2, lambda step: 0.0, Options(kinds=False))
    >>> round(found[Step(StepKind.BUBBLE, 1, 2, 2)], 6)
    0.25
    """
    check_size(n)
    semiring = Logarithmic()
    inside, edges = _inside(n, semiring, scores, options, constraints)
    total = inside[goal(n)]
    if total == -math.inf:
        raise NoTreeError(f"no tree over {n} words satisfies all constraints")
    outside: dict[Entry, list[float]] = defaultdict(list)
    outside[goal(n)].append(0.0)
    result: dict[Step, float] = defaultdict(float)
    for entry, listed in reversed(edges.items()):
        above = semiring.sum(outside.pop(entry, []))
        if above == -math.inf:
            continue
        for edge, score in listed:
            below = [inside[part] for part in edge.parts]
            value = above + score + sum(below)
            if value == -math.inf:
                continue
            for part, own in zip(edge.parts, below, strict=True):
                outside[part].append(value - own)
            if edge.step is not None:
                result[edge.step] += math.exp(value - total)
    return dict(result)


def probability(
    n: int,
    scores: Scores,
    event: Iterable[Constraint],
    options: Options = Options(),  # noqa: B008  # frozen
    constraints: Iterable[Constraint] = (),
) -> float:
    """How probable it is that a tree satisfies some further constraints, such as having a coordination.

    Parameters
    ----------
    n : int
        The number of words.
    event : iterable of Constraint
        The further constraints.
    scores, options, constraints
        As for :func:`best_tree`.

    Raises
    ------
    NoTreeError
        No tree satisfies the constraints that hold anyway.

    Examples
    --------
    >>> from bubbletree.exact import RequiredBubble
    >>> round(probability(2, lambda step: 0.0, [RequiredBubble(1, 2)], Options(kinds=False)), 6)
    0.25
    """
    held = tuple(constraints)
    total = log_partition(n, scores, options, held)
    if total == -math.inf:
        raise NoTreeError(f"no tree over {n} words satisfies all constraints")
    return math.exp(log_partition(n, scores, options, (*held, *event)) - total)


def _inside(
    n: int, semiring: Semiring[V], scores: Scores, options: Options, constraints: Iterable[Constraint]
) -> tuple[dict[Entry, V], dict[Entry, list[tuple[Edge, float]]]]:
    """The values of all entries, and of each the edges that the constraints allow, with their scores."""
    allow = tuple(constraints)
    for one in allow:
        if isinstance(one, OfWords) and one.last_word > n:
            raise ValueError(f"{one} names word {one.last_word}, but there are {n} words")
    values: dict[Entry, V] = {}
    edges: dict[Entry, list[tuple[Edge, float]]] = {}
    for entry, listed in program(n, options):
        allowed = [edge for edge in listed if edge.step is None or all(one(edge.step) for one in allow)]
        scored = ((edge, _score(edge.step, scores)) for edge in allowed)
        edges[entry] = [(edge, score) for edge, score in scored if score > -math.inf]
        values[entry] = semiring.sum(
            [semiring.product(edge, score, [values[part] for part in edge.parts]) for edge, score in edges[entry]]
        )
    return values, edges


def _score(step: Step | None, scores: Scores) -> float:
    if step is None:
        return 0.0
    score = scores(step)
    if not score < math.inf:
        raise ValueError(f"the score of {step} is {score}: it must be finite, or minus infinity to forbid the step")
    return score


def tree_of(derivation: Derivation, words: Sequence[str]) -> BubbleTree:
    """The tree that a derivation of the goal is of."""
    contents: list[tuple[int, int]] = [(token, token) for token in range(len(words) + 1)]
    arcs: list[Arc] = []
    pending = [(ROOT, step, item) for step, item in _right(derivation)]
    while pending:
        head, step, item = pending.pop()
        entry = item.vertex.edge.entry
        bubble = entry.first
        if entry.first < entry.second:
            bubble = len(contents)
            contents.append((entry.first, entry.second))
            pending += [(bubble, *part) for part in _parts(item.vertex.parts[0])]
        arcs.append(Arc(head, _label(step, is_root=head == ROOT), bubble))
        pending += [(bubble, *one) for one in (*_left(item.left), *_right(item.right))]
    return BubbleTree(words, [range(first, last + 1) for first, last in contents], arcs)


class _Item(NamedTuple):
    """Derivations of a vertex and of its dependents on either side."""

    left: Derivation
    vertex: Derivation
    right: Derivation


def _label(step: Step, *, is_root: bool) -> str:
    if step.label is not None:
        return step.label
    assert step.role is not None, "an item has a role"
    return "root" if is_root else DEFAULT_LABELS[step.role]


def _left(made: Derivation) -> list[tuple[Step, _Item]]:
    """The dependents in a derivation of ``LEFT``, the outermost first."""
    result = []
    while made.edge.parts:
        own, held = made.parts
        content, rest = held.parts
        right, made = rest.parts
        result.append((_step(held), _Item(own, content, right)))
    return result


def _right(made: Derivation) -> list[tuple[Step, _Item]]:
    """The dependents in a derivation of ``RIGHT``, the outermost last."""
    result: list[tuple[Step, _Item]] = []
    while made.edge.parts:
        held, right = made.parts
        begun, content = held.parts
        made, own = begun.parts
        result.append((_step(held), _Item(own, content, right)))
    return result[::-1]


def _parts(made: Derivation) -> list[tuple[Step, _Item]]:
    """The parts in a derivation of ``SEVERAL``, the last first."""
    result = []
    while True:
        held, right = made.parts
        begun, content = held.parts
        if begun.edge.entry.table is Table.FIRST_BEGUN:
            result.append((_step(held), _Item(begun.parts[0], content, right)))
            return result
        parts, own = begun.parts
        result.append((_step(held), _Item(own, content, right)))
        made = parts.parts[0]


def _step(made: Derivation) -> Step:
    step = made.edge.step
    assert step is not None, "holding some content is a step"
    return step
