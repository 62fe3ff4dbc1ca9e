"""Scores of a parser by the traits of gold coordinations, with intervals: recall and F1 by coordinator, nesting, ..."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import reduce
from operator import add
from typing import NamedTuple

from bubbletree.metrics import Convention, Counts, Trait, score_by_trait
from bubbletree.metrics.table import table
from neural.data.gold import GoldSentence
from neural.evaluation.bootstrap import Interval, intervals
from neural.methods.interface import Analysis

FEWEST = 10
"""How many gold coordinations a row of the table has at least; those without a coordinator count."""


class TraitScores(NamedTuple):
    """How well gold coordinations with some trait were found exactly.

    Attributes
    ----------
    trait : tuple of (str, str)
        The name of the trait, and its value.
    paper, strict : Counts
        Their counts in two conventions.
    paper_interval, strict_interval : Interval
        What holds 95% of the values of F1 if the sentences are drawn again.
    """

    trait: Trait
    paper: Counts
    strict: Counts
    paper_interval: Interval
    strict_interval: Interval


def breakdown(gold: Sequence[GoldSentence], analyses: Sequence[Analysis]) -> list[TraitScores]:
    """The scores of each trait that a gold coordination has; values that are numbers are in their order.

    Parameters
    ----------
    gold : sequence of GoldSentence
        The gold sentences.
    analyses : sequence of Analysis
        What was found in each of them, in the same order.
    """
    paper, strict = (
        [
            score_by_trait(one.coordinations, found.coordinations, one.sentence.words, convention)
            for one, found in zip(gold, analyses, strict=True)
        ]
        for convention in (Convention.PAPER, Convention.STRICT)
    )
    names = list(dict.fromkeys(name for scores in strict for name, _ in scores))
    found = {trait for scores in strict for trait in scores}
    ordered = sorted(found, key=lambda trait: (names.index(trait[0]), _natural(trait[1])))
    columns = [[scores.get(trait, Counts()) for scores in each] for trait in ordered for each in (paper, strict)]
    totals = [reduce(add, column, Counts()) for column in columns]
    trusted = intervals(columns) if columns else []
    return [
        TraitScores(trait, totals[place], totals[place + 1], trusted[place], trusted[place + 1])
        for place, trait in zip(range(0, len(columns), 2), ordered, strict=True)
    ]


def _natural(value: str) -> tuple[int, str]:
    """Sorts values that begin with a number by it, and others after them by the alphabet."""
    number = re.match(r"\d+", value)
    return (int(number[0]) if number else 10**9, value)


def breakdown_dict(scores: Sequence[TraitScores]) -> dict[str, dict[str, object]]:
    """Everything, for JSON: traits by name and value."""
    result: dict[str, dict[str, object]] = {}
    for one in scores:
        name, value = one.trait
        result.setdefault(name, {})[value] = {
            "paper": {**one.paper.to_dict(), "interval": one.paper_interval},
            "strict": {**one.strict.to_dict(), "interval": one.strict_interval},
        }
    return result


def breakdown_table(scores: Sequence[TraitScores]) -> str:
    """A table for people, in per cent, without traits of fewer than :data:`FEWEST` gold coordinations."""
    rows: list[Sequence[str | int | float]] = [
        (
            ": ".join(one.trait),
            *_row(one.paper, one.paper_interval),
            *_row(one.strict, one.strict_interval),
            one.strict.gold,
        )
        for one in scores
        if one.strict.gold >= FEWEST
    ]
    return table(["exact", "paper R", "F1", "from", "to", "strict R", "F1", "from", "to", "gold"], rows)


def _row(counts: Counts, trusted: Interval) -> tuple[float | str, ...]:
    if not counts.gold:
        return ("",) * 4
    return counts.recall, counts.f1, trusted.low, trusted.high
