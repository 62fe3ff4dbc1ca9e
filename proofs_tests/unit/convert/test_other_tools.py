"""What the field's own tools say about the CoNLL-U that is written; skipped where a tool is not installed."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from dataclasses import replace

import conllu
import pytest

from bubbletree import BubbleTree, Sentence, coordinations, from_ud, read_sentences, to_enhanced_ud, to_ud
from bubbletree.convert.to_enhanced import edges_of
from bubbletree.io import format_conllu, write_conllu
from bubbletree.treebank import load
from proofs_tests.support.paths import ROOT

GOLD = sorted((ROOT / "proofs_tests" / "data" / "gold").iterdir())
TREES = [*(from_ud(sentence) for sentence in read_sentences(GOLD[3])), *load()[:40]]
WITHOUT_EMPTY_NODES = [tree for tree in TREES if all("." not in row.id for row in to_ud(tree).rows)]


def text_of(trees: Iterable[BubbleTree | Sentence]) -> str:
    stream = io.StringIO()
    write_conllu(list(trees), stream)
    return stream.getvalue()


def test_conllu_reads_heads_relations_and_graphs_back() -> None:
    for tree in WITHOUT_EMPTY_NODES:
        made = to_enhanced_ud(tree)
        [read] = conllu.parse(text_of([made]))
        words = [token for token in read if isinstance(token["id"], int)]
        assert tuple(token["head"] for token in words) == made.heads
        assert tuple(token["deprel"] for token in words) == made.deprels
        found = {(str(head), label, str(token["id"])) for token in words for label, head in token["deps"]}
        assert found == {tuple(edge) for edge in edges_of(made)}


def test_conllu_keeps_the_comments_on_bubbles() -> None:
    for tree in TREES:
        [read] = conllu.parse(format_conllu(tree))
        assert ("bubbles" in read.metadata) == bool(coordinations(tree))


def test_udapi_reads_trees_and_graphs_back() -> None:
    udapi = pytest.importorskip("udapi.core.document")
    for tree in WITHOUT_EMPTY_NODES:
        made = to_enhanced_ud(tree)
        document = udapi.Document()
        document.from_conllu_string(text_of([made]))
        [bundle] = document.bundles
        nodes = bundle.get_tree().descendants
        assert tuple(node.parent.ord for node in nodes) == made.heads
        assert tuple(node.deprel for node in nodes) == made.deprels
        found = {(str(one["parent"].ord), one["deprel"], str(node.ord)) for node in nodes for one in node.deps}
        assert found == {tuple(edge) for edge in edges_of(made)}


def _tagged(sentence: Sentence, number: int) -> Sentence:
    """A sentence with what the validator asks of every sentence: an id, a text, tags."""
    rows = (
        replace(row, upos="X" if row.upos == "_" else row.upos, feats="_", misc="_")
        for row in sentence.rows
        if "-" not in row.id
    )
    text = " ".join(sentence.words)
    return replace(sentence, rows=tuple(rows), comments=(f"# sent_id = {number}", f"# text = {text}"))


def _basic(tree: BubbleTree) -> Sentence:
    """The UD sentence without a graph."""
    sentence = to_ud(tree)
    return replace(sentence, rows=tuple(replace(row, deps="_") for row in sentence.word_rows))


@pytest.mark.parametrize("make", [_basic, to_enhanced_ud])
def test_the_official_validator_accepts_all_that_is_made(make: Callable[[BubbleTree], Sentence]) -> None:
    """Level 2: what UD asks of every language."""
    validator = pytest.importorskip("udtools.validator")
    sentences = [_tagged(make(tree), number) for number, tree in enumerate(TREES, start=1)]
    log = io.StringIO()
    checker = validator.Validator(lang="en", level=2, output=log)
    state = checker.validate_file_handle(io.StringIO(text_of(sentences)))
    assert state.passed(), log.getvalue()
