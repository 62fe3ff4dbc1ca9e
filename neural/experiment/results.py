"""The outcomes of an experiment's trials, put together by system and seed, and what can be measured of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import reduce
from itertools import product
from operator import add

import numpy as np

from bubbletree.metrics import Counts, Share
from neural.evaluation.scores import ParserScores
from neural.experiment.outcome import Outcome, Training, total
from neural.experiment.plan import ExperimentError, Trial
from neural.experiment.statistics import Comparison, Ratios, Spread, compare, spread
from neural.methods.bubbles.rescoring import Contradictions


@dataclass(frozen=True, slots=True)
class Reading:
    """What a system came to with one seed, on the test sentences of all folds.

    Attributes
    ----------
    seed : int
        The seed.
    names : tuple of str
        The test sentences.
    scores : tuple of ParserScores
        For each of them, how it was parsed.
    total : ParserScores
        The sum of these.
    trainings : tuple of Training
        How its models came about, by fold; empty if they are those of another system, tested with a beam.
    parsing_seconds : float
        The time that it took to parse all test sentences.
    """

    seed: int
    names: tuple[str, ...]
    scores: tuple[ParserScores, ...]
    total: ParserScores
    trainings: tuple[Training, ...]
    parsing_seconds: float


@dataclass(frozen=True, slots=True)
class Result:
    """What a system came to.

    Attributes
    ----------
    system : str
        Its name.
    readings : tuple of Reading
        What it came to with each seed.
    unrescored : tuple of Reading
        The same without rescoring of boundaries; empty where that was not asked for, or there is none.
    contradictions : Contradictions or None
        What independent decisions at boundaries would have come to, over all seeds, likewise.
    """

    system: str
    readings: tuple[Reading, ...]
    unrescored: tuple[Reading, ...] = ()
    contradictions: Contradictions | None = None


class Measure(Enum):
    """What systems are compared by."""

    EXACT = "exact F1"
    SENTENCES = "sentences all right"
    LAS = "LAS"

    def of(self, scores: ParserScores) -> Counts | Share | None:
        """The counts that the measure is a ratio of; None where a system has none."""
        if self is Measure.EXACT:
            return scores.paper.overall.exact
        if self is Measure.SENTENCES:
            return scores.paper.sentences
        return None if scores.attachment is None else scores.attachment.labelled

    def ratio(self, scores: ParserScores) -> float | None:
        """The measure itself, as a fraction."""
        counts = self.of(scores)
        return counts.f1 if isinstance(counts, Counts) else None if counts is None else counts.ratio


Outcomes = Mapping[tuple[str, int | None], Outcome]
"""What came of trials, by the trial's name and the beam that it was tested with, None for that of its options."""


def gathered(trials: Iterable[Trial], outcomes: Outcomes) -> list[Result]:
    """The results by system, in the order of the trials; after each those with a beam, as systems of their own.

    Parameters
    ----------
    trials : iterable of Trial
        What was planned.
    outcomes : Outcomes
        What came of them.

    Raises
    ------
    ExperimentError
        Two trials were not tested on the same sentences.
    """
    beams = list(dict.fromkeys(beam for _, beam in outcomes))
    by_system: dict[tuple[str, int | None], dict[int, list[Outcome]]] = {}
    for trial, beam in product(trials, beams):
        if (trial.name, beam) in outcomes:
            by_seed = by_system.setdefault((trial.system.name, beam), {})
            by_seed.setdefault(trial.seed, []).append(outcomes[trial.name, beam])
    results = []
    for (name, beam), by_seed in by_system.items():
        system = name if beam is None else f"{name}, beam {beam}"
        readings = tuple(_reading(seed, folds, beam) for seed, folds in by_seed.items())
        unrescored = tuple(
            replace(reading, scores=scores, total=total(scores))
            for reading, folds in zip(readings, by_seed.values(), strict=True)
            if (scores := tuple(one for fold in folds for one in fold.unrescored or ()))
        )
        counts = [one.contradictions for folds in by_seed.values() for one in folds if one.contradictions is not None]
        results.append(Result(system, readings, unrescored, reduce(add, counts) if counts else None))
    if len({reading.names for result in results for reading in result.readings}) > 1:
        raise ExperimentError("trials were tested on different sentences: remove their model directories")
    return results


def _reading(seed: int, folds: Sequence[Outcome], beam: int | None) -> Reading:
    scores = tuple(one for fold in folds for one in fold.scores)
    return Reading(
        seed,
        tuple(name for fold in folds for name in fold.names),
        scores,
        total(scores),
        tuple(fold.training for fold in folds) if beam is None else (),
        sum(fold.parsing_seconds for fold in folds),
    )


def spread_of(readings: Sequence[Reading], number: Callable[[ParserScores], float | None]) -> Spread | None:
    """Mean and deviation of a number over seeds; None where it does not exist."""
    values = [value for reading in readings if (value := number(reading.total)) is not None]
    return spread(values) if values and len(values) == len(readings) else None


def compared(first: Sequence[Reading], second: Sequence[Reading], measure: Measure) -> Comparison | None:
    """The paired bootstrap between two systems; None where the measure does not exist for both."""
    one, other = _ratios(first, measure), _ratios(second, measure)
    return None if one is None or other is None else compare(one, other)


def _ratios(readings: Sequence[Reading], measure: Measure) -> Ratios | None:
    rows = []
    for reading in readings:
        counts = [measure.of(scores) for scores in reading.scores]
        row = [_ratio(one) for one in counts if one is not None]
        if not row or len(row) < len(counts):
            return None
        rows.append(row)
    return np.array(rows, dtype=np.float64)


def _ratio(counts: Counts | Share) -> tuple[int, int]:
    if isinstance(counts, Share):
        return counts.correct, counts.total
    return 2 * counts.correct, counts.predicted + counts.gold
