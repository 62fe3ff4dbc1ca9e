"""`bubbletree completion`: scripts for shells."""

from __future__ import annotations

import shutil
import subprocess

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
    ],
)
@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes(words: list[str], expected: set[str], capsys: pytest.CaptureFixture[str]) -> None:
    script = output(capsys, "completion", "bash")
    typed = " ".join(f"'{word}'" for word in ["bubbletree", *words])
    end = f'COMP_WORDS=({typed}); COMP_CWORD={len(words)}; _shtab_bubbletree; echo "${{COMPREPLY[@]}}"'
    done = subprocess.run(["bash", "-c", f"{script}\n{end}"], capture_output=True, text=True, check=True)
    assert expected <= set(done.stdout.split())


def test_the_help_lists_the_commands_that_there_are() -> None:
    names = [command.__name__.rpartition(".")[2] for command in COMMANDS]
    assert all(f"    {name}" in command_line().format_help() for name in names)
