"""The gold sentences of coordination, and the small inputs that once went wrong: each has the tree that is right."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from bubbletree.convert import Style, from_ud, to_ud
from bubbletree.io import format_conllu, iter_sentences, parse_brackets, read_conllu
from bubbletree.sentence import Sentence
from bubbletree.static_oracle import oracle
from proofs_tests.support.gold import Gold, gold_sentences, without_tags

GOLD = list(gold_sentences())
CASES = Path(__file__).parent / "cases" / "convert"
PHENOMENA = {
    "asyndetic coordination", "auxiliaries and negation", "brackets and quotes", "correlatives",
    "enhanced dependencies", "gapping", "inverted subjects", "nested coordination",
    "other shared and private modifiers", "post-posed coordinators", "preverbal objects", "trailing punctuation",
}  # fmt: skip


@pytest.mark.parametrize("gold", GOLD, ids=lambda gold: str(gold.sentence.sent_id))
def test_gold_sentences_have_the_right_tree_or_say_why_not(gold: Gold) -> None:
    tree = from_ud(gold.sentence)
    assert (without_tags(tree) == gold.brackets) is (gold.wrong is None)
    assert oracle(tree)
    assert to_ud(tree).rows == gold.sentence.rows


def test_there_are_gold_sentences_of_each_phenomenon_in_many_languages() -> None:
    languages = Counter(gold.language for gold in GOLD)
    assert len(GOLD) >= 700
    assert len(languages) >= 50
    assert sum(number >= 5 for number in languages.values()) >= 25
    assert sum(gold.wrong is not None for gold in GOLD) <= 7
    assert {gold.phenomenon for gold in GOLD} == PHENOMENA
    assert len({gold.sentence.sent_id for gold in GOLD}) == len(GOLD)


def test_the_right_trees_are_trees_of_the_sentences() -> None:
    for gold in GOLD:
        tree = parse_brackets(gold.brackets)
        assert (tree.words, without_tags(tree)) == (gold.sentence.words, gold.brackets)
        assert oracle(tree)


def test_gold_sentences_survive_files() -> None:
    trees = [from_ud(gold.sentence) for gold in GOLD]
    again = read_conllu("".join(map(format_conllu, trees)))
    assert again == trees
    assert [to_ud(tree).rows for tree in again] == [gold.sentence.rows for gold in GOLD]


def cases() -> list[tuple[str, Sentence, str]]:
    """File, sentence and tree of each line of the table."""
    lines = (CASES / "expected.tsv").read_text(encoding="utf-8").splitlines()[1:]
    found = []
    for line in lines:
        file, sent_id, brackets = line.split("\t")
        [sentence] = [s for s in iter_sentences(CASES / f"{file}.conllu") if s.sent_id == sent_id]
        found.append((file, sentence, brackets))
    return found


@pytest.mark.parametrize(("file", "sentence", "brackets"), cases(), ids=lambda value: getattr(value, "sent_id", ""))
def test_what_once_went_wrong_is_right(file: str, sentence: Sentence, brackets: str) -> None:
    style = Style.CHAIN if file == "chains" else Style.UD
    assert without_tags(from_ud(sentence, style=style)) == brackets
