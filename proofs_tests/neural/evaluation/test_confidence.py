"""Confidences: the raw probability is that of the steps that build a coordination; calibration does what it says."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from hypothesis import given

from bubbletree import (
    BubbleTree,
    OracleError,
    Span,
    TransitionKind,
    coordinations,
    oracle,
    trace,
    valid_transitions,
)
from bubbletree.grammar import generate
from bubbletree.io import write_conllu
from neural import calibrate
from neural.batched.rules import KINDS
from neural.calibrate import Case, judged
from neural.data.gold import gold_tree, read_gold
from neural.evaluation import calibration
from neural.evaluation.calibration import (
    Calibration,
    brier_score,
    calibration_error,
    load_calibration,
    save_calibration,
)
from neural.evaluation.confidence import Building, buildings, estimates
from neural.methods.bubbles.arc_hybrid import ArcHybrid
from neural.methods.bubbles.bubble_hybrid import NoHypothesesError, bubble_parser
from neural.methods.bubbles.stepwise import NeuralScorer
from neural.models import checkpoint
from neural.models.checkpoint import CheckpointError
from neural.models.parser import Parser
from proofs_tests.neural import tiny
from proofs_tests.support.strategies import projective_trees


def numbers(tree: BubbleTree) -> list[int]:
    return [KINDS.index(transition.kind) for transition in oracle(tree)]


def observed(tree: BubbleTree) -> dict[frozenset[int], Building]:
    """Which steps build each bubble, by watching the core's configurations; bubbles by their contents."""
    steps = list(oracle(tree))
    configurations = list(trace(tree.words, steps, normal_form=True))
    contents = configurations[-1].contents
    shifted: dict[int, int] = {}
    parts: dict[int, list[int]] = {}
    found = {}
    for step, (transition, c) in enumerate(zip(steps, configurations, strict=False)):
        s1, s2, b1 = c.stack_item(1), c.stack_item(2), c.buffer_item(1)
        match transition.kind:
            case TransitionKind.SHIFT if b1 is not None:
                shifted.setdefault(b1.bubble, step)
            case TransitionKind.BUBBLE_OPEN:
                parts[len(c.contents)] = [step]
            case TransitionKind.BUBBLE_ATTACH if s2 is not None:
                parts[s2.bubble].append(step)
            case TransitionKind.BUBBLE_CLOSE if s1 is not None:
                content = contents[s1.bubble]
                found[content] = Building(shifted[min(content)], step, tuple(parts[s1.bubble]))
            case _:
                pass
    return found


@given(projective_trees(max_words=14))
def test_the_steps_that_build_a_bubble(tree: BubbleTree) -> None:
    try:
        kinds = numbers(tree)
    except OracleError:
        return
    found = buildings(tree, kinds)
    assert {tree.contents[bubble]: made for bubble, made in found.items()} == observed(tree)


def log_softmax(scores: Sequence[float]) -> list[float]:
    result: list[float] = torch.tensor(scores, dtype=torch.float64).log_softmax(0).tolist()
    return result


def built_with(scorer: NeuralScorer, tree: BubbleTree) -> list[tuple[tuple[Span, ...], float]]:
    """The coordinations of a tree and their raw log-probabilities, one configuration at a time."""
    transitions, labels = [], []
    for step, c in zip(oracle(tree), trace(tree.words, oracle(tree), normal_form=True), strict=False):
        allowed = valid_transitions(c, normal_form=True, single_root=True)
        scores = dict(zip(TransitionKind, scorer.score_transitions(c), strict=True))
        transitions.append(log_softmax([scores[kind] for kind in allowed])[allowed.index(step.kind)])
        labels.append(0.0)
        if step.label is not None:
            labels[-1] = log_softmax(scorer.score_labels(c, step.kind))[scorer.labels.index(step.label)]
    found = []
    made = observed(tree)
    for one in coordinations(tree):
        steps = made[tree.contents[one.bubble]]
        value = sum(transitions[steps.first : steps.last + 1]) + sum(labels[part] for part in steps.parts)
        found.append((one.conjuncts, value))
    return found


