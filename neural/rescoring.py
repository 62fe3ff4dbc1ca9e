"""Deciding anew, in a finished tree, which dependents at the edge of a coordination are shared.

Shi & Lee (2021, section 4, "Boundary Subtree Rescoring") ask for each dependent d of a bubble or of its
outermost conjunct how likely it hangs on the bubble, and decide one dependent at a time.  That can break the
tree: a dependent may not hang further out than one beyond it.  Here all dependents at a boundary are decided
together, and the most likely of the possible splits is taken (see :mod:`bubbletree.boundary`).  If the
conjunct is a bubble too, the question is asked again one bubble further in; so the probability that d hangs
on the i-th host is that of "no" for the hosts before it times that of "yes" for this one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import torch
from torch import Tensor
from torch.nn import functional as F

from bubbletree import Boundary, BubbleTree, Side, best_levels, boundaries, redistribute
from neural.indexing import LEFT, RIGHT

Ask = Callable[[Tensor, Tensor, Tensor], Tensor]
"""From the numbers of trees, [q], triples of bubbles in them, [q, 3], and sides, [q], to log-odds for "shared", [q]."""


def rescore(trees: Sequence[BubbleTree], ask: Ask) -> list[BubbleTree]:
    """Projective trees with the dependents at boundaries where they most likely hang."""
    found = [
        (number, boundary)
        for number, tree in enumerate(trees)
        if len(tree.contents) > len(tree.words) + 1  # most sentences have no coordination
        for boundary in boundaries(tree)
    ]
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
    odds = ask(torch.tensor(numbers), torch.tensor(triples), torch.tensor(sides))
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
