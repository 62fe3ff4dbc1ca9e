"""Bubble-Hybrid's preconditions on tensors, and the numbers of transitions, states and slots.

The preconditions of Table 1 (Shi & Lee 2021) and of the two restrictions of :mod:`bubbletree.transitions` depend on
a few facts about a configuration.  :func:`allowed` evaluates them for many configurations at once: those of N parsers
that step together, or all configurations along gold derivations.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from bubbletree import TransitionKind

KINDS: tuple[TransitionKind, ...] = tuple(TransitionKind)
"""The transitions by number."""

SHIFT, LEFT_ARC, RIGHT_ARC, BUBBLE_OPEN, BUBBLE_ATTACH, BUBBLE_CLOSE = range(len(KINDS))
NO_KIND = len(KINDS)
"""The number for "no transition": before the first one, and after the last."""

SINGLETON, OPEN, CLOSED = range(3)
"""The states of a bubble, for each of which the indicator of section 4 has a vector."""

S3, S2, S1, B1 = range(4)
"""The columns of slots, the items that scores depend on: three from the top of the stack, the front of the buffer."""


class Facts(NamedTuple):
    """What the preconditions depend on, for configurations arranged in any shape.

    Attributes
    ----------
    stack_size : Tensor of int64
        The number of items on the stack, RT among them.
    has_buffer, s2_is_open, s1_is_open : Tensor of bool
        Whether the buffer holds anything; whether s2 and s1 are open bubbles (false where they are absent).
    last : Tensor of int64
        The number of the last transition, NO_KIND at the start.
    """

    stack_size: Tensor
    has_buffer: Tensor
    s2_is_open: Tensor
    s1_is_open: Tensor
    last: Tensor


def allowed(facts: Facts, *, normal_form: bool, single_root: bool) -> Tensor:
    """Which transitions are allowed: truth values in the order of ``KINDS``, in one more dimension of size 6.

    A terminal configuration allows none, and every other one allows some.

    Examples
    --------
    >>> no, yes = torch.tensor(False), torch.tensor(True)
    >>> start = Facts(torch.tensor(1), has_buffer=yes, s2_is_open=no, s1_is_open=no, last=torch.tensor(NO_KIND))
    >>> [kind.value for kind, on in zip(KINDS, allowed(start, normal_form=True, single_root=True)) if on]
    ['Shift']
    """
    stack_size, has_buffer, s2_is_open, s1_is_open, last = facts
    has_two = stack_size >= 2
    s2_is_root = stack_size == 2  # RT never leaves the bottom of the stack
    movable = has_two & ~s1_is_open
    reducible, closable = movable, s1_is_open
    if normal_form:
        reducible = reducible & ((last == SHIFT) | (last == RIGHT_ARC))
        closable = closable & ((last == BUBBLE_OPEN) | (last == BUBBLE_ATTACH))
    joinable = reducible & ~s2_is_open
    right_arc = joinable & ~(s2_is_root & has_buffer) if single_root else joinable
    by_kind = {
        SHIFT: has_buffer,
        LEFT_ARC: movable & has_buffer,
        RIGHT_ARC: right_arc,
        BUBBLE_OPEN: joinable & ~s2_is_root,
        BUBBLE_ATTACH: reducible & s2_is_open,
        BUBBLE_CLOSE: closable,
    }
    return torch.stack([by_kind[number] for number in range(len(KINDS))], dim=-1)
