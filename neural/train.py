"""``python -m neural.train``: learn a parser from gold trees.

Without arguments it learns from sentences that the library's grammar generates, in a few minutes.  The
file reads from top to bottom; :func:`_run` is the whole course of things.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import torch

from bubbletree import coordinations
from bubbletree.cli.guard import INTERRUPTED, UsageError, guarded
from bubbletree.convert import to_ud
from bubbletree.draw import text
from bubbletree.grammar import generate
from bubbletree.metrics import score_attachment
from neural.cli.options import add_config, add_device, add_punctuation, chosen_config, counted, minutes
from neural.cli.sources import (
    GRAMMAR,
    TEST_SEED,
    TEST_SENTENCES,
    Sources,
    add_development_sentences,
    add_training_sentences,
)
from neural.evaluation.scores import score_parser
from neural.models import checkpoint
from neural.models.loading import MODEL, model_directory
from neural.models.parser import Parser
from neural.models.processes import launched
from neural.training.examples import examples, fingerprint
from neural.training.run import Run, TrainingError
from neural.training.start import new_network, started_network
from neural.training.trainer import Trainer


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status: 0, 2 for bad input, 130 if it was interrupted."""
    options = _parser().parse_args(arguments)
    return guarded("neural.train", lambda: _run(options))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m neural.train",
        description="Train a bubble parser. Without --train, it learns from sentences that the library's grammar "
        "generates. After Ctrl-C the directory holds a model that parses, and --resume goes on with it.",
    )
    add_training_sentences(parser)
    add_development_sentences(parser)
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="the model directory (default: models/generated or models/trained)"
    )
    add_config(parser, "small; without --train, generated")
    parser.add_argument(
        "--start-from",
        type=model_directory,
        metavar="MODEL",
        help=f"begin with the weights of a model, and with its options but those of training: {MODEL}",
    )
    parser.add_argument(
        "--time-limit",
        type=minutes,
        default=math.inf,
        metavar="MINUTES",
        help="stop after this time, counting earlier runs; the cosine schedule then ends with it",
    )
    parser.add_argument("--resume", action="store_true", help="go on with the training in the model directory")
    add_punctuation(parser)
    add_device(parser)
    return parser


def _run(options: argparse.Namespace) -> int:
    processes = launched(options.device)
    directory = options.out or Path("models", "generated" if options.train is None else "trained")
    sources = Sources.of(options)
    if directory.exists() and not directory.is_dir():
        raise UsageError(f"--out names a model directory, but {directory} is a file")

    # What to learn, from what, and with what.
    if options.resume:
        if options.config or options.set or options.preset or options.start_from:
            begun = "--preset, --config, --set, --start-from"
            raise UsageError(f"--resume goes on with the options of the first run: leave out {begun}")
        network = checkpoint.load_model(directory)
        notes = checkpoint.training_state(directory)
        sources = sources.resumed(notes.get("sources"))
        train = sources.read_train()
    elif options.start_from:
        network = started_network(options, directory, processes)
        train = sources.read_train()
        notes = {}
    else:
        config = chosen_config(options, "small" if options.train else "generated")
        sources.check()
        if sources.train is None and processes.is_first:
            print("generating sentences", file=sys.stderr)
        train = sources.read_train()
        network = new_network(config, train)
        notes = {}
    torch.set_num_threads(network.config.training.threads)
    learnable, skipped = examples(train, network)
    for reason, count in sorted(skipped.items()) if processes.is_first else ():
        print(f"not learned from: {counted(count, 'sentence')} ({reason})", file=sys.stderr)
    if not learnable:
        raise TrainingError(f"there is no sentence to learn from{f' in {sources.train}' if sources.train else ''}")
    dev = sources.read_dev()
    if not dev:
        raise TrainingError("there is no sentence to choose the best model by")
    # What cannot be scored is better found now than after an hour, and before another model goes.
    if network.finds_dependencies:
        score_attachment([one.sentence for one in dev], [one.sentence for one in dev])
    weights = sum(parameter.numel() for parameter in network.parameters())
    if processes.is_first:
        print(
            f"{counted(len(learnable), 'sentence')} to learn from, {len(dev)} to choose the best model by; "
            f"{len(network.vocabulary.words)} words, {len(network.vocabulary.labels)} labels, {weights} weights",
            file=sys.stderr,
        )

    # Learning.
    trainer = Trainer(network.to(processes.device), learnable, processes=processes)
    mark = fingerprint(learnable)
    if options.resume:
        if notes.get("fingerprint") != mark:
            raise TrainingError(f"the training sentences are not those that {directory} was trained on")
        trainer.restore(directory)
    elif processes.is_first:
        checkpoint.save_setup(directory, network)
    notes = {"sources": sources.to_json(), "fingerprint": mark, "sentences": len(learnable)}
    run = Run(directory, trainer, dev, options.punctuation, notes, processes)
    if not run.train(options.time_limit):
        if processes.is_first:
            how = f"--resume --out {directory}"
            print(f"interrupted after {trainer.course.step} steps; to go on: {how}", file=sys.stderr)
        return INTERRUPTED

    # What came of it.
    processes.wait()  # for the first one to have written the model
    if not processes.is_first:
        return 0
    best = Parser.load(directory, processes.device)
    print(f"model: {directory}")
    for name, gold in sources.tests(dev).items():
        scores = score_parser(best, gold, punctuation=options.punctuation)
        print(f"\n{name}: {counted(len(gold), 'sentence')}\n\n{scores.to_text()}")
    if sources.train is None:
        print(f"\n{_drawn_example(best)}")
    return 0


def _drawn_example(parser: Parser) -> str:
    """A generated sentence with a coordination in another, as parsed; nothing if the parser builds no trees."""
    for tree in generate(TEST_SENTENCES, TEST_SEED, GRAMMAR):
        found = coordinations(tree)
        if any(inner.whole.first <= outer.whole.last for outer, inner in pairwise(found)):
            [analysis] = parser.analyse([to_ud(tree)])
            return "" if analysis.tree is None else text(analysis.tree)
    raise AssertionError("the grammar nests coordinations")


if __name__ == "__main__":
    sys.exit(main())
