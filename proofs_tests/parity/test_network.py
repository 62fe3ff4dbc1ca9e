"""The fast ways to run the network agree with the slow one.

The slow one is :class:`neural.methods.bubbles.stepwise.NeuralScorer`, run by the core one configuration at a time.
The fast ones are the scores of all gold configurations in one go, for training, and greedy parsing in batches.
"""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Sequence

import pytest
import torch
from torch import Tensor
from torch.nn import functional as F

from bubbletree import (
    CONJ,
    Arc,
    BubbleTree,
    Configuration,
    ScorerError,
    TransitionKind,
    UniformScorer,
    apply,
    oracle,
    parse,
    random_tree,
    valid_transitions,
    validate,
)
from bubbletree.boundary import boundaries
from bubbletree.grammar import generate
from neural.batched import greedy, state
from neural.batched.rules import BUBBLE_OPEN, KINDS, SHIFT
from neural.batched.scoring import BatchScorer
from neural.batched.state import Batch
from neural.config import DecodingConfig
from neural.data.features import featurise
from neural.data.words import NO_TAG, Words, words_of
from neural.methods.bubbles.indexing import collate, index_tree
from neural.methods.bubbles.likelihood import derivation_losses, gold_scores
from neural.methods.bubbles.network import BubbleNetwork
from neural.methods.bubbles.rescoring import contradictions, host_scores, rescore
from neural.methods.bubbles.scorer import NetworkScorer
from neural.methods.bubbles.stepwise import NeuralScorer
from neural.models.parser import Parser
from proofs_tests.neural import tiny

RESTRICTIONS = [(False, False), (True, False), (False, True), (True, True)]
VARIANTS = [
    {"encoder.characters": "cnn", "scorer.composition": "tanh"},
    {"encoder.characters": "lstm", "scorer.composition": "mean"},
    {"encoder.characters": "none", "scorer.composition": "tanh", "encoder.layers": 1},
    *({"scorer.stack_features": number} for number in (0, 1, 2)),
]


def prefer_bubbles(network: BubbleNetwork, strength: float) -> None:
    """Make BubbleOpen likelier, and Shift, which has to come before it."""
    network.transitions.second.bias[SHIFT] += strength / 2
    network.transitions.second.bias[BUBBLE_OPEN] += strength


def coordinated(trees: Sequence[BubbleTree]) -> list[BubbleTree]:
    """The trees with every part of a bubble being a conjunct, so that every edge is a boundary."""
    result = []
    for tree in trees:
        arcs = [
            Arc(a.head, CONJ if tree.contents[a.dependent] <= tree.contents[a.head] else a.label, a.dependent)
            for a in tree.arcs
        ]
        result.append(BubbleTree(tree.words, tree.contents, arcs))
    return result


def boundary_decisions(scorer: NeuralScorer, tree: BubbleTree) -> list[tuple[float, bool]]:
    """What rescoring asks about a gold tree: the network's log-odds for "shared", and what is right."""
    ask, asked = scorer.ask(tree), list[float]()

    def recorded(numbers: Tensor, triples: Tensor, sides: Tensor) -> Tensor:
        odds = ask(numbers, triples, sides)
        asked.extend(odds.tolist())
        return odds

    found = list(boundaries(tree))
    host_scores([(0, boundary) for boundary in found], recorded)
    places = [(depth, level) for one in found for level in one.levels for depth in range(len(one.hosts) - 1)]
    # Of a dependent further out nothing is asked in training about bubbles further in.
    return [(odds, depth == level) for odds, (depth, level) in zip(asked, places, strict=True) if depth <= level]


@torch.inference_mode()
def test_training_asks_about_boundaries_what_the_core_sees_there() -> None:
    trees = coordinated(tiny.trees(120, 25, seed=6))
    _, vocabulary, network = tiny.network(trees)
    scorer = NeuralScorer(network, vocabulary)
    depths = Counter[int]()
    for tree in trees:
        index = collate([index_tree(tree, vocabulary.label_number)])
        scores = gold_scores(network, network.encode(network.read([words_of(tree, "none")])).tokens, index)
        assert scores.shared is not None
        found = sorted(zip(scores.shared.tolist(), index.shared.tolist(), strict=True))
        expected = sorted(boundary_decisions(scorer, tree))
        assert [shared for _, shared in found] == [shared for _, shared in expected]
        assert [odds for odds, _ in found] == pytest.approx([odds for odds, _ in expected], rel=1e-4, abs=1e-4)
        depths.update(len(boundary.hosts) for boundary in boundaries(tree))
    assert depths[2] > 10
    assert depths[3] >= 1, "there are nested coordinations at edges"


