"""What every command ends with: the exit status, and one line for what is the user's to mend."""

from __future__ import annotations

import io
import os
import runpy
import signal
import sys
import threading
from importlib import import_module
from pathlib import Path

import pytest

from bubbletree import FormatError
from bubbletree.cli import main
from bubbletree.cli.guard import guarded
from bubbletree.io import atomic_writer


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
        (OSError(28, "No space left on device"), "tea: standard output: No space left on device\n"),
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


def test_sigterm_leaves_no_unfinished_file(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGTERM)

    def body() -> int:
        with atomic_writer(tmp_path / "tea.txt") as stream:
            stream.write("half a")
            assert list(tmp_path.iterdir()) != []
            signal.raise_signal(signal.SIGTERM)
        return 0

    assert guarded("tea", body) == 143
    assert list(tmp_path.iterdir()) == []
    assert signal.getsignal(signal.SIGTERM) is before


def test_other_threads_leave_signals_alone() -> None:
    found: list[object] = []

    def body() -> int:
        found.append(signal.getsignal(signal.SIGTERM))
        return 0

    thread = threading.Thread(target=lambda: found.append(guarded("tea", body)))
    thread.start()
    thread.join()
    assert found == [signal.getsignal(signal.SIGTERM), 0]


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


class Closed(io.StringIO):
    """A stream whose reader has gone, as shows when it is flushed."""

    def flush(self) -> None:
        raise BrokenPipeError

    def fileno(self) -> int:
        return 1


def test_what_the_body_wrote_is_flushed_while_errors_are_still_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:  # for no longer, as pytest uses dup2 too
        patched.setattr(os, "dup2", lambda old, _: os.close(old))
        patched.setattr(sys, "stdout", Closed())
        status = guarded("tea", lambda: 0)
    assert status == 141


def test_the_streams_are_utf_8_whatever_the_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors="ignore"))
    assert guarded("tea", lambda: 0) == 0
    assert (sys.stdin.encoding, sys.stdin.errors) == ("utf-8", "strict")
    assert (sys.stdout.encoding, sys.stdout.errors) == ("utf-8", "backslashreplace")
    assert (sys.stderr.encoding, sys.stderr.errors) == ("utf-8", "backslashreplace")


def test_streams_that_are_no_files_are_left_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    streams = {name: io.StringIO() for name in ("stdin", "stdout", "stderr")}
    for name, stream in streams.items():
        monkeypatch.setattr(sys, name, stream)
    assert guarded("tea", lambda: raising(OSError("hot"))) == 2
    assert streams["stderr"].getvalue() == "tea: hot\n"


def test_the_package_is_a_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    import_module("bubbletree.__main__")  # to import it does nothing
    monkeypatch.delitem(sys.modules, "bubbletree.__main__")
    monkeypatch.setattr(sys, "argv", ["bubbletree", "--version"])
    with pytest.raises(SystemExit) as raised:
        runpy.run_module("bubbletree", run_name="__main__")
    assert raised.value.code == 0
    assert capsys.readouterr().out.startswith("bubbletree ")


def test_a_closed_stream_is_a_plain_message(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["split", "-"]) == 2
    assert capsys.readouterr().err == "bubbletree: standard input is closed\n"
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["split", "menu.brackets"]) == 2
    assert capsys.readouterr().err == "bubbletree: standard output is closed\n"
