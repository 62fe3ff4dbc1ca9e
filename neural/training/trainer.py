"""Training step by step: the weights, the optimiser, and how far training has got.

All randomness comes from the seed: the order of sentences also depends on the epoch, and dropout on the step.  So
training that was interrupted and resumed goes on as if it had not been interrupted, and all that has to be stored is
the weights, the moments of Adam, and the few numbers of a :class:`TrainingState`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Generic, NamedTuple, cast

import torch
from torch import Tensor

from bubbletree import BubbletreeError
from neural.config import Json, TrainingConfig
from neural.data.batching import for_epoch
from neural.evaluation.scores import Rank
from neural.methods.interface import Network, TargetT, TrainableNetwork
from neural.models import checkpoint
from neural.models.processes import ALONE, Processes
from neural.training import schedule
from neural.training.average import Average
from neural.training.examples import Example, fingerprint
from neural.training.state import Evaluation, TrainingState


class TrainingError(BubbletreeError):
    """Training cannot begin or continue."""


class Step(NamedTuple):
    """A step of training: the number of its sentences, its loss, a scalar, and its learning rate."""

    sentences: int
    loss: Tensor
    learning_rate: float


class Trainer(Generic[TargetT]):
    """A network in training.

    The trainer alone changes the weights and the state.  Whoever runs it tells it how long training has taken
    (:meth:`took`) and how good the network is (:meth:`record`).

    Parameters
    ----------
    network : TrainableNetwork
        The network to train.
    examples : sequence of Example
        What it learns from.
    state : TrainingState
        How far training has got.
    processes : Processes
        The processes that share each batch.

    Attributes
    ----------
    network : TrainableNetwork
        The network in training.
    """

    def __init__(
        self,
        network: TrainableNetwork[TargetT],
        examples: Sequence[Example[TargetT]],
        state: TrainingState = TrainingState(),
        processes: Processes = ALONE,
    ) -> None:
        self.network = network
        self._state = state
        self._options = options = network.config.training
        self._examples = examples
        self._processes = processes
        self._lengths = [len(example.words.forms) for example in examples]
        network.encoder.study(example.words for example in examples)
        self._optimiser = torch.optim.Adam(
            _groups(network, options),
            lr=options.learning_rate,
            betas=(options.beta1, options.beta2),
            eps=options.epsilon,
            fused=True,
        )
        self._average = Average(network, options.average) if options.average else None

    @property
    def state(self) -> TrainingState:
        """How far training has got."""
        return self._state

    @property
    def sentences(self) -> int:
        """The number of sentences to learn from."""
        return len(self._examples)

    def is_over(self) -> bool:
        """Whether no steps are left, because of the number of epochs or the schedule."""
        options = self._options
        return self._state.epoch >= options.epochs or schedule.is_over(options, self._state.ranks)

    def took(self, seconds: float) -> None:
        """Note how long training has taken so far, earlier runs included."""
        self._state = replace(self._state, seconds=seconds)

    def averaged(self) -> AbstractContextManager[None]:
        """Let the network have the average of its weights for a while, if the options ask for averages."""
        return nullcontext() if self._average is None else self._average.in_network()

    def record(self, rank: Rank) -> Evaluation:
        """Note how good the network is at this step."""
        evaluation = Evaluation(self._state.step, rank)
        self._state = replace(self._state, evaluations=(*self._state.evaluations, evaluation))
        return evaluation

    def steps(self, time_limit: float) -> Iterator[Step]:
        """Make the steps that are left, one each time the iterator is asked for its next item.

        Parameters
        ----------
        time_limit : float
            The seconds that training may take.  The learning rate depends on it; to stop in time is up to the caller.

        Yields
        ------
        Step
            The step that was just made.
        """
        options = self._options
        while not self.is_over():
            batches = for_epoch(self._lengths, options.batch_size, options.seed, self._state.epoch)
            for position in range(self._state.position, len(batches)):
                epochs = self._state.epoch + position / len(batches)
                progress = max(epochs / options.epochs, self._state.seconds / time_limit)
                rate = schedule.learning_rate(options, self._state.step, progress, self._state.ranks)
                loss = self._step(batches[position], rate)
                at_end = position + 1 == len(batches)
                self._state = replace(
                    self._state,
                    epoch=self._state.epoch + at_end,
                    position=0 if at_end else position + 1,
                    step=self._state.step + 1,
                )
                yield Step(len(batches[position]), loss, rate)
                if self.is_over():
                    return

    def _step(self, batch: Sequence[int], rate: float) -> Tensor:
        options = self._options
        processes = self._processes
        # Dropout differs between processes; in the first one it is the same as in a process that works alone.
        source = f"step/{options.seed}/{self._state.step}" + (f"/{processes.rank}" if processes.rank else "")
        torch.manual_seed(random.Random(source).getrandbits(63))
        for group in self._optimiser.param_groups:
            group["lr"] = rate * group["share"]
        share = processes.share(batch)
        # A batch can have fewer sentences than there are processes.  A process without a sentence computes the loss of
        # some other one, with weight 0.
        weight = 1 if share else 0
        chosen = [self._examples[position] for position in share or batch[:1]]
        self.network.train()
        self._optimiser.zero_grad(set_to_none=True)
        terms = self.network.losses([example.words for example in chosen], [example.target for example in chosen])
        own = torch.tensor([float(weight * term.decisions) for term in terms], device=processes.device)
        # All decisions have the same weight.  With a mean for each kind, the few at boundaries would have more.
        most = max(processes.sum(own).tolist())
        loss: Tensor = weight * torch.stack([term.total for term in terms]).sum() / max(most, 1)
        loss.backward()  # type: ignore[no-untyped-call]  # torch leaves it untyped
        processes.sum_gradients(self.network.parameters())
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), options.clip_norm)
        self._optimiser.step()
        if self._average is not None:
            self._average.update(self._state.step + 1)
        return processes.sum(loss.detach())

    def save(self, directory: Path, notes: Mapping[str, Json]) -> None:
        """Write into a directory everything that is needed to continue, and some notes."""
        state: dict[str, Json] = {
            **notes,
            "fingerprint": self._fingerprint,
            "sentences": self.sentences,
            "course": self._state.to_dict(),
        }
        average = {} if self._average is None else self._average.tensors
        checkpoint.save_training(directory, self.network, self._optimiser, average, state)

    def restore(self, directory: Path) -> None:
        """Go on from what :meth:`save` wrote into a directory.

        Raises
        ------
        CheckpointError
            There is no training state, or it belongs to another network.
        TrainingError
            It belongs to other examples.
        """
        if checkpoint.training_state(directory).get("fingerprint") != self._fingerprint:
            raise TrainingError(f"the training sentences are not those that {directory} was trained on")
        state, average = checkpoint.load_training(directory, self.network, self._optimiser)
        self._state = TrainingState.from_dict(cast(dict[str, Json], state["course"]))
        if self._average is not None:
            self._average.replace(average)

    @cached_property
    def _fingerprint(self) -> str:
        return fingerprint(self._examples)


def _groups(network: Network, options: TrainingConfig) -> list[dict[str, object]]:
    """The weights by learning rate; each group has its rate as a multiple of ``training.learning_rate``."""
    pretrained = list(network.encoder.pretrained_parameters())
    known = {id(parameter) for parameter in pretrained}
    fresh = [parameter for parameter in network.parameters() if id(parameter) not in known]
    groups: list[dict[str, object]] = [{"params": fresh, "share": 1.0}]
    if pretrained:
        groups.append({"params": pretrained, "share": options.pretrained_learning_rate / options.learning_rate})
    return groups
