"""Other packages are timed in turns with this one, or named if they are not installed."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from types import ModuleType, SimpleNamespace
from typing import cast

import pytest

from bubbletree.grammar import generate
from bubbletree.io import read_sentences
from neural.evaluation.peers import SPACY_MODELS, Comparison, Job, in_turns, parsers, readers
from neural.models.parser import Parser

SENTENCES = [tree.sentence for tree in generate(3, seed=1) if tree.sentence is not None]


def test_jobs_take_turns_and_the_first_turn_does_not_count() -> None:
    calls: list[str] = []
    found = in_turns("other", "task", lambda: calls.append("ours"), lambda: calls.append("theirs"), rounds=2)
    assert calls == ["ours", "theirs"] * 3
    assert len(found.ours) == len(found.theirs) == 2


def test_ratios_compare_the_two_of_a_turn() -> None:
    found = Comparison("other", "task", (1.0, 4.0, 2.0), (3.0, 2.0, 2.0))
    assert found.ratios == [0.5, 1.0, 3.0]
    assert found.median == 1.0
    assert found.to_dict() == {
        "name": "other",
        "task": "task",
        "ratio": 1.0,
        "ratios": [0.5, 1.0, 3.0],
        "ours": (1.0, 4.0, 2.0),
        "theirs": (3.0, 2.0, 2.0),
    }


def test_seconds_are_those_of_each_job(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]

    def lasting(seconds: float) -> Job:
        return lambda: clock.__setitem__(0, clock[0] + seconds)

    monkeypatch.setattr("time.perf_counter", lambda: clock[0])
    found = in_turns("other", "task", lasting(2), lasting(3))
    assert found == Comparison("other", "task", (2.0,) * 5, (3.0,) * 5)


def test_packages_that_are_installed_read_the_same_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    pyconll = ModuleType("pyconll")
    pyconll.__dict__["load_from_string"] = read.append
    monkeypatch.setitem(sys.modules, "pyconll", pyconll)
    udapi = ModuleType("udapi.core.document")
    udapi.__dict__["Document"] = lambda: SimpleNamespace(from_conllu_string=read.append)
    monkeypatch.setitem(sys.modules, "udapi", ModuleType("udapi"))
    monkeypatch.setitem(sys.modules, "udapi.core", ModuleType("udapi.core"))
    monkeypatch.setitem(sys.modules, "udapi.core.document", udapi)
    found, absent = readers(SENTENCES, rounds=1)
    assert [one.name for one in found] == ["conllu", "pyconll", "udapi"]
    assert absent == []
    assert {one.task for one in found} == {"reading CoNLL-U"}
    assert {len(one.ours) for one in found} == {1}
    assert len(set(read)) == 1
    assert [one.words for one in read_sentences(read[0].splitlines(keepends=True))] == [one.words for one in SENTENCES]


def test_packages_that_are_not_installed_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pyconll", "udapi"):
        monkeypatch.setitem(sys.modules, name, None)
    found, absent = readers(SENTENCES, rounds=1)
    assert [one.name for one in found] == ["conllu"]
    assert absent == ["pyconll", "udapi"]


class Spacy:
    """A stand-in for spaCy that writes down what it is asked."""

    def __init__(self, *installed: str) -> None:
        self.installed = installed
        self.loaded: list[tuple[str, Sequence[str]]] = []
        self.parsed: list[list[str]] = []

    def load(self, name: str, exclude: Sequence[str]) -> SimpleNamespace:
        if name not in self.installed:
            raise OSError(name)
        self.loaded.append((name, exclude))
        return SimpleNamespace(vocab="vocabulary", pipe=lambda documents: map(self.parsed.append, documents))

    def put_in(self, monkeypatch: pytest.MonkeyPatch) -> None:
        module, tokens = ModuleType("spacy"), ModuleType("spacy.tokens")
        module.__dict__.update(load=self.load, util=SimpleNamespace(is_package=lambda name: name in self.installed))
        tokens.__dict__["Doc"] = lambda vocabulary, words: words if vocabulary == "vocabulary" else None
        monkeypatch.setitem(sys.modules, "spacy", module)
        monkeypatch.setitem(sys.modules, "spacy.tokens", tokens)


@pytest.mark.parametrize("name", SPACY_MODELS)
def test_spacy_parses_the_same_words_with_nothing_but_its_parser(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    spacy, seen = Spacy(name), list[object]()

    def parse_all(sentences: Sequence[object]) -> list[object]:
        seen.append(sentences)
        return []

    spacy.put_in(monkeypatch)
    [found], absent = parsers(cast(Parser, SimpleNamespace(parse_all=parse_all)), SENTENCES, rounds=1)
    assert absent == []
    assert (found.name, found.task, len(found.ours)) == ("spaCy", "parsing", 1)
    assert spacy.loaded == [(name, ["tagger", "attribute_ruler", "lemmatizer", "ner"])]
    assert spacy.parsed == 2 * [list(one.words) for one in SENTENCES]
    assert seen == [SENTENCES] * 2


def test_without_spacy_or_its_model_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    missing: tuple[list[Comparison], list[str]] = ([], ["spaCy with its small English model"])
    Spacy().put_in(monkeypatch)
    assert parsers(cast(Parser, None), SENTENCES) == missing
    monkeypatch.setitem(sys.modules, "spacy", None)
    assert parsers(cast(Parser, None), SENTENCES) == missing
