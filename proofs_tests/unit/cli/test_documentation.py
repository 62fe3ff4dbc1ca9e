"""The commands in the guides."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from proofs_tests.support.paths import ROOT


@pytest.mark.parametrize(
    ("name", "least"),
    [("cli.md", 4), ("pipelines.md", 1), ("split.md", 2), ("lint.md", 1), ("diff.md", 1), ("find.md", 1)],
)
def test_the_examples_in_the_documentation(name: str, least: int, tmp_path: Path) -> None:
    """Each ``$ command`` of the page prints what stands below it."""
    page = (ROOT / "docs" / "guide" / name).read_text(encoding="utf-8")
    blocks = re.findall(r"```console\n(.*?)```", page, re.DOTALL)
    assert len(blocks) >= least
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
            assert printed == expected.expandtabs(4).splitlines(), command
