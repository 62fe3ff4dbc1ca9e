r"""Training sentences with typing errors, so that a model learns to read what people type.

    python scripts/typing_errors.py train.conllu [--share 0.15] [--seed 1] > errors.conllu

The file is CoNLL-U with bubbles.  A share of the sentences is written, chosen at random; each has at least one error.
In words of four letters and more, one in ten has one: two neighbouring letters change places, or a letter is missing,
typed twice, or replaced by another one.  The trees stay as they are.  Lemmas and features are left out.
"""

from __future__ import annotations

import argparse
import random
import string
import sys
from collections.abc import Iterator, Sequence

from bubbletree import BubbleTree, Sentence, iter_conllu
from bubbletree.cli.guard import guarded
from bubbletree.io import format_conllu

SHARE_OF_WORDS = 0.1
"""How many of the long words have an error."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", help="CoNLL-U with bubbles")
    parser.add_argument("--share", type=float, default=0.15, help="the share of the sentences to write (0.15)")
    parser.add_argument("--seed", type=int, default=1, help="where the choice comes from (1)")
    options = parser.parse_args(arguments)
    return guarded("typing_errors", lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    source = random.Random(options.seed)
    for tree in with_errors(iter_conllu(options.file), options.share, source):
        sys.stdout.write(format_conllu(tree))
    return 0


def with_errors(trees: Iterator[BubbleTree], share: float, source: random.Random) -> Iterator[BubbleTree]:
    """A share of the trees, with errors in their words; trees that get no error are left out."""
    for tree in trees:
        if source.random() < share:
            words = [_typed(word, source) for word in tree.words]
            if tree.sentence is not None and words != list(tree.words):
                yield _spelled(tree, tree.sentence, words)


def _typed(word: str, source: random.Random) -> str:
    """The word as someone in a hurry types it."""
    if len(word) < 4 or not word.isalpha() or source.random() >= SHARE_OF_WORDS:
        return word
    place = source.randrange(len(word) - 1)
    before, letter, after = word[:place], word[place], word[place + 1 :]
    other = source.choice(string.ascii_lowercase)
    return source.choice(
        [
            before + after[0] + letter + after[1:],
            before + after,
            before + letter + letter + after,
            before + other + after,
        ]
    )


def _spelled(tree: BubbleTree, sentence: Sentence, words: Sequence[str]) -> BubbleTree:
    """The tree with other words."""
    typed = Sentence.from_columns(words, upos=sentence.upos, xpos=sentence.xpos)
    return BubbleTree(words, tree.contents, tree.arcs, typed.with_comments({"sent_id": sentence.sent_id or ""}))


if __name__ == "__main__":
    sys.exit(main())
