"""The best tree over the tokens of a sentence, if each arc has a score of its own.

This is the algorithm of Chu and Liu (1965) and Edmonds (1967) for maximum spanning arborescences.  Every word takes its
best head.  While there is a cycle, it becomes one node; an arc from outside into it loses the score of the cycle's own
arc to the same word.  In the end, the arc into such a node says where its cycle opens.

A single child of RT is part of what is maximised: a tree with fewer children of RT is better than one with more, and
among those with equally many, the higher score wins.  The algorithm only adds, subtracts and compares, so it works for
such pairs as for numbers.  A penalty for children of RT would not do: scores can be larger, or so large that adding it
changes nothing.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

IMPOSSIBLE = complex(-np.inf, 0.0)
"""The worth of an arc that is not allowed."""


class _Contraction(NamedTuple):
    """A cycle that became one node.

    Attributes
    ----------
    node : int
        The number of that node, which is one of the cycle's.
    cycle : list of int
        The nodes in it.
    arcs : array, [len(cycle)]
        Their arcs in the cycle.
    nodes : array, [T]
        Before, the node that each token belongs to.
    """

    node: int
    cycle: list[int]
    arcs: npt.NDArray[np.int64]
    nodes: npt.NDArray[np.int64]


def best_tree(scores: npt.NDArray[np.float64], *, single_root: bool) -> list[int]:
    """The heads of the words in the tree whose arcs have the highest sum of scores.

    Parameters
    ----------
    scores : array, [n + 1, n + 1]
        In row d and column h, the score of the arc from h to d; finite.  The first row and the diagonal do not matter.
    single_root : bool
        Give RT exactly one child.

    Returns
    -------
    list of int, [n]
        The head of each word.  Among equally good trees, the choice is always the same.  Sums are rounded: trees can
        count as equally good if they differ by less than the last digits of the largest score.

    Examples
    --------
    >>> scores = np.array([[0, 0, 0], [5, 0, 9], [4, 8, 0]])
    >>> best_tree(scores, single_root=True), best_tree(scores / [1, 9, 9], single_root=False)
    ([0, 1], [0, 0])
    """
    size = len(scores)
    # Pairs, as complex numbers: NumPy compares those by their real parts first.
    worth = np.zeros((size, size), dtype=np.complex128)
    worth.imag = scores
    if single_root:
        worth.real[:, 0] = -1
    np.fill_diagonal(worth, IMPOSSIBLE)
    # The best arc of tokens that connects two nodes: size * dependent + head.
    arcs = np.arange(size * size).reshape(size, size)
    nodes = every = np.arange(size)
    contractions: list[_Contraction] = []
    best = worth.argmax(axis=1)
    while cycle := _cycle(best.tolist()):
        entering = worth[cycle] - worth[cycle, best[cycle]][:, np.newaxis]
        leaving = worth[:, cycle]
        by, via = entering.argmax(axis=0), leaving.argmax(axis=1)
        node_in, node_out = arcs[cycle][by, every], arcs[:, cycle][every, via]
        contractions.append(_Contraction(cycle[0], cycle, arcs[cycle, best[cycle]], nodes))
        # The first node of the cycle becomes the new one; the others are gone.
        worth[cycle] = worth[:, cycle] = IMPOSSIBLE
        outside = ~np.isin(every, cycle)
        worth[cycle[0], outside], arcs[cycle[0]] = entering[by, every][outside], node_in
        worth[outside, cycle[0]], arcs[:, cycle[0]] = leaving[every, via][outside], node_out
        nodes = np.where(np.isin(nodes, cycle), cycle[0], nodes)
        best = worth.argmax(axis=1)

    chosen = arcs[every, best]
    for contraction in reversed(contractions):
        arc = chosen[contraction.node]
        chosen[contraction.cycle] = contraction.arcs
        chosen[contraction.nodes[arc // size]] = arc
    heads: list[int] = (chosen[1:] % size).tolist()
    return heads


def _cycle(heads: list[int]) -> list[int]:
    """The nodes of a cycle, if there is one; node 0 has no head."""
    met = [0] * len(heads)
    for start in range(1, len(heads)):
        node = start
        while node and not met[node]:
            met[node] = start
            node = heads[node]
        if node and met[node] == start:
            cycle = [node]
            while heads[cycle[-1]] != node:
                cycle.append(heads[cycle[-1]])
            return cycle
    return []
