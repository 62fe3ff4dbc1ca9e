"""Every format of trees has the same five functions, with the same arguments."""

from __future__ import annotations

import io
from collections.abc import Callable
from inspect import Parameter, signature
from pathlib import Path
from typing import Any

import pytest

import bubbletree
from bubbletree import BubbleTree, FormatError

FORMATS = ("conllu", "brackets", "json", "jsonl")
ARGUMENTS = {
    "iter": ["source", "name"],
    "read": ["source", "name"],
    "write": ["trees", "target"],
    "format": ["tree"],
    "parse": ["text"],
}
TEA = BubbleTree(
    ["tea", "or", "milk"],
    [{0}, {1}, {2}, {3}, {1, 2, 3}],
    [(4, "conj", 1), (4, "cc", 2), (4, "conj", 3), (0, "root", 4)],
)


def function(verb: str, form: str) -> Callable[..., Any]:
    found: Callable[..., Any] = getattr(bubbletree, f"{verb}_{form}")
    return found


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("verb", ARGUMENTS)
def test_arguments_have_the_same_names_and_order(verb: str, form: str) -> None:
    parameters = list(signature(function(verb, form)).parameters.values())
    wanted = ARGUMENTS[verb]
    assert [parameter.name for parameter in parameters[: len(wanted)]] == wanted
    # What a format has beyond them can be left out.
    assert all(parameter.default is not Parameter.empty for parameter in parameters[len(wanted) :])
    assert f"{verb}_{form}" in bubbletree.__all__


@pytest.mark.parametrize("form", FORMATS)
def test_all_ways_of_writing_and_reading_fit_together(form: str, tmp_path: Path) -> None:
    stream, path = io.StringIO(), tmp_path / f"tea.{form}"
    function("write", form)([TEA, TEA], stream)
    function("write", form)([TEA, TEA], path)
    assert path.read_text(encoding="utf-8") == stream.getvalue()
    assert function("read", form)(path) == function("read", form)(stream.getvalue()) == [TEA, TEA]
    assert list(function("iter", form)(str(path))) == [TEA, TEA]
    text = function("format", form)(TEA)
    assert stream.getvalue().startswith(text)
    assert function("parse", form)(text) == TEA


@pytest.mark.parametrize("form", FORMATS)
def test_a_text_holds_one_tree(form: str) -> None:
    stream = io.StringIO()
    function("write", form)([TEA, TEA], stream)
    for text, count in (("", 0), (stream.getvalue(), 2)):
        with pytest.raises(FormatError) as caught:
            function("parse", form)(text)
        assert str(caught.value) == f"<input>: expected one tree, but there are {count}"


@pytest.mark.parametrize("form", FORMATS)
def test_a_text_of_one_line_is_no_path(form: str) -> None:
    with pytest.raises(FormatError, match=r"^<input>:1: "):
        function("parse", form)("[" if form == "brackets" else "tea.txt")


@pytest.mark.parametrize("form", FORMATS)
def test_messages_use_the_name_that_is_given(form: str) -> None:
    for verb in ("iter", "read"):
        with pytest.raises(FormatError, match=r"^menu:1: "):
            list(function(verb, form)(["["], "menu"))
