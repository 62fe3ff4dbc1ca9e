"""Parsers are found by name, in the group for what is asked of them, and a missing one is an error with advice."""

from __future__ import annotations

import importlib.metadata
import sys
from importlib.metadata import EntryPoint, EntryPoints
from types import ModuleType

import pytest

from bubbletree import BubbletreeError
from bubbletree.plugins import NoParserError, command, load

ADVICE = "; to install it, in a checkout of bubbletree: pip install '.[neural]'"


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two parsers, of which one lacks a module that it needs."""
    module = ModuleType("a_parser")
    for function in ("load", "main", "other"):
        setattr(module, function, lambda given, function=function, **options: (function, given, *options.items()))
    monkeypatch.setitem(sys.modules, "a_parser", module)
    points = EntryPoints(
        [
            EntryPoint("neural", "a_parser:load", "bubbletree.loaders"),
            EntryPoint("neural", "a_parser:main", "bubbletree.parsers"),
            EntryPoint("other", "a_parser:other", "bubbletree.loaders"),
            EntryPoint("broken", "no_such_module:load", "bubbletree.loaders"),
        ]
    )
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: points.select(group=group))


def test_a_parser_is_loaded_with_a_model() -> None:
    loaded: object = load("a model")
    assert loaded == ("load", "a model")
    default: object = load()
    assert default == ("load", None)
    other: object = load("a model", parser="other")
    assert other == ("other", "a model")


def test_options_are_for_the_parser() -> None:
    loaded: object = load("a model", beam=3, device="cuda")
    assert loaded == ("load", "a model", ("beam", 3), ("device", "cuda"))


def test_a_command_is_handed_over() -> None:
    done: object = command()(["x"])
    assert done == ("main", ["x"])


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("mine", "the parser 'mine' is not installed (installed: broken, neural, other)"),
        ("broken", "the parser 'broken' cannot be loaded: No module named 'no_such_module'"),
    ],
)
def test_what_is_missing_is_named(name: str, reason: str) -> None:
    with pytest.raises(NoParserError) as caught:
        load(parser=name)
    assert caught.value.parser == name
    assert str(caught.value) == reason
    assert isinstance(caught.value, BubbletreeError)


def test_how_to_install_the_parser_that_comes_with_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: EntryPoints().select(group=group))
    with pytest.raises(NoParserError) as caught:
        command()
    assert str(caught.value) == f"the parser 'neural' is not installed{ADVICE}"
