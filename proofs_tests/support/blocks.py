"""The blocks of code in the pages, and who runs them.

Examples with ``>>>`` are run by doctest. The tests of documentation run the blocks ``console`` (commands with what they
print), ``sh`` (commands) and ``python`` (programs), each page in a folder of its own with small files of the names that
the pages use. A block that they cannot run has a comment in the line above, which says why, or where it is run:
``<!-- not run: it needs a treebank -->`` or ``<!-- run by proofs_tests/neural/test_extending.py -->``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bubbletree import treebank, write_brackets, write_conllu
from bubbletree.cli import main
from proofs_tests.support.markdown import PAGES, page_name
from proofs_tests.support.paths import ROOT

CODE = "console", "sh", "python", "pycon"
"""The languages of blocks that can be run."""

WHOLE = "docs/tutorial.md", "docs/faq.md", "docs/guide/text.md"
"""Pages whose commands build on each other, and need the model: they run as a whole."""

NEEDS_MODEL = re.compile(r"\bbubbletree parse\b|\bneural\.|\bbt\.load\(|--model\b|\bspacy\b")

_FENCE = re.compile(r"^(?P<indent> *)```(?P<language>\w*)")
_MARK = re.compile(r"^ *<!-- (?:not run: (?P<reason>.+)|run by (?P<runner>\S+)) -->$")


@dataclass(frozen=True, slots=True)
class Block:
    """A block of code.

    Attributes
    ----------
    page : str
        The page, from the top of the checkout.
    line : int
        The number of its first line, which names the language.
    language : str
        That name.
    text : str
        What is in it, without the indentation of the block.
    reason : str or None
        Why it is not run.
    runner : str or None
        The file that runs it.
    """

    page: str
    line: int
    language: str
    text: str
    reason: str | None = None
    runner: str | None = None

    @property
    def is_doctest(self) -> bool:
        """Whether doctest runs it."""
        return ">>> " in self.text

    @property
    def is_declaration(self) -> bool:
        """Whether it shows the parameters of a class or function."""
        return self.page == "docs/reference/api.md" and not self.is_doctest

    @property
    def is_run(self) -> bool:
        """Whether the tests of documentation run it."""
        marked = self.reason is not None or self.runner is not None
        return self.language in CODE and not (self.is_doctest or self.is_declaration or marked)

    @property
    def needs_model(self) -> bool:
        """Whether it can only run where the parser is installed."""
        return self.page in WHOLE or NEEDS_MODEL.search(self.text) is not None

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def blocks_in(path: Path) -> Iterator[Block]:
    """All blocks of a page, in order."""
    lines = path.read_text(encoding="utf-8").splitlines()
    start = 0
    opened: re.Match[str] | None = None
    for number, line in enumerate(lines):
        fence = _FENCE.match(line)
        if opened is None and fence:
            start, opened = number, fence
        elif opened is not None and line.strip() == "```":
            indent = len(opened["indent"])
            text = "".join(f"{one[indent:]}\n" for one in lines[start + 1 : number])
            mark = _MARK.match(lines[start - 1]) if start else None
            marks = (mark["reason"], mark["runner"]) if mark else (None, None)
            yield Block(page_name(path), start + 1, opened["language"], text, *marks)
            opened = None


def all_blocks() -> list[Block]:
    """The blocks of all pages."""
    return [block for path in PAGES for block in blocks_in(path)]


def to_run(*, needs_model: bool) -> dict[str, list[Block]]:
    """By page, the blocks that the tests of documentation run: those that need the model, or the others."""
    found: dict[str, list[Block]] = {}
    for block in all_blocks():
        if block.is_run and block.needs_model is needs_model:
            found.setdefault(block.page, []).append(block)
    return found


def furnish(folder: Path) -> None:
    """Put small files of the names that pages use into a folder."""
    trees = treebank.load()
    for name in ("treebank", "bubbles", "gold", "train", "dev"):
        write_conllu(trees[:12], folder / f"{name}.conllu")
    for name in ("predicted", "parsed"):
        write_conllu([*trees[1:12], trees[0]], folder / f"{name}.conllu")
    write_brackets(trees[:1], folder / "menu.brackets")
    write_conllu(trees[:1], folder / "menu.conllu")
    for name, form in (("ud.conllu", "ud"), ("in.conllu", "ud"), ("in.coord", "coord")):
        assert main(["convert", str(folder / "menu.conllu"), "--to", form, "-o", str(folder / name)]) == 0
    for name in ("notes.txt", "text.txt", "lines.txt", "notizen.txt", "abstracts.txt"):
        (folder / name).write_text("I prefer tea or coffee.\nWe sell red and green apples.\n", encoding="utf-8")
    (folder / "tokens.txt").write_text("I prefer tea or coffee .\n", encoding="utf-8")
    (folder / "corpus").mkdir()
    (folder / "corpus" / "a.txt").write_text("I prefer tea or coffee.\n", encoding="utf-8")
    (folder / "scripts").symlink_to(ROOT / "scripts")
