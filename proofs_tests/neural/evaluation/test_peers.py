"""Other packages are timed in turns with this one, or named if they are not installed."""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace

import pytest

from bubbletree.grammar import generate
from bubbletree.io import read_sentences
from neural.evaluation.peers import Comparison, in_turns, readers

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
    assert found.to_dict()["ratio"] == 1.0


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
    assert len(set(read)) == 1
    assert [one.words for one in read_sentences(read[0].splitlines(keepends=True))] == [one.words for one in SENTENCES]


def test_packages_that_are_not_installed_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pyconll", "udapi"):
        monkeypatch.setitem(sys.modules, name, None)
    found, absent = readers(SENTENCES, rounds=1)
    assert [one.name for one in found] == ["conllu"]
    assert absent == ["pyconll", "udapi"]
