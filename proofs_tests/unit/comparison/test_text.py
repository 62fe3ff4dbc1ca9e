"""Sentences of two files side by side: cut differently, with other texts, without a partner."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bubbletree import BubbleTree, Sentence
from bubbletree.comparison import passages
from bubbletree.comparison.text import cut


def sentence(text: str, sent_id: str = "") -> BubbleTree:
    words = text.split()
    known = Sentence.from_columns(words).with_comments({"sent_id": sent_id})
    return BubbleTree(words, [{token} for token in range(len(words) + 1)], [], known)


def beside(left: list[BubbleTree], right: list[BubbleTree]) -> list[tuple[str, str]]:
    def shown(trees: tuple[BubbleTree, ...]) -> str:
        return "+".join(" ".join(tree.words) for tree in trees)

    return [(shown(one.left), shown(one.right)) for one in passages(left, right, lambda tree: tree)]


def test_sentences_with_the_same_characters_come_together() -> None:
    found = beside(
        [sentence("a b"), sentence("c"), sentence("d e f")],
        [sentence("ab"), sentence("cd"), sentence("e f")],
    )
    assert found == [("a b", "ab"), ("c+d e f", "cd+e f")]


def test_sentences_with_other_texts_wait_for_their_id() -> None:
    found = beside(
        [sentence("a", "1"), sentence("b", "2"), sentence("c", "3"), sentence("x", "4")],
        [sentence("b", "2"), sentence("c", "3"), sentence("y", "4"), sentence("a", "1")],
    )
    assert sorted(found) == [("", "y"), ("a", "a"), ("b", "b"), ("c", "c"), ("x", "")]


def test_without_ids_sentences_of_other_texts_stay_alone() -> None:
    assert beside([sentence("a"), sentence("b")], [sentence("x"), sentence("b")]) == [("a", ""), ("", "x"), ("b", "b")]


def test_what_was_read_for_a_sentence_that_has_no_partner_is_not_lost() -> None:
    assert sorted(beside([sentence("a"), sentence("b")], [sentence("a x"), sentence("b")])) == [
        ("", "a x"), ("a", ""), ("b", "b"),
    ]  # fmt: skip


def test_one_file_may_be_longer() -> None:
    assert beside([sentence("a")], [sentence("a"), sentence("b")]) == [("a", "a"), ("", "b")]
    assert beside([sentence("a b"), sentence("c")], [sentence("a")]) == [("a b", ""), ("", "a"), ("c", "")]


@given(
    st.lists(st.sampled_from("ab"), min_size=1, max_size=12), st.sets(st.integers(1, 11)), st.sets(st.integers(1, 11))
)
def test_any_two_ways_to_cut_a_text_are_put_side_by_side(letters: list[str], one: set[int], other: set[int]) -> None:
    def parts(ends: set[int]) -> list[BubbleTree]:
        bounds = [0, *sorted(end for end in ends if end < len(letters)), len(letters)]
        return [sentence(" ".join(letters[start:end])) for start, end in pairwise(bounds)]

    lefts, rights = parts(one), parts(other)
    found = list(passages(lefts, rights, lambda tree: tree))
    assert [tree for passage in found for tree in passage.left] == lefts
    assert [tree for passage in found for tree in passage.right] == rights
    assert all(cut(passage.left).characters == cut(passage.right).characters for passage in found)


def test_places_count_characters_without_blanks_also_inside_words() -> None:
    [places] = cut([sentence("New York now")]).words
    assert places == ((0, 3), (3, 7), (7, 10))
    tree = BubbleTree(["New York", "now"], [{0}, {1}, {2}], [])
    assert cut([tree]).words == (((0, 7), (7, 10)),)
