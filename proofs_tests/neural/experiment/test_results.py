"""Outcomes put together: folds, seeds, beams, and comparisons of systems."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from neural.evaluation.scores import total
from neural.experiment import tables
from neural.experiment.outcome import Outcome
from neural.experiment.plan import ExperimentError
from neural.experiment.results import Measure, comparison_of, gathered
from neural.methods.bubbles.rescoring import Contradictions
from proofs_tests.neural.experiment.examples import cells, outcome, scored, seed_result, trial


def test_results_put_folds_together_and_keep_seeds_apart() -> None:
    _, first = scored(1, 5)
    _, second = scored(2, 0)
    planned = [trial(system, seed, fold) for seed, fold, system in product((1, 2), (1, 2), ("a", "b"))]
    outcomes: dict[tuple[str, int | None], Outcome] = {
        (one.name, None): outcome(
            first if one.fold == 1 else second,
            names=tuple(f"{one.fold}.{number}" for number in range(12)),
            unrescored=second if one.system.name == "a" else None,
            contradictions=Contradictions(boundaries=one.seed) if one.system.name == "a" else None,
        )
        for one in planned
    }
    a, b = gathered(planned, outcomes)
    assert [(one.system, [each.seed for each in one.seeds]) for one in (a, b)] == [
        ("a", [1, 2]),
        ("b", [1, 2]),
    ]
    assert a.seeds[0].scores == first + second
    assert a.seeds[0].total == total(first + second)
    assert a.seeds[0].parsing_seconds == 3
    assert a.unrescored[1].scores == second + second
    assert a.contradictions == Contradictions(boundaries=6)
    assert (b.unrescored, b.contradictions) == ((), None)
    other = outcomes | {(planned[0].name, None): outcome(first)}
    with pytest.raises(ExperimentError, match="different sentences"):
        gathered(planned, other)
    # System a was tested with a beam, too.
    beams: dict[tuple[str, int | None], Outcome] = {
        (one.name, 4): replace(outcomes[one.name, None], scores=second, parsing_seconds=9.0, unrescored=None)
        for one in planned
        if one.system.name == "a"
    }
    found = gathered(planned, outcomes | beams)
    assert [one.system for one in found] == ["a", "a, beam 4", "b"]
    assert (found[0], found[2]) == (a, b)
    assert [one.seed for one in found[1].seeds] == [1, 2]
    assert found[1].seeds[1].scores == second + second
    assert found[1].seeds[1].parsing_seconds == 18
    # Its weights took no further time.
    assert all(one.trainings == () for one in found[1].seeds)
    row = cells(tables.costs(found), "a, beam 4")
    assert row == ["–"] * 8 + [f"{len(second + second) / 18:.0f}"]


def test_systems_are_compared_by_the_scores_that_the_tables_show() -> None:
    first, second = seed_result(scored(1, 0)[1]), seed_result(scored(1, 5)[1])
    for measure in Measure:
        found = comparison_of([first], [second], measure)
        one, other = measure.ratio(first.total), measure.ratio(second.total)
        assert found is not None
        assert one is not None
        assert other is not None
        assert 0 < other < one == 1
        assert found.difference == pytest.approx(one - other)
    spanless = seed_result(tuple(replace(one, attachment=None) for one in first.scores))
    assert comparison_of([first], [spanless], Measure.LAS) is None
    partly = seed_result((*first.scores[1:], spanless.scores[0]))
    assert comparison_of([partly], [partly], Measure.LAS) is None
    assert Measure.LAS.ratio(spanless.total) is None
