"""``python -m neural.benchmark``: the speed of training, parsing and the core's linear algorithms.

Training and parsing are timed on the sentences of a file or on generated ones, with a trained model or with a new
network.  A new network is slower: it is untrained, and opens many more bubbles.
"""

from __future__ import annotations

import argparse
import json
import math
import platform
import random
import resource
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import torch

import bubbletree
from bubbletree import Sentence
from bubbletree.cli.guard import UsageError, guarded
from bubbletree.cli.inputs import positive
from bubbletree.grammar import generate
from bubbletree.metrics.table import table
from neural.batched import state
from neural.cli.options import add_batch_size, add_config, add_device, chosen_config
from neural.cli.sources import Gold, add_gold
from neural.data.batching import by_length
from neural.data.gold import GoldSentence, gold_tree
from neural.data.words import words_of
from neural.evaluation.peers import parsers, readers
from neural.methods.bubbles.guided_bubbles import GuidedBubbles
from neural.methods.bubbles.transition_network import TransitionNetwork
from neural.methods.interface import Network, Target, TrainableNetwork
from neural.models.checkpoint import load_model
from neural.models.loading import MODEL, model_directory
from neural.models.parser import Parser
from neural.training.examples import learnable
from neural.training.start import new_network
from neural.training.trainer import Trainer

SENTENCES = 1000
"""How many sentences to generate if no file is given."""

WARM_UP = 3
"""Steps, or batches, before the clock starts: the first ones allocate memory."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status: 0, or 2 if the arguments or the input are at fault."""
    options = _parser().parse_intermixed_args(arguments)
    return guarded("neural.benchmark", lambda: _run(options))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m neural.benchmark",
        description="Time training and parsing, on a file or on generated sentences, validate and oracle on large "
        "random trees, and other packages that are installed side by side with this one.",
    )
    add_gold(parser, default=f"{SENTENCES} generated sentences")
    parser.add_argument(
        "--model",
        metavar="MODEL",
        help=f"time this model: {MODEL} (default: a new network)",
    )
    add_config(parser, "small")
    add_batch_size(parser)
    parser.add_argument("--steps", type=positive, default=30, metavar="N", help="training steps to time (30)")
    parser.add_argument(
        "--sizes",
        type=positive,
        nargs="+",
        default=[1_000, 10_000, 100_000],
        metavar="WORDS",
        help="sizes of the random trees (1000 10000 100000)",
    )
    parser.add_argument(
        "--scaling",
        action="store_true",
        help="also time parsing by the number of sentences in a batch, of threads, and of words in a sentence",
    )
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    add_device(parser)
    return parser


def _run(options: argparse.Namespace) -> int:
    named = Gold.of(options)
    gold = named.read(default=(gold_tree(tree) for tree in generate(named.limit or SENTENCES, seed=1)))
    network = _chosen_network(options, gold)
    torch.set_num_threads(network.config.training.threads)
    machine = {
        "processor": platform.processor() or platform.machine(),
        "threads": torch.get_num_threads(),
        "device": str(options.device),
        "torch": torch.__version__,
        "python": platform.python_version(),
    }
    sentences = [one.sentence for one in gold]
    parsing = time_parsing(network, sentences, options.batch_size)
    scaling = time_scaling(network, sentences) if options.scaling else {}
    parser = Parser(network.eval(), batch_size=options.batch_size)
    compared, absent = readers(sentences)
    of_parsers, absent_parsers = parsers(parser, sentences)
    compared, absent = compared + of_parsers, absent + absent_parsers
    training = time_training(network, gold, options.steps)
    core = time_core(options.sizes)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    if options.json:
        peers = [one.to_dict() for one in compared]
        found = {"machine": machine, "training": training, "parsing": parsing, "scaling": scaling, "core": core}
        print(json.dumps({**found, "peers": peers, "not_installed": absent, "peak_megabytes": memory}, indent=1))
        return 0
    print(", ".join(f"{name} {value}" for name, value in machine.items()))
    batch_size = network.config.training.batch_size
    timed = {f"training, batches of {batch_size}": training, f"parsing, batches of {options.batch_size}": parsing}
    _print_table(timed, core)
    for name, speeds in scaling.items():
        print("\n" + table([name, "words/s"], [(value, round(speed)) for value, speed in speeds.items()]))
    rows = [
        (one.name, one.task, f"{one.median:.2f}", f"{one.ratios[0]:.2f} to {one.ratios[-1]:.2f}") for one in compared
    ]
    print("\n" + table(["in turns with", "task", "times as fast", "lowest to highest"], rows))
    for name in absent:
        print(f"not installed: {name}")
    print(f"\nmemory at its highest: {memory:.0f} MB")
    return 0


def _chosen_network(options: argparse.Namespace, gold: Sequence[GoldSentence]) -> TrainableNetwork[Target]:
    """The network of the model that the options name, or a new one that knows the words of the sentences."""
    if options.model is not None:
        if options.config or options.set or options.preset:
            raise UsageError("--model has its own options: leave out --preset, --config and --set")
        return load_model(model_directory(options.model), options.device)
    return new_network(chosen_config(options, "small"), gold).to(options.device)


