"""``python -m neural.experiment.assess``: test the model of a trial, and write the outcome into its directory.

The model is that of the best evaluation in training.  *Without rescoring* means the same weights without the module
that rescores boundaries.  So both columns of the paper's table come from one training, and only the module differs.
Two things favour the module: it took part in training, and the best model was chosen with it.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import cast

import torch

from bubbletree.cli.guard import guarded
from bubbletree.cli.help import ArgumentParser
from bubbletree.convert import Punctuation
from neural.batched import greedy, state
from neural.cli.options import add_beam, add_device, add_punctuation, chosen_device
from neural.cli.sources import Gold, Sources, add_gold
from neural.config import Json
from neural.data.batching import by_length
from neural.data.gold import GoldSentence
from neural.data.words import words_of
from neural.evaluation.scores import ParserScores, score_each, total
from neural.experiment.outcome import Outcome, Training
from neural.experiment.plan import outcome_file
from neural.methods.bubbles.rescoring import Contradictions, contradictions
from neural.methods.bubbles.transition_network import TransitionNetwork
from neural.models.checkpoint import training_state
from neural.models.loading import load
from neural.models.parser import Parser
from neural.training.start import with_options
from neural.training.state import TrainingState

BATCH_SIZE = 256
"""How many sentences are parsed together."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status: 0, or 2 if the arguments or the input are at fault."""
    options = _parser().parse_args(arguments)
    return guarded("neural.experiment.assess", lambda: _run(options))


def _parser() -> argparse.ArgumentParser:
    parser = ArgumentParser(
        prog="python -m neural.experiment.assess",
        description=f"Test a model and write its scores, sentence by sentence, to {outcome_file()} in its directory.",
    )
    parser.add_argument("model", type=Path, help="the model directory")
    add_gold(parser, "--file", default="generated sentences")
    parser.add_argument("--without-rescoring", action="store_true", help="test again without rescoring of boundaries")
    parser.add_argument(
        "--outcome", metavar="FILE", help="another name for the file with the scores, for tests on other sentences"
    )
    add_beam(parser)
    add_punctuation(parser)
    add_device(parser)
    return parser


def _run(options: argparse.Namespace) -> int:
    parser = load(options.model, device=chosen_device(options), beam=options.beam, batch_size=BATCH_SIZE)
    gold = Gold.of(options).read(default=Sources().read_dev())
    scores, seconds = score(parser, gold, options.punctuation)
    unrescored, counts = None, None
    network = parser.network
    if options.without_rescoring and isinstance(network, TransitionNetwork) and network.rescoring is not None:
        counts = count_contradictions(network, gold)
        without = replace(parser, network=with_options(network, {"scorer.rescoring": False}))
        unrescored, _ = score(without, gold, options.punctuation)
    names = tuple(one.sentence.sent_id or str(number) for number, one in enumerate(gold, start=1))
    outcome = Outcome(training(options.model, parser), seconds, names, scores, unrescored, counts)
    outcome.write(options.model / (options.outcome or outcome_file(options.beam)))
    sys.stdout.write(f"{'' if options.beam is None else f'beam {options.beam}: '}{total(scores).to_line()}\n")
    return 0


def score(
    parser: Parser, gold: Sequence[GoldSentence], punctuation: Punctuation
) -> tuple[tuple[ParserScores, ...], float]:
    """The scores of each sentence, and how many seconds it took to parse them all."""
    start = time.monotonic()
    analyses = list(parser.analyse_all(one.sentence for one in gold))
    seconds = time.monotonic() - start
    scores = score_each(gold, analyses, punctuation)
    return tuple(scores), seconds


@torch.inference_mode()
def count_contradictions(network: TransitionNetwork, gold: Sequence[GoldSentence]) -> Contradictions:
    """Count how often independent decisions at boundaries contradict each other in the trees of greedy parsing."""
    counts = Contradictions()
    words = [words_of(one.sentence, network.config.encoder.tags) for one in gold]
    for batch in by_length([len(sentence.forms) for sentence in words], BATCH_SIZE):
        chosen = [words[place] for place in batch]
        encoded = network.encoded(chosen)
        scorer = network.scorer(encoded)
        final = greedy.parse(encoded.lengths, scorer, network.config.decoding, network.device)
        trees = state.trees(final, [(one.forms, None) for one in chosen], network.vocabulary.labels)
        counts += contradictions(trees, scorer.shared_scores)
    return counts


def training(directory: Path, parser: Parser) -> Training:
    """What the training of the model in a directory took."""
    notes = training_state(directory)
    state = TrainingState.from_dict(cast(dict[str, Json], notes["course"]))
    sentences = cast(int, notes["sentences"])
    batches = -(-sentences // parser.network.config.training.batch_size)
    return Training(
        sentences=sentences,
        weights=sum(parameter.numel() for parameter in parser.network.parameters()),
        threads=parser.network.config.training.threads,
        steps=state.step,
        epochs=state.epoch + state.position / batches,
        seconds=state.seconds,
        evaluations=tuple((evaluation.step, *evaluation.rank) for evaluation in state.evaluations),
    )


if __name__ == "__main__":
    sys.exit(main())
