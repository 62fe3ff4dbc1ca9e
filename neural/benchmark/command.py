"""The command line of ``python -m neural.benchmark``."""

from __future__ import annotations

import argparse
import json
import platform
import resource
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import torch

from bubbletree.cli.guard import UsageError, guarded
from bubbletree.cli.help import ArgumentParser, HelpFormatter
from bubbletree.cli.inputs import positive
from bubbletree.grammar import generate
from bubbletree.treebank import load
from neural.benchmark.core import time_large_trees, time_treebank
from neural.benchmark.parsing import time_parsing, time_scaling
from neural.benchmark.peers import checkers, parsers, readers
from neural.benchmark.report import OfModel, Results
from neural.benchmark.training import time_training
from neural.benchmark.turns import Comparison
from neural.cli.options import add_batch_size, add_config, add_device, chosen_config, chosen_device
from neural.cli.sources import Gold, add_gold
from neural.data.gold import GoldSentence, gold_tree
from neural.methods.interface import Target, TrainableNetwork
from neural.models.checkpoint import load_model
from neural.models.loading import model_directory
from neural.models.names import MODEL
from neural.models.parser import Parser
from neural.training.start import new_network


@dataclass(frozen=True, slots=True)
class Amounts:
    """How much to measure, where the command line does not say.

    Attributes
    ----------
    sentences : int
        How many of the examples to take if no file is given.
    rounds : int
        How often packages take turns, and the core repeats its tasks.
    steps : int
        How many training steps to time.
    sizes : tuple of int
        How many words the random trees have.
    """

    sentences: int
    rounds: int
    steps: int
    sizes: tuple[int, ...]


USUAL = Amounts(sentences=500, rounds=5, steps=10, sizes=(1_000, 10_000, 100_000))
QUICK = Amounts(sentences=100, rounds=3, steps=3, sizes=(1_000, 10_000))

MOST = 100_000
"""How many sentences are generated, at most, if no file is given."""

_EXAMPLES = """\
examples:
  python -m neural.benchmark --quick
  python -m neural.benchmark en_ewt-ud-dev.conllu --limit 500 --model english
  python -m neural.benchmark --model english --threads 2 --scaling --json
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status: 0, or 2 if the arguments or the input are at fault."""
    options = _parser().parse_intermixed_args(arguments)
    return guarded("neural.benchmark", lambda: _run(options))


def _parser() -> argparse.ArgumentParser:
    parser = ArgumentParser(
        prog="python -m neural.benchmark",
        formatter_class=HelpFormatter,
        epilog=_EXAMPLES,
        description="Measure how long parsing and training take, and their parts; how long reading, conversion, "
        "validate and oracle take; and how long other installed packages take for the same tasks. Without a file, "
        "the sentences are those of the treebank that comes with the library, and generated ones.",
    )
    add_gold(parser, default=f"{USUAL.sentences} sentences of the library's own")
    parser.add_argument(
        "--model",
        metavar="MODEL",
        action="append",
        dest="models",
        help=f"time this model: {MODEL}; may be repeated (default: a new network, which is slower: it is untrained, "
        "and opens many more bubbles)",
    )
    add_config(parser, "small")
    add_batch_size(parser)
    parser.add_argument("--threads", type=positive, metavar="N", help="threads to compute with (default: all cores)")
    parser.add_argument(
        "--quick",
        action="store_true",
        help=f"measure less: {QUICK.sentences} sentences, {QUICK.rounds} rounds, {QUICK.steps} steps, small trees",
    )
    parser.add_argument(
        "--rounds", type=positive, metavar="N", help=f"how often two packages take turns ({USUAL.rounds})"
    )
    parser.add_argument("--steps", type=positive, metavar="N", help=f"training steps to time ({USUAL.steps})")
    parser.add_argument(
        "--sizes",
        type=positive,
        nargs="+",
        metavar="WORDS",
        help=f"sizes of the random trees ({' '.join(map(str, USUAL.sizes))})",
    )
    parser.add_argument(
        "--scaling",
        action="store_true",
        help="also time parsing by the number of sentences in a batch, of threads, and of words in a sentence",
    )
    parser.add_argument(
        "--alone", action="store_true", help="time the models alone: no other packages, and not the core"
    )
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    add_device(parser)
    return parser


def _run(options: argparse.Namespace) -> int:
    usual = QUICK if options.quick else USUAL
    named = Gold.of(options)
    limit = named.limit or (usual.sentences if options.quick or named.file is None else None)
    gold = Gold(named.file, named.coord, limit).read(default=_examples())
    if not gold:
        raise UsageError(f"{named.file}: there are no sentences to measure with")
    if options.threads is not None:
        torch.set_num_threads(options.threads)
    results = _measured(options, gold, usual)
    print(json.dumps(results.to_dict(), indent=1) if options.json else results.text())
    return 0


def _examples() -> Iterator[GoldSentence]:
    """The sentences of the library's own: its treebank, and then generated ones."""
    return map(gold_tree, chain(load(), generate(MOST, seed=1)))


def _measured(options: argparse.Namespace, gold: Sequence[GoldSentence], usual: Amounts) -> Results:
    rounds = options.rounds or usual.rounds
    sentences = [one.sentence for one in gold]
    networks = dict(_networks(options, gold))
    models = {name: Parser(network.eval(), batch_size=options.batch_size) for name, network in networks.items()}
    trees = [one.tree for one in gold if one.tree is not None]
    compared: list[Comparison] = []
    absent: list[str] = []
    if not options.alone:
        beside = (parsers(models, sentences, rounds), readers(sentences, rounds), checkers(trees, rounds))
        compared = [one for found, _ in beside for one in found]
        absent = [name for _, missing in beside for name in missing]
    of_models = {}
    for name, network in networks.items():
        parsing = time_parsing(network, sentences, options.batch_size)
        scaling = time_scaling(network, sentences) if options.scaling else {}
        of_models[name] = OfModel(parsing, scaling, time_training(network, gold, options.steps or usual.steps))
    return Results(
        machine={
            "processor": platform.processor() or platform.machine(),
            "threads": torch.get_num_threads(),
            "device": str(chosen_device(options)),
            "torch": torch.__version__,
            "python": platform.python_version(),
            "sentences": len(sentences),
            "words": sum(len(one.words) for one in sentences),
            "batch": options.batch_size,
        },
        compared=compared,
        absent=absent,
        models=of_models,
        treebank={} if options.alone else time_treebank(gold, rounds),
        large={} if options.alone else time_large_trees(options.sizes or usual.sizes, rounds),
        memory=_memory(chosen_device(options)),
    )


def _networks(
    options: argparse.Namespace, gold: Sequence[GoldSentence]
) -> Iterator[tuple[str, TrainableNetwork[Target]]]:
    """The models that the options name, or a new network that knows the words of the sentences."""
    if options.models is None:
        yield "a new network", new_network(chosen_config(options, "small"), gold).to(chosen_device(options))
        return
    if options.config or options.set or options.preset:
        raise UsageError("--model has its own options: leave out --preset, --config and --set")
    for name in options.models:
        yield name, load_model(model_directory(name), chosen_device(options))


def _memory(device: torch.device) -> dict[str, float]:
    """The most megabytes that were held, in the process and on the device."""
    found = {"process": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}
    if device.type == "cuda":
        found["GPU"] = torch.cuda.max_memory_allocated(device) / 2**20
    return found
