"""Lemmas are added where there are none, and names are left as they are."""

from __future__ import annotations

import pytest

from bubbletree import Row, Sentence

interop = pytest.importorskip("bubbletree.interop.simplemma")


def test_words_get_the_lemmas_of_a_dictionary() -> None:
    german = interop.with_lemmas(Sentence.from_columns(["Häuser", "waren", "teuer"]), "de")
    assert [row.lemma for row in german.rows] == ["Haus", "sein", "teuer"]


def test_a_name_is_its_own_lemma_if_the_tags_say_that_it_is_one() -> None:
    words = ["Waters", "waters", "plants"]
    for tag, lemma in (("PROPN", "Waters"), ("_", "water")):
        sentence = Sentence.from_columns(words, upos=[tag, "VERB", "NOUN"])
        assert [row.lemma for row in interop.with_lemmas(sentence, "en").rows] == [lemma, "water", "plant"]


def test_what_is_there_stays() -> None:
    rows = (
        Row("1-2", "don't"),
        Row("1", "do", lemma="DO", upos="AUX"),
        Row("2", "n't", upos="PART"),
        Row("2.1", "seen", upos="VERB"),
    )
    sentence = Sentence(rows, ("# text = don't",))
    found = interop.with_lemmas(sentence, "en")
    assert [row.lemma for row in found.rows] == ["_", "DO", "not", "_"]
    assert found.comments == sentence.comments
    assert found.words == sentence.words


def test_a_language_without_a_dictionary_is_named() -> None:
    with pytest.raises(interop.NoDictionaryError, match="no dictionary for the language 'zu'") as raised:
        interop.check_language("zu")
    assert raised.value.language == "zu"
    with pytest.raises(interop.NoDictionaryError):
        interop.with_lemmas(Sentence(()), "zu")
