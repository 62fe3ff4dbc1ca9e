"""A line on the terminal counts the sentences of long work, and leaves nothing behind."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from bubbletree import cli
from bubbletree.cli import progress as progress_module
from bubbletree.cli.progress import Progress
from bubbletree.grammar import generate
from bubbletree.io import write_conllu


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True

    def screen(self) -> str:
        """What is left of the last line."""
        return self.getvalue().rpartition("\r\x1b[K")[2]


def progress(monkeypatch: pytest.MonkeyPatch, times: list[float], *, out: io.StringIO) -> tuple[Progress, Terminal]:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(sys, "stdout", out)
    return Progress("bubbletree convert", lambda: times[0]), terminal


def test_the_line_appears_after_two_seconds_and_changes_twice_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [10.0]
    made, terminal = progress(monkeypatch, now, out=io.StringIO())
    seen = []
    for moment in (10.0, 11.9, 12.0, 12.4, 12.6, 12.7):
        now[0] = moment
        made.add(1000)
        seen.append(terminal.screen())
    three, five = "bubbletree convert: 3,000 sentences", "bubbletree convert: 5,000 sentences"
    assert seen == ["", "", three, three, five, five]
    made.clear()
    assert terminal.screen() == ""
    written = terminal.getvalue()
    made.clear()
    assert terminal.getvalue() == written


def test_nothing_is_written_where_it_would_stand_in_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    made, terminal = progress(monkeypatch, now, out=Terminal())
    now[0] = 99.0
    made.add(1)
    made.clear()
    assert terminal.getvalue() == ""
    now[0] = 0.0
    beside = Progress("bubbletree", lambda: now[0], prints=False)
    now[0] = 99.0
    beside.add(7)
    assert terminal.screen() == "bubbletree: 7 sentences"
    file = io.StringIO()
    monkeypatch.setattr(sys, "stderr", file)
    now[0] = 0.0
    plain = Progress("bubbletree", lambda: now[0])
    now[0] = 99.0
    plain.add(1)
    plain.clear()
    assert file.getvalue() == ""
    for closed in (None, io.StringIO()):
        if closed is not None:
            closed.close()
        monkeypatch.setattr(sys, "stderr", closed)
        Progress("bubbletree").add(1)


def test_commands_count_the_sentences_that_they_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    write_conllu(generate(50, seed=1), tmp_path / "in.conllu")
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(progress_module, "AFTER", 0.0)
    monkeypatch.setattr(progress_module, "EVERY", 0.0)
    assert cli.main(["convert", str(tmp_path / "in.conllu"), "-o", str(tmp_path / "out.jsonl")]) == 0
    assert "bubbletree: 50 sentences\r\x1b[K" in terminal.getvalue()
