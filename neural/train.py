"""``python -m neural.train``: train a parser on gold trees.

Without arguments it trains on sentences that the library's grammar generates, in a few minutes.  :func:`_run` is the
whole program, and reads from top to bottom.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from bubbletree._start import starting

with starting(__name__):
    import torch

    from bubbletree import coordinations
    from bubbletree.cli.guard import INTERRUPTED, UsageError, guarded, tell
    from bubbletree.cli.help import ArgumentParser
    from bubbletree.convert import Punctuation, to_ud
    from bubbletree.draw import text
    from bubbletree.grammar import generate
    from bubbletree.metrics import score_attachment
    from neural.cli.options import (
        add_config,
        add_device,
        add_punctuation,
        chosen_config,
        chosen_device,
        minutes,
        plural,
    )
    from neural.cli.sources import (
        GRAMMAR,
        TEST_SEED,
        TEST_SENTENCES,
        Sources,
        add_development_sentences,
        add_training_sentences,
    )
    from neural.config import parse_settings
    from neural.data.gold import GoldSentence
    from neural.evaluation.scores import score_parser
    from neural.models import checkpoint
    from neural.models.loading import model_directory
    from neural.models.names import MODEL
    from neural.models.parser import Parser
    from neural.models.processes import launched
    from neural.training.examples import learnable
    from neural.training.run import Run
    from neural.training.start import continued, fresh, resumed
    from neural.training.trainer import Trainer, TrainingError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status: 0, 2 for bad input, 130 if it was interrupted."""
    options = _parser().parse_args(arguments)
    return guarded("neural.train", lambda: _run(options))


def _parser() -> argparse.ArgumentParser:
    parser = ArgumentParser(
        prog="python -m neural.train",
        description="Train a parser. Without --train, it learns from sentences that the library's grammar generates. "
        "Ctrl-C stops training and leaves a model that can parse; --resume continues.",
    )
    add_training_sentences(parser)
    add_development_sentences(parser)
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="the model directory (default: models/generated or models/trained)"
    )
    parser.add_argument("--force", action="store_true", help="replace a trained model in the model directory")
    add_config(parser, "small; without --train, generated")
    parser.add_argument(
        "--start-from",
        metavar="MODEL",
        help=f"start from the weights and options of a model: {MODEL}; --set can change the training options",
    )
    parser.add_argument(
        "--time-limit",
        type=minutes,
        default=math.inf,
        metavar="MINUTES",
        help="stop after this time, including earlier runs; the cosine schedule ends at this time too",
    )
    parser.add_argument("--resume", action="store_true", help="continue the training in the model directory")
    add_punctuation(parser)
    add_device(parser)
    return parser


def _run(options: argparse.Namespace) -> int:
    processes = launched(chosen_device(options))
    directory = options.out or Path("models", "generated" if options.train is None else "trained")
    sources = Sources.of(options)
    model = None if options.start_from is None else model_directory(options.start_from)
    _check(options, directory, sources, model)

    def say(message: str) -> None:
        if processes.is_first:
            tell(message)

    # Start: the network to train, and the training sentences.
    is_new = not (options.resume or options.start_from)
    config = chosen_config(options, "small" if options.train else "generated") if is_new else None
    if options.resume:
        start = resumed(directory, sources)
    elif model is not None:
        start = continued(model, parse_settings(options.set), sources, say)
    else:
        assert config is not None, "it is new"
        start = fresh(config, sources, say)
    network, sources = start.network, start.sources
    torch.set_num_threads(network.config.training.threads)

    # Examples: what the network can learn from, and the sentences to choose the best model by.
    examples, skipped = learnable(start.sentences, network)
    for reason, count in sorted(skipped.items()):
        say(f"not learned from: {plural(count, 'sentence')} ({reason})")
    if not examples:
        raise TrainingError(f"there is no sentence to learn from{f' in {sources.train}' if sources.train else ''}")
    dev = sources.read_dev()
    if not dev:
        raise TrainingError("there is no sentence to choose the best model by")
    if network.finds_dependencies:
        # Sentences that cannot be scored raise an error here, and not only after the first epoch.
        score_attachment([one.sentence for one in dev], [one.sentence for one in dev])
    say(
        f"{plural(len(examples), 'sentence')} to learn from, {len(dev)} to choose the best model by; "
        f"{len(network.vocabulary.words)} words, {len(network.vocabulary.labels)} labels, "
        f"{sum(parameter.numel() for parameter in network.parameters())} weights"
    )

    # Trainer: the weights and the optimiser, as they are at the start.
    trainer = Trainer(network.to(processes.device), examples, processes=processes)
    if options.resume:
        trainer.restore(directory)
    elif processes.is_first:
        checkpoint.save_setup(directory, network)

    # Run: steps, evaluations and checkpoints.
    run = Run(directory, trainer, dev, options.punctuation, {"sources": sources.to_dict()}, processes)
    if not run.train(options.time_limit):
        say(f"interrupted after {trainer.state.step} steps; to continue: --resume --out {directory}")
        return INTERRUPTED

    # Report: the scores of the best model.
    processes.wait()  # until the first process has written it
    if processes.is_first:
        best = Parser.load(directory, processes.device)
        print(f"model: {directory}")
        _print_report(best, sources, dev, options.punctuation)
    return 0


def _check(options: argparse.Namespace, directory: Path, sources: Sources, model: Path | None) -> None:
    """Raise UsageError if options contradict each other, or a model would be replaced without ``--force``."""
    if directory.exists() and not directory.is_dir():
        raise UsageError(f"--out names a model directory, but {directory} is a file")
    if options.resume:
        if options.preset or options.config or options.set or options.start_from or options.force:
            begun = "--preset, --config, --set, --start-from, --force"
            raise UsageError(f"--resume continues with the options of the first run: leave out {begun}")
        return
    sources.check()
    if model is not None:
        if options.preset or options.config:
            raise UsageError("--start-from takes the options of the model: leave out --preset and --config")
        if directory.resolve() == model.resolve():
            raise UsageError("--out would replace the model to start from: choose another directory")
    if checkpoint.holds_model(directory) and not options.force:
        raise UsageError(
            f"{directory} already holds a trained model: add --force to replace it, --resume to continue its "
            "training, or --out to train in another directory"
        )


def _print_report(parser: Parser, sources: Sources, dev: list[GoldSentence], punctuation: Punctuation) -> None:
    """Print scores on all test sentences; for generated ones also a tree."""
    for name, gold in sources.tests(dev).items():
        scores = score_parser(parser, gold, punctuation)
        print(f"\n{name}: {plural(len(gold), 'sentence')}\n\n{scores.to_text()}")
    if sources.train is None:
        print(f"\n{_drawn_example(parser)}")


def _drawn_example(parser: Parser) -> str:
    """The parse of a generated sentence with nested coordinations; empty if the parser builds no trees."""
    for tree in generate(TEST_SENTENCES, TEST_SEED, GRAMMAR):
        found = coordinations(tree)
        if any(inner.whole.first <= outer.whole.last for outer, inner in pairwise(found)):
            analysis = parser.analyse(to_ud(tree))
            return "" if analysis.tree is None else text(analysis.tree)
    raise AssertionError("the grammar nests coordinations")


if __name__ == "__main__":
    sys.exit(main())
