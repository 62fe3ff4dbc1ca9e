"""What scorers see: the right nodes, the right indicators, and nothing where nothing is."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor, nn

from bubbletree import CONJ, BubbleTree
from neural.batched.rules import CLOSED, KINDS, OPEN, SINGLETON
from neural.data.features import featurise
from neural.data.words import words_of
from neural.methods.bubbles.indexing import LEFT, RIGHT, collate, index_tree
from neural.methods.bubbles.likelihood import gold_scores
from neural.methods.bubbles.network import Composition
from neural.methods.bubbles.slots import SlotScorer
from proofs_tests.neural import tiny

# "hot [tea , [milk and rum] and buns]": a bubble in a bubble, three conjuncts, a shared modifier.
TREE = BubbleTree(
    ["hot", "tea", ",", "milk", "and", "rum", "and", "buns"],
    [{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}, {4, 5, 6}, {2, 3, 4, 5, 6, 7, 8}],
    [
        (0, "root", 10),
        (10, "amod", 1),
        (10, CONJ, 2),
        (10, "punct", 3),
        (10, CONJ, 9),
        (10, "cc", 7),
        (10, CONJ, 8),
        (9, CONJ, 4),
        (9, "cc", 5),
        (9, CONJ, 6),
    ],
)


@torch.inference_mode()
def test_terms_added_up_are_the_perceptron_over_the_concatenation() -> None:
    torch.manual_seed(0)
    scorer = SlotScorer(slots=3, inputs=4, hidden=5, outputs=2, dropout=0.5).eval()
    nn.init.normal_(scorer.bias)
    nodes = torch.randn(7, 4)
    which = torch.randint(7, (6, 3))
    spelled_out = nodes[which].flatten(1)
    weights = scorer.first.weight.view(3, 5, 4).permute(1, 0, 2).reshape(5, 12)
    expected = scorer.second(torch.relu(spelled_out @ weights.T + scorer.bias))
    torch.testing.assert_close(scorer.score(scorer.project(nodes), which), expected)
    torch.testing.assert_close(scorer(nodes[which]), expected)


def test_weights_begin_as_small_as_there_are_many() -> None:
    torch.manual_seed(0)
    scorer = SlotScorer(slots=3, inputs=50, hidden=40, outputs=4, dropout=0)
    # As if there were one layer over the concatenation of three vectors; ReLU lets half of it through.
    assert scorer.first.weight.std().item() == pytest.approx((2 / 150) ** 0.5, rel=0.05)
    assert not scorer.bias.any()
    assert not scorer.second.bias.any()
    _, _, network = tiny.network([TREE], {"scorer.indicator_dimension": 300})
    size = len(network.absent)
    assert network.absent.square().sum().item() == pytest.approx(1, rel=0.3)
    assert size == network.base_size + 300
    assert Composition(3, parametrised=False).weight is None
    weight = Composition(3, parametrised=True).weight
    assert weight is not None
    assert torch.equal(weight, torch.eye(3))


def test_every_stage_of_a_bubble_is_a_node_of_its_own() -> None:
    labels = {label: number for number, label in enumerate(["amod", "cc", CONJ, "punct", "root"])}
    index = index_tree(TREE, labels)
    members = [tuple(index.members[index.owners == node].tolist()) for node in range(len(index.states))]
    inner = index.words + 1 + 3
    # The outer bubble opens before the inner one: tea; then milk, milk and rum, closed; then tea + inner, ...
    assert members == [(2,), (4,), (4, 6), (4, 6), (2, inner), (2, inner, 8), (2, inner, 8)]
    assert index.states.tolist() == [OPEN, OPEN, OPEN, CLOSED, OPEN, OPEN, CLOSED]
    assert index.levels.tolist() == [1, 1, 1, 1, 2, 2, 2]


def test_slots_are_empty_exactly_where_stack_and_buffer_are() -> None:
    trees = [TREE, *tiny.trees(20, 10, seed=4)]
    _, vocabulary, _ = tiny.network(trees)
    derivations = [index_tree(tree, vocabulary.label_number) for tree in trees]
    index = collate(derivations)
    nothing = index.states.size(0)
    step = 0
    for derivation in derivations:
        stack, buffer = 1, derivation.words
        for kind in derivation.kinds:
            expected = [stack < 3, stack < 2, stack < 1, buffer < 1]
            assert (index.slots[step] == nothing).tolist() == expected
            step += 1
            stack += 1 if KINDS[kind].name == "SHIFT" else -1
            buffer += {"SHIFT": -1, "BUBBLE_CLOSE": 1}.get(KINDS[kind].name, 0)
    assert step == len(index.slots)


def test_all_of_a_batch_goes_to_another_device_and_keeps_its_place() -> None:
    _, vocabulary, _ = tiny.network([TREE])
    index = collate([index_tree(TREE, vocabulary.label_number)])
    same, moved = index.to("cpu"), index.to("meta")
    assert len(index.levels) > 1
    for name, tensor in index._asdict().items():
        if name != "levels":
            assert getattr(same, name) is tensor
            assert getattr(moved, name).device.type == "meta"
    for level, as_it_was, elsewhere in zip(index.levels, same.levels, moved.levels, strict=True):
        assert all(map(torch.equal, level, as_it_was))
        assert {tensor.device.type for tensor in elsewhere} == {"meta"}


@pytest.mark.parametrize("size", [3, 5])
@torch.inference_mode()
def test_nodes_end_in_the_indicator_of_their_state_and_nothing_is_a_vector_apart(size: int) -> None:
    trees = [TREE, *tiny.trees(5, 10, seed=4)]
    _, vocabulary, network = tiny.network(trees, {"scorer.indicator_dimension": size})
    features = featurise([words_of(tree, "none") for tree in trees], vocabulary)
    index = collate([index_tree(tree, vocabulary.label_number) for tree in trees])
    tokens = network.encode(features).tokens
    nodes = network.nodes(tokens, index)
    assert (index.states[: len(tokens)] == SINGLETON).all()
    assert set(index.states[len(tokens) :].tolist()) == {OPEN, CLOSED}
    assert torch.equal(nodes[:-1, -size:], network.indicator.weight[index.states])
    assert torch.equal(nodes[-1], network.absent)
    assert len({tuple(row) for row in network.indicator.weight.tolist()}) == len({SINGLETON, OPEN, CLOSED})


@pytest.mark.parametrize("composition", ["tanh", "mean"])
@torch.inference_mode()
def test_bubbles_are_composed_of_their_conjuncts_recursively(composition: str) -> None:
    config, vocabulary, network = tiny.network([TREE], {"scorer.composition": composition})
    tokens = network.encode(featurise([words_of(TREE, "none")], vocabulary)).tokens
    nodes = network.nodes(tokens, collate([index_tree(TREE, vocabulary.label_number)]))

    def g(*conjuncts: Tensor) -> Tensor:
        mean = sum(conjuncts, torch.zeros(())) / len(conjuncts)
        if composition == "mean":
            return mean
        assert network.composition.weight is not None
        return torch.tanh(network.composition.weight @ mean)

    tea, milk, rum, buns = tokens[[2, 4, 6, 8]]
    inner = g(milk, rum)
    expected = [g(tea), g(milk), inner, inner, g(tea, inner), g(tea, inner, buns), g(tea, inner, buns)]
    base = nodes[:, : -config.scorer.indicator_dimension]
    torch.testing.assert_close(base[len(tokens) : -1], torch.stack(expected))


def test_every_weight_learns() -> None:
    trees = [TREE, *tiny.trees(40, 10, seed=6)]
    _, vocabulary, network = tiny.network(trees, {"encoder.tags": "upos"})
    index = collate([index_tree(tree, vocabulary.label_number) for tree in trees])
    tokens = network.encode(network.read([words_of(tree, "upos") for tree in trees])).tokens
    scores = gold_scores(network, tokens, index)
    assert scores.shared is not None
    assert set(index.sides.tolist()) == {LEFT, RIGHT}, "the sample has boundaries on both sides"
    total = scores.transitions.square().sum() + scores.labels.square().sum() + scores.shared.square().sum()
    total.backward()  # type: ignore[no-untyped-call]  # torch leaves it so
    for name, parameter in network.named_parameters():
        assert parameter.grad is not None, name
        assert parameter.grad.abs().sum() > 0, name
