"""Derivations: they are run to the end, step by step, and stop with an error where they must not go on."""

from __future__ import annotations

import pickle

import pytest

from bubbletree import (
    BubbletreeError,
    Configuration,
    IncompleteDerivationError,
    Precondition,
    Transition,
    TransitionError,
    TransitionKind,
    apply,
    derive,
    trace,
)
from proofs_tests.support.enumeration import derivations, words

SHIFT = Transition(TransitionKind.SHIFT)
LEFT = Transition(TransitionKind.LEFT_ARC, "l")
RIGHT = Transition(TransitionKind.RIGHT_ARC, "r")
OPEN = Transition(TransitionKind.BUBBLE_OPEN, "o")
CLOSE = Transition(TransitionKind.BUBBLE_CLOSE)


def test_a_derivation_yields_its_tree() -> None:
    tree = derive(["a", "b"], [SHIFT, SHIFT, OPEN, CLOSE, SHIFT, RIGHT])
    assert tree.contents[3] == {1, 2}
    assert set(tree.arcs) == {(3, "conj", 1), (3, "o", 2), (0, "r", 3)}


def test_no_words_take_no_transitions() -> None:
    assert derive([], []).contents == (frozenset({0}),)
    with pytest.raises(TransitionError):
        derive([], [SHIFT])


def test_a_trace_begins_with_the_initial_configuration() -> None:
    transitions = [SHIFT, LEFT, SHIFT, RIGHT]
    configurations = list(trace(["a", "b"], iter(transitions)))
    assert configurations[0] == Configuration.initial(["a", "b"])
    assert len(configurations) == 5
    for before, transition, after in zip(configurations, transitions, configurations[1:], strict=False):
        assert apply(before, transition) == after
    assert configurations[-1].tree() == derive(["a", "b"], transitions)


def test_a_trace_is_lazy() -> None:
    steps = trace(["a", "b"], [SHIFT, LEFT, LEFT])
    assert next(steps).stack == (0,)
    assert next(steps).stack == (0, 1)
    assert next(steps).stack == (0,)
    with pytest.raises(TransitionError):
        next(steps)


@pytest.mark.parametrize(
    ("transitions", "step", "precondition"),
    [
        ([RIGHT], 1, Precondition.STACK_HOLDS_TWO),
        ([SHIFT, LEFT, LEFT], 3, Precondition.S1_IS_NOT_ROOT),
        ([SHIFT, SHIFT, SHIFT], 3, Precondition.BUFFER_NOT_EMPTY),
        ([SHIFT, LEFT, SHIFT, RIGHT, SHIFT], 5, Precondition.BUFFER_NOT_EMPTY),
    ],
)
def test_a_refusal_tells_the_step(transitions: list[Transition], step: int, precondition: Precondition) -> None:
    with pytest.raises(TransitionError, match=rf"^step {step}: .* is not allowed here: it requires that ") as refused:
        derive(["a", "b"], transitions)
    assert refused.value.step == step
    assert refused.value.precondition is precondition
    assert refused.value.transition is transitions[step - 1]
    assert refused.value.configuration == list(trace(["a", "b"], transitions[: step - 1]))[-1]
    assert pickle.loads(pickle.dumps(refused.value)).step == step


@pytest.mark.parametrize("transitions", [[], [SHIFT], [SHIFT, LEFT, SHIFT]])
def test_a_derivation_must_be_complete(transitions: list[Transition]) -> None:
    with pytest.raises(IncompleteDerivationError) as refused:
        derive(["a", "b"], transitions)
    assert isinstance(refused.value, BubbletreeError)
    assert not refused.value.configuration.is_terminal


def test_any_derivation_is_accepted_unless_told_otherwise() -> None:
    all_of_them = [steps for steps, _ in derivations(3)]
    in_normal_form = [steps for steps, _ in derivations(3, normal_form=True)]
    assert len(all_of_them) > len(in_normal_form)
    assert len({derive(words(3), steps) for steps in all_of_them}) == len(in_normal_form)


def test_options_hold_at_every_step() -> None:
    late = [SHIFT, SHIFT, SHIFT, LEFT, RIGHT]
    with pytest.raises(TransitionError) as refused:
        derive(words(4), late, normal_form=True)
    assert (refused.value.step, refused.value.precondition) == (5, Precondition.REDUCES_AT_ONCE)
    two_roots = [SHIFT, RIGHT, SHIFT, RIGHT]
    assert len(derive(words(2), two_roots).children(0)) == 2
    with pytest.raises(TransitionError) as refused:
        derive(words(2), two_roots, single_root=True)
    assert (refused.value.step, refused.value.precondition) == (2, Precondition.ROOT_COMES_LAST)
    with pytest.raises(TransitionError):
        list(trace(words(2), two_roots, single_root=True))
    with pytest.raises(TransitionError):
        list(trace(words(4), late, normal_form=True))
    assert len(list(trace(words(2), two_roots))) == len(two_roots) + 1
    assert len(list(trace(words(4), late))) == len(late) + 1


def test_long_derivations() -> None:
    n = 5_000
    tree = derive(words(n), [SHIFT] * n + [RIGHT] * n)
    assert tree.children(n - 1) == (n,)
    assert tree.children(0) == (1,)
