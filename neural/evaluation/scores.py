"""Scores of a parser on gold sentences: coordinations in both conventions, and attachment in UD."""

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
    paper, strict : CoordinationScores
        Coordinations, in the two conventions of :mod:`bubbletree.metrics.coordination`.
    attachment : AttachmentScores or None
        Heads and relations in UD; None if the parser finds none.
    """

    paper: CoordinationScores
    strict: CoordinationScores
    attachment: AttachmentScores | None

    @property
    def rank(self) -> Rank:
        """What models are compared by."""
        return Rank(self.paper.overall.exact.f1, 0.0 if self.attachment is None else self.attachment.las)

    def to_dict(self) -> dict[str, object]:
        """Everything, for JSON."""
        return {
            "coordination": {"paper": self.paper.to_dict(), "strict": self.strict.to_dict()},
            "attachment": None if self.attachment is None else self.attachment.to_dict(),
        }

    def to_text(self) -> str:
        """The main numbers as a table, in per cent."""
        rows = [
            (f"{name}, {convention}", *_f1s(criteria), criteria.exact.gold)
            for convention, scores in (("paper", self.paper), ("strict", self.strict))
            for name, criteria in (("all", scores.overall), ("NP", scores.category("NP")))
        ]
        tables = [table(["F1 of coordinations", "exact", "inner", "whole", "gold"], rows)]
        if self.attachment is not None:
            tables.append(self.attachment.to_text())
        return "\n\n".join(tables)

    def to_long_text(self) -> str:
        """Precision, recall and F1 by category, in both conventions, and attachment."""
        tables = [self.paper.to_text(), self.strict.to_text()]
        if self.attachment is not None:
            tables.append(self.attachment.to_text(relations=True))
        return "\n\n".join(tables)

    def to_line(self) -> str:
        """The most important numbers, in per cent, on one line."""
        exact, inner, whole = _f1s(self.paper.overall)
        line = f"exact F1 {100 * exact:.2f}, inner {100 * inner:.2f}, whole {100 * whole:.2f}"
        if self.attachment is not None:
            line += f", UAS {100 * self.attachment.uas:.2f}, LAS {100 * self.attachment.las:.2f}"
        return line


def _f1s(criteria: Criteria) -> tuple[float, float, float]:
    return criteria.exact.f1, criteria.inner.f1, criteria.whole.f1


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
        The gold data's custom for punctuation between conjuncts.
    """
    expected = [one.coordinations for one in gold]
    found = [analysis.coordinations for analysis in analyses]
    converted = [ud for analysis in analyses if (ud := analysis.ud(punctuation)) is not None]
    return ParserScores(
        score_coordinations(expected, found, Convention.PAPER),
        score_coordinations(expected, found, Convention.STRICT),
        score_attachment([one.sentence for one in gold], converted) if converted or not gold else None,
    )


def score_parser(
    parser: Parser, gold: Sequence[GoldSentence], punctuation: Punctuation = Punctuation.FOLLOWING
) -> ParserScores:
    """Parse gold sentences and score the result; the other parameters are as for :func:`score_analyses`."""
    analyses = list(parser.analyse_all(one.sentence for one in gold))
    return score_analyses(gold, analyses, punctuation)
