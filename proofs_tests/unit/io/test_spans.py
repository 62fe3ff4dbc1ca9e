"""Lists of spans: what is read, and what is wrong with the others."""

from __future__ import annotations

import pytest

from bubbletree import FormatError
from bubbletree.io.spans import SpanLine, read_spans
from bubbletree.span import Span


def test_sentences_and_words_are_counted_from_0() -> None:
    found = read_spans("0\t1\tNP-SBJ\t0-2\tNN-0-0\tNN-2-2\n\n4\t2\tVP\t1-9\tVP-1-1\tVP-3-4\t6-9\n")
    assert found == {
        0: (SpanLine(1, 2, "NP", (Span(1, 1), Span(3, 3))),),
        4: (SpanLine(3, 3, "VP", (Span(2, 2), Span(4, 5), Span(7, 10))),),
    }


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("0\t1\tNP\t0-2\t0-0", "expected at least 6 columns separated by tabs, found 5"),
        ("x\t1\tNP\t0-2\t0-0\t2-2", "expected two numbers, found 'x' and '1'"),
        ("0\t-1\tNP\t0-2\t0-0\t2-2", "expected two numbers, found '0' and '-1'"),
        ("0\t1\t\t0-2\t0-0\t2-2", "expected a category, found ''"),
        ("0\t1\tNP\t0-2\t0-0\ttea", "expected a span, found 'tea'"),
        ("0\t1\tNP\t0-2\t0-0\tNN-2-1", "expected a span, found 'NN-2-1'"),
        ("0\t1\tNP\t0-2\t0-1\t1-2", "the conjuncts overlap or are out of order"),
        ("0\t1\tNP\t0-3\t0-0\t2-2", "the whole is 0-3, but the conjuncts do not begin and end there"),
        ("0\t1\tNP\t0-" + "9" * 5000 + "\t0-0\t2-2", "expected a span, found '0-" + "9" * 38 + "...'"),
    ],
)
def test_errors_name_line_and_cause(line: str, reason: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_spans(["\n", line], "gold")
    assert str(caught.value) == f"gold:2: {reason}"
