"""Trees as graphs: they come back, and what networkx says of them is what the library says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given

from bubbletree import BubbleTree, Condition, StructureError, validate
from bubbletree.projectivity import projection
from bubbletree.wellformed import descendants
from proofs_tests.support.examples import FIGURE_1
from proofs_tests.support.strategies import projective_trees, structures, tampered_trees

networkx = pytest.importorskip("networkx")
interop = pytest.importorskip("bubbletree.interop.networkx")


@given(structures())
def test_every_structure_comes_back(tree: BubbleTree) -> None:
    again = interop.from_networkx(interop.to_networkx(tree))
    assert again == tree
    assert again.contents == tree.contents


@given(structures())
def test_a_structure_is_a_tree_just_if_networkx_says_so_of_any(tree: BubbleTree) -> None:
    agrees_on_trees(tree)


@given(tampered_trees())
def test_a_structure_is_a_tree_just_if_networkx_says_so_of_nearly_valid_ones(tree: BubbleTree) -> None:
    agrees_on_trees(tree)


def agrees_on_trees(tree: BubbleTree) -> None:
    arcs = interop.arcs(interop.to_networkx(tree))
    is_tree = len(arcs) > 0 and networkx.is_arborescence(arcs)  # which networkx does not ask of an empty graph
    assert is_tree == (Condition.TREE not in validate(tree, projective=False).conditions)


@given(tampered_trees())
def test_networkx_reaches_the_same_bubbles_and_tokens(tree: BubbleTree) -> None:
    graph = interop.to_networkx(tree)
    arcs = interop.arcs(graph)
    for bubble in tree.bubbles:
        below = networkx.descendants(arcs, ("bubble", bubble)) | {("bubble", bubble)}
        assert {number for _, number in below} == descendants(tree, bubble)
        tokens = {number for kind, number in networkx.descendants(graph, ("bubble", bubble)) if kind == "token"}
        assert tokens == projection(tree, bubble)


@given(projective_trees())
def test_the_root_is_where_networkx_finds_it(tree: BubbleTree) -> None:
    arcs = interop.arcs(interop.to_networkx(tree))
    [root] = [node for node, degree in arcs.in_degree() if degree == 0]
    assert tree.contents[root[1]] == {0}
    assert next(networkx.topological_sort(arcs)) == root


def test_nodes_and_edges_say_what_they_are() -> None:
    graph = interop.to_networkx(FIGURE_1)
    assert graph.nodes["token", 4]["word"] == "coffee"
    assert graph.nodes["bubble", 10]["text"] == "coffee or tea"
    assert graph.edges[("bubble", 2), ("bubble", 11), 0] == {"kind": "arc", "label": "obj"}
    assert graph.edges[("bubble", 10), ("token", 5), 0] == {"kind": "holds"}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda graph: graph.remove_node(("token", 3)), "the nodes must be"),
        (lambda graph: graph.add_node("tea"), "the nodes must be"),
        (lambda graph: graph.remove_node(("token", 0)), "the nodes must be"),
        (lambda graph: graph.add_edge(("token", 1), ("bubble", 1), kind="arc", label="x"), "no edge of a bubble tree"),
        (lambda graph: graph.add_edge(("bubble", 1), ("bubble", 2)), "no edge of a bubble tree"),
        (lambda graph: graph.remove_edge(("bubble", 1), ("token", 1)), "bubble 1 is empty"),
        (lambda graph: graph.nodes["token", 1].clear(), "word 1 must be a string"),
    ],
)
def test_other_graphs_are_refused(change: Callable[[Any], object], reason: str) -> None:
    graph = interop.to_networkx(FIGURE_1)
    change(graph)
    with pytest.raises(StructureError, match=reason):
        interop.from_networkx(graph)
