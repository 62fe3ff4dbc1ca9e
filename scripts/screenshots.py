"""Pictures of the page of ``bubbletree view`` and of terminals: those of the documentation, or all of them.

    python scripts/screenshots.py                                    the pictures in docs/images
    python scripts/screenshots.py --model models/generated           the same, and that of a model's probabilities
    python scripts/screenshots.py --all shots --site build/site      every page of the site and every view, three times:
                                                                     light, dark, and as narrow as a phone
    python scripts/screenshots.py --all shots --file trees.conllu    with the longest sentence of a file, too

Run it from a checkout, with Chromium installed. With ``--all``, it also says which pages are wider than the window.
"""

from __future__ import annotations

import argparse
import html
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from bubbletree import (
    BubbleTree,
    Parser,
    ReattachmentError,
    load,
    parse_brackets,
    read_conllu,
    reattach,
    treebank,
    write_conllu,
)
from bubbletree.cli.serve import Server
from bubbletree.viewer import compared, entry, page
from bubbletree.viewer.page import policy
from bubbletree.viewer.workbench import Workbench
from proofs_tests.support.browser import Browser, Page, browser, installed

IMAGES = Path(__file__).resolve().parents[1] / "docs" / "images"
DESK = 1100, 700
PHONE = 390, 844
TALLEST = 5000
"""How many pixels of a long page are taken."""

MENU = "nsubj=I prefer obj=[(amod=hot [coffee cc=or tea]) cc=and (det=a bun)]"
BAKERY = "nsubj=We sell obj=(amod=fresh bread conj=(cc=and rolls))"
CROSSING = BubbleTree(
    ["Tea", "is", "served", "and", "buns"],
    [*({token} for token in range(6)), {1, 4, 5}],
    [(0, "root", 3), (3, "aux", 2), (3, "nsubj", 6), (6, "conj", 1), (6, "cc", 4), (6, "conj", 5)],
)
COLOURS = {"1": "font-weight: 700; color: #fff", "2": "color: #8b949e", "32": "color: #3fb950", "33": "color: #d29922"}
COLOURS |= {"34": "color: #58a6ff", "35": "color: #bc8cff"}


def main() -> int:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description="Take pictures of the page, the site and terminals.")
    parser.add_argument("--model", help="a model that chooses transitions")
    parser.add_argument("--all", metavar="FOLDER", help="take all pictures there are, into this folder")
    parser.add_argument("--site", metavar="FOLDER", help="with --all: a built site")
    parser.add_argument("--file", help="with --all: a file of trees, whose longest sentence is taken, too")
    options = parser.parse_args()
    program = installed()
    if program is None:
        print("no Chromium is installed here", file=sys.stderr)
        return 2
    model = None if options.model is None else load(options.model)
    with tempfile.TemporaryDirectory() as folder, browser(program, Path(folder, "profile")) as opened:
        if options.all is None:
            documented(opened, Path(folder), model)
        else:
            target = Path(options.all)
            target.mkdir(parents=True, exist_ok=True)
            views(opened, Path(folder), target, model, options.file)
            terminals(opened, Path(folder), target, options.file)
            if options.site is not None:
                site(opened, Path(options.site), target)
    return 0


def documented(opened: Browser, folder: Path, model: Parser | None) -> None:
    """The pictures in docs/images."""
    trees = treebank.load()
    shown = opened.new_page(width=1100, height=600)
    shown.open(written(folder, trees, title="english.brackets"))
    shown.hover("svg [data-token='5']")
    shown.run("document.querySelector('main').scrollTop = 0")
    take(shown, IMAGES / "view-tree.png")
    shown.resize(1100, 770)
    shown.press("d")
    shown.run("app.derivation.go(14)")
    take(shown, IMAGES / "view-derivation.png")
    if model is not None:
        shown.open(written(folder, trees[:40], title="english.brackets", model=model))
        shown.press("d")
        shown.run("app.derivation.go(10)")
        take(shown, IMAGES / "view-steps.png")
    shown.resize(*DESK)
    shown.open(against(folder, trees))
    take(shown, IMAGES / "view-compare.png")
    shown.resize(1100, 600)
    with serving() as address:
        edited(shown, address)
        take(shown, IMAGES / "view-edit.png")
    shown.resize(720, 300)
    shown.open(terminal(folder, 140, [parse_brackets(MENU)]))
    clip(shown, "pre", IMAGES / "terminal.png")


