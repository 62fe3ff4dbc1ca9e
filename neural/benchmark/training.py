"""How fast a network learns, beside its encoder alone."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

import torch

from neural.benchmark.parsing import Speed
from neural.benchmark.turns import Stopwatch
from neural.data.batching import for_epoch
from neural.data.gold import GoldSentence
from neural.data.words import Words
from neural.methods.interface import TargetT, TrainableNetwork
from neural.training.examples import learnable
from neural.training.trainer import Trainer

WARM_UP = 2
"""Steps before the clock starts."""


@dataclass(frozen=True, slots=True)
class Training:
    """What training steps took, and those of the encoder alone with the same sentences.

    Attributes
    ----------
    speed : Speed
        How much the steps learned from, in what time.
    steps, encoder : tuple of float
        Seconds for each batch.
    """

    speed: Speed
    steps: tuple[float, ...]
    encoder: tuple[float, ...]

    @property
    def shares(self) -> list[float]:
        """The encoder's share of each step, the lowest first.

        Examples
        --------
        >>> Training(Speed(64, 900, {"step": 10.0}), steps=(2.0, 4.0, 4.0), encoder=(1.0, 1.0, 3.0)).shares
        [0.25, 0.5, 0.75]
        """
        return sorted(alone / whole for alone, whole in zip(self.encoder, self.steps, strict=True))

    def to_dict(self) -> dict[str, object]:
        """Everything, for JSON."""
        return {
            **self.speed.to_dict(),
            "encoder_share": statistics.median(self.shares),
            "encoder_shares": self.shares,
            "steps": self.steps,
            "encoder": self.encoder,
        }


def time_training(network: TrainableNetwork[TargetT], gold: Sequence[GoldSentence], steps: int) -> Training | None:
    """Time steps like those of ``neural.train``; weights change.  None if the network can learn from no sentence."""
    examples, _ = learnable(gold, network)
    if not examples:
        return None
    words = [example.words for example in examples]
    trainer = Trainer(network, examples)
    whole: list[float] = []
    encoder: list[float] = []
    seen: list[Words] = []
    optimiser = torch.optim.Adam(network.encoder.parameters(), lr=0.0, fused=True)
    watch = Stopwatch(network.device)
    watch.start()
    for number, (_, batch) in enumerate(zip(trainer.steps(math.inf), _batches(network, words), strict=False), start=1):
        step = watch.lap("step")
        own = [words[place] for place in batch]
        _encode(network, own, optimiser)
        alone = watch.lap("encoder")
        if number > WARM_UP:
            whole.append(step)
            encoder.append(alone)
            seen += own
        if number == WARM_UP + steps:
            break
        watch.start()
    speed = Speed(len(seen), sum(len(one.forms) for one in seen), {"step": sum(whole)})
    return Training(speed, tuple(whole), tuple(encoder))


def _encode(network: TrainableNetwork[TargetT], sentences: Sequence[Words], optimiser: torch.optim.Optimizer) -> None:
    """The encoder's part of a step: forwards, backwards, and the optimiser; weights stay if its rate is 0."""
    network.train()
    network.zero_grad(set_to_none=True)
    tokens = network.encode(network.read(sentences)).tokens
    tokens.sum().backward()  # type: ignore[no-untyped-call]  # torch leaves it untyped
    torch.nn.utils.clip_grad_norm_(network.encoder.parameters(), network.config.training.clip_norm)
    optimiser.step()


def _batches(network: TrainableNetwork[TargetT], words: Sequence[Words]) -> Iterator[list[int]]:
    """The batches that the trainer takes."""
    options = network.config.training
    lengths = [len(one.forms) for one in words]
    for epoch in count():
        yield from for_epoch(lengths, options.batch_size, options.seed, epoch)
