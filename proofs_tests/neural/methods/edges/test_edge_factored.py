"""The edge-factored parser: its scores by hand, the best tree by going through all of them, and that it learns."""

from __future__ import annotations

import itertools
import math
import random
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache

import numpy as np
import numpy.typing as npt
import pytest
import torch
from torch import Tensor, nn

from bubbletree import ScorerError, Sentence, from_ud
from neural.config import Config, DecodingConfig, Json
from neural.data.gold import GoldSentence
from neural.data.words import words_of
from neural.encoders.interface import Encoded
from neural.encoders.layers import padding
from neural.methods.edges import edge_factored
from neural.methods.edges.arborescence import best_tree
from neural.methods.edges.edge_factored import EdgeFactored, HiddenLayer, IndexedTree
from neural.methods.interface import LongSentenceWarning, UnlearnableError
from neural.models.parser import Parser
from neural.training.examples import learnable
from neural.training.start import new_network
from neural.training.trainer import Trainer
from proofs_tests.neural import tiny

Array = npt.NDArray[np.float64]


# The best tree.


@cache
def trees(words: int, single_root: bool) -> npt.NDArray[np.int64]:
    """The heads of all trees over so many words, [their number, words]."""
    found = []
    for heads in itertools.product(range(words + 1), repeat=words):
        nodes = set(range(words + 1))
        for _ in range(words):
            nodes = {0 if node == 0 else heads[node - 1] for node in nodes}
        if nodes == {0} and (not single_root or heads.count(0) == 1):
            found.append(heads)
    return np.array(found, dtype=np.int64)


def test_all_trees_are_gone_through() -> None:
    # Cayley: (n + 1)^(n - 1) trees; with one child of RT, n^(n - 1).
    assert [len(trees(words, single_root=False)) for words in range(1, 6)] == [1, 3, 16, 125, 1296]
    assert [len(trees(words, single_root=True)) for words in range(1, 6)] == [1, 2, 9, 64, 625]


def sums(scores: Array, heads: npt.NDArray[np.int64]) -> Array:
    """The sums of arc scores of some trees, [their number, words] to [their number]."""
    found: Array = scores[np.arange(1, len(scores)), heads].sum(axis=1)
    return found


KINDS: Mapping[str, Callable[[random.Random], float]] = {
    "whole": lambda rng: rng.randint(-50, 50),
    "tied": lambda rng: rng.randint(0, 1),
    "equal": lambda rng: rng.choice([0.0]),
    "normal": lambda rng: rng.gauss(0, 1),
    "extreme": lambda rng: rng.choice([1e30, -1e30, 0.0, 1.0]),
    "extreme and whole": lambda rng: rng.choice([1e30, -1e30]) if rng.random() < 0.1 else rng.randint(-5, 5),
}


@pytest.mark.parametrize("single_root", [True, False])
@pytest.mark.parametrize("kind", KINDS)
def test_no_tree_is_better(kind: str, single_root: bool) -> None:
    rng = random.Random(f"{kind}/{single_root}")
    for round_ in range(300):
        words = round_ % 5 + 1
        scores = np.array([[KINDS[kind](rng) for _ in range(words + 1)] for _ in range(words + 1)], dtype=np.float64)
        heads = best_tree(scores, single_root=single_root)
        possible = trees(words, single_root)
        assert heads in possible.tolist()
        best = sums(scores, possible).max()
        # Whole numbers are added without rounding; others with, and as coarsely as the largest of them asks for.
        rounding = 0.0 if kind in ("whole", "tied", "equal") else 1e-12 * np.abs(scores).max()
        assert sums(scores, np.array([heads], dtype=np.int64))[0] >= best - rounding


def test_long_sentences_have_the_best_tree_of_networkx() -> None:
    networkx = pytest.importorskip("networkx")
    rng = np.random.default_rng(5)
    for words in (10, 20, 30):
        scores = rng.integers(-50, 50, size=(words + 1, words + 1)).astype(np.float64)
        graph = networkx.DiGraph()
        for dependent, head in itertools.product(range(1, words + 1), range(words + 1)):
            if dependent != head:
                graph.add_edge(head, dependent, weight=scores[dependent, head])
        best = networkx.maximum_spanning_arborescence(graph)
        heads = best_tree(scores, single_root=False)
        found = sum(scores[dependent, head] for dependent, head in enumerate(heads, start=1))
        assert found == sum(weight for _, _, weight in best.edges(data="weight"))


