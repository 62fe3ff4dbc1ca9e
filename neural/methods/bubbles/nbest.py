"""The best few trees of a sentence with their probabilities."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from bubbletree import BubbleTree, Candidate

N_BEST, LOG_PROBABILITY = "n_best", "log_probability"
"""The names of comments on such trees."""


def noted(tree: BubbleTree, notes: Mapping[str, str]) -> BubbleTree:
    """The tree with comments ``# name = value``, in place of those that its sentence had by these names.

    Parameters
    ----------
    tree : BubbleTree
        A tree that carries its sentence.
    notes : mapping of str to str
        Names and values; of empty values no comment is made.
    """
    assert tree.sentence is not None, "trees of a parser carry their sentences"
    return BubbleTree(tree.words, tree.contents, tree.arcs, tree.sentence.with_comments(notes))


def listed(candidates: Sequence[Candidate]) -> Iterator[BubbleTree]:
    """The trees of a sentence, each with comments on its place and its log-probability."""
    for place, (tree, value) in enumerate(candidates, start=1):
        yield noted(tree, {N_BEST: str(place), LOG_PROBABILITY: f"{value:.4f}"})


def grouped(sentences: Sequence[int], trees: Sequence[BubbleTree], values: Sequence[float]) -> list[list[Candidate]]:
    """The candidates of each sentence.

    Parameters
    ----------
    sentences : sequence of int
        The number of each tree's sentence, from 0 to the last in ascending order, none left out.
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
    """The candidates with equal trees made one, whose probability is the sum of theirs; the most probable first.

    Rescoring makes equal trees of different ones.  Between equal probabilities, what came first stays first.

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