@pytest.mark.parametrize("strength", [-2.0, 0.0, 2.0])
@torch.inference_mode()
def test_batches_are_rescored_as_single_trees_are(strength: float) -> None:
    trees = tiny.trees(50, 25, seed=7)
    _, vocabulary, network = tiny.network(trees, seed=5)
    network.labels.second.bias[vocabulary.conj] += 20
    assert network.rescoring is not None
    network.rescoring.second.bias.add_(strength)
    scorer = NeuralScorer(network, vocabulary)
    plain = [parse(tree.words, scorer, normal_form=True, single_root=True) for tree in trees]
    expected = [scorer.rescore(tree) for tree in plain]
    found = list(Parser(network, batch_size=7).parse_all(tree.words for tree in trees))
    assert found == expected
    for tree in found:
        validate(tree).raise_for_violations()
    assert sum(tree != before for tree, before in zip(found, plain, strict=True)) >= 1, "there is something to change"


def test_any_scores_leave_a_projective_tree() -> None:
    rng = random.Random(1)
    asked: list[Tensor] = []

    def ask(_numbers: Tensor, triples: Tensor, _sides: Tensor) -> Tensor:
        scores = [rng.choice([-1e30, -2.0, 0.0, 2.0, 1e30, rng.gauss(0, 3)]) for _ in triples]
        asked.append(torch.tensor(scores))
        return asked[-1]

    broken = 0
    for _ in range(400):
        tree = random_tree(rng.randint(4, 14), rng)
        if all(len(boundary.dependents) < 2 for boundary in boundaries(tree)):
            continue  # where a single dependent chooses, nothing can contradict
        [rescored] = rescore([tree], ask)
        validate(rescored).raise_for_violations()
        broken += contradictions([tree], lambda *_: asked[-1]).broken_trees
    assert broken >= 30, "one decision at a time would break trees here"


def test_rescoring_takes_the_most_likely_split() -> None:
    # [so [very [(hot tea) or coffee] and a bun]]: who is shared is asked of each dependent and each bubble.
    contents = [*({token} for token in range(10)), {3, 4, 5, 6}, {2, 3, 4, 5, 6, 7, 8, 9}]
    arcs = [(0, "root", 11), (11, "advmod", 1), (10, "advmod", 2), (4, "amod", 3), (11, "conj", 10), (10, "conj", 4)]
    arcs += [(10, "cc", 5), (10, "conj", 6), (11, "cc", 7), (11, "conj", 9), (9, "det", 8)]
    tree = BubbleTree(["so", "very", "hot", "tea", "or", "coffee", "and", "a", "bun"], contents, arcs)
    odds = {(1, 11): -1.0, (1, 10): 0.3, (2, 11): 2.0, (2, 10): 0.0, (3, 11): -4.0, (3, 10): 1.0}

    def ask(_numbers: Tensor, triples: Tensor, _sides: Tensor) -> Tensor:
        return torch.tensor([odds[dependent, bubble] for dependent, bubble, _ in triples.tolist()])

    def log(probability: float) -> float:
        return math.log(probability)

    yes = {key: 1 / (1 + math.exp(-value)) for key, value in odds.items()}
    by_host = [
        [log(yes[d, 11]), log((1 - yes[d, 11]) * yes[d, 10]), log((1 - yes[d, 11]) * (1 - yes[d, 10]))]
        for d in (1, 2, 3)
    ]
    [(_, boundary)] = [(0, found) for found in boundaries(tree)]
    [scores] = host_scores([(0, boundary)], ask)
    for row, expected in zip(scores, by_host, strict=True):
        assert row == pytest.approx(expected, rel=1e-5)
    # Alone, "so" would go to the inner bubble and "very" to the outer one, which would cross.
    assert [max(range(3), key=row.__getitem__) for row in scores] == [1, 0, 1]
    splits = [levels for levels in itertools.product(range(3), repeat=3) if list(levels) == sorted(levels)]
    best = max(splits, key=lambda levels: sum(row[level] for row, level in zip(by_host, levels, strict=True)))
    [rescored] = rescore([tree], ask)
    hosts = [11, 10, 4]
    assert [hosts.index(rescored.head(d) or 0) for d in (1, 2, 3)] == list(best)


