"""Attachment scores of dependency trees: UAS, LAS, and precision, recall and F1 by relation.

They are meant for the UD conversion of bubble trees (:func:`bubbletree.to_ud`), as in section 5 of
Shi & Lee (2021), and take any sentences with heads and relations.

UAS
    the share of words with the right head;
LAS
    the share of words with the right head and the right relation to it.

Both are given over all words and without punctuation.  A word is punctuation if Unicode classes all its characters as
punctuation. This depends only on the words, which are the same in gold and prediction.

LAS is also given without subtypes, where ``acl:relcl`` counts as ``acl``.  The program released with
the paper reports UAS over all words, and LAS over all words without subtypes.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from bubbletree.metrics.alignment import AlignmentError, aligned, require_same_words
from bubbletree.metrics.counts import Counts, Share
from bubbletree.metrics.table import table
from bubbletree.sentence import Sentence


def is_punctuation(word: str) -> bool:
    """Whether a word consists of punctuation characters only (Unicode's categories P*).

    Parameters
    ----------
    word : str
        The word.

    Examples
    --------
    >>> [is_punctuation(word) for word in (",", "--", "U.S.", "+", "")]
    [True, True, False, False, False]
    """
    return bool(word) and all(unicodedata.category(character).startswith("P") for character in word)


@dataclass(frozen=True, slots=True)
class AttachmentScores:
    """How many words were attached well.

    Attributes
    ----------
    unlabelled, labelled : Share
        Words with the right head, and with the right head and relation (UAS and LAS).
    unlabelled_words, labelled_words : Share
        The same without punctuation.
    relations : tuple of (str, Counts)
        For each relation, in alphabetical order: the words that have it in the gold tree, in the
        predicted one, and those of the latter with the right head and relation.
    labelled_universal : Share
        Words with the right head and the right universal relation, which is the relation without its
        subtype.  Punctuation counts.
    """

    unlabelled: Share = Share()
    labelled: Share = Share()
    unlabelled_words: Share = Share()
    labelled_words: Share = Share()
    relations: tuple[tuple[str, Counts], ...] = ()
    labelled_universal: Share = Share()

    @property
    def uas(self) -> float:
        """The unlabelled attachment score, punctuation included, as a fraction."""
        return self.unlabelled.ratio

    @property
    def las(self) -> float:
        """The labelled attachment score, punctuation included, as a fraction."""
        return self.labelled.ratio

    def __add__(self, other: AttachmentScores) -> AttachmentScores:
        relations = dict(self.relations)
        for name, counts in other.relations:
            relations[name] = relations.get(name, Counts()) + counts
        return AttachmentScores(
            self.unlabelled + other.unlabelled,
            self.labelled + other.labelled,
            self.unlabelled_words + other.unlabelled_words,
            self.labelled_words + other.labelled_words,
            tuple(sorted(relations.items())),
            self.labelled_universal + other.labelled_universal,
        )

    def to_dict(self) -> dict[str, object]:
        """Everything, for JSON."""
        return {
            "uas": self.unlabelled.to_dict(),
            "las": self.labelled.to_dict(),
            "without_punctuation": {
                "uas": self.unlabelled_words.to_dict(),
                "las": self.labelled_words.to_dict(),
            },
            "without_subtypes": {"las": self.labelled_universal.to_dict()},
            "relations": {name: counts.to_dict() for name, counts in self.relations},
        }

    def to_text(self, *, relations: bool = False) -> str:
        """The scores as a table in per cent; with ``relations``, also a table by relation."""
        text = table(
            ["attachment", "UAS", "LAS", "words"],
            [
                ("all words", self.uas, self.las, self.unlabelled.total),
                (
                    "without punctuation",
                    self.unlabelled_words.ratio,
                    self.labelled_words.ratio,
                    self.unlabelled_words.total,
                ),
                ("without subtypes", self.uas, self.labelled_universal.ratio, self.labelled_universal.total),
            ],
        )
        if relations:
            rows = [(name, c.precision, c.recall, c.f1, c.correct, c.predicted, c.gold) for name, c in self.relations]
            text += "\n\n" + table(["relation", "P", "R", "F1", "correct", "predicted", "gold"], rows)
        return text


def score_attachment(
    gold: Iterable[Sentence], predicted: Iterable[Sentence], *, subtypes: bool = True
) -> AttachmentScores:
    """Score the heads and relations of many sentences.

    Parameters
    ----------
    gold, predicted : iterable of Sentence
        The sentences in the same order.
    subtypes : bool
        Whether ``acl:relcl`` differs from ``acl``, in all but ``labelled_universal``.

    Raises
    ------
    AlignmentError
        There are more sentences on one side, the words of a sentence differ, or one has no heads.

    Examples
    --------
    >>> gold = Sentence.from_columns(["Tea", "please", "!"], heads=[0, 1, 1], deprels=["root", "discourse", "punct"])
    >>> bad = Sentence.from_columns(["Tea", "please", "!"], heads=[0, 1, 2], deprels=["root", "advmod", "punct"])
    >>> scores = score_attachment([gold], [bad])
    >>> scores.unlabelled, scores.labelled, scores.labelled_words
    (Share(correct=2, total=3), Share(correct=1, total=3), Share(correct=1, total=2))
    """
    scores = AttachmentScores()
    for number, expected, found in aligned(gold, predicted):
        require_same_words(number, expected.words, found.words, expected.sent_id)
        scores += _score_sentence(number, expected, found, subtypes=subtypes)
    return scores


def _score_sentence(number: int, gold: Sentence, predicted: Sentence, *, subtypes: bool) -> AttachmentScores:
    try:
        heads = list(zip(gold.heads, predicted.heads, strict=True))
    except ValueError:
        raise AlignmentError(number, "a word has no head", gold.sent_id) from None
    universal = list(zip(_universal(gold), _universal(predicted), strict=True))
    relations = list(zip(gold.deprels, predicted.deprels, strict=True)) if subtypes else universal
    same_head = [one == other for one, other in heads]
    same = [head and one == other for head, (one, other) in zip(same_head, relations, strict=True)]
    plain = [not is_punctuation(word) for word in gold.words]
    in_gold = Counter(one for one, _ in relations)
    in_prediction = Counter(other for _, other in relations)
    correct = Counter(one for (one, _), right in zip(relations, same, strict=True) if right)
    return AttachmentScores(
        Share(sum(same_head), len(heads)),
        Share(sum(same), len(heads)),
        Share(sum(a and b for a, b in zip(same_head, plain, strict=True)), sum(plain)),
        Share(sum(a and b for a, b in zip(same, plain, strict=True)), sum(plain)),
        tuple(
            (name, Counts(correct[name], in_prediction[name], in_gold[name]))
            for name in sorted(in_gold | in_prediction)
        ),
        Share(sum(head and a == b for head, (a, b) in zip(same_head, universal, strict=True)), len(heads)),
    )


def _universal(sentence: Sentence) -> tuple[str, ...]:
    """The relations without their subtypes."""
    return tuple(relation.partition(":")[0] for relation in sentence.deprels)
