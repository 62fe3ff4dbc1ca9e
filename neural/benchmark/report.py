"""All results of a benchmark, as text and as JSON."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bubbletree.metrics.table import table
from neural.benchmark.core import WORDS
from neural.benchmark.parsing import Speed
from neural.benchmark.training import Training
from neural.benchmark.turns import Comparison


@dataclass(frozen=True, slots=True)
class OfModel:
    """What was measured of a model.

    Attributes
    ----------
    parsing : Speed
        How fast it parses.
    scaling : mapping of str to mapping of int to Speed
        The same by batch, threads and words, if that was asked for.
    training : Training or None
        How fast it learns; None if it can learn from none of the sentences.
    """

    parsing: Speed
    scaling: Mapping[str, Mapping[int, Speed]]
    training: Training | None

    def to_dict(self) -> dict[str, object]:
        """Everything, for JSON."""
        return {
            "parsing": self.parsing.to_dict(),
            "scaling": {
                name: {value: speed.to_dict() for value, speed in speeds.items()}
                for name, speeds in self.scaling.items()
            },
            "training": None if self.training is None else self.training.to_dict(),
        }


@dataclass(frozen=True, slots=True)
class Results:
    """What a benchmark has measured.

    Attributes
    ----------
    machine : mapping of str to str or int
        Where it ran, and with how many threads.
    compared : sequence of Comparison
        Other packages in turns with this one.
    absent : sequence of str
        The names of packages that are not installed.
    models : mapping of str to OfModel
        Each model by its name.
    treebank : mapping of str to float
        Seconds of the core's tasks for 100,000 words.
    large : mapping of int to mapping of str to float
        Seconds of ``validate`` and ``oracle``, by the number of words in a tree.
    memory : mapping of str to float
        The most megabytes that the process, and the GPU if there is one, have held.
    """

    machine: Mapping[str, str | int]
    compared: Sequence[Comparison]
    absent: Sequence[str]
    models: Mapping[str, OfModel]
    treebank: Mapping[str, float]
    large: Mapping[int, Mapping[str, float]]
    memory: Mapping[str, float]

    def to_dict(self) -> dict[str, object]:
        """Everything, for JSON."""
        return {
            "machine": dict(self.machine),
            "compared": [one.to_dict() for one in self.compared],
            "not_installed": list(self.absent),
            "models": {name: one.to_dict() for name, one in self.models.items()},
            "core": {"seconds_per_100000_words": dict(self.treebank), "random_trees": dict(self.large)},
            "peak_megabytes": dict(self.memory),
        }

    def text(self) -> str:
        """Everything for people, ratios first."""
        return "\n\n".join(self._parts())

    def _parts(self) -> Iterator[str]:
        yield ", ".join(f"{name} {value}" for name, value in self.machine.items())
        if self.compared:
            yield table(
                [
                    "in turns",
                    "with",
                    "times as fast",
                    "lowest to highest",
                    "sentences/s",
                    "theirs",
                    "words/s",
                    "theirs",
                ],
                [_row(one) for one in self.compared],
            )
        if self.absent:
            yield "\n".join(f"not installed: {name}" for name in self.absent)
        yield table(
            ["share of the time of parsing", *self.models],
            [
                (stage, *(one.parsing.shares.get(stage, "") for one in self.models.values()))
                for stage in dict.fromkeys(stage for one in self.models.values() for stage in one.parsing.shares)
            ],
        )
        trained = {name: one.training for name, one in self.models.items() if one.training is not None}
        if trained:
            yield table(
                ["share of the encoder in training", "median", "lowest", "highest"],
                [(name, statistics.median(one.shares), one.shares[0], one.shares[-1]) for name, one in trained.items()],
            )
        speeds = {f"parsing: {name}": one.parsing for name, one in self.models.items()}
        speeds |= {f"training: {name}": one.speed for name, one in trained.items()}
        yield table(
            ["alone", "sentences/s", "words/s"],
            [(name, round(one.sentences_per_second), round(one.words_per_second)) for name, one in speeds.items()],
        )
        for name, one in self.models.items():
            for what, by in one.scaling.items():
                yield table(
                    [f"{SCALES[what]}: {name}", "words/s"],
                    [(str(value), round(speed.words_per_second)) for value, speed in by.items()],
                )
        if self.treebank:
            yield table(
                [f"core, {WORDS:,} words of sentences", "seconds"],
                [(name, f"{seconds:.2f}") for name, seconds in self.treebank.items()],
            )
        if self.large:
            yield table(
                ["core, a random tree of", "validate", "oracle"],
                [
                    (f"{size:,} words", *(f"{1000 * found[name]:.1f} ms" for name in ("validate", "oracle")))
                    for size, found in self.large.items()
                ],
            )
        yield "\n".join(f"memory at its highest, {place}: {size:.0f} MB" for place, size in self.memory.items())


COMPARED = "in turns", "with", "times as fast", "lowest to highest", "sentences/s", "theirs", "words/s", "theirs"
SCALES = {"batch": "sentences in a batch", "threads": "threads", "words": "words in a sentence"}
"""What the scaling of a model is measured by."""


def _row(one: Comparison) -> tuple[str, ...]:
    ours, theirs = one.sentences_per_second
    our_words, their_words = one.words_per_second
    return (
        one.task,
        one.name,
        f"{one.median:.2f}",
        f"{one.ratios[0]:.2f} to {one.ratios[-1]:.2f}",
        *(f"{speed:,.0f}" for speed in (ours, theirs, our_words, their_words)),
    )
