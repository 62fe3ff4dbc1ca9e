"""The component for spaCy with the neural parser."""

from __future__ import annotations

from pathlib import Path

import pytest

from bubbletree import coordinations
from neural.models.loading import load

spacy = pytest.importorskip("spacy")
pytest.importorskip("bubbletree.interop.spacy")


def test_the_component_finds_what_the_parser_finds(english: Path) -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("bubble_parser", config={"confidence": True})
    docs = list(nlp.pipe(["I like tea and buns .", "She sang .", "Old men and women came ."]))
    parser = load()
    trees = list(parser.parse_all([[token.text for token in doc] for doc in docs]))
    assert [list(doc._.bubble_trees) for doc in docs] == [[tree] for tree in trees]
    for doc, tree in zip(docs, trees, strict=True):
        found = [[(span.start + 1, span.end) for span in one.conjuncts] for one in doc._.coordinations]
        assert found == [list(map(tuple, one.conjuncts)) for one in coordinations(tree)]
        confidences = list(parser.confidences(tree).values())
        assert [one.confidence for one in doc._.coordinations] == pytest.approx(confidences)
