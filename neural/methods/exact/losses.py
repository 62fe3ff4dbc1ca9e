"""What the exact parser can minimise, each a sum over the sentences of a batch.

All three look at the pairs of tokens in the gold trees, given as cells (sentence, kind of pair, row, column).
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from neural.methods.compiling import for_each
from neural.methods.exact.chart import IMPOSSIBLE
from neural.methods.exact.pairs import Pair
from neural.methods.exact.partition import log_partition
from neural.methods.exact.vertices import best_pairs

LEFTWARDS = (Pair.LEFT_FIRST, Pair.LEFT_LAST)
"""The kinds whose second token comes first."""

CHOICES: tuple[tuple[tuple[Pair, ...], bool], ...] = (
    ((Pair.LEFT_FIRST, Pair.RIGHT_FIRST, Pair.CONJUNCT_FIRST, Pair.OTHER_FIRST, Pair.FIRST_FIRST), True),
    ((Pair.LEFT_LAST, Pair.RIGHT_LAST, Pair.CONJUNCT_LAST, Pair.OTHER_LAST, Pair.FIRST_LAST), True),
    ((Pair.CONJUNCT_START, Pair.OTHER_START), False),
    ((Pair.CONJUNCT_END, Pair.OTHER_END, Pair.FIRST_END), False),
    ((Pair.CONJUNCT_LEFT,), False),
    ((Pair.CONJUNCT_RIGHT,), False),
    ((Pair.BUBBLE,), False),
    ((Pair.MORE,), False),
)
"""Kinds of pairs that a token chooses among, where its choices are learned apart, and whether it has to choose."""


def likelihood(scores: Tensor, gold: Tensor, lengths: Sequence[int], *, single_root: bool) -> Tensor:
    """The negative logarithm of the gold trees' probability among all trees.

    Parameters
    ----------
    scores : Tensor, [N, len(Pair), T, T]
        The scores of pairs of tokens.
    gold : Tensor of int64, [C, 4]
        The cells of the gold trees.
    lengths : sequence of int, [N]
        The numbers of words.
    single_root : bool
        Whether RT has exactly one child.
    """
    return log_partition(scores, lengths, single_root=single_root).sum() - scores[gold.unbind(1)].sum()


def max_margin(scores: Tensor, gold: Tensor, lengths: Sequence[int], *, single_root: bool) -> Tensor:
    """By how much the gold trees fail to beat all others by one for each pair that the gold tree has not.

    The parameters are as for :func:`likelihood`.  The tree that comes nearest is found exactly: what it costs is a sum
    over its pairs, as its score is.
    """
    cost = torch.ones_like(scores, requires_grad=False)
    cost[gold.unbind(1)] = 0
    raised = (scores.detach() + cost).double().cpu().numpy()
    found = for_each(len(lengths), lambda number: best_pairs(raised[number], lengths[number], single_root))
    rivals = [(number, *row) for number, rows in enumerate(found) for row in rows.tolist()]
    rival = torch.tensor(rivals, dtype=torch.int64, device=scores.device).view(-1, 4).unbind(1)
    return (scores[rival] + cost[rival]).sum() - scores[gold.unbind(1)].sum()


def local(scores: Tensor, gold: Tensor, lengths: Sequence[int], used: Sequence[Pair]) -> Tensor:
    """The negative logarithm of the probabilities of pairs, each among those of the same second token.

    Where a token need not be in such a pair, "none" is a choice, too, and has the score 0.

    Parameters
    ----------
    scores, gold, lengths
        As for :func:`likelihood`.
    used : sequence of Pair
        The kinds of pairs that have scores; the others are left out.
    """
    width = scores.size(2)
    tokens = torch.arange(width, device=scores.device)
    inside = tokens < torch.tensor(lengths, device=scores.device).unsqueeze(1) + 1
    # By second token, then by first token.
    is_behind = tokens.unsqueeze(1) >= tokens
    losses = []
    for listed, must in CHOICES:
        kinds = [pair for pair in listed if pair in used]
        if not kinds:
            continue
        fits = torch.stack([~is_behind if pair in LEFTWARDS else is_behind for pair in kinds], dim=1)
        allowed = fits & inside[:, None, None, :]
        choices = scores[:, kinds].permute(0, 3, 1, 2).masked_fill(~allowed, IMPOSSIBLE).flatten(2)
        none = choices.new_full((*choices.shape[:2], 1), IMPOSSIBLE if must else 0.0)
        logs = torch.cat([choices, none], dim=2).log_softmax(dim=2)
        place = torch.full((len(Pair),), -1, device=scores.device)
        place[kinds] = torch.arange(len(kinds), device=scores.device)
        own = gold[place[gold[:, 1]] >= 0]
        losses.append(-logs[own[:, 0], own[:, 3], place[own[:, 1]] * width + own[:, 2]].sum())
        if not must:
            free = inside & (tokens > 0)
            free[own[:, 0], own[:, 3]] = False
            losses.append(-logs[..., -1][free].sum())
    return torch.stack(losses).sum()
