r"""How much a model loses on texts that are written otherwise, and how well it does on kinds of sentences.

    python scripts/robustness.py MODEL gold.conllu ... [--seed 1]

The files are CoNLL-U with bubbles.  First, the same sentences are parsed with other words in them: in lower case, in
capitals, without the final stop, with a typing error in one word of ten (two neighbouring letters change places, in
words of four letters and more), and with typewriter quotes or curly ones.  Each row has the change of the score, with
the gold tree changed likewise.  Then the sentences as they are, by kind: each kind is scored by itself.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace

from tqdm import tqdm

from bubbletree import BubbleTree, coordinations
from bubbletree.cli.guard import guarded
from bubbletree.metrics.table import table
from neural.data.gold import GoldSentence, read_gold
from neural.evaluation.scores import ParserScores, analyse_gold, score_analyses
from neural.models.loading import load

Change = Callable[[GoldSentence, random.Random], GoldSentence]

CURLY = {"``": "“", "''": "”", '"': "“", "'": "’", "`": "‘"}
STRAIGHT = {"“": '"', "”": '"', "``": '"', "''": '"', "’": "'", "‘": "'", "`": "'"}
STOPS = frozenset({".", "!", "?"})


def main() -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("model", help="the model directory, or a name such as english")
    parser.add_argument("files", nargs="+", help="CoNLL-U with bubbles")
    parser.add_argument("--seed", type=int, default=1, help="where typing errors come from (1)")
    options = parser.parse_args()
    return guarded("robustness", lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    parser = load(options.model)
    gold = [one for path in options.files for one in read_gold(path) if one.tree is not None]
    found = analyse_gold(parser, gold)
    plain = score_analyses(gold, found)
    rows: list[Sequence[str | int | float]] = [("as they are", *_numbers(plain), len(gold))]
    for name, change in tqdm(CHANGES.items(), disable=None):
        source = random.Random(options.seed)
        changed = [change(one, source) for one in gold]
        rows.append((name, *_numbers(score_analyses(changed, analyse_gold(parser, changed))), len(gold)))
    header = ["", "exact F1", "strict F1", "LAS", "coordinations", "sentences"]
    print(table(header, rows))
    rows = []
    for name, belongs in KINDS.items():
        chosen = [number for number, one in enumerate(gold) if belongs(one)]
        scores = score_analyses([gold[number] for number in chosen], [found[number] for number in chosen])
        rows.append((name, *_numbers(scores), len(chosen)))
    print(f"\n{table(header, rows)}")
    return 0


def _numbers(scores: ParserScores) -> tuple[float, float, float, int]:
    las = 0.0 if scores.attachment is None else scores.attachment.las
    return scores.paper.overall.exact.f1, scores.strict.overall.exact.f1, las, scores.paper.overall.exact.gold


def _spelled(one: GoldSentence, words: Sequence[str]) -> GoldSentence:
    """The sentence with other words."""
    assert one.tree is not None
    forms = iter(words)
    rows = tuple(replace(row, form=next(forms)) if row.is_word else row for row in one.sentence.rows)
    sentence = replace(one.sentence, rows=rows)
    return replace(one, sentence=sentence, tree=BubbleTree(words, one.tree.contents, one.tree.arcs, sentence))


def _each(function: Callable[[str], str]) -> Change:
    return lambda one, _: _spelled(one, [function(word) for word in one.sentence.words])


def _with_errors(one: GoldSentence, source: random.Random) -> GoldSentence:
    words = []
    for word in one.sentence.words:
        if len(word) >= 4 and word.isalpha() and source.random() < 0.1:
            place = source.randrange(len(word) - 1)
            word = word[:place] + word[place + 1] + word[place] + word[place + 2 :]  # noqa: PLW2901  # a slip of it
        words.append(word)
    return _spelled(one, words)


def _without_stop(one: GoldSentence, _: random.Random) -> GoldSentence:
    """The sentence without its last word, if that is a stop that governs nothing."""
    tree, rows = one.tree, one.sentence.rows
    assert tree is not None
    last = len(tree.words)
    is_governor = last in one.sentence.heads or tree.children(last) or any(last in c for c in tree.contents[last + 1 :])
    if last < 2 or rows[-1].id != str(last) or tree.words[-1] not in STOPS or is_governor:
        return one
    number = {bubble: bubble - (bubble > last) for bubble in tree.bubbles}
    contents = [content for bubble, content in enumerate(tree.contents) if bubble != last]
    arcs = [(number[arc.head], arc.label, number[arc.dependent]) for arc in tree.arcs if arc.dependent != last]
    sentence = replace(one.sentence, rows=rows[:-1])
    shorter = BubbleTree(tree.words[:-1], contents, arcs, sentence)
    return GoldSentence(sentence, shorter, "", coordinations(shorter))


CHANGES: dict[str, Change] = {
    "lower case": _each(str.lower),
    "capitals": _each(str.upper),
    "no final stop": _without_stop,
    "typing errors": _with_errors,
    "curly quotes": _each(lambda word: CURLY.get(word, word)),
    "typewriter quotes": _each(lambda word: STRAIGHT.get(word, word)),
}

KINDS: dict[str, Callable[[GoldSentence], bool]] = {
    "up to 10 words": lambda one: len(one.sentence.words) <= 10,
    "11 to 40 words": lambda one: 10 < len(one.sentence.words) <= 40,
    "41 to 79 words": lambda one: 40 < len(one.sentence.words) < 80,
    "80 words and more": lambda one: len(one.sentence.words) >= 80,
    "questions": lambda one: one.sentence.words[-1] == "?",
    "with quotes": lambda one: bool({*CURLY, *STRAIGHT} & {*one.sentence.words}),
    "three conjuncts and more": lambda one: any(len(found.conjuncts) > 2 for found in one.coordinations),
    "without a final stop": lambda one: one.sentence.words[-1] not in STOPS,
}

if __name__ == "__main__":
    sys.exit(main())
