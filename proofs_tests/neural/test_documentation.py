"""The commands and programs in the pages that parse."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs_tests.neural import tiny
from proofs_tests.support.blocks import furnish, to_run
from proofs_tests.support.consoles import check

PAGES = to_run(needs_model=True)


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of_a_page_run_and_print_what_it_says(page: str, tmp_path: Path) -> None:
    """In the order of the page, and in one folder."""
    furnish(tmp_path)
    tiny.untrained(tmp_path / "models" / "mine")
    for block in PAGES[page]:
        check(block, tmp_path)


def test_pages_with_a_model_are_among_them() -> None:
    assert {"README.md", "docs/tutorial.md", "docs/faq.md", "docs/guide/parse.md"} <= set(PAGES)
