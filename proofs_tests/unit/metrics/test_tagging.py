"""Accuracy of tags."""

from __future__ import annotations

import pytest

from bubbletree import Row, Sentence
from bubbletree.metrics import AlignmentError, Share, TaggingScores, score_tagging


def sentence(*tags: str) -> Sentence:
    """A sentence with these tags, each ``UPOS/XPOS``, and a multiword token over its first two words."""
    rows = [Row(str(number), "w", "_", *tag.split("/")) for number, tag in enumerate(tags, start=1)]
    return Sentence((Row("1-2", "ww", upos="X"), *rows))


def test_each_column_counts_the_words_that_have_a_gold_tag_there() -> None:
    gold = sentence("NOUN/NN", "VERB/_", "_/IN", "_/_")
    found = sentence("NOUN/NNS", "VERB/VB", "ADP/IN", "X/FW")
    assert score_tagging([gold], [found]) == TaggingScores(Share(2, 2), Share(1, 2))
    assert score_tagging([found], [gold]) == TaggingScores(Share(2, 4), Share(1, 4))
    assert score_tagging([gold, found], [found, found]) == TaggingScores(Share(6, 6), Share(5, 6))


def test_the_table_leaves_out_a_column_without_gold_tags() -> None:
    text = score_tagging([sentence("NOUN/_", "VERB/_")], [sentence("NOUN/NN", "AUX/VB")]).to_text()
    assert [line.split() for line in text.splitlines()] == [["tags", "right", "words"], ["UPOS", "50.00", "2"]]


def test_the_words_must_be_the_same() -> None:
    with pytest.raises(AlignmentError):
        score_tagging([sentence("NOUN/NN", "VERB/VB")], [Sentence.from_columns(["w", "v"])])