def test_a_single_child_of_the_root_is_no_matter_of_price() -> None:
    scores = np.full((6, 6), -1e30)
    scores[:, 0] = 1e30
    assert best_tree(scores, single_root=True).count(0) == 1
    assert best_tree(scores, single_root=False) == [0] * 5


def test_which_child_of_the_root_is_chosen_by_what_it_costs_the_others() -> None:
    # Word 2 is the dearest child of RT, yet word 1 gets nowhere but below RT without loss.
    scores = np.array([[0, 0, 0, 0], [9, 0, 0, 0], [12, 8, 0, 0], [0, 2, 2, 0]], dtype=np.float64)
    assert best_tree(scores, single_root=False) == [0, 0, 1]
    assert best_tree(scores, single_root=True) == [0, 1, 1]


def test_cycles_within_cycles() -> None:
    # Words 1 and 2 point at each other; so do that pair and 3, and these three and 4.
    scores = np.full((5, 5), -100.0)
    scores[1, 2] = scores[2, 1] = 50
    scores[1, 3], scores[3, 2] = 40, 50
    scores[2, 4], scores[4, 3] = 30, 50
    scores[3, 0] = 20
    # 0 -> 3 -> 1 -> 2, and 3 -> 4: 20 + 40 + 50 + 50.
    assert best_tree(scores, single_root=True) == [3, 1, 0, 3]


def test_no_words_have_no_heads() -> None:
    assert best_tree(np.zeros((1, 1)), single_root=True) == []


def test_the_scores_passed_in_stay_as_they_are() -> None:
    scores = np.random.default_rng(0).normal(size=(6, 6))
    before = scores.copy()
    best_tree(scores, single_root=True)
    assert np.array_equal(scores, before)


# The network.


SMALL: Mapping[str, Json] = {
    **tiny.SMALL,
    "method.kind": "edge-factored",
    "method.arc_hidden": 7,
    "method.relation_hidden": 5,
}


def network(gold: list[GoldSentence], changes: Mapping[str, Json] | None = None) -> EdgeFactored:
    """A network with random weights, in evaluation mode."""
    made = new_network(Config().replace({**SMALL, **(changes or {})}), gold)
    assert isinstance(made, EdgeFactored)
    torch.manual_seed(1)
    # So that scores depend on words.
    nn.init.normal_(made.get_parameter("encoder.words.weight"), std=10)
    for one in (made.arc_head, made.arc_dependent, made.relation_head, made.relation_dependent):
        nn.init.normal_(one.layer.bias)
    nn.init.normal_(made.arcs)
    nn.init.normal_(made.relations)
    return made.eval()


def gold_of(*sentences: tuple[list[int], list[str]]) -> list[GoldSentence]:
    """Gold sentences from heads and relations, with words that tell nothing."""
    made = []
    for heads, relations in sentences:
        forms = [f"w{number}" for number in range(len(heads))]
        made.append(GoldSentence(Sentence.from_columns(forms, heads=heads, deprels=relations), None, "", ()))
    return made


THREE = gold_of(
    ([2, 0, 2, 5, 2], ["det", "root", "obj", "det", "obl"]),
    ([0], ["root"]),
    ([3, 1, 0], ["det", "obj", "root"]),
)


def with_vocabulary(gold: list[GoldSentence], changes: Mapping[str, Json] | None = None) -> EdgeFactored:
    """The same for gold sentences without a bubble tree, which commands would leave out."""
    return network([replace(one, tree=from_ud(one.sentence)) for one in gold], changes)


def role(layer: nn.Linear, vector: Tensor) -> list[float]:
    """A perceptron's output, number by number."""
    out = []
    for weights, bias in zip(layer.weight.tolist(), layer.bias.tolist(), strict=True):
        out.append(max(0.0, bias + sum(w * x for w, x in zip(weights, vector.tolist(), strict=True))))
    return out


def negative_log_likelihood(scores: Mapping[int, float], right: int) -> float:
    top = max(scores.values())
    return top + math.log(sum(math.exp(score - top) for score in scores.values())) - scores[right]


