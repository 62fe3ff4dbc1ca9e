"""Coordinations without a tree: what is learned, and that a network finds the most probable set."""

from __future__ import annotations

import itertools
import json
import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import nn

from bubbletree import Coordination, ScorerError, Sentence
from bubbletree.grammar import Grammar, generate
from neural import evaluate, parse, train
from neural.config import DecodingConfig, Json
from neural.config.presets import PRESETS
from neural.data.gold import GoldSentence, gold_tree
from neural.data.vocabulary import Vocabulary
from neural.data.words import Words
from neural.encoders.registry import make_encoder
from neural.evaluation.scores import score_parser
from neural.methods.interface import LongSentenceWarning
from neural.methods.spans import sentence as sentence_spans
from neural.methods.spans.chart import Chain, SeparatorScores, best_coordinations
from neural.methods.spans.coordination_spans import CoordinationSpans
from neural.methods.spans.separators import Separator, SeparatorRole, Separators, separators_of
from neural.models.parser import NoTreesError, Parser
from neural.training.examples import learnable
from neural.training.start import new_network
from neural.training.trainer import Trainer
from proofs_tests.neural import tiny
from proofs_tests.neural.methods.spans.sets import best_by_trying_all, consistent, score
from proofs_tests.neural.training.command import arguments

SHORT = Grammar(
    max_depth=1, nesting=0, clauses=0, subordination=0, correlative=0, clash=0.3, modifier=0.3, max_words=10
)

# What is learned.


def test_separators_of_gold_coordinations() -> None:
    coordinations = [
        # "A and B or C", where B has "x , y": the outer one first.
        Coordination(((1, 1), (3, 5), (8, 9)), ((2, 2), (6, 7))),
        Coordination(((3, 3), (5, 5)), ()),
        # The word 2 has its coordination already.
        Coordination(((1, 1), (3, 3)), ((2, 2),)),
        # "D E , and then F": nothing stands between D and E, and the last coordinator counts.
        Coordination(((10, 11), (12, 12), (16, 16)), ((14, 14), (15, 15))),
    ]
    found = separators_of(coordinations, 17)
    roles = {word: SeparatorRole(role).name for word, role in enumerate(found.roles.tolist(), start=1) if role}
    assert roles == {
        2: "EARLIER_COORDINATOR",
        4: "LAST_OTHER",
        6: "LAST_COORDINATOR",
        15: "LAST_COORDINATOR",
    }
    assert [Separator(*row) for row in found.separators.tolist()] == [
        Separator(2, 1, 1, 3, 9),
        Separator(4, 3, 3, 5, 5),
        Separator(6, 3, 5, 8, 9),
        Separator(15, 12, 12, 16, 16),
    ]


def test_a_comma_before_the_coordinator_is_an_earlier_separator() -> None:
    found = separators_of([Coordination(((1, 1), (3, 3), (5, 5)), ((4, 4),))], 5)
    assert found.roles.tolist() == [0, SeparatorRole.EARLIER_OTHER, 0, SeparatorRole.LAST_COORDINATOR, 0]


def test_a_gap_within_a_coordination_makes_it_two() -> None:
    found = separators_of([Coordination(((1, 1), (3, 3), (4, 4), (6, 6)), ((2, 2), (5, 5)))], 6)
    assert found.roles.tolist() == [0, SeparatorRole.LAST_COORDINATOR, 0, 0, SeparatorRole.LAST_COORDINATOR, 0]
    assert [row[-1] for row in found.separators.tolist()] == [3, 6]


def test_sentences_without_a_tree_or_without_coordinations_are_learned_from() -> None:
    sentence = Sentence.from_columns(["tea", "and", "buns"])
    made = network([gold_tree(tree) for tree in generate(3, seed=1)])
    gold = [
        GoldSentence(sentence, None, "a word has no head", (Coordination(((1, 1), (3, 3)), ((2, 2),)),)),
        GoldSentence(sentence, None, "a word has no head", ()),
        GoldSentence(Sentence(()), None, "", ()),
    ]
    examples, skipped = learnable(gold, made)
    assert skipped == {"there are no words": 1}
    first, second = (example.target for example in examples)
    assert isinstance(first, Separators)
    assert first.roles.tolist() == [0, SeparatorRole.LAST_COORDINATOR, 0]
    assert first.digest() != second.digest()
    assert first.digest() != replace(first, separators=first.separators + 1).digest()


# The network, beside loops.


