"""Batches of sentences of similar length, so that little is padded."""

from __future__ import annotations

import random
from collections.abc import Sequence

MAX_TOKENS = 16384
"""The largest number of tokens in a batch, padding included; a longer sentence makes a batch of its own."""


def by_length(lengths: Sequence[int], batch_size: int) -> list[list[int]]:
    """The positions of all sentences in batches, short sentences first.

    Parameters
    ----------
    lengths : sequence of int
        The sentences' numbers of words.
    batch_size : int
        The largest number of sentences in a batch.

    Examples
    --------
    >>> by_length([5, 1, 4], 2)
    [[1, 2], [0]]
    """
    return by_size([length + 1 for length in lengths], MAX_TOKENS, batch_size)


def by_size(sizes: Sequence[int], cells: int, most: int | None = None) -> list[list[int]]:
    """The positions of all items in groups that fill a table with so many cells at most, small items first.

    An item that is too large for the table makes a group of its own.

    Parameters
    ----------
    sizes : sequence of int
        The sizes of the items.  Each takes a row of the table, and all rows are as long as the longest.
    cells : int
        The size of the table.
    most : int, optional
        The largest number of items in a group.

    Examples
    --------
    >>> by_size([5, 1, 4, 5], 10)
    [[1, 2], [0, 3]]
    """
    groups: list[list[int]] = []
    for position in sorted(range(len(sizes)), key=sizes.__getitem__):
        if not groups or len(groups[-1]) == most or (len(groups[-1]) + 1) * sizes[position] > cells:
            groups.append([])
        groups[-1].append(position)
    return groups


def for_epoch(lengths: Sequence[int], batch_size: int, seed: int, epoch: int) -> list[list[int]]:
    """The batches of one epoch of training, in random order, each with random sentences of similar length.

    The result depends on the arguments alone, so training can be resumed anywhere.

    Parameters
    ----------
    lengths, batch_size
        As for :func:`by_length`.
    seed, epoch : int
        Where chance comes from.
    """
    rng = random.Random(f"batches/{seed}/{epoch}")
    blurred = [max(1, round(length * rng.uniform(0.9, 1.1))) for length in lengths]
    shuffled = list(range(len(lengths)))
    rng.shuffle(shuffled)
    batches = [[shuffled[i] for i in batch] for batch in by_length([blurred[i] for i in shuffled], batch_size)]
    rng.shuffle(batches)
    return batches
