"""Calibrations fit the data, whatever these are, and go with the weights that they were made for."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest

from bubbletree.grammar import generate
from neural.models import checkpoint
from neural.models.calibration import CALIBRATION, Calibration, load_calibration, log_odds, save_calibration
from neural.models.checkpoint import CheckpointError
from proofs_tests.neural import tiny
from proofs_tests.neural.samples import sample


@pytest.mark.parametrize(("slope", "intercept"), [(1.0, 0.0), (0.4, -1.0), (2.5, 1.5)])
def test_fitting_finds_the_numbers_that_the_data_were_made_with(slope: float, intercept: float) -> None:
    values, right = sample(slope, intercept, 20_000, 1)
    found = Calibration.fit(values, right)
    assert found.slopes == pytest.approx((slope,), abs=0.1)
    assert found.intercept == pytest.approx(intercept, abs=0.1)


def test_each_opinion_has_a_number_of_its_own() -> None:
    rng = random.Random(4)
    values = [(math.log(rng.uniform(0.01, 0.99)), math.log(rng.uniform(0.01, 0.99))) for _ in range(20_000)]
    odds = [0.8 * log_odds(first) + 0.2 * log_odds(second) - 0.5 for first, second in values]
    found = Calibration.fit(values, [rng.random() < 1 / (1 + math.exp(-value)) for value in odds])
    assert found.slopes == pytest.approx((0.8, 0.2), abs=0.05)
    assert found.intercept == pytest.approx(-0.5, abs=0.05)
    assert found([math.log(0.5), math.log(0.9)]) == pytest.approx(1 / (1 + math.exp(0.5 - 0.2 * math.log(9))), abs=0.02)
    # The second opinion is surer of worse guesses, so it does not count.
    odds = [log_odds(first) - 3 * log_odds(second) for first, second in values]
    right = [rng.random() < 1 / (1 + math.exp(-value)) for value in odds]
    first_alone = Calibration.fit([[first] for first, _ in values], right)
    assert Calibration.fit(values, right) == Calibration((*first_alone.slopes, 0.0), first_alone.intercept)


def test_without_numbers_the_log_odds_are_the_mean() -> None:
    assert Calibration()([math.log(0.9), math.log(0.5)]) == pytest.approx(0.75)


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
        assert loss(best) < loss(Calibration((best.slopes[0] + slope,), best.intercept + intercept))


def test_confidence_rises_with_probability_and_is_one() -> None:
    values = [-math.inf, -1e300, -800.0, -3.0, -0.5, -1e-9, 0.0]
    for one in (Calibration(), Calibration((0.5,), -2.0), Calibration((50.0,), 300.0), Calibration((50.0,), -900.0)):
        confidences = [one([value]) for value in values]
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
    found = Calibration.fit([[value] for value in values], right)
    assert math.isfinite(found.slopes[0])
    assert math.isfinite(found.intercept)
    confidences = [found([value]) for value in values]
    assert math.fsum(confidences) / len(confidences) == pytest.approx(smoothed_share(right))


def smoothed_share(right: list[bool]) -> float:
    """The mean of the targets, which is that of the best confidences."""
    hits, count = sum(right), len(right)
    return (hits * (hits + 1) / (hits + 2) + (count - hits) / (count - hits + 2)) / count


def test_where_surer_guesses_are_worse_all_get_the_same() -> None:
    right = [False, False, True, True, True]
    found = Calibration.fit([[-0.1], [-0.2], [-2.0], [-3.0], [-4.0]], right)
    assert list(found.slopes) == [0]
    assert found([-1.0]) == pytest.approx(smoothed_share(right))


# Files.


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return tiny.sure(tmp_path / "model")


def test_a_calibration_goes_with_the_weights_that_it_was_made_for(model: Path) -> None:
    assert load_calibration(model) is None
    save_calibration(model, Calibration((0.5,), -0.25), {"sentences": 3})
    assert load_calibration(model) == Calibration((0.5,), -0.25)
    _, _, other = tiny.network(list(generate(30, seed=1)), seed=9)
    checkpoint.save_model(model, other, {})
    with pytest.raises(CheckpointError, match=r"calibration\.json: it was made for other weights"):
        load_calibration(model)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "not JSON"),
        ("[1]", "not a calibration"),
        ('{"slopes": [1]}', "an intercept"),
        ('{"slopes": 1, "intercept": 0}', "a list of slopes"),
        ('{"slopes": [], "intercept": 0}', "must be numbers"),
        ('{"slopes": [1, NaN], "intercept": 0}', "must be numbers"),
        ('{"slopes": [true], "intercept": 0}', "must be numbers"),
        ('{"slopes": [1], "intercept": NaN}', "an intercept"),
        ('{"slopes": [1], "intercept": 0}', "other weights"),
        ('{"slope": 1, "intercept": 0}', "version 0.1"),
    ],
)
def test_broken_calibrations_are_refused(model: Path, content: str, message: str) -> None:
    (model / CALIBRATION).write_text(content, encoding="utf-8")
    with pytest.raises(CheckpointError, match=rf"calibration\.json: .*{message}"):
        load_calibration(model)