@pytest.mark.parametrize("variant", VARIANTS)
@torch.inference_mode()
def test_training_scores_what_the_core_sees_along_the_oracles_path(variant: dict[str, str | int]) -> None:
    trees = tiny.trees(15, 10, seed=1)
    _, vocabulary, network = tiny.network(trees, variant)
    features = featurise([words_of(tree, "none") for tree in trees], vocabulary)
    index = collate([index_tree(tree, vocabulary.label_number) for tree in trees], normal_form=True)
    scores = gold_scores(network, network.encode(features).tokens, index)
    assert len(index.levels) >= 2, "the sample has nested bubbles"
    transitions: list[Sequence[float]] = []
    labels: list[Sequence[float]] = []
    scorer = NeuralScorer(network, vocabulary)
    step = itertools.count()
    for tree in trees:
        configuration = Configuration.initial(tree.words)
        for transition in oracle(tree):
            number = next(step)
            assert KINDS[index.kinds[number]] is transition.kind
            allowed = tuple(kind for kind, on in zip(KINDS, index.allowed[number].tolist(), strict=True) if on)
            assert allowed == valid_transitions(configuration, normal_form=True)
            transitions.append(scorer.score_transitions(configuration))
            if transition.label is not None:
                assert vocabulary.labels[index.labels[len(labels)]] == transition.label
                labels.append(scorer.score_labels(configuration, transition.kind))
            configuration = apply(configuration, transition, normal_form=True)
    torch.testing.assert_close(scores.transitions, torch.tensor(transitions), rtol=1e-4, atol=1e-4)
    torch.testing.assert_close(scores.labels, torch.tensor(labels), rtol=1e-4, atol=1e-4)


@torch.inference_mode()
def test_the_loss_is_that_of_the_gold_decisions_among_those_allowed() -> None:
    trees = coordinated(tiny.trees(10, 25, seed=2, single_root=True))
    _, vocabulary, network = tiny.network(trees)
    features = featurise([words_of(tree, "none") for tree in trees], vocabulary)
    derivations = [index_tree(tree, vocabulary.label_number) for tree in trees]
    index = collate(derivations, normal_form=True, single_root=True)
    scorer = NeuralScorer(network, vocabulary)
    transition_losses, label_losses = [], []
    for tree in trees:
        configuration = Configuration.initial(tree.words)
        for transition in oracle(tree):
            allowed = valid_transitions(configuration, normal_form=True, single_root=True)
            scores = dict(zip(TransitionKind, scorer.score_transitions(configuration), strict=True))
            total = math.log(sum(math.exp(scores[kind]) for kind in allowed))
            transition_losses.append(total - scores[transition.kind])
            if transition.label is not None:
                of_labels = torch.tensor([scorer.score_labels(configuration, transition.kind)])
                gold = torch.tensor([vocabulary.label_number[transition.label]])
                label_losses.append(F.cross_entropy(of_labels, gold).item())
            configuration = apply(configuration, transition, normal_form=True, single_root=True)
    decisions = [decision for tree in trees for decision in boundary_decisions(scorer, tree)]
    boundary_losses = [math.log1p(math.exp(-odds if shared else odds)) for odds, shared in decisions]
    found = derivation_losses(network, network.encode(features).tokens, index)
    for term, group in zip(found, (transition_losses, label_losses, boundary_losses), strict=True):
        assert term.decisions == len(group)
        assert term.total.item() == pytest.approx(sum(group), rel=1e-4)


