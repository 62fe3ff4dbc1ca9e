"""The paper's tables, with our figures beside its own.

The figures are those of the convention ``released``: what the program released with the paper counts
(docs/reference/metrics.md).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bubbletree.metrics import Counts, Criteria
from neural.evaluation.scores import ParserScores
from neural.experiment.paper import figures
from neural.experiment.results import Result, SeedResult, spread_of
from neural.experiment.tables import NOTHING, markdown, prose

Number = Callable[[ParserScores], float | None]

Results = Mapping[str, Result]
"""Results by the name of the system."""


def coordinations(results: Results, sentences: str) -> str:
    """Precision, recall and F1 on the Penn Treebank: tables 2 and 8."""
    rows = []
    for criterion in ("exact", "inner"):
        for system in (figures.LSTM, figures.BERT):
            paper = figures.COORDINATIONS[sentences, criterion, system]
            numbers = [
                _ratio(group, criterion, name) for group in ("all", "NP") for name in ("precision", "recall", "f1")
            ]
            rows += _compared(f"{criterion}, {system}", paper, results.get(system), numbers)
    name = "test" if sentences == "test" else "development"
    return _section(f"Penn Treebank, {name} sentences: coordinations", figures.COLUMNS, rows)


def genia(results: Results) -> str:
    """Recall on GENIA by category: tables 3 and 9."""
    rows = []
    for criterion in ("exact", "whole"):
        for system in (figures.LSTM, figures.BERT):
            numbers: list[Number] = [_recall(criterion, (name,)) for name in figures.CATEGORIES]
            numbers += [_recall(criterion, None), _ratio("all", criterion, "recall")]
            rows += _compared(f"{criterion}, {system}", figures.GENIA[criterion, system], results.get(system), numbers)
    header = (*figures.CATEGORIES, "others", "all")
    counts = ["coordinations, paper", *(f"{count:,}" for count in figures.GENIA_COUNTS)]
    note = "The folds keep documents whole. They are not those of the paper, so a difference may come from the folds."
    return _section("GENIA: recall", header, [counts, *_gold_counts(results), *rows], note)


def relations(results: Results) -> str:
    """Precision and recall by relation, UAS and LAS on the test sentences of the Penn Treebank: table 4."""
    rows = []
    for system in (figures.BERT, figures.EDGES):
        paper = [value for pair in figures.RELATIONS[system].values() for value in pair] + [*figures.ATTACHMENT[system]]
        numbers: list[Number] = [
            _of_relation(name, ratio) for name in figures.RELATIONS[system] for ratio in ("precision", "recall")
        ]
        numbers += [
            lambda scores: None if scores.attachment is None else scores.attachment.uas,
            lambda scores: None if scores.attachment is None else scores.attachment.labelled_universal.ratio,
        ]
        rows += _compared(system, paper, results.get(system), numbers)
    header = [f"{name} {ratio}" for name in figures.RELATIONS[figures.BERT] for ratio in ("P", "R")] + ["UAS", "LAS"]
    return _section("Penn Treebank, test sentences: relations", header, rows)


def rescoring(results: Results) -> str:
    """Exact F1 with and without rescoring on the development sentences of the Penn Treebank: table 5."""
    rows = []
    exact = _ratio("all", "exact", "f1")
    for system, paper in figures.RESCORING.items():
        result = results.get(system)
        both = ((), ()) if result is None else (result.seeds, result.unrescored)
        ours, shown = [_mean(seeds, exact) for seeds in both], [_shown(seeds, exact) for seeds in both]
        rows += _rows(system, paper, ours, shown)
    note = "Without rescoring, the same trained networks parse with that module switched off."
    return _section("Penn Treebank, development sentences: variations", ("rescoring +", "rescoring −"), rows, note)


def complexity(results: Results) -> str:
    """Test sentences of the Penn Treebank that are all right: table 6."""
    numbers: list[Number] = [
        lambda scores: scores.released.sentences.ratio,
        lambda scores: scores.released.simple.ratio,
        lambda scores: scores.released.complex.ratio,
    ]
    rows = []
    for system, paper in figures.COMPLEXITY.items():
        rows += _compared(system, paper, results.get(system), numbers)
    return _section("Penn Treebank, test sentences: whole sentences", ("all", "simple", "complex"), rows)


def _compared(name: str, paper: Sequence[float], result: Result | None, numbers: Sequence[Number]) -> list[list[str]]:
    """The rows of a system: the paper's figures, ours, and the differences."""
    seeds = () if result is None else result.seeds
    return _rows(
        name, paper, [_mean(seeds, number) for number in numbers], [_shown(seeds, number) for number in numbers]
    )


def _rows(name: str, paper: Sequence[float], ours: Sequence[float | None], shown: Sequence[str]) -> list[list[str]]:
    differences = [
        NOTHING if mine is None else f"{100 * mine - theirs:+.2f}" for mine, theirs in zip(ours, paper, strict=True)
    ]
    return [
        [f"{name}: paper", *(f"{value:.2f}" for value in paper)],
        ["here", *shown],
        ["difference", *differences],
    ]


def _mean(seeds: Sequence[SeedResult], number: Number) -> float | None:
    found = spread_of(seeds, number)
    return None if found is None else found.mean


def _shown(seeds: Sequence[SeedResult], number: Number) -> str:
    found = spread_of(seeds, number)
    if found is None:
        return NOTHING
    return f"{100 * found.mean:.2f}" + ("" if found.deviation is None else f" ± {100 * found.deviation:.2f}")


def _counts(criteria: Criteria, criterion: str) -> Counts:
    return {"exact": criteria.exact, "inner": criteria.inner, "whole": criteria.whole}[criterion]


def _ratio(group: str, criterion: str, ratio: str) -> Number:
    """A ratio of all coordinations, or of those of a category; None if there are none of it."""

    def number(scores: ParserScores) -> float | None:
        criteria = scores.released.overall if group == "all" else scores.released.category(group)
        counts = _counts(criteria, criterion)
        return {"precision": counts.precision, "recall": counts.recall, "f1": counts.f1}[ratio] if counts.gold else None

    return number


def _recall(criterion: str, names: tuple[str, ...] | None) -> Number:
    """Recall of some categories together, None for those that have no column."""

    def number(scores: ParserScores) -> float | None:
        found = dict(scores.released.categories)
        chosen = names or tuple(name for name in found if name not in figures.CATEGORIES)
        counts = sum((_counts(found[name], criterion) for name in chosen if name in found), Counts())
        return counts.recall if counts.gold else None

    return number


def _of_relation(name: str, ratio: str) -> Number:
    def number(scores: ParserScores) -> float | None:
        if scores.attachment is None:
            return None
        # The released program leaves out subtypes of relations.
        listed = scores.attachment.relations
        counts = sum((one for label, one in listed if label.partition(":")[0] == name), Counts())
        return counts.precision if ratio == "precision" else counts.recall

    return number


def _gold_counts(results: Results) -> list[list[str]]:
    if not results:
        return []
    scores = next(iter(results.values())).seeds[0].total.released
    found = {name: criteria.exact.gold for name, criteria in scores.categories}
    own = [found.get(name, 0) for name in figures.CATEGORIES]
    total = scores.overall.exact.gold
    return [["coordinations, here", *(f"{count:,}" for count in (*own, total - sum(own), total))]]


def _section(heading: str, header: Sequence[str], rows: Sequence[Sequence[str]], note: str = "") -> str:
    return "\n\n".join([f"## {heading}", *([prose(note)] if note else []), markdown(["", *header], rows)])
