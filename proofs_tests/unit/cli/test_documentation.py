"""The commands in the guides."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs_tests.support.consoles import blocks, examples, printed


@pytest.mark.parametrize(
    ("name", "least"),
    [("cli.md", 4), ("pipelines.md", 1), ("split.md", 2), ("lint.md", 1), ("diff.md", 1), ("find.md", 1)],
)
def test_the_examples_in_the_documentation(name: str, least: int, tmp_path: Path) -> None:
    """Each ``$ command`` of the page prints what stands below it."""
    found = blocks(f"guide/{name}")
    assert len(found) >= least
    for block in found:
        for command, expected in examples(block):
            assert printed(command, tmp_path) == expected, command
