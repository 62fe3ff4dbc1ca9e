"""Sentences as numbers."""

from __future__ import annotations

import pytest
import torch

from bubbletree import Sentence
from neural.data.features import MAX_SPELLING, drop_words, featurise, word_counts
from neural.data.vocabulary import ROOT_ENTRY, UNKNOWN, Vocabulary
from neural.data.words import Words, words_of

SENTENCES = [
    Words(("Hot", "tea", "and", "tea"), ("JJ", "NN", "CC", "NN")),
    Words((), ()),
    Words(("tea",), ("NN",)),
]


def test_the_vocabulary_does_not_depend_on_order() -> None:
    there = Vocabulary.build(SENTENCES, ["root", "cc"])
    back = Vocabulary.build(SENTENCES[::-1], ["cc", "root"])
    assert there == back
    assert there.words == ("", "", "and", "hot", "tea")
    assert there.labels == ("cc", "conj", "root")
    assert there.conj == 1


def test_rare_words_are_left_out() -> None:
    assert Vocabulary.build(SENTENCES, [], min_count=2).words == ("", "", "tea")


def test_features_are_flat_with_rt_before_each_sentence() -> None:
    vocabulary = Vocabulary.build(SENTENCES, [])
    features = featurise([*SENTENCES, Words(("TEA", "X"), ("NN", "??"))], vocabulary)
    assert features.lengths == (4, 0, 1, 2)
    assert [vocabulary.words[word] for word in features.words] == [
        "",
        "hot",
        "tea",
        "and",
        "tea",
        "",
        "",
        "tea",
        "",
        "tea",
        "",
    ]
    assert features.words[[0, 5, 6, 8]].tolist() == [ROOT_ENTRY] * 4
    assert features.words[10] == UNKNOWN
    assert [vocabulary.tags[tag] for tag in features.tags[[1, 2, 3, 4, 7, 9]]] == ["JJ", "NN", "CC", "NN", "NN", "NN"]
    assert features.tags[[0, 10]].tolist() == [ROOT_ENTRY, UNKNOWN]


def test_a_spelling_is_looked_up_once_for_all_its_tokens() -> None:
    vocabulary = Vocabulary.build(SENTENCES, [])
    features = featurise(SENTENCES, vocabulary)
    assert features.characters.size(0) == len({"", "Hot", "tea", "and"})
    spelled = [
        "".join(vocabulary.characters[c] for c in row if c >= 0)
        for row in features.characters[features.spelling].tolist()
    ]
    assert spelled == ["", "Hot", "tea", "and", "tea", "", "", "tea"]
    assert features.characters[0, 0] == ROOT_ENTRY


def test_of_long_words_both_ends_are_read() -> None:
    word = "a" * MAX_SPELLING + "b" * MAX_SPELLING
    vocabulary = Vocabulary.build([Words((word,), ("_",))], [])
    characters = featurise([Words((word,), ("_",))], vocabulary).characters[1].tolist()
    assert [vocabulary.characters[c] for c in characters] == ["a"] * (MAX_SPELLING // 2) + ["b"] * (MAX_SPELLING // 2)


def test_pretrained_words_are_found_as_written_or_in_lower_case() -> None:
    vocabulary = Vocabulary.build([], [], pretrained=["Turin", "tea"])
    features = featurise([Words(("Turin", "turin", "Tea"), ("_",) * 3)], vocabulary)
    assert features.pretrained[features.spelling].tolist() == [ROOT_ENTRY, 2, UNKNOWN, 3]


@pytest.mark.parametrize(("column", "tags"), [("none", ("_", "_")), ("upos", ("NOUN", "X")), ("xpos", ("_", "_"))])
def test_tags_come_from_the_column_asked_for(column: str, tags: tuple[str, ...]) -> None:
    sentence = Sentence.from_columns(["tea", "!"], upos=["NOUN", "X"])
    assert words_of(sentence, column).tags == tags  # type: ignore[arg-type]  # a literal, from the parameters


def test_rare_words_are_dropped_more_often_and_nothing_else_changes() -> None:
    rare, common = "rare", "common"
    sentence = Words((rare, *[common] * 9), ("_",) * 10)
    vocabulary = Vocabulary.build([sentence], [])
    counts = word_counts([sentence], vocabulary)
    assert counts.tolist() == [0, 0, 9, 1]
    torch.manual_seed(0)
    features = featurise([sentence] * 2000, vocabulary)
    dropped = drop_words(features, counts, 1.0)
    unknown = (dropped.words == UNKNOWN).view(2000, 11).float().mean(dim=0)
    assert unknown[0] == 0
    assert unknown[1] == pytest.approx(1 / 2, abs=0.05)
    assert unknown[2:].mean() == pytest.approx(1 / 10, abs=0.02)
    assert torch.equal(dropped.spelling, features.spelling)
    assert torch.equal(drop_words(features, counts, 0.0).words, features.words)
