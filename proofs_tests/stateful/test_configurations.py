"""A state machine drives a configuration with transitions of all kinds, allowed or not.

After every step the configuration equals the paper's own definition on explicit sets, a refused
transition has changed nothing, and no configuration that came before has changed either.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from bubbletree import (
    Configuration,
    GoldScorer,
    IncompleteDerivationError,
    TransitionError,
    TransitionKind,
    apply,
    parse,
    valid_transitions,
    validate,
)
from proofs_tests.support.brute import SetConfiguration, allowed
from proofs_tests.support.enumeration import plain, words
from proofs_tests.support.reference import assert_same


@dataclass(frozen=True)
class Moment:
    """A configuration, the same by the definition, and the transition that led to it."""

    configuration: Configuration
    reference: SetConfiguration
    last: str | None


class Driver(RuleBasedStateMachine):
    """Makes transitions, and sometimes goes back to an earlier configuration to go on from there."""

    # Small numbers, empty sentences and first choices are what is drawn most: so the long sentence comes first.
    @initialize(n=st.sampled_from(range(7, -1, -1)))
    def begin(self, n: int) -> None:
        start = Moment(Configuration.initial(words(n)), SetConfiguration.initial(n), None)
        self.now = start
        self.past = [start]

    @rule(
        kind=st.sampled_from(TransitionKind),
        label=st.sampled_from(["a", "b", ""]),
        normal_form=st.booleans(),
        single_root=st.booleans(),
    )
    def attempt(self, kind: TransitionKind, label: str, normal_form: bool, single_root: bool) -> None:
        now = self.now
        permitted = allowed(now.reference, now.last, normal_form=normal_form, single_root=single_root)
        if kind.value not in permitted:
            with pytest.raises(TransitionError) as refused:
                apply(now.configuration, plain(kind, label), normal_form, single_root)
            assert refused.value.configuration is now.configuration
            return
        after = apply(now.configuration, plain(kind, label), normal_form, single_root)
        self.now = Moment(after, now.reference.step(kind.value, label), kind.value)
        self.past.append(self.now)

    @rule(steps=st.sampled_from([12, 6, 3, 1]), seed=st.integers(0, 2**32))
    def walk(self, steps: int, seed: int) -> None:
        rng = random.Random(seed)
        for _ in range(steps):
            # Chosen by the definition, so that what is refused wrongly is attempted too.
            if kinds := allowed(self.now.reference, self.now.last, normal_form=False, single_root=False):
                self.attempt(TransitionKind(rng.choice(kinds)), rng.choice("ab"), False, False)

    @rule(data=st.data())
    def go_back(self, data: st.DataObject) -> None:
        self.now = data.draw(st.sampled_from(self.past))

    @rule(normal_form=st.booleans(), single_root=st.booleans())
    def ask(self, normal_form: bool, single_root: bool) -> None:
        kinds = valid_transitions(self.now.configuration, normal_form, single_root)
        assert [kind.value for kind in kinds] == allowed(
            self.now.reference, self.now.last, normal_form=normal_form, single_root=single_root
        )

    @rule()
    def finish(self) -> None:
        if not self.now.configuration.is_terminal:
            with pytest.raises(IncompleteDerivationError):
                self.now.configuration.tree()
            return
        tree = self.now.configuration.tree()
        assert validate(tree)
        assert parse(tree.words, GoldScorer(tree)) == tree

    @invariant()
    def it_is_the_configuration_of_the_definition(self) -> None:
        if hasattr(self, "now"):
            assert_same(self.now.configuration, self.now.reference)

    def teardown(self) -> None:
        for moment in getattr(self, "past", ()):
            assert_same(moment.configuration, moment.reference)


Driver.TestCase.settings = settings(max_examples=settings().max_examples // 2, stateful_step_count=40)
TestDriver = Driver.TestCase