def network(gold: Sequence[GoldSentence], seed: int = 0, scale: float = 0.5) -> CoordinationSpans:
    """A network with random weights, in evaluation mode."""
    config = PRESETS["small"].replace(
        {**tiny.SMALL, "encoder.tags": "none", "method.kind": "coordination-spans", "method.span_hidden": 7}
    )
    vocabulary = Vocabulary.build((words(one) for one in gold), ())
    torch.manual_seed(seed)
    made = CoordinationSpans(config, vocabulary, make_encoder(config.encoder, vocabulary))
    for scorer in (made.spans.roles, made.spans.inner, made.spans.outer):
        for parameter in scorer.parameters():
            nn.init.normal_(parameter, std=scale)
    return made.eval()


def words(gold: GoldSentence) -> Words:
    return Words(gold.sentence.words, ("_",) * len(gold.sentence.words))


def slow_log_probabilities(made: CoordinationSpans, sentence: Words) -> tuple[list[list[float]], SeparatorScores]:
    """Of the roles of each word, and of boundaries, one after the other; from the formulas."""
    n = len(sentence.forms)
    with torch.no_grad():
        vectors = made.encode(made.read([sentence])).tokens
        around = [
            torch.cat([vectors[t - 1 if t else 0], vectors[t], vectors[t + 1 if t < n else 0]]) for t in range(n + 1)
        ]

        def log_softmax(scores: dict[tuple[int, int], float]) -> dict[tuple[int, int], float]:
            total = math.log(sum(math.exp(value) for value in scores.values()))
            return {key: value - total for key, value in scores.items()}

        roles = []
        for t in range(1, n + 1):
            hidden = torch.relu(made.spans.roles.first.weight @ around[t] + made.spans.roles.first.bias)
            values = made.spans.roles.second.weight @ hidden + made.spans.roles.second.bias
            of_role = log_softmax({(0, role): float(value) for role, value in enumerate(values)})
            roles.append([of_role[0, role] for role in SeparatorRole])

        tables = np.full((2, n, n + 1, n + 1), -math.inf)
        for table, scorer in zip(tables, (made.spans.inner, made.spans.outer), strict=True):

            def hidden_of(layer: nn.Linear, t: int) -> torch.Tensor:
                value = layer.weight @ around[t] + layer.bias
                return torch.cat([torch.where(value > 0, value, 0.1 * value), torch.ones(1)])

            for s in range(2, n):
                scores = {}
                for left in range(1, s):
                    for right in range(s + 1, n + 1):
                        x, y, z = (
                            hidden_of(layer, t)
                            for layer, t in ((scorer.separator, s), (scorer.left, left), (scorer.right, right))
                        )
                        scores[left, right] = float(
                            x @ scorer.to_left @ y + x @ scorer.to_right @ z + y @ scorer.across @ z
                        )
                for key, value in log_softmax(scores).items():
                    table[s - 1][key] = value
    return roles, SeparatorScores(range(1, n + 1), np.zeros(n), np.zeros(n), *tables)


def test_the_losses_are_those_of_a_slow_loop() -> None:
    gold = [gold_tree(tree) for tree in generate(20, seed=3, grammar=SHORT)]
    made = network(gold)
    targets = [made.target(one) for one in gold]
    roles = inner = outer = 0.0
    decisions = [0, 0, 0]
    for one, target in zip(gold, targets, strict=True):
        of_words, slow = slow_log_probabilities(made, words(one))
        roles -= sum(of_word[role] for of_word, role in zip(of_words, target.roles.tolist(), strict=True))
        for row in target.separators.tolist():
            separator = Separator(*row)
            inner -= slow.inner[separator.word - 1, separator.left_end, separator.right_begin]
            outer -= slow.outer[separator.word - 1, separator.left_begin, separator.end]
        for kind, number in enumerate([1, len(target.separators), len(target.separators)]):
            decisions[kind] += number
    assert decisions[1] >= 5
    terms = made.losses([words(one) for one in gold], targets)
    assert [term.total.item() for term in terms] == pytest.approx([roles, inner, outer], rel=1e-5)
    assert [term.decisions for term in terms] == decisions


def test_each_sentence_adds_its_own_loss_and_gets_its_own_analysis() -> None:
    gold = [gold_tree(tree) for tree in generate(12, seed=4)]
    made = network(gold)
    sentences = [words(one) for one in gold]
    targets = [made.target(one) for one in gold]
    alone = [made.losses([sentence], [target]) for sentence, target in zip(sentences, targets, strict=True)]
    assert {len(terms) for terms in alone} == {3}, "processes that train together add them up, kind by kind"
    for kind, term in enumerate(made.losses(sentences, targets)):
        assert term.total.item() == pytest.approx(sum(terms[kind].total.item() for terms in alone), rel=1e-5)
        assert term.decisions == sum(terms[kind].decisions for terms in alone)
    assert 0 in [terms[1].decisions for terms in alone]
    with torch.no_grad():
        made.spans.roles.second.bias[SeparatorRole.NONE] -= 10  # most words separate
    bare, decoding = [one.sentence for one in gold], made.config.decoding
    together = made.analyse(tiny.encoded(made, bare), bare, decoding)
    singly = [made.analyse(tiny.encoded(made, [one]), [one], decoding)[0] for one in bare]
    assert together == singly
    assert len({analysis.coordinations for analysis in together}) > 6


