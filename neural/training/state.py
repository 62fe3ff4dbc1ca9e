"""How far training has got, as a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, cast

from neural.config import Json
from neural.evaluation.scores import Rank


class Evaluation(NamedTuple):
    """The scores on the development sentences after a number of steps."""

    step: int
    rank: Rank


@dataclass(frozen=True, slots=True)
class TrainingState:
    """How far training has got.

    Attributes
    ----------
    epoch, position : int
        The number of the epoch, counting from 0, and how many of its batches are done.
    step : int
        How many steps were made, in all epochs together.
    seconds : float
        How long training has taken, evaluations included.
    evaluations : tuple of Evaluation
        All evaluations, the first one first.

    Examples
    --------
    >>> state = TrainingState(step=7, evaluations=(Evaluation(5, Rank(exact_f1=0.6, las=0.7)),))
    >>> TrainingState.from_dict(state.to_dict()) == state
    True
    """

    epoch: int = 0
    position: int = 0
    step: int = 0
    seconds: float = 0.0
    evaluations: tuple[Evaluation, ...] = ()

    @property
    def best(self) -> Evaluation | None:
        """The best evaluation, the first of equal ones; None if there was none."""
        return max(self.evaluations, key=lambda evaluation: evaluation.rank, default=None)

    @property
    def ranks(self) -> list[Rank]:
        """The scores of all evaluations."""
        return [evaluation.rank for evaluation in self.evaluations]

    def to_dict(self) -> dict[str, Json]:
        """The state as a JSON object."""
        evaluations: list[Json] = [[step, *rank] for step, rank in self.evaluations]
        return {
            "epoch": self.epoch,
            "position": self.position,
            "step": self.step,
            "seconds": self.seconds,
            "evaluations": evaluations,
        }

    @classmethod
    def from_dict(cls, value: dict[str, Json]) -> TrainingState:
        """The state that :meth:`to_dict` wrote."""
        evaluations = cast(list[tuple[int, float, float]], value["evaluations"])
        return cls(
            cast(int, value["epoch"]),
            cast(int, value["position"]),
            cast(int, value["step"]),
            cast(float, value["seconds"]),
            tuple(Evaluation(step, Rank(f1, las)) for step, f1, las in evaluations),
        )
