"""Attachment scores, against examples worked by hand."""

from __future__ import annotations

import json

import pytest

from bubbletree import Sentence
from bubbletree.metrics import AlignmentError, AttachmentScores, Counts, Share, is_punctuation, score_attachment

WORDS = ["We", "saw", "U.S.", "tea", "+", "...", "»"]
GOLD = Sentence.from_columns(
    WORDS, heads=[2, 0, 4, 2, 4, 2, 2], deprels=["nsubj", "root", "acl:relcl", "obj", "cc", "punct", "punct"]
)
PREDICTED = Sentence.from_columns(
    WORDS, heads=[2, 0, 4, 2, 2, 4, 2], deprels=["nsubj", "root", "acl", "iobj", "cc", "punct", "punct"]
)


def test_scores() -> None:
    scores = score_attachment([GOLD], [PREDICTED])
    assert scores.unlabelled == Share(5, 7)
    assert scores.labelled == Share(3, 7)
    assert scores.unlabelled_words == Share(4, 5)
    assert scores.labelled_words == Share(2, 5)
    assert scores.labelled_universal == Share(4, 7)
    assert (scores.uas, scores.las) == (5 / 7, 3 / 7)
    assert dict(scores.relations) == {
        "acl": Counts(0, 1, 0),
        "acl:relcl": Counts(0, 0, 1),
        "cc": Counts(0, 1, 1),
        "iobj": Counts(0, 1, 0),
        "nsubj": Counts(1, 1, 1),
        "obj": Counts(0, 0, 1),
        "punct": Counts(1, 2, 2),
        "root": Counts(1, 1, 1),
    }


def test_as_tables_for_people() -> None:
    scores = score_attachment([GOLD], [PREDICTED])
    lines = [line.split() for line in scores.to_text().splitlines()]
    assert lines == [
        ["attachment", "UAS", "LAS", "words"],
        ["all", "words", "71.43", "42.86", "7"],
        ["without", "punctuation", "80.00", "40.00", "5"],
        ["without", "subtypes", "71.43", "57.14", "7"],
    ]
    longer = [line.split() for line in scores.to_text(relations=True).splitlines()]
    assert longer[:6] == [*lines, [], ["relation", "P", "R", "F1", "correct", "predicted", "gold"]]
    assert ["punct", "50.00", "50.00", "50.00", "1", "2", "2"] in longer
    assert len(longer) == len(lines) + 1 + 1 + len(scores.relations)


def test_without_subtypes() -> None:
    scores = score_attachment([GOLD], [PREDICTED], subtypes=False)
    assert scores.labelled == scores.labelled_universal == Share(4, 7)
    assert dict(scores.relations)["acl"] == Counts(1, 1, 1)
    assert score_attachment([GOLD], [GOLD]).labelled == Share(7, 7)
    assert dict(score_attachment([GOLD], [GOLD]).relations)["acl:relcl"] == Counts(1, 1, 1)


def test_scores_add_up() -> None:
    twice = score_attachment([GOLD, GOLD], [PREDICTED, GOLD])
    assert twice == score_attachment([GOLD], [PREDICTED]) + score_attachment([GOLD], [GOLD])
    assert twice.unlabelled == Share(12, 14)
    assert twice.labelled_universal == Share(11, 14)
    assert dict(twice.relations)["punct"] == Counts(3, 4, 4)
    assert dict(twice.relations)["obj"] == Counts(1, 1, 2)
    assert [name for name, _ in twice.relations] == sorted(name for name, _ in twice.relations)
    assert score_attachment([], []) == AttachmentScores()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["We", "saw"], r"sentence 2 \(b\): it has 7 words, but 2 in the prediction"),
        ([*WORDS[:-1], "«"], r"sentence 2 \(b\): word 7 is '»', but '«' in the prediction"),
        (WORDS, r"sentence 2 \(b\): a word has no head"),
    ],
)
def test_sentences_that_do_not_belong_together(words: list[str], message: str) -> None:
    gold = Sentence(GOLD.rows, comments=("# sent_id = b",))
    with pytest.raises(AlignmentError, match=message) as caught:
        score_attachment([GOLD, gold], [GOLD, Sentence.from_columns(words)])
    assert (caught.value.sentence, caught.value.sent_id) == (2, "b")
    assert str(caught.value) == f"sentence 2 (b): {caught.value.reason}"


def test_a_missing_sentence() -> None:
    with pytest.raises(AlignmentError, match="sentence 2: there are 1 predicted sentences"):
        score_attachment([GOLD, GOLD], [GOLD])


@pytest.mark.parametrize("word", [",", "--", "...", "»", "“", "¿", "、", "(", "%"])
def test_punctuation(word: str) -> None:
    assert is_punctuation(word)


@pytest.mark.parametrize("word", ["", "a", "U.S.", "+", "$", "'s", "1.", "♥"])
def test_no_punctuation(word: str) -> None:
    assert not is_punctuation(word)


def test_json() -> None:
    scores = score_attachment([GOLD], [PREDICTED])
    again = json.loads(json.dumps(scores.to_dict(), allow_nan=False))
    assert again["relations"].pop("punct") == {
        "precision": 0.5, "recall": 0.5, "f1": 0.5, "correct": 1, "predicted": 2, "gold": 2,
    }  # fmt: skip
    assert sorted(again.pop("relations")) == ["acl", "acl:relcl", "cc", "iobj", "nsubj", "obj", "root"]
    assert again == {
        "uas": {"ratio": 5 / 7, "correct": 5, "total": 7},
        "las": {"ratio": 3 / 7, "correct": 3, "total": 7},
        "without_punctuation": {
            "uas": {"ratio": 0.8, "correct": 4, "total": 5},
            "las": {"ratio": 0.4, "correct": 2, "total": 5},
        },
        "without_subtypes": {"las": {"ratio": 4 / 7, "correct": 4, "total": 7}},
    }


def test_the_scores_of_nothing_are_zero() -> None:
    none = Share(correct=0, total=0)
    assert AttachmentScores() == AttachmentScores(none, none, none, none, (), none)
