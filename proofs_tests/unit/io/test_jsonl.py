"""JSON lines: any structure survives, and bad input is named."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbletree import BubbleTree, FormatError, Sentence
from bubbletree.io.jsonl import format_jsonl, iter_jsonl, read_jsonl, write_jsonl
from proofs_tests.support.strategies import structures

TEA = '{"words": ["tea"], "contents": [[0], [1]], "arcs": [[0, "root", 1]]}'


@st.composite
def trees(draw: st.DrawFn) -> BubbleTree:
    """Structures of any kind, nearly all of them ill-formed, with any words and labels."""
    shape = draw(structures())
    n = len(shape.words)
    texts = st.text(max_size=3) | st.sampled_from(["\n", "\u2028", "\x85", "\ud800", '"'])
    words = draw(st.lists(texts, min_size=n, max_size=n))
    return BubbleTree(words, shape.contents, [(arc.head, draw(texts), arc.dependent) for arc in shape.arcs])


@given(trees())
def test_every_structure_survives_with_its_numbers(tree: BubbleTree) -> None:
    [again] = iter_jsonl([format_jsonl(tree)])
    assert (again.words, again.contents, again.arcs) == (tree.words, tree.contents, tree.arcs)


@given(trees())
def test_one_tree_is_one_line(tree: BubbleTree) -> None:
    assert format_jsonl(tree).splitlines() == [format_jsonl(tree)]


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "trees.jsonl"
    trees = [BubbleTree(["te\n", "\ud800"], [{1, 2}, {0}], [(0, "x", 0), (1, "", 0)]), BubbleTree([], [], [])]
    write_jsonl(trees, path)
    assert read_jsonl(path) == trees
    assert path.read_bytes().count(b"\n") == 2


def test_characters_stay_readable() -> None:
    assert '"thé"' in format_jsonl(BubbleTree(["thé"], [{0}, {1}], []))


WRONG = [
    ("nonsense", "column 1: not JSON"),
    ("[1, 2]", "expected an object with the fields words, contents, arcs, not '[1, 2]'"),
    (f'"{"x" * 99}"', f"""expected an object with the fields words, contents, arcs, not '"{"x" * 39}'"""),
    ("{}", "expected the fields words, contents, arcs, but found none"),
    (TEA.replace('"arcs"', '"edges"'), "expected the fields words, contents, arcs, but found words, contents, edges"),
    (
        TEA.replace("}", ', "extra": 1}'),
        "expected the fields words, contents, arcs, but found words, contents, arcs, extra",
    ),
    (TEA.replace("}", ', "words": []}'), "a field is given twice: words, contents, arcs, words"),
    (TEA.replace('["tea"]', '"tea"'), "the field 'words' must be a list"),
    (TEA.replace('["tea"]', "[1]"), "word 1 must be a string, not 1"),
    (TEA.replace("[1]]", "[2]]"), "bubble 1 contains token 2"),
    (TEA.replace("[1]]", "[]]"), "bubble 1 is empty"),
    (TEA.replace("[1]]", "[1, 1]]"), "a content must be a list of different token numbers, not [1, 1]"),
    (TEA.replace("[1]]", "[1.0]]"), "a content must be a list of different token numbers"),
    (TEA.replace("[1]]", "[true]]"), "the content of bubble 1 must be a set of token numbers"),
    (TEA.replace("[1]]", "1]"), "a content must be a list"),
    (TEA.replace('"root", 1', '"root", 2'), "arc (0, 'root', 2) names bubble 2"),
    (TEA.replace('"root", 1', '"root"'), "an arc must be (head, label, dependent)"),
    (TEA.replace('"root", 1', '"root", NaN'), "NaN is not JSON"),
    (TEA.replace('"root"', "7"), "the label of an arc must be a string"),
    ("[" * 100_000, "brackets are nested too deeply"),
]


@pytest.mark.parametrize(("line", "reason"), WRONG)
def test_bad_lines_are_named(line: str, reason: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_jsonl([TEA, "", line])
    assert (caught.value.source, caught.value.line) == ("<input>", 3)
    assert caught.value.reason.startswith(reason)


def test_errors_name_the_file(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    for text, message in ((b"nonsense\n", "column 1: not JSON: Expecting value"), (b"\xff\n", "not UTF-8: byte 0xff")):
        path.write_bytes(text)
        for read in (read_jsonl, lambda *source: list(iter_jsonl(*source))):
            for source, name in (((path,), str(path)), ((path, "menu"), "menu")):
                with pytest.raises(FormatError) as caught:
                    read(*source)
                assert str(caught.value).startswith(f"{name}:1: {message}")


def test_offsets_of_words_are_kept_where_all_are_known() -> None:
    line = '{"words": ["tea", "or"], "contents": [[0], [1], [2]], "arcs": [], "offsets": [[0, 3], [4, 6]]}'
    [tree] = read_jsonl([line])
    assert tree.sentence is not None
    assert (tree.sentence.words, tree.sentence.offsets) == (("tea", "or"), ((0, 3), (4, 6)))
    assert format_jsonl(tree) == line
    first, second = tree.sentence.rows
    other = Sentence((first, replace(second, misc="SpaceAfter=No")))
    assert "offsets" not in format_jsonl(BubbleTree(tree.words, tree.contents, tree.arcs, other))
    assert "offsets" not in format_jsonl(BubbleTree(["tea"], [{0}, {1}], [], tree.sentence))


@pytest.mark.parametrize(
    "offsets", ["3", "[]", "[[0, 3], [4, 6]]", "[[0]]", "[[3, 0]]", "[[-1, 0]]", "[[0, true]]", "[[0, 1.5]]"]
)
def test_offsets_are_two_numbers_for_each_word(offsets: str) -> None:
    with pytest.raises(FormatError, match="the field 'offsets' must list two numbers for each word"):
        read_jsonl([TEA.replace("}", f', "offsets": {offsets}}}')])


FIELD = st.recursive(st.sampled_from([None, True, 0, 1, -1, 0.5, "a"]), lambda part: st.lists(part, max_size=3))


@given(st.fixed_dictionaries({"words": FIELD, "contents": FIELD, "arcs": FIELD}, optional={"offsets": FIELD}))
def test_any_json_is_read_or_refused(value: object) -> None:
    """Nothing but FormatError is raised."""
    with suppress(FormatError):
        read_jsonl([json.dumps(value)])


def test_a_file_is_not_written_by_halves(tmp_path: Path) -> None:
    def failing() -> Iterator[BubbleTree]:
        yield BubbleTree([], [], [])
        raise KeyError("later")

    with pytest.raises(KeyError):
        write_jsonl(failing(), tmp_path / "trees.jsonl")
    assert list(tmp_path.iterdir()) == []
