"""Scores of a parse: of coordinations, attachment and tags.

* :mod:`bubbletree.metrics.coordination`: precision, recall and F1 of coordinations;
* :mod:`bubbletree.metrics.breakdown`: the same by coordinator, number of conjuncts, nesting and length;
* :mod:`bubbletree.metrics.mistakes`: kinds of mistakes;
* :mod:`bubbletree.metrics.attachment`: UAS and LAS of the UD conversion, and scores by relation;
* :mod:`bubbletree.metrics.tagging`: accuracy of part-of-speech tags;
* :mod:`bubbletree.metrics.counts`: the counts behind all;
* :mod:`bubbletree.metrics.alignment`: gold and predicted sentences side by side, or an error;
* :mod:`bubbletree.metrics.table`: numbers in columns.

All scores are values that can be added, so they can be collected sentence by sentence.
"""

from bubbletree.metrics.alignment import AlignmentError, aligned
from bubbletree.metrics.attachment import AttachmentScores, is_punctuation, score_attachment
from bubbletree.metrics.breakdown import Trait, score_by_trait, traits
from bubbletree.metrics.coordination import (
    Convention,
    CoordinationScores,
    Criteria,
    gold_coordinations,
    key_of,
    score_coordinations,
    score_sentence,
)
from bubbletree.metrics.counts import Counts, Share
from bubbletree.metrics.mistakes import (
    Mistake,
    MistakeKind,
    count_mistakes,
    find_mistakes,
    mistake_name,
    mistakes_table,
)
from bubbletree.metrics.tagging import TaggingScores, score_tagging

__all__ = [
    "AlignmentError",
    "AttachmentScores",
    "Convention",
    "CoordinationScores",
    "Counts",
    "Criteria",
    "Mistake",
    "MistakeKind",
    "Share",
    "TaggingScores",
    "Trait",
    "aligned",
    "count_mistakes",
    "find_mistakes",
    "gold_coordinations",
    "is_punctuation",
    "key_of",
    "mistake_name",
    "mistakes_table",
    "score_attachment",
    "score_by_trait",
    "score_coordinations",
    "score_sentence",
    "score_tagging",
    "traits",
]
