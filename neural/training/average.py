"""A moving average of the weights, which often parses better than the weights of any one step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import torch
from torch import Tensor

from neural.methods.interface import Network


class Average:
    """The exponential moving average of a network's weights over the steps of training.

    After step t, a share of 1 - min(decay, t / (t + 9)) of the average is replaced by the new weights.  So the first
    steps count less and less, and the average does not lag behind for long.

    Parameters
    ----------
    network : Network
        The network in training; the average begins with its weights.
    decay : float
        How much of the average a step leaves, from 0 to 1.  With 0.999, it spans about 1,000 steps.
    """

    def __init__(self, network: Network, decay: float) -> None:
        self._decay = decay
        self._weights = dict(network.named_parameters())
        self._mean = {name: weight.detach().clone() for name, weight in self._weights.items()}

    @property
    def tensors(self) -> Mapping[str, Tensor]:
        """The average, by the names of the weights."""
        return self._mean

    def update(self, step: int) -> None:
        """Take the weights after a step into account; the first step has the number 1."""
        new = 1 - min(self._decay, step / (step + 9))
        for name, mean in self._mean.items():
            mean.lerp_(self._weights[name].detach(), new)

    def replace(self, tensors: Mapping[str, Tensor]) -> None:
        """Go on from an average that was stored."""
        for name, mean in self._mean.items():
            mean.copy_(tensors[name])

    @contextmanager
    def in_network(self) -> Iterator[None]:
        """Let the network have the average for its weights, and its own ones again at the end."""
        self._exchange()
        try:
            yield
        finally:
            self._exchange()

    def _exchange(self) -> None:
        with torch.no_grad():
            for name, weight in self._weights.items():
                own = weight.clone()
                weight.copy_(self._mean[name])
                self._mean[name].copy_(own)
