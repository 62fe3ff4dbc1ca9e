"""Typing errors: other words, the same trees."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bubbletree import read_conllu, write_conllu
from bubbletree.grammar import generate
from proofs_tests.support.scripts import script

SCRIPT = script("typing_errors")


def kind(word: str, typed: str) -> str:
    """What happened to a word, as a reader would say."""
    if typed == word:
        return "nothing"
    if len(typed) < len(word):
        places = range(len(word) - 1)
        return "missing" if typed in {word[:place] + word[place + 1 :] for place in places} else "?"
    if len(typed) > len(word):
        places = range(len(word) - 1)
        return "twice" if typed in {word[: place + 1] + word[place:] for place in places} else "?"
    other = [place for place in range(len(word)) if word[place] != typed[place]]
    if len(other) == 2 and sorted(word) == sorted(typed) and other[1] == other[0] + 1:
        return "exchanged"
    return "replaced" if len(other) == 1 else "?"


def test_one_long_word_in_ten_has_one_error_of_four_kinds() -> None:
    source = random.Random(3)
    words = ["strong", "coffee", "naming", "sold"] * 1000
    kinds = [kind(word, SCRIPT._typed(word, source)) for word in words]
    assert set(kinds) == {"nothing", "exchanged", "missing", "twice", "replaced"}
    assert 300 < len(words) - kinds.count("nothing") < 500
    assert min(kinds.count(name) for name in set(kinds)) > 50


@pytest.mark.parametrize("word", ["tea", "and", "1999", "U.S.A.", "don't"])
def test_short_words_numbers_and_signs_stay(word: str) -> None:
    source = random.Random(1)
    assert {SCRIPT._typed(word, source) for _ in range(300)} == {word}


def test_trees_tags_and_names_of_sentences_stay_and_lemmas_go() -> None:
    trees = list(generate(300, seed=2))
    found = list(SCRIPT.with_errors(iter(trees), 1.0, random.Random(5)))
    assert 20 < len(found) < len(trees)
    originals = {tree.sentence.sent_id: tree for tree in trees if tree.sentence is not None}
    for one in found:
        assert one.sentence is not None
        before = originals[one.sentence.sent_id]
        assert (one.contents, one.arcs) == (before.contents, before.arcs)
        assert one.words != before.words
        assert one.words == tuple(row.form for row in one.sentence.word_rows)
        assert before.sentence is not None
        assert one.sentence.upos == before.sentence.upos
        assert {row.lemma for row in one.sentence.rows} == {"_"}


def test_a_share_of_the_sentences_is_written() -> None:
    trees = list(generate(400, seed=3))
    counts = [len(list(SCRIPT.with_errors(iter(trees), share, random.Random(1)))) for share in (0.0, 0.5, 1.0)]
    assert counts[0] == 0
    assert 0.3 < counts[1] / counts[2] < 0.7


def test_the_command_writes_a_file_that_can_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_conllu(generate(100, seed=1), tmp_path / "train.conllu")
    assert SCRIPT.main([str(tmp_path / "train.conllu"), "--share", "1"]) == 0
    (tmp_path / "new.conllu").write_text(capsys.readouterr().out, encoding="utf-8")
    assert len(read_conllu(tmp_path / "new.conllu")) > 10
    assert SCRIPT.main([str(tmp_path / "missing.conllu")]) == 2
    assert "missing.conllu" in capsys.readouterr().err
