"""Making a dependency tree projective by moving as few words as possible up towards the root.

An arc is projective if everything between its ends is below its head.  While some arc is not, the
shortest such arc loses its dependent to the head's own head; arcs from the top of the tree are always
projective, so this ends.  (Nivre and Nilsson 2005 describe the procedure, there with labels that
allow undoing it; nothing is encoded here, and every move is reported.)
"""

from __future__ import annotations

from collections.abc import Sequence

from bubbletree.convert.heads import TOP, walk


def lift(parents: Sequence[int]) -> tuple[list[int], list[int]]:
    """The parents of a projective tree over the nodes 0, 1, ..., and the nodes that were moved.

    Parameters
    ----------
    parents : sequence of int
        Of each node the number of its parent, or ``TOP``.  They must form a forest.

    Examples
    --------
    Node 0 belongs to node 2, over the top node 1; it moves there:

    >>> lift([2, -1, 1])
    ([1, -1, 1], [0])
    """
    lifted = list(parents)
    if len(lifted) < 3:
        return lifted, []
    moved: set[int] = set()
    while (node := _shortest_crossing(lifted)) is not None:
        lifted[node] = lifted[lifted[node]]
        moved.add(node)
    return lifted, sorted(moved)


def _shortest_crossing(parents: Sequence[int]) -> int | None:
    """The dependent of the shortest arc that is not projective, the leftmost of several."""
    first = list(range(len(parents)))
    last = list(range(len(parents)))
    size = [1] * len(parents)
    order = walk(parents)
    for node in reversed(order):
        parent = parents[node]
        if parent != TOP:
            first[parent] = min(first[parent], first[node])
            last[parent] = max(last[parent], last[node])
            size[parent] += size[node]
    if all(last[node] - first[node] + 1 == size[node] for node in order):
        return None
    # Numbers of a depth-first walk: the nodes below x are those entered from enter[x], size[x] of them.
    enter = [0] * len(parents)
    free = [0] * (len(parents) + 1)
    for node in order:
        parent = parents[node]
        enter[node] = free[parent]
        free[parent] += size[node]
        free[node] = enter[node] + 1
    crossing = [
        (abs(node - parent), node)
        for node, parent in enumerate(parents)
        if parent != TOP
        and any(
            not enter[parent] <= enter[between] < enter[parent] + size[parent]
            for between in range(min(node, parent) + 1, max(node, parent))
        )
    ]
    return min(crossing)[1]
