"""The Markdown pages of the checkout, and the lines of prose in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from proofs_tests.support.paths import ROOT

PAGES = [
    *(path for path in map(ROOT.joinpath, ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")) if path.exists()),
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "neural").rglob("*.md")),
]

NOT_PROSE = re.compile(r"\s*\||#+ .*\]\(|\s*\[[^]]+\]: ")
"""How lines begin that are no prose: rows of tables, headings with links, definitions of links."""


def page_name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def prose_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that can be wrapped, with their numbers: no code, no tables, no links that stand alone."""
    fenced = False
    for number, line in enumerate(text.splitlines(), start=1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced and not NOT_PROSE.match(line):
            yield number, line
