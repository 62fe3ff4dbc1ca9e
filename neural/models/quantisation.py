"""Weights in a quarter of the room: tables of whole numbers of eight bits, each row with a scale.

On loading they become floating-point numbers again, so parsing is neither faster nor slower, and only the file is
smaller.  What is no table, such as a bias, stays as it is.
"""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor

SCALE = "/scale"
"""What is appended to the name of a table to name its scales."""

LEVELS = 127
"""The largest whole number used."""


def compacted(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Weights with each table of floating-point numbers in whole numbers and scales.

    Examples
    --------
    >>> small = compacted({"table": torch.tensor([[1.0, -0.5], [0.0, 0.0]])})
    >>> small["table"], small["table/scale"].shape
    (tensor([[127, -64],
            [  0,   0]], dtype=torch.int8), torch.Size([2, 1]))
    """
    result: dict[str, Tensor] = {}
    for name, table in weights.items():
        if table.dim() < 2 or not table.is_floating_point() or not table.numel():
            result[name] = table
            continue
        rows = table.float().flatten(1)
        # Rows of zeros need some scale too.
        scale = (rows.abs().amax(dim=1, keepdim=True) / LEVELS).clamp(min=torch.finfo(torch.float32).tiny)
        result[name] = (rows / scale).round().to(torch.int8).view(table.shape)
        result[name + SCALE] = scale
    return result


def expanded(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The weights that :func:`compacted` made ``weights`` of, to within half a scale; others stay as they are."""
    result: dict[str, Tensor] = {}
    for name, table in weights.items():
        if name.endswith(SCALE):
            continue
        scale = weights.get(name + SCALE)
        result[name] = table if scale is None else (table.float().flatten(1) * scale).view(table.shape)
    return result
