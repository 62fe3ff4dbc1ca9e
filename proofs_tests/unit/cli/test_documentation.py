"""The examples in the page about the command line."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from proofs_tests.support.paths import ROOT


def test_the_examples_in_the_documentation(tmp_path: Path) -> None:
    """Each ``$ command`` of docs/guide/cli.md prints what stands below it."""
    page = (ROOT / "docs" / "guide" / "cli.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```console\n(.*?)```", page, re.DOTALL)
    assert len(blocks) >= 4
    shell = f"bubbletree() {{ '{sys.executable}' -m bubbletree \"$@\"; }}\n"
    for block in blocks:
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, expected = example.partition("\n")
            done = subprocess.run(
                ["bash", "-c", shell + command],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                encoding="utf-8",
                cwd=tmp_path,
                check=False,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
            )
            printed = [line.rstrip() for line in done.stdout.rstrip("\n").expandtabs(4).splitlines()]
            assert printed == expected.splitlines(), command
