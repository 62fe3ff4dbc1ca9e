"""The commands in the pages, run: each ``$ command`` of a block ``console`` prints what stands below it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from proofs_tests.support.paths import ROOT

SHELL = f"bubbletree() {{ '{sys.executable}' -m bubbletree \"$@\"; }}\n"


def blocks(page: str) -> list[str]:
    """The blocks of commands of a page in docs/."""
    return re.findall(r"```console\n(.*?)```", (ROOT / "docs" / page).read_text(encoding="utf-8"), re.DOTALL)


def examples(block: str) -> Iterator[tuple[str, list[str]]]:
    """Each command with the lines that it is to print."""
    for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, expected = example.partition("\n")
        yield command, expected.expandtabs(4).splitlines()


def printed(command: str, folder: Path) -> list[str]:
    """What a command prints, with tabs as spaces and without empty lines at the end."""
    done = subprocess.run(
        ["bash", "-c", SHELL + command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        cwd=folder,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    return [line.rstrip() for line in done.stdout.rstrip("\n").expandtabs(4).splitlines()]