def test_the_analysis_is_the_most_probable_consistent_set() -> None:
    rng = random.Random(5)
    generated = [gold_tree(tree) for tree in generate(10, seed=5, grammar=SHORT)]
    every = [form for one in generated for form in one.sentence.words]
    sentences = [Sentence.from_columns(rng.choices(every, k=rng.randint(1, 6))) for _ in range(40)]
    made = network(generated, scale=1.0)
    with torch.no_grad():
        made.spans.roles.second.bias[SeparatorRole.NONE] -= 4  # many words separate
    several = [0, 0]
    for number, sentence in enumerate(sentences):
        with torch.no_grad():
            made.spans.roles.second.bias[SeparatorRole.LAST_OTHER :] = 8 if number % 2 else -8  # or rather coordinators
        n = len(sentence.words)
        read = Words(sentence.words, ("_",) * n)
        roles, slow = slow_log_probabilities(made, read)
        probable = [t for t in range(2, n) if math.exp(roles[t - 1][SeparatorRole.NONE]) < 0.5]
        rows = [t - 1 for t in probable]
        last, earlier = (
            np.array([max(roles[row][role] for role in of_kind) - roles[row][SeparatorRole.NONE] for row in rows])
            for of_kind in (
                (SeparatorRole.LAST_COORDINATOR, SeparatorRole.LAST_OTHER),
                (SeparatorRole.EARLIER_COORDINATOR, SeparatorRole.EARLIER_OTHER),
            )
        )
        expected = SeparatorScores(probable, last, earlier, slow.inner[rows], slow.outer[rows])
        [analysis] = made.analyse(tiny.encoded(made, [sentence]), [sentence], made.config.decoding)
        assert analysis.tree is None
        assert analysis.dependencies is None
        chosen = best_coordinations(expected)
        assert [tuple(found.conjuncts) for found in analysis.coordinations] == [chain.conjuncts for chain in chosen]
        assert sum(score(chain, expected) for chain in chosen) == pytest.approx(best_by_trying_all(expected, n))
        for found, chain in zip(analysis.coordinations, chosen, strict=True):
            coordinators = []
            for word in chain.separators:
                kind = (
                    SeparatorRole.LAST_COORDINATOR
                    if word == chain.separators[-1]
                    else SeparatorRole.EARLIER_COORDINATOR
                )
                is_coordinator = roles[word - 1][kind] > roles[word - 1][kind + 2]
                several[is_coordinator] += 1
                if is_coordinator:
                    coordinators.append((word, word))
            assert list(found.coordinators) == coordinators
    assert min(several) > 4, several


def test_a_sentence_that_is_too_long_is_searched_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    gold = [gold_tree(tree) for tree in generate(30, seed=5)]
    made = network(gold)
    sentences = [one.sentence for one in gold]
    with torch.no_grad():
        made.spans.roles.second.bias[SeparatorRole.NONE] -= 2
        encoded = tiny.encoded(made, sentences)
        whole = [one.best() for one in made.spans.sentences(encoded)]
        assert all(one.fits for one in made.spans.sentences(encoded))
        # A single separator in a sentence of 9 words is as much as fits.
        monkeypatch.setattr(sentence_spans, "MAX_CELLS", 100)
        parts = [one.best() for one in made.spans.sentences(encoded)]
        fits = [one.fits for one in made.spans.sentences(encoded)]
        with pytest.warns(LongSentenceWarning, match="is too long, with [0-9]+ words: its coordinations"):
            made.analyse(encoded, sentences, DecodingConfig())
    assert 0 < sum(fits) < len(fits)
    assert sum(map(len, parts)) > 0
    for one, other, fit, sentence in zip(whole, parts, fits, sentences, strict=True):
        assert all(1 <= first <= last <= len(sentence.words) for found in other for first, last in found.conjuncts)
        if fit:
            assert one == other
    late = [found for other, fit in zip(parts, fits, strict=True) if not fit for found in other]
    assert any(found.conjuncts[0][0] > 10 for found in late)


