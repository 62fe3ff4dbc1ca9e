"""The sum over all trees as a function that autograd knows, by the fastest way there is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from neural.methods.compiling import IS_COMPILED
from neural.methods.exact import chart, kernels


def log_partition(scores: Tensor, lengths: Sequence[int], *, single_root: bool) -> Tensor:
    """The logarithm of the sum over the trees of each sentence, [N]; the parameters are as for the chart.

    On the CPU, with a compiler, this is :func:`neural.methods.exact.kernels.sums`; else the chart on tensors.
    """
    if IS_COMPILED and scores.device.type == "cpu":
        return _Compiled.apply(scores, tuple(lengths), single_root)  # type: ignore[no-any-return, no-untyped-call]  # torch leaves it untyped
    return chart.log_partition(scores, lengths, single_root=single_root)


class _Compiled(torch.autograd.Function):
    """Sums and gradients come together, so the gradient is kept from the way there."""

    @staticmethod
    def forward(context: Any, scores: Tensor, lengths: tuple[int, ...], single_root: bool) -> Tensor:  # noqa: ANN401  # as torch has it
        numbers = np.array(lengths, dtype=np.int64)
        totals, gradients = kernels.sums(scores.detach().double().numpy(), numbers, single_root)
        context.save_for_backward(torch.from_numpy(gradients).to(scores.dtype))
        return torch.from_numpy(totals).to(scores.dtype)

    @staticmethod
    def backward(context: Any, *upstream: Tensor) -> tuple[Tensor, None, None]:  # noqa: ANN401  # as torch has it
        [gradients] = context.saved_tensors
        return gradients * upstream[0].view(-1, 1, 1, 1), None, None
