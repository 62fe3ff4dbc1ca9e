"""Accuracy of part-of-speech tags."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bubbletree.metrics.alignment import aligned, require_same_words
from bubbletree.metrics.counts import Share
from bubbletree.metrics.table import table
from bubbletree.sentence import Sentence


@dataclass(frozen=True, slots=True)
class TaggingScores:
    """How many words have the right tag; words whose gold tag is missing do not count.

    Attributes
    ----------
    upos, xpos : Share
        Words with the right tag in the column UPOS, and in the column XPOS.
    """

    upos: Share = Share()
    xpos: Share = Share()

    def __add__(self, other: TaggingScores) -> TaggingScores:
        return TaggingScores(self.upos + other.upos, self.xpos + other.xpos)

    def to_dict(self) -> dict[str, object]:
        """Both, for JSON."""
        return {"upos": self.upos.to_dict(), "xpos": self.xpos.to_dict()}

    def to_text(self) -> str:
        """Both as a table in per cent."""
        return table(["tags", "right", "words"], [(n, s.ratio, s.total) for n, s in self._by_column if s.total])

    @property
    def _by_column(self) -> tuple[tuple[str, Share], ...]:
        return ("UPOS", self.upos), ("XPOS", self.xpos)


def score_tagging(gold: Iterable[Sentence], predicted: Iterable[Sentence]) -> TaggingScores:
    """Score the tags of many sentences.

    Parameters
    ----------
    gold, predicted : iterable of Sentence
        The sentences in the same order.

    Raises
    ------
    AlignmentError
        There are more sentences on one side, or the words of a sentence differ.

    Examples
    --------
    >>> gold = Sentence.from_columns(["Tea", "please", "!"], upos=["NOUN", "INTJ", "_"])
    >>> score_tagging([gold], [Sentence.from_columns(["Tea", "please", "!"], upos=["NOUN", "VERB", "PUNCT"])]).upos
    Share(correct=1, total=2)
    """
    scores = TaggingScores()
    for number, expected, found in aligned(gold, predicted):
        require_same_words(number, expected.words, found.words, expected.sent_id)
        pairs = list(zip(expected.word_rows, found.word_rows, strict=True))
        scores += TaggingScores(
            _share([(one.upos, other.upos) for one, other in pairs]),
            _share([(one.xpos, other.xpos) for one, other in pairs]),
        )
    return scores


def _share(pairs: list[tuple[str, str]]) -> Share:
    tagged = [(right, found) for right, found in pairs if right != "_"]
    return Share(sum(right == found for right, found in tagged), len(tagged))