@pytest.mark.parametrize("scale", [1e-3, 10.0, 1e6])
def test_any_weights_give_a_consistent_set(scale: float) -> None:
    gold = [gold_tree(tree) for tree in generate(20, seed=6)]
    count = 0
    for seed in range(3):
        made = network(gold, seed, scale)
        with torch.no_grad():
            made.spans.roles.second.bias[SeparatorRole.NONE] = -100 * scale - 10  # whatever can separate does
        sentences = [one.sentence for one in gold]
        analyses = made.analyse(tiny.encoded(made, sentences), sentences, made.config.decoding)
        for one, analysis in zip(gold, analyses, strict=True):
            found = [Chain(tuple(c.conjuncts), ()) for c in analysis.coordinations]
            assert all(itertools.starmap(consistent, itertools.combinations(found, 2)))
            for chain in found:
                bounds = [word for conjunct in chain.conjuncts for word in conjunct]
                assert bounds[0] >= 1
                assert bounds == sorted(bounds)
                assert bounds[-1] <= len(one.sentence.words)
                assert all(left[1] + 1 < right[0] for left, right in itertools.pairwise(chain.conjuncts))
            count += len(found)
    assert count > 20


@pytest.mark.parametrize("scorer", ["roles", "inner", "outer"])
def test_scores_that_are_not_finite_are_refused(scorer: str) -> None:
    gold = [gold_tree(tree) for tree in generate(3, seed=1)]
    made = network(gold)
    with torch.no_grad():
        made.spans.roles.second.bias[SeparatorRole.NONE] = -100
        for parameter in made.spans.get_submodule(scorer).parameters():
            parameter.fill_(math.nan)
    sentences = [one.sentence for one in gold]
    with pytest.raises(ScorerError, match="finite"):
        made.analyse(tiny.encoded(made, sentences), sentences, made.config.decoding)


# All together.


@pytest.mark.slow
def test_coordinations_of_unseen_sentences_are_found() -> None:
    grammar = replace(SHORT, coordination=0.9, modifier=0.5, clash=0.5, max_words=14)
    gold = [gold_tree(tree) for tree in generate(1500, seed=1, grammar=grammar)]
    unseen = [gold_tree(tree) for tree in generate(300, seed=2, grammar=grammar)]
    changes: Mapping[str, Json] = {
        "method.kind": "coordination-spans",
        "method.span_hidden": 40,
        "method.dropout": 0.1,
        "encoder.dropout": 0.1,
        "encoder.layers": 1,
        "encoder.hidden": 48,
        "training.learning_rate": 0.01,
        "training.warmup_steps": 50,
        "training.batch_size": 16,
        "training.epochs": 4,
        "training.threads": 1,
    }
    config = PRESETS["generated"].replace(changes)
    torch.set_num_threads(config.training.threads)
    made = new_network(config, gold)
    examples, skipped = learnable(gold, made)
    assert not skipped
    assert sum(step.sentences for step in Trainer(made, examples).steps(math.inf)) == 4 * len(gold)
    scores = score_parser(Parser(made.eval()), unseen)
    # Measured: 87.  With the words on both sides of each gold coordinator for conjuncts: 52.
    assert scores.paper.overall.exact.f1 > 0.8
    assert scores.attachment is None


def test_a_model_directory_keeps_it_all(tmp_path: Path) -> None:
    gold = [gold_tree(tree) for tree in generate(30, seed=3)]
    made = network(gold)
    with torch.no_grad():
        made.spans.roles.second.bias[SeparatorRole.NONE] -= 10  # most words separate
    tiny.saved(made, tmp_path)
    sentences = [one.sentence for one in gold]
    found = [analysis.coordinations for analysis in Parser.load(tmp_path).analyse_all(sentences)]
    assert found == [analysis.coordinations for analysis in Parser(made).analyse_all(sentences)]
    assert sum(map(len, found)) > 30


def test_the_commands_train_and_score_and_refuse_to_build_trees(
    files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model, dev, out = str(tmp_path / "m"), str(files / "dev.conllu"), str(tmp_path / "out.conllu")
    settings = ["--set=method.kind=coordination-spans", "--set=method.span_hidden=7", "--set=training.epochs=1"]
    assert train.main(arguments(files, Path(model), *settings)) == 0
    capsys.readouterr()
    assert evaluate.main([model, dev, "--json"]) == 0
    scores = json.loads(capsys.readouterr().out)
    assert scores["attachment"] is None
    assert scores["coordination"]["paper"]["all"]["exact"]["gold"] > 3
    assert parse.main([model, dev, "-o", out]) == 2
    assert "coordination-spans" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["m"]
    with pytest.raises(NoTreesError):
        Parser.load(model).parse(["tea", "and", "buns"])
