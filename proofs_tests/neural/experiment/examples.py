"""Small trials, outcomes and results, and a view of the tables made of them."""

from __future__ import annotations

from dataclasses import replace

from bubbletree import coordinations
from bubbletree.grammar import generate
from neural.cli.sources import Sources
from neural.data.gold import GoldSentence, gold_tree
from neural.evaluation.scores import ParserScores, score_analyses, total
from neural.experiment.outcome import Outcome, Training
from neural.experiment.plan import System, Trial
from neural.experiment.results import SeedResult
from neural.methods.interface import Analysis

ONE = Training(
    sentences=100, weights=5, threads=1, steps=7, epochs=2.0, seconds=4.0, evaluations=((3, 0.1, 0.2), (7, 0.5, 0.4))
)


def scored(seed: int, wrong: int) -> tuple[list[GoldSentence], tuple[ParserScores, ...]]:
    """Twelve sentences; in the first ones no coordination is found, and the first word has another relation."""
    gold = [gold_tree(tree) for tree in generate(12, seed=seed)]
    analyses = []
    for number, one in enumerate(gold):
        assert one.tree is not None
        found = one.sentence
        if number < wrong:
            found = replace(found, rows=(replace(found.rows[0], deprel="dep"), *found.rows[1:]))
        analyses.append(Analysis(() if number < wrong else coordinations(one.tree), one.tree, found))
    together = score_analyses(gold, analyses)
    scores = tuple(score_analyses([one], [found]) for one, found in zip(gold, analyses, strict=True))
    assert total(scores) == together
    return gold, scores


def outcome(scores: tuple[ParserScores, ...], **more: object) -> Outcome:
    names = tuple(map(str, range(len(scores))))
    return replace(Outcome(ONE, 1.5, names, scores), **more)  # type: ignore[arg-type]  # fields of Outcome


def trial(system: str, seed: int, fold: int | None = None) -> Trial:
    return Trial(System(system, None, ()), seed, Sources(), fold=fold)


def seed_result(scores: tuple[ParserScores, ...], seed: int = 1) -> SeedResult:
    return SeedResult(seed, tuple(map(str, range(len(scores)))), scores, total(scores), (ONE,), 2.0)


def cells(text: str, row: str) -> list[str]:
    """The cells of the first row that begins with a name."""
    [line, *_] = [line for line in text.splitlines() if line.startswith(f"| {row} |")]
    return [cell.strip() for cell in line.strip("|").split("|")][1:]
