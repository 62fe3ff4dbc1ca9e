"""``python -m neural.train``: learn a parser from gold trees.

Without arguments it learns from sentences that the library's grammar generates, in a few minutes.  The
file reads from top to bottom; :func:`_run` is the whole course of things.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

import torch
from torch import Tensor

from bubbletree import BubbletreeError, coordinations
from bubbletree.cli.guard import INTERRUPTED, guarded
from bubbletree.convert import Punctuation, to_ud
from bubbletree.draw import text
from bubbletree.grammar import generate
from bubbletree.metrics import score_attachment
from neural import checkpoint
from neural.command import UsageError, add_config, add_device, chosen_config, counted
from neural.config import Config, ConfigError, Json, parse_settings
from neural.data import NO_TAG, Vocabulary, words_of
from neural.encoders import make_encoder
from neural.evaluate import add_punctuation
from neural.examples import examples, fingerprint
from neural.gold import GoldSentence
from neural.interruptions import Interruptions
from neural.loading import MODEL, model_directory
from neural.logbook import Logbook
from neural.methods import METHODS, make_network
from neural.network import Network
from neural.parser import Parser
from neural.processes import ALONE, Processes, launched
from neural.progress import Progress
from neural.scores import score_parser
from neural.sources import (
    GRAMMAR,
    TEST_SEED,
    TEST_SENTENCES,
    Sources,
    add_development_sentences,
    add_training_sentences,
)
from neural.trainer import Course, Evaluation, Trainer
from neural.vectors import read_vectors

FIXED = ("method.", "encoder.", "scorer.")
"""Options that tell what a network's weights are; those of training and decoding may change."""

EXTENSIONS = {"bubble-hybrid": "guided-bubbles"}
"""Methods whose networks have all the weights of another, and more, by that other."""

NEW = ("method.span_hidden", "method.dropout")
"""Options of what such a network has beyond the other."""

SHOW_EVERY = 10
"""Steps between two looks at the loss; each look waits for the device."""


class TrainingError(BubbletreeError):
    """Training cannot begin, or cannot go on."""


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


def minutes(argument: str) -> float:
    """An argument that is a number of minutes above 0, as seconds."""
    try:
        seconds = 60 * float(argument)
    except ValueError:
        seconds = math.nan
    if not seconds > 0:
        raise argparse.ArgumentTypeError(f"must be a number of minutes above 0, not {argument!r}")
    return seconds


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


def started_network(options: argparse.Namespace, directory: Path, processes: Processes) -> Network:
    """The network that ``--start-from`` names, with its options of training as ``--set`` changes them.

    Its method may become one of :data:`EXTENSIONS`; what that has beyond the model has learned nothing yet.

    Parameters
    ----------
    options : argparse.Namespace
        The command line.
    directory : Path
        Where the new model is to go.
    processes : Processes
        Those that train; the first one says what is new.

    Raises
    ------
    CheckpointError
        There is no such model.
    ConfigError
        An option does not exist, or what the weights are of cannot be changed.
    """
    if options.preset or options.config:
        raise UsageError("--start-from takes the options of the model: leave out --preset and --config")
    source: Path = options.start_from
    if directory.resolve() == source.resolve():
        raise UsageError("--out would take the place of the model to start from: choose another directory")
    changes = parse_settings(options.set)
    network = checkpoint.load_model(source)
    kind = network.config.method.kind
    is_extended = changes.get("method.kind", kind) == EXTENSIONS.get(kind)
    for key in changes:
        is_free = is_extended and key in ("method.kind", *NEW)
        if key == "training.tags" or (key.startswith(FIXED) and not is_free):
            raise ConfigError(key, f"cannot differ from that of {options.start_from}, whose weights are begun with")
    network.config = network.config.replace(changes)
    if not is_extended:
        return network
    torch.manual_seed(network.config.training.seed)
    extended = make_network(network.config, network.vocabulary, network.encoder)
    extended.load_state_dict(network.state_dict(), strict=False)
    fresh = sum(weight.numel() for weight in extended.parameters()) - sum(w.numel() for w in network.parameters())
    if processes.is_first:
        print(f"{fresh} weights of {network.config.method.kind} are new, and have learned nothing yet", file=sys.stderr)
    return extended


def new_network(config: Config, train: Sequence[GoldSentence]) -> Network:
    """A network that has learned nothing yet, for what occurs in the training sentences."""
    known, vectors = read_vectors(config.encoder.pretrained) if config.encoder.pretrained else ([], None)
    labels_of = METHODS[config.method.kind].labels_of
    learnable = [one for one in train if one.tree is not None]
    vocabulary = Vocabulary.build(
        (words_of(one.sentence, config.tags) for one in learnable),
        (label for one in learnable for label in labels_of(one)),
        min_count=config.encoder.min_count,
        pretrained=known,
    )
    if config.tags != "none" and set(vocabulary.tags) <= {"", NO_TAG}:
        key = "training.tags" if config.encoder.tags == "none" else "encoder.tags"
        raise ConfigError(key, f"no word of the training sentences has a tag in the column {config.tags.upper()}")
    torch.manual_seed(config.training.seed)
    if vectors is not None:
        # The unknown word and RT have no vector in the file.
        vectors = torch.cat([vectors.new_zeros(2, vectors.size(1)), vectors])
    return make_network(config, vocabulary, make_encoder(config.encoder, vocabulary, vectors))


