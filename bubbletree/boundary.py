"""Boundaries of coordinations: which modifiers at an edge are shared, and which belong to the outermost conjunct.

At the left edge of "hot coffee or tea", *hot* may modify the bubble (both are hot) or *coffee* alone.  A
:class:`Boundary` lists the choices there. Its *hosts* are the bubble, its first (last) conjunct, the first (last)
conjunct of that one if it is a bubble too, and so on. Its dependents are those of all hosts on that side. Shi & Lee
(2021, section 4, "Boundary Subtree Rescoring") choose a host again for each dependent, one by one. This can give a tree
that is not projective. The *levels* are the numbers of the chosen hosts. The tree is projective exactly if they never
decrease from the outermost dependent inwards. :func:`redistribute` makes the tree of given levels, and
:func:`best_levels` finds the best levels.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from bubbletree.editing import contents_under
from bubbletree.projectivity import projection_spans
from bubbletree.span import Span
from bubbletree.tree import CONJ, Arc, BubbleTree
from bubbletree.validation import validate


class Side(Enum):
    """A side of a coordination."""

    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Boundary:
    """One edge of a coordination that is not itself at that edge of a wider one.

    Attributes
    ----------
    side : Side
        Which edge.
    hosts : tuple of int
        At least two bubbles: the coordination, its first (last) conjunct, and so on inwards.
    dependents : tuple of int
        The hosts' dependents on that side, the outermost first.
    levels : tuple of int
        For each dependent, the number of its host; 0 is the outermost. They never decrease.
    """

    side: Side
    hosts: tuple[int, ...]
    dependents: tuple[int, ...]
    levels: tuple[int, ...]


def boundaries(tree: BubbleTree) -> Iterator[Boundary]:
    """The boundaries of a projective tree that have a dependent, by bubble, left before right.

    If a bubble has something other than a conjunct at an edge (as in "tea, buns, etc."), that edge offers no choice.

    Parameters
    ----------
    tree : BubbleTree
        A projective tree.

    Raises
    ------
    InvalidTreeError
        The tree is not projective.

    Examples
    --------
    >>> tree = BubbleTree(
    ...     ["hot", "tea", "and", "buns"],
    ...     [{0}, {1}, {2}, {3}, {4}, {1, 2, 3, 4}],
    ...     [(0, "root", 5), (2, "amod", 1), (5, "conj", 2), (5, "cc", 3), (5, "conj", 4)],
    ... )
    >>> [boundary] = boundaries(tree)
    >>> boundary.hosts, boundary.dependents, boundary.levels
    ((5, 2), (1,), (1,))
    """
    validate(tree).raise_for_violations()
    if len(tree.contents) == len(tree.words) + 1:
        return
    spans = projection_spans(tree)
    for bubble in tree.bubbles:
        for side in Side:
            head = tree.head(bubble)
            if _edge(tree, bubble, side) is None:
                continue
            if head is not None and _edge(tree, head, side) == bubble:
                continue  # it is a host of the wider coordination
            found = _boundary(tree, spans, bubble, side)
            if found.dependents:
                yield found


def _boundary(tree: BubbleTree, spans: Sequence[Span], bubble: int, side: Side) -> Boundary:
    hosts = [bubble]
    while (inner := _edge(tree, hosts[-1], side)) is not None:
        hosts.append(inner)
    left = side is Side.LEFT
    dependents: list[int] = []
    levels: list[int] = []
    for level, host in enumerate(hosts):
        own = tree.hulls[host]
        here = [
            child
            for child in tree.children(host)
            if (tree.hulls[child].last < own.first if left else own.last < tree.hulls[child].first)
        ]
        dependents += sorted(here, key=lambda child: spans[child], reverse=not left)
        levels += [level] * len(here)
    return Boundary(side, tuple(hosts), tuple(dependents), tuple(levels))


def _edge(tree: BubbleTree, bubble: int, side: Side) -> int | None:
    """The first or last part of a bubble, if it has parts and that one is a conjunct."""
    if len(tree.contents[bubble]) < 2:
        return None
    part = tree.parts(bubble)[0 if side is Side.LEFT else -1]
    return part if tree.label(part) == CONJ else None


def redistribute(tree: BubbleTree, boundary: Boundary, levels: Sequence[int]) -> BubbleTree:
    """The tree in which the dependents at a boundary are attached to other hosts.

    Labels and all other arcs stay the same; contents change with the arcs. The result is a projective tree with the
    same coordinations, except for the extent of their outermost conjuncts.

    Parameters
    ----------
    tree : BubbleTree
        A projective tree.
    boundary : Boundary
        One of its boundaries.
    levels : sequence of int
        The number of the new host of each dependent.

    Raises
    ------
    InvalidTreeError
        The tree is not projective.
    ValueError
        The tree has no such boundary, or the number of levels differs from that of dependents, or the levels decrease,
        or there is no such host.

    Examples
    --------
    >>> tree = BubbleTree(
    ...     ["hot", "tea", "and", "buns"],
    ...     [{0}, {1}, {2}, {3}, {4}, {1, 2, 3, 4}],
    ...     [(0, "root", 5), (2, "amod", 1), (5, "conj", 2), (5, "cc", 3), (5, "conj", 4)],
    ... )
    >>> [boundary] = boundaries(tree)
    >>> sorted(redistribute(tree, boundary, [0]).contents[5])
    [2, 3, 4]
    """
    if boundary not in boundaries(tree):
        raise ValueError(f"the tree has no such boundary: {boundary}")
    if len(levels) != len(boundary.dependents):
        raise ValueError(f"{len(levels)} levels for {len(boundary.dependents)} dependents")
    if not is_split(levels) or not all(0 <= level < len(boundary.hosts) for level in levels):
        raise ValueError(f"levels must rise from 0 to at most {len(boundary.hosts) - 1}, not {list(levels)}")
    heads = {child: boundary.hosts[level] for child, level in zip(boundary.dependents, levels, strict=True)}
    arcs = [Arc(heads.get(arc.dependent, arc.head), arc.label, arc.dependent) for arc in tree.arcs]
    return BubbleTree(tree.words, contents_under(tree, arcs), arcs, tree.sentence)


def is_split(levels: Sequence[int]) -> bool:
    """Whether levels never decrease, so that they cut the dependents into one run for each host.

    Parameters
    ----------
    levels : sequence of int
        The hosts of the dependents, the outermost dependent first.

    Examples
    --------
    >>> is_split([0, 0, 2]), is_split([1, 0])
    (True, False)
    """
    return all(outer <= inner for outer, inner in pairwise(levels))


def best_levels(scores: Sequence[Sequence[float]]) -> list[int]:
    """The levels with the highest sum of scores among those that never decrease; of equal ones, the outermost.

    Found by dynamic programming, in time linear in the number of scores.

    Parameters
    ----------
    scores : sequence of sequences of float
        For each dependent, the outermost first, the score of each host.

    Raises
    ------
    ValueError
        The rows are empty, or not equally long, or a score is not a number.

    Examples
    --------
    Each on its own, the dependents would choose hosts 1 and 0:

    >>> best_levels([[0.0, 3.0], [2.0, 0.0]])
    [1, 1]
    """
    if not scores:
        return []
    if not scores[0] or len(set(map(len, scores))) > 1:
        raise ValueError("each dependent needs a score for each host, and there must be at least one host")
    if any(math.isnan(score) for row in scores for score in row):
        raise ValueError("a score is not a number")
    totals = [0.0] * len(scores[0])
    choices: list[list[int]] = []
    for row in scores:
        # For each level, the best one of the dependent before that is not further in.
        reach: list[int] = []
        for level, total in enumerate(totals):
            reach.append(level if not reach or total > totals[reach[-1]] else reach[-1])
        choices.append(reach)
        totals = [totals[before] + score for before, score in zip(reach, row, strict=True)]
    level = max(range(len(totals)), key=totals.__getitem__)
    levels = []
    for reach in reversed(choices):
        levels.append(level)
        level = reach[level]
    return levels[::-1]
