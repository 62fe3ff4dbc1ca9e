"""A derivation in numbers of nodes: each arc is a row, and so is each decision about a boundary."""

from __future__ import annotations

from bubbletree.io import parse_brackets
from neural.methods.bubbles.indexing import LEFT, index_tree


def test_arcs_and_decisions_are_rows_of_nodes() -> None:
    tree = parse_brackets("nsubj=[(amod=hot tea) cc=and buns] slept")
    made = index_tree(tree, {name: number for number, name in enumerate(["amod", "cc", "conj", "nsubj", "root"])})
    # After the tokens 0 to 5 comes the bubble with one conjunct, with two, and closed.
    assert made.arcs.tolist() == [[2, 1], [6, 3], [6, 4], [5, 8], [0, 5]]
    assert made.labels.tolist() == [0, 1, 2, 3, 4]
    assert made.triples.tolist() == [[1, 8, 2]], "whether 'hot' is about both: the dependent, the bubble, the conjunct"
    assert (made.sides.tolist(), made.shared.tolist()) == ([LEFT], [0])
