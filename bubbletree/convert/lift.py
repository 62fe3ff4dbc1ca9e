"""Making a dependency tree projective by moving as few words as possible up towards the root.

An arc is projective if everything between its ends is below its head.  While some arc is not, the
shortest such arc, the leftmost of several, loses its dependent to the head's own head; arcs from the top of
the tree are always projective, so this ends.  (Nivre and Nilsson 2005 describe the procedure, there with
labels that allow undoing it; here every move is reported, and what a tree was made from is kept beside it.)

A node can only lose what is below it.  So an arc that is not projective stays so until it is lifted, and one
lift changes the reach of one node only: of the old head.  Each lift costs no more than the smaller of two
parts, what is taken from below that head and what is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush

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
    forest = _Forest(parents)
    crossing = [(abs(node - forest.parents[node]), node) for node in forest.crossing()]
    if not crossing:
        return forest.parents, []
    forest.hang_all()
    moved: set[int] = set()
    heapify(crossing)
    while crossing:
        _, node = heappop(crossing)
        moved.add(node)
        for other in forest.lift(node):
            heappush(crossing, (abs(other - forest.parents[other]), other))
    return forest.parents, sorted(moved)


class _Forest:
    """A forest of which nodes are moved up.

    The *reach* of a node are the nodes around it without a gap that are below it, itself included: those
    between ``before`` and ``after``.  An arc is projective if the dependent is in the head's reach.
    """

    def __init__(self, parents: Sequence[int]) -> None:
        n = len(parents)
        self.parents = list(parents)
        order = walk(parents)
        self.size = [1] * n
        for node in reversed(order):
            if parents[node] != TOP:
                self.size[parents[node]] += self.size[node]
        self.before, self.after = self._reaches(order)
        self.children: list[set[int]] = [set() for _ in parents]
        # Of each node the children that it reaches, the outermost on top of the heap: after it, and before it.
        self.reached_after: list[list[int]] = [[] for _ in parents]
        self.reached_before: list[list[int]] = [[] for _ in parents]

    def _reaches(self, order: Sequence[int]) -> tuple[list[int], list[int]]:
        """Of each node the first node before it, and the first after it, that is not below it."""
        n = len(self.parents)
        # Numbers of a depth-first walk: the nodes below x are those entered from enter[x], size[x] of them.
        enter = [0] * n
        free = [0] * (n + 1)
        for node in order:
            enter[node] = free[self.parents[node]]
            free[self.parents[node]] += self.size[node]
            free[node] = enter[node] + 1
        before, after = list(range(-1, n - 1)), list(range(1, n + 1))
        # What a node below reaches is reached, too, so the search jumps over it.
        for node in range(n - 1, -1, -1):
            while after[node] < n and 0 <= enter[after[node]] - enter[node] < self.size[node]:
                after[node] = after[after[node]]
        for node in range(n):
            while before[node] >= 0 and 0 <= enter[before[node]] - enter[node] < self.size[node]:
                before[node] = before[before[node]]
        return before, after

    def crossing(self) -> Iterator[int]:
        """The dependents of the arcs that are not projective."""
        return (
            node for node, parent in enumerate(self.parents) if parent != TOP and not self._reaches_to(parent, node)
        )

    def hang_all(self) -> None:
        """Put all nodes among the children of their parents, as lifting wants them."""
        for node, parent in enumerate(self.parents):
            if parent != TOP:
                self._hang(node, parent)

    def _reaches_to(self, head: int, node: int) -> bool:
        return self.before[head] < node < self.after[head]

    def _hang(self, node: int, parent: int) -> bool:
        """Put a node among the children of another; whether it is in its reach."""
        self.children[parent].add(node)
        if not self._reaches_to(parent, node):
            return False
        if node > parent:
            heappush(self.reached_after[parent], -node)
        else:
            heappush(self.reached_before[parent], node)
        return True

    def lift(self, node: int) -> list[int]:
        """Move a node to the head of its head; the dependents of the arcs that are not projective because of that."""
        old = self.parents[node]
        new = self.parents[old]
        self.children[old].remove(node)
        self.size[old] -= self.size[node]
        self._shorten(old, node)
        crossing = []
        while self.reached_after[old] and -self.reached_after[old][0] > self.after[old]:
            crossing.append(-heappop(self.reached_after[old]))
        while self.reached_before[old] and self.reached_before[old][0] < self.before[old]:
            crossing.append(heappop(self.reached_before[old]))
        self.parents[node] = new
        if new != TOP and not self._hang(node, new):
            crossing.append(node)
        return crossing

    def _shorten(self, head: int, lost: int) -> None:
        """Take from the reach of a node what is below another that it lost."""
        if self.size[lost] <= self.size[head]:
            for node in self._below(lost):
                if head < node < self.after[head]:
                    self.after[head] = node
                elif self.before[head] < node < head:
                    self.before[head] = node
        else:
            left = set(self._below(head))
            self.after[head] = self.before[head] = head
            while self.after[head] in left:
                self.after[head] += 1
            while self.before[head] in left:
                self.before[head] -= 1

    def _below(self, node: int) -> list[int]:
        found = [node]
        for other in found:  # grows while it is walked
            found.extend(self.children[other])
        return found
