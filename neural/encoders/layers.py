"""Parts of networks over sentences of different lengths: padding and its inverse, and dropout."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn


class Padding(NamedTuple):
    """Where the M items of N sequences stand in padded tensors of N rows and T columns.

    Attributes
    ----------
    rows : Tensor of int64, [M]
        The row of each item.
    forward, backward : Tensor of int64, [N, T]
        The item in each cell, reading from the left and from the right; 0 after a sequence's end.
    from_forward, from_backward : Tensor of int64, [M]
        The cell of each item in those tensors, counted row by row.
    last : Tensor of int64, [N]
        The last cell of each sequence in either.
    """

    rows: Tensor
    forward: Tensor
    backward: Tensor
    from_forward: Tensor
    from_backward: Tensor
    last: Tensor


def padding(sizes: Tensor) -> Padding:
    """The padding of sequences with the given numbers of items, [N], each at least 1.

    Examples
    --------
    >>> padding(torch.tensor([3, 1])).backward
    tensor([[2, 1, 0],
            [3, 0, 0]])
    """
    first = sizes.cumsum(0) - sizes
    width = int(sizes.max())
    columns = torch.arange(width, device=sizes.device)
    inside = columns < sizes.unsqueeze(1)
    zero = torch.zeros((), dtype=torch.int64, device=sizes.device)
    rows = torch.arange(sizes.size(0), device=sizes.device).repeat_interleave(sizes)
    place = torch.arange(rows.size(0), device=sizes.device) - first[rows]
    start = torch.arange(sizes.size(0), device=sizes.device) * width
    return Padding(
        rows=rows,
        forward=torch.where(inside, first.unsqueeze(1) + columns, zero),
        backward=torch.where(inside, (first + sizes - 1).unsqueeze(1) - columns, zero),
        from_forward=start[rows] + place,
        from_backward=start[rows] + sizes[rows] - 1 - place,
        last=start + sizes - 1,
    )


class SharedDropout(nn.Module):
    """Dropout of the same components in all tokens of a sentence."""

    def __init__(self, probability: float) -> None:
        super().__init__()
        self.probability = probability

    def forward(self, tokens: Tensor, rows: Tensor) -> Tensor:
        """[M, D] vectors of tokens, and the number of each one's sentence, to [M, D] vectors."""
        if not self.training or self.probability == 0:
            return tokens
        kept = tokens.new_empty(int(rows[-1]) + 1, tokens.size(1)).bernoulli_(1 - self.probability)
        return tokens * rows_of(kept / (1 - self.probability), rows)


def rows_of(table: Tensor, index: Tensor) -> Tensor:
    """``table[index]`` for an index of any shape, with a fast gradient."""
    return table.index_select(0, index.flatten()).view(*index.shape, table.size(1))
