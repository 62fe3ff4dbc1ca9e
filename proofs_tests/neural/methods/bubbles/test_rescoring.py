"""Independent decisions about modifiers: how often they contradict each other."""

from __future__ import annotations

from itertools import product

import torch
from torch import Tensor

from bubbletree import Arc, BubbleTree, validate
from bubbletree.boundary import boundaries
from bubbletree.editing import contents_under
from neural.methods.bubbles.rescoring import Contradictions, contradictions, host_scores, likeliest, rescore
from proofs_tests.neural import tiny


def modified(left: int, right: int) -> BubbleTree:
    """ "tea and buns" with private modifiers on either side."""
    tea, coordinator, buns = left + 1, left + 2, left + 3
    count = buns + right
    arcs = [Arc(0, "root", count + 1), Arc(count + 1, "conj", tea), Arc(count + 1, "cc", coordinator)]
    arcs += [Arc(count + 1, "conj", buns), *(Arc(tea, "amod", word) for word in range(1, tea))]
    arcs += [Arc(buns, "nmod", word) for word in range(buns + 1, count + 1)]
    singletons = [{word} for word in range(count + 1)]
    return BubbleTree(["tea"] * count, [*singletons, set(range(1, count + 1))], arcs)


def test_contradictions_are_what_breaks_trees() -> None:
    def ask(_numbers: Tensor, triples: Tensor, sides: Tensor) -> Tensor:
        return 3 * torch.sin(2.0 * triples[:, 0] + 10 * triples[:, 1] + triples[:, 2] + 1000 * sides)

    trees = [*tiny.trees(60, 12, seed=5), *(modified(left, right) for left, right in product(range(7), repeat=2))]
    counts = contradictions(trees, ask)
    broken_boundaries, broken_trees, changed = 0, 0, 0
    for tree in trees:
        broken = 0
        for boundary in boundaries(tree):
            [rows] = host_scores([(0, boundary)], ask)
            hosts = {
                child: boundary.hosts[level] for child, level in zip(boundary.dependents, likeliest(rows), strict=True)
            }
            arcs = [Arc(hosts.get(arc.dependent, arc.head), arc.label, arc.dependent) for arc in tree.arcs]
            broken += bool(validate(BubbleTree(tree.words, contents_under(tree, arcs), arcs)).violations)
        broken_boundaries += broken
        broken_trees += bool(broken)
        of_tree = contradictions([tree], ask)
        assert (of_tree.changed_boundaries > 0) == (rescore([tree], ask) != [tree])
        changed += of_tree.changed_boundaries
    assert 5 < broken_trees < broken_boundaries < counts.boundaries
    found = [list(boundaries(tree)) for tree in trees]
    assert counts == Contradictions(
        sum(map(bool, found)), broken_trees, sum(map(len, found)), broken_boundaries, changed
    )
    assert counts + counts == Contradictions(*(2 * getattr(counts, name) for name in Contradictions.__slots__))
