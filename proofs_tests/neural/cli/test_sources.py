"""Samples of training data."""

from __future__ import annotations

from neural.cli.sources import drawn


def test_samples_are_random_nested_in_order_and_always_the_same() -> None:
    items = list(range(1000))
    small, large = drawn(items, 50), drawn(items, 400)
    assert (len(small), len(set(small)), small) == (50, 50, sorted(small))
    assert set(small) < set(large)
    assert drawn(items, 50) == small != items[:50]
    assert 400 < sum(drawn(items, 50)) / 50 < 600
    assert drawn(items, None) == drawn(items, 1000) == drawn(items, 5000) == items
