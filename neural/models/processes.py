"""Several processes that train or parse together, each on a device of its own.

``accelerate launch``, or ``torchrun`` where there are no GPUs, starts the same command several times; :func:`launched`
tells each of them which one it is.  :class:`Processes` is their only channel: work is divided, results are gathered,
so all hold the same state.  A command that was started once has one process, :data:`ALONE`.
"""

from __future__ import annotations

import atexit
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import torch
from torch import Tensor, distributed, nn

from bubbletree import BubbletreeError

T = TypeVar("T")


class ProcessesError(BubbletreeError):
    """Several processes cannot work together here."""


@dataclass(frozen=True, slots=True)
class Processes:
    """The processes that work together, as one of them sees them.

    Attributes
    ----------
    rank : int
        The number of this process, counting from 0; the first one writes files and prints.
    count : int
        How many there are.
    device : torch.device
        Where this one computes.
    """

    rank: int = 0
    count: int = 1
    device: torch.device = torch.device("cpu")  # noqa: RUF009  # a frozen value

    @property
    def is_first(self) -> bool:
        """Whether this process is the one that writes files and prints."""
        return self.rank == 0

    def share(self, items: Sequence[T]) -> Sequence[T]:
        """The items that this process works on: every ``count``-th one."""
        return items[self.rank :: self.count]

    def collect(self, results: Sequence[T], total: int) -> list[T]:
        """The results of all processes for ``total`` items, in the order of the items.

        Parameters
        ----------
        results : sequence
            This process's results for its share of the items, one for each.
        total : int
            How many items there are.
        """
        if self.count == 1:
            return list(results)
        shares: list[list[T] | None] = [None] * self.count
        distributed.all_gather_object(shares, list(results))
        collected: dict[int, T] = {}
        for rank, share in enumerate(shares):
            assert share is not None, "filled by all_gather_object"
            collected.update(zip(range(rank, total, self.count), share, strict=True))
        return [collected[place] for place in range(total)]

    def sum(self, tensor: Tensor) -> Tensor:
        """The sum of all processes' tensors, which must have the same shape and type."""
        if self.count == 1:
            return tensor
        total = tensor.clone()
        distributed.all_reduce(total)
        return total

    def sum_gradients(self, parameters: Iterable[nn.Parameter]) -> None:
        """Give each parameter the sum of its gradients in all processes; no gradient if no process has one."""
        if self.count == 1:
            return
        listed = list(parameters)
        present = self.sum(torch.tensor([float(p.grad is not None) for p in listed], device=self.device))
        used = [parameter for parameter, number in zip(listed, present.tolist(), strict=True) if number]
        if not used:
            return
        flat = [(torch.zeros_like(p) if p.grad is None else p.grad).flatten() for p in used]
        pieces = torch.split(self.sum(torch.cat(flat)), [piece.numel() for piece in flat])
        for parameter, piece in zip(used, pieces, strict=True):
            parameter.grad = piece.view_as(parameter).clone()

    def any(self, truth: bool) -> bool:
        """Whether it is true in any process."""
        return (self.count > 1 and bool(self.sum(torch.tensor(float(truth), device=self.device)))) or truth

    def first(self, number: float) -> float:
        """The first process's number."""
        if self.count == 1:
            return number
        told = torch.tensor(number, dtype=torch.float64, device=self.device)
        distributed.broadcast(told, 0)
        return told.item()

    def wait(self) -> None:
        """Wait for all processes to get here."""
        self.any(False)


ALONE = Processes()
"""One process on the CPU."""


def launched(device: torch.device) -> Processes:
    """The processes that were started together with this one; on its own, this one alone.

    Parameters
    ----------
    device : torch.device
        The kind of device to compute on.  Each of several processes takes one of that kind.

    Raises
    ------
    ProcessesError
        There are several processes, but they cannot be joined, or the package accelerate is missing.
    """
    count = os.environ.get("WORLD_SIZE", "1")
    if count == "1":
        return Processes(device=device)
    try:
        from accelerate import PartialState  # type: ignore[import-untyped]  # it has no types
    except ModuleNotFoundError:
        raise ProcessesError("several processes need the package accelerate: pip install '.[parallel]'") from None
    try:
        state = PartialState(cpu=device.type == "cpu")
    except (ValueError, RuntimeError) as error:
        raise ProcessesError(
            f"WORLD_SIZE={count} asks for several processes, and they cannot be joined: {error}"
        ) from None
    # Threads of the group that still run while Python ends can abort the process.
    atexit.register(state.destroy_process_group)
    own = device if device.type == "cpu" else torch.device(state.device)
    return Processes(int(state.process_index), int(state.num_processes), own)
