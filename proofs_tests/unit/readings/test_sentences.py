"""The sentences with readings by hand: the rules find all of them."""

from __future__ import annotations

from collections import Counter

import pytest

from bubbletree import split, validate
from proofs_tests.support.readings import KEPT_BACK, SENTENCES, Read, read_sentences

FOR_THE_RULES = list(read_sentences(SENTENCES))
AFTERWARDS = list(read_sentences(KEPT_BACK))


@pytest.mark.parametrize("read", [*FOR_THE_RULES, *AFTERWARDS], ids=lambda read: read.text)
def test_the_readings_are_those_that_a_person_gives(read: Read) -> None:
    found = split(read.tree)
    assert tuple(reading.text for reading in found) == read.readings
    for reading in found:
        assert validate(reading.tree)
        assert reading.words == tuple(read.tree.words[token - 1] for token in reading.tokens)
        assert [read.text[start:end] for start, end in reading.offsets] == list(reading.words)


def test_there_are_sentences_of_many_kinds() -> None:
    kinds = Counter(read.kind for read in FOR_THE_RULES)
    assert len(FOR_THE_RULES) >= 100
    assert len(AFTERWARDS) >= 40
    assert sum(number >= 5 for number in kinds.values()) >= 12
    texts = [read.text for read in (*FOR_THE_RULES, *AFTERWARDS)]
    assert len(set(texts)) == len(texts)
