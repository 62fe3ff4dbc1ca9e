"""What rescoring asks about the modifiers at a boundary, and how often independent decisions contradict each other."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise, product

import pytest
import torch
from torch import Tensor

from bubbletree import CONJ, Arc, BubbleTree, validate
from bubbletree.boundary import boundaries
from bubbletree.editing import contents_under
from neural.methods.bubbles.indexing import LEFT, RIGHT
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


def outermost(tree: BubbleTree, bubble: int, side: int) -> int | None:
    """The first or last part of a bubble, if it is a conjunct."""
    parts = sorted(
        (child for child in tree.children(bubble) if tree.contents[child] <= tree.contents[bubble]),
        key=lambda child: min(tree.contents[child]),
    )
    found = parts[0 if side == LEFT else -1] if parts else None
    return found if found is not None and tree.label(found) == CONJ else None


def questions(tree: BubbleTree, side: int) -> Iterator[tuple[int, list[int]]]:
    """The dependents that hang at this side of a coordination, or of its outermost conjunct, with their hosts."""
    inner = {bubble: outermost(tree, bubble, side) for bubble in tree.bubbles}
    for bubble in tree.bubbles:
        if inner[bubble] is None or bubble in inner.values():
            continue
        hosts = [bubble]
        while (found := inner[hosts[-1]]) is not None:
            hosts.append(found)
        for arc in tree.arcs:
            own, other = tree.contents[arc.head], tree.contents[arc.dependent]
            is_beside = max(other) < min(own) if side == LEFT else max(own) < min(other)
            if arc.head in hosts and is_beside:
                yield arc.dependent, hosts


def test_each_question_names_the_dependent_the_hosts_and_the_side() -> None:
    trees = [*tiny.trees(150, 12, seed=5), modified(3, 2), modified(0, 2), modified(2, 0)]
    asked = Counter[tuple[int, int, int, int, int]]()

    def odds(tree: int, dependent: int, outer: int, inner: int, side: int) -> float:
        return 3 * math.sin(0.7 * tree + 2.0 * dependent + 5 * outer + inner + 1.3 * side)

    def ask(numbers: Tensor, triples: Tensor, sides: Tensor) -> Tensor:
        rows = [(n, *t, side) for n, t, side in zip(numbers.tolist(), triples.tolist(), sides.tolist(), strict=True)]
        asked.update(rows)
        return torch.tensor([odds(*row) for row in rows], dtype=torch.float64)

    found = [(number, boundary) for number, tree in enumerate(trees) for boundary in boundaries(tree)]
    scores = {
        (number, dependent): row
        for (number, boundary), rows in zip(found, host_scores(found, ask), strict=True)
        for dependent, row in zip(boundary.dependents, rows, strict=True)
    }
    expected_questions = Counter[tuple[int, int, int, int, int]]()
    expected: dict[tuple[int, int], list[float]] = {}
    for (number, tree), side in product(enumerate(trees), (LEFT, RIGHT)):
        for dependent, hosts in questions(tree, side):
            row, still = [], 1.0
            for outer, inner in pairwise(hosts):
                question = (number, dependent, outer, inner, side)
                expected_questions[question] += 1
                shared = 1 / (1 + math.exp(-odds(*question)))
                row.append(math.log(still * shared))
                still *= 1 - shared
            expected[number, dependent] = [*row, math.log(still)]
    assert asked == expected_questions
    assert scores.keys() == expected.keys()
    for key, row in scores.items():
        assert row == pytest.approx(expected[key])
    assert min(Counter(side for *_, side in asked).values()) > 10
    assert max(map(len, scores.values())) > 2, "a coordination is the outermost conjunct of another"


def test_rescoring_takes_the_most_likely_of_the_projective_trees() -> None:
    def odds(triple: Sequence[int], side: int) -> float:
        dependent, outer, inner = triple
        return 3 * math.sin(2.0 * dependent + 10 * outer + inner + 1000 * side)

    def ask(_numbers: Tensor, triples: Tensor, sides: Tensor) -> Tensor:
        rows = zip(triples.tolist(), sides.tolist(), strict=True)
        return torch.tensor([odds(triple, side) for triple, side in rows], dtype=torch.float64)

    def log_probability(hosts: Sequence[int], level: int, dependent: int, side: int) -> float:
        passed = list(pairwise(hosts))[: level + 1]
        shared = [1 / (1 + math.exp(-odds((dependent, *pair), side))) for pair in passed]
        return sum(math.log(1 - p) for p in shared[:level]) + (math.log(shared[level]) if level < len(shared) else 0)

    trees = [*tiny.trees(60, 12, seed=5), *(modified(left, right) for left, right in product(range(4), repeat=2))]
    changed = 0
    for tree, rescored in zip(trees, rescore(trees, ask), strict=True):
        heads = {arc.dependent: arc.head for arc in tree.arcs}
        for side in (LEFT, RIGHT):
            boundary: dict[tuple[int, ...], list[int]] = {}
            for dependent, hosts in questions(tree, side):
                boundary.setdefault(tuple(hosts), []).append(dependent)
            for chain, dependents in boundary.items():
                best, chosen = -math.inf, heads
                for levels in product(range(len(chain)), repeat=len(dependents)):
                    new = dict(zip(dependents, (chain[level] for level in levels), strict=True))
                    arcs = [Arc(new.get(arc.dependent, arc.head), arc.label, arc.dependent) for arc in tree.arcs]
                    pairs = zip(dependents, levels, strict=True)
                    total = sum(log_probability(chain, level, dependent, side) for dependent, level in pairs)
                    if total > best and validate(BubbleTree(tree.words, contents_under(tree, arcs), arcs)).ok:
                        best, chosen = total, new
                heads |= chosen
        assert {arc.dependent: arc.head for arc in rescored.arcs} == heads
        changed += rescored != tree
    assert changed > 10


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
