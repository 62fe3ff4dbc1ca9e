"""The six transitions of Bubble-Hybrid (Shi & Lee 2021, Table 1 and section 3.1).

:data:`RULES` states for each transition its preconditions, as data, and its effect, as a function; everything else
(which transitions are allowed, why one is refused, the table in the documentation) comes from it. Only this module
changes configurations: :func:`apply` is the only way from one configuration to the next.

Two restrictions can be added to Table 1. With both, every configuration can still reach a terminal one:

*Normal form.*  Bubble-Hybrid derives some trees in several ways, because a finished item may be
attached, or a complete bubble closed, at once or after its right neighbour is built.  In normal form
nothing is postponed: RightArc, BubbleOpen and BubbleAttach follow Shift or RightArc directly, and
BubbleClose follows BubbleOpen or BubbleAttach directly.  Derivations and trees are then in one-to-one
correspondence.

*Single root.*  RightArc onto RT is allowed only when nothing else is left, so that RT gets exactly
one child, as Universal Dependencies ask.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum

from bubbletree.configuration import Cell, Configuration, Item, TransitionKind, push
from bubbletree.errors import BubbletreeError
from bubbletree.span import Span
from bubbletree.tree import CONJ, ROOT, Arc


class Precondition(Enum):
    """A condition on the configuration for a transition; the value states it in words."""

    BUFFER_NOT_EMPTY = "the buffer holds at least one bubble"
    STACK_NOT_EMPTY = "the stack holds at least one bubble"
    STACK_HOLDS_TWO = "the stack holds at least two bubbles"
    S1_IS_OPEN = "s1 is an open bubble"
    S1_IS_NOT_OPEN = "s1 is not an open bubble"
    S2_IS_OPEN = "s2 is an open bubble"
    S2_IS_NOT_OPEN = "s2 is not an open bubble"
    B1_IS_NOT_OPEN = "b1 is not an open bubble"
    S1_IS_NOT_ROOT = "s1 is not RT"
    S2_IS_NOT_ROOT = "s2 is not RT"
    REDUCES_AT_ONCE = "normal form: the last transition was Shift or RightArc"
    CLOSES_AT_ONCE = "normal form: the last transition was BubbleOpen or BubbleAttach"
    ROOT_COMES_LAST = "single root: RT takes a child only when nothing else is on the stack or in the buffer"


class TransitionError(BubbletreeError, ValueError):
    """A transition was refused.

    Attributes
    ----------
    configuration : Configuration
        The configuration, unchanged.
    transition : Transition
        The transition refused.
    precondition : Precondition
        The first precondition that fails.
    step : int or None
        The number of the transition in its derivation, counting from 1; None outside a derivation.
    """

    def __init__(
        self,
        configuration: Configuration,
        transition: Transition,
        precondition: Precondition,
        step: int | None = None,
    ) -> None:
        where = "" if step is None else f"step {step}: "
        super().__init__(f"{where}{transition} is not allowed here: it requires that {precondition.value}")
        self.configuration = configuration
        self.transition = transition
        self.precondition = precondition
        self.step = step


class LabelError(BubbletreeError, ValueError):
    """A transition that adds an arc has no label, or a transition that adds none has one.

    Attributes
    ----------
    kind : TransitionKind
        The kind of transition.
    label : object
        The label given.
    """

    def __init__(self, kind: TransitionKind, label: object) -> None:
        wanted = "needs a label (a string)" if kind.takes_label else "takes no label"
        super().__init__(f"{kind.value} {wanted}, not {label!r}")
        self.kind = kind
        self.label = label


@dataclass(frozen=True, slots=True)
class Transition:
    """A transition: its kind and, where it adds an arc, the label of that arc.

    Parameters
    ----------
    kind : TransitionKind
        Which of the six it is.
    label : str, optional
        The label of the new arc; None for Shift and BubbleClose.

    Raises
    ------
    LabelError
        The label is missing, or given where there must be none.

    Examples
    --------
    >>> print(Transition(TransitionKind.LEFT_ARC, "nsubj"), Transition(TransitionKind.SHIFT))
    LeftArc(nsubj) Shift
    """

    kind: TransitionKind
    label: str | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.kind, TransitionKind):
            raise TypeError(f"the kind of a transition must be a TransitionKind, not {self.kind!r}")
        if self.kind.takes_label != isinstance(self.label, str) or not (
            self.label is None or isinstance(self.label, str)
        ):
            raise LabelError(self.kind, self.label)

    def __str__(self) -> str:
        return self.kind.value if self.label is None else f"{self.kind.value}({self.label})"


@dataclass(frozen=True, slots=True)
class Rule:
    """One row of Table 1."""

    kind: TransitionKind
    preconditions: tuple[Precondition, ...]
    normal_form: tuple[Precondition, ...]
    """Preconditions that normal form adds to Table 1."""
    single_root: tuple[Precondition, ...]
    """Preconditions that a single root adds to Table 1."""
    effect: Callable[[Configuration, str], Configuration]
    """The next configuration, provided that the preconditions hold."""


def valid_transitions(
    configuration: Configuration, normal_form: bool = False, single_root: bool = False
) -> tuple[TransitionKind, ...]:
    """The kinds of transition allowed in a configuration, in the order of :class:`TransitionKind`.

    The result is empty exactly if the configuration is terminal.

    Parameters
    ----------
    configuration : Configuration
        Where the parser is.
    normal_form : bool
        Allow only what leads to derivations in normal form; no tree is lost.
    single_root : bool
        Give RT exactly one child.

    Examples
    --------
    >>> [kind.value for kind in valid_transitions(Configuration.initial(["tea"]))]
    ['Shift']
    """
    return tuple(kind for kind in RULES if _first_failing(RULES[kind], configuration, normal_form, single_root) is None)


def apply(
    configuration: Configuration, transition: Transition, normal_form: bool = False, single_root: bool = False
) -> Configuration:
    """The configuration that a transition leads to.

    Parameters
    ----------
    configuration : Configuration
        Where the parser is.
    transition : Transition
        The step to take.
    normal_form, single_root : bool
        As for :func:`valid_transitions`.

    Raises
    ------
    TransitionError
        A precondition fails; the error names the first that does.

    Examples
    --------
    >>> apply(Configuration.initial(["tea"]), Transition(TransitionKind.SHIFT)).stack
    (0, 1)
    """
    rule = RULES[transition.kind]
    failing = _first_failing(rule, configuration, normal_form, single_root)
    if failing is not None:
        raise TransitionError(configuration, transition, failing)
    return replace(rule.effect(configuration, transition.label or ""), last=transition.kind)


def _first_failing(
    rule: Rule, configuration: Configuration, normal_form: bool, single_root: bool
) -> Precondition | None:
    required = rule.preconditions
    if normal_form:
        required += rule.normal_form
    if single_root:
        required += rule.single_root
    for precondition in required:
        if not _HOLDS[precondition](configuration):
            return precondition
    return None


def _stack_top(configuration: Configuration) -> tuple[Item, Cell[Item] | None]:
    cell = configuration.stack_items
    assert cell is not None, "the preconditions of the rule ask for a non-empty stack"
    return cell.value, cell.rest


def _stack_top_two(configuration: Configuration) -> tuple[Item, Item, Cell[Item] | None]:
    """s2, s1 and the rest of the stack."""
    s1, below = _stack_top(configuration)
    assert below is not None, "the preconditions of the rule ask for two items on the stack"
    return below.value, s1, below.rest


def _buffer_front(configuration: Configuration) -> tuple[Item, Cell[Item] | None]:
    cell = configuration.buffer_items
    assert cell is not None, "the preconditions of the rule ask for a non-empty buffer"
    return cell.value, cell.rest


def _joined(left: Item, right: Item) -> Span:
    """psi(left) and psi(right) together: neighbours, so a span."""
    return Span(left.projection.first, right.projection.last)


def _shift(c: Configuration, label: str) -> Configuration:
    """Move b1 onto the stack.

    Precondition: the buffer is not empty.
    Effect: (sigma, b1|beta) becomes (sigma|b1, beta).
    Preserves: the order of all items from the bottom of the stack to the end of the buffer.
    """
    b1, buffer = _buffer_front(c)
    return replace(c, stack_items=push(b1, c.stack_items), buffer_items=buffer)


def _left_arc(c: Configuration, label: str) -> Configuration:
    """Attach s1 to b1.

    Precondition: s1 and b1 exist and are not open; s1 is not RT.
    Effect: (sigma|s1, b1|beta, A) becomes (sigma, b1|beta, A + (b1, label, s1)).
    Preserves: projections of items are consecutive; s1 and b1 were neighbours.
    """
    s1, stack = _stack_top(c)
    b1, buffer = _buffer_front(c)
    return replace(
        c,
        stack_items=stack,
        buffer_items=push(b1._replace(projection=_joined(s1, b1)), buffer),
        arcs_so_far=push(Arc(b1.bubble, label, s1.bubble), c.arcs_so_far),
    )


def _right_arc(c: Configuration, label: str) -> Configuration:
    """Attach s1 to s2.

    Precondition: s1 and s2 exist and are not open.
    Effect: (sigma|s2|s1, A) becomes (sigma|s2, A + (s2, label, s1)).
    Preserves: projections of items are consecutive; s2 and s1 were neighbours.
    """
    s2, s1, stack = _stack_top_two(c)
    return replace(
        c,
        stack_items=push(s2._replace(projection=_joined(s2, s1)), stack),
        arcs_so_far=push(Arc(s2.bubble, label, s1.bubble), c.arcs_so_far),
    )


def _bubble_open(c: Configuration, label: str) -> Configuration:
    """Put s2 and s1 into a new open bubble alpha, s2 as its first conjunct.

    Precondition: s1 and s2 exist and are not open; s2 is not RT.
    Effect: (sigma|s2|s1, A, O) becomes (sigma|alpha, A + (alpha, conj, s2) + (alpha, label, s1), O + alpha)
    with phi(alpha) = psi(s2) + psi(s1).
    Preserves: contents are consecutive and contain the projections of their internal children properly.
    """
    s2, s1, stack = _stack_top_two(c)
    bubble = len(c.words) + 1 + c.opened
    inside = _joined(s2, s1)
    arcs = push(Arc(bubble, CONJ, s2.bubble), c.arcs_so_far)
    return replace(
        c,
        stack_items=push(Item(bubble, inside, inside, is_open=True), stack),
        arcs_so_far=push(Arc(bubble, label, s1.bubble), arcs),
        opened=c.opened + 1,
    )


def _bubble_attach(c: Configuration, label: str) -> Configuration:
    """Absorb s1 into the open bubble s2.

    Precondition: s1 and s2 exist; s2 is open and s1 is not.
    Effect: (sigma|s2|s1, A) becomes (sigma|s2, A + (s2, label, s1)) with psi(s1) added to phi(s2).
    Preserves: contents are consecutive and contain the projections of their internal children properly.
    """
    s2, s1, stack = _stack_top_two(c)
    inside = _joined(s2, s1)
    return replace(
        c,
        stack_items=push(s2._replace(content=inside, projection=inside), stack),
        arcs_so_far=push(Arc(s2.bubble, label, s1.bubble), c.arcs_so_far),
    )


def _bubble_close(c: Configuration, label: str) -> Configuration:
    """Close the open bubble s1 and move it to the front of the buffer.

    Precondition: s1 exists and is open.
    Effect: (sigma|s1, beta, O) becomes (sigma, s1|beta, O - s1).
    Preserves: the order of all items; from here on phi(s1) never changes.
    """
    s1, stack = _stack_top(c)
    closed = s1._replace(is_open=False)
    return replace(c, stack_items=stack, buffer_items=push(closed, c.buffer_items), closed=push(closed, c.closed))


def _is_open(item: Item | None) -> bool:
    return item is not None and item.is_open


def _is_not_open(item: Item | None) -> bool:
    return item is not None and not item.is_open


def _is_not_root(item: Item | None) -> bool:
    return item is not None and item.bubble != ROOT


def _root_comes_last(c: Configuration) -> bool:
    s2 = c.stack_item(2)
    return s2 is None or s2.bubble != ROOT or (c.stack_size == 2 and c.buffer_size == 0)


_HOLDS: dict[Precondition, Callable[[Configuration], bool]] = {
    Precondition.BUFFER_NOT_EMPTY: lambda c: c.buffer_size >= 1,
    Precondition.STACK_NOT_EMPTY: lambda c: c.stack_size >= 1,
    Precondition.STACK_HOLDS_TWO: lambda c: c.stack_size >= 2,
    Precondition.S1_IS_OPEN: lambda c: _is_open(c.stack_item(1)),
    Precondition.S1_IS_NOT_OPEN: lambda c: _is_not_open(c.stack_item(1)),
    Precondition.S2_IS_OPEN: lambda c: _is_open(c.stack_item(2)),
    Precondition.S2_IS_NOT_OPEN: lambda c: _is_not_open(c.stack_item(2)),
    Precondition.B1_IS_NOT_OPEN: lambda c: _is_not_open(c.buffer_item(1)),
    Precondition.S1_IS_NOT_ROOT: lambda c: _is_not_root(c.stack_item(1)),
    Precondition.S2_IS_NOT_ROOT: lambda c: _is_not_root(c.stack_item(2)),
    Precondition.REDUCES_AT_ONCE: lambda c: c.last in (TransitionKind.SHIFT, TransitionKind.RIGHT_ARC),
    Precondition.CLOSES_AT_ONCE: lambda c: c.last in (TransitionKind.BUBBLE_OPEN, TransitionKind.BUBBLE_ATTACH),
    Precondition.ROOT_COMES_LAST: _root_comes_last,
}

_RULES = (
    Rule(
        kind=TransitionKind.SHIFT,
        preconditions=(Precondition.BUFFER_NOT_EMPTY,),
        normal_form=(),
        single_root=(),
        effect=_shift,
    ),
    Rule(
        kind=TransitionKind.LEFT_ARC,
        preconditions=(
            Precondition.STACK_NOT_EMPTY,
            Precondition.BUFFER_NOT_EMPTY,
            Precondition.S1_IS_NOT_OPEN,
            Precondition.B1_IS_NOT_OPEN,
            Precondition.S1_IS_NOT_ROOT,
        ),
        normal_form=(),
        single_root=(),
        effect=_left_arc,
    ),
    Rule(
        kind=TransitionKind.RIGHT_ARC,
        preconditions=(Precondition.STACK_HOLDS_TWO, Precondition.S1_IS_NOT_OPEN, Precondition.S2_IS_NOT_OPEN),
        normal_form=(Precondition.REDUCES_AT_ONCE,),
        single_root=(Precondition.ROOT_COMES_LAST,),
        effect=_right_arc,
    ),
    Rule(
        kind=TransitionKind.BUBBLE_OPEN,
        preconditions=(
            Precondition.STACK_HOLDS_TWO,
            Precondition.S1_IS_NOT_OPEN,
            Precondition.S2_IS_NOT_OPEN,
            Precondition.S2_IS_NOT_ROOT,
        ),
        normal_form=(Precondition.REDUCES_AT_ONCE,),
        single_root=(),
        effect=_bubble_open,
    ),
    Rule(
        kind=TransitionKind.BUBBLE_ATTACH,
        preconditions=(Precondition.STACK_HOLDS_TWO, Precondition.S1_IS_NOT_OPEN, Precondition.S2_IS_OPEN),
        normal_form=(Precondition.REDUCES_AT_ONCE,),
        single_root=(),
        effect=_bubble_attach,
    ),
    Rule(
        kind=TransitionKind.BUBBLE_CLOSE,
        preconditions=(Precondition.STACK_NOT_EMPTY, Precondition.S1_IS_OPEN),
        normal_form=(Precondition.CLOSES_AT_ONCE,),
        single_root=(),
        effect=_bubble_close,
    ),
)

RULES: dict[TransitionKind, Rule] = {rule.kind: rule for rule in _RULES}
"""Table 1: for each kind of transition, in order, its preconditions and its effect."""
