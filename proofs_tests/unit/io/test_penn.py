"""Bracket trees of the Penn Treebank: what is read, and what is wrong with the others."""

from __future__ import annotations

import pytest

from bubbletree import FormatError
from bubbletree.io import iter_penn, scan_penn
from bubbletree.io.penn import parse_penn
from bubbletree.io.scan import BadSentence


def test_phrases_come_before_those_inside_them() -> None:
    tree = parse_penn("( (S (NP-SBJ (DT the) (NN tea)) (VP (VBZ is) (ADJP (JJ hot)))) )")
    assert [(phrase.label, *phrase.span) for phrase in tree.phrases] == [
        ("S", 1, 4), ("NP-SBJ", 1, 2), ("VP", 3, 4), ("ADJP", 4, 4),
    ]  # fmt: skip
    assert tree.words == ("the", "tea", "is", "hot")
    assert tree.tags == ("DT", "NN", "VBZ", "JJ")


def test_traces_and_phrases_of_nothing_else_are_left_out() -> None:
    tree = parse_penn("(S (NP-SBJ (-NONE- *-1)) (VP (VB go)) (NP (NP (-NONE- 0))))")
    assert (tree.words, [phrase.label for phrase in tree.phrases]) == (("go",), ["S", "VP"])


def test_labels_have_a_category_and_marks() -> None:
    phrase = parse_penn("(NP-SBJ-CCP=2 (-LRB- -LRB-) (NN-COORD x))").phrases[0]
    assert (phrase.category, phrase.marks) == ("NP", frozenset({"SBJ", "CCP", "2"}))
    bracket, word = phrase.children
    assert (bracket.category, bracket.marks) == ("-LRB-", frozenset())
    assert (word.category, word.marks) == ("NN", frozenset({"COORD"}))


def test_trees_may_be_on_a_line_together_or_on_many_lines() -> None:
    together = list(iter_penn("((X (A a)))((X (B b)))\n(X (C\nc)) (X\n(D d))\n"))
    assert [tree.words for tree in together] == [("a",), ("b",), ("c",), ("d",)]


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("((X (A a))", 1, "the tree that begins here is not closed"),
        ("\n(X (A a)) )\n", 2, "expected an opening bracket, found ')'"),
        ("tea\n", 1, "expected an opening bracket, found 'tea'"),
        ("(X (A\na b))\n", 2, "expected a bracket, found 'b'"),
        ("(X (A a) b)\n", 1, "expected a bracket, found 'b'"),
        ("(X (A a (B b)))\n", 1, "the word 'a' is followed by a bracket"),
        ("(X ((A a)))\n", 1, "a phrase has no label"),
        ("(X (-NONE- *))\n", 1, "the tree has no words"),
        ("()\n", 1, "the tree has no words"),
    ],
)
def test_errors_name_line_and_cause(text: str, line: int, reason: str) -> None:
    with pytest.raises(FormatError) as caught:
        list(iter_penn(text if "\n" in text else [text], "wsj.mrg"))
    assert str(caught.value) == f"wsj.mrg:{line}: {reason}"


def test_reading_goes_on_at_the_next_tree_that_begins_a_line() -> None:
    text = "( (X (A a b)) )\n( (X (A a)) )\n( (X (B b)\n(S1 (C c))\n((D (E e)\n"
    found = list(scan_penn(text, "x"))
    assert [(one.number, one.line) for one in found] == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)]
    assert [isinstance(one, BadSentence) for one in found] == [True, False, True, False, True]


def test_a_tree_of_many_brackets_needs_no_recursion() -> None:
    depth = 50_000
    tree = parse_penn("(X " * depth + "(A a)" + ")" * depth)
    assert len(tree.phrases) == depth


def test_trees_of_too_many_words_are_left_out() -> None:
    bad, good = scan_penn("((X (A a) (A b)))\n((X (A a)))\n", max_words=1)
    assert "more than 1 words" in str(bad)
    assert good.number == 2
