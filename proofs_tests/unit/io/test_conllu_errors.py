"""What is wrong with a CoNLL-U file is named, and what it cannot hold is not written."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest

from bubbletree.errors import FormatError
from bubbletree.io import (
    UnwritableError,
    format_conllu,
    iter_conllu,
    iter_sentences,
    read_conllu,
    write_conllu,
)
from bubbletree.sentence import Row, Sentence
from bubbletree.tree import BubbleTree
from bubbletree.validation import validate
from proofs_tests.support.conllu import PLAIN, W1, W2, conllu
from proofs_tests.support.large import onion

AND = ("1 a _ _ _ _ 0 root _ _", "2 and _ _ _ _ 3 cc _ _", "3 b _ _ _ _ 1 conj _ _")
BUBBLE = "# bubbles = B1:1-3"
ARCS = "# bubble_arcs = 0 root B1 | B1 conj 1 | B1 cc 2 | B1 conj 3"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (conllu("1 a _ _ _ _ 0 root _"), 1, "expected 10 columns separated by tabs, found 9"),
        (conllu(W1, "2 b _ _ _ _ 1 dep _ _ _"), 2, "expected 10 columns separated by tabs, found 11"),
        ("1  a  _  _  _  _  0  root  _  _\n", 1, "expected 10 columns separated by tabs, found 1"),
        (conllu("1  _ _ _ _ 0 root _ _"), 1, "FORM is empty"),
        (conllu("2 a _ _ _ _ 0 root _ _"), 1, "ID '2' is out of place; the next word is 1"),
        (conllu(W1, W1), 2, "ID '1' is out of place; the next word is 2"),
        (conllu("x a _ _ _ _ 0 root _ _"), 1, "ID 'x' is out of place"),
        (conllu("１ a _ _ _ _ 0 root _ _"), 1, "ID '１' is out of place"),
        (conllu("2-3 ab _ _ _ _ _ _ _ _", W1), 1, "ID '2-3' is out of place"),
        (conllu("1-2 ab _ _ _ _ _ _ _ _", "1-2 ab _ _ _ _ _ _ _ _", W1), 2, "ID '1-2' is out of place"),
        (conllu("1-3 ab _ _ _ _ _ _ _ _", W1, W2), 4, "a multiword token reaches to word 3, the sentence only to 2"),
        (conllu(W1, "1.2 _ _ _ _ _ _ _ _ _"), 2, "ID '1.2' is out of place"),
        (conllu("# alone"), 2, "a sentence without words"),
        ("# alone\n# together", 2, "a sentence without words"),
        ("\t\n", 1, "expected 10 columns separated by tabs, found 2"),
        ("X\n", 1, "expected 10 columns separated by tabs, found 1"),
        (conllu("1-2 ab _ _ _ _ _ _ _ _", W1, "2-3 bc _ _ _ _ _ _ _ _", W2), 3, "ID '2-3' is out of place"),
        (conllu("1 a _ _ _ _ _ _ _ _", "2 b _ _ _ _ 9 dep _ _"), 2, "HEAD of word 2 is '9'"),
        (conllu(W1) + conllu("1 a _ _ _ _ 7 x _ _"), 3, "HEAD of word 1 is '7'"),
        (conllu("# coordination_categories = a-1:NP", W1), 1, "'a-1:NP' in '# coordination_categories' is not of"),
        (conllu("# coordination_categories = 1-b:NP", W1), 1, "'1-b:NP' in '# coordination_categories' is not of"),
        (conllu("# coordination_categories = 1-1:", W1), 1, "'1-1:' in '# coordination_categories' is not of"),
        (conllu("# coordination_categories = 11:NP", W1), 1, "'11:NP' in '# coordination_categories' is not of"),
        (conllu(W1, "# late"), 2, "a comment inside a sentence"),
        (conllu("1 a _ _ _ _ 2 root _ _"), 1, "HEAD of word 1 is '2'; expected a number from 0 to 1"),
        (conllu("1 a _ _ _ _ -1 root _ _"), 1, "HEAD of word 1 is '-1'"),
        (conllu("1 a _ _ _ _ first root _ _"), 1, "HEAD of word 1 is 'first'"),
        ("1\ta\t_\t_\t_\t_\t0\tro ot\t_\t_\n", 1, "DEPREL 'ro ot' contains white space"),
        (conllu("# coordination_categories = 1-2", W1), 1, "'1-2' in '# coordination_categories' is not of"),
        *(
            (conllu(W1, f"2 b _ _ _ _ 1 dep 1:dep|{arc} _"), 2, f"DEPS of word 2 has {arc!r}, which is not of the form")
            for arc in ("", "bad", "0", ":", "1:", ":dep", "a:b", "bad:deps", "1.1:x", "3:dep", "01:dep", "1-2:x", "_")
        ),
        (conllu(W1, "1.1 b _ _ _ _ _ _ 2:dep _"), 2, "DEPS of empty node 1.1 has '2:dep', which is not of the form"),
        ("1\ta\t_\t_\t_\t_\t0\troot\t0:ro ot\t_\n", 1, "DEPS of word 1 has '0:ro ot', which is not of the form"),
    ],
)  # fmt: skip
def test_errors_of_the_file(text: str, line: int, reason: str) -> None:
    for read in (iter_sentences, iter_conllu):
        with pytest.raises(FormatError) as caught:
            list(read(text, "x.conllu"))
        assert (caught.value.source, caught.value.line) == ("x.conllu", line)
        assert caught.value.reason.startswith(reason)
        assert str(caught.value).startswith(f"x.conllu:{line}: ")


@pytest.mark.parametrize(
    ("lines", "line", "reason"),
    [
        ((BUBBLE, BUBBLE, ARCS, *AND), 2, "a second comment '# bubbles = ...'"),
        (("# bubbles = 1:1-3", ARCS, *AND), 1, "'1:1-3' in '# bubbles' is not a new bubble"),
        (("# bubbles = B1:1-3 B1:1-2", ARCS, *AND), 1, "'B1:1-2' in '# bubbles' is not a new bubble"),
        (("# bubbles = B1", ARCS, *AND), 1, "'B1' in '# bubbles' is not a new bubble"),
        (("# bubbles = B1:1-4", ARCS, *AND), 1, "'1-4' in 'B1:1-4' is not a range of words"),
        (("# bubbles = B1:0-3", ARCS, *AND), 1, "'0-3' in 'B1:0-3' is not a range of words"),
        (("# bubbles = B1:3-1", ARCS, *AND), 1, "'3-1' in 'B1:3-1' is not a range of words"),
        (("# bubbles = B1:1,x", ARCS, *AND), 1, "'x' in 'B1:1,x' is not a range of words"),
        (("# bubbles = B1:1-2:3", ARCS, *AND), 1, "'1-2:3' in 'B1:1-2:3' is not a range of words"),
        (("# bubble_arcs = 1 cc 3 | 2 x 3", *AND), 1, "the bubbles and arcs do not form a bubble tree"),
        ((BUBBLE, "# bubble_arcs = 0 root", *AND), 2, "'# bubble_arcs' is not of the form '2 obj B1 | "),
        ((BUBBLE, "# bubble_arcs = 0 root B1 B1 conj 1 |", *AND), 2, "'# bubble_arcs' is not of the form"),
        ((BUBBLE, "# bubble_arcs = 0 root B2", *AND), 2, "the arc '0 root B2' names B2, which is not there"),
        ((BUBBLE, "# bubble_arcs = 0 root 4", *AND), 2, "the arc '0 root 4' names 4, which is not there"),
        ((BUBBLE, *AND), 1, "the bubbles and arcs do not form a bubble tree"),
        ((ARCS, *AND), 1, "names B1, which is not there"),
        ((BUBBLE, ARCS + " | B1 conj 3 | 1 conj 3", *AND), 1, "the bubbles and arcs do not form a bubble tree"),
        ((BUBBLE, ARCS, *AND[:2], "3 b _ _ _ _ 2 conj _ _"), 5, "word 3 has HEAD 2 and DEPREL conj, but by"),
        ((BUBBLE, ARCS, *AND[:2], "3 b _ _ _ _ 1 conj:and _ _"), 5, "they are 1 and conj: undo the change"),
        ((BUBBLE, ARCS, AND[0], "2 and _ _ _ _ 1 cc _ _", AND[2]), 4, "they are 3 and cc"),
        ((BUBBLE, ARCS, "1 a _ _ _ _ _ _ _ _", *AND[1:]), 3, "word 1 has HEAD _ and DEPREL _"),
    ],
)  # fmt: skip
def test_errors_of_the_bubbles(lines: tuple[str, ...], line: int, reason: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_conllu(conllu(*lines))
    assert caught.value.line == line
    assert f" {reason}" in f" {caught.value.reason}"


def test_bubbles_without_end_are_refused_before_they_take_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    repeated = "# bubbles = " + " ".join(f"B{number}:1-3" for number in range(102))
    with pytest.raises(FormatError, match=":1: more than 100 bubbles have the words of another one"):
        list(iter_conllu(conllu(repeated, *AND), well_formed=False))
    monkeypatch.setattr("bubbletree.io.sentence_lines._MAX_CONTENT", 4)
    assert list(iter_conllu(conllu("# bubbles = B1:1-2 B2:2-3", *AND), well_formed=False))
    for too_much in ("B1:1-2 B2:1-3", "B1:1-3 B2:1,3"):
        with pytest.raises(FormatError, match=":1: the bubbles hold more than 4 words in all, and do not form"):
            list(iter_conllu(conllu(f"# bubbles = {too_much}", *AND), well_formed=False))


def test_projective_trees_are_read_however_much_their_bubbles_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = onion(80).tree()
    text = format_conllu(tree)
    monkeypatch.setattr("bubbletree.io.sentence_lines._MAX_CONTENT", 100)
    assert read_conllu(text) == [tree]
    with pytest.raises(FormatError, match="the bubbles hold more than 100 words"):
        read_conllu(text.replace("B1:1-2 ", "B1:2-3 "))


def test_ill_formed_bubbles_can_be_read_for_validation() -> None:
    [tree] = iter_conllu(conllu(BUBBLE, *AND), well_formed=False)
    assert not validate(tree, projective=False)
    assert frozenset({1, 2, 3}) in tree.contents
    with pytest.raises(FormatError, match=":5: word 3 has HEAD 2"):
        list(iter_conllu(conllu(BUBBLE, ARCS, *AND[:2], "3 b _ _ _ _ 2 conj _ _"), well_formed=False))


def test_errors_name_the_source(tmp_path: Path) -> None:
    path = tmp_path / "x.conllu"
    path.write_text("nonsense\n", encoding="utf-8")
    readers = (read_conllu, lambda *source: list(iter_conllu(*source)), lambda *source: list(iter_sentences(*source)))
    for read in readers:
        for source, name in (((path,), str(path)), ((path, "menu"), "menu")):
            with pytest.raises(FormatError) as caught:
                read(*source)
            assert str(caught.value) == f"{name}:1: expected 10 columns separated by tabs, found 1"


def test_bytes_that_are_not_utf8(tmp_path: Path) -> None:
    path = tmp_path / "latin.conllu"
    path.write_bytes(PLAIN.encode() + conllu("1 th\xe9 _ _ _ _ 0 root _ _").encode("latin-1"))
    with pytest.raises(FormatError) as caught:
        read_conllu(path)
    assert (caught.value.source, caught.value.line) == (str(path), 5)
    assert "byte 0xe9" in caught.value.reason
    with path.open(encoding="utf-8") as stream, pytest.raises(FormatError, match="0xe9"):
        read_conllu(stream)


def test_missing_files_are_missing(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_conllu(tmp_path / "none.conllu")


def _one(word: str = "tea", label: str = "root", sentence: Sentence | None = None) -> BubbleTree:
    return BubbleTree([word], [{0}, {1}], [(0, label, 1)], sentence)


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        (_one(word=""), "FORM '' of word 1 is empty"),
        (_one(word="a\tb"), "contains a tab or line break"),
        (_one(word="a\nb"), "contains a tab or line break"),
        (_one(word="a\rb"), "contains a tab or line break"),
        (_one(word="\ud800"), "UTF-8"),
        (_one(label=""), "the label '' is empty"),
        (_one(label="a b"), "the label 'a b' is empty or contains white space"),
        (_one(label="a\u2003b"), "contains white space"),
        (_one(sentence=Sentence.from_columns(["pot"])), "different words"),
        (_one(sentence=replace(Sentence.from_columns(["tea"]), comments=("no",))), "'no' is not a comment line"),
        (_one(sentence=replace(Sentence.from_columns(["tea"]), comments=("#a\nb",))), "is not a comment line"),
        (_one(sentence=replace(Sentence.from_columns(["tea"]), comments=("#a\rb",))), "is not a comment line"),
        (_one(sentence=Sentence((Row("1", "tea", "X", misc=""),))), "MISC '' of word 1 is empty or contains a tab"),
        (_one(sentence=replace(Sentence.from_columns(["tea"]), categories=(((1, 1), ""),))), "the category ''"),
        (BubbleTree(["a", "b"], [{0}, {1}, {2}], [(0, "root", 1)]), "not a well-formed"),
        (BubbleTree([], [{0}], []), "a sentence without words"),
        (Sentence((Row("2", "a"),)), "ID '2' is out of place"),
        (Sentence((Row("1", "a", lemma=""),)), "LEMMA '' of word 1 is empty"),
        (Sentence((Row("1", "a", deprel="x y"),)), "DEPREL 'x y' of word 1 contains white space"),
        (Sentence((Row("1", "a", head="2"),)), "HEAD of word 1 is '2'; expected a number from 0 to 1"),
        (Sentence((Row("1", "a", head="-1"),)), "HEAD of word 1 is '-1'; expected a number from 0 to 1"),
        (Sentence((Row("1", "a", head="tea"),)), "HEAD of word 1 is 'tea'; expected a number from 0 to 1"),
        (Sentence((Row("1", "a", head="1.0e3"),)), "HEAD of word 1 is '1.0e3'; expected a number from 0 to 1"),
        (Sentence((Row("1", "a", deps="tea"),)), "DEPS of word 1 has 'tea', which is not of the form HEAD:RELATION"),
        (Sentence((Row("1", "a", deps="2:obj"),)), "DEPS of word 1 has '2:obj'"),
        (Sentence((Row("1", "a"), Row("1.1", "b", deps="1:"))), "DEPS of empty node 1.1 has '1:'"),
        (_one(sentence=Sentence((Row("1", "tea", deps="tea"),))), "DEPS of word 1 has 'tea'"),
    ],
)  # fmt: skip
def test_unwritable_items_leave_nothing_behind(item: BubbleTree | Sentence, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "x.conllu"
    stream = io.StringIO()
    with pytest.raises(UnwritableError) as caught:
        write_conllu([_one(), item], path)
    assert reason in caught.value.reason
    with pytest.raises(UnwritableError):
        write_conllu([item], stream)
    assert list(tmp_path.iterdir()) == []
    assert not stream.getvalue()


@pytest.mark.parametrize("place", range(10))
def test_an_empty_column_is_named(place: int) -> None:
    column = ["ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC"][place]
    cells = ["1", "tea", "_", "_", "_", "_", "0", "root", "_", "_"]
    cells[place] = ""
    with pytest.raises(FormatError, match=f": {column} is empty"):
        read_conllu(["\t".join(cells), ""])
    with pytest.raises(UnwritableError, match=f"{column} '' of word {cells[0]} is empty"):
        format_conllu(Sentence((Row(*cells),)))


def test_a_label_of_a_bubble_arc_is_checked_too() -> None:
    tree = BubbleTree(["a", "b"], [{0}, {1}, {2}, {1, 2}], [(0, "root", 3), (3, "con j", 1), (3, "conj", 2)])
    with pytest.raises(UnwritableError, match="'con j'"):
        format_conllu(tree)
