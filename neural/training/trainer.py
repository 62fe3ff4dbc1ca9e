"""Training step by step: the weights, the optimiser, and how far it has got.

All chance comes from the seed: for the order of sentences also from the number of the epoch, for dropout
also from that of the step.  So training that was cut off and resumed takes the same course as if it had
not been, with nothing to remember but weights, Adam's moments and the few numbers in :class:`Course`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple, cast

import torch
from torch import Tensor

from neural.config import Json, TrainingConfig
from neural.data.batching import for_epoch
from neural.evaluation.scores import Rank
from neural.methods.interface import Network
from neural.models import checkpoint
from neural.models.processes import ALONE, Processes
from neural.training import schedule
from neural.training.examples import Example


class Evaluation(NamedTuple):
    """One look at the development data: after which step, and what was found."""

    step: int
    rank: Rank


class Step(NamedTuple):
    """A step of training: how many sentences it saw, the loss, a scalar, and the learning rate."""

    sentences: int
    loss: Tensor
    learning_rate: float


@dataclass(frozen=True, slots=True)
class Course:
    """How far training has got.

    Attributes
    ----------
    epoch, position : int
        The epoch, counting from 0, and how many of its batches are done.
    step : int
        How many steps were made in all.
    seconds : float
        The time that it took.
    evaluations : tuple of Evaluation
        All evaluations so far.
    """

    epoch: int = 0
    position: int = 0
    step: int = 0
    seconds: float = 0.0
    evaluations: tuple[Evaluation, ...] = ()

    @property
    def best(self) -> Evaluation | None:
        """The best evaluation so far, of equal ones the first."""
        return max(self.evaluations, key=lambda evaluation: evaluation.rank, default=None)

    @property
    def ranks(self) -> list[Rank]:
        """What the evaluations found."""
        return [evaluation.rank for evaluation in self.evaluations]

    def to_json(self) -> dict[str, Json]:
        """The same as JSON."""
        evaluations: list[Json] = [[step, *rank] for step, rank in self.evaluations]
        return {
            "epoch": self.epoch,
            "position": self.position,
            "step": self.step,
            "seconds": self.seconds,
            "evaluations": evaluations,
        }

    @classmethod
    def from_json(cls, value: dict[str, Json]) -> Course:
        """The course that :meth:`to_json` made ``value`` of."""
        evaluations = cast(list[tuple[int, float, float]], value["evaluations"])
        return cls(
            cast(int, value["epoch"]),
            cast(int, value["position"]),
            cast(int, value["step"]),
            cast(float, value["seconds"]),
            tuple(Evaluation(step, Rank(f1, las)) for step, f1, las in evaluations),
        )


class Trainer:
    """A network in training.

    Parameters
    ----------
    network : Network
        The weights, which will change.
    examples : sequence of Example
        What to learn from.
    course : Course
        How far training has got.
    processes : Processes
        Those that share each batch.

    Attributes
    ----------
    network : Network
        The weights.
    course : Course
        How far training has got.
    """

    def __init__(
        self,
        network: Network,
        examples: Sequence[Example],
        course: Course | None = None,
        processes: Processes = ALONE,
    ) -> None:
        self.network = network
        self.course = course or Course()
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

    def steps(self, time_limit: float) -> Iterator[Step]:
        """Make the steps that remain, one whenever the iterator is asked for its next item.

        Parameters
        ----------
        time_limit : float
            Seconds.  Here it only tells how fast the learning rate has to fall: to stop, and to keep
            ``course.seconds``, is up to the caller.

        Yields
        ------
        Step
            The step just made.
        """
        options = self._options
        while not self.is_over():
            batches = for_epoch(self._lengths, options.batch_size, options.seed, self.course.epoch)
            for position in range(self.course.position, len(batches)):
                epochs = self.course.epoch + position / len(batches)
                progress = max(epochs / options.epochs, self.course.seconds / time_limit)
                rate = schedule.learning_rate(options, self.course.step, progress, self.course.ranks)
                loss = self._step(batches[position], rate)
                at_end = position + 1 == len(batches)
                self.course = replace(
                    self.course,
                    epoch=self.course.epoch + at_end,
                    position=0 if at_end else position + 1,
                    step=self.course.step + 1,
                )
                yield Step(len(batches[position]), loss, rate)
                if self.is_over():
                    return

    @property
    def sentences(self) -> int:
        """How many sentences there are to learn from."""
        return len(self._examples)

    def is_over(self) -> bool:
        """Whether there are no steps left, by the number of epochs or by the schedule."""
        options = self._options
        return self.course.epoch >= options.epochs or schedule.is_over(options, self.course.ranks)

    def _step(self, batch: Sequence[int], rate: float) -> Tensor:
        options = self._options
        processes = self._processes
        # Dropout is to differ between processes, and in the first one to be what it would be without the others.
        source = f"step/{options.seed}/{self.course.step}" + (f"/{processes.rank}" if processes.rank else "")
        torch.manual_seed(random.Random(source).getrandbits(63))
        for group in self._optimiser.param_groups:
            group["lr"] = rate * group["share"]
        share = processes.share(batch)
        # In a batch smaller than the number of processes, some are left without a sentence: theirs count for nothing.
        weight = 1 if share else 0
        chosen = [self._examples[position] for position in share or batch[:1]]
        self.network.train()
        self._optimiser.zero_grad(set_to_none=True)
        terms = self.network.losses([example.words for example in chosen], [example.target for example in chosen])
        own = torch.tensor([float(weight * term.decisions) for term in terms], device=processes.device)
        # Each decision counts the same, whatever its kind: means would make much of the few at boundaries.
        most = max(processes.sum(own).tolist())
        loss: Tensor = weight * torch.stack([term.total for term in terms]).sum() / max(most, 1)
        loss.backward()  # type: ignore[no-untyped-call]  # torch leaves it untyped
        processes.sum_gradients(self.network.parameters())
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), options.clip_norm)
        self._optimiser.step()
        return processes.sum(loss.detach())

    def save(self, directory: Path, notes: Mapping[str, Json]) -> None:
        """Put into a directory all that training needs to go on, and some notes."""
        checkpoint.save_training(directory, self.network, self._optimiser, {**notes, "course": self.course.to_json()})

    def restore(self, directory: Path) -> None:
        """Go on from what :meth:`save` put into a directory.

        Raises
        ------
        CheckpointError
            There is nothing to go on from, or it belongs to another network.
        """
        state = checkpoint.load_training(directory, self.network, self._optimiser)
        self.course = Course.from_json(cast(dict[str, Json], state["course"]))


def _groups(network: Network, options: TrainingConfig) -> list[dict[str, object]]:
    """The weights by learning rate, each group with its share of the general one."""
    pretrained = list(network.encoder.pretrained_parameters())
    known = {id(parameter) for parameter in pretrained}
    fresh = [parameter for parameter in network.parameters() if id(parameter) not in known]
    groups: list[dict[str, object]] = [{"params": fresh, "share": 1.0}]
    if pretrained:
        groups.append({"params": pretrained, "share": options.pretrained_learning_rate / options.learning_rate})
    return groups
