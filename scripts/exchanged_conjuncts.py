"""Training sentences with two conjuncts of a coordination exchanged: "tea and hot buns" from "hot buns and tea".

    python scripts/exchanged_conjuncts.py train.conllu [--seed 1] > exchanged.conllu

The file is CoNLL-U with bubbles.  Each projective sentence with a coordination gives one sentence at most.  The two
conjuncts are chosen at random among those whose heads have the same part of speech, and which begin with a letter or a
digit.  A capital at the beginning of the sentence stays there.  Lemmas and features are left out.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from bubbletree import BubbleTree, Row, Sentence, coordinations, iter_conllu
from bubbletree.cli.guard import guarded
from bubbletree.io import format_conllu
from bubbletree.span import Span

KEPT = frozenset({"PROPN", "SYM", "NUM", "X"})
"""The parts of speech of words that keep a capital anywhere."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", help="CoNLL-U with bubbles")
    parser.add_argument("--seed", type=int, default=1, help="where the choice of conjuncts comes from (1)")
    options = parser.parse_args(arguments)
    return guarded("exchanged_conjuncts", lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    source = random.Random(options.seed)
    for tree in iter_conllu(options.file):
        pairs = list(exchangeable(tree))
        if pairs:
            sys.stdout.write(format_conllu(exchanged(tree, *source.choice(pairs))))
    return 0


def exchangeable(tree: BubbleTree) -> Iterator[tuple[Span, Span]]:
    """The pairs of conjuncts that can be exchanged, the earlier one first."""
    if tree.sentence is None or not tree.is_projective:
        return
    upos = ["", *tree.sentence.upos]
    for found in coordinations(tree):
        heads = [_head(tree, bubble) for bubble in tree.parts(found.bubble) if tree.label(bubble) == "conj"]
        for (first, one), (second, other) in combinations(zip(found.conjuncts, sorted(heads), strict=True), 2):
            words = [span.of(tree.words) for span in (first, second)]
            if upos[one] == upos[other] and words[0] != words[1] and all(some[0][0].isalnum() for some in words):
                yield first, second


def exchanged(tree: BubbleTree, first: Span, second: Span) -> BubbleTree:
    """The tree with the words of two spans in each other's place, and all nodes as before."""
    assert tree.sentence is not None
    rows = tree.sentence.word_rows
    order = [
        *range(1, first.first),
        *range(second.first, second.last + 1),
        *range(first.last + 1, second.first),
        *range(first.first, first.last + 1),
        *range(second.last + 1, len(rows) + 1),
    ]
    place = {0: 0} | {old: new for new, old in enumerate(order, start=1)}
    words = [rows[old - 1] for old in order]
    if first.first == 1 and not rows[0].form.isupper():
        words[place[1] - 1] = _small(words[place[1] - 1])
        words[0] = replace(words[0], form=words[0].form[0].upper() + words[0].form[1:])
    sentence = Sentence.from_columns(
        [row.form for row in words], upos=[row.upos for row in words], xpos=[row.xpos for row in words]
    ).with_comments({"sent_id": tree.sentence.sent_id or ""})
    contents = [[place[token] for token in content] for content in tree.contents]
    return BubbleTree(sentence.words, contents, tree.arcs, sentence)


def _head(tree: BubbleTree, bubble: int) -> int:
    """The first word of a bubble's first conjunct, all the way down."""
    while len(tree.contents[bubble]) > 1:
        bubble = min(tree.parts(bubble), key=lambda part: (tree.label(part) != "conj", min(tree.contents[part])))
    return min(tree.contents[bubble])


def _small(row: Row) -> Row:
    keeps = row.upos in KEPT or row.form == "I" or row.form[1:] != row.form[1:].lower()
    return row if keeps else replace(row, form=row.form.lower())


if __name__ == "__main__":
    sys.exit(main())
