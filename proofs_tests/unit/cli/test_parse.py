"""`bubbletree parse`: how a parser is found and called."""

from __future__ import annotations

import importlib.metadata
import sys
from importlib.metadata import EntryPoint, EntryPoints

import pytest

from bubbletree import plugins
from bubbletree.cli import main
from proofs_tests.support.command_line import output


def installed(monkeypatch: pytest.MonkeyPatch, **values: str) -> None:
    points = EntryPoints(EntryPoint(name, value, plugins.COMMANDS) for name, value in values.items())
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: points.select(group=group))


def fake_parser(arguments: list[str]) -> int:
    print("parsed", *arguments)
    return 7


def test_parse_hands_its_arguments_over(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "a_parser", type(sys)("a_parser"))
    monkeypatch.setattr(sys.modules["a_parser"], "main", fake_parser, raising=False)
    installed(monkeypatch, neural="a_parser:main", other="a_parser:main")
    assert output(capsys, "parse", "--model", "m", "--help", "-", status=7) == "parsed --model m --help -\n"
    assert output(capsys, "parse", "--parser", "other", "x", status=7) == "parsed x\n"
    assert output(capsys, "parse", "--parser", status=7) == "parsed --parser\n"


def test_parse_tells_how_to_install_a_parser(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    installed(monkeypatch)
    assert main(["parse", "x"]) == 2
    assert capsys.readouterr().err == (
        "bubbletree: the parser 'neural' is not installed; to install it, in a checkout of bubbletree: "
        "pip install '.[neural]'\n"
    )
    installed(monkeypatch, neural="no_such_module:main")
    assert main(["parse", "x"]) == 2
    assert capsys.readouterr().err == (
        "bubbletree: the parser 'neural' cannot be loaded: No module named 'no_such_module'; "
        "to install it, in a checkout of bubbletree: pip install '.[neural]'\n"
    )
    assert main(["parse", "--parser", "mine"]) == 2
    assert capsys.readouterr().err == "bubbletree: the parser 'mine' is not installed (installed: neural)\n"
