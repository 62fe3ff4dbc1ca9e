"""What the exact parser minimises: each loss is what it says, and leads to the gold tree."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from bubbletree import BubbleTree
from bubbletree.exact import Options, steps
from bubbletree.grammar import generate
from bubbletree.projectivity import projection_spans
from neural.config import MethodConfig
from neural.encoders.layers import padding
from neural.methods.exact import losses
from neural.methods.exact.best import best_vertices
from neural.methods.exact.indexing import tree_of
from neural.methods.exact.pairs import Pair, pairs_of
from neural.methods.exact.scorer import EDGES, LAST, PairScorer, used_pairs
from neural.methods.exact.vertices import covered, pairs
from proofs_tests.exhaustive.test_exact import all_trees
from proofs_tests.neural.methods.exact.test_exact_bubbles import labels_of, random_scores


def pairs_in(tree: BubbleTree) -> Counter[tuple[int, int, int]]:
    return Counter((int(pair), row, column) for step in steps(tree) for pair, row, column in pairs_of(step))


def cells(trees: list[BubbleTree]) -> Tensor:
    """The gold pairs of sentences."""
    return torch.tensor([(number, *pair) for number, tree in enumerate(trees) for pair in pairs_in(tree).elements()])


LOSSES = ("likelihood", "max-margin", "local")


def value_of(loss: str, scores: Tensor, trees: list[BubbleTree]) -> Tensor:
    gold, lengths = cells(trees), [len(tree.words) for tree in trees]
    match loss:
        case "likelihood":
            return losses.likelihood(scores, gold, lengths, single_root=True)
        case "max-margin":
            return losses.max_margin(scores, gold, lengths, single_root=True)
        case _:
            return losses.local(scores, gold, lengths, tuple(Pair))


@given(st.integers(1, 12), st.integers(0, 10**6))
def test_the_pairs_of_vertices_are_those_of_the_tree(n: int, seed: int) -> None:
    scores = np.random.default_rng(seed).normal(size=(len(Pair), n + 1, n + 1))
    scores[Pair.BUBBLE] += 2
    vertices = best_vertices(scores, n, False)
    tree = tree_of([f"w{token}" for token in range(1, n + 1)], vertices, labels_of(vertices))
    assert Counter(map(tuple, pairs(vertices).tolist())) == pairs_in(tree)
    assert pairs(vertices).dtype == np.int64
    spans = projection_spans(tree)
    bubble_of = {(min(content), max(content)): bubble for bubble, content in enumerate(tree.contents)}
    for (_, _, first, last, _), own in zip(vertices.tolist(), covered(vertices).tolist(), strict=True):
        assert tuple(own) == spans[bubble_of[first, last]]


@pytest.mark.parametrize("single_root", [False, True])
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_margin_is_that_over_the_nearest_of_all_trees(n: int, single_root: bool) -> None:
    trees = all_trees(n, Options(single_root))
    scores = random_scores(n, 1, n + 1).requires_grad_()
    worth = [sum(count * scores[(0, *pair)].item() for pair, count in pairs_in(tree).items()) for tree in trees]
    for number, gold in enumerate(trees[:: max(1, len(trees) // 8)]):
        own = pairs_in(gold)
        cost = [sum(count for pair, count in pairs_in(tree).items() if pair not in own) for tree in trees]
        expected = max(map(sum, zip(worth, cost, strict=True))) - worth[number * max(1, len(trees) // 8)]
        found = losses.max_margin(scores, cells([gold]), [n], single_root=single_root)
        assert math.isclose(found.item(), expected, abs_tol=1e-9)
        assert found >= -1e-9


@pytest.mark.parametrize("single_root", [False, True])
@pytest.mark.parametrize("n", [1, 2, 3])
def test_the_likelihood_is_the_share_of_the_gold_tree_among_all_trees(n: int, single_root: bool) -> None:
    trees = all_trees(n, Options(single_root))
    scores = random_scores(n, 1, n + 1)
    worth = [sum(count * scores[(0, *pair)].item() for pair, count in pairs_in(tree).items()) for tree in trees]
    whole = math.log(sum(map(math.exp, worth)))
    for tree, own in zip(trees[::3], worth[::3], strict=True):
        found = losses.likelihood(scores, cells([tree]), [n], single_root=single_root)
        assert math.isclose(found.item(), whole - own, abs_tol=1e-9)


def test_a_margin_that_is_kept_costs_nothing() -> None:
    tree = next(one for one in generate(50, seed=2) if len(one.contents) > len(one.words) + 1)
    n = len(tree.words)
    scores = torch.zeros(1, len(Pair), n + 1, n + 1, dtype=torch.float64)
    gold = cells([tree])
    assert losses.max_margin(scores, gold, [n], single_root=True) > 1
    scores -= 100
    scores[gold.unbind(1)] = 0
    assert losses.max_margin(scores, gold, [n], single_root=True) == 0


def by_hand(scores: Tensor, tree: BubbleTree, used: Collection[Pair] = tuple(Pair)) -> float:
    """The local loss by its definition, for one sentence: a choice for each token and each group of kinds."""
    total, own = 0.0, pairs_in(tree)
    for listed, must in losses.CHOICES:
        kinds = [kind for kind in listed if kind in used]
        for second in range(1, len(tree.words) + 1) if kinds else ():
            options = {
                (int(kind), first, second): scores[0, kind, first, second].item()
                for kind in kinds
                for first in range(len(tree.words) + 1)
                if (first > second) == (kind in (Pair.LEFT_FIRST, Pair.LEFT_LAST))
            }
            whole = math.log(sum(map(math.exp, options.values())) + (0 if must else 1))
            chosen = [options[pair] for pair, count in own.items() if pair in options for _ in range(count)]
            assert chosen or not must
            total += sum(whole - score for score in chosen) if chosen else whole
    return total


def test_local_choices_are_those_of_the_definition() -> None:
    for number, tree in enumerate(generate(8, seed=4)):
        n = len(tree.words)
        scores = random_scores(number, 1, n + 1)
        found = losses.local(scores, cells([tree]), [n], tuple(Pair))
        assert math.isclose(found.item(), by_hand(scores, tree), rel_tol=1e-9)
        for left_out in ((Pair.BUBBLE,), EDGES, LAST):
            used = [pair for pair in Pair if pair not in left_out]
            found = losses.local(scores, cells([tree]), [n], used)
            assert math.isclose(found.item(), by_hand(scores, tree, used), rel_tol=1e-9)


def test_the_loss_of_several_sentences_is_the_sum_of_theirs() -> None:
    trees = sorted(generate(5, seed=6), key=lambda tree: len(tree.words))
    lengths = [len(tree.words) for tree in trees]
    scores = random_scores(1, len(trees), max(lengths) + 1)
    for loss in LOSSES:
        alone = sum(
            value_of(loss, scores[number : number + 1, :, : n + 1, : n + 1], [tree]).item()
            for number, (tree, n) in enumerate(zip(trees, lengths, strict=True))
        )
        assert math.isclose(value_of(loss, scores, trees).item(), alone, rel_tol=1e-9)


@pytest.mark.parametrize("loss", LOSSES)
def test_scores_that_a_loss_makes_better_lead_to_the_gold_tree(loss: str) -> None:
    trees = [tree for tree in generate(60, seed=8) if 5 < len(tree.words) < 12 and tree.sentence is not None][:6]
    lengths = [len(tree.words) for tree in trees]
    scores = torch.zeros(len(trees), len(Pair), 13, 13, dtype=torch.float64, requires_grad=True)
    optimizer = torch.optim.Adam([scores], lr=0.3)
    for _ in range(60):
        optimizer.zero_grad()
        value = value_of(loss, scores, trees)
        value.backward()  # type: ignore[no-untyped-call]  # torch leaves it untyped
        optimizer.step()
    for number, (tree, n) in enumerate(zip(trees, lengths, strict=True)):
        vertices = best_vertices(scores[number].detach().numpy(), n, True)
        assert Counter(map(tuple, pairs(vertices).tolist())) == pairs_in(tree)


@pytest.mark.parametrize(
    ("method", "without"),
    [
        (MethodConfig(), ()),
        (MethodConfig(bubble_scores=False), (Pair.BUBBLE,)),
        (MethodConfig(edge_scores=False), EDGES),
        (MethodConfig(arc_scores="first"), LAST),
        (MethodConfig(bubble_scores=False, edge_scores=False, arc_scores="first"), (Pair.BUBBLE, *EDGES, *LAST)),
    ],
    ids=str,
)
def test_pairs_left_out_have_the_score_zero_and_no_weights(method: MethodConfig, without: tuple[Pair, ...]) -> None:
    scorer = PairScorer(6, method)
    for parameter in scorer.parameters():
        torch.nn.init.normal_(parameter)
    scores = scorer.eval()(torch.randn(9, 6), padding(torch.tensor([4, 5])))
    assert [pair for pair in Pair if (scores[:, pair] == 0).all()] == sorted(without)
    assert set(used_pairs(method)) == set(Pair) - set(without)
    assert scorer.arcs.weights.size(0) + scorer.parts.weights.size(0) == len(Pair) - len(without)
    scores.sum().backward()
    assert scorer.arcs.weights.grad is not None
    assert scorer.arcs.weights.grad.abs().sum() > 0


def test_scores_depend_on_distance_where_they_are_to() -> None:
    """Two tokens with the same vectors as two others, but further apart."""
    torch.manual_seed(1)
    scorer = PairScorer(6, MethodConfig(distances=True)).eval()
    tokens, at = torch.ones(7, 6), padding(torch.tensor([7]))
    assert (scorer(tokens, at) == 0).all(), "untrained, nothing has a score"
    assert scorer.distances is not None
    torch.nn.init.normal_(scorer.distances)
    scores = scorer(tokens, at)
    assert (scores[0, :, 1, 3] == scores[0, :, 3, 5]).all()
    assert (scores[0, :, 1, 3] != scores[0, :, 1, 4]).all()
