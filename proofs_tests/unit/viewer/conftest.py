"""A browser for the tests of the page; they are skipped where there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

import pytest

from bubbletree import BubbleTree
from bubbletree.plugins import Parser
from bubbletree.viewer import Entry, compared, entry, page
from proofs_tests.support.browser import Browser, Page, browser, installed

Opening: TypeAlias = Callable[..., Page]
"""Opens a page of some trees, perhaps compared with others."""


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    program = installed()
    if program is None:
        pytest.skip("no Chromium is installed here: BROWSER_FOR_TESTS can name one")
    with browser(program, tmp_path_factory.mktemp("profile")) as opened:
        yield opened


@pytest.fixture
def opened(chromium: Browser, tmp_path: Path) -> Opening:
    """Opens a page, which must not raise an error or ask for anything: see :func:`quiet`."""

    def opening(
        trees: Sequence[BubbleTree],
        gold: Sequence[BubbleTree] | None = None,
        *,
        parser: Parser | None = None,
        name: str = "",
        width: int = 1280,
        height: int = 900,
    ) -> Page:
        entries: Iterator[Entry] = map(entry, trees)
        if gold is not None:
            entries = compared(entries, map(entry, gold))
        against = None if gold is None else "there"
        model = None if parser is None else "stub"
        made = page(entries, title="Trees", file="here", against=against, model=model, parser=parser)
        target = tmp_path / "page.html"
        target.write_text(made, encoding="utf-8")
        shown = chromium.new_page(width=width, height=height)
        shown.open(f"{target.as_uri()}{name}")
        return shown

    return opening
