"""Compact weights, a quarter of the size: tables of 8-bit whole numbers, with a scale for each row.

When a model is loaded they become floating-point numbers again.  So only the file is smaller; parsing is as fast as
before.  Weights that are not in tables, such as biases, stay as they are.
"""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor

SCALE = "/scale"
"""The name of a table's scales is that of the table with this at its end."""

LEVELS = 127
"""The largest whole number used."""


def compacted(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The weights, with whole numbers and scales in the place of each table of floating-point numbers.

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
        # The scale of a row of zeros must not be 0.
        scale = (rows.abs().amax(dim=1, keepdim=True) / LEVELS).clamp(min=torch.finfo(torch.float32).tiny)
        # Sixteen bits are enough for scales of a usual size; whole numbers are chosen for the scale as it is stored.
        half = torch.finfo(torch.float16)
        if scale.min() >= half.tiny and scale.max() <= half.max:
            scale = scale.half()
        result[name] = (rows / scale).round().to(torch.int8).view(table.shape)
        result[name + SCALE] = scale
    return result


def expanded(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The weights that :func:`compacted` was given, to within half a scale; other weights stay as they are."""
    result: dict[str, Tensor] = {}
    for name, table in weights.items():
        if name.endswith(SCALE):
            continue
        scale = weights.get(name + SCALE)
        result[name] = table if scale is None else (table.float().flatten(1) * scale).view(table.shape)
    return result
