"""The rules of Bubble-Hybrid for N configurations at once.

The counterpart of :mod:`bubbletree.transitions`, with the same preconditions, restrictions and effects;
what is a condition there is a truth value per row here.
"""

from __future__ import annotations

import torch
from torch import Tensor

from neural.batched.state import DEPTH, Batch
from neural.rules import BUBBLE_ATTACH, BUBBLE_CLOSE, BUBBLE_OPEN, LEFT_ARC, NO_KIND, SHIFT, Facts, allowed


def valid_transitions(
    batch: Batch, slots: Tensor | None = None, *, normal_form: bool = False, single_root: bool = False
) -> Tensor:
    """Which transitions are allowed in each row: truth values, [N, 6], in the order of ``TransitionKind``.

    Rows that are finished allow none.

    Parameters
    ----------
    batch : Batch
        The configurations.
    slots : Tensor, [N, 4], optional
        The result of ``batch.slots()``, where the caller has it already.
    normal_form, single_root : bool
        The restrictions of :func:`bubbletree.valid_transitions`.
    """
    slots = batch.slots() if slots is None else slots
    _, s2_is_open, s1_is_open, _ = batch.is_open.gather(1, slots).unbind(1)
    facts = Facts(batch.stack_size, batch.buffer_size > 0, s2_is_open, s1_is_open, batch.last)
    return allowed(facts, normal_form=normal_form, single_root=single_root)


def apply(batch: Batch, kinds: Tensor, labels: Tensor, *, conj: int, slots: Tensor | None = None) -> Batch:
    """The configurations after one transition in each row; rows that are finished stay as they are.

    Parameters
    ----------
    batch : Batch
        The configurations.
    kinds : Tensor, [N]
        The number of each row's transition.  It must be allowed there (see :func:`valid_transitions`);
        this is not checked.  Finished rows may have any.
    labels : Tensor, [N]
        The number of the label, for transitions that add an arc; others may have any.
    conj : int
        The number of the label ``conj``, which BubbleOpen gives to s2.
    slots : Tensor, [N, 4], optional
        The result of ``batch.slots()``, where the caller has it already.
    """
    slots = batch.slots() if slots is None else slots
    empty = batch.empty
    kinds = kinds.masked_fill(batch.finished, NO_KIND)
    _, s2, s1, b1 = slots.unbind(1)
    shifts, opens, closes = kinds == SHIFT, kinds == BUBBLE_OPEN, kinds == BUBBLE_CLOSE
    left, attaches, moves = kinds == LEFT_ARC, kinds == BUBBLE_ATTACH, kinds != NO_KIND
    adds_arc = moves & ~shifts & ~closes
    bubble = batch.lengths + 1 + batch.opened

    # Shift pushes b1; every other transition removes s1, and leaves s2 or what s2 has become on top.
    top = torch.where(shifts, b1, torch.where(opens, bubble, torch.where(moves, s2, s1)))
    stack_size = batch.stack_size + shifts.long() - (moves & ~shifts).long()
    stack = batch.stack.scatter(1, (stack_size + DEPTH - 1).unsqueeze(1), top.unsqueeze(1))
    # Writing s1 before the front does no harm where the buffer does not grow.
    buffer = batch.buffer.scatter(1, (batch.buffer_size + 1).unsqueeze(1), s1.unsqueeze(1))
    buffer_size = batch.buffer_size + closes.long() - shifts.long()

    head = torch.where(left, b1, torch.where(opens, bubble, s2))
    added = torch.stack([s1.masked_fill(~adds_arc, empty), s2.masked_fill(~opens, empty)], dim=1)
    names = torch.stack([labels, torch.full_like(labels, conj)], dim=1)
    is_open = batch.is_open.scatter(
        1, torch.where(opens, bubble, s1.masked_fill(~closes, empty)).unsqueeze(1), opens.unsqueeze(1)
    )
    is_open[:, empty] = False

    # The joined span runs from the left neighbour's first token to the right neighbour's last.
    lefts, rights = torch.where(left, s1, s2).unsqueeze(1), torch.where(left, b1, s1).unsqueeze(1)
    first, last = batch.projection.unbind(1)
    joined = torch.stack([first.gather(1, lefts), last.gather(1, rights)], dim=1)
    grown = head.masked_fill(~adds_arc, empty)
    filled = head.masked_fill(~(opens | attaches), empty)
    return Batch(
        lengths=batch.lengths,
        stack=stack,
        buffer=buffer,
        stack_size=stack_size,
        buffer_size=buffer_size,
        is_open=is_open,
        content=batch.content.scatter(2, _pair(filled), joined),
        projection=batch.projection.scatter(2, _pair(grown), joined),
        heads=batch.heads.scatter(1, added, head.unsqueeze(1).expand(-1, 2)),
        labels=batch.labels.scatter(1, added, names),
        opened=batch.opened + opens.long(),
        last=torch.where(moves, kinds, batch.last),
    )


def _pair(items: Tensor) -> Tensor:
    """[N] item numbers as the index of first and last token, [N, 2, 1]."""
    return items.view(-1, 1, 1).expand(-1, 2, 1)
