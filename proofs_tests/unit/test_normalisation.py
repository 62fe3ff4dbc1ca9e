"""Rewriting into normal form: it ends, it keeps the tree, and it arrives at the oracle's derivation."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bubbletree import (
    Configuration,
    IncompleteDerivationError,
    Transition,
    TransitionError,
    TransitionKind,
    apply,
    derive,
    normalise,
    oracle,
    valid_transitions,
)
from bubbletree.normalisation import rewritings
from proofs_tests.support.bounds import up_to
from proofs_tests.support.enumeration import derivations, plain, words

SHIFT, CLOSE = Transition(TransitionKind.SHIFT), Transition(TransitionKind.BUBBLE_CLOSE)


@pytest.mark.parametrize("n", up_to(4, 5, first=0))
def test_every_derivation_is_rewritten_into_the_one_of_the_oracle(n: int) -> None:
    for made, end in derivations(n):
        assert normalise(words(n), made) == oracle(end.tree())


@pytest.mark.parametrize("n", up_to(4, 5, first=0))
def test_each_step_keeps_the_tree_and_goes_down(n: int) -> None:
    steps = 0
    for made, end in derivations(n):
        listed = list(rewritings(words(n), made))
        assert listed[0] == made
        assert listed[-1] == normalise(words(n), made)
        for before, after in pairwise(listed):
            assert derive(words(n), after) == end.tree()
            # Up to the first difference they are the same, and there a Shift gives way to something else.
            [old, new] = next(pair for pair in zip(before, after, strict=True) if pair[0] != pair[1])
            assert (old.kind is TransitionKind.SHIFT, new.kind is TransitionKind.SHIFT) == (True, False)
            steps += 1
    assert (steps > 0) == (n >= 3)


@pytest.mark.parametrize("n", up_to(4, 5, first=0))
def test_what_is_in_normal_form_stays(n: int) -> None:
    for made, _ in derivations(n, normal_form=True):
        assert normalise(words(n), iter(made)) == made


@settings(max_examples=settings().max_examples // 2)
@given(n=st.integers(0, 30), seed=st.integers(0, 2**32), lazy=st.integers(1, 20))
def test_random_derivations(n: int, seed: int, lazy: int) -> None:
    rng = random.Random(seed)
    configuration = Configuration.initial(words(n))
    made = []
    while not configuration.is_terminal:
        kinds = valid_transitions(configuration)
        # Shifting more often than need be makes what is left to do late.
        weights = [lazy if kind in (TransitionKind.SHIFT, TransitionKind.LEFT_ARC) else 1 for kind in kinds]
        made.append(plain(rng.choices(kinds, weights)[0], rng.choice("abc")))
        configuration = apply(configuration, made[-1])
    normal = normalise(words(n), made)
    assert derive(words(n), normal, normal_form=True) == configuration.tree()
    assert normal == oracle(configuration.tree())
    assert sorted(map(str, normal)) == sorted(map(str, made))


def test_a_single_root_is_kept() -> None:
    for made, _ in derivations(4, single_root=True):
        derive(words(4), normalise(words(4), made), normal_form=True, single_root=True)


def test_what_is_no_derivation_is_refused() -> None:
    with pytest.raises(IncompleteDerivationError):
        normalise(words(1), [SHIFT])
    with pytest.raises(TransitionError) as refused:
        normalise(words(1), [SHIFT, CLOSE])
    assert refused.value.step == 2
