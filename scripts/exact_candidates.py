r"""What the expected F1 of coordinations is worth to an exact parser: scores by the number of best trees looked at.

    python scripts/exact_candidates.py MODEL dev.conllu [--coord dev.coord] [--candidates 1 4 16 64]

The first row is the best tree.  In the others, of so many best trees, the one whose coordinations have the highest
expected F1 is taken (``decoding.candidates``).
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import replace

from bubbletree.cli.guard import UsageError, guarded
from bubbletree.cli.inputs import positive
from bubbletree.metrics.table import table
from neural.cli.options import add_batch_size, add_punctuation
from neural.cli.sources import Gold, add_gold
from neural.evaluation.scores import score_analyses
from neural.methods.exact.exact_bubbles import ExactBubbles
from neural.models.loading import load, model_directory


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser(prog="scripts/exact_candidates.py", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("model", type=model_directory, help="a model with method.kind=exact-bubbles")
    add_gold(parser)
    parser.add_argument("--candidates", type=positive, nargs="+", default=[1, 4, 16, 64], metavar="N")
    add_batch_size(parser)
    add_punctuation(parser)
    options = parser.parse_intermixed_args(arguments)
    return guarded("exact_candidates", lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    parser = load(options.model, batch_size=options.batch_size)
    network = parser.network
    if not isinstance(network, ExactBubbles):
        raise UsageError(f"{options.model} is not an exact parser, but {network.config.method.kind}")
    gold = Gold.of(options).read()
    rows = []
    for count in options.candidates:
        network.config = network.config.replace({"decoding.candidates": count})
        start = time.perf_counter()
        analyses = list(replace(parser).analyse_all(one.sentence for one in gold))
        seconds = time.perf_counter() - start
        scores = score_analyses(gold, analyses, options.punctuation)
        overall, attachment = scores.paper.overall, scores.attachment
        f1 = [f"{100 * part.f1:.2f}" for part in (overall.exact, overall.inner, overall.whole)]
        las = "" if attachment is None else f"{100 * attachment.las:.2f}"
        rows.append((count, *f1, las, round(len(gold) / seconds)))
    print(table(["best trees", "exact F1", "inner F1", "whole F1", "LAS", "sentences/s"], rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
