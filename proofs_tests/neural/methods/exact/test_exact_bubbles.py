"""The exact parser: its sums, gradients and best trees are those of the reference, and it learns what it is shown."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from bubbletree import CONJ, BubbleTree, Sentence, random_tree
from bubbletree.exact import Options, Role, Step, best_tree, marginals, steps
from bubbletree.exact import log_partition as reference_sum
from bubbletree.grammar import generate
from neural.config import Config, DecodingConfig, Json
from neural.data.gold import GoldSentence, gold_tree
from neural.data.words import words_of
from neural.encoders.layers import SharedDropout, padding
from neural.methods.compiling import Ints
from neural.methods.exact import chart, kernels, losses
from neural.methods.exact.best import best_trees, best_vertices
from neural.methods.exact.exact_bubbles import ExactBubbles
from neural.methods.exact.indexing import tree_of
from neural.methods.exact.pairs import Pair, pairs_of
from neural.methods.exact.partition import log_partition
from neural.methods.exact.tables import CONJUNCT_ROLE, OTHER_ROLE
from neural.methods.interface import UnlearnableError
from neural.training.examples import learnable
from neural.training.start import new_network
from proofs_tests.neural import tiny
from proofs_tests.neural.training.test_learning import learned

LENGTHS = [0, 1, 2, 3, 5, 6]


def random_scores(seed: int, count: int, tokens: int) -> Tensor:
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(count, len(Pair), tokens, tokens, dtype=torch.float64, generator=generator)


def labels_of(vertices: Ints) -> list[str]:
    """The labels that the reference gives where labels are left aside."""
    return ["root" if above < 0 else ("dep", "dep", "conj", "cc")[role] for above, role, *_ in vertices.tolist()]


def score_of(scores: list[list[list[float]]], step: Step) -> float:
    return sum(scores[pair][row][column] for pair, row, column in pairs_of(step))


def test_every_pair_is_looked_at_by_some_step() -> None:
    """And by no step twice: each table has one meaning."""
    looked: set[Pair] = set()
    for seed in range(40):
        for step in steps(random_tree(9, random.Random(seed))):
            if step.is_first and step.role is Role.OTHER:
                continue
            pairs = [pair for pair, _, _ in pairs_of(step)]
            assert len(set(pairs)) == len(pairs)
            looked |= set(pairs)
    generated = [step for tree in generate(200, seed=1) for step in steps(tree)]
    looked |= {pair for step in generated for pair, _, _ in pairs_of(step)}
    assert looked == set(Pair)


@pytest.mark.parametrize("single_root", [False, True])
def test_the_chart_on_tensors_is_the_reference(single_root: bool) -> None:
    scores = random_scores(1, len(LENGTHS), 8)
    found = chart.log_partition(scores, LENGTHS, single_root=single_root)
    for number, n in enumerate(LENGTHS):
        listed = scores[number].tolist()
        expected = reference_sum(n, lambda step, s=listed: score_of(s, step), Options(single_root))
        assert math.isclose(found[number], expected, abs_tol=1e-9)


@pytest.mark.parametrize("single_root", [False, True])
def test_compiled_sums_and_gradients_are_those_of_the_chart(single_root: bool) -> None:
    scores = random_scores(2, len(LENGTHS), 8).requires_grad_()
    chart.log_partition(scores, LENGTHS, single_root=single_root).sum().backward()  # type: ignore[no-untyped-call]  # torch leaves it untyped
    totals, gradients = kernels.sums(scores.detach().numpy(), np.array(LENGTHS), single_root)
    expected = chart.log_partition(scores.detach(), LENGTHS, single_root=single_root)
    assert np.allclose(totals, expected.numpy(), atol=1e-9)
    for number, n in enumerate(LENGTHS):
        assert kernels.log_sum_of_trees(scores[number].detach().numpy(), n, single_root) == totals[number]
    assert scores.grad is not None
    assert np.allclose(gradients, scores.grad.numpy(), atol=1e-9)


def test_gradients_are_the_marginals_of_the_reference() -> None:
    n, scores = 4, random_scores(3, 1, 5)
    listed = scores[0].tolist()
    expected = np.zeros(scores.shape[1:])
    for step, share in marginals(n, lambda step: score_of(listed, step), Options(single_root=True)).items():
        for place in pairs_of(step):
            expected[place] += share
    _, gradients = kernels.sums(scores.numpy(), np.array([n]), True)
    assert np.allclose(gradients[0], expected, atol=1e-9)


def test_autograd_scales_the_gradients_of_each_sentence() -> None:
    scores = random_scores(4, 2, 6).requires_grad_()
    (log_partition(scores, [5, 3], single_root=True) * torch.tensor([2.0, -1.0])).sum().backward()  # type: ignore[no-untyped-call]  # torch leaves it untyped
    assert scores.grad is not None
    _, gradients = kernels.sums(scores.detach().numpy(), np.array([5, 3]), True)
    assert np.allclose(scores.grad[0].numpy(), 2 * gradients[0])
    assert np.allclose(scores.grad[1].numpy(), -gradients[1])


@given(st.integers(1, 8), st.integers(0, 10**6), st.booleans(), st.booleans())
def test_the_best_tree_is_the_reference_s_also_between_equals(
    n: int, seed: int, single_root: bool, with_ties: bool
) -> None:
    generator = np.random.default_rng(seed)
    shape = (len(Pair), n + 1, n + 1)
    # Whole numbers add up exactly, so that equal scores are equal in any order of adding.
    scores = generator.integers(-2, 3, size=shape).astype(float) if with_ties else generator.normal(size=shape)
    listed = scores.tolist()
    words = [f"w{token}" for token in range(1, n + 1)]
    expected = best_tree(words, lambda step: score_of(listed, step), Options(single_root)).tree
    vertices = best_vertices(scores, n, single_root)
    assert tree_of(words, vertices, labels_of(vertices)) == expected


def test_sentences_are_parsed_together_as_they_are_alone() -> None:
    trees = [tree for tree in generate(40, seed=3) if tree.sentence is not None]
    network = small_network(trees)
    plain = [tree.sentence for tree in trees[:12] if tree.sentence is not None]
    words = [words_of(one, "none") for one in plain]
    together = network.analyse(network.encode(network.read(words)), plain, DecodingConfig(single_root=True))
    for one, sentence, found in zip(words, plain, together, strict=True):
        [alone] = network.analyse(network.encode(network.read([one])), [sentence], DecodingConfig(single_root=True))
        assert alone.tree == found.tree
    assert len({len(found.coordinations) for found in together}) > 1, "untrained networks find coordinations too"


def small_network(trees: list[BubbleTree], changes: Mapping[str, Json] | None = None) -> ExactBubbles:
    sizes = {"method.arc_hidden": 8, "method.span_hidden": 8}
    config = Config().replace({**tiny.SMALL, "method.kind": "exact-bubbles", **sizes, **(changes or {})})
    network = new_network(config, [gold_tree(tree) for tree in trees])
    assert isinstance(network, ExactBubbles)
    for parameter in network.parameters():
        torch.nn.init.normal_(parameter, std=0.5)
    return network.eval()


def test_the_loss_is_the_negative_log_probability_of_the_gold_tree() -> None:
    trees = list(generate(12, seed=5))
    network = small_network(trees)
    examples, skipped = learnable([gold_tree(tree) for tree in trees], network)
    assert not skipped
    for example, tree in zip(examples, trees, strict=True):
        encoded = network.encode(network.read([example.words]))
        whole, _ = network.target_losses(encoded, [example.target])
        n = len(tree.words)
        if n > 9:
            continue
        listed = network.pair_scores(encoded)[0].tolist()
        options = Options(single_root=True)
        total = reference_sum(n, lambda step, s=listed: score_of(s, step), options)
        own = sum(score_of(listed, step) for step in steps(tree))
        assert math.isclose(whole.total.item(), total - own, rel_tol=1e-3, abs_tol=1e-3)
        assert whole.decisions == n


@pytest.mark.parametrize("single_root", [False, True])
@pytest.mark.parametrize("loss", ["likelihood", "max-margin", "local"])
def test_the_loss_is_the_one_that_the_options_name(
    loss: str, single_root: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    trees = list(generate(6, seed=5))
    network = small_network(trees, {"method.loss": loss, "decoding.single_root": single_root})
    targets = [network.target(gold_tree(tree)) for tree in trees]
    encoded = tiny.encoded(network, trees)
    pairs = [(number, *pair) for number, target in enumerate(targets) for pair in target.pairs]
    scores, gold = network.pair_scores(encoded).detach(), torch.tensor(pairs)
    scores[:, Pair.RIGHT_LAST, 0] += 20  # with several children of RT there would be better trees
    monkeypatch.setattr(network, "pair_scores", lambda _: scores)
    expected, other = (
        {
            "likelihood": losses.likelihood(scores, gold, encoded.lengths, single_root=value),
            "max-margin": losses.max_margin(scores, gold, encoded.lengths, single_root=value),
            "local": losses.local(scores, gold, encoded.lengths, tuple(Pair)),
        }
        for value in (single_root, not single_root)
    )
    assert [name for name, value in expected.items() if value != other[name]] == ["likelihood", "max-margin"]
    whole, labels = network.target_losses(encoded, targets)
    assert len({round(value.item(), 2) for value in expected.values()}) == 3
    assert math.isclose(whole.total.item(), expected[loss].item(), rel_tol=1e-5)
    assert whole.decisions == sum(len(tree.words) for tree in trees)
    assert labels.decisions == sum(arc.label != CONJ for tree in trees for arc in tree.arcs)


def test_relations_are_learned_from_their_governors_and_from_both_ends_of_their_dependents() -> None:
    trees = list(generate(6, seed=5))
    network = small_network(trees)
    targets = [network.target(gold_tree(tree)) for tree in trees]
    encoded = tiny.encoded(network, trees)
    at = padding(torch.tensor(encoded.lengths) + 1)
    by_first = network.relations_first.all_pairs(encoded.tokens, at)
    by_last = network.relations_last.all_pairs(encoded.tokens, at)
    expected = 0.0
    for number, target in enumerate(targets):
        for governor, first, last, label in target.arcs:
            scores = by_first[number, :, governor, first] + by_last[number, :, governor, last]
            expected -= scores.log_softmax(dim=0)[label].item()
    _, labels = network.target_losses(encoded, targets)
    assert math.isclose(labels.total.item(), expected, rel_tol=1e-4)


def test_relations_have_the_dropout_of_the_method() -> None:
    trees = list(generate(6, seed=5))
    network = small_network(trees, {"method.dropout": 0.5})
    for scorer in (network.relations_first, network.relations_last):
        assert {one.probability for one in scorer.modules() if isinstance(one, SharedDropout)} == {0.5}
    targets, encoded = [network.target(gold_tree(tree)) for tree in trees], tiny.encoded(network, trees)
    still, again, moving = (network.train(mode).target_losses(encoded, targets)[1] for mode in (False, False, True))
    assert still.total == again.total != moving.total


def test_rt_has_one_child_if_the_options_say_so() -> None:
    trees = list(generate(20, seed=3))
    torch.manual_seed(3)
    network = small_network(trees)
    plain, encoded = [tree.sentence for tree in trees if tree.sentence is not None], tiny.encoded(network, trees)
    for single_root in (False, True):
        found = network.trees(encoded, plain, DecodingConfig(single_root=single_root))
        assert all(sum(arc.head == 0 for arc in tree.arcs) == 1 for tree in found) is single_root


def test_a_sentence_without_a_tree_has_no_labels_and_its_problem_is_said() -> None:
    network = small_network(list(generate(6, seed=5)))
    gold = GoldSentence(Sentence.from_columns(["tea"]), None, "its arcs cross", ())
    assert list(network.labels_of(gold)) == []
    with pytest.raises(UnlearnableError, match=r"^its arcs cross$"):
        network.target(gold)


def test_trees_that_the_options_do_not_allow_are_not_learned_from() -> None:
    network = small_network(list(generate(6, seed=5)))
    bare = [{0}, {1}, {2}]
    for tree, reason in (
        (BubbleTree([], [{0}], []), "there are no words"),
        (BubbleTree(["tea", "buns"], bare, [(0, "root", 1), (1, "odd", 2)]), "the model does not know the label 'odd'"),
        (BubbleTree(["tea", "buns"], bare, [(0, "root", 1), (0, "root", 2)]), "RT has several children"),
    ):
        with pytest.raises(UnlearnableError, match=f"^{reason}$"):
            network.target(gold_tree(tree))


@pytest.mark.parametrize("is_compiled", [False, True])
def test_the_sum_is_the_same_with_and_without_a_compiler(is_compiled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("neural.methods.exact.partition.IS_COMPILED", is_compiled)
    scores = random_scores(6, 2, 5).float()
    for single_root in (False, True):
        found = log_partition(scores, [4, 2], single_root=single_root)
        assert found.dtype == torch.float32
        expected = chart.log_partition(scores.double(), [4, 2], single_root=single_root)
        assert torch.allclose(found.double(), expected, atol=1e-4)


@pytest.mark.slow
def test_the_exact_parser_learns() -> None:
    scores = learned(
        {
            "method.kind": "exact-bubbles",
            "method.arc_hidden": 48,
            "method.span_hidden": 48,
            "method.relation_hidden": 32,
            "method.dropout": 0.1,
            "encoder.layers": 1,
            "encoder.hidden": 48,
            "training.epochs": 4,
            "training.batch_size": 8,
            "training.warmup_steps": 20,
        },
        800,
        100,
    )
    # Measured: exact F1 76.  Without learning: 0.
    assert scores.paper.overall.exact.f1 > 0.65
    assert scores.attachment is not None
    assert scores.attachment.las > 0.8


@torch.no_grad()
def test_conjuncts_are_labelled_by_their_role_and_other_parts_as_suits_governor_and_both_ends() -> None:
    trees = list(generate(8, seed=7))
    network = small_network(trees)
    plain = [tree.sentence for tree in trees if tree.sentence is not None]
    encoded = tiny.encoded(network, trees)
    vertices = best_trees(network.pair_scores(encoded).double().numpy(), np.array(encoded.lengths), True)
    at = padding(torch.tensor(encoded.lengths) + 1)
    scorers = network.relations_first, network.relations_last
    for scorer in scorers:  # so that no label suits everywhere, and conj often
        torch.nn.init.normal_(scorer.weights, std=2)
        scorer.weights[:, -1, -1] -= scorer.all_pairs(encoded.tokens, at).mean(dim=(0, 2, 3))
    network.relations_first.weights[network.vocabulary.conj, -1, -1] += 4
    by_first, by_last = (scorer.all_pairs(encoded.tokens, at) for scorer in scorers)
    found = network.trees(encoded, plain, DecodingConfig(single_root=True))
    seen = set()
    as_conjuncts = 0
    for number, (sentence, rows, tree) in enumerate(zip(plain, vertices, found, strict=True)):
        labels = []
        for _, role, first, last, edge in rows.tolist():
            scores = by_first[number, :, edge, first] + by_last[number, :, edge, last]
            if role == OTHER_ROLE:
                as_conjuncts += int(scores.argmax()) == network.vocabulary.conj
                scores[network.vocabulary.conj] = -torch.inf
            best = network.vocabulary.labels[int(scores.argmax())]
            labels.append(CONJ if role == CONJUNCT_ROLE else best)
            seen.add((role, first == last))
        assert tree == tree_of(sentence.words, rows, labels)
        assert tree.sentence is sentence
    of_parts = {(role, is_word) for role in (CONJUNCT_ROLE, OTHER_ROLE) for is_word in (False, True)}
    assert of_parts < seen, "words and bubbles are parts, and others are not"
    assert as_conjuncts > 0, "their role forbids the label that suits them best"
    assert len({arc.label for tree in found for arc in tree.arcs}) > 5
