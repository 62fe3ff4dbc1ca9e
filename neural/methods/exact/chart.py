"""The sum over all projective bubble trees of many sentences at once, on tensors.

This is the program of :mod:`bubbletree.exact.program` in log space, by width: what covers w words is computed for all
sentences and all places together, from what covers fewer.  Conjuncts are told from other parts, and the first part of a
bubble is a conjunct.  Autograd yields the marginals.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor
from torch.nn import functional as F

from neural.methods.exact.pairs import Pair

IMPOSSIBLE = -1e9
"""The logarithm of (almost) nothing.  Infinity would make gradients of it undefined."""


class _Table:
    """The entries of one table so far, by width.

    An entry covers the words from its start to before its end; both run from 0 to n + 1.
    """

    def __init__(self) -> None:
        self.by_start: Tensor | None = None
        """[N, n + 2, widths]."""
        self.by_end: Tensor | None = None
        """The same, in the rows of their ends."""

    def add(self, entries: Tensor) -> None:
        """The entries of the next width, by start, [N, n + 2]; of the first call, of width 0."""
        width = 0 if self.by_start is None else self.by_start.size(2)
        ended = F.pad(entries, (width, 0), value=IMPOSSIBLE)[:, : entries.size(1)]
        self.by_start = _beside(self.by_start, entries)
        self.by_end = _beside(self.by_end, ended)


def _beside(table: Tensor | None, entries: Tensor) -> Tensor:
    column = entries.unsqueeze(2)
    return column if table is None else torch.cat([table, column], dim=2)


def _joined(left: _Table, right: _Table, width: int, least: int, most: int) -> Tensor:
    """What covers ``width`` words as a left entry of ``least`` to ``most`` words and a right one, [N, n + 2, cuts]."""
    assert left.by_start is not None
    assert right.by_end is not None
    ends = right.by_end[:, width:, width - most : width - least + 1].flip(2)
    return left.by_start[:, :, least : most + 1] + F.pad(ends, (0, 0, 0, width), value=IMPOSSIBLE)


def _summed(left: _Table, right: _Table, width: int, least: int, most: int) -> Tensor:
    """The sum of these, [N, n + 2]."""
    return _joined(left, right, width, least, most).logsumexp(dim=2)


def log_partition(scores: Tensor, lengths: Sequence[int], *, single_root: bool = False) -> Tensor:
    """The logarithm of the sum, over the trees of each sentence, of the exponential of their scores.

    Parameters
    ----------
    scores : Tensor, [N, len(Pair), T, T]
        The scores of pairs of tokens; T is at least as large as the longest sentence has words, and one more for RT.
    lengths : sequence of int, [N]
        The numbers of words.
    single_root : bool
        Whether RT has exactly one child.

    Returns
    -------
    Tensor, [N]
        The logarithms.
    """
    rows = torch.arange(len(lengths), device=scores.device)
    trees = _dependents_of_root(scores, max(lengths, default=0), single_root=single_root)
    return trees[rows, torch.tensor(lengths, device=scores.device)]


def _dependents_of_root(scores: Tensor, longest: int, *, single_root: bool) -> Tensor:
    """What R(0, n) is for n = 0, 1, ..., ``longest``, [N, longest + 1]."""
    count = scores.size(0)
    size = longest + 2
    starts = torch.arange(size, device=scores.device)
    nothing = scores.new_full((count, size), IMPOSSIBLE)

    def only(kept: Tensor) -> Tensor:
        return torch.where(kept, scores.new_zeros(()), nothing)

    def along(pair: Pair, row: int, column: int) -> Tensor:
        """The scores of tokens (a + row, a + column) by a, [N, n + 2]; 0 where there are none."""
        offset = column - row
        found = scores[:, pair].diagonal(offset, 1, 2)
        first = max(0, -offset) - row
        return F.pad(found, (first, size - first - found.size(1)))

    vertex, left, left_from, left_rest = _Table(), _Table(), _Table(), _Table()
    right, right_begun, right_held = _Table(), _Table(), _Table()
    first_begun, first_held = _Table(), _Table()
    # Of what a bubble has, once for each role of the part that is next: conjunct, other.
    before = (_Table(), _Table())
    begun = (_Table(), _Table())
    held = (_Table(), _Table())
    # Dependents of a conjunct, whose reach has a score.
    reach_left, reach_right = _Table(), _Table()
    roles = (
        (Pair.CONJUNCT_FIRST, Pair.CONJUNCT_LAST, Pair.CONJUNCT_START, Pair.CONJUNCT_END, reach_left, reach_right),
        (Pair.OTHER_FIRST, Pair.OTHER_LAST, Pair.OTHER_START, Pair.OTHER_END, left, right),
    )
    none_yet = (vertex, left_from, right_held, first_held, *before, *held)
    for table in none_yet:
        table.add(nothing)
    left.add(only((starts >= 1) & (starts <= longest)))
    right.add(only(starts >= 1))
    reach_left.add(left.by_start[:, :, 0] + along(Pair.CONJUNCT_LEFT, 0, 0))  # type: ignore[index]  # just added
    reach_right.add(right.by_start[:, :, 0] + along(Pair.CONJUNCT_RIGHT, -1, -1))  # type: ignore[index]  # just added
    for width in range(longest + 1):
        end = width  # relative to the start, as all places here
        last = width - 1
        if width:
            several = nothing
            for number, (_, of_last, _, of_end, _, behind) in enumerate(roles):
                if width > 1:
                    held[number].add(_summed(begun[number], vertex, width, 1, width - 1) + along(of_last, 0, last))
                    more = _summed(held[number], behind, width, 2, width) + along(of_end, 0, last)
                    several = torch.logaddexp(several, more)
                else:
                    held[number].add(nothing)
            vertex.add(
                several + along(Pair.BUBBLE, 0, last) if width > 1 else only((starts >= 1) & (starts <= longest))
            )
            first_held.add(_summed(first_begun, vertex, width, 0, width - 1) + along(Pair.FIRST_LAST, 0, last))
            first = _summed(first_held, reach_right, width, 1, width) + along(Pair.FIRST_END, 0, last)
            parts = torch.logaddexp(first, several + along(Pair.MORE, 0, last))
            for number, (_, _, of_start, _, _, _) in enumerate(roles):
                before[number].add(parts + along(of_start, 0, end))
            left_from.add(_summed(vertex, left_rest, width, 1, width) + along(Pair.LEFT_FIRST, end, 0))
            dependents = _summed(left, left_from, width, 0, width - 1)
            left.add(dependents)
            reach_left.add(dependents + along(Pair.CONJUNCT_LEFT, 0, end))
            right_held.add(_summed(right_begun, vertex, width, 0, width - 1) + along(Pair.RIGHT_LAST, -1, last))
            dependents = _summed(right_held, right, width, 1, width)
            right.add(dependents)
            reach_right.add(dependents + along(Pair.CONJUNCT_RIGHT, -1, last))
        left_rest.add(_summed(right, left, width, 0, width) + along(Pair.LEFT_LAST, end, -1))
        choices = _joined(right, left, width, 0, width)
        if single_root and width:
            # RT's child begins with the sentence, so nothing of RT's stands before it.
            late = torch.zeros_like(choices, dtype=torch.bool)
            late[:, 1, 1:] = True
            choices = choices.masked_fill(late, IMPOSSIBLE)
        right_begun.add(choices.logsumexp(dim=2) + along(Pair.RIGHT_FIRST, -1, end))
        assert reach_left.by_start is not None
        first_begun.add(reach_left.by_start[:, :, width] + along(Pair.FIRST_FIRST, 0, end))
        for number, (of_first_token, _, _, _, ahead, _) in enumerate(roles):
            if width:
                begun[number].add(_summed(before[number], ahead, width, 1, width) + along(of_first_token, 0, end))
            else:
                begun[number].add(nothing)
    assert right.by_start is not None
    return right.by_start[:, 1]