@pytest.mark.parametrize(
    ("variant", "restrictions"),
    [(VARIANTS[0], restrictions) for restrictions in RESTRICTIONS]
    + [(variant, (True, True)) for variant in VARIANTS[1:]],
)
@torch.inference_mode()
def test_batches_are_parsed_as_the_core_parses(variant: dict[str, str | int], restrictions: tuple[bool, bool]) -> None:
    trees = [BubbleTree((), [{0}], ()), *tiny.trees(8, 12, seed=3)]
    _, vocabulary, network = tiny.network(trees, variant)
    prefer_bubbles(network, 20)
    normal_form, single_root = restrictions
    scorer = NeuralScorer(network, vocabulary)
    expected = [parse(t.words, scorer, normal_form=normal_form, single_root=single_root) for t in trees]
    assert sum(len(tree.contents) - len(tree.words) - 1 for tree in expected) >= 5, "there are bubbles to get wrong"
    features = featurise([words_of(tree, "none") for tree in trees], vocabulary)
    network_scorer = NetworkScorer(network, network.encode(features))
    batch = greedy.parse(features.lengths, network_scorer, DecodingConfig(normal_form, single_root))
    assert state.trees(batch, [(tree.words, None) for tree in trees], vocabulary.labels) == expected


@torch.inference_mode()
def test_tables_grow_with_the_number_of_bubbles() -> None:
    trees = tiny.trees(4, 10, seed=5)
    _, vocabulary, network = tiny.network(trees)
    sentences = [tree.words * 3 for tree in trees]
    prefer_bubbles(network, 100)
    features = featurise([Words(words, (NO_TAG,) * len(words)) for words in sentences], vocabulary)
    network_scorer = NetworkScorer(network, network.encode(features))
    batch = greedy.parse(features.lengths, network_scorer, DecodingConfig())
    scorer = NeuralScorer(network, vocabulary)
    expected = [parse(words, scorer, normal_form=True, single_root=True) for words in sentences]
    assert state.trees(batch, [(words, None) for words in sentences], vocabulary.labels) == expected
    assert int(batch.opened.sum()) > (16 + sum(features.lengths) // 16), "more than the tables had room for"


class Hashed(BatchScorer):
    """Scores that depend on the sentence's length and the step, for batches of any composition."""

    conj = 0

    def __init__(self, lengths: list[int], labels: int = 3) -> None:
        self.lengths, self.labels, self.step = lengths, labels, 0

    def score_transitions(self, _batch: Batch, _slots: Tensor, /) -> Tensor:
        self.step += 1
        rows = [torch.rand(6, generator=torch.Generator().manual_seed(1000 * n + self.step)) for n in self.lengths]
        return torch.stack(rows)

    def score_labels(self, _batch: Batch, _slots: Tensor, _rows: Tensor, kinds: Tensor, /) -> Tensor:
        return torch.nn.functional.one_hot((kinds + self.step) % self.labels, self.labels)


@pytest.mark.parametrize("restrictions", RESTRICTIONS)
def test_any_scorer_yields_valid_trees_whatever_the_company(restrictions: tuple[bool, bool]) -> None:
    lengths = [9, 30, 1, 0, 17, 2]
    decoding = DecodingConfig(*restrictions)
    sentences = [([f"w{i}" for i in range(n)], None) for n in lengths]
    labels = ["conj", "a", "b"]
    together = state.trees(greedy.parse(lengths, Hashed(lengths), decoding), sentences, labels)
    for n, sentence, tree in zip(lengths, sentences, together, strict=True):
        validate(tree).raise_for_violations()
        if decoding.single_root and n:
            assert len(tree.children(0)) == 1
        assert state.trees(greedy.parse([n], Hashed([n]), decoding), [sentence], labels) == [tree]


class Rounded(Hashed):
    """The same in bfloat16 and on a coarse grid, so that ties are common."""

    def __init__(self, lengths: list[int], dtype: torch.dtype) -> None:
        super().__init__(lengths)
        self.dtype = dtype

    def score_transitions(self, batch: Batch, slots: Tensor, /) -> Tensor:
        return ((super().score_transitions(batch, slots) * 4).round() / 3).to(self.dtype)


class RoundedAlone:
    """:class:`Rounded` as a scorer of the core, for one sentence."""

    labels = ("conj", "a", "b")

    def __init__(self, length: int, dtype: torch.dtype) -> None:
        self.batched = Rounded([length], dtype)

    def score_transitions(self, _configuration: Configuration) -> Sequence[float]:
        nothing = state.initial([1])
        scores: list[float] = self.batched.score_transitions(nothing, nothing.slots()).squeeze(0).tolist()
        return scores

    def score_labels(self, _configuration: Configuration, kind: TransitionKind) -> Sequence[float]:
        best = (KINDS.index(kind) + self.batched.step) % 3
        return [float(number == best) for number in range(3)]


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
@pytest.mark.parametrize("restrictions", RESTRICTIONS)
def test_ties_and_coarse_numbers_are_decided_as_in_the_core(
    restrictions: tuple[bool, bool], dtype: torch.dtype
) -> None:
    lengths = [9, 30, 1, 17, 2]
    normal_form, single_root = restrictions
    sentences = [([f"w{i}" for i in range(n)], None) for n in lengths]
    batch = greedy.parse(lengths, Rounded(lengths, dtype), DecodingConfig(*restrictions))
    expected = [
        parse(words, RoundedAlone(n, dtype), normal_form=normal_form, single_root=single_root)
        for n, (words, _) in zip(lengths, sentences, strict=True)
    ]
    assert state.trees(batch, sentences, RoundedAlone.labels) == expected


class Uniform(Hashed):
    """All scores equal."""

    def score_transitions(self, batch: Batch, _slots: Tensor, /) -> Tensor:
        return torch.zeros(batch.lengths.size(0), 6)

    def score_labels(self, _batch: Batch, _slots: Tensor, _rows: Tensor, kinds: Tensor, /) -> Tensor:
        return torch.zeros(kinds.size(0), self.labels)


@pytest.mark.parametrize("restrictions", RESTRICTIONS)
def test_ties_go_to_the_first_as_in_the_core(restrictions: tuple[bool, bool]) -> None:
    words = [f"w{i}" for i in range(7)]
    batch = greedy.parse([7], Uniform([7]), DecodingConfig(*restrictions))
    normal_form, single_root = restrictions
    expected = parse(words, UniformScorer(["conj"]), normal_form=normal_form, single_root=single_root)
    assert state.trees(batch, [(words, None)], ["conj"]) == [expected]


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_scores_that_are_no_numbers_are_refused(bad: float) -> None:
    class Bad(Uniform):
        def score_transitions(self, batch: Batch, slots: Tensor, /) -> Tensor:
            return super().score_transitions(batch, slots) + bad

    class BadLabels(Uniform):
        def score_labels(self, batch: Batch, slots: Tensor, rows: Tensor, kinds: Tensor, /) -> Tensor:
            return super().score_labels(batch, slots, rows, kinds) + bad

    with pytest.raises(ScorerError, match="transition scores that are not 1 times 6 finite"):
        greedy.parse([3], Bad([3]), DecodingConfig())
    with pytest.raises(ScorerError, match="label scores that are not 1 times 3 finite"):
        greedy.parse([3], BadLabels([3]), DecodingConfig())


def test_too_few_scores_are_refused() -> None:
    class Short(Uniform):
        def score_transitions(self, batch: Batch, slots: Tensor, /) -> Tensor:
            return super().score_transitions(batch, slots)[:, :5]

    with pytest.raises(ScorerError, match="1 times 6"):
        greedy.parse([3], Short([3]), DecodingConfig())


def test_of_a_network_that_reads_tags_both_ways_read_them() -> None:
    trees = list(generate(8, seed=4))
    _, vocabulary, network = tiny.network(trees, {"encoder.tags": "upos"})
    expected = list(Parser(network).parse_all(tree.sentence for tree in trees if tree.sentence is not None))
    for tree, found in zip(trees, expected, strict=True):
        scorer = NeuralScorer(network, vocabulary, words_of(tree, "upos").tags)
        alone = scorer.rescore(parse(tree.words, scorer, normal_form=True, single_root=True))
        assert (alone.contents, alone.arcs) == (found.contents, found.arcs)
        start = Configuration.initial(tree.words)
        assert scorer.score_transitions(start) != NeuralScorer(network, vocabulary).score_transitions(start)
    with pytest.raises(ValueError, match=r"^2 tags were given for a sentence of 3 words$"):
        NeuralScorer(network, vocabulary, ["X", "X"]).score_transitions(Configuration.initial(["a", "b", "c"]))
