"""The best few trees of each sentence, put together from the results of a search."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from bubbletree import BubbleTree, Candidate


def grouped(sentences: Sequence[int], trees: Sequence[BubbleTree], values: Sequence[float]) -> list[list[Candidate]]:
    """The candidates of each sentence.

    Parameters
    ----------
    sentences : sequence of int
        The number of each tree's sentence: 0, 0, ..., 1, ..., in ascending order, with no number left out.
    trees : sequence of BubbleTree
        The trees.
    values : sequence of float
        The logarithms of their probabilities.
    """
    result: list[list[Candidate]] = []
    for number, tree, value in zip(sentences, trees, values, strict=True):
        if number == len(result):
            result.append([])
        result[number].append(Candidate(tree, value))
    return result


def merged(candidates: Iterable[Candidate]) -> list[Candidate]:
    """The candidates, the most probable first; those with equal trees become one, with the sum of their probabilities.

    Rescoring can make different trees equal.  Among equally probable candidates, those that came first stay first.

    Examples
    --------
    >>> tea, please = BubbleTree(["tea"], [{0}, {1}], [(0, "root", 1)]), BubbleTree(["tea"], [{0}, {1}], [(0, "x", 1)])
    >>> found = [Candidate(tea, math.log(0.4)), Candidate(please, math.log(0.3)), Candidate(please, math.log(0.2))]
    >>> [(one.tree.arcs[0].label, round(math.exp(one.log_probability), 6)) for one in merged(found)]
    [('x', 0.5), ('root', 0.4)]
    """
    by_tree: dict[BubbleTree, list[float]] = {}
    for tree, value in candidates:
        by_tree.setdefault(tree, []).append(value)
    sums = [Candidate(tree, _log_sum(values)) for tree, values in by_tree.items()]
    return sorted(sums, key=lambda candidate: -candidate.log_probability)


def _log_sum(values: Sequence[float]) -> float:
    """The logarithm of the sum of numbers given by their logarithms."""
    top = max(values)
    return top + math.log(math.fsum(math.exp(value - top) for value in values))
