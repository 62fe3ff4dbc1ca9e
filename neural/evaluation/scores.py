"""Scores of a parser on gold sentences: coordinations in three conventions, and attachment in UD."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bubbletree.convert import Punctuation
from bubbletree.metrics import (
    AttachmentScores,
    Convention,
    CoordinationScores,
    Criteria,
    score_attachment,
    score_coordinations,
)
from bubbletree.metrics.table import table
from neural.data.gold import GoldSentence
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
    """

    paper: CoordinationScores
    strict: CoordinationScores
    released: CoordinationScores
    attachment: AttachmentScores | None

    @property
    def rank(self) -> Rank:
        """What models are compared by."""
        return Rank(self.paper.overall.exact.f1, 0.0 if self.attachment is None else self.attachment.las)

    def to_dict(self) -> dict[str, object]:
        """Everything, for JSON."""
        return {
            "coordination": {str(scores.convention): scores.to_dict() for scores in self._by_convention},
            "attachment": None if self.attachment is None else self.attachment.to_dict(),
        }

    @property
    def _by_convention(self) -> tuple[CoordinationScores, ...]:
        return self.paper, self.strict, self.released

    def to_text(self) -> str:
        """The main numbers as a table, in per cent: recall and F1 of coordinations, UAS and LAS."""
        rows: list[Sequence[str | int | float]] = [
            (f"{name}, {scores.convention}", *_recalls_and_f1s(criteria), criteria.exact.gold)
            for scores in self._by_convention
            for name, criteria in (("all", scores.overall), ("NP", scores.category("NP")))
        ]
        header = [f"{criterion} {ratio}" for criterion in ("exact", "inner", "whole") for ratio in ("R", "F1")]
        tables = [table(["coordinations", *header, "gold"], rows)]
        if self.attachment is not None:
            tables.append(self.attachment.to_text())
        return "\n\n".join(tables)

    def to_long_text(self) -> str:
        """Precision, recall and F1 by category, in all conventions, and attachment."""
        tables = [scores.to_text() for scores in self._by_convention]
        if self.attachment is not None:
            tables.append(self.attachment.to_text(relations=True))
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
) -> ParserScores:
    """Score what a parser found in gold sentences; every gold sentence counts.

    Parameters
    ----------
    gold : sequence of GoldSentence
        The gold sentences.
    analyses : sequence of Analysis
        What was found in each of them, in the same order.
    punctuation : Punctuation
        The gold data's convention for punctuation between conjuncts.
    """
    expected = [one.coordinations for one in gold]
    found = [analysis.coordinations for analysis in analyses]
    converted = [ud for analysis in analyses if (ud := analysis.ud(punctuation)) is not None]
    return ParserScores(
        score_coordinations(expected, found, Convention.PAPER),
        score_coordinations(expected, found, Convention.STRICT),
        score_coordinations(expected, found, Convention.RELEASED),
        score_attachment([one.sentence for one in gold], converted) if converted or not gold else None,
    )


def score_parser(
    parser: Parser, gold: Sequence[GoldSentence], punctuation: Punctuation = Punctuation.FOLLOWING
) -> ParserScores:
    """Parse gold sentences and score the result; the other parameters are as for :func:`score_analyses`."""
    analyses = list(parser.analyse_all(one.sentence for one in gold))
    return score_analyses(gold, analyses, punctuation)
