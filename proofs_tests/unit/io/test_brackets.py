"""Bracket notation: what is written is read back, and what is wrong is named with its place."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbletree import BubbleTree, FormatError, InvalidTreeError, Sentence, validate
from bubbletree.io.brackets import format_brackets, parse_brackets, read_brackets, write_brackets
from proofs_tests.support.examples import FIGURE_1, FIGURE_1_IN_BRACKETS
from proofs_tests.support.strategies import projective_trees

AWKWARD = [*'()[]"/=# \\', "", "a=b", "and/or", "#1", "\u2028", "\x85", "\ufeff", "\ud800"]
TEXTS = st.text(max_size=4) | st.sampled_from(AWKWARD)


@st.composite
def trees(draw: st.DrawFn) -> BubbleTree:
    """Projective trees with any words, labels and tags, and any number of root children."""
    shape = draw(projective_trees())
    n = len(shape.words)
    words = draw(st.lists(TEXTS, min_size=n, max_size=n))
    labels = st.sampled_from(["conj", "root", "cc", ""]) | TEXTS
    arcs = [(arc.head, draw(labels), arc.dependent) for arc in shape.arcs]
    sentence = None
    if draw(st.booleans()):
        tags = draw(st.lists(st.sampled_from(["NOUN", "VERB", "_", "X/Y", ""]), min_size=n, max_size=n))
        sentence = Sentence.from_columns(words, upos=tags)
    return BubbleTree(words, shape.contents, arcs, sentence)


@given(trees())
def test_every_projective_tree_survives(tree: BubbleTree) -> None:
    text = format_brackets(tree)
    assert "\n" not in text
    back = parse_brackets(text)
    assert back == tree
    assert validate(back).ok
    if tree.sentence is not None:
        tags = back.sentence.upos if back.sentence is not None else ("_",) * len(tree.words)
        assert tags == tree.sentence.upos


@given(trees())
def test_writing_is_canonical(tree: BubbleTree) -> None:
    text = format_brackets(tree)
    assert format_brackets(parse_brackets(text)) == text


def test_the_notation_of_figure_1() -> None:
    assert parse_brackets(FIGURE_1_IN_BRACKETS) == FIGURE_1
    assert format_brackets(FIGURE_1) == FIGURE_1_IN_BRACKETS


@pytest.mark.parametrize(
    "same",
    [
        "nsubj=I\n  prefer\n obj=[(amod=hot\n[coffee cc=or tea]) cc=and (det=a bun)]",
        "nsubj=(I) prefer obj=([conj=(amod=hot [coffee cc=or conj=tea]) cc=and conj=(det=a bun)])",
        'root=("nsubj"="I" prefer obj=[(amod=hot [coffee cc=or tea]) cc=and (det=a bun)])',
        "# a comment\nnsubj=I prefer obj=[(amod=hot [coffee cc=or tea]) cc=and (det=a bun)]\n\n",
    ],
)
def test_other_ways_to_write_figure_1(same: str) -> None:
    assert parse_brackets(same) == FIGURE_1


def test_several_children_of_the_root() -> None:
    tree = BubbleTree(["yes", "no"], [{0}, {1}, {2}], [(0, "root", 1), (0, "parataxis", 2)])
    assert format_brackets(tree) == "root=yes parataxis=no"
    assert parse_brackets("root=yes parataxis=no") == tree
    assert format_brackets(BubbleTree([], [{0}], [])) == "()"
    assert parse_brackets("()").words == ()


def test_quotation_only_where_needed() -> None:
    words = ["(", "it's", "3.5", "a:b", "and/or", "“", "C#", "-"]
    tree = BubbleTree(words, [{i} for i in range(9)], [(0, "root", 2)] + [(2, "dep", i) for i in (1, 3, 4, 5, 6, 7, 8)])
    assert format_brackets(tree) == 'dep="(" it\'s dep=3.5 dep=a:b dep="and/or" dep=“ dep="C#" dep=-'


def test_what_can_be_read_is_not_escaped() -> None:
    tree = BubbleTree(["thé (", "\u2028", "é"], [{i} for i in range(4)], [(0, "root", 1), (1, "x", 2), (1, "x", 3)])
    assert format_brackets(tree) == '"thé (" x="\\u2028" x=é'


def test_only_words_with_a_part_of_speech_show_it() -> None:
    assert format_brackets(parse_brackets("tea/NOUN punct=!")) == "tea/NOUN punct=!"


WRONG = [
    ("", 0, "expected one tree, but there are 0"),
    ("a\n\nb", 0, "expected one tree, but there are 2"),
    ("(a", 1, "column 1: this '(' is never closed"),
    ("x=[a b\n\n", 1, "column 3: this '[' is never closed"),
    ("a)", 1, "column 2: this ')' closes nothing"),
    ("a\nx=[b c)", 2, "column 7: this ')' closes the '[' of line 2, column 3"),
    ("a b", 1, "column 3: this phrase has a second head: the first is at line 1, column 1"),
    ("a\nx=(b\n\tc)", 3, "column 2: this phrase has a second head: the first is at line 2, column 4"),
    ("a x=(y=b z=c)", 1, "column 5: this phrase has no head: each of its items has a label"),
    ("a x=()", 1, "column 5: this phrase has no head: it is empty"),
    ("() a", 1, "column 1: an empty () stands alone: it is the sentence without words"),
    ("a ()", 1, "column 1: an empty () stands alone"),
    ("() ()", 1, "column 1: an empty () stands alone"),
    ("((a) x=b)", 1, "column 2: the head of a phrase is a word or a bubble"),
    ("[a]", 1, "column 1: a bubble holds two items or more"),
    ("[]", 1, "column 1: a bubble holds two items or more"),
    ("a x= b", 1, "column 3: the label 'x' must stand directly before"),
    ("a x=", 1, "column 3: the label 'x' must stand directly before"),
    ("a x=y=b", 1, "column 3: the label 'x' must stand directly before"),
    ("a (x=)", 1, "column 4: the label 'x' must stand directly before"),
    ("=a", 1, "column 1: '=' follows a label"),
    ("a /NOUN", 1, "column 3: '/' joins"),
    ("a/", 1, "column 2: '/' joins"),
    ("a/NOUN/X", 1, "column 7: '/' joins"),
    ("a/NOUN=b", 1, "column 7: '=' follows a label"),
    ('"a', 1, "column 1: this quotation mark is never closed"),
    ('"a\\x"', 1, 'column 1: "a\\x" is not a JSON string: Invalid'),
    ('a "b\\x"=c', 1, 'column 3: "b\\x" is not a JSON string: Invalid'),
    ('a x=b/"c\\x"', 1, 'column 5: "c\\x" is not a JSON string: Invalid'),
    ("a # b", 1, "column 3: '#' cannot stand here"),
    ("a\\b", 1, "column 2: '\\\\' cannot stand here"),
    ("a[b c]", 1, "column 2: a blank is missing before '['"),
    ("[a b]x=c", 1, "column 6: a blank is missing before 'x='"),
]


@pytest.mark.parametrize(("text", "line", "reason"), WRONG)
def test_errors_name_their_place(text: str, line: int, reason: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_brackets(text)
    assert caught.value.source == "<input>"
    assert (caught.value.line, caught.value.reason.startswith(reason)) == (line, True), caught.value


@given(st.text(alphabet='ab()[]=/" \n#\\', max_size=12))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Nothing but FormatError is raised, and what is accepted is a projective tree."""
    try:
        tree = parse_brackets(text)
    except FormatError:
        return
    assert validate(tree).ok
    assert parse_brackets(format_brackets(tree)) == tree


