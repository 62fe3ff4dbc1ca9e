"""Groups of items of similar size."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from neural.data.batching import by_size

SIZES = st.lists(st.integers(1, 20), max_size=30)


@given(SIZES, st.integers(1, 60), st.none() | st.integers(1, 5))
def test_each_item_is_in_one_group_and_no_group_overfills_its_table(
    sizes: list[int], cells: int, most: int | None
) -> None:
    groups = by_size(sizes, cells, most)
    in_order = [place for group in groups for place in group]
    assert sorted(in_order) == list(range(len(sizes)))
    assert [sizes[place] for place in in_order] == sorted(sizes)
    for group in groups:
        assert len(group) == 1 or len(group) * max(sizes[place] for place in group) <= cells
        assert most is None or len(group) <= most


def test_a_group_is_filled_before_the_next_one_begins() -> None:
    assert by_size([3, 3, 3, 3, 3], 9) == [[0, 1, 2], [3, 4]]
    assert by_size([3, 3, 3, 3, 3], 9, 2) == [[0, 1], [2, 3], [4]]