@torch.no_grad()
def test_the_loss_is_that_of_the_formulas() -> None:
    """One arc at a time: h' U d + h' u for arcs; h' U d + W (h; d) + b for relations."""
    made = with_vocabulary(THREE)
    targets = [made.target(one) for one in THREE]
    words = [words_of(one.sentence, "none") for one in THREE]
    vectors = made.encode(made.read(words)).tokens
    arcs, relations = made.arcs.tolist(), made.relations.tolist()
    by_head, by_relation, first = 0.0, 0.0, 0
    for target in targets:
        assert isinstance(target, IndexedTree)
        tokens = vectors[first : first + len(target.heads) + 1]
        first += len(tokens)
        as_head = [role(made.arc_head.layer, token) for token in tokens]
        as_dependent = [role(made.arc_dependent.layer, token) for token in tokens]
        for dependent, (gold_head, gold_relation) in enumerate(zip(target.heads, target.relations, strict=True), 1):
            scores = {}
            for head in range(len(tokens)):
                if head != dependent:
                    scores[head] = sum(arcs[-1][j] * as_head[head][j] for j in range(7)) + sum(
                        as_dependent[dependent][i] * arcs[i][j] * as_head[head][j] for i in range(7) for j in range(7)
                    )
            by_head += negative_log_likelihood(scores, gold_head)
            h = role(made.relation_head.layer, tokens[gold_head])
            d = role(made.relation_dependent.layer, tokens[dependent])
            labels = range(len(made.vocabulary.labels))
            scores = {
                label: relations[-1][label][-1]
                + sum(relations[i][label][-1] * h[i] for i in range(5))
                + sum(relations[-1][label][j] * d[j] for j in range(5))
                + sum(h[i] * relations[i][label][j] * d[j] for i in range(5) for j in range(5))
                for label in labels
            }
            by_relation += negative_log_likelihood(scores, gold_relation)
    heads_term, relations_term = made.losses(words, targets)
    assert (heads_term.decisions, relations_term.decisions) == (9, 9)
    assert float(heads_term.total) == pytest.approx(by_head, rel=1e-4)
    assert float(relations_term.total) == pytest.approx(by_relation, rel=1e-4)


def test_all_weights_learn() -> None:
    made = with_vocabulary(THREE)
    terms = made.losses([words_of(one.sentence, "none") for one in THREE], [made.target(one) for one in THREE])
    sum((term.total for term in terms), torch.zeros(())).backward()  # type: ignore[no-untyped-call]  # torch leaves it untyped
    own = [name for name, _ in made.named_parameters() if not name.startswith("encoder.")]
    assert len(own) == 10
    for name in own:
        gradient = made.get_parameter(name).grad
        assert gradient is not None, name
        assert bool(gradient.isfinite().all()), name
        assert bool(gradient.any()), name


@torch.no_grad()
def test_hidden_vectors_begin_as_projections_without_a_constant() -> None:
    layer = HiddenLayer(6, 4, 0.0).layer
    assert torch.allclose(layer.weight @ layer.weight.T, torch.eye(4), atol=1e-5)
    assert (layer.bias == 0).all()


def test_dropout_is_the_option_of_the_method() -> None:
    quiet: Mapping[str, Json] = {"encoder.dropout": 0.0, "encoder.word_dropout": 0.0}
    words = [words_of(one.sentence, "none") for one in THREE]
    for probability in (0.0, 0.5):
        made = with_vocabulary(THREE, {**quiet, "method.dropout": probability})
        targets = [made.target(one) for one in THREE]
        torch.manual_seed(1)
        still = [term.total.item() for term in made.losses(words, targets)]
        moving = [term.total.item() for term in made.train().losses(words, targets)]
        for one, other in zip(still, moving, strict=True):
            assert (one == pytest.approx(other, rel=1e-5)) == (probability == 0)


@torch.no_grad()
def test_other_sentences_of_a_batch_change_nothing() -> None:
    gold = tiny.gold(12, 9, seed=4)
    made = network(gold)
    sentences = [one.sentence for one in gold] + [Sentence(())]
    parser = Parser(made)
    together = list(parser.analyse_all(sentences))
    assert [found.dependencies for found in together] == [
        parser.analyse(sentence).dependencies for sentence in sentences
    ]
    assert len({found.dependencies.heads for found in together if found.dependencies is not None}) > 6
    words = [words_of(sentence, "none") for sentence in sentences]
    targets = [made.target(one) for one in gold]
    alone = [made.losses([one], [target]) for one, target in zip(words, targets, strict=False)]
    for term, apart in zip(made.losses(words[:-1], targets), zip(*alone, strict=True), strict=True):
        assert term.total.item() == pytest.approx(sum(float(one.total) for one in apart), rel=1e-4)
        assert term.decisions == sum(one.decisions for one in apart)


