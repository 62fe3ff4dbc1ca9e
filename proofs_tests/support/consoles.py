"""The commands in the pages, run: each ``$ command`` of a block ``console`` prints what stands below it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from proofs_tests.support.blocks import Block
from proofs_tests.support.paths import ROOT

PROGRAMS = f"""\
bubbletree() {{ '{sys.executable}' -m bubbletree "$@"; }}
python() {{ '{sys.executable}' "$@"; }}
"""

ELSEWHERE = re.compile(r"OWNER/NAME|--workers")
"""Commands that need the hub, or Ray. They stand beside others, and have tests of their own."""

DIFFERENCES = 1
"""The exit status of a command that has found something to tell, as that of ``diff``."""


def examples(block: str) -> Iterator[tuple[str, list[str]]]:
    """Each command with the lines that it is to print."""
    for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, expected = re.sub(r"\\\n\s*", "", example).partition("\n")
        yield command, expected.expandtabs(4).splitlines()


def commands(block: str) -> list[str]:
    """The commands of a block without output, a loop as one of them."""
    joined = re.sub(r"\\\n\s*", "", re.sub(r"^\$ ", "", block, flags=re.MULTILINE))
    return [line for line in joined.splitlines() if line.strip() and not ELSEWHERE.search(line)]


def check(block: Block, folder: Path) -> None:
    """Run a block in a folder: it prints what the page says, or if the page says nothing, it comes to a good end."""
    if block.language == "python":
        check_program(block, folder)
        return
    shown = list(examples(block.text)) if block.language == "console" else []
    if any(expected for _, expected in shown):
        for command, expected in shown:
            assert printed(command, folder) == expected, f"{block}: {command}"
        return
    for command in commands(block.text):
        done = _run(command, folder)
        assert done.returncode in (0, DIFFERENCES), f"{block}: {command}\n{done.stdout}"
        assert "Traceback" not in done.stdout, f"{block}: {command}\n{done.stdout}"


def check_program(block: Block, folder: Path) -> None:
    """Run a program in a folder. If it ends in comments, these are what it prints."""
    lines = block.text.rstrip("\n").splitlines()
    expected: list[str] = []
    while lines and lines[-1].startswith("# "):
        expected.insert(0, lines.pop()[2:])
    program = folder / "example.py"
    program.write_text(block.text, encoding="utf-8")
    done = _run("python example.py", folder)
    assert done.returncode == 0, f"{block}\n{done.stdout}"
    if expected:
        assert done.stdout.splitlines() == expected, str(block)


def printed(command: str, folder: Path) -> list[str]:
    """What a command prints, with tabs as spaces and without empty lines at the end."""
    return [line.rstrip() for line in _run(command, folder).stdout.rstrip("\n").expandtabs(4).splitlines()]


def _run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", PROGRAMS + command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
        cwd=folder,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
