"""The paper's tables, in Markdown: scores in per cent, mean and standard deviation over seeds.

Each function returns a section of the report with its heading, or an empty text if there is nothing to show.
"""

from __future__ import annotations

import statistics
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from bubbletree.metrics import AttachmentScores, CoordinationScores, Counts, Criteria
from neural.evaluation.bootstrap import RESAMPLES
from neural.evaluation.scores import ParserScores
from neural.experiment.plan import Kind
from neural.experiment.results import Measure, Result, SeedResult, comparison_of, spread_of
from neural.experiment.statistics import Comparison, Spread

Section = Callable[[Sequence[Result]], str]
Number = Callable[[ParserScores], float | None]

RELATIONS = 12
"""How many relations to list: the most frequent ones."""

CATEGORIES = 8
"""How many categories to list: the most frequent ones; the rest are "others"."""

NOTHING = "–"
"""What a table shows if a system has no such number."""


def coordination(results: Sequence[Result]) -> str:
    """Precision, recall and F1 of coordinations: the paper's tables 2 and 3 and its extended results."""
    papers = _coordination(results, "the paper's convention", lambda scores: scores.paper)
    return papers + "\n\n" + _coordination(results, "strict", lambda scores: scores.strict)


def _coordination(results: Sequence[Result], convention: str, of: Callable[[ParserScores], CoordinationScores]) -> str:
    gold = of(_gold(results))
    header = ["", "exact P", "exact R", "exact F1", "inner R", "inner F1", "whole R", "whole F1"]
    numbers: list[Number] = [
        lambda scores: of(scores).overall.exact.precision,
        lambda scores: of(scores).overall.exact.recall,
        lambda scores: of(scores).overall.exact.f1,
        lambda scores: of(scores).overall.inner.recall,
        lambda scores: of(scores).overall.inner.f1,
        lambda scores: of(scores).overall.whole.recall,
        lambda scores: of(scores).overall.whole.f1,
    ]
    counts = f"{gold.overall.exact.gold} gold ones"
    if nouns := gold.category("NP").exact.gold:
        counts += f", {nouns} of them NP"
        header += ["NP exact F1", "NP inner F1", "NP whole F1"]
        numbers += [
            lambda scores: of(scores).category("NP").exact.f1,
            lambda scores: of(scores).category("NP").inner.f1,
            lambda scores: of(scores).category("NP").whole.f1,
        ]
    rows = [[result.system, *_cells(result.seeds, numbers)] for result in results]
    return _section(f"Coordinations, {convention}", markdown(header, rows), f"Over {counts}.")


def attachment(results: Sequence[Result]) -> str:
    """UAS and LAS."""
    numbers: list[Number] = [
        lambda scores: None if scores.attachment is None else scores.attachment.uas,
        lambda scores: None if scores.attachment is None else scores.attachment.las,
        lambda scores: None if scores.attachment is None else scores.attachment.unlabelled_words.ratio,
        lambda scores: None if scores.attachment is None else scores.attachment.labelled_words.ratio,
        lambda scores: None if scores.attachment is None else _universal(scores.attachment),
    ]
    rows = [[result.system, *_cells(result.seeds, numbers)] for result in results]
    header = ["", "UAS", "LAS", "UAS, no punctuation", "LAS, no punctuation", "LAS, no subtypes"]
    return _section("Attachment", markdown(header, rows))


def released(results: Sequence[Result]) -> str:
    """What the program released with the paper would report: see docs/theory/errata.md."""

    def inner(scores: ParserScores) -> Counts | None:
        counts = scores.released.overall.inner
        return counts if counts.gold == scores.paper.overall.inner.gold else None  # version 0.1.0 did not count it

    numbers: list[Number] = [
        lambda scores: None if (counts := inner(scores)) is None else counts.recall,
        lambda scores: None if (counts := inner(scores)) is None else counts.f1,
        lambda scores: None if scores.attachment is None else scores.attachment.uas,
        lambda scores: None if scores.attachment is None else _universal(scores.attachment),
    ]
    rows = [[result.system, *_cells(result.seeds, numbers)] for result in results]
    note = (
        "What the program released with the paper counts otherwise: inner by the last two conjuncts, and LAS without "
        "subtypes of relations. Its exact and whole are those of the paper's convention."
    )
    return _section("As the released program counts", markdown(["", "inner R", "inner F1", "UAS", "LAS"], rows), note)


def _universal(scores: AttachmentScores) -> float | None:
    """LAS without subtypes; version 0.1.0 did not count it."""
    return scores.labelled_universal.ratio if scores.labelled_universal.total else None


