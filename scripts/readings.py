"""How often ``bubbletree.split`` finds the readings that a person gives, by kind of sentence.

    python scripts/readings.py proofs_tests/data/readings/*.brackets
    python scripts/readings.py proofs_tests/data/readings/*.brackets --model english

Each file has trees in bracket notation with the comments ``# text``, ``# kind`` and ``# reading``, and
``# language`` where it is not English. With ``--model`` the
text is parsed, and the trees of the file are not used.  A sentence is right if all its readings are, in their order.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable

import bubbletree as bt
from bubbletree.metrics.table import table


def main() -> None:
    """Count and print, for each file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--model", metavar="MODEL", help="parse the text, with this model")
    parser.add_argument("--wrong", action="store_true", help="print the sentences that are wrong")
    options = parser.parse_args()
    for path in options.files:
        gold = bt.read_brackets(path)
        trees: Iterable[bt.BubbleTree] = gold
        if options.model is not None:
            trees = bt.load(options.model).parse_all([comment(tree, "text") for tree in gold])
        right: Counter[str] = Counter()
        all_of: Counter[str] = Counter()
        for tree, given in zip(trees, gold, strict=True):
            kind = comment(given, "kind")
            language = comment(given, "language") or "en"
            found = [reading.text for reading in bt.split(tree, language=language)]
            all_of[kind] += 1
            right[kind] += found == readings(given)
            if options.wrong and found != readings(given):
                print(comment(given, "text"), found, sep="\n    ")
        rows = [(kind, right[kind], number) for kind, number in all_of.items()]
        print(table([path, "right", "of"], [*rows, ("all", right.total(), all_of.total())]) + "\n")


def comment(tree: bt.BubbleTree, name: str) -> str:
    """A comment of a tree."""
    return (tree.sentence.comment(name) if tree.sentence is not None else None) or ""


def readings(tree: bt.BubbleTree) -> list[str]:
    """The readings that a person gave."""
    comments = tree.sentence.comments if tree.sentence is not None else ()
    return [text.partition("=")[2].strip() for text in comments if text.startswith("# reading =")]


if __name__ == "__main__":
    main()
