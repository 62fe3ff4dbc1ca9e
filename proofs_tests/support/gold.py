"""The gold sentences of coordination: UD, and the bubble tree that is right, by what each is an example of.

    python -m proofs_tests.support.gold            how many come out right, by phenomenon and by language
    python -m proofs_tests.support.gold --wrong    and those that do not

They are in proofs_tests/data/gold, one file a language.  The comments of a sentence tell the phenomenon and the
tree, in bracket notation without parts of speech.  The sentences came in sets: the rules were made with the first one
and the second one in view, and measured on those that were kept back, and on a third set.  The sentences of the later
sets also say why the tree is right (``because``), and if the conversion does not find it, why not (``wrong``).

As a file (``python -P proofs_tests/support/gold.py``) the program runs with any version of the library that PYTHONPATH
names.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bubbletree import BubbleTree, Sentence, from_ud
from bubbletree.io import format_brackets, iter_sentences

FOLDER = Path(__file__).resolve().parents[1] / "data" / "gold"


class Gold(NamedTuple):
    """A sentence, the language and the phenomenon that it is an example of, and the tree that is right.

    ``series`` is the set that it came with.  ``wrong`` says why the conversion does not find the tree, if it does not.
    """

    sentence: Sentence
    language: str
    phenomenon: str
    brackets: str
    series: str = "first"
    wrong: str | None = None


def gold_sentences() -> Iterator[Gold]:
    """All of them, by language."""
    for path in sorted(FOLDER.glob("*.conllu")):
        for sentence in iter_sentences(path):
            told = dict(comment.removeprefix("# ").split(" = ", 1) for comment in sentence.comments)
            series, wrong = told.get("set", "first"), told.get("wrong")
            yield Gold(sentence, path.stem, told["phenomenon"], told["brackets"], series, wrong)


def without_tags(tree: BubbleTree) -> str:
    """A tree in bracket notation without parts of speech."""
    return format_brackets(BubbleTree(tree.words, tree.contents, tree.arcs))


def main() -> int:
    """Convert and count."""
    parser = argparse.ArgumentParser(description="Count the gold sentences that are converted correctly.")
    parser.add_argument(
        "--set",
        choices=["first", "second", "kept back", "third", "fourth", "fifth", "sixth"],
        help="only the sentences of one set",
    )
    parser.add_argument("--wrong", action="store_true", help="print those that are not")
    arguments = parser.parse_args()
    all_by: Counter[str] = Counter()
    right_by: Counter[str] = Counter()
    for gold in gold_sentences():
        if arguments.set not in (None, gold.series):
            continue
        found = without_tags(from_ud(gold.sentence))
        for key in (gold.phenomenon, f"language {gold.language}", "all"):
            all_by[key] += 1
            right_by[key] += found == gold.brackets
        if arguments.wrong and found != gold.brackets:
            print(f"{gold.sentence.sent_id}\n  right: {gold.brackets}\n  found: {found}")
    for key in sorted(all_by, key=lambda key: (key == "all", key.startswith("language"), key)):
        print(f"{key:<36}{right_by[key]:>5} of{all_by[key]:>5}  {100 * right_by[key] / all_by[key]:6.1f}%")
    return 0


if __name__ == "__main__":
    sys.exit(main())
