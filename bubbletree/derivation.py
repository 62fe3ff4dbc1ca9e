"""Running sequences of transitions (Shi & Lee 2021, section 3.2: valid transition sequences)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from bubbletree.configuration import Configuration
from bubbletree.transitions import Transition, TransitionError, apply
from bubbletree.tree import BubbleTree


def trace(
    words: Iterable[str],
    transitions: Iterable[Transition],
    normal_form: bool = False,
    single_root: bool = False,
) -> Iterator[Configuration]:
    """The configurations of a derivation, from the initial one on, one at a time.

    Parameters
    ----------
    words : iterable of str
        The sentence, without RT.
    transitions : iterable of Transition
        The steps to take.
    normal_form, single_root : bool
        As for :func:`bubbletree.valid_transitions`.

    Raises
    ------
    TransitionError
        A transition is not allowed where it stands; the error carries its number as ``step``.

    Examples
    --------
    >>> from bubbletree import Transition, TransitionKind
    >>> list(trace(["tea"], [Transition(TransitionKind.SHIFT)]))
    [<Configuration [RT] [tea]>, <Configuration [RT tea] []>]
    """
    configuration = Configuration.initial(words)
    yield configuration
    for step, transition in enumerate(transitions, start=1):
        try:
            configuration = apply(configuration, transition, normal_form, single_root)
        except TransitionError as refused:
            raise TransitionError(refused.configuration, transition, refused.precondition, step) from None
        yield configuration


def derive(
    words: Iterable[str],
    transitions: Iterable[Transition],
    normal_form: bool = False,
    single_root: bool = False,
) -> BubbleTree:
    """The bubble tree that a complete derivation yields.

    Parameters
    ----------
    words, transitions, normal_form, single_root
        As for :func:`trace`.

    Raises
    ------
    TransitionError
        A transition is not allowed at its place; the field ``step`` of the error has its number.
        IncompleteDerivationError The sequence ends before a terminal configuration.

    Examples
    --------
    >>> from bubbletree import Transition, TransitionKind
    >>> derive(["tea"], [Transition(TransitionKind.SHIFT), Transition(TransitionKind.RIGHT_ARC, "root")])
    BubbleTree(['tea'], [{0}, {1}], [(0, 'root', 1)])
    """
    [last] = deque(trace(words, transitions, normal_form, single_root), maxlen=1)
    return last.tree()