def test_nothing_is_found_in_a_sentence_without_words() -> None:
    parser = Parser(network(tiny.gold(3, 5, seed=4)))
    for found in parser.analyse_all([Sentence(()), Sentence(())]):
        assert found.dependencies is not None
        assert (found.coordinations, found.dependencies.words) == ((), ())


@torch.no_grad()
def test_heads_and_relations_are_the_best_there_are() -> None:
    gold = tiny.gold(8, 4, seed=6)
    made = network(gold)
    for one, found in zip(gold, Parser(made).analyse_all(one.sentence for one in gold), strict=True):
        assert found.dependencies is not None
        words = words_of(one.sentence, "none")
        # All relations of all arcs, by asking for the loss of each.
        losses = {}
        for heads in trees(len(words.forms), single_root=True).tolist():
            [term, _] = made.losses([words], [IndexedTree(tuple(heads), (0,) * len(heads))])
            losses[tuple(heads)] = term.total.item()
        best = min(losses, key=losses.__getitem__)
        assert found.dependencies.heads == best
        for place in range(len(words.forms)):
            likely = {}
            for number, label in enumerate(made.vocabulary.labels):
                numbers = [0] * len(best)
                numbers[place] = number
                [_, term] = made.losses([words], [IndexedTree(best, tuple(numbers))])
                likely[label] = term.total.item()
            assert found.dependencies.deprels[place] == min(likely, key=likely.__getitem__)


@torch.no_grad()
def test_long_sentences_are_parsed_in_blocks_whose_tops_have_a_tree_of_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = network(tiny.gold(8, 10, seed=3))
    for parameter in made.parameters():
        nn.init.normal_(parameter, generator=torch.Generator().manual_seed(parameter.numel()))
    parser = Parser(made.eval())
    short, long = (Sentence.from_columns([f"w{number}" for number in range(length)]) for length in (3, 11))
    [alone] = [parser.analyse(short).dependencies]
    encoded = made.encode(made.read([words_of(long, "none")]))
    scores = made.arc_scores(encoded.tokens, padding(torch.tensor([12])))

    def best(words: list[int]) -> list[int]:
        nodes = torch.tensor([0, *words])
        [heads] = made.best_heads(scores[:, nodes][:, :, nodes], [len(words)], single_root=True)
        return [words[head - 1] if head else 0 for head in heads]

    expected: dict[int, int] = {}
    blocks = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11]]
    for block in blocks:
        expected.update(zip(block, best(block), strict=True))
    tops = [word for word, head in expected.items() if head == 0]
    assert len(tops) == len(blocks)
    expected.update(zip(tops, best(tops), strict=True))

    monkeypatch.setattr(edge_factored, "MAX_WORDS", 4)
    with pytest.warns(LongSentenceWarning, match="with 11 words: it is parsed in blocks of 4 words") as warned:
        found = [one.dependencies for one in parser.analyse_all([short, long])]
    assert len(warned) == 1
    assert alone is not None
    assert found[0] is not None
    assert found[1] is not None
    assert found[0].heads == alone.heads
    assert found[1].heads == tuple(expected[word] for word in range(1, 12))


