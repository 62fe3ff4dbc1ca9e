"""Coordinations of phrase structures, in the ways of two treebanks."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from bubbletree import from_ud, read_brackets, read_sentences, to_ud, write_coord
from bubbletree.constituency import PhraseTree, as_read, cleaned, genia_coordinations, penn_coordinations
from bubbletree.io import iter_penn
from bubbletree.io.genia import iter_genia
from bubbletree.io.penn import parse_penn
from bubbletree.span import Span
from proofs_tests.support.paths import ROOT

PENN = ROOT / "proofs_tests" / "data" / "penn"


def phrases(tree: PhraseTree, *, genia: bool = False) -> list[list[str]]:
    """The words of the conjuncts of each coordination."""
    found = genia_coordinations(tree) if genia else penn_coordinations(tree)
    return [[" ".join(tree.words[first - 1 : last]) for first, last in one.conjuncts] for one in found]


def test_the_miniature_treebank_gives_the_trees_written_by_hand() -> None:
    trees, gold = list(iter_penn(PENN / "mini.mrg")), read_brackets(PENN / "mini.brackets")
    assert len(trees) == len(gold) > 30
    for tree, expected in zip(trees, gold, strict=True):
        assert tuple(map(as_read, tree.words)) == tuple(map(as_read, expected.words))
        assert from_ud(to_ud(expected), penn_coordinations(tree)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(NP-CCP (NP-COORD (NN a) (, ,)) (NP-COORD (NN b)) (CC-CC or) (NP-COORD (NN c)))", [["a", "b", "c"]]),
        ("(NP-CCP (NP-COORD (NN a) (, ,)) (CC-CC or) (NP-COORD (NN c)))", [["a ,", "c"]]),
        ("(NP-CCP (NP-COORD (`` ``) (NN a) ('' '')) (CC-CC or) (NN-COORD c))", [["a", "c"]]),
        ("(NP-CCP (NP-COORD (NN a) (`` ``) (NN b) ('' '') (NN d)) (CC-CC or) (NN-COORD c))", [["a `` b '' d", "c"]]),
        ("(NP-CCP (NN-COORD a) (CC-CC or))", []),
        ("(NP (NN a) (CC or) (NN b))", []),
        ("(NP-SBJ-3 (NN-COORD a) (CC or) (NN-COORD b))", [["a", "b"]]),
        ("(NP-CCP (CC-COORD and) (CC-CC or) (CC-COORD but))", [["and", "but"]]),
    ],
)
def test_conjuncts_of_the_penn_treebank(text: str, expected: list[list[str]]) -> None:
    assert phrases(parse_penn(text)) == expected


def test_a_conjunct_of_quotation_marks_alone_is_none() -> None:
    tree = parse_penn("(NP-CCP (NN-COORD a) (CC-CC or) (NP-COORD (`` ``) ('' '')))")
    assert penn_coordinations(tree) == ()
    assert cleaned(tree, [Span(1, 1), Span(3, 4)]) == [Span(1, 1)]


def test_a_coordinator_of_several_words_is_one_separator() -> None:
    [found] = penn_coordinations(
        parse_penn("(NP (NN-COORD a) (, ,) (CONJP-CC (RB as) (RB well) (IN as)) (NN-COORD b))")
    )
    assert found.separators == (Span(2, 2), Span(3, 5))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(NP-COOD (NN a) (CC and) (NN b))", [["a", "b"]]),
        ("(NP-COOD (CC both) (NN a) (CC and) (NN b))", [["a", "b"]]),
        ("(NP-COOD (CONJP (RB not) (RB only)) (NN a) (CONJP (CC but) (RB also)) (NN b))", [["a", "b"]]),
        ("(NP-COOD (DT the) (NN a) (CC and) (NN b) (NNS cells))", [["a", "b"]]),
        ("(VP-COOD (VP (VBZ a)) (, ,) (CC and) (ADVP (RB then)) (VP (VBZ b)))", [["a", "b"]]),
        ("(ADVP-COOD (ADVP (RB a)) (CC and) (ADVP (RB b)))", [["a", "b"]]),
        ("(S-COOD (S (NN a)) (, ,) (CC and) (S (NN b)) (. .))", [["a", "b"]]),
        ("(NP-COOD (NP (NN a)) (PRN (-LRB- -LRB-) (NN x) (-RRB- -RRB-)) (CC and) (NP (NN b)))", [["a", "b"]]),
        ("(NP-COOD (NN a) (TO to) (NN b))", []),
        ("(NP (NN a) (CC and) (NN b))", []),
    ],
)
def test_conjuncts_of_the_genia_treebank(text: str, expected: list[list[str]]) -> None:
    assert phrases(parse_penn(text), genia=True) == expected


def coord_blocks(text: str) -> dict[str, str]:
    """The blocks of a `.coord` file by sentence."""
    blocks = (block.strip("\n") for block in text.split("\n\n") if block.strip("\n"))
    return {block.removeprefix("# ").split("\t")[0]: block for block in blocks}


def as_block(sent_id: str, tree: PhraseTree) -> str:
    stream = io.StringIO()
    write_coord({sent_id: genia_coordinations(tree)}, stream)
    return stream.getvalue().strip("\n")


@pytest.mark.treebank
def test_the_articles_of_genia_give_the_published_coordinations_byte_by_byte(treebanks: Path) -> None:
    gold = coord_blocks((treebanks / "genia" / "dev.coord").read_text(encoding="utf-8"))
    words = {sentence.sent_id: sentence.words for sentence in read_sentences(treebanks / "genia" / "dev.conllu")}
    articles = sorted((treebanks / "genia" / "xml").glob("*.xml"))
    sentences = 0
    for article in articles:
        for tree in iter_genia(article):
            assert tree.sent_id is not None
            assert as_block(tree.sent_id, tree) == gold.get(tree.sent_id, "")
            assert tree.words == words[tree.sent_id]
            sentences += 1
    assert (len(articles), sentences) == (60, 557)


@pytest.mark.treebank
@pytest.mark.slow
@pytest.mark.parametrize("split", ["dev", "train"])
def test_the_bracket_trees_of_genia_give_all_published_coordinations(treebanks: Path, split: str) -> None:
    gold = coord_blocks((treebanks / "genia" / f"{split}.coord").read_text(encoding="utf-8"))
    lines = (treebanks / "genia" / f"{split}.conllu").read_text(encoding="utf-8").splitlines()
    ids = [line.removeprefix("# sent_id = ") for line in lines if line.startswith("# sent_id = ")]
    trees = iter_penn(treebanks / "genia" / f"{split}.trees")
    assert [one for one, tree in zip(ids, trees, strict=True) if as_block(one, tree) != gold.get(one, "")] == []