def test_trees_that_are_not_projective_are_refused() -> None:
    crossing = BubbleTree(
        ["a", "b", "c"], [{0}, {1}, {2}, {3}], [(0, "root", 2), (2, "x", 3), (0, "y", 1), (0, "z", 1)]
    )
    with pytest.raises(InvalidTreeError):
        format_brackets(crossing)


def test_files_keep_comments_and_tags(tmp_path: Path) -> None:
    path = tmp_path / "trees.brackets"
    trees = [
        parse_brackets("# sent_id = one\n# text = Tea!\nTea/NOUN punct=!/PUNCT"),
        parse_brackets(FIGURE_1_IN_BRACKETS),
        replace(parse_brackets("x/X"), sentence=replace(Sentence.from_columns(["x"], upos=["X"]), comments=("#",))),
    ]
    write_brackets(trees, path)
    again = read_brackets(path)
    assert again == trees
    assert [tree.sentence for tree in again] == [tree.sentence for tree in trees]
    assert again[1].sentence is None


def test_comments_about_the_file_are_skipped() -> None:
    [tree] = read_brackets("# about the file\n\n\n# sent_id = 1\na\n  x=b")
    assert tree.sentence is not None
    assert tree.sentence.comments == ("# sent_id = 1",)


def test_errors_in_files_name_the_file(tmp_path: Path) -> None:
    path = tmp_path / "broken.brackets"
    path.write_text("# fine\na\n\n# not fine\nb\nx=(c\n", encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        read_brackets(path)
    assert str(caught.value) == f"{path}:6: column 3: this '(' is never closed"
    with pytest.raises(FormatError, match=r"^menu:6: column 3: "):
        read_brackets(path, "menu")
    path.write_bytes(b"tea\n\xff\n")
    with pytest.raises(FormatError) as caught:
        read_brackets(path)
    assert str(caught.value) == f"{path}:2: not UTF-8: byte 0xff (invalid start byte)"


def test_a_file_is_not_written_by_halves(tmp_path: Path) -> None:
    path = tmp_path / "trees.brackets"
    with pytest.raises(InvalidTreeError):
        write_brackets([FIGURE_1, BubbleTree(["a"], [{0}], [])], path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("outside", [True, False], ids=["phrases", "bubbles"])
def test_depth_does_not_matter(outside: bool) -> None:
    depth = 1_500
    opening, closing = ("(x=", " y)") if outside else ("[", " b]")
    text = opening * depth + "a" + closing * depth
    text = text[1:-1] if outside else text
    tree = parse_brackets(text)
    assert len(tree.words) == depth + 1
    assert format_brackets(tree) == text


def test_words_without_a_tag_have_the_blank_of_conllu() -> None:
    sentence = parse_brackets("amod=hot tea/NOUN").sentence
    assert sentence is not None
    assert sentence.upos == ("_", "NOUN")
    assert format_brackets(BubbleTree(["tea"], [{0}, {1}], [(0, "root", 1)], Sentence.from_columns(["tea"]))) == "tea"