def relations(results: Sequence[Result]) -> str:
    """Precision and recall of the most frequent relations, and of ``conj``: the paper's table 4."""
    shown = [result for result in results if result.seeds[0].total.attachment is not None]
    if not shown:
        return ""
    gold = shown[0].seeds[0].total.attachment
    assert gold is not None, "only such systems are shown"
    counts = Counter({name: found.gold for name, found in gold.relations})
    names = [name for name, _ in counts.most_common(RELATIONS)]
    names += [name for name in ("conj", "cc") if counts[name] and name not in names]
    header = ["", "gold", *(f"{result.system} {ratio}" for result in shown for ratio in ("P", "R"))]
    rows = []
    for name in names:
        row = [name, str(counts[name])]
        for result in shown:
            found = [_relation(one, name) for one in result.seeds]
            row += [_percent(statistics.fmean(one.precision for one in found))]
            row += [_percent(statistics.fmean(one.recall for one in found))]
        rows.append(row)
    return _section("Relations", markdown(header, rows), "The most frequent ones.")


def categories(results: Sequence[Result]) -> str:
    """Recall of coordinations by phrase category, exact and whole: the paper's table of GENIA."""
    gold = _gold(results).paper
    counts = Counter({name: criteria.exact.gold for name, criteria in gold.categories})
    if not counts:
        return ""
    names = [name for name, _ in counts.most_common(CATEGORIES)]
    others = [name for name in counts if name not in names]
    header = ["", *names, *(["others"] if others else []), "all"]
    rows = [
        ["gold", *(str(counts[name]) for name in names)]
        + ([str(sum(counts[name] for name in others))] if others else [])
        + [str(gold.overall.exact.gold)]
    ]
    for criterion in ("exact", "whole"):
        for result in results:
            row = [f"{criterion}, {result.system}"]
            row += [
                _percent(statistics.fmean(_recall(one, members, criterion) for one in result.seeds))
                for members in [[name] for name in names] + ([others] if others else [])
            ]
            row.append(_cell(spread_of(result.seeds, _overall_recall(criterion))))
            rows.append(row)
    return _section("Recall by category", markdown(header, rows))


def complexity(results: Sequence[Result]) -> str:
    """Sentences all right, simple and complex ones: the paper's table of complexity."""
    gold = _gold(results).paper
    header = ["", "all", "simple", "complex"]
    rows = [["sentences", *(str(share.total) for share in (gold.sentences, gold.simple, gold.complex))]]
    numbers: list[Number] = [
        lambda scores: scores.paper.sentences.ratio,
        lambda scores: scores.paper.simple.ratio,
        lambda scores: scores.paper.complex.ratio,
    ]
    rows += [[result.system, *_cells(result.seeds, numbers)] for result in results]
    note = (
        "The share of sentences in which all coordinations are exactly right and no others were found. Simple "
        "sentences have one coordination with two conjuncts; complex sentences have more coordinations or conjuncts."
    )
    return _section("Whole sentences", markdown(header, rows), note)


def significance(results: Sequence[Result]) -> str:
    """The paired bootstrap between the first system and each other."""
    first, *others = results
    if not others:
        return ""
    header = [f"{first.system} against", *(f"{measure.value}, difference" for measure in Measure)]
    rows = [
        [other.system, *(_difference(comparison_of(first.seeds, other.seeds, measure)) for measure in Measure)]
        for other in others
    ]
    note = (
        f"Paired bootstrap over sentences, {RESAMPLES} draws: the difference in points, the interval that holds 95% of "
        "the draws, and p, the probability of a difference of this size if the systems were equally good. It accounts "
        "for the choice of sentences, not for that of seeds."
    )
    return _section("Is it chance?", markdown(header, rows), note)


def ablation(results: Sequence[Result]) -> str:
    """Exact F1 with and without rescoring: the paper's table of model variations."""
    header = ["g, features", "exact F1, rescoring +", "exact F1, rescoring −", "difference", "LAS +", "LAS −"]
    rows = []
    for result in results:
        both = (result.seeds, result.unrescored)
        exact = [_cell(spread_of(seeds, Measure.EXACT.ratio)) if seeds else NOTHING for seeds in both]
        las = [_cell(spread_of(seeds, Measure.LAS.ratio)) if seeds else NOTHING for seeds in both]
        difference = comparison_of(*both, Measure.EXACT) if result.unrescored else None
        rows.append([result.system, *exact, _difference(difference), *las])
    note = (
        "Without rescoring (−), the same networks parse with that module switched off. The difference and the "
        "interval, which holds 95% of the draws, are those of the paired bootstrap."
    )
    return _section("Composition, features, rescoring", markdown(header, rows), note)


def contradictions(results: Sequence[Result]) -> str:
    """How often the paper's independent decisions at boundaries contradict each other, so that there is no tree."""
    header = ["g, features", "boundaries", "contradictory", "trees", "broken", "boundaries changed by rescoring"]
    rows = []
    for result in results:
        found = result.contradictions
        if found is not None:
            broken = _share(found.broken_boundaries, found.boundaries), _share(found.broken_trees, found.trees)
            changed = _share(found.changed_boundaries, found.boundaries)
            rows.append([result.system, str(found.boundaries), broken[0], str(found.trees), broken[1], changed])
    if not rows:
        return ""
    note = (
        "The boundaries of coordinations, in the trees before rescoring, at which modifiers could be shared or "
        "private; over all seeds. The paper chooses the most likely host of each modifier independently. Where this "
        "gives no projective tree, a boundary is *contradictory*; a tree with such a boundary is *broken*. Joint "
        "decisions never break a tree."
    )
    return _section("Independent decisions", markdown(header, rows), note)


