"""Plain text as sentences: paragraphs or lines, with the places of tokens in the file."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from itertools import count, islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbletree import Sentence
from bubbletree.io.lines import whole_lines
from neural.data import text

NOTES = {
    "unix": "Tea,\nplease! And buns.\n\n\n  Thanks.\n",
    "windows": "Tea,\r\nplease! And buns.\r\n\r\n \t\r\n  Thanks.\r\n",
    "joined": "\ufeffTea,\nplease! And buns.\n\n\ufeff\n\ufeffThanks.",
    "decomposed": "The cafe\u0301 and the jalapen\u0303o bar\nclosed. Next!\n\nNai\u0308ve 👩‍👩‍👧 e\u0301.\n",
    "scripts": "हिन्दी और उर्दू। क्या?\n\nهل جاء؟ نعم.\n\nTiê\u0301ng Việt. 我喜欢茶。你呢？\n",
}


def sentences_of(tmp_path: Path, content: str) -> list[Sentence]:
    path = tmp_path / "notes.txt"
    path.write_bytes(content.encode())
    return list(text.running(whole_lines(path, "notes")))


@pytest.mark.parametrize("content", NOTES.values(), ids=NOTES)
@pytest.mark.parametrize("read", [text.running, text.one_a_line, lambda lines: text.one_a_line(lines, cut=False)])
def test_each_token_is_what_stands_at_its_place_in_the_file(
    tmp_path: Path, content: str, read: Callable[[Iterator[str]], Iterator[Sentence]]
) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content.encode())
    found = list(read(whole_lines(path, "notes")))
    assert found
    covered = 0
    for sentence in found:
        assert sentence.offsets is not None
        for word, (start, end) in zip(sentence.words, sentence.offsets, strict=True):
            assert unicodedata.normalize("NFC", content[start:end]) == word
            covered += end - start
    assert covered == len("".join(content.replace("\ufeff", "").split()))


def test_paragraphs_end_at_blank_lines_and_lines_are_joined(tmp_path: Path) -> None:
    for name in ("unix", "windows", "joined"):
        found = sentences_of(tmp_path, NOTES[name])
        assert [sentence.words for sentence in found] == [
            ("Tea", ",", "please", "!"),
            ("And", "buns", "."),
            ("Thanks", "."),
        ]
        assert [sentence.comments for sentence in found] == [
            ("# newpar", "# sent_id = 1", "# text = Tea, please!"),
            ("# sent_id = 2", "# text = And buns."),
            ("# newpar", "# sent_id = 3", "# text = Thanks."),
        ]


def test_a_line_too_long_to_be_wrapped_is_a_paragraph_of_its_own(tmp_path: Path) -> None:
    wrapped, whole = "figs , " * 28 + "tea,", "figs , " * 28 + "plums"
    assert (len(wrapped), len(whole)) == (200, 201)
    for line, lengths in ((whole, [2, 57, 2, 2]), (wrapped, [62, 2])):
        found = sentences_of(tmp_path, f"Tea and\n{line}\r\n and milk\n\nbuns .")
        assert [len(sentence.words) for sentence in found] == lengths
        assert [sentence.comments[0] for sentence in found] == ["# newpar"] * len(lengths)


def test_no_more_than_a_paragraph_is_read_ahead() -> None:
    read = 0

    def endless() -> Iterator[str]:
        nonlocal read
        for read in count(1):
            yield "Tea. Buns.\n" if read % 2 else "\n"

    assert len(list(islice(text.running(endless()), 10))) == 10
    assert read == 10


def test_lines_are_sentences_with_the_number_of_their_line() -> None:
    lines = ["\ufeffTea. And  buns .\n", "\n", "   \n", "Milk, please!\r\n", "last"]
    found = list(text.one_a_line(lines))
    assert [sentence.words for sentence in found] == [
        ("Tea", ".", "And", "buns", "."),
        ("Milk", ",", "please", "!"),
        ("last",),
    ]
    assert [sentence.sent_id for sentence in found] == ["1", "4", "5"]
    assert found[0].comments[-1] == "# text = Tea. And buns ."
    plain = list(text.one_a_line(lines, cut=False))
    assert [sentence.words for sentence in plain] == [("Tea.", "And", "buns", "."), ("Milk,", "please!"), ("last",)]


@given(st.lists(st.text(st.sampled_from("ab. \n\r\ufeffé\u0301"), max_size=6), max_size=6))
def test_spaces_can_be_put_back(parts: list[str]) -> None:
    content = "\n\n".join(parts)
    for sentence in text.running(content.splitlines(keepends=True)):
        spaced = "".join(row.form + " " * ("SpaceAfter=No" not in row.misc) for row in sentence.rows)
        assert f"# text = {spaced.strip()}" in sentence.comments


def test_a_text_may_be_one_sentence_whatever_it_holds() -> None:
    found = text.sentence("Tea.\nMilk? ", 7)
    assert found is not None
    assert (found.sent_id, found.words) == ("7", ("Tea", ".", "Milk", "?"))
    assert found.offsets == ((0, 3), (3, 4), (5, 9), (9, 10))
    assert text.sentence(" \n") is None
