"""Scores of a parser on gold sentences: coordinations in three conventions, and attachment in UD."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import add
from typing import NamedTuple

from bubbletree import Sentence
from bubbletree.convert import Punctuation
from bubbletree.metrics import (
    AttachmentScores,
    Convention,
    CoordinationScores,
    Counts,
    Criteria,
    Share,
    TaggingScores,
    score_attachment,
    score_coordinations,
    score_tagging,
)
from bubbletree.metrics.table import table
from neural.data.gold import GoldSentence
from neural.evaluation import bootstrap
from neural.evaluation.bootstrap import Interval
from neural.methods.interface import Analysis
from neural.models.parser import Parser


class Rank(NamedTuple):
    """What models are compared by: exact F1 over all coordinations, and LAS between equals."""

    exact_f1: float
    las: float


@dataclass(frozen=True, slots=True)
class ParserScores:
    """How well gold sentences were parsed.

    Attributes
    ----------
    paper, strict, released : CoordinationScores
        Coordinations, in the three conventions of :mod:`bubbletree.metrics.coordination`.
    attachment : AttachmentScores or None
        Heads and relations in UD; None if the parser finds none.
    tagging : TaggingScores or None
        Tags; None if the parser finds none.
    """

    paper: CoordinationScores
    strict: CoordinationScores
    released: CoordinationScores
    attachment: AttachmentScores | None
    tagging: TaggingScores | None = None

    @property
    def rank(self) -> Rank:
        """What models are compared by."""
        return Rank(self.paper.overall.exact.f1, 0.0 if self.attachment is None else self.attachment.las)

    def to_dict(self) -> dict[str, object]:
        """Everything, for JSON."""
        return {
            "coordination": {str(scores.convention): scores.to_dict() for scores in self.by_convention},
            "attachment": None if self.attachment is None else self.attachment.to_dict(),
            "tagging": None if self.tagging is None else self.tagging.to_dict(),
        }

    @property
    def by_convention(self) -> tuple[CoordinationScores, ...]:
        """Coordinations, convention by convention."""
        return self.paper, self.strict, self.released

    def to_text(self) -> str:
        """The main numbers as a table, in per cent: recall and F1 of coordinations, UAS and LAS."""
        rows: list[Sequence[str | int | float]] = [
            (f"{name}, {scores.convention}", *_recalls_and_f1s(criteria), criteria.exact.gold)
            for scores in self.by_convention
            for name, criteria in (("all", scores.overall), ("NP", scores.category("NP")))
        ]
        header = [f"{criterion} {ratio}" for criterion in ("exact", "inner", "whole") for ratio in ("R", "F1")]
        tables = [table(["coordinations", *header, "gold"], rows)]
        if self.attachment is not None:
            tables.append(self.attachment.to_text())
        if self.tagging is not None:
            tables.append(self.tagging.to_text())
        return "\n\n".join(tables)

    def to_long_text(self) -> str:
        """Precision, recall and F1 by category, in all conventions, and attachment."""
        tables = [scores.to_text() for scores in self.by_convention]
        if self.attachment is not None:
            tables.append(self.attachment.to_text(relations=True))
        if self.tagging is not None:
            tables.append(self.tagging.to_text())
        return "\n\n".join(tables)

    def to_line(self) -> str:
        """The most important numbers, in per cent, on one line."""
        found = self.paper.overall
        f1s = 100 * found.exact.f1, 100 * found.inner.f1, 100 * found.whole.f1
        line = "exact F1 {:.2f}, inner {:.2f}, whole {:.2f}".format(*f1s)
        if self.attachment is not None:
            line += f", UAS {100 * self.attachment.uas:.2f}, LAS {100 * self.attachment.las:.2f}"
        return line


def _recalls_and_f1s(criteria: Criteria) -> tuple[float, ...]:
    return tuple(
        ratio for counts in (criteria.exact, criteria.inner, criteria.whole) for ratio in (counts.recall, counts.f1)
    )


def score_analyses(
    gold: Sequence[GoldSentence],
    analyses: Sequence[Analysis],
    punctuation: Punctuation = Punctuation.FOLLOWING,
    *,
    tags: bool = False,
) -> ParserScores:
    """Score what a parser found in gold sentences; every gold sentence counts.

    For attachment, those count whose words all have a HEAD.

    Parameters
    ----------
    gold : sequence of GoldSentence
        The gold sentences.
    analyses : sequence of Analysis
        What was found in each of them, in the same order.
    punctuation : Punctuation
        The gold data's convention for punctuation between conjuncts.
    tags : bool
        Whether tags were found, too.
    """
    expected = [one.coordinations for one in gold]
    found = [analysis.coordinations for analysis in analyses]
    converted = [
        (one.sentence, ud)
        for one, analysis in zip(gold, analyses, strict=True)
        if (ud := analysis.ud(punctuation)) is not None
    ]
    headed = [(sentence, ud) for sentence, ud in converted if all(row.head != "_" for row in sentence.word_rows)]
    return ParserScores(
        score_coordinations(expected, found, Convention.PAPER),
        score_coordinations(expected, found, Convention.STRICT),
        score_coordinations(expected, found, Convention.RELEASED),
        score_attachment(*_sides(headed)) if converted or not gold else None,
        score_tagging(*_sides(converted)) if tags and converted else None,
    )


def _sides(pairs: Sequence[tuple[Sentence, Sentence]]) -> tuple[list[Sentence], list[Sentence]]:
    """The gold sentences and what was found in them."""
    return [gold for gold, _ in pairs], [found for _, found in pairs]


def score_each(
    gold: Sequence[GoldSentence],
    analyses: Sequence[Analysis],
    punctuation: Punctuation = Punctuation.FOLLOWING,
    *,
    tags: bool = False,
) -> list[ParserScores]:
    """The scores of each sentence by itself; the parameters are as for :func:`score_analyses`."""
    return [score_analyses([one], [found], punctuation, tags=tags) for one, found in zip(gold, analyses, strict=True)]


def total(scores: Iterable[ParserScores]) -> ParserScores:
    """The sum of the scores of sentences; it has attachment and tagging only if all of them have."""
    listed = list(scores)
    attachments = [one.attachment for one in listed if one.attachment is not None]
    taggings = [one.tagging for one in listed if one.tagging is not None]
    return ParserScores(
        reduce(add, (one.paper for one in listed), CoordinationScores(Convention.PAPER)),
        reduce(add, (one.strict for one in listed), CoordinationScores(Convention.STRICT)),
        reduce(add, (one.released for one in listed), CoordinationScores(Convention.RELEASED)),
        reduce(add, attachments, AttachmentScores()) if len(attachments) == len(listed) else None,
        reduce(add, taggings, TaggingScores()) if taggings and len(taggings) == len(listed) else None,
    )


def intervals(each: Sequence[ParserScores]) -> dict[str, Interval]:
    """How far the main scores can be trusted, by the bootstrap over sentences, given the scores of each.

    Without sentences there are none.
    """
    counts: dict[str, Sequence[Counts | Share]] = {}
    for column in zip(*(one.by_convention for one in each), strict=True):
        counts[f"exact F1, {column[0].convention}"] = [one.overall.exact for one in column]
    attachment = [one.attachment for one in each if one.attachment is not None]
    if attachment:
        counts["UAS"] = [one.unlabelled for one in attachment]
        counts["LAS"] = [one.labelled for one in attachment]
    tagging = [one.tagging for one in each if one.tagging is not None]
    if tagging:
        tags = {"UPOS": [one.upos for one in tagging], "XPOS": [one.xpos for one in tagging]}
        counts |= {name: column for name, column in tags.items() if any(one.total for one in column)}
    return dict(zip(counts, bootstrap.intervals(list(counts.values())), strict=True)) if counts else {}


def score_parser(
    parser: Parser, gold: Sequence[GoldSentence], punctuation: Punctuation = Punctuation.FOLLOWING
) -> ParserScores:
    """Parse gold sentences and score the result; the other parameters are as for :func:`score_analyses`."""
    return score_analyses(gold, analyse_gold(parser, gold), punctuation, tags=parser.network.tagger is not None)


def analyse_gold(parser: Parser, gold: Sequence[GoldSentence]) -> list[Analysis]:
    """What a parser finds in gold sentences; one that has learned tags does not see theirs, and finds its own."""
    sentences = (one.sentence for one in gold)
    return list(parser.analyse_all(sentences if parser.network.tagger is None else map(_without_tags, sentences)))


def _without_tags(sentence: Sentence) -> Sentence:
    rows = (replace(row, upos="_", xpos="_") if row.is_word else row for row in sentence.rows)
    return replace(sentence, rows=tuple(rows))
