"""How large a page of bubbletree view is, and how long a browser takes to open and to search it.

    python scripts/page_speed.py                     10,000 generated sentences
    python scripts/page_speed.py treebank.conllu     the sentences of a file with bubbles

Run it from a checkout, with Chromium installed.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from bubbletree import read_conllu
from bubbletree.grammar import generate
from bubbletree.viewer import entry, page
from proofs_tests.support.browser import browser, installed

DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def main() -> int:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description="Measure pages.")
    parser.add_argument("file", nargs="?", help="a CoNLL-U file with bubbles")
    parser.add_argument("--sentences", type=int, default=10_000, help="how many to generate (default: 10,000)")
    options = parser.parse_args()
    program = installed()
    if program is None:
        print("no Chromium is installed here", file=sys.stderr)
        return 2
    trees = read_conllu(options.file) if options.file else list(generate(options.sentences, 1))
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "page.html")
        start = time.perf_counter()
        target.write_text(page(map(entry, trees)), encoding="utf-8")
        size = target.stat().st_size
        print(f"{len(trees):,} sentences, {sum(len(tree.words) for tree in trees):,} words: {size / 1e6:.1f} MB")
        print(f"made in {time.perf_counter() - start:.1f} s")
        with browser(program, Path(folder, "profile")) as opened:
            pages = [opened.new_page() for _ in range(3)]
            for shown in pages:
                start = time.perf_counter()
                shown.open(target)
                shown.run(DRAWN)
                print(f"opened in {time.perf_counter() - start:.2f} s")
            for what, step in (
                ("searched", "byId('search').value = 'and'; app.filter()"),
                ("filtered", "byId('search').value = ''; byId('depth').value = '2'; app.filter()"),
            ):
                start = time.perf_counter()
                pages[-1].run(step)
                print(f"{what} in {time.perf_counter() - start:.2f} s: {pages[-1].text('#found')}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
