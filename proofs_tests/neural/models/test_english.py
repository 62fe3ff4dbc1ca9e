"""The English models that come with the library: they are there, they are small, and they parse."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import bubbletree
from bubbletree import coordinations, validate
from neural import parse
from neural.models import checkpoint
from neural.models.calibration import load_calibration
from neural.models.loading import ENGLISH, ENGLISH_FAST, load
from neural.models.names import SHIPPED_NAMES
from neural.models.parser import Parser

SENTENCE = "I prefer hot coffee or tea and a bun"

both = pytest.mark.parametrize("directory", [ENGLISH, ENGLISH_FAST], ids=SHIPPED_NAMES)


@pytest.fixture(scope="module")
def english() -> Parser:
    return load()


@pytest.mark.parametrize(("directory", "largest"), [(ENGLISH, 26e6), (ENGLISH_FAST, 15e6)], ids=SHIPPED_NAMES)
def test_they_fit_into_the_repository(directory: Path, largest: float) -> None:
    size = sum(path.stat().st_size for path in directory.rglob("*") if path.is_file())
    assert 1e6 < size < largest + 1e6
    assert (directory / checkpoint.MODEL).stat().st_size <= largest
    assert not (directory / checkpoint.TRAINING).exists()


@both
def test_their_cards_say_what_they_were_made_of(directory: Path) -> None:
    card = (directory / "README.md").read_text(encoding="utf-8")
    for name in ("EWT", "CC BY-SA 4.0", "GENIA", "CC BY 3.0", "MiniLM", "Apache", "python -m neural.train"):
        assert name in card, name
    # The scores in the card are those that the weights were saved with or measured after, never more than 100.
    assert all(float(score) <= 100 for score in re.findall(r"\d+\.\d\d", card))


@pytest.mark.parametrize("name", SHIPPED_NAMES)
def test_coordinations_of_plain_sentences_are_found(name: str) -> None:
    parser = load(name)
    expected = {
        "I like tea and coffee .": [["tea", "coffee"]],
        "She bought apples , pears and plums .": [["apples", "pears", "plums"]],
        "He sang and danced .": [["sang", "danced"]],
        "Both IL-2 and TNF-alpha were induced in T cells .": [["IL-2", "TNF-alpha"]],
    }
    for sentence, conjuncts in expected.items():
        tree = parser.parse(sentence.split())
        assert validate(tree)
        found = [
            [" ".join(tree.words[first - 1 : last]) for first, last in coordination.conjuncts]
            for coordination in coordinations(tree)
        ]
        assert found == conjuncts, sentence


def test_the_readme_sentence_is_parsed_and_drawn(english: Parser, capsys: pytest.CaptureFixture[str]) -> None:
    tree = english.parse(SENTENCE)
    assert validate(tree)
    assert {found.coordinators[-1] for found in coordinations(tree)} <= {(5, 5), (7, 7)}
    assert parse.main([SENTENCE, "--confidence"]) == 0
    drawn = capsys.readouterr()
    assert "# confidence = " in drawn.out
    assert drawn.err == ""


@both
def test_their_confidences_are_calibrated(directory: Path) -> None:
    assert load_calibration(directory) is not None


def test_it_is_what_bubbletree_loads(english: Parser) -> None:
    try:
        loaded = bubbletree.load()
    except bubbletree.NoParserError:
        pytest.skip("bubbletree is not installed here, only checked out")
    assert isinstance(loaded, Parser)
    assert loaded.parse(SENTENCE) == english.parse(SENTENCE)
