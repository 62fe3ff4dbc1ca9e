"""Exchanged conjuncts: other words in other places, the same structure."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bubbletree import BubbleTree, coordinations, format_brackets, parse_brackets, read_conllu, validate, write_conllu
from bubbletree.grammar import generate
from proofs_tests.support.scripts import script

SCRIPT = script("exchanged_conjuncts")


def all_exchanged(text: str) -> list[str]:
    tree = parse_brackets(text)
    return [format_brackets(SCRIPT.exchanged(tree, *pair)) for pair in SCRIPT.exchangeable(tree)]


@pytest.mark.parametrize(
    ("text", "exchanged"),
    [
        (
            "nsubj=We/PRON sell/VERB obj=[(amod=hot/ADJ tea/NOUN) cc=and/CCONJ buns/NOUN] punct=./PUNCT",
            ["nsubj=We/PRON sell/VERB obj=[buns/NOUN cc=and/CCONJ (amod=hot/ADJ tea/NOUN)] punct=./PUNCT"],
        ),
        ("amod=[Hot/ADJ cc=or/CCONJ cold/ADJ] tea/NOUN", ["amod=[Cold/ADJ cc=or/CCONJ hot/ADJ] tea/NOUN"]),
        (
            "nsubj=[Anna/PROPN cc=and/CCONJ NATO/PROPN] left/VERB",
            ["nsubj=[NATO/PROPN cc=and/CCONJ Anna/PROPN] left/VERB"],
        ),
        ("nsubj=[tea/NOUN cc=and/CCONJ slowly/ADV] left/VERB", []),
        ("nsubj=[tea/NOUN cc=and/CCONJ tea/NOUN] left/VERB", []),
    ],
)
def test_words_change_places(text: str, exchanged: list[str]) -> None:
    plain = [format_brackets(parse_brackets(one)) for one in exchanged]
    assert all_exchanged(text) == plain


def test_three_conjuncts_can_be_exchanged_in_three_ways() -> None:
    found = all_exchanged("nsubj=[tea/NOUN punct=,/PUNCT milk/NOUN cc=and/CCONJ water/NOUN] left/VERB")
    assert [re.findall(r"\w+(?=/NOUN)", one) for one in found] == [
        ["Milk", "tea", "water"],
        ["Water", "milk", "tea"],
        ["tea", "water", "milk"],
    ]


def test_the_structure_stays_and_a_second_exchange_undoes_the_first() -> None:
    seen = 0
    for tree in generate(200, seed=4):
        for first, second in SCRIPT.exchangeable(tree):
            other = SCRIPT.exchanged(tree, first, second)
            assert validate(other).ok
            assert len(coordinations(other)) == len(coordinations(tree))
            assert sorted(map(len, other.contents)) == sorted(map(len, tree.contents))
            assert sorted(word.lower() for word in other.words) == sorted(word.lower() for word in tree.words)
            gap = second.first - first.last - 1
            new_first = (first.first, first.first + second.last - second.first)
            new_second = (new_first[1] + gap + 1, second.last)
            back = SCRIPT.exchanged(other, type(first)(*new_first), type(first)(*new_second))
            assert [word.lower() for word in back.words] == [word.lower() for word in tree.words]
            assert same_shape(back, tree)
            seen += 1
    assert seen > 50


def same_shape(one: BubbleTree, other: BubbleTree) -> bool:
    return one.contents == other.contents and one.arcs == other.arcs


def test_the_command_writes_a_sentence_for_each_that_can_be_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trees = list(generate(30, seed=1))
    write_conllu(trees, tmp_path / "train.conllu")
    assert SCRIPT.main([str(tmp_path / "train.conllu")]) == 0
    (tmp_path / "new.conllu").write_text(capsys.readouterr().out, encoding="utf-8")
    found = read_conllu(tmp_path / "new.conllu")
    assert len(found) == sum(any(True for _ in SCRIPT.exchangeable(tree)) for tree in trees) > 10
    assert SCRIPT.main([str(tmp_path / "missing.conllu")]) == 2
    assert "missing.conllu" in capsys.readouterr().err
