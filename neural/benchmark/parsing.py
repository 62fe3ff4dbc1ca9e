"""How fast a network parses: by stage, and by the number of sentences in a batch, of threads, and of words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import torch

from bubbletree import Sentence
from neural.batched import state
from neural.benchmark.turns import Stopwatch
from neural.data.batching import by_length
from neural.data.words import words_of
from neural.encoders.interface import Encoded
from neural.methods.bubbles.guided_bubbles import GuidedBubbles
from neural.methods.bubbles.transition_network import TransitionNetwork
from neural.methods.interface import Network

WARM_UP = 3
"""Batches before the clock starts: the first ones allocate memory and load compiled code."""

BATCHES = 1, 4, 16, 64, 256
LENGTHS = 10, 30, 100, 300, 1000, 2000
WORDS = 6_000
"""How many words the sentences of one length have together, at most."""


@dataclass(frozen=True, slots=True)
class Speed:
    """How much was done in what time.

    Attributes
    ----------
    sentences, words : int
        How many sentences, and how many words they have.
    stages : mapping of str to float
        Seconds of each stage of the work.
    """

    sentences: int
    words: int
    stages: Mapping[str, float]

    @property
    def seconds(self) -> float:
        """Seconds of all stages together."""
        return sum(self.stages.values())

    @property
    def sentences_per_second(self) -> float:
        """Sentences per second."""
        return self.sentences / self.seconds

    @property
    def words_per_second(self) -> float:
        """Words per second."""
        return self.words / self.seconds

    @property
    def shares(self) -> dict[str, float]:
        """The share of the time that each stage takes.

        Examples
        --------
        >>> Speed(10, 90, {"encoder": 3.0, "decoding": 1.0}).shares
        {'encoder': 0.75, 'decoding': 0.25}
        """
        return {stage: seconds / self.seconds for stage, seconds in self.stages.items()}

    def to_dict(self) -> dict[str, object]:
        """Everything, for JSON."""
        return {
            "sentences": self.sentences,
            "words": self.words,
            "seconds": self.seconds,
            "sentences_per_second": self.sentences_per_second,
            "words_per_second": self.words_per_second,
            "shares": self.shares,
        }


@torch.inference_mode()
def time_parsing(network: Network, sentences: Sequence[Sentence], batch_size: int) -> Speed:
    """Parse sentences in batches, without reading and writing files."""
    network.eval()
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
        _decode(network, encoded, [sentences[position] for position in batch], watch)
    return Speed(len(words), sum(len(sentence.forms) for sentence in words), watch.seconds)


def _decode(network: Network, encoded: Encoded, sentences: Sequence[Sentence], watch: Stopwatch) -> None:
    """What comes after the encoder, in one stage or, where a network chooses transitions alone, in its parts."""
    decoding = network.config.decoding
    if not isinstance(network, TransitionNetwork) or isinstance(network, GuidedBubbles):
        network.analyse(encoded, sentences, decoding)
        watch.lap("decoding")
        return
    made = network.compiled(encoded, decoding)
    if made is None:
        scorer = network.scorer(encoded)
        watch.lap("projections")
        final = network.decoded(encoded.lengths, scorer, decoding)
        watch.lap("transitions")
        trees = state.trees(final, [(one.words, one) for one in sentences], network.vocabulary.labels)
        ask = scorer.shared_scores
    else:
        watch.lap("transitions")
        trees = made.trees(sentences)
        ask = made.shared_scores
    watch.lap("trees")
    network.rescored(trees, ask)
    watch.lap("rescoring")


def time_scaling(network: Network, sentences: Sequence[Sentence]) -> dict[str, dict[int, Speed]]:
    """Speed by the number of sentences in a batch, of threads, and of words in a sentence."""
    threads = torch.get_num_threads()
    result: dict[str, dict[int, Speed]] = {"batch": {}, "threads": {}, "words": {}}
    for size in BATCHES:
        result["batch"][size] = time_parsing(network, sentences, size)
    try:
        for count in range(1, threads + 1):
            torch.set_num_threads(count)
            result["threads"][count] = time_parsing(network, sentences, BATCHES[-1])
    finally:
        torch.set_num_threads(threads)
    for length in LENGTHS:
        result["words"][length] = time_parsing(network, of_length(sentences, length), BATCHES[-1])
    return result


def of_length(sentences: Sequence[Sentence], length: int) -> list[Sentence]:
    """Sentences of this many words: those of the given ones, from the beginning again where they do not suffice.

    Examples
    --------
    >>> three = [Sentence.from_columns(["a", "b", "c"])]
    >>> [one.words for one in of_length(three, 1)]
    [('a',), ('b',), ('c',)]
    >>> [one.words for one in of_length(three, 5)]
    [('a', 'b', 'c', 'a', 'b')]
    """
    words = [form for one in sentences for form in one.words]
    total = length * max(1, min(WORDS, len(words)) // length)
    words = (words * (total // len(words) + 1))[:total]
    return [Sentence.from_columns(words[start : start + length]) for start in range(0, total, length)]
