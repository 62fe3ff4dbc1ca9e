"""`bubbletree completion`: scripts for shells, loaded as docs/guide/cli.md says."""

from __future__ import annotations

import os
import pty
import select
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from bubbletree.cli import COMMANDS, command_line
from bubbletree.cli.completion import SHELLS
from proofs_tests.support.command_line import output


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_knows_every_command(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    script = output(capsys, "completion", shell)
    names = [command.__name__.rpartition(".")[2] for command in COMMANDS]
    assert "draw" in names
    assert [name for name in names if name not in script] == []


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["dr"], {"draw"}),
        (["draw", "--to", "t"], {"text", "tikz"}),
        (["parse", "--conf"], {"--confidence"}),
        (["completion", ""], set(SHELLS)),
        (["parse", "--model", "en"], {"english", "english-fast", "engines"}),
        (["view", "--serve", "--model", ""], {"english", "english-fast", "engines"}),
        (["parse", "--punctuation", "f"], {"first", "following"}),
    ],
)
@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes(words: list[str], expected: set[str], folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("engines").mkdir()
    Path("enormous.txt").touch()
    script = output(capsys, "completion", "bash")
    typed = " ".join(f"'{word}'" for word in ["bubbletree", *words])
    end = f'COMP_WORDS=({typed}); COMP_CWORD={len(words)}; _shtab_bubbletree; echo "${{COMPREPLY[@]}}"'
    done = subprocess.run(["bash", "-c", f"{script}\n{end}"], capture_output=True, text=True, check=True)
    assert expected <= set(done.stdout.split())
    assert "enormous.txt" not in done.stdout


ENDINGS = [
    ("dr", "draw"),
    ("draw --to ti", "draw --to tikz"),
    ("parse --conf", "parse --confidence"),
    ("completion z", "completion zsh"),
    ("parse --model english-", "parse --model english-fast"),
    ("view --serve --model english-", "view --serve --model english-fast"),
    ("parse --model mod", "parse --model models/"),
]
"""What is typed, and how a shell completes it."""


@pytest.mark.parametrize(("typed", "expected"), ENDINGS)
@pytest.mark.skipif(shutil.which("fish") is None, reason="there is no fish")
def test_fish_completes(typed: str, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "bubbletree.fish"
    script.write_text(output(capsys, "completion", "fish"), encoding="utf-8")
    program = f"source {script}; complete -C 'bubbletree {typed}'"
    (tmp_path / "models").mkdir()
    done = subprocess.run(
        ["fish", "--no-config", "-c", program], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert (done.stderr, expected.rsplit(maxsplit=1)[-1]) == ("", done.stdout.split()[0])


@pytest.mark.parametrize(("typed", "expected"), ENDINGS)
@pytest.mark.skipif(shutil.which("zsh") is None, reason="there is no zsh")
def test_zsh_completes(typed: str, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In a terminal, as zsh completes nowhere else."""
    (tmp_path / "bubbletree.zsh").write_text(output(capsys, "completion", "zsh"), encoding="utf-8")
    (tmp_path / "models").mkdir()
    loading = 'autoload -Uz compinit; compinit -u -D; eval "$(cat bubbletree.zsh)"; echo loa""ded'
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(tmp_path)
        os.execvpe("zsh", ["zsh", "-f", "-i"], {"PATH": os.environ["PATH"], "TERM": "dumb"})
    try:
        os.write(terminal, f"{loading}\n".encode())
        assert "can only be called" not in read_until(terminal, "loaded")
        os.write(terminal, f"bubbletree {typed}\t".encode())
        read_until(terminal, f"bubbletree {expected}")
    finally:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        os.close(terminal)


def read_until(terminal: int, expected: str) -> str:
    """What a terminal shows until it shows something."""
    shown = ""
    deadline = time.monotonic() + 60
    while expected not in shown:
        ready, _, _ = select.select([terminal], [], [], max(0.0, deadline - time.monotonic()))
        assert ready, f"never shown: {expected!r}, but {shown!r}"
        shown += os.read(terminal, 4096).decode(errors="replace")
    return shown


def test_the_help_lists_the_commands_that_there_are() -> None:
    names = [command.__name__.rpartition(".")[2] for command in COMMANDS]
    assert all(f"    {name}" in command_line().format_help() for name in names)
