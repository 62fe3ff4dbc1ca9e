"""The text of a sentence, and where its words are in it."""

from __future__ import annotations

import pytest

from bubbletree.places import placed
from bubbletree.sentence import Row, Sentence


def cut(sentence: Sentence) -> list[str]:
    found = placed(sentence.words, sentence)
    return [found.text[start:end] for start, end in found.places]


def spaced(*words: str, comments: tuple[str, ...] = ()) -> Sentence:
    """A sentence of words; one that ends in a tilde has no space after it."""
    rows = (
        Row(str(number), word.removesuffix("~"), misc="SpaceAfter=No" if word.endswith("~") else "_")
        for number, word in enumerate(words, start=1)
    )
    return Sentence(tuple(rows), comments)


def test_without_a_comment_spaces_are_where_nothing_forbids_them() -> None:
    found = placed(("tea", ",", "please"), spaced("tea~", ",", "please"))
    assert (found.text, found.places, found.offset) == ("tea, please", ((0, 3), (3, 4), (5, 11)), None)


def test_the_comment_has_the_text_if_it_has_the_words() -> None:
    kept = spaced("tea~", "!", comments=("# text =  tea \u00a0! ",))
    assert placed(kept.words, kept).text == "tea \u00a0!"
    for other in ("tea or !", "tea", "tea ! !", "! tea"):
        sentence = spaced("tea~", "!", comments=(f"# text = {other}",))
        assert placed(sentence.words, sentence).text == "tea!", other


def test_the_same_word_twice_is_found_twice() -> None:
    sentence = spaced("a", "a", "aa", comments=("# text = a a aa",))
    assert placed(sentence.words, sentence).places == ((0, 1), (2, 3), (4, 6))


@pytest.mark.parametrize(
    ("token", "words", "expected"),
    [("don't", ("do", "n't"), ["do", "n't"]), ("du", ("de", "le"), ["du", "du"])],
)
@pytest.mark.parametrize("comments", [(), ("# text = x {}y",)])
def test_words_of_a_multiword_token_are_its_pieces_or_the_whole(
    token: str, words: tuple[str, str], expected: list[str], comments: tuple[str, ...]
) -> None:
    rows = (
        Row("1", "x"),
        Row("2-3", token, misc="SpaceAfter=No"),
        *(Row(str(number), word) for number, word in enumerate(words, start=2)),
        Row("4", "y"),
    )
    sentence = Sentence(rows, tuple(comment.format(token) for comment in comments))
    assert cut(sentence) == ["x", *expected, "y"]
    assert placed(sentence.words, sentence).text == f"x {token}y"


def test_empty_nodes_have_no_place() -> None:
    sentence = Sentence((Row("1", "he"), Row("1.1", "ate"), Row("2", "soup")))
    assert placed(sentence.words, sentence).text == "he soup"


def in_document(*words: tuple[str, int, int]) -> Sentence:
    rows = (Row(str(n), word, misc=f"TokenRange={a}:{b}") for n, (word, a, b) in enumerate(words, start=1))
    return Sentence(tuple(rows), ("# text = tea !",))


def test_words_are_as_far_apart_as_in_the_document() -> None:
    sentence = in_document(("tea", 7, 10), ("!", 13, 14))
    found = placed(sentence.words, sentence)
    assert (found.text, found.places, found.offset) == ("tea   !", ((0, 3), (6, 7)), 7)


@pytest.mark.parametrize("other", [("!", 9, 10), ("!", 13, 15), ("!", 10**9, 10**9 + 1)])
def test_places_that_do_not_fit_the_words_are_not_believed(other: tuple[str, int, int]) -> None:
    sentence = in_document(("tea", 7, 10), other)
    found = placed(sentence.words, sentence)
    assert (found.text, found.offset) == ("tea !", None)


def test_a_sentence_of_other_words_is_not_used() -> None:
    assert placed(("milk", "!"), spaced("tea~", "!")).text == "milk !"
