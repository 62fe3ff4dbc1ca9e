"""How good confidences are: measured by hand, on sentences that they were not fitted on, against gold conjuncts."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from bubbletree import coordinations
from bubbletree.grammar import generate
from neural.data.gold import gold_tree
from neural.evaluation.confidence import (
    CalibrationError,
    Case,
    Judgement,
    brier_score,
    calibration_error,
    cases,
    chance_error,
    coverage,
    judged,
    qualities,
)
from neural.methods.hypotheses import bubble_parser, estimates
from neural.models.parser import Parser
from proofs_tests.neural import tiny
from proofs_tests.neural.samples import sample


def test_the_measures_by_hand() -> None:
    confidences = [0.95, 0.91, 0.85, 0.55, 0.51, 0.1, 1.0, 0.0]
    right = [True, False, True, True, False, False, True, False]
    squares = [0.05**2, 0.91**2, 0.15**2, 0.45**2, 0.51**2, 0.1**2, 0, 0]
    assert brier_score(confidences, right) == pytest.approx(sum(squares) / 8)
    # In the bins from 0.9, 0.8, 0.5, 0.1 and 0: |0.95 + 0.91 + 1.0 - 2|, |0.85 - 1|, |0.55 + 0.51 - 1|, 0.1 and 0.
    assert calibration_error(confidences, right) == pytest.approx((0.86 + 0.15 + 0.06 + 0.1) / 8)


def test_the_error_by_chance_is_that_of_perfect_confidences() -> None:
    draw = random.Random(7)
    confidences = [draw.betavariate(2, 1) for _ in range(300)]
    errors = [calibration_error(confidences, [draw.random() < value for value in confidences]) for _ in range(1_000)]
    assert chance_error(confidences) == pytest.approx(sum(errors) / len(errors), rel=0.05)
    assert chance_error([0.0, 1.0]) == 0


def test_calibration_helps_on_sentences_that_it_was_not_fitted_on() -> None:
    values, right = sample(0.3, -1.0, 2_000, 3)
    found = [Case(number // 3, value, truth) for number, (value, truth) in enumerate(zip(values, right, strict=True))]
    before, after = qualities(judged(found, seed=1))
    assert after.brier_score < before.brier_score - 0.02
    assert after.calibration_error < 0.04
    assert before.calibration_error > 0.1
    assert qualities(judged(found, seed=1)) == (before, after)
    assert qualities(judged(found, seed=2)) != (before, after)


def test_no_half_is_judged_by_what_fits_itself() -> None:
    # One half all right, the other all wrong: fitted on themselves they would be judged well.
    sentences = list(range(40))
    random.Random(5).shuffle(sentences)
    good = set(sentences[:20])
    found = [Case(number, (-0.5,), number in good) for number in range(40) for _ in range(3)]
    _, after = qualities(judged(found, seed=5))
    assert after.brier_score > 0.9


def test_what_is_left_above_a_confidence() -> None:
    found = [Judgement(0.1, value, right) for value, right in ((0.9, True), (0.7, True), (0.7, False), (0.2, False))]
    assert coverage(found, 0.5) == pytest.approx((0.5, 0.75, 2 / 3))
    assert coverage(found, 0.7) == pytest.approx((0.7, 0.75, 2 / 3))
    assert coverage(found, 0.8) == (0.8, 0.25, 1.0)
    assert coverage(found, 0.95) == (0.95, 0.0, 1.0)


@pytest.mark.parametrize("found", [[], [Case(7, (-0.1,), True), Case(7, (-0.2,), False)]])
def test_one_sentence_is_too_few(found: list[Case]) -> None:
    with pytest.raises(CalibrationError, match=f"in {len({c.sentence for c in found})} of the sentences") as caught:
        judged(found, seed=1)
    assert caught.value.sentences == len({c.sentence for c in found})


def test_two_sentences_are_enough() -> None:
    judged([Case(3, (-0.1,), True), Case(7, (-0.2,), False)], seed=1)


def test_right_is_what_has_the_gold_conjuncts(tmp_path: Path) -> None:
    parser = Parser.load(tiny.sure(tmp_path))
    gold = [gold_tree(tree) for tree in generate(40, seed=3)]
    trees = list(parser.parse_all(one.sentence for one in gold))
    as_gold = [gold_tree(tree) for tree in trees]
    found = [case for listed in cases(parser, as_gold) for case in listed]
    assert len(found) > 5
    assert all(case.right for case in found)
    bare = [replace(one, coordinations=()) for one in as_gold]
    assert not any(case.right for listed in cases(parser, bare) for case in listed)
    assert [case.sentence for case in found] == [
        number for number, tree in enumerate(trees) for _ in coordinations(tree)
    ]
    expected = [one.log_probabilities for listed in estimates(bubble_parser(parser.network), trees) for one in listed]
    assert [case.log_probabilities for case in found] == [pytest.approx(values) for values in expected]
