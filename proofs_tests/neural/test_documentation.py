"""The commands in the pages that parse."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs_tests.support.consoles import blocks, examples, printed


@pytest.mark.parametrize(("page", "least"), [("tutorial.md", 8), ("faq.md", 1)])
def test_commands_print_what_the_page_says(page: str, least: int, tmp_path: Path) -> None:
    """In the order of the page, and in one folder."""
    found = blocks(page)
    assert len(found) >= least
    for block in found:
        for command, expected in examples(block):
            assert printed(command, tmp_path) == expected, command
