"""Trees as graphs of `networkx <https://networkx.org>`_, and back. Needs the extra ``networkx``.

The nodes are the bubbles, ``("bubble", 0)``, ``("bubble", 1)``, ..., and the tokens, ``("token", 0)`` for RT,
``("token", 1)`` for the first word. Edges have the attribute ``kind``: an ``arc`` leads from a bubble to one that it
governs and has a ``label``; ``holds`` leads from a bubble to a token in its content.
"""

from __future__ import annotations

from typing import Final

import networkx

from bubbletree.errors import StructureError
from bubbletree.tree import ROOT, Arc, BubbleTree

BUBBLE, TOKEN = "bubble", "token"
"""What the names of nodes begin with."""

ARC: Final = "arc"
HOLDS: Final = "holds"
"""The kinds of edges."""


def to_networkx(tree: BubbleTree) -> networkx.MultiDiGraph:
    """A tree as a directed graph.

    Parameters
    ----------
    tree : BubbleTree
        Any structure, even if ill-formed.

    Examples
    --------
    >>> from bubbletree.io.brackets import parse_brackets
    >>> graph = to_networkx(parse_brackets("see obj=[cats cc=and dogs]"))
    >>> networkx.is_arborescence(arcs(graph))
    True
    >>> [graph.nodes[node]["word"] for node in sorted(graph) if node[0] == "token"]
    ['RT', 'see', 'cats', 'and', 'dogs']
    """
    graph = networkx.MultiDiGraph()
    for token, word in enumerate(("RT", *tree.words)):
        graph.add_node((TOKEN, token), word=word)
    for bubble in tree.bubbles:
        graph.add_node((BUBBLE, bubble), text=tree.text(bubble))
        for token in sorted(tree.contents[bubble]):
            graph.add_edge((BUBBLE, bubble), (TOKEN, token), kind=HOLDS)
    for arc in tree.arcs:
        graph.add_edge((BUBBLE, arc.head), (BUBBLE, arc.dependent), kind=ARC, label=arc.label)
    return graph


def arcs(graph: networkx.MultiDiGraph) -> networkx.MultiDiGraph:
    """The bubbles of a graph and the arcs between them, without the tokens.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        A graph that :func:`to_networkx` made.

    Examples
    --------
    >>> from bubbletree.io.brackets import parse_brackets
    >>> arcs(to_networkx(parse_brackets("[cats cc=and dogs]"))).number_of_edges()
    4
    """
    return graph.subgraph(node for node in graph if node[0] == BUBBLE).copy()


def from_networkx(graph: networkx.MultiDiGraph) -> BubbleTree:
    """The structure that a graph describes.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        A graph as :func:`to_networkx` makes them. Attributes of nodes other than ``word`` do not matter.

    Raises
    ------
    StructureError
        The graph describes no structure.

    Examples
    --------
    >>> from bubbletree.io.brackets import parse_brackets
    >>> tree = parse_brackets("see obj=[cats cc=and dogs]")
    >>> from_networkx(to_networkx(tree)) == tree
    True
    """
    bubbles, tokens = _numbered(graph, BUBBLE), _numbered(graph, TOKEN)
    if len(bubbles) + len(tokens) != len(graph) or ROOT not in tokens:
        raise StructureError(f"the nodes must be ('{BUBBLE}', 0), ... and ('{TOKEN}', 0), ('{TOKEN}', 1), ...")
    contents: list[set[int]] = [set() for _ in bubbles]
    listed: list[Arc] = []
    for (source, head), (target, dependent), edge in graph.edges(data=True):
        match source, target, edge:
            case "bubble", "token", {"kind": "holds"}:
                contents[head].add(dependent)
            case "bubble", "bubble", {"kind": "arc", "label": str(label)}:
                listed.append(Arc(head, label, dependent))
            case _:
                raise StructureError(f"no edge of a bubble tree: from {(source, head)} to {(target, dependent)}")
    words = [graph.nodes[TOKEN, token].get("word") for token in tokens[1:]]
    return BubbleTree(words, contents, listed)


def _numbered(graph: networkx.MultiDiGraph, name: str) -> range:
    """The numbers of the nodes with a name, if these are 0, 1, ... without a gap."""
    numbers = range(sum(isinstance(node, tuple) and len(node) == 2 and node[0] == name for node in graph))
    return numbers if all((name, number) in graph for number in numbers) else range(0)