def costs(results: Sequence[Result]) -> str:
    """Weights, time and speed."""
    header = ["", "weights", "learned from", "epochs", "steps", "kept at", "minutes", "threads", "training", "parsing"]
    rows = []
    for result in results:
        trainings = [training for one in result.seeds for training in one.trainings]
        parsing = [len(one.names) / one.parsing_seconds for one in result.seeds]
        of_training = (
            [
                f"{statistics.fmean(training.weights for training in trainings) / 1e6:.1f} M",
                f"{statistics.fmean(training.sentences for training in trainings):.0f}",
                f"{statistics.fmean(training.epochs for training in trainings):.1f}",
                _range(training.steps for training in trainings),
                _range(training.kept for training in trainings),
                f"{statistics.fmean(training.seconds for training in trainings) / 60:.1f}",
                "/".join(map(str, sorted({training.threads for training in trainings}))),
                f"{statistics.fmean(training.speed for training in trainings):.0f}",
            ]
            if trainings
            else [NOTHING] * 8
        )
        rows.append([result.system, *of_training, f"{statistics.fmean(parsing):.0f}"])
    note = (
        "Means over trainings. *Learned from* is the number of training sentences. *Kept at* is the step whose model "
        "was the best, and was tested: systems are not compared after the same number of steps. Minutes include "
        "evaluations; threads are CPU threads; the speed of training and parsing is in sentences per second."
    )
    return _section("Cost", markdown(header, rows), note)


def _range(numbers: Iterable[int]) -> str:
    """The least and the greatest number, or the only one."""
    found = sorted(set(numbers))
    return f"{found[0]:,}" if len(found) == 1 else f"{found[0]:,} to {found[-1]:,}"


SECTIONS: Mapping[Kind, tuple[Section, ...]] = {
    Kind.COMPARE: (coordination, attachment, released, significance, complexity, categories, relations, costs),
    Kind.ABLATION: (ablation, contradictions, significance, costs),
    Kind.CROSSVAL: (categories, coordination, attachment, released, significance, costs),
    Kind.COMPLEXITY: (complexity, significance, costs),
}
"""What the report of each experiment shows."""


def markdown(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; the first column is aligned to the left, the others to the right.

    Examples
    --------
    >>> print(markdown(["", "F1"], [["all", "50.00"]]))
    |  | F1 |
    |---|---:|
    | all | 50.00 |
    """
    lines = [header, ["---", *["---:"] * (len(header) - 1)], *rows]
    text = [f"| {' | '.join(line)} |" for line in lines]
    return "\n".join([text[0], text[1].replace(" ", ""), *text[2:]])


def prose(text: str) -> str:
    """A paragraph in lines of at most 120 columns."""
    return textwrap.fill(text, 120, break_long_words=False, break_on_hyphens=False)


def _section(heading: str, table: str, note: str = "") -> str:
    return "\n\n".join([f"## {heading}", *([prose(note)] if note else []), table])


def _gold(results: Sequence[Result]) -> ParserScores:
    """The scores of one system: their gold counts are those of the test sentences, for all systems."""
    return results[0].seeds[0].total


def _overall_recall(criterion: str) -> Callable[[ParserScores], float]:
    return lambda scores: _counts(scores.paper.overall, criterion).recall


def _recall(result: SeedResult, names: Iterable[str], criterion: str) -> float:
    counts = (_counts(result.total.paper.category(name), criterion) for name in names)
    return sum(counts, Counts()).recall


def _counts(criteria: Criteria, criterion: str) -> Counts:
    return criteria.exact if criterion == "exact" else criteria.whole


def _relation(result: SeedResult, name: str) -> Counts:
    scores = result.total.attachment
    return Counts() if scores is None else dict(scores.relations).get(name, Counts())


def _cells(seeds: Sequence[SeedResult], numbers: Iterable[Number]) -> list[str]:
    return [_cell(spread_of(seeds, number)) for number in numbers]


def _cell(found: Spread | None) -> str:
    if found is None:
        return NOTHING
    return _percent(found.mean) + ("" if found.deviation is None else f" ± {100 * found.deviation:.2f}")


def _difference(found: Comparison | None) -> str:
    if found is None:
        return NOTHING
    p_value = "p < 0.001" if found.p_value < 0.001 else f"p = {found.p_value:.3f}"
    return f"{100 * found.difference:+.2f} [{100 * found.low:+.2f}, {100 * found.high:+.2f}], {p_value}"


def _share(part: int, whole: int) -> str:
    return f"{part} ({100 * part / whole:.1f}%)" if whole else "0"


def _percent(ratio: float) -> str:
    return f"{100 * ratio:.2f}"
