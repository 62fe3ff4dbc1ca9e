"""Small structures worked by hand."""

from __future__ import annotations

from bubbletree.conditions import Condition
from bubbletree.tree import BubbleTree
from proofs_tests.support.enumeration import words

Contents = list[set[int]]
C = Condition

PAIR: Contents = [{0}, {1}, {2}, {1, 2}]
"""RT, two words, and a bubble over both."""
TRIPLE: Contents = [{0}, {1}, {2}, {3}]

FIGURE_1 = BubbleTree(
    ["I", "prefer", "hot", "coffee", "or", "tea", "and", "a", "bun"],
    [*({token} for token in range(10)), {4, 5, 6}, {3, 4, 5, 6, 7, 8, 9}],
    [
        (0, "root", 2),
        (2, "nsubj", 1),
        (2, "obj", 11),
        (11, "conj", 10),
        (11, "cc", 7),
        (11, "conj", 9),
        (9, "det", 8),
        (10, "amod", 3),
        (10, "conj", 4),
        (10, "cc", 5),
        (10, "conj", 6),
    ],
)
"""The paper's first figure."""
FIGURE_1_IN_BRACKETS = "nsubj=I prefer obj=[(amod=hot [coffee cc=or tea]) cc=and (det=a bun)]"


def structure(contents: Contents, *arcs: tuple[int, int]) -> BubbleTree:
    """A structure whose labels do not matter."""
    n = max((token for content in contents for token in content), default=0)
    return BubbleTree(words(n), contents, [(head, "dep", dependent) for head, dependent in arcs])


ALONE: dict[Condition, list[BubbleTree]] = {
    C.TREE: [
        structure([{0}, {1}]),
        structure([{0}, {1}], (1, 1)),
        structure([{0}, {1}, {2}], (0, 1), (0, 2), (1, 2)),
        structure(PAIR, (0, 3), (3, 1), (3, 2), (0, 1)),
    ],
    C.NON_DUPLICATION: [structure([{0}, {1}, {1}], (0, 1), (0, 2))],
    C.LEXICAL_COVERAGE: [
        structure([{0}, {1}, {1, 2}], (0, 2), (2, 1)),
        structure([{0}, {1, 2}], (0, 1)),
    ],
    C.ROOTHOOD: [
        structure([{0}, {1}], (1, 0)),
        structure(TRIPLE, (2, 0), (0, 1), (2, 3)),
    ],
    C.CONTAINMENT: [structure(PAIR, (0, 3), (3, 1), (0, 2)), structure(PAIR, (0, 3), (0, 1), (0, 2))],
    C.CONTINUOUS_COVERAGE: [structure([*TRIPLE, {1, 3}], (0, 4), (4, 1), (4, 3), (4, 2))],
    C.CONTINUOUS_PROJECTIONS: [structure(TRIPLE, (0, 1), (0, 2), (1, 3))],
    C.CONTAINED_PROJECTIONS: [
        structure(PAIR, (0, 3), (3, 1), (1, 2)),
        structure([*TRIPLE, {1, 2}], (0, 4), (4, 1), (4, 3), (3, 2)),
    ],
}
"""Structures that violate a single condition."""
