"""Sentences with marked coordinations: what a tree gives, and which spans are no coordination."""

from __future__ import annotations

import pytest

from bubbletree import GivenCoordination, from_ud, parse_brackets, to_ud
from bubbletree.marked import MarkedSentence, marked, problem
from bubbletree.sentence import Sentence
from bubbletree.span import Span
from bubbletree.treebank import load


def test_coordinators_and_punctuation_between_conjuncts_are_separators() -> None:
    tree = parse_brackets("cc:preconj=both [tea punct=, advmod=even milk punct=, cc=and buns] punct=.")
    [found] = marked(tree).coordinations
    assert [tuple(span) for span in found.conjuncts] == [(2, 2), (5, 5), (8, 8)]
    assert [tuple(span) for span in found.separators] == [(3, 3), (6, 6), (7, 7)]


def test_what_is_before_the_first_conjunct_separates_nothing() -> None:
    [found] = marked(parse_brackets("[cc=both tea cc=and milk]")).coordinations
    assert [tuple(span) for span in found.separators] == [(3, 3)]


def test_a_bubble_with_one_conjunct_is_left_out() -> None:
    assert marked(parse_brackets("[tea cc=and]")).coordinations == ()


def test_the_spans_of_a_tree_and_its_ud_make_the_tree_again() -> None:
    for tree in load():
        assert from_ud(to_ud(tree), marked(tree).coordinations) == tree


def test_an_id_is_kept_and_a_missing_one_is_given() -> None:
    bare = MarkedSentence(Sentence.from_columns(["tea"]))
    assert bare.named("7").sent_id == "7"
    assert bare.named("7").named("8").sent_id == "7"
    assert (bare.sent_id, bare.words) == (None, ("tea",))


@pytest.mark.parametrize(
    ("conjuncts", "separators", "reason"),
    [
        ([(1, 1)], [], "a coordination needs two conjuncts"),
        ([(3, 3), (1, 1)], [], "the conjuncts are out of order"),
        ([(1, 1), (3, 6)], [], "3-6 is not a span of a sentence of 5 words"),
        ([(0, 1), (3, 3)], [], "0-1 is not a span of a sentence of 5 words"),
        ([(1, 1), (4, 3)], [], "4-3 is not a span of a sentence of 5 words"),
        ([(1, 2), (2, 3)], [], "the parts 1-2 and 2-3 overlap"),
        ([(1, 2), (4, 5)], [(2, 3)], "the parts 1-2 and 2-3 overlap"),
        ([(2, 2), (4, 4)], [(1, 1)], "a separator is not between conjuncts"),
        ([(2, 2), (4, 4)], [(5, 5)], "a separator is not between conjuncts"),
        ([(2, 2), (4, 4)], [(3, 3)], None),
    ],
)
def test_problems_are_named(
    conjuncts: list[tuple[int, int]], separators: list[tuple[int, int]], reason: str | None
) -> None:
    assert problem(GivenCoordination(conjuncts, [Span(*span) for span in separators]), 5) == reason
