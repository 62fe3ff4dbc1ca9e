"""Rewriting any derivation into the one in normal form of the same tree.

A transition is *late* if normal form forbids it where it stands.  What it works on was ready earlier,
at some point m, and the transitions D since then have only worked on what lies above it on the stack,
leaving the stack as it was.  So

* a late RightArc, BubbleOpen or BubbleAttach t moves to point m:  ``D t`` becomes ``t D``;
* a late BubbleClose moves to point m and takes along what happens until its bubble, now at the front of
  the buffer, is shifted:  ``D BubbleClose E Shift`` becomes ``BubbleClose E Shift D``.  E works below
  the bubble on the stack and at or before it in the buffer, D above and after it, so they commute.

Either step keeps the tree.  D begins with a Shift: everything else that is allowed at m would change what lies
there on the stack.  So each step leaves the transitions before m as they are and puts something else in the place
of a Shift.  In the lexicographic order of derivations in which Shift comes last, each is therefore before the one
it was made of; there are finitely many of one length, so rewriting ends.  What cannot be rewritten is in normal
form.  The tests look at every step of rewriting every derivation of every short sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bubbletree.configuration import Configuration, TransitionKind
from bubbletree.derivation import trace
from bubbletree.transitions import Transition, valid_transitions

_MAKES_READY = {
    TransitionKind.RIGHT_ARC: (TransitionKind.SHIFT, TransitionKind.RIGHT_ARC),
    TransitionKind.BUBBLE_OPEN: (TransitionKind.SHIFT, TransitionKind.RIGHT_ARC),
    TransitionKind.BUBBLE_ATTACH: (TransitionKind.SHIFT, TransitionKind.RIGHT_ARC),
    TransitionKind.BUBBLE_CLOSE: (TransitionKind.BUBBLE_OPEN, TransitionKind.BUBBLE_ATTACH),
}
"""For each transition that can be late, those that put s1 into the state in which it finds it."""


def normalise(words: Iterable[str], transitions: Iterable[Transition]) -> tuple[Transition, ...]:
    """The derivation in normal form that yields the same tree.

    Parameters
    ----------
    words : iterable of str
        The sentence, without RT.
    transitions : iterable of Transition
        A complete derivation over it.

    Raises
    ------
    TransitionError, IncompleteDerivationError
        The transitions are not a complete derivation over the words. Examples
    --------
    Words 1 and 3 depend on RT, and 2 on 3; the first RightArc waits until 3 has its dependent:

    >>> from bubbletree import Transition, TransitionKind
    >>> shift, left = Transition(TransitionKind.SHIFT), Transition(TransitionKind.LEFT_ARC, "l")
    >>> right = Transition(TransitionKind.RIGHT_ARC, "r")
    >>> print(*normalise(["a", "b", "c"], [shift, shift, left, right, shift, right]))
    Shift RightArc(r) Shift LeftArc(l) Shift RightArc(r)
    """
    return list(rewritings(words, transitions))[-1]


def rewritings(words: Iterable[str], transitions: Iterable[Transition]) -> Iterator[tuple[Transition, ...]]:
    """A derivation, and what each step of rewriting makes of it; the last one is in normal form.

    Raises
    ------
    TransitionError, IncompleteDerivationError
        The transitions are not a complete derivation over the words.
    """
    sentence = Configuration.initial(words).words
    derivation = tuple(transitions)
    while True:
        configurations = list(trace(sentence, derivation))
        configurations[-1].tree()
        yield derivation
        late = _first_late(configurations, derivation)
        if late is None:
            return
        derivation = _moved_earlier(configurations, derivation, late)


def _first_late(configurations: Sequence[Configuration], derivation: Sequence[Transition]) -> int | None:
    for place, transition in enumerate(derivation):
        if transition.kind not in valid_transitions(configurations[place], normal_form=True):
            return place
    return None


def _moved_earlier(
    configurations: Sequence[Configuration], derivation: tuple[Transition, ...], late: int
) -> tuple[Transition, ...]:
    """One step of rewriting."""
    transition = derivation[late]
    height = configurations[late].stack_size
    ready = late
    while derivation[ready - 1].kind not in _MAKES_READY[transition.kind] or configurations[ready].stack_size != height:
        ready -= 1
    before, delay, after = derivation[:ready], derivation[ready:late], derivation[late + 1 :]
    if transition.kind is not TransitionKind.BUBBLE_CLOSE:
        return (*before, transition, *delay, *after)
    bubble = configurations[late].stack[-1]
    shifted = next(
        place
        for place in range(late + 1, len(derivation))
        if derivation[place].kind is TransitionKind.SHIFT and configurations[place].buffer[0] == bubble
    )
    return (
        *before,
        transition,
        *derivation[late + 1 : shifted + 1],
        *delay,
        *derivation[shifted + 1 :],
    )
