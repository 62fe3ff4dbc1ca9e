"""The six transitions: Table 1 to the letter, errors that name the precondition, and values that never change."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bubbletree import (
    BubbletreeError,
    Configuration,
    IncompleteDerivationError,
    LabelError,
    Precondition,
    Transition,
    TransitionError,
    TransitionKind,
    apply,
    valid_transitions,
)
from bubbletree.configuration import Item
from bubbletree.span import Span
from bubbletree.transitions import RULES
from proofs_tests.support.brute import TABLE_1, SetConfiguration, allowed
from proofs_tests.support.enumeration import OPTIONS, plain, words
from proofs_tests.support.reference import assert_same

K = TransitionKind
P = Precondition


def run(n: int, letters: str) -> Configuration:
    """The configuration after transitions given by letters: S, L, R, O(pen), A(ttach), C(lose)."""
    kinds = dict(zip("SLROAC", TransitionKind, strict=True))
    configuration = Configuration.initial(words(n))
    for letter in letters:
        configuration = apply(configuration, plain(kinds[letter]))
    return configuration


@pytest.mark.parametrize(("normal_form", "single_root"), OPTIONS)
@given(n=st.integers(0, 12), seed=st.integers(0, 2**32))
@settings(max_examples=settings().max_examples // 2)
def test_a_random_walk_agrees_with_the_definition_at_every_step(
    n: int, seed: int, normal_form: bool, single_root: bool
) -> None:
    rng = random.Random(seed)
    configuration, reference = Configuration.initial(words(n)), SetConfiguration.initial(n)
    last: str | None = None
    while True:
        assert_same(configuration, reference)
        kinds = valid_transitions(configuration, normal_form, single_root)
        assert [kind.value for kind in kinds] == allowed(
            reference, last, normal_form=normal_form, single_root=single_root
        )
        if not kinds:
            break
        transition = plain(rng.choice(kinds), rng.choice("ab"))
        configuration = apply(configuration, transition, normal_form, single_root)
        reference = reference.step(transition.kind.value, transition.label or "")
        last = transition.kind.value
        assert configuration.last is transition.kind
    assert configuration.is_terminal


def test_the_rules_are_those_of_table_1_in_order() -> None:
    assert [kind.value for kind in RULES] == list(TABLE_1)
    assert list(RULES) == list(TransitionKind)
    assert all(rule.kind is kind for kind, rule in RULES.items())


def test_the_first_configuration_comes_from_no_transition() -> None:
    assert Configuration.initial(words(1)).last is None


def test_which_transitions_add_an_arc() -> None:
    assert [kind for kind in K if not kind.takes_label] == [K.SHIFT, K.BUBBLE_CLOSE]


REFUSALS: list[tuple[int, str, TransitionKind, tuple[bool, bool], Precondition]] = [
    (0, "", K.SHIFT, (False, False), P.BUFFER_NOT_EMPTY),
    (1, "S", K.LEFT_ARC, (False, False), P.BUFFER_NOT_EMPTY),
    (3, "SSO", K.LEFT_ARC, (False, False), P.S1_IS_NOT_OPEN),
    (1, "", K.LEFT_ARC, (False, False), P.S1_IS_NOT_ROOT),
    (1, "", K.RIGHT_ARC, (False, False), P.STACK_HOLDS_TWO),
    (2, "SSO", K.RIGHT_ARC, (False, False), P.S1_IS_NOT_OPEN),
    (3, "SSOS", K.RIGHT_ARC, (False, False), P.S2_IS_NOT_OPEN),
    (1, "", K.BUBBLE_OPEN, (False, False), P.STACK_HOLDS_TWO),
    (3, "SSO", K.BUBBLE_OPEN, (False, False), P.S1_IS_NOT_OPEN),
    (3, "SSOS", K.BUBBLE_OPEN, (False, False), P.S2_IS_NOT_OPEN),
    (1, "S", K.BUBBLE_OPEN, (False, False), P.S2_IS_NOT_ROOT),
    (1, "", K.BUBBLE_ATTACH, (False, False), P.STACK_HOLDS_TWO),
    (4, "SSOSSO", K.BUBBLE_ATTACH, (False, False), P.S1_IS_NOT_OPEN),
    (2, "SS", K.BUBBLE_ATTACH, (False, False), P.S2_IS_OPEN),
    (1, "S", K.BUBBLE_CLOSE, (False, False), P.S1_IS_OPEN),
    (0, "", K.BUBBLE_CLOSE, (False, False), P.S1_IS_OPEN),
    (3, "SSL", K.RIGHT_ARC, (True, False), P.REDUCES_AT_ONCE),
    (4, "SSSL", K.BUBBLE_OPEN, (True, False), P.REDUCES_AT_ONCE),
    (5, "SSOSSL", K.BUBBLE_ATTACH, (True, False), P.REDUCES_AT_ONCE),
    (4, "SSOSL", K.BUBBLE_CLOSE, (True, False), P.CLOSES_AT_ONCE),
    (2, "S", K.RIGHT_ARC, (False, True), P.ROOT_COMES_LAST),
    (2, "S", K.RIGHT_ARC, (True, True), P.ROOT_COMES_LAST),
    (1, "", K.RIGHT_ARC, (True, True), P.STACK_HOLDS_TWO),
]


@pytest.mark.parametrize(("n", "letters", "kind", "options", "precondition"), REFUSALS)
def test_a_refusal_names_the_precondition_that_fails(
    n: int, letters: str, kind: TransitionKind, options: tuple[bool, bool], precondition: Precondition
) -> None:
    configuration = run(n, letters)
    assert kind not in valid_transitions(configuration, *options)
    transition = plain(kind)
    with pytest.raises(TransitionError) as refused:
        apply(configuration, transition, *options)
    error = refused.value
    assert error.precondition is precondition
    assert error.transition == transition
    assert error.configuration is configuration
    assert error.step is None
    assert str(error) == f"{transition} is not allowed here: it requires that {precondition.value}"
    assert isinstance(error, BubbletreeError)
    twin = pickle.loads(pickle.dumps(error))
    assert (twin.precondition, twin.transition, twin.configuration) == (precondition, transition, configuration)
    assert str(twin) == str(error)


def test_what_only_an_option_forbids_is_allowed_without_it() -> None:
    for n, letters, kind, options, _ in REFUSALS:
        if any(options) and letters:
            configuration = run(n, letters)
            assert kind in valid_transitions(configuration)
            assert apply(configuration, plain(kind)).last is kind


def test_every_precondition_can_fail() -> None:
    # The stack is never empty and b1 is never open in a configuration that can be reached.
    unreachable = {P.STACK_NOT_EMPTY, P.B1_IS_NOT_OPEN}
    assert {precondition for *_, precondition in REFUSALS} == set(Precondition) - unreachable
    one = Item(1, Span(1, 1), Span(1, 1))
    empty = Configuration(("w1",), None, None)
    for kind in (K.LEFT_ARC, K.BUBBLE_CLOSE):
        with pytest.raises(TransitionError) as refused:
            apply(empty, plain(kind))
        assert refused.value.precondition is P.STACK_NOT_EMPTY
    assert empty.stack_size == 0
    odd = run(2, "S")
    assert odd.buffer_items is not None
    opened = odd.buffer_items._replace(value=one._replace(bubble=2, is_open=True))
    with pytest.raises(TransitionError) as refused:
        apply(Configuration(odd.words, odd.stack_items, opened), plain(K.LEFT_ARC))
    assert refused.value.precondition is P.B1_IS_NOT_OPEN


@pytest.mark.parametrize(
    ("kind", "label"),
    [
        (K.SHIFT, "x"),
        (K.SHIFT, ""),
        (K.SHIFT, 0),
        (K.BUBBLE_CLOSE, "x"),
        *((kind, label) for kind in K if kind.takes_label for label in (None, 3, b"x", ["x"], True)),
    ],
)
def test_labels_are_given_exactly_where_an_arc_is_added(kind: TransitionKind, label: object) -> None:
    make: Callable[[object, object], Transition] = Transition  # type: ignore[assignment]  # wrong on purpose
    with pytest.raises(LabelError) as refused:
        make(kind, label)
    wanted = "needs a label (a string)" if kind.takes_label else "takes no label"
    assert str(refused.value) == f"{kind.value} {wanted}, not {label!r}"
    assert (refused.value.kind, refused.value.label) == (kind, label)
    twin = pickle.loads(pickle.dumps(refused.value))
    assert (twin.kind, twin.label) == (kind, label)


def test_the_kind_is_a_kind() -> None:
    make: Callable[[object], Transition] = Transition  # type: ignore[assignment]  # wrong on purpose
    for nonsense in ("Shift", None, 0):
        with pytest.raises(TypeError, match="must be a TransitionKind"):
            make(nonsense)


def test_transitions_print_and_compare() -> None:
    assert str(Transition(K.SHIFT)) == "Shift"
    assert str(Transition(K.LEFT_ARC, "nsubj")) == "LeftArc(nsubj)"
    assert Transition(K.LEFT_ARC, "") != Transition(K.LEFT_ARC, "nsubj")
    assert len({Transition(K.SHIFT), Transition(K.SHIFT), Transition(K.BUBBLE_CLOSE)}) == 2


def test_an_empty_label_is_a_label() -> None:
    configuration = apply(run(1, "S"), Transition(K.RIGHT_ARC, ""))
    assert configuration.arcs == ((0, "", 1),)


def test_the_walkthrough_of_the_paper() -> None:
    # Figure 3: "I prefer hot coffee or tea and a bun", step by step.
    steps = [
        (K.SHIFT, None), (K.LEFT_ARC, "nsubj"), (K.SHIFT, None), (K.SHIFT, None), (K.SHIFT, None), (K.SHIFT, None),
        (K.BUBBLE_OPEN, "cc"), (K.SHIFT, None), (K.BUBBLE_ATTACH, "conj"), (K.BUBBLE_CLOSE, None),
        (K.LEFT_ARC, "amod"), (K.SHIFT, None), (K.SHIFT, None), (K.BUBBLE_OPEN, "cc"), (K.SHIFT, None),
        (K.LEFT_ARC, "det"), (K.SHIFT, None), (K.BUBBLE_ATTACH, "conj"), (K.BUBBLE_CLOSE, None), (K.SHIFT, None),
        (K.RIGHT_ARC, "obj"), (K.RIGHT_ARC, "root"),
    ]  # fmt: skip
    sentence = ["I", "prefer", "hot", "coffee", "or", "tea", "and", "a", "bun"]
    configuration = Configuration.initial(sentence)
    for kind, label in steps:
        configuration = apply(configuration, Transition(kind, label), normal_form=True, single_root=True)
    tree = configuration.tree()
    assert [tree.text(bubble) for bubble in (10, 11)] == ["coffee or tea", "hot coffee or tea and a bun"]
    assert (tree.head(3), tree.label(3), tree.head(10), tree.label(10)) == (10, "amod", 11, "conj")
    assert len(steps) == 2 * len(sentence) + 2 * 2


def test_contents_of_open_and_closed_bubbles() -> None:
    configuration = run(4, "SSOS")
    assert configuration.contents[5] == {1, 2}
    assert configuration.open == {5}
    assert repr(configuration) == "<Configuration [RT (w1 w2 ... w3] [w4]>"
    configuration = apply(apply(configuration, plain(K.BUBBLE_ATTACH)), plain(K.BUBBLE_CLOSE))
    assert configuration.contents[5] == {1, 2, 3}
    assert configuration.open == frozenset()
    assert repr(configuration) == "<Configuration [RT] [(w1 w2 w3) w4]>"


def test_items_by_depth() -> None:
    configuration = run(4, "SS")
    assert [getattr(configuration.stack_item(d), "bubble", None) for d in (1, 2, 3, 4, 5)] == [2, 1, 0, None, None]
    assert [getattr(configuration.buffer_item(d), "bubble", None) for d in (1, 2, 3, 4)] == [3, 4, None, None]
    assert (configuration.stack_size, configuration.buffer_size) == (3, 2)


def test_an_incomplete_derivation_has_no_tree() -> None:
    configuration = run(2, "S")
    with pytest.raises(IncompleteDerivationError, match="2 bubbles are on the stack and 1 in the buffer") as refused:
        configuration.tree()
    assert refused.value.configuration is configuration
    assert pickle.loads(pickle.dumps(refused.value)).configuration == configuration


def test_configurations_are_values() -> None:
    assert run(3, "SSO") == run(3, "SSO")
    assert hash(run(3, "SSO")) == hash(run(3, "SSO"))
    assert run(3, "SS") != run(3, "SSO")
    assert len({hash(run(3, letters)) for letters in ("", "S", "SS", "SSO")}) > 1
    assert run(3, "SSRS") != run(3, "SLSS")  # the same items on the stack but one, other arcs
    assert run(2, "SLS") != Configuration.initial(words(2))
    assert Configuration.initial(["a"]) != Configuration.initial(["b"])
    assert Configuration.initial(["a"]) != "a"
    # The last transition is part of the value: in normal form it decides what may follow.
    configuration = run(3, "SS")
    assert dataclasses.replace(configuration, last=K.LEFT_ARC) != configuration


def test_a_configuration_cannot_be_changed() -> None:
    configuration = run(3, "SS")
    with pytest.raises(AttributeError):
        configuration.opened = 3  # type: ignore[misc]  # wrong on purpose


@pytest.mark.parametrize("letters", ["", "SS", "SSO", "SSOS", "SSOSAC", "SSOSSO", "SSOSSOCSAC"])
def test_copies_of_configurations_are_equal(letters: str) -> None:
    configuration = run(6, letters)
    for twin in (copy.copy(configuration), copy.deepcopy(configuration), pickle.loads(pickle.dumps(configuration))):
        assert twin == configuration
        assert hash(twin) == hash(configuration)
        assert valid_transitions(twin, normal_form=True) == valid_transitions(configuration, normal_form=True)
        assert (twin.contents, twin.open, twin.opened) == (
            configuration.contents,
            configuration.open,
            configuration.opened,
        )
        for kind in valid_transitions(configuration):
            assert apply(twin, plain(kind)) == apply(configuration, plain(kind))


def test_long_configurations_can_be_copied_compared_printed_and_forgotten() -> None:
    n = 10_000
    configuration = Configuration.initial(words(n))
    assert pickle.loads(pickle.dumps(configuration)) == configuration
    for _ in range(n):
        configuration = apply(configuration, plain(K.SHIFT))
    for _ in range(n - 1):
        configuration = apply(configuration, plain(K.RIGHT_ARC))
    twin = pickle.loads(pickle.dumps(configuration))
    assert twin == configuration
    assert copy.deepcopy(configuration) == configuration
    assert hash(twin) == hash(configuration)
    assert repr(configuration) == "<Configuration [RT w1] []>"
    del configuration, twin  # frees lists of ten thousand cells


def test_only_words_make_a_configuration() -> None:
    make: Callable[[object], Configuration] = Configuration.initial  # type: ignore[assignment]  # wrong on purpose
    for nonsense in ("tea", None, [1]):
        with pytest.raises(BubbletreeError):
            make(nonsense)
    assert Configuration.initial(word for word in ["a", "b"]).words == ("a", "b")