@dataclass(frozen=True)
class Run:
    """Training with all that belongs to it: evaluations, checkpoints, display, an end.

    Attributes
    ----------
    directory : Path
        Where models and training states go.
    trainer : Trainer
        What makes the steps.
    dev : sequence of GoldSentence
        The sentences to choose the best model by.
    punctuation : Punctuation
        Their custom for punctuation.
    notes : mapping
        What the training state is to remember beside the course.
    processes : Processes
        Those that train together; the first one writes and speaks.
    """

    directory: Path
    trainer: Trainer
    dev: Sequence[GoldSentence]
    punctuation: Punctuation
    notes: Mapping[str, Json]
    processes: Processes = ALONE

    def train(self, time_limit: float) -> bool:
        """Train until all is done or the time is up; False if it was interrupted before that.

        Parameters
        ----------
        time_limit : float
            Seconds, of which earlier runs have spent some.

        Raises
        ------
        TrainingError
            The loss is no longer a number.
        """
        trainer, processes = self.trainer, self.processes
        start = time.monotonic() - trainer.course.seconds
        stepping, sentences, evaluating = 0.0, 0, 0.0
        with (
            Interruptions() as interruptions,
            Progress(self._total_steps(), trainer.course.step) as progress,
            Logbook(self.directory if processes.is_first else None, trainer.course.step) as logbook,
        ):
            before = time.monotonic()
            for step in trainer.steps(time_limit):
                now = time.monotonic()
                stepping, sentences = stepping + now - before, sentences + step.sentences
                course = trainer.course = replace(trainer.course, seconds=processes.first(now - start))
                if course.step % SHOW_EVERY == 0 and processes.is_first:
                    loss, speed = self._checked(step.loss), sentences / stepping
                    progress.step(course.step, course.epoch, loss, speed)
                    logged = {"loss": loss, "learning_rate": step.learning_rate, "sentences_per_second": speed}
                    logbook.write(course.step, logged)
                no_time_left = processes.any(course.seconds + evaluating >= time_limit)
                if self._is_due(course) or trainer.is_over() or no_time_left:
                    self._evaluate(progress, logbook)
                    evaluating = time.monotonic() - now
                if no_time_left:
                    break
                if processes.any(interruptions.requested):
                    self._stop()
                    return False
                before = time.monotonic()
        return True

    def _total_steps(self) -> int:
        """About how many steps there are in all."""
        options = self.trainer.network.config.training
        return options.epochs * math.ceil(self.trainer.sentences / options.batch_size)

    def _checked(self, loss: Tensor) -> float:
        value = loss.item()
        if not math.isfinite(value):
            step = self.trainer.course.step
            raise TrainingError(f"the loss is {value} after {step} steps: try a lower training.learning_rate")
        return value

    def _is_due(self, course: Course) -> bool:
        """Whether it is time for an evaluation."""
        every = self.trainer.network.config.training.evaluate_every
        return course.step % every == 0 if every else course.position == 0

    def _evaluate(self, progress: Progress, logbook: Logbook) -> None:
        """Score the present weights, and keep them if they are the best so far."""
        trainer = self.trainer
        trainer.network.eval()
        scores = score_parser(Parser(trainer.network, self.processes), self.dev, punctuation=self.punctuation)
        evaluation = Evaluation(trainer.course.step, scores.rank)
        trainer.course = replace(trainer.course, evaluations=(*trainer.course.evaluations, evaluation))
        if not self.processes.is_first:
            return
        logbook.write(evaluation.step, {f"dev/{name}": value for name, value in evaluation.rank._asdict().items()})
        is_best = trainer.course.best is evaluation
        if is_best:
            scored = {"step": evaluation.step, **evaluation.rank._asdict()}
            checkpoint.save_model(self.directory, trainer.network, scored)
        trainer.save(self.directory, self.notes)
        progress.say(
            f"step {evaluation.step}, {trainer.course.seconds / 60:.1f} min: {scores.to_line()}"
            + (" (best so far)" if is_best else "")
        )

    def _stop(self) -> None:
        """Keep what there is."""
        if not self.processes.is_first:
            return
        if self.trainer.course.best is None:
            checkpoint.save_model(self.directory, self.trainer.network, {"step": self.trainer.course.step})
        self.trainer.save(self.directory, self.notes)


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
