"""The rules of Bubble-Hybrid for N configurations at once.

The counterpart of :mod:`bubbletree.transitions`.  Both preconditions and effects are looked up in tables, so that a
step of N parsers is a small, fixed number of tensor operations.

*Preconditions.*  They depend on few facts (:class:`neural.batched.rules.Facts`).  A table has the answer of
:func:`allowed` for every combination.

*Effects.*  Every transition changes the number of items on stack and buffer, and gives some items a :class:`Role`.
Once the roles are looked up, all transitions are the same few writes.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache

import torch
from torch import Tensor

from bubbletree import TransitionKind
from neural.batched.rules import B1, KINDS, NO_KIND, S1, S2, Facts, allowed
from neural.batched.state import DEPTH, Batch


class Role(IntEnum):
    """What a transition can do with an item."""

    TOP = 0
    """On top of the stack afterwards."""
    HEAD = 1
    """The governor of DEPENDENT and CONJUNCT."""
    DEPENDENT = 2
    """Given an arc with the label chosen."""
    CONJUNCT = 3
    """Given an arc ``conj``."""
    LEFT = 4
    """The left one of two neighbours that are joined."""
    RIGHT = 5
    """The right one."""
    GROWN = 6
    """Given the joined span as its projection."""
    FILLED = 7
    """Given the joined span as its content."""
    OPENED = 8
    """Open afterwards."""
    CLOSED = 9
    """Not open afterwards."""


NEW, NOBODY = 4, 5
"""The candidates for roles that are not slots: the bubble that BubbleOpen makes, and nobody."""

ROLES: dict[TransitionKind, dict[Role, int]] = {
    TransitionKind.SHIFT: {Role.TOP: B1},
    TransitionKind.LEFT_ARC: {
        Role.TOP: S2, Role.HEAD: B1, Role.DEPENDENT: S1, Role.LEFT: S1, Role.RIGHT: B1, Role.GROWN: B1,
    },
    TransitionKind.RIGHT_ARC: {
        Role.TOP: S2, Role.HEAD: S2, Role.DEPENDENT: S1, Role.LEFT: S2, Role.RIGHT: S1, Role.GROWN: S2,
    },
    TransitionKind.BUBBLE_OPEN: {
        Role.TOP: NEW, Role.HEAD: NEW, Role.DEPENDENT: S1, Role.CONJUNCT: S2,
        Role.LEFT: S2, Role.RIGHT: S1, Role.GROWN: NEW, Role.FILLED: NEW, Role.OPENED: NEW,
    },
    TransitionKind.BUBBLE_ATTACH: {
        Role.TOP: S2, Role.HEAD: S2, Role.DEPENDENT: S1,
        Role.LEFT: S2, Role.RIGHT: S1, Role.GROWN: S2, Role.FILLED: S2,
    },
    TransitionKind.BUBBLE_CLOSE: {Role.TOP: S2, Role.CLOSED: S1},
}  # fmt: skip
"""Who plays which role.  A role left out is played by nobody: its writes go to column ``empty``."""

SIZES: dict[TransitionKind, tuple[int, int, int]] = {
    TransitionKind.SHIFT: (+1, -1, 0),
    TransitionKind.LEFT_ARC: (-1, 0, 0),
    TransitionKind.RIGHT_ARC: (-1, 0, 0),
    TransitionKind.BUBBLE_OPEN: (-1, 0, +1),
    TransitionKind.BUBBLE_ATTACH: (-1, 0, 0),
    TransitionKind.BUBBLE_CLOSE: (-1, +1, 0),
}
"""By how much stack, buffer and the number of bubbles opened grow."""


@cache
def _casting(device: torch.device) -> Tensor:
    """``ROLES`` as a table, [7, roles]; in the row NO_KIND, s1 stays on top and nothing else happens."""
    casts = [*(ROLES[kind] for kind in KINDS), {Role.TOP: S1}]
    return torch.tensor([[cast.get(role, NOBODY) for role in Role] for cast in casts], device=device)


@cache
def _growth(device: torch.device) -> Tensor:
    """``SIZES`` as a table, [7, 3]."""
    return torch.tensor([*(SIZES[kind] for kind in KINDS), (0, 0, 0)], device=device)


_FACTS = (4, 2, 2, 2, NO_KIND + 1)
"""How many values each fact can have; all stacks of three items or more count as one value."""


@cache
def allowed_by_facts(normal_form: bool, single_root: bool, device: torch.device) -> Tensor:
    """What is allowed under each combination of facts, [combinations, 6].

    The number of a combination has the facts in the order of :class:`neural.batched.rules.Facts`, the last one fastest.
    """
    values = [torch.arange(count, device=device) for count in _FACTS]
    stack_size, has_buffer, s2_is_open, s1_is_open, last = torch.cartesian_prod(*values).unbind(1)
    facts = Facts(stack_size, has_buffer.bool(), s2_is_open.bool(), s1_is_open.bool(), last)
    return allowed(facts, normal_form=normal_form, single_root=single_root)


def valid_transitions(batch: Batch, slots: Tensor, *, normal_form: bool, single_root: bool) -> Tensor:
    """Which transitions are allowed in each row: truth values, [N, 6], in the order of ``TransitionKind``.

    Rows that are finished allow none.

    Parameters
    ----------
    batch : Batch
        The configurations.
    slots : Tensor, [N, 4]
        The result of ``batch.slots()``.
    normal_form, single_root : bool
        The restrictions of :func:`bubbletree.valid_transitions`.
    """
    s2_is_open, s1_is_open = batch.is_open.gather(1, slots[:, S2 : S1 + 1]).unbind(1)
    facts = (batch.stack_size.clamp(max=_FACTS[0] - 1), batch.buffer_size > 0, s2_is_open, s1_is_open, batch.last)
    code = facts[0]
    for fact, values in zip(facts[1:], _FACTS[1:], strict=True):
        code = code * values + fact
    return allowed_by_facts(normal_form, single_root, slots.device).index_select(0, code)


def apply_(batch: Batch, slots: Tensor, kinds: Tensor, labels: Tensor, *, conj: int) -> None:
    """Make one transition in each row, in place; rows that are finished stay as they are.

    Parameters
    ----------
    batch : Batch
        The configurations, which change.
    slots : Tensor, [N, 4]
        The result of ``batch.slots()``.
    kinds : Tensor, [N]
        The number of each row's transition.  It must be allowed there (see :func:`valid_transitions`);
        this is not checked.  Finished rows may have any.
    labels : Tensor, [N]
        The number of the label, for transitions that add an arc; others may have any.
    conj : int
        The number of the label ``conj``, which BubbleOpen gives to s2.
    """
    finished = batch.finished
    kinds = kinds.masked_fill(finished, NO_KIND)
    candidates = torch.cat([slots, batch.next_bubble.unsqueeze(1), torch.full_like(slots[:, :1], batch.empty)], dim=1)
    items = candidates.gather(1, _casting(slots.device).index_select(0, kinds))

    def playing(first: Role, last: Role | None = None) -> Tensor:
        """The items in one role, [N, 1], or in several that follow each other."""
        return items[:, first : (first if last is None else last) + 1]

    # s1 is written before the front of the buffer, where it counts only if the buffer grows.
    batch.buffer.scatter_(1, batch.sizes[:, 1:2] + 1, slots[:, S1 : S1 + 1])
    batch.sizes.add_(_growth(slots.device).index_select(0, kinds))
    batch.stack.scatter_(1, batch.sizes[:, :1] + (DEPTH - 1), playing(Role.TOP))
    batch.last.copy_(torch.where(finished, batch.last, kinds))

    batch.heads.scatter_(1, playing(Role.DEPENDENT, Role.CONJUNCT), playing(Role.HEAD).expand(-1, 2))
    batch.labels.scatter_(1, playing(Role.DEPENDENT), labels.unsqueeze(1))
    batch.labels.scatter_(1, playing(Role.CONJUNCT), conj)
    batch.is_open.scatter_(1, playing(Role.OPENED), True)
    batch.is_open.scatter_(1, playing(Role.CLOSED), False)
    batch.is_open[:, batch.empty] = False

    # The joined span runs from the left neighbour's first token to the right neighbour's last.
    joined = batch.projection.gather(2, playing(Role.LEFT, Role.RIGHT).unsqueeze(2))
    batch.projection.scatter_(2, playing(Role.GROWN).unsqueeze(2).expand(-1, 2, 1), joined)
    batch.content.scatter_(2, playing(Role.FILLED).unsqueeze(2).expand(-1, 2, 1), joined)