@torch.inference_mode()
def test_raw_probabilities_are_those_of_the_steps() -> None:
    trees = tiny.trees(50, 14, seed=4, single_root=True)
    _, vocabulary, network = tiny.network(trees)
    scorer = NeuralScorer(network, vocabulary)
    expected = [built_with(scorer, tree) for tree in trees]
    assert sum(map(len, expected)) > 20
    assert any(not listed for listed in expected)
    for batch_size in (256, 4):
        found = list(estimates(network, trees, batch_size))
        assert [[one.coordination.conjuncts for one in listed] for listed in found] == [
            [spans for spans, _ in listed] for listed in expected
        ]
        values = [one.log_probability for listed in found for one in listed]
        assert values == pytest.approx([value for listed in expected for _, value in listed], rel=1e-4, abs=1e-4)
    assert list(estimates(network, [])) == []


# Calibration.


def sample(slope: float, intercept: float, count: int, seed: int) -> tuple[list[float], list[bool]]:
    """Raw log-probabilities, and truths as likely as the calibration with these numbers says."""
    rng = random.Random(seed)
    values = [math.log(rng.uniform(0.01, 0.99)) for _ in range(count)]
    return values, [rng.random() < Calibration(slope, intercept)(value) for value in values]


@pytest.mark.parametrize(("slope", "intercept"), [(1.0, 0.0), (0.4, -1.0), (2.5, 1.5)])
def test_fitting_finds_the_numbers_that_the_data_were_made_with(slope: float, intercept: float) -> None:
    values, right = sample(slope, intercept, 20_000, 1)
    found = Calibration.fit(values, right)
    assert found.slope == pytest.approx(slope, abs=0.1)
    assert found.intercept == pytest.approx(intercept, abs=0.1)


def test_no_numbers_fit_better() -> None:
    values, right = sample(0.6, 0.3, 200, 2)
    hits = sum(right)
    high, low = (hits + 1) / (hits + 2), 1 / (len(right) - hits + 2)

    def loss(one: Calibration) -> float:
        targets = [high if truth else low for truth in right]
        pairs = [(one(value), target) for value, target in zip(values, targets, strict=True)]
        return -math.fsum(t * math.log(p) + (1 - t) * math.log(1 - p) for p, t in pairs)

    best = Calibration.fit(values, right)
    for slope, intercept in ((0.01, 0), (-0.01, 0), (0, 0.01), (0, -0.01)):
        assert loss(best) < loss(Calibration(best.slope + slope, best.intercept + intercept))


def test_confidence_rises_with_probability_and_is_one() -> None:
    values = [-math.inf, -1e300, -800.0, -3.0, -0.5, -1e-9, 0.0]
    for one in (Calibration(), Calibration(0.5, -2.0), Calibration(50.0, 300.0), Calibration(50.0, -900.0)):
        confidences = [one(value) for value in values]
        assert confidences == sorted(confidences)
        assert all(0 <= value <= 1 for value in confidences)


@pytest.mark.parametrize(
    ("values", "right"),
    [
        ([-0.1, -0.2, -3.0], [True, True, True]),
        ([-0.1, -0.2, -3.0], [False, False, False]),
        ([-0.1, -0.1, -0.1], [True, True, False]),
        ([-0.1, -0.1, -4.0, -4.0], [True, True, False, False]),
        ([0.0, -math.inf], [True, False]),
        ([-1.0], [True]),
    ],
)
def test_any_data_can_be_fitted(values: list[float], right: list[bool]) -> None:
    found = Calibration.fit(values, right)
    assert math.isfinite(found.slope)
    assert math.isfinite(found.intercept)
    confidences = [found(value) for value in values]
    assert math.fsum(confidences) / len(confidences) == pytest.approx(smoothed_share(right))


