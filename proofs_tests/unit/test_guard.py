"""What every command ends with: the exit status, and one line for what is the user's to mend."""

from __future__ import annotations

import os
import runpy
import sys
from importlib import import_module

import pytest

from bubbletree import FormatError
from bubbletree.cli import main
from bubbletree.cli.guard import guarded


def raising(error: BaseException) -> int:
    raise error


def test_a_body_that_ends_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert guarded("tea", lambda: 0) == 0
    assert guarded("tea", lambda: 1) == 1
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (FormatError("menu.conllu", 3, "no tea"), "tea: menu.conllu:3: no tea\n"),
        (FileNotFoundError(2, "No such file or directory", "menu"), "tea: menu: No such file or directory\n"),
        (OSError(28, "No space left on device"), "tea: No space left on device\n"),
        (OSError("the disc is hot"), "tea: the disc is hot\n"),
    ],
)
def test_known_errors_are_one_line(error: Exception, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert guarded("tea", lambda: raising(error)) == 2
    assert capsys.readouterr() == ("", message)


def test_unknown_errors_and_exits_pass_through() -> None:
    for error in (KeyError("tea"), SystemExit(2)):
        with pytest.raises(type(error)):
            guarded("tea", lambda error=error: raising(error))  # type: ignore[misc]  # mypy cannot infer it


def test_ctrl_c_is_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    assert guarded("tea", lambda: raising(KeyboardInterrupt())) == 130
    assert capsys.readouterr() == ("", "")


def test_a_closed_pipe_is_quiet_and_nothing_is_flushed_into_it(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    replaced: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "dup2", lambda old, new: replaced.append((old, new)))
    assert guarded("tea", lambda: raising(BrokenPipeError())) == 141
    [(null, standard_output)] = replaced
    assert os.path.samestat(os.fstat(null), os.stat(os.devnull))  # noqa: PTH116  # a device has no better name
    assert standard_output == sys.stdout.fileno()
    os.close(null)
    assert capfd.readouterr() == ("", "")


def test_the_package_is_a_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert import_module("bubbletree.__main__").main is main, "to import it does nothing"
    monkeypatch.delitem(sys.modules, "bubbletree.__main__")
    monkeypatch.setattr(sys, "argv", ["bubbletree", "--version"])
    with pytest.raises(SystemExit) as raised:
        runpy.run_module("bubbletree", run_name="__main__")
    assert raised.value.code == 0
    assert capsys.readouterr().out.startswith("bubbletree ")
