"""In a finished tree, decide again which dependents at the edge of a coordination are shared.

Shi & Lee (2021, section 4, "Boundary Subtree Rescoring") ask for each dependent d of a bubble or of its outermost
conjunct how likely it hangs on the bubble, and decide one dependent at a time.  That can break the tree: no dependent
may hang further out than one that lies beyond it.  Here all dependents at a boundary are decided together, and the most
likely of the possible splits is taken (see :mod:`bubbletree.boundary`).  The program released with the paper does so
too, but looks one bubble deep (docs/theory/errata.md).  Here, if the conjunct is a bubble too, the question is asked
again one bubble further in.  So the probability that d hangs on the i-th host is that of "no" for the hosts
before it, times that of "yes" for this one.

:func:`contradictions` counts how often separate decisions would have broken a tree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import torch
from torch import Tensor
from torch.nn import functional as F

from bubbletree import BubbleTree
from bubbletree.boundary import Boundary, Side, best_levels, boundaries, is_split, redistribute
from neural.methods.bubbles.indexing import LEFT, RIGHT

Ask = Callable[[Tensor, Tensor, Tensor], Tensor]
"""From the numbers of trees, [q], triples of bubbles in them, [q, 3], and sides, [q], to log-odds for "shared", [q]."""


def rescore(trees: Sequence[BubbleTree], ask: Ask) -> list[BubbleTree]:
    """The same projective trees, with the dependents at boundaries on their most likely hosts."""
    found = _boundaries(trees)
    result = list(trees)
    for (number, boundary), scores in zip(found, host_scores(found, ask), strict=True):
        levels = best_levels(scores)
        if tuple(levels) != boundary.levels:
            result[number] = redistribute(result[number], boundary, levels)
    return result


def host_scores(found: Sequence[tuple[int, Boundary]], ask: Ask) -> list[list[list[float]]]:
    """For each boundary, given with its tree's number, and each of its dependents, the log-probability of each host."""
    numbers: list[int] = []
    triples: list[tuple[int, int, int]] = []
    sides: list[int] = []
    for number, boundary in found:
        steps = list(pairwise(boundary.hosts))
        triples += [(dependent, outer, inner) for dependent in boundary.dependents for outer, inner in steps]
        count = len(boundary.dependents) * len(steps)
        numbers += [number] * count
        sides += [LEFT if boundary.side is Side.LEFT else RIGHT] * count
    if not triples:
        return []
    # On the CPU; who answers knows where the vectors are.
    odds = ask(*(torch.tensor(asked, device="cpu") for asked in (numbers, triples, sides)))
    shared = iter(zip(F.logsigmoid(odds).tolist(), F.logsigmoid(-odds).tolist(), strict=True))
    result = []
    for _, boundary in found:
        rows = []
        for _ in boundary.dependents:
            passed, row = 0.0, []
            for _ in boundary.hosts[1:]:
                yes, no = next(shared)
                row.append(passed + yes)
                passed += no
            rows.append([*row, passed])
        result.append(rows)
    return result


@dataclass(frozen=True, slots=True)
class Contradictions:
    """How often decisions on one dependent at a time contradict each other, so that the tree would break.

    Attributes
    ----------
    trees, broken_trees : int
        Trees with a boundary, and those of them with a boundary at which decisions contradict each other.
    boundaries, broken_boundaries : int
        Boundaries, and those of them at which they do.
    changed_boundaries : int
        Boundaries at which :func:`rescore` changes something.
    """

    trees: int = 0
    broken_trees: int = 0
    boundaries: int = 0
    broken_boundaries: int = 0
    changed_boundaries: int = 0

    def __add__(self, other: Contradictions) -> Contradictions:
        return Contradictions(
            self.trees + other.trees,
            self.broken_trees + other.broken_trees,
            self.boundaries + other.boundaries,
            self.broken_boundaries + other.broken_boundaries,
            self.changed_boundaries + other.changed_boundaries,
        )


def contradictions(trees: Sequence[BubbleTree], ask: Ask) -> Contradictions:
    """Count how often projective trees would break if each dependent at a boundary went to its most likely host."""
    found = _boundaries(trees)
    scores = host_scores(found, ask)
    broken = [number for (number, _), rows in zip(found, scores, strict=True) if not is_split(likeliest(rows))]
    return Contradictions(
        trees=len({number for number, _ in found}),
        broken_trees=len(set(broken)),
        boundaries=len(found),
        broken_boundaries=len(broken),
        changed_boundaries=sum(
            tuple(best_levels(rows)) != boundary.levels for (_, boundary), rows in zip(found, scores, strict=True)
        ),
    )


def likeliest(scores: Sequence[Sequence[float]]) -> list[int]:
    """For each dependent by itself the host with the highest score, of equal ones the outermost.

    Examples
    --------
    The outer dependent chooses the inner host, and the inner one the outer host, which no projective tree can have:

    >>> likeliest([[-2.0, -0.1], [-0.5, -0.9]])
    [1, 0]
    """
    return [max(range(len(row)), key=row.__getitem__) for row in scores]


def _boundaries(trees: Sequence[BubbleTree]) -> list[tuple[int, Boundary]]:
    """The boundaries of projective trees, each with its tree's number."""
    return [
        (number, boundary)
        for number, tree in enumerate(trees)
        if len(tree.contents) > len(tree.words) + 1  # most sentences have no coordination
        for boundary in boundaries(tree)
    ]