def views(opened: Browser, folder: Path, target: Path, model: Parser | None, file: str | None) -> None:
    """The page in all its states, three times each."""
    trees = [*treebank.load()[:60], CROSSING, BubbleTree(["hot", "tea"], [{0}, {1}, {2}], [(0, "root", 2)])]
    plain = written(folder, trees, name="plain.html", title="english.brackets", model=model)
    differing = against(folder, treebank.load())
    states = [
        ("list", plain, "location.hash = ''"),
        ("tree", plain, "app.go(app.sentences[0])"),
        ("derivation", plain, "app.go(app.sentences[0]); app.choose('derivation'); app.derivation.go(10)"),
        ("crossing", plain, "app.choose('tree'); app.go(app.sentences[60])"),
        ("broken", plain, "app.go(app.sentences[61])"),
        ("filters", plain, "location.hash = ''; byId('filter-box').open = true"),
        ("help", plain, "byId('filter-box').open = false; byId('help').showModal()"),
        ("compare", differing, "app.go(app.sentences[0])"),
    ]
    if file is not None:
        longest = max(read_conllu(file), key=lambda tree: len(tree.words))
        states.append(("longest", written(folder, [longest], name="longest.html"), "app.go(app.sentences[0])"))
    for form, shown in forms(opened):
        before = None
        for name, source, step in states:
            if source != before:
                shown.open(source)
                before = source
            shown.run(step)
            whole(shown, target / f"view-{name}-{form}.png")
        with serving() as address:
            shown.open(address)
            whole(shown, target / f"view-served-{form}.png")
            edited(shown, address)
            whole(shown, target / f"view-edit-{form}.png")


def terminals(opened: Browser, folder: Path, target: Path, file: str | None) -> None:
    """What commands print in terminals of 80 and 140 columns."""
    trees = [parse_brackets(MENU), treebank.load()[100], CROSSING]
    if file is not None:
        trees.append(max(read_conllu(file), key=lambda tree: len(tree.words)))
    shown = opened.new_page()
    for columns in (80, 140):
        shown.open(terminal(folder, columns, trees))
        clip(shown, "pre", target / f"terminal-{columns}.png")


def site(opened: Browser, folder: Path, target: Path) -> None:
    """Every page of a site."""
    for form, shown in forms(opened):
        for source in sorted(folder.rglob("*.html")):
            shown.open(source)
            name = source.relative_to(folder).with_suffix("").as_posix().replace("/", "-")
            whole(shown, target / f"site-{name}-{form}.png")
            shown.run("localStorage.clear()")  # which keeps the colours of the page before


def forms(opened: Browser) -> Iterator[tuple[str, Page]]:
    """A window for each form of a page."""
    for form, (width, height), is_dark in (("light", DESK, False), ("dark", DESK, True), ("phone", PHONE, False)):
        shown = opened.new_page(width=width, height=height)
        shown.prefer_dark(is_dark)
        yield form, shown


def written(
    folder: Path,
    trees: Sequence[BubbleTree],
    *,
    name: str = "page.html",
    title: str = "Bubble trees",
    model: Parser | None = None,
) -> Path:
    """A page of trees in a file."""
    target = folder / name
    made = page(map(entry, trees), title=title, model=None if model is None else "models/generated", parser=model)
    target.write_text(made, encoding="utf-8")
    return target


def against(folder: Path, trees: Sequence[BubbleTree]) -> Path:
    """A page of trees and of the same with some modifiers elsewhere."""
    moved = [elsewhere(tree) if number % 5 == 0 else tree for number, tree in enumerate(trees[:82])]
    target = folder / "compared.html"
    both = compared(map(entry, moved), map(entry, trees[:82]))
    target.write_text(page(both, title="pred.conllu", file="pred.conllu", against="gold.conllu"), encoding="utf-8")
    return target


