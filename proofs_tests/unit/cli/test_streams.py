"""Standard input and output, pipes, and Ctrl-C."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from bubbletree.cli import main
from proofs_tests.support.command_line import CROSSING, MENU, TEA_OR_COFFEE, run
from proofs_tests.support.paths import ROOT


@pytest.mark.parametrize(
    ("form", "content"),
    [("conllu", TEA_OR_COFFEE), ("brackets", MENU), ("jsonl", json.dumps(CROSSING)), ("ud", TEA_OR_COFFEE)],
)
def test_standard_input(
    form: str, content: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content.encode())))
    assert main(["draw", "-", "--from", form]) == 0
    assert capsys.readouterr().out
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\n")))
    assert main(["draw", "-", "--from", form]) == 2
    assert capsys.readouterr().err == "bubbletree: <stdin>:1: not UTF-8: byte 0xff (invalid start byte)\n"


def test_ud_on_standard_input_is_told_from_bubbles_by_looking(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TEA_OR_COFFEE.encode())))
    assert main(["validate", "-"]) == 0
    assert "1 tree, 0 invalid" in capsys.readouterr().out
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TEA_OR_COFFEE.encode())))
    assert main(["convert", "-"]) == 0
    converted = capsys.readouterr()
    assert "\n# bubbles = B1:1-3\n" in converted.out
    assert "converted to a bubble tree" in converted.err
    # Bubbles in the last sentence are enough, and what was read to find them is not lost.
    both = TEA_OR_COFFEE + converted.out
    for arguments in (["convert", "-"], ["convert", "-", "--from", "conllu"]):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(both.encode())))
        assert main(arguments) == 0
        assert capsys.readouterr() == (both, "")


@pytest.mark.parametrize(
    "arguments",
    [["validate", "-"], ["draw", "-", "--number", "9"], ["diff", "-", "menu.brackets", "--from", "brackets"]],
)
def test_standard_input_has_one_name(
    arguments: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"[other {MENU}" if "diff" in arguments else f"{TEA_OR_COFFEE}tea\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    main(arguments)
    said = "".join(capsys.readouterr())
    assert "<stdin>" in said
    assert not re.search(r"(^|\s)-[: ]", said)


@pytest.mark.parametrize("form", ["conllu", "ud"])
@pytest.mark.parametrize("to", ["text", "svg", "html"])
def test_nothing_is_read_behind_the_tree_to_draw(
    form: str, to: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def lines() -> Iterator[bytes]:
        yield from (2 * TEA_OR_COFFEE).encode().splitlines(keepends=True)
        pytest.fail("it reads on")

    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=lines()))
    assert main(["draw", "-", "--from", form, "--number", "2", "--to", to]) == 0
    assert capsys.readouterr().out


def test_output_is_utf8_whatever_the_locale(folder: Path) -> None:
    Path("x.brackets").write_text("[红茶 cc=和 咖啡]\n", encoding="utf-8")
    done = run("draw", "x.brackets")
    assert done.returncode == 0
    assert "红茶" in done.stdout
    assert "┏" in done.stdout


def test_a_closed_pipe_is_no_error(folder: Path) -> None:
    done = subprocess.run(
        [
            "bash",
            "-c",
            f"'{sys.executable}' -m bubbletree generate 2000 --uniform 9 | head -n 1; echo ${{PIPESTATUS[0]}}",
        ],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] == "141"


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
@pytest.mark.parametrize("command", ["convert", "validate"])
def test_a_report_does_not_take_the_place_of_what_is_printed(command: str, stream: str, folder: Path) -> None:
    for report, status in (("log", 2), ("./log", 2), ("/dev/stdout", 0), ("other", 0)):
        with Path("log").open("w") as log:
            done = subprocess.run(
                [sys.executable, "-m", "bubbletree", command, "menu.brackets", "--report", report],
                stdout=log if stream == "stdout" else subprocess.PIPE,
                stderr=log if stream == "stderr" else subprocess.PIPE,
                text=True,
                check=False,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
            )
        said = f"{done.stdout or ''}{done.stderr or ''}{Path('log').read_text()}"
        assert done.returncode == status
        assert ("the report is a file that is read or written: name another one" in said) == (status == 2)


def test_ctrl_c_ends_quietly_and_leaves_no_file(folder: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "bubbletree", "convert", "--from", "ud", "-", "-o", "out.conllu"],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write(TEA_OR_COFFEE.encode() * 2_000)
        process.stdin.flush()
        while not list(folder.glob(".out.conllu.*")):  # until it has begun to write
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        assert process.stderr.read() == b""
        assert process.wait() == 130
    assert [path.name for path in folder.iterdir() if "out" in path.name] == []


def shell(command: str) -> subprocess.CompletedProcess[str]:
    """Run a line of bash, in which ``bubbletree`` is the command."""
    line = command.replace("bubbletree", f"'{sys.executable}' -m bubbletree")
    return subprocess.run(
        ["bash", "-c", line],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


@pytest.mark.parametrize("command", ["stats", "convert", "split"])
def test_a_pipe_with_a_name_is_read_once(command: str, folder: Path) -> None:
    Path("good.conllu").write_text(TEA_OR_COFFEE)
    os.mkfifo("pipe.conllu")
    through = shell(f"cat good.conllu > pipe.conllu & bubbletree {command} pipe.conllu")
    assert through.stdout == shell(f"bubbletree {command} good.conllu").stdout != ""


def test_messages_do_not_go_to_standard_output_where_standard_error_is_closed(folder: Path) -> None:
    done = shell("bubbletree convert ud.conllu --to brackets 2>&-")
    assert (done.stdout, done.returncode) == ("# sent_id = drinks\n[tea cc=or coffee]\n\n", 0)
    assert shell("bubbletree validate nosuch.conllu 2>&-").returncode == 2


@pytest.mark.parametrize("command", ["convert", "draw", "validate", "view"])
def test_a_folder_in_the_place_of_a_file_is_one(command: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("treebank").mkdir()
    assert main([command, "treebank"]) == 2
    assert "bubbletree: treebank: Is a directory\n" in capsys.readouterr().err
