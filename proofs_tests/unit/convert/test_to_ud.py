"""Bubbles to UD: a tree for every well-formed tree, by the documented choices."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbletree.convert import Punctuation, to_ud
from bubbletree.convert.to_ud import ud_columns
from bubbletree.errors import StructureError
from bubbletree.io import parse_brackets
from bubbletree.sampling import random_tree
from bubbletree.sentence import Row, Sentence
from bubbletree.tree import BubbleTree
from bubbletree.validation import InvalidTreeError
from proofs_tests.support.strategies import renumbered


def columns(tree: BubbleTree, punctuation: Punctuation = Punctuation.FOLLOWING) -> list[tuple[int, str]]:
    sentence = to_ud(tree, punctuation)
    return list(zip(sentence.heads, sentence.deprels, strict=True))


def test_a_tree_without_bubbles_is_its_own_conversion() -> None:
    assert columns(parse_brackets("nsubj=cats sleep advmod=well")) == [(2, "nsubj"), (0, "root"), (2, "advmod")]


def test_the_first_conjunct_stands_for_the_coordination() -> None:
    tree = parse_brackets("nsubj=I see obj=(amod=old [cats punct=, dogs cc=and birds] nmod=here)")
    assert columns(tree) == [
        (2, "nsubj"), (0, "root"), (4, "amod"), (2, "obj"), (6, "punct"), (4, "conj"), (8, "cc"),
        (4, "conj"), (4, "nmod"),
    ]  # fmt: skip


def test_only_punctuation_follows_the_custom() -> None:
    tree = parse_brackets("[cats punct=, dogs punct=, cc=and advmod=also birds]")
    heads = {style: to_ud(tree, style).heads for style in Punctuation}
    assert heads[Punctuation.FOLLOWING] == (0, 3, 1, 7, 7, 7, 1)
    assert heads[Punctuation.FIRST] == (0, 1, 1, 1, 7, 7, 1)
    annotated = BubbleTree(tree.words, tree.contents, tree.arcs, Sentence.from_columns(tree.words))
    assert {style: to_ud(annotated, style).heads for style in Punctuation} == heads


def test_nested_first_conjunct_with_a_shared_modifier_on_the_left() -> None:
    # The head word is looked for through all bubbles, so the root is never lost.
    tree = parse_brackets("amod=hot [[coffee cc=or tea] cc=and bun]")
    assert columns(tree) == [(2, "amod"), (0, "root"), (4, "cc"), (2, "conj"), (6, "cc"), (2, "conj")]


def test_parts_without_a_following_conjunct_hang_on_the_first() -> None:
    tree = parse_brackets("[cats cc=and dogs discourse=etc]")
    assert columns(tree)[3] == (1, "discourse")


def test_a_bubble_that_begins_with_something_else() -> None:
    tree = parse_brackets("[cc=both cats cc=and dogs]")
    assert columns(tree) == [(2, "cc"), (0, "root"), (4, "cc"), (2, "conj")]


def test_the_order_of_listing_does_not_matter() -> None:
    tree = parse_brackets("[[cc=both cats cc=and dogs] cc=or birds]")
    assert columns(tree) == [(2, "cc"), (0, "root"), (4, "cc"), (2, "conj"), (6, "cc"), (2, "conj")]
    assert columns(renumbered(tree, tree.bubbles[::-1])) == columns(tree)


def test_a_bubble_without_conjuncts() -> None:
    tree = parse_brackets("[a=cats b=dogs]")
    assert columns(tree) == [(0, "root"), (1, "b")]
    assert columns(parse_brackets("x=old [a=cats b=dogs]")) == [(2, "x"), (0, "root"), (2, "b")]


def test_labels_may_be_empty() -> None:
    assert columns(parse_brackets('[cats ""=and dogs ""=etc]')) == [(0, "root"), (3, ""), (1, "conj"), (1, "")]


def test_trees_that_are_not_projective_are_converted_too() -> None:
    tree = BubbleTree(
        ["a", "b", "c"], [{0}, {1}, {2}, {3}, {1, 3}], [(0, "root", 4), (4, "conj", 1), (4, "conj", 3), (4, "x", 2)]
    )
    assert columns(tree) == [(0, "root"), (1, "x"), (1, "conj")]


def test_a_bubble_without_parts_is_its_first_child() -> None:
    # The bubble of "a" and "c" has one child, "b", and that has all the words below it.
    tree = BubbleTree(
        ["a", "b", "c"], [{0}, {1}, {2}, {3}, {1, 3}], [(0, "root", 4), (4, "x", 2), (2, "y", 1), (2, "z", 3)]
    )
    assert columns(tree) == [(2, "y"), (0, "root"), (2, "z")]


def test_a_tree_without_a_sentence_gets_one_of_its_words() -> None:
    tree = BubbleTree(["tea", "pot"], [{0}, {1}, {2}], [(2, "dep", 1), (0, "root", 2)])
    assert to_ud(tree) == Sentence((Row("1", "tea", head="2", deprel="dep"), Row("2", "pot", head="0", deprel="root")))


def test_the_other_columns_are_kept() -> None:
    rows = (
        Row("1-2", "teas", misc="SpaceAfter=No"),
        Row("1", "tea", "tea", "NOUN", "NN", "A=1", "_", "_", "3:x", "y"),
        Row("1.1", "_"),
        Row("2", "pot", head="7", deprel="z"),
    )
    tree = BubbleTree(["tea", "pot"], [{0}, {1}, {2}], [(2, "dep", 1), (0, "root", 2)], Sentence(rows, ("# c",)))
    sentence = to_ud(tree)
    assert sentence.comments == ("# c",)
    assert sentence.rows == (
        rows[0],
        Row("1", "tea", "tea", "NOUN", "NN", "A=1", "2", "dep", "3:x", "y"),
        rows[2],
        Row("2", "pot", head="0", deprel="root"),
    )


def test_ill_formed_trees_are_refused() -> None:
    with pytest.raises(InvalidTreeError):
        to_ud(BubbleTree(["a"], [{0}, {1}], []))


def test_a_sentence_of_other_words_is_refused() -> None:
    tree = BubbleTree(["a"], [{0}, {1}], [(0, "root", 1)], Sentence.from_columns(["b"]))
    with pytest.raises(StructureError, match=r"^the tree and its sentence have different words$"):
        to_ud(tree)


@given(st.integers(1, 12), st.integers(0, 10_000), st.sampled_from(Punctuation))
def test_the_result_is_a_tree(n: int, seed: int, style: Punctuation) -> None:
    tree = random_tree(n, random.Random(seed))
    assert ud_columns(tree, style) == columns(tree, style)
    heads = to_ud(tree, style).heads
    for word in range(1, n + 1):
        ancestor = word
        for _ in range(n):
            ancestor = heads[ancestor - 1] if ancestor else 0
        assert ancestor == 0


def test_deep_nesting_needs_no_recursion() -> None:
    n = 1_500
    contents = [*({token} for token in range(n + 1)), *(range(1, last + 1) for last in range(2, n + 1))]
    arcs = [(0, "root", 2 * n - 1), (n + 1, "conj", 1)]
    arcs += [(n - 1 + last, "conj", last) for last in range(2, n + 1)]
    arcs += [(n + last, "conj", n - 1 + last) for last in range(2, n)]
    assert to_ud(BubbleTree(["w"] * n, contents, arcs)).heads == (0, *[1] * (n - 1))


def test_the_ways_to_attach_punctuation_have_names() -> None:
    assert [way.value for way in Punctuation] == ["following", "first"]