def elsewhere(tree: BubbleTree) -> BubbleTree:
    """A tree with the first modifier that can be moved to the bubble around it, or back, moved."""
    for bubble in tree.bubbles:
        for head in reversed(tree.bubbles):
            if head not in (0, tree.head(bubble)) and len(tree.contents[head]) > 1:
                try:
                    return reattach(tree, bubble, head)
                except ReattachmentError:
                    continue
    return tree


@contextmanager
def serving() -> Iterator[str]:
    """The address of a served page."""
    entries = [entry(parse_brackets(text)) for text in (BAKERY, MENU)]
    bench = Workbench(entries)
    made = page(entries, title="Our bakery", served={"parses": True}).encode()
    with Server(made, policy(connects=True), bench.answers) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield server.address
        server.shutdown()


def edited(shown: Page, address: str) -> None:
    """The bakery's sentence with a bubble, and a word half-way to another governor."""
    shown.open(address)
    shown.run("app.go(app.sentences[0])")
    shown.press("e")
    for token in (4, 6):
        shown.click(f"[data-chip='{token}']")
    shown.press("b")
    shown.wait("app.sentence.known.changes.at === 1")
    (x, y), (right, below) = shown.point("svg [data-token='3']"), shown.point("svg [data-token='4']")
    for kind, (left, top) in (("mousePressed", (x, y)), ("mouseMoved", (right - 30, below + 15))):
        shown.command("Input.dispatchMouseEvent", type=kind, x=left, y=top, button="left", buttons=1, clickCount=1)
    shown.wait("document.querySelector('.outlook').innerText")
    shown.run("document.querySelector('main').scrollTop = 0")


def terminal(folder: Path, columns: int, trees: Sequence[BubbleTree]) -> Path:
    """What ``bubbletree draw`` prints in a terminal with colours, as a page."""
    source = folder / "menu.conllu"
    write_conllu(trees, source)
    command = [sys.executable, "-m", "bubbletree", "draw", source.name, "--color", "always", "--width", str(columns)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder).stdout
    coloured = "".join(
        f'<span style="{COLOURS[code]}">{html.escape(text)}</span>' if code else html.escape(text)
        for code, text in re.findall(
            r"(?:\x1b\[(\d+)m)?([^\x1b]+)(?:\x1b\[0m)?", f"$ bubbletree draw menu.conllu\n{printed}"
        )
    )
    style = (
        "display: inline-block; margin: 0; padding: 8px; background: #0d1117; color: #c9d1d9; font: 14px/1.2 monospace"
    )
    target = folder / "terminal.html"
    target.write_text(
        f'<!DOCTYPE html><meta charset="utf-8"><body style="margin: 0"><pre style="{style}">{coloured}</pre>',
        encoding="utf-8",
    )
    return target


def take(shown: Page, target: Path) -> None:
    """A picture of the window, when all in it stands still."""
    shown.run("new Promise((done) => setTimeout(done, 400))")
    shown.picture(target)
    print(target, target.stat().st_size)


def clip(shown: Page, selector: str, target: Path) -> None:
    """A picture of one element."""
    width, height = shown.call(
        "(s) => { const r = document.querySelector(s).getBoundingClientRect(); return [r.right, r.bottom]; }", selector
    )
    shown.resize(int(width), min(int(height), TALLEST))
    take(shown, target)


def whole(shown: Page, target: Path) -> None:
    """A picture of a page from top to bottom; it says so if the page is wider than the window."""
    width, height, needed = shown.run("[innerWidth, innerHeight, document.documentElement.scrollWidth]")
    if needed > width:
        print(f"{target.stem}: {needed} pixels wide in a window of {width}")
    tall = shown.run(
        "Math.max(document.documentElement.scrollHeight, document.querySelector('main')?.scrollHeight ?? 0)"
    )
    shown.resize(width, min(max(height, tall), TALLEST))
    take(shown, target)
    shown.resize(width, height)


if __name__ == "__main__":
    sys.exit(main())
