r"""The time that the exact parser takes by the length of sentences, beside greedy transitions with the same encoder.

    python scripts/exact_lengths.py [--exact MODEL --greedy MODEL] [--lengths 10 25 50 100 200 300]

Without models, both are new networks of the preset ``small``; an untrained greedy parser opens many more bubbles than a
trained one, and is slower.  Sentences are words of generated ones, put together to each length.  Times are seconds of
one CPU, the best of three, per sentence: reading and encoding, the exact parser's scores of pairs, its best tree, all
of it, and all of greedy parsing.
"""

from __future__ import annotations

import argparse
import itertools
import platform
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import torch

from bubbletree import Sentence
from bubbletree.cli.guard import guarded
from bubbletree.cli.inputs import positive
from bubbletree.grammar import generate
from bubbletree.metrics.table import table
from neural.config.presets import PRESETS
from neural.data.gold import gold_tree
from neural.data.words import Words, words_of
from neural.methods.compiling import IS_COMPILED
from neural.methods.exact.best import best_trees
from neural.methods.exact.exact_bubbles import ExactBubbles
from neural.methods.exact.pieces import Piece
from neural.methods.exact.scores import PairScores
from neural.methods.interface import Network
from neural.models.checkpoint import load_model
from neural.models.loading import model_directory
from neural.training.start import new_network


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser(prog="scripts/exact_lengths.py", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--exact", type=model_directory, metavar="MODEL", help="an exact parser (default: a new one)")
    parser.add_argument("--greedy", type=model_directory, metavar="MODEL", help="another parser (default: a new one)")
    parser.add_argument("--lengths", type=positive, nargs="+", default=[10, 25, 50, 100, 200, 300], metavar="WORDS")
    parser.add_argument("--words", type=positive, default=1000, help="words parsed together for each length (1000)")
    options = parser.parse_args(arguments)
    return guarded("exact_lengths", lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    torch.set_num_threads(1)
    trees = list(generate(300, seed=1))
    networks = []
    for path, kind in ((options.exact, "exact-bubbles"), (options.greedy, "bubble-hybrid")):
        config = PRESETS["small"].replace({"method.kind": kind})
        made = load_model(path) if path is not None else new_network(config, [gold_tree(tree) for tree in trees])
        networks.append(made.eval())
    words = itertools.cycle([word for tree in trees for word in tree.words])
    rows = []
    for length in options.lengths:
        count = max(1, options.words // length)
        sentences = [Sentence.from_columns(list(itertools.islice(words, length))) for _ in range(count)]
        rows.append((length, count, *_times(networks[0], networks[1], sentences)))
    compiled = "compiled" if IS_COMPILED else "not compiled"
    machine = platform.processor() or platform.machine()
    print(f"{machine}, one thread, torch {torch.__version__}, {compiled}\n")
    heads = ["words", "sentences", "encoder, ms", "scores, ms", "best tree, ms", "exact, ms", "greedy, ms", "ratio"]
    print(table(heads, rows))
    return 0


@torch.inference_mode()
def _times(exact: Network, greedy: Network, sentences: Sequence[Sentence]) -> list[str]:
    """What one length takes, in milliseconds per sentence, and how many times as long the exact parser takes."""
    assert isinstance(exact, ExactBubbles), "the first model is an exact parser"
    words = [words_of(sentence, exact.config.encoder.tags) for sentence in sentences]
    encoded = exact.encode(exact.read(words))
    whole = [Piece(number, 1, length) for number, length in enumerate(encoded.lengths)]
    scores = [own for _, own in PairScores(exact.pairs, encoded).each(whole)]
    lengths = np.array(encoded.lengths)
    single_root = exact.config.decoding.single_root
    parts = [
        _best(lambda: exact.encode(exact.read(words))),
        _best(lambda: list(PairScores(exact.pairs, encoded).each(whole))),
        _best(lambda: best_trees(scores, lengths, single_root)),
        *(_best(partial(_parse, network, words, sentences)) for network in (exact, greedy)),
    ]
    each = [1000 * seconds / len(sentences) for seconds in parts]
    return [*(f"{value:.2f}" for value in each), f"{each[3] / each[4]:.2f}"]


def _parse(network: Network, words: Sequence[Words], sentences: Sequence[Sentence]) -> None:
    network.analyse(network.encode(network.read(words)), sentences, network.config.decoding)


def _best(call: Callable[[], object], repeats: int = 3) -> float:
    call()
    times = []
    for _ in range(repeats):
        start = time.process_time()
        call()
        times.append(time.process_time() - start)
    return min(times)


if __name__ == "__main__":
    sys.exit(main())