def _print_table(timed: Mapping[str, Mapping[str, float]], core: Mapping[int, Mapping[str, float]]) -> None:
    speeds = [
        (name, round(found["sentences_per_second"]), round(found["words_per_second"])) for name, found in timed.items()
    ]
    print("\n" + table(["", "sentences/s", "words/s"], speeds))
    shares = [
        (name.removeprefix("share_"), share)
        for found in timed.values()
        for name, share in found.items()
        if name.startswith("share_")
    ]
    print("\n" + table(["parsing: time spent in", "share"], shares))
    times = [
        (f"{size} words", f"{1000 * found['validate']:.1f} ms", f"{1000 * found['oracle']:.1f} ms")
        for size, found in core.items()
    ]
    print("\n" + table(["random tree of", "validate", "oracle"], times))


@dataclass
class Stopwatch:
    """Times of named stages, summed over their laps.

    Parameters
    ----------
    device : torch.device
        Where the stages compute.  The clock is read when it has finished.
    """

    device: torch.device
    seconds: dict[str, float] = field(default_factory=dict)
    _since: float = 0.0

    def start(self) -> None:
        """Begin the next stage."""
        self._since = self._now()

    def lap(self, stage: str) -> None:
        """End the stage, which has this name, and begin the next one."""
        now = self._now()
        self.seconds[stage] = self.seconds.get(stage, 0.0) + now - self._since
        self._since = now

    def _now(self) -> float:
        if self.device.type == "cuda":
            torch.cuda.synchronize(self.device)
        return time.perf_counter()


def time_training(network: TrainableNetwork[Target], gold: Sequence[GoldSentence], steps: int) -> dict[str, float]:
    """Sentences and words per second in training steps like those of ``neural.train``; weights change."""
    examples, _ = learnable(gold, network)
    sentences, watch = 0, Stopwatch(network.device)
    mean = sum(len(example.words.forms) for example in examples) / len(examples)
    for number, step in enumerate(Trainer(network, examples).steps(math.inf)):
        if number == WARM_UP:
            watch.start()
        elif number > WARM_UP:
            sentences += step.sentences
        if number == WARM_UP + steps:
            break
    watch.lap("training")
    return _speeds(sentences, sentences * mean, watch.seconds["training"])


@torch.inference_mode()
def time_parsing(network: Network, sentences: Sequence[Sentence], batch_size: int) -> dict[str, float]:
    """Sentences and words per second in parsing, and the share of time that each stage takes."""
    network.eval()
    if not isinstance(network, TransitionNetwork):
        raise UsageError(f"only models that choose transitions can be timed, not {network.config.method.kind}")
    decoding = network.config.decoding
    words = [words_of(one, network.config.encoder.tags) for one in sentences]
    batches = by_length([len(sentence.forms) for sentence in words], batch_size)
    watch = Stopwatch(network.device)
    for batch in [*batches[-WARM_UP:], None, *batches]:
        if batch is None:
            watch.seconds.clear()
            continue
        watch.start()
        encoded = network.encoded([words[position] for position in batch])
        watch.lap("encoder")
        chosen = [sentences[place] for place in batch]
        if isinstance(network, GuidedBubbles):
            network.trees(encoded, chosen, decoding)
            watch.lap("candidates")
            continue
        made = network.compiled(encoded, decoding)
        if made is None:
            scorer = network.scorer(encoded)
            watch.lap("projections")
            final = network.decoded(encoded.lengths, scorer, decoding)
            watch.lap("transitions")
            trees = state.trees(final, [(one.words, one) for one in chosen], network.vocabulary.labels)
            ask = scorer.shared_scores
        else:
            watch.lap("transitions")
            trees = made.trees(chosen)
            ask = made.shared_scores
        watch.lap("trees")
        network.rescored(trees, ask)
        watch.lap("rescoring")
    total = sum(watch.seconds.values())
    speeds = _speeds(len(words), sum(len(sentence.forms) for sentence in words), total)
    return speeds | {f"share_{stage}": seconds / total for stage, seconds in watch.seconds.items()}


def time_scaling(network: Network, sentences: Sequence[Sentence]) -> dict[str, dict[int, float]]:
    """Words per second by the number of sentences in a batch, of threads, and of words in a sentence."""
    threads = torch.get_num_threads()
    result: dict[str, dict[int, float]] = {"batch": {}, "threads": {}, "words": {}}
    for size in (1, 4, 16, 64, 256):
        result["batch"][size] = time_parsing(network, sentences, size)["words_per_second"]
    for count in range(1, threads + 1):
        torch.set_num_threads(count)
        result["threads"][count] = time_parsing(network, sentences, 256)["words_per_second"]
    forms = [form for one in sentences for form in one.words]
    for length in (10, 30, 100, 300, 1000, 2000):
        # The same words in longer and longer sentences.
        cut = [forms[start : start + length] for start in range(0, len(forms) - length + 1, length)]
        if cut:
            same = [Sentence.from_columns(words) for words in cut]
            result["words"][length] = time_parsing(network, same, 256)["words_per_second"]
    return result


def _speeds(sentences: int, words: float, seconds: float) -> dict[str, float]:
    return {"sentences_per_second": sentences / seconds, "words_per_second": words / seconds}


def time_core(sizes: Sequence[int], seed: int = 1) -> dict[int, dict[str, float]]:
    """Seconds that ``validate`` and ``oracle`` take on a uniformly random tree of each size, best of three."""
    results = {}
    for size in sizes:
        tree = bubbletree.random_tree(size, random.Random(seed))
        results[size] = {
            "validate": _best(partial(bubbletree.validate, tree)),
            "oracle": _best(partial(bubbletree.oracle, tree)),
        }
    return results


def _best(call: Callable[[], object], repeats: int = 3) -> float:
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


if __name__ == "__main__":
    sys.exit(main())
