"""Compact weights: little is lost but room."""

from __future__ import annotations

import torch
from hypothesis import given
from hypothesis import strategies as st

from neural.models.quantisation import compacted, expanded


@given(st.integers(0, 2**32), st.sampled_from([0.0, 1e-20, 1e-2, 1.0, 1e20]))
def test_each_weight_is_kept_to_within_half_a_scale(seed: int, size: float) -> None:
    generator = torch.Generator().manual_seed(seed)
    table = torch.randn(5, 3, 4, generator=generator) * size
    found = expanded(compacted({"table": table}))["table"]
    half = table.flatten(1).abs().amax(dim=1).view(5, 1, 1) / 127 / 2
    assert found.shape == table.shape
    assert bool(((found - table).abs() <= half * 1.001 + torch.finfo(torch.float32).tiny).all())


def test_scales_take_two_bytes_where_they_can() -> None:
    tables = {
        "usual": torch.eye(3),
        "small": torch.eye(3) * 1e-3,
        "large": torch.eye(3) * 1e9,
        "none": torch.zeros(1, 3),
    }
    small = compacted(tables)
    assert {name: small[f"{name}/scale"].dtype for name in tables} == {
        "usual": torch.float16,
        "small": torch.float32,
        "large": torch.float32,
        "none": torch.float32,
    }
    assert all(found.dtype == torch.float32 for found in expanded(small).values())


def test_what_is_no_table_stays_as_it_is() -> None:
    weights = {"bias": torch.tensor([1.0, 1e-9]), "counts": torch.tensor([[1, 2]]), "nothing": torch.zeros(3, 0)}
    small = compacted(weights)
    assert small == weights
    assert expanded(small) == weights