@pytest.mark.parametrize("longest", [5, 13])
@pytest.mark.parametrize("single_root", [False, True])
@torch.no_grad()
def test_whatever_else_is_in_a_batch_short_sentences_have_their_best_trees_and_long_ones_those_of_their_blocks(
    single_root: bool, longest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = network(tiny.gold(8, 10, seed=3))
    generator = torch.Generator().manual_seed(longest)
    for parameter in made.parameters():
        nn.init.normal_(parameter, generator=generator)
    lengths = tuple(range(longest + 1)) * 6
    tokens = torch.randn(sum(lengths) + len(lengths), made.encoder.size, generator=generator)
    sentences = [Sentence.from_columns([f"w{number}" for number in range(n)]) for n in lengths]
    monkeypatch.setattr(edge_factored, "MAX_WORDS", 5)

    def best(own: Tensor, words: Sequence[int], *, single_root: bool) -> dict[int, int]:
        chosen = own[[0, *words]]
        scores = made.arc_scores(chosen, padding(torch.tensor([len(chosen)])))
        [heads] = made.best_heads(scores, [len(words)], single_root=single_root)
        return {word: words[head - 1] if head else 0 for word, head in zip(words, heads, strict=True)}

    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        found = made.analyse(Encoded(lengths, tokens), sentences, DecodingConfig(single_root=single_root))
    assert len(warned) == sum(n > 5 for n in lengths)
    roots = []
    for n, own, analysis in zip(lengths, torch.split(tokens, [n + 1 for n in lengths]), found, strict=True):
        expected: dict[int, int] = {}
        if n > 5:
            for first in range(1, n + 1, 5):
                expected |= best(own, range(first, min(first + 5, n + 1)), single_root=True)
            expected |= best(own, [word for word, head in expected.items() if not head], single_root=single_root)
        else:
            expected = best(own, range(1, n + 1), single_root=single_root)
        assert analysis.dependencies is not None
        assert analysis.dependencies.heads == tuple(expected[word] for word in range(1, n + 1))
        roots.append(analysis.dependencies.heads.count(0))
    assert {1} == set(roots) - {0} if single_root else max(roots) > 1


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_scores_that_are_none_are_refused(bad: float) -> None:
    made = network(tiny.gold(2, 4, seed=1))
    scores = torch.zeros(2, 4, 4)
    assert [len(heads) for heads in made.best_heads(scores, [3, 1], single_root=True)] == [3, 1]
    scores[1, 1, 0] = bad
    with pytest.raises(ScorerError, match="EdgeFactored returned arc scores that are not 2 times 4 times 4 finite"):
        made.best_heads(scores, [3, 1], single_root=True)


@pytest.mark.parametrize(
    ("heads", "relations", "reason"),
    [
        ([], [], "there are no words"),
        ([0, 1], ["root", "never seen"], "the model does not know the label 'never seen'"),
        ([0, 0], ["root", "root"], "RT has several children"),
        ([2, 1], ["det", "det"], "the heads do not form a tree"),
    ],
)
def test_what_cannot_be_learned_is_said(heads: list[int], relations: list[str], reason: str) -> None:
    made = with_vocabulary(THREE)
    [one] = gold_of((heads, relations))
    with pytest.raises(UnlearnableError) as raised:
        made.target(one)
    assert raised.value.reason == reason


def test_a_word_without_a_head_cannot_be_learned_from() -> None:
    made = with_vocabulary(THREE)
    with pytest.raises(UnlearnableError) as raised:
        made.target(GoldSentence(Sentence.from_columns(["tea"]), None, "", ()))
    assert raised.value.reason == "a word has no head"


def test_several_children_of_the_root_can_be_allowed() -> None:
    made = with_vocabulary(THREE, {"decoding.single_root": False})
    [one] = gold_of(([0, 0], ["root", "root"]))
    target = made.target(one)
    assert isinstance(target, IndexedTree)
    assert target.heads == (0, 0)
    assert made.best_heads(torch.tensor([[[0.0, 0, 0], [5, 0, 1], [5, 1, 0]]]), [2], single_root=False) == [[0, 0]]


def test_targets_are_gold_trees_as_they_stand() -> None:
    crossing = ([3, 4, 0, 3], ["a", "b", "root", "c"])
    [one] = gold_of(crossing)
    made = with_vocabulary([one])
    assert set(EdgeFactored.labels_of(one)) == {"a", "b", "c", "root"}
    target = made.target(one)
    assert isinstance(target, IndexedTree)
    assert list(target.heads) == crossing[0]
    assert [made.vocabulary.labels[number] for number in target.relations] == crossing[1]


def test_targets_are_told_apart() -> None:
    assert len({IndexedTree(h, r).digest() for h in ((0, 1), (2, 0)) for r in ((0, 1), (1, 0))}) == 4


def test_a_crossing_tree_can_be_learned() -> None:
    [one] = gold_of(([3, 4, 0, 3], ["a", "b", "root", "c"]))
    quiet = {"encoder.dropout": 0.0, "encoder.word_dropout": 0.0, "method.dropout": 0.0}
    made = with_vocabulary(
        [one], {**quiet, "training.epochs": 30, "training.warmup_steps": 1, "training.learning_rate": 0.02}
    )
    for _ in Trainer(made, learnable([one], made)[0]).steps(math.inf):
        pass
    found = Parser(made.eval()).analyse(one.sentence)
    assert found.dependencies is not None
    assert (found.dependencies.heads, found.dependencies.deprels) == (one.sentence.heads, one.sentence.deprels)
