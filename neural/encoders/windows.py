"""Overlapping windows over a sentence with more word pieces than a transformer can read at once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

OVERLAP = 2
"""The share of a window that the next one repeats is 1/OVERLAP."""


class Window(NamedTuple):
    """Words that are read together, and those of them whose vectors are taken from here."""

    words: range
    own: range


def windows(sizes: Sequence[int], room: int) -> list[Window]:
    """Cut words of the given sizes, none above ``room``, into windows of at most that size.

    Each word is taken from the window that shows most of the words around it.

    Examples
    --------
    >>> windows([1, 1, 1], 4)
    [Window(words=range(0, 3), own=range(0, 3))]
    >>> for window in windows([1, 1, 1, 1, 1, 1], 4):
    ...     print(window.words, window.own)
    range(0, 4) range(0, 3)
    range(2, 6) range(3, 6)
    """
    ends = [0, *accumulate(sizes)]
    runs: list[range] = []
    start = 0
    while not runs or runs[-1].stop < len(sizes):
        stop = start
        while stop < len(sizes) and ends[stop + 1] - ends[start] <= room:
            stop += 1
        runs.append(range(start, stop))
        middle = ends[stop] - (ends[stop] - ends[start]) / OVERLAP
        start += 1
        while start < stop and ends[start] < middle:
            start += 1
    # A word in two windows goes to the one that shows more on the side where it shows less.
    cuts = [0]
    for left, right in pairwise(runs):
        cut = right.start
        while cut < left.stop and ends[left.stop] - ends[cut + 1] >= ends[cut] - ends[right.start]:
            cut += 1
        cuts.append(cut)
    return [
        Window(run, range(first, last)) for run, first, last in zip(runs, cuts, [*cuts[1:], len(sizes)], strict=True)
    ]
