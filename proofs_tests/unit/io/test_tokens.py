"""Token files: words and tags come back, with the coordinations of a .coord file, and errors have lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from bubbletree import FormatError, UnwritableError, read_coord, write_coord
from bubbletree.io.tokens import format_tokens, iter_tokens, scan_tokens, write_tokens
from bubbletree.marked import marked
from bubbletree.sentence import Row, Sentence
from bubbletree.treebank import load


def test_the_treebank_comes_back(tmp_path: Path) -> None:
    written = [marked(tree) for tree in load()]
    tagged = [
        Sentence(tuple(Row(row.id, row.form, xpos=row.upos) for row in one.sentence.word_rows)).with_comments(
            {"sent_id": one.sent_id or ""}
        )
        for one in written
    ]
    write_tokens(tagged, tmp_path / "x.tokens")
    write_coord({one.sent_id or "": one.coordinations for one in written}, tmp_path / "x.coord")
    assert list(iter_tokens(tmp_path / "x.tokens")) == tagged
    found = read_coord(tmp_path / "x.coord")
    assert [found.get(one.sent_id or "", ()) for one in tagged] == [one.coordinations for one in written]
    assert len(found) > 30


def test_sentences_end_at_blank_lines_and_where_the_id_changes() -> None:
    text = "# note\n1\t1\ta\tDT\n1\t2\tb\tNN\n2\t1\tc\tNN\n\n\n3\t1\td\t\n"
    found = [(one.sent_id, one.words, one.word_rows[-1].xpos) for one in iter_tokens(text)]
    assert found == [("1", ("a", "b"), "NN"), ("2", ("c",), "NN"), ("3", ("d",), "_")]


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ("2\t1\ta\n", "x:2: sentence 2: expected 4 columns separated by tabs, found 3"),
        ("2\t1\ta\tNN\n2\t1\tb\tNN\n", "x:3: sentence 2: expected word 2, found 1"),
        ("2\t0\ta\tNN\n", "x:2: sentence 2: expected word 1, found 0"),
        ("2\t1\t\tNN\n", "x:2: sentence 2: the sentence id or the word is empty"),
        ("\t1\ta\tNN\n", "x:2: the sentence id or the word is empty"),
        ("\n1\t1\ta\tNN\n", "x:3: sentence 1: two sentences have the id 1"),
        (
            "2\t1\ta\tNN\n2\t2\ta\tNN\n2\t3\ta\tNN\n",
            "x:2: sentence 2: the sentence has more than 2 words, the most that are read",
        ),
    ],
)
def test_errors_name_line_and_cause_and_reading_goes_on(lines: str, reason: str) -> None:
    first, bad, last = scan_tokens(f"1\t1\ttea\tNN\n{lines}9\t1\tmilk\tNN\n", "x", max_words=2)
    assert str(bad) == reason
    assert [one.value.words for one in (first, last)] == [("tea",), ("milk",)]  # type: ignore[union-attr]  # good ones


def test_reading_all_stops_at_the_first_error() -> None:
    with pytest.raises(FormatError, match=r"^x:1: expected word 1, found 2$"):
        list(iter_tokens("1\t2\ta\tNN\n", "x"))


@pytest.mark.parametrize(
    ("sent_id", "rows"),
    [
        ("", (Row("1", "a"),)),
        ("1", ()),
        ("1", (Row("1", "a\tb"),)),
        ("1", (Row("1", "a", xpos=""),)),
        ("#1", (Row("1", "a"),)),
    ],
)
def test_what_cannot_be_written_is_refused(sent_id: str, rows: tuple[Row, ...]) -> None:
    with pytest.raises(UnwritableError, match=r"^cannot be written as tokens"):
        format_tokens(Sentence(rows).with_comments({"sent_id": sent_id}))
