"""Conversion and files on the dev sets of GENIA and EWT."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from bubbletree.convert import (
    Conversion,
    ConversionTable,
    Punctuation,
    convert_all,
    infer_coordinations,
    to_ud,
)
from bubbletree.coordination import GivenCoordination, coordinations
from bubbletree.io import format_conllu, iter_sentences, read_conllu, read_coord
from bubbletree.sentence import Sentence
from proofs_tests.support.agreement import comparisons

pytestmark = pytest.mark.treebank


@dataclass(frozen=True, slots=True)
class Treebank:
    text: str
    sentences: list[Sentence]
    coordinations: dict[str, tuple[GivenCoordination, ...]] | None
    outcomes: list[Conversion]
    table: ConversionTable


def load(path: Path, coord: Path | None, punctuation: Punctuation) -> Treebank:
    if not path.is_file():
        pytest.skip(f"no treebank {path}")
    text = path.read_text(encoding="utf-8")
    sentences = list(iter_sentences(path))
    given = None if coord is None else read_coord(coord)
    table = ConversionTable(punctuation)
    outcomes = []
    for outcome in convert_all(sentences, given):
        table.add(outcome)
        assert isinstance(outcome, Conversion)
        outcomes.append(outcome)
    return Treebank(text, sentences, given, outcomes, table)


@pytest.fixture(scope="module")
def genia(treebanks: Path) -> Treebank:
    return load(treebanks / "genia" / "dev.conllu", treebanks / "genia" / "dev.coord", Punctuation.FIRST)


@pytest.fixture(scope="module")
def ewt(treebanks: Path) -> Treebank:
    return load(treebanks / "ewt" / "en_ewt-ud-dev.conllu", None, Punctuation.FOLLOWING)


def assert_converts(table: ConversionTable, sentences: int, heads: float, labels: float, unchanged: float) -> None:
    """All sentences are converted and come back; by the trees alone, at least these shares of heads and labels do."""
    assert table.total == sentences
    assert table.converted == table.projective == table.derivable == table.total
    assert table.heads == table.labels == table.words
    assert table.tree_heads / table.words >= heads
    assert table.tree_labels / table.words >= labels
    assert table.unchanged / table.total >= unchanged


def test_genia_converts(genia: Treebank) -> None:
    assert_converts(genia.table, 1_361, heads=0.998, labels=0.994, unchanged=0.96)


def test_ewt_converts(ewt: Treebank) -> None:
    assert_converts(ewt.table, 2_001, heads=0.998, labels=0.998, unchanged=0.97)


def test_every_given_coordination_is_in_its_tree(genia: Treebank) -> None:
    assert genia.coordinations is not None
    for outcome in genia.outcomes:
        assert outcome.tree.sentence is not None
        given = genia.coordinations.get(outcome.tree.sentence.sent_id or "", ())
        found = [(c.conjuncts, c.category) for c in coordinations(outcome.tree)]
        assert sorted(found) == sorted((c.conjuncts, c.category or "") for c in given)


def test_inferred_coordinations_resemble_given_ones(genia: Treebank) -> None:
    """The rules of inference against spans from phrase structure: exact F1, all conjuncts right."""
    assert genia.coordinations is not None
    correct = inferred = 0
    for sentence in genia.sentences:
        found = {c.conjuncts for c in infer_coordinations(sentence)}
        given = {c.conjuncts for c in genia.coordinations.get(sentence.sent_id or "", ())}
        correct += len(found & given)
        inferred += len(found)
    total = sum(map(len, genia.coordinations.values()))
    assert 2 * correct / (inferred + total) >= 0.86


def test_shared_subjects_agree_with_enhanced_dependencies_that_are_hidden(ewt: Treebank) -> None:
    subjects = [one for sentence in ewt.sentences for one in comparisons(sentence) if one.relation == "nsubj"]
    assert len(subjects) == 303
    assert sum(one.gold == one.found for one in subjects) >= 298


@pytest.mark.parametrize("custom", Punctuation)
@pytest.mark.parametrize("name", ["genia", "ewt"])
def test_treebanks_come_back_from_files_with_all_heads_and_labels(
    name: str, custom: Punctuation, request: pytest.FixtureRequest
) -> None:
    treebank: Treebank = request.getfixturevalue(name)
    for outcome, sentence in zip(treebank.outcomes, treebank.sentences, strict=True):
        [again] = read_conllu(format_conllu(outcome.tree, custom))
        assert to_ud(outcome.tree, custom).rows == sentence.rows
        assert to_ud(again).rows == sentence.rows


@pytest.mark.parametrize("name", ["genia", "ewt"])
def test_sentences_come_out_byte_for_byte(name: str, request: pytest.FixtureRequest) -> None:
    treebank: Treebank = request.getfixturevalue(name)
    assert "".join(map(format_conllu, treebank.sentences)) == treebank.text


@pytest.mark.parametrize("name", ["genia", "ewt"])
def test_trees_survive_files(name: str, request: pytest.FixtureRequest) -> None:
    treebank: Treebank = request.getfixturevalue(name)
    trees = [outcome.tree for outcome in treebank.outcomes[::4]]
    text = "".join(format_conllu(tree, treebank.table.punctuation) for tree in trees)
    again = read_conllu(text)
    assert again == trees
    assert "".join(format_conllu(tree, treebank.table.punctuation) for tree in again) == text
