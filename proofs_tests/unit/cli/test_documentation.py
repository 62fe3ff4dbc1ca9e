"""The commands and programs in the pages that need no model; and that none of the others is forgotten."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from proofs_tests.support.blocks import CODE, Block, all_blocks, blocks_in, furnish, to_run
from proofs_tests.support.consoles import check, commands, examples
from proofs_tests.support.paths import ROOT

PAGES = to_run(needs_model=False)
COMMAND = re.compile(r"^(?:\$ |python |bubbletree |pip |tox\b)", re.MULTILINE)
RECORDS = "docs/results/", "docs/theory/", "neural/"
"""Pages that tell how something was found out, with commands of the time that take hours."""


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of_a_page_run_and_print_what_it_says(page: str, tmp_path: Path) -> None:
    """In the order of the page, and in one folder."""
    furnish(tmp_path)
    for block in PAGES[page]:
        check(block, tmp_path)


def test_every_block_is_run_or_says_why_not() -> None:
    forgotten = [
        str(block)
        for block in all_blocks()
        if block.language not in CODE and COMMAND.search(block.text) and not block.page.startswith(RECORDS)
    ]
    assert forgotten == []
    code = [block for block in all_blocks() if block.language in CODE and not block.is_declaration]
    taken = sum(len(blocks) for needs_model in (False, True) for blocks in to_run(needs_model=needs_model).values())
    assert taken == sum(block.is_run for block in code) > 40
    for block in code:
        assert block.is_run + block.is_doctest + (block.reason is not None) + (block.runner is not None) == 1, str(
            block
        )


def test_who_is_said_to_run_a_block_reads_its_page() -> None:
    told = [block for block in all_blocks() if block.runner is not None]
    assert told
    for block in told:
        assert block.runner is not None
        source = (ROOT / block.runner).read_text(encoding="utf-8")
        assert Path(block.page).name in source, f"{block} says that {block.runner} runs it"


def test_marks_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = ROOT / "docs" / "made-up.md"
    text = (
        "```sh\none\n```\n\n<!-- not run: it needs a GPU -->\n```sh\ntwo\n```\n"
        "1. x\n\n   <!-- run by tests/a.py -->\n   ```console\n   $ three\n   ```\n```pycon\n>>> 4\n4\n```\n"
    )
    monkeypatch.setattr(Path, "read_text", lambda *_, **__: text)
    found = list(blocks_in(page))
    assert found == [
        Block("docs/made-up.md", 1, "sh", "one\n"),
        Block("docs/made-up.md", 6, "sh", "two\n", reason="it needs a GPU"),
        Block("docs/made-up.md", 12, "console", "$ three\n", runner="tests/a.py"),
        Block("docs/made-up.md", 15, "pycon", ">>> 4\n4\n"),
    ]
    assert [block.is_run for block in found] == [True, False, False, False]


def test_commands_are_told_from_what_they_print() -> None:
    text = "$ one \\\n    two\nthree\n$ four --workers 8\n"
    assert list(examples(text)) == [("one two", ["three"]), ("four --workers 8", [])]
    assert commands("$ one \\\n    two\n\n$ four --workers 8\n") == ["one two"]


def test_a_command_that_fails_or_prints_something_else_is_noticed(tmp_path: Path) -> None:
    for language, text in (("sh", "false; exit 2\n"), ("console", "$ echo a\nb\n"), ("python", "print(1)\n# 2\n")):
        with pytest.raises(AssertionError, match=r"page\.md:1"):
            check(Block("page.md", 1, language, text), tmp_path)
