"""The outcomes of all trials by system and seed, and the measures that systems are compared by."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import reduce
from itertools import product
from operator import add

import numpy as np

from bubbletree.metrics import Counts, Share
from neural.evaluation.bootstrap import Ratios, ratio
from neural.evaluation.scores import ParserScores, total
from neural.experiment.outcome import Outcome, Training
from neural.experiment.plan import ExperimentError, Trial
from neural.experiment.statistics import Comparison, Spread, compare, spread
from neural.methods.bubbles.rescoring import Contradictions


@dataclass(frozen=True, slots=True)
class SeedResult:
    """The results of a system with one seed, on the test sentences of all folds.

    Attributes
    ----------
    seed : int
        The seed.
    names : tuple of str
        The names of the test sentences.
    scores : tuple of ParserScores
        The scores of each test sentence.
    total : ParserScores
        The sum of these scores.
    trainings : tuple of Training
        What the training of each fold took; empty if this is a test of another system's models with a beam.
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
    """The results of a system.

    Attributes
    ----------
    system : str
        The name of the system.
    seeds : tuple of SeedResult
        Its results with each seed.
    unrescored : tuple of SeedResult
        The same without rescoring of boundaries; empty if that was not tested, or if the system has no rescoring.
    contradictions : Contradictions or None
        How often independent decisions at boundaries would contradict each other, over all seeds; None if that was not
        counted.
    """

    system: str
    seeds: tuple[SeedResult, ...]
    unrescored: tuple[SeedResult, ...] = ()
    contradictions: Contradictions | None = None


class Measure(Enum):
    """The measures that systems are compared by."""

    EXACT = "exact F1"
    SENTENCES = "sentences all right"
    LAS = "LAS"

    def of(self, scores: ParserScores) -> Counts | Share | None:
        """The counts that the measure is computed from; None if there are none."""
        if self is Measure.EXACT:
            return scores.paper.overall.exact
        if self is Measure.SENTENCES:
            return scores.paper.sentences
        return None if scores.attachment is None else scores.attachment.labelled

    def ratio(self, scores: ParserScores) -> float | None:
        """The measure, from 0 to 1; None if it has no counts."""
        counts = self.of(scores)
        return counts.f1 if isinstance(counts, Counts) else None if counts is None else counts.ratio


Outcomes = Mapping[tuple[str, int | None], Outcome]
"""The outcomes of trials, by the name of the trial and the beam of the test, which is None for that of its options."""


def gathered(trials: Iterable[Trial], outcomes: Outcomes) -> list[Result]:
    """The results of each system, in the order of the trials; tests with a beam follow as systems of their own.

    Parameters
    ----------
    trials : iterable of Trial
        The trials.
    outcomes : Outcomes
        Their outcomes.

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
        seeds = tuple(_seed_result(seed, folds, beam) for seed, folds in by_seed.items())
        unrescored = tuple(
            replace(one, scores=scores, total=total(scores))
            for one, folds in zip(seeds, by_seed.values(), strict=True)
            if (scores := tuple(each for fold in folds for each in fold.unrescored or ()))
        )
        counts = [one.contradictions for folds in by_seed.values() for one in folds if one.contradictions is not None]
        results.append(Result(system, seeds, unrescored, reduce(add, counts) if counts else None))
    if len({one.names for result in results for one in result.seeds}) > 1:
        raise ExperimentError("trials were tested on different sentences: remove their model directories")
    return results


def _seed_result(seed: int, folds: Sequence[Outcome], beam: int | None) -> SeedResult:
    scores = tuple(one for fold in folds for one in fold.scores)
    return SeedResult(
        seed,
        tuple(name for fold in folds for name in fold.names),
        scores,
        total(scores),
        tuple(fold.training for fold in folds) if beam is None else (),
        sum(fold.parsing_seconds for fold in folds),
    )


def spread_of(seeds: Sequence[SeedResult], number: Callable[[ParserScores], float | None]) -> Spread | None:
    """Mean and deviation of a number over seeds; None unless all of them have it."""
    values = [value for one in seeds if (value := number(one.total)) is not None]
    return spread(values) if values and len(values) == len(seeds) else None


def comparison_of(first: Sequence[SeedResult], second: Sequence[SeedResult], measure: Measure) -> Comparison | None:
    """The paired bootstrap between two systems; None unless both have the measure."""
    one, other = _ratios(first, measure), _ratios(second, measure)
    return None if one is None or other is None else compare(one, other)


def _ratios(seeds: Sequence[SeedResult], measure: Measure) -> Ratios | None:
    rows = []
    for result in seeds:
        counts = [measure.of(scores) for scores in result.scores]
        row = [ratio(one) for one in counts if one is not None]
        if not row or len(row) < len(counts):
            return None
        rows.append(row)
    return np.array(rows, dtype=np.float64)