def smoothed_share(right: list[bool]) -> float:
    """The mean of the targets, which is that of the best confidences."""
    hits, count = sum(right), len(right)
    return (hits * (hits + 1) / (hits + 2) + (count - hits) / (count - hits + 2)) / count


def test_where_surer_guesses_are_worse_all_get_the_same() -> None:
    right = [False, False, True, True, True]
    found = Calibration.fit([-0.1, -0.2, -2.0, -3.0, -4.0], right)
    assert found.slope == 0
    assert found(-1.0) == pytest.approx(smoothed_share(right))


def test_the_measures_by_hand() -> None:
    confidences, right = [0.95, 0.91, 0.55, 0.1, 1.0, 0.0], [True, False, True, False, True, False]
    squares = [0.05**2, 0.91**2, 0.45**2, 0.1**2, 0, 0]
    assert brier_score(confidences, right) == pytest.approx(sum(squares) / 6)
    # In the bins from 0.9, 0.5, 0.1 and 0: |0.95 + 0.91 + 1.0 - 2|, |0.55 - 1|, 0.1 and 0.
    assert calibration_error(confidences, right) == pytest.approx((0.86 + 0.45 + 0.1) / 6)


def test_calibration_helps_on_sentences_that_it_was_not_fitted_on() -> None:
    values, right = sample(0.3, -1.0, 2_000, 3)
    found = [Case(number // 3, value, truth) for number, (value, truth) in enumerate(zip(values, right, strict=True))]
    before, after = judged(found, seed=1)
    assert after.brier_score < before.brier_score - 0.02
    assert after.calibration_error < 0.04
    assert before.calibration_error > 0.1
    assert judged(found, seed=1) == (before, after)
    assert judged(found, seed=2) != (before, after)


def test_no_half_is_judged_by_what_fits_itself() -> None:
    # One half all right, the other all wrong: fitted on themselves they would be judged well.
    sentences = list(range(40))
    random.Random(5).shuffle(sentences)
    good = set(sentences[:20])
    _, after = judged([Case(number, -0.5, number in good) for number in range(40) for _ in range(3)], seed=5)
    assert after.brier_score > 0.9


@pytest.mark.parametrize("found", [[], [Case(7, -0.1, True), Case(7, -0.2, False)]])
def test_one_sentence_is_too_few(found: list[Case]) -> None:
    with pytest.raises(calibrate.CalibrationError, match=f"in {len({c.sentence for c in found})} of the sentences"):
        judged(found, seed=1)


# Files and commands.


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A model that has learned nothing, and is sure of it."""
    directory = tmp_path / "model"
    _, _, network = tiny.network(list(generate(30, seed=1)))
    network.transitions.second.weight.data.mul_(10)
    checkpoint.save_setup(directory, network)
    checkpoint.save_model(directory, network, {})
    return directory


def test_a_calibration_goes_with_the_weights_that_it_was_made_for(model: Path) -> None:
    assert load_calibration(model) is None
    save_calibration(model, Calibration(0.5, -0.25), {"sentences": 3})
    assert load_calibration(model) == Calibration(0.5, -0.25)
    _, _, other = tiny.network(list(generate(30, seed=1)), seed=9)
    checkpoint.save_model(model, other, {})
    with pytest.raises(CheckpointError, match=r"calibration\.json: it was made for other weights"):
        load_calibration(model)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "not JSON"),
        ("[1]", "no calibration"),
        ('{"slope": 1}', "must be numbers"),
        ('{"slope": NaN, "intercept": 0}', "must be numbers"),
        ('{"slope": true, "intercept": 0}', "must be numbers"),
        ('{"slope": 1, "intercept": 0}', "other weights"),
    ],
)
def test_broken_calibrations_are_refused(model: Path, content: str, message: str) -> None:
    (model / calibration.CALIBRATION).write_text(content, encoding="utf-8")
    with pytest.raises(CheckpointError, match=message):
        load_calibration(model)


def test_the_command_stores_what_it_found(model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold = tmp_path / "gold.conllu"
    write_conllu(generate(60, seed=2), gold)
    assert calibrate.main([str(model), str(gold), "--limit", "50", "--batch-size", "8"]) == 0
    out, err = capsys.readouterr()
    stored = json.loads((model / calibration.CALIBRATION).read_text(encoding="utf-8"))
    parser = Parser.load(model)
    found = [case for listed in calibrate.cases(parser, list(read_gold(gold, limit=50))) for case in listed]
    before, after = judged(found, seed=1)
    assert load_calibration(model) == Calibration(stored["slope"], stored["intercept"])
    assert stored["slope"] == pytest.approx(calibrate.fitted(found).slope, rel=1e-3, abs=1e-6)
    assert (stored["sentences"], stored["coordinations"]) == (50, len(found))
    assert stored["right"] == sum(case.right for case in found)
    assert stored["after"]["brier_score"] == pytest.approx(after.brier_score, rel=1e-3)
    assert f"{before.brier_score:.4f}" in out
    assert err == ""


@pytest.mark.parametrize("brier_score", [0.2, 0.3])
def test_what_makes_confidences_no_better_is_not_stored(
    model: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    brier_score: float,
) -> None:
    gold = tmp_path / "gold.conllu"
    write_conllu(generate(60, seed=2), gold)
    qualities = calibrate.Quality(0.1, 0.2), calibrate.Quality(0.05, brier_score)
    monkeypatch.setattr(calibrate, "judged", lambda *_: qualities)
    assert calibrate.main([str(model), str(gold)]) == 0
    assert "nothing is stored" in capsys.readouterr().err
    assert load_calibration(model) is None


def test_right_is_what_has_the_gold_conjuncts(model: Path) -> None:
    parser = Parser.load(model)
    gold = [gold_tree(tree) for tree in generate(40, seed=3)]
    trees = list(parser.parse(one.sentence for one in gold))
    as_gold = [gold_tree(tree) for tree in trees]
    found = [case for listed in calibrate.cases(parser, as_gold) for case in listed]
    assert len(found) > 5
    assert all(case.right for case in found)
    bare = [replace(one, coordinations=()) for one in as_gold]
    assert not any(case.right for listed in calibrate.cases(parser, bare) for case in listed)
    assert [case.sentence for case in found] == [
        number for number, tree in enumerate(trees) for _ in coordinations(tree)
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["{model}", "none.conllu"], "none.conllu: No such file"),
        (["nowhere", "none.conllu"], "no such model directory"),
        (["{model}", "{plain}"], "plain.conllu: the model finds coordinations in 0 of the sentences"),
        (["{model}", "{headless}"], "headless.conllu: the coordinations of 1 sentence are not known"),
    ],
)
def test_what_is_wrong_is_named_and_nothing_written(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    plain = tmp_path / "plain.conllu"
    plain.write_text("1\ttea\t_\t_\t_\t_\t0\troot\t_\t_\n\n", encoding="utf-8")
    headless = tmp_path / "headless.conllu"
    headless.write_text("1\ttea\t_\t_\t_\t_\t_\t_\t_\t_\n\n", encoding="utf-8")
    before = sorted(model.iterdir())
    assert calibrate.main([one.format(model=model, plain=plain, headless=headless) for one in arguments]) == 2
    assert message in capsys.readouterr().err
    assert sorted(model.iterdir()) == before


def test_methods_without_such_probabilities_have_no_confidences() -> None:
    trees = list(generate(5, seed=1))
    _, vocabulary, network = tiny.network(trees)
    plain = ArcHybrid(network.config.replace({"method.kind": "arc-hybrid"}), vocabulary, network.encoder)
    with pytest.raises(NoHypothesesError, match="arc-hybrid"):
        bubble_parser(plain)
    assert bubble_parser(network) is network
