"""Text and places of words, and the blanks between words that were no neighbours before."""

from __future__ import annotations

import pytest

from bubbletree import BubbleTree, Row, Sentence
from bubbletree.surface import surface


def tree(*words: str, rows: tuple[Row, ...] = (), comments: tuple[str, ...] = ()) -> BubbleTree:
    numbered = rows or tuple(Row(str(number), word) for number, word in enumerate(words, start=1))
    sentence = Sentence(numbered, comments) if rows or comments else None
    contents = [{token} for token in range(len(words) + 1)]
    return BubbleTree(words, contents, [(0, "root", token) for token in range(1, len(words) + 1)], sentence)


def test_the_text_of_a_file_is_kept() -> None:
    found = surface(tree("Tea", "!", comments=("# text = Tea  !",)))
    assert (found.text, found.places) == ("Tea  !", ((0, 3), (5, 6)))


@pytest.mark.parametrize("text", ["Tea please", "Tea ! Now", "Te a!"])
def test_a_text_that_is_not_that_of_the_words_is_not_used(text: str) -> None:
    assert surface(tree("Tea", "!", comments=(f"# text = {text}",))).text == "Tea!"


def test_blanks_are_those_of_the_rows() -> None:
    rows = (Row("1", "a", misc="SpaceAfter=No"), Row("2", "b"), Row("3", "."))
    assert surface(tree("a", "b", ".", rows=rows)).text == "ab ."


def test_punctuation_and_clitics_are_attached_where_nothing_tells() -> None:
    words = ("He", "did", "n't", "see", "Tom", "'s", "(", "old", ")", "cat", ",", "dog", ".")
    assert surface(tree(*words)).text == "He didn't see Tom's (old) cat, dog."


def test_words_of_one_token_have_its_place_and_are_written_alone_without_the_others() -> None:
    rows = (Row("1", "Er"), Row("2", "ging"), Row("3-4", "zum"), Row("3", "zu"), Row("4", "dem"), Row("5", "See"))
    found = surface(tree("Er", "ging", "zu", "dem", "See", rows=rows))
    assert found.text == "Er ging zum See"
    assert found.places[2] == found.places[3] == (8, 11)
    assert found.without_others([1, 2, 3, 4, 5]).text == found.text
    assert found.without_others([1, 3, 5]).text == "Er zu See"
    whole = found.without_others([3, 4, 5])
    assert (whole.text, whole.places) == ("zum See", ((0, 3), (0, 3), (4, 7)))


@pytest.mark.parametrize("comments", [(), ("# text = I cannot go",)])
def test_words_that_are_pieces_of_their_token_have_places_of_their_own(comments: tuple[str, ...]) -> None:
    rows = (Row("1", "I"), Row("2-3", "cannot"), Row("2", "can"), Row("3", "not"), Row("4", "go"))
    found = surface(tree("I", "can", "not", "go", rows=rows, comments=comments))
    assert [found.text[start:end] for start, end in found.places] == ["I", "can", "not", "go"]
    assert found.is_attached(2)
    assert found.without_others([1, 2, 3, 4]).text == "I cannot go"
    assert found.without_others([1, 2, 4]).text == "I can go"
    assert found.without_others([1, 3, 4]).text == "I not go"


@pytest.mark.parametrize(
    ("text", "words", "kept", "shown"),
    [
        ("tea/coffee please", ("tea", "/", "coffee", "please"), [3, 4], "coffee please"),
        ("drink tea/coffee.", ("drink", "tea", "/", "coffee", "."), [1, 4, 5], "drink coffee."),
        ("drink tea/coffee.", ("drink", "tea", "/", "coffee", "."), [1, 2, 5], "drink tea."),
        ('a "b", c', ("a", '"', "b", '"', ",", "c"), [1, 2, 3, 4, 6], 'a "b" c'),
        ("(b and c)", ("(", "b", "and", "c", ")"), [1, 4, 5], "(c)"),
        ("she can or doesn't", ("she", "can", "or", "does", "n't"), [1, 2, 5], "she cann't"),
    ],
)
def test_blanks_between_new_neighbours(text: str, words: tuple[str, ...], kept: list[int], shown: str) -> None:
    assert surface(tree(*words, comments=(f"# text = {text}",))).without_others(kept).text == shown
