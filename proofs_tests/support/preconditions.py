"""The preconditions of Table 1, one by one: which can be the only one to fail, and rules without one of them."""

from __future__ import annotations

from dataclasses import replace

from bubbletree.configuration import TransitionKind
from bubbletree.transitions import RULES, Precondition, Rule


def preconditions(rule: Rule) -> tuple[Precondition, ...]:
    """All that a row of Table 1 asks for, those of the two options included."""
    return rule.preconditions + rule.normal_form + rule.single_root


def without(rule: Rule, dropped: Precondition) -> Rule:
    """A row of Table 1 with one precondition less."""
    assert dropped in preconditions(rule)

    def rest(required: tuple[Precondition, ...]) -> tuple[Precondition, ...]:
        return tuple(precondition for precondition in required if precondition is not dropped)

    return replace(
        rule,
        preconditions=rest(rule.preconditions),
        normal_form=rest(rule.normal_form),
        single_root=rest(rule.single_root),
    )


EVERY = [(kind, precondition) for kind, rule in RULES.items() for precondition in preconditions(rule)]
"""All of them, with the transitions that they belong to."""

NEVER_FAIL = [
    (TransitionKind.LEFT_ARC, Precondition.STACK_NOT_EMPTY),
    (TransitionKind.LEFT_ARC, Precondition.B1_IS_NOT_OPEN),
    (TransitionKind.BUBBLE_CLOSE, Precondition.STACK_NOT_EMPTY),
]
"""RT never leaves the stack, and what is in the buffer is not open (``idle_preconditions`` in Statements.v)."""

PRESENCE = [
    (TransitionKind.SHIFT, Precondition.BUFFER_NOT_EMPTY),
    (TransitionKind.LEFT_ARC, Precondition.BUFFER_NOT_EMPTY),
    (TransitionKind.RIGHT_ARC, Precondition.STACK_HOLDS_TWO),
    (TransitionKind.BUBBLE_OPEN, Precondition.STACK_HOLDS_TWO),
    (TransitionKind.BUBBLE_ATTACH, Precondition.STACK_HOLDS_TWO),
]
"""These ask for an item.  Where there is none, nothing can be said of it; an implementation may fail as it likes."""

TELLING = [pair for pair in EVERY if pair not in NEVER_FAIL + PRESENCE]
"""The others.  Each can be the only one to fail, and without it the system allows what it should not."""
