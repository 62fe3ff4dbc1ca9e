"""Other packages are timed in turns with this one, or named if they are not installed."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from types import ModuleType, SimpleNamespace
from typing import cast

import pytest
import torch

from bubbletree.grammar import generate
from bubbletree.io import read_sentences
from neural.benchmark.peers import SPACY_MODELS, checkers, parsers, readers
from neural.benchmark.turns import Comparison
from neural.models.parser import Parser

TREES = list(generate(3, seed=1))
SENTENCES = [tree.sentence for tree in TREES if tree.sentence is not None]
WORDS = sum(len(one.words) for one in SENTENCES)


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
    assert {(len(one.ours), one.sentences, one.words) for one in found} == {(1, 3, WORDS)}
    assert len(set(read)) == 1
    assert [one.words for one in read_sentences(read[0].splitlines(keepends=True))] == [one.words for one in SENTENCES]


def test_packages_that_are_not_installed_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pyconll", "udapi", "udapi.core.document"):
        monkeypatch.setitem(sys.modules, name, None)
    found, absent = readers(SENTENCES, rounds=1)
    assert [one.name for one in found] == ["conllu"]
    assert absent == ["pyconll", "udapi"]


def test_networkx_is_asked_whether_the_same_arcs_make_a_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[tuple[int, int]]] = []
    networkx = ModuleType("networkx")
    networkx.__dict__.update(DiGraph=list, is_arborescence=asked.append)
    monkeypatch.setitem(sys.modules, "networkx", networkx)
    [found], absent = checkers(TREES, rounds=1)
    assert absent == []
    assert (found.name, found.words) == ("networkx", WORDS)
    assert asked == 2 * [[(arc.head, arc.dependent) for arc in tree.arcs] for tree in TREES]
    monkeypatch.setitem(sys.modules, "networkx", None)
    assert checkers(TREES, rounds=1) == ([], ["networkx"])


class Spacy:
    """A stand-in for spaCy that writes down what it is asked."""

    def __init__(self, *installed: str) -> None:
        self.installed = installed
        self.loaded: list[tuple[str, Sequence[str]]] = []
        self.parsed: list[list[str]] = []
        self.processes: list[int] = []

    def load(self, name: str, exclude: Sequence[str]) -> SimpleNamespace:
        if name not in self.installed:
            raise OSError(name)
        self.loaded.append((name, exclude))
        return SimpleNamespace(vocab="vocabulary", pipe=self.pipe)

    def pipe(self, documents: Iterable[list[str]], n_process: int) -> Iterable[None]:
        self.processes.append(n_process)
        return map(self.parsed.append, documents)

    def put_in(self, monkeypatch: pytest.MonkeyPatch) -> None:
        module, tokens = ModuleType("spacy"), ModuleType("spacy.tokens")
        module.__dict__.update(load=self.load, util=SimpleNamespace(is_package=lambda name: name in self.installed))
        tokens.__dict__["Doc"] = lambda vocabulary, words: words if vocabulary == "vocabulary" else None
        monkeypatch.setitem(sys.modules, "spacy", module)
        monkeypatch.setitem(sys.modules, "spacy.tokens", tokens)


@pytest.fixture
def two_threads() -> Iterator[None]:
    """Two threads to compute with."""
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    yield
    torch.set_num_threads(before)


class Ours:
    """A stand-in for a parser that writes down what it is asked."""

    def __init__(self) -> None:
        self.seen: list[Sequence[object]] = []

    def parse_all(self, sentences: Sequence[object]) -> list[object]:
        self.seen.append(sentences)
        return []


@pytest.mark.parametrize("name", SPACY_MODELS)
def test_spacy_parses_the_same_words_with_nothing_but_its_parser(
    name: str, monkeypatch: pytest.MonkeyPatch, two_threads: None
) -> None:
    spacy, ours = Spacy(name), Ours()
    spacy.put_in(monkeypatch)
    found, absent = parsers({"mine": cast(Parser, ours)}, SENTENCES, rounds=1)
    assert absent == []
    # It has no threads: for as many cores as ours, it needs processes.
    assert [(one.task, one.name) for one in found] == [
        ("parsing: mine", "spaCy"),
        ("parsing: mine", "spaCy, 2 processes"),
    ]
    assert spacy.processes == [1, 1, 2, 2]
    assert {(len(one.ours), one.sentences, one.words) for one in found} == {(1, 3, WORDS)}
    assert spacy.loaded == 2 * [(name, ["tagger", "attribute_ruler", "lemmatizer", "ner"])]
    assert spacy.parsed == 4 * [list(one.words) for one in SENTENCES]
    assert ours.seen == [SENTENCES] * 4


def test_each_model_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    Spacy(SPACY_MODELS[0]).put_in(monkeypatch)
    first, second = Ours(), Ours()
    found, _ = parsers({"first": cast(Parser, first), "second": cast(Parser, second)}, SENTENCES, rounds=1)
    assert [one.task for one in found if one.name == "spaCy"] == ["parsing: first", "parsing: second"]
    assert first.seen == second.seen
    assert first.seen


def test_without_spacy_or_its_model_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    missing: tuple[list[Comparison], list[str]] = ([], ["spaCy with its small English model"])
    models = {name: cast(Parser, None) for name in ("first", "second")}
    Spacy().put_in(monkeypatch)
    assert parsers(models, SENTENCES, rounds=1) == missing
    monkeypatch.setitem(sys.modules, "spacy", None)
    assert parsers(models, SENTENCES, rounds=1) == missing
