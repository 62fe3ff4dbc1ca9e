"""Where the time of parsing goes: milliseconds of processor time for a sentence, by part, on one thread.

    python scripts/parsing_by_part.py en_ewt-ud-dev.conllu [--model english] [--limit 96] [--rounds 5]

Each part is timed without the parts that it calls.  The model parses the sentences once before the clock starts; then
it reads, parses and writes them several times, and the round with the median time is shown.
"""

from __future__ import annotations

import argparse
import functools
import gc
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import islice
from typing import ParamSpec, TypeVar

import torch

from bubbletree.cli.guard import guarded
from bubbletree.cli.inputs import positive
from bubbletree.io import format_conllu, iter_sentences
from bubbletree.metrics.table import table
from neural.methods.bubbles import compiled, guided_bubbles, transition_network
from neural.methods.exact import exact_bubbles, guided_exact
from neural.methods.interface import Network
from neural.methods.spans.scorer import SpanScorer
from neural.methods.spans.sentence import SentenceSpans
from neural.methods.tagging import Tagger
from neural.models.loading import load
from neural.models.names import MODEL

P = ParamSpec("P")
T = TypeVar("T")

PARTS: Sequence[tuple[str, object, Sequence[str]]] = [
    ("encoder, with features", Network, ["encoded"]),
    ("chart of spans: roles and boundaries", SpanScorer, ["sentences"]),
    ("chart of spans: tables", SentenceSpans, ["best"]),
    ("transitions and labels, both passes", compiled, ["_sentences", "_decode"]),
    ("scores of pairs of tokens", exact_bubbles.BubbleTreeScorer, ["_best"]),
    ("best trees by exact search, both passes", exact_bubbles, ["best_trees"]),
    ("labels of arcs", exact_bubbles.BubbleTreeScorer, ["_relation_scores"]),
    ("probabilities of trees that compete", SentenceSpans, ["log_probability"]),
    ("probabilities of trees that compete", guided_bubbles.GuidedBubbles, ["_log_probabilities"]),
    ("rescoring of boundaries", transition_network, ["rescore"]),
    ("tags", Tagger, ["filled"]),
    ("coordinations in trees", guided_exact, ["coordinations_of", "separators_of", "separators_in"]),
    ("coordinations in trees", guided_bubbles, ["coordinations_of", "separators_of", "separators_in"]),
    ("coordinations in trees", exact_bubbles, ["allowed", "joined"]),
    ("making trees", exact_bubbles, ["tree_of"]),
    ("making trees", compiled.Decoded, ["trees"]),
]
"""The parts: their names, and the classes or modules whose functions they are."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", help="CoNLL-U")
    parser.add_argument("--model", default="english", help=MODEL)
    parser.add_argument("--limit", type=positive, default=96, help="how many sentences (96)")
    parser.add_argument("--rounds", type=positive, default=5, help="how often they are parsed (5)")
    options = parser.parse_args(arguments)
    return guarded("parsing_by_part", lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    parts = Parts()
    for part, owner, names in PARTS:
        for name in names:
            setattr(owner, name, parts.timed(part, getattr(owner, name)))
    parser = load(options.model)
    torch.set_num_threads(1)
    read = parts.timed("reading", lambda: list(islice(iter_sentences(options.file), options.limit)))
    parse = parts.timed("the rest", lambda: list(parser.parse_all(sentences)))
    write = parts.timed("writing", lambda: [format_conllu(tree) for tree in trees])
    sentences = read()
    parse()
    gc.collect()
    gc.freeze()
    rounds: list[dict[str, float]] = []
    for _ in range(options.rounds):
        parts.seconds.clear()
        sentences = read()
        trees = parse()
        write()
        rounds.append(dict(parts.seconds))
    chosen = sorted(rounds, key=lambda one: sum(one.values()))[len(rounds) // 2]
    whole = sum(chosen.values())
    rows = [(part, seconds, seconds / whole) for part, seconds in sorted(chosen.items(), key=lambda one: -one[1])]
    print(f"{options.model}: {len(sentences)} sentences, {sum(len(one.words) for one in sentences)} words")
    print(
        table(
            ["", "ms a sentence", "share"],
            [
                (part, f"{1000 * seconds / len(sentences):.2f}", f"{share:.0%}")
                for part, seconds, share in [*rows, ("all", whole, 1.0)]
            ],
        )
    )
    return 0


class Parts:
    """Processor time by part.

    Attributes
    ----------
    seconds : dict of str to float
        The time that each part has taken, without the parts that it called.
    """

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self._called: list[float] = []

    def timed(self, part: str, function: Callable[P, T]) -> Callable[P, T]:
        """The same function; the time of its calls counts for a part."""

        @functools.wraps(function)
        def timing(*arguments: P.args, **options: P.kwargs) -> T:
            start = time.thread_time()
            self._called.append(0.0)
            try:
                return function(*arguments, **options)
            finally:
                took = time.thread_time() - start
                self.seconds[part] += took - self._called.pop()
                if self._called:
                    self._called[-1] += took

        return timing


if __name__ == "__main__":
    sys.exit(main())
