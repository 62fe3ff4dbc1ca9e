"""The comments on how sure a model is of coordinations: what is written is what is read."""

from __future__ import annotations

import pytest

from bubbletree import Alternative, Sentence, coordinations, parse_brackets
from bubbletree.confidence import (
    ALTERNATIVES,
    CONFIDENCE,
    StatedAlternative,
    alternatives,
    alternatives_comment,
    confidence_comment,
    confidences,
)
from proofs_tests.support.examples import FIGURE_1

OUTER, INNER = FOUND = coordinations(FIGURE_1)


def sentence(name: str, value: str) -> Sentence:
    return Sentence.from_columns(FIGURE_1.words).with_comments({name: value})


def test_confidences_that_were_written_are_read() -> None:
    written = confidence_comment({OUTER: 0.87, INNER: 0.425})
    assert written == "3-9:0.87 4-6:0.42"
    assert confidences(sentence(CONFIDENCE, written), FOUND) == [0.87, 0.42]


def test_other_readings_that_were_written_are_read() -> None:
    private = parse_brackets("nsubj=I prefer obj=[[(amod=hot coffee) cc=or tea] cc=and (det=a bun)]")
    hot = coordinations(private)[1]
    written = alternatives_comment({OUTER: [], INNER: [Alternative(private, hot, 0.3), Alternative(private, hot, 0.1)]})
    assert written == "4-6:0.30:3-4,6-6 4-6:0.10:3-4,6-6"
    assert alternatives(sentence(ALTERNATIVES, written), FOUND) == [
        [],
        [StatedAlternative(0.3, hot.conjuncts), StatedAlternative(0.1, hot.conjuncts)],
    ]


@pytest.mark.parametrize("junk", ["tea", "4-6", "4-6:1.5", "4-6:-0.5", "3-9:nan", "4-6:0.42,"])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_comment_with_junk_says_nothing_at_all(junk: str, place: int) -> None:
    entries = ["3-9:0.87", "4-6:0.42"]
    entries.insert(place, junk)
    assert confidences(sentence(CONFIDENCE, " ".join(entries)), FOUND) == [None, None]
    readings = [f"{entry}:3-4,6-6" for entry in entries]
    assert alternatives(sentence(ALTERNATIVES, " ".join(readings)), FOUND) == [[], []]


def test_a_confidence_of_one_is_read() -> None:
    assert confidences(sentence(CONFIDENCE, "3-9:1.00 4-6:0.00"), FOUND) == [1.0, 0.0]
