"""The transition system on arrays agrees with the core after every step, and with tensors about given coordinations."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import pytest
import torch
from torch import Tensor

from bubbletree import CONJ, Configuration, Transition, TransitionKind, apply, coordinations, valid_transitions
from bubbletree.configuration import cells
from bubbletree.grammar import generate
from neural.batched import state as batches
from neural.batched.guided import GuidedScorer, Regions
from neural.batched.rules import BUBBLE_ATTACH, BUBBLE_OPEN, KINDS, NO_KIND
from neural.batched.scoring import BatchScorer
from neural.batched.state import Batch
from neural.batched.transitions import allowed_by_facts, apply_
from neural.methods.bubbles.kernels import machine
from neural.methods.bubbles.kernels.arrays import Bools, Guidance, Ints, Sentences
from neural.methods.bubbles.kernels.beam import copy_state, some_states, state_of
from neural.methods.bubbles.kernels.machine import BEFORE, BUBBLES, DEPTH, WAITING, State

RESTRICTIONS = [(False, False), (True, False), (False, True), (True, True)]
LABELS = ("det", CONJ, "punct")
NOT_GIVEN = Guidance(False, *(np.zeros(1, np.int64) for _ in range(6)))


def integers(values: Sequence[int]) -> Ints:
    return np.array(values, dtype=np.int64)


def sentences(lengths: Sequence[int]) -> Sentences:
    """Sentences of which nothing is known but how long they are."""
    vectors = np.zeros((sum(lengths) + len(lengths), 1), np.float32)
    roots = [sum(lengths[:number]) + number for number in range(len(lengths))]
    return Sentences(integers(lengths), integers(roots), integers(roots), vectors, vectors, vectors)


def allowed_table(normal_form: bool, single_root: bool) -> Bools:
    table: Bools = allowed_by_facts(normal_form, single_root, torch.device("cpu")).numpy()
    return table


def looked_at(state: State) -> Ints:
    items = np.empty(4, np.int64)
    machine.look(state, items)
    return items


def assert_same(state: State, c: Configuration) -> None:
    """Every field of the state says what the core's configuration says."""
    counts = state.counts.tolist()
    assert counts[DEPTH] == c.stack_size
    assert counts[WAITING] == c.buffer_size
    assert counts[BUBBLES] == c.opened
    assert counts[BEFORE] == (NO_KIND if c.last is None else KINDS.index(c.last))
    assert tuple(state.stack[: c.stack_size].tolist()) == c.stack
    assert tuple(state.buffer[: c.buffer_size].tolist()[::-1]) == c.buffer
    assert frozenset(state.is_open.nonzero()[0].tolist()) == c.open
    for item in (*cells(c.stack_items), *cells(c.buffer_items)):
        assert (state.first[item.bubble], state.last[item.bubble]) == item.content
        assert (state.starts[item.bubble], state.ends[item.bubble]) == item.projection
    for bubble, content in enumerate(c.contents):
        assert set(range(state.first[bubble], state.last[bubble] + 1)) == content
    heads, labels = state.heads.tolist(), state.labels.tolist()
    assert {(heads[b], LABELS[labels[b]], b) for b in range(len(heads)) if heads[b] >= 0} == set(c.arcs)
    expected = [c.stack_item(3), c.stack_item(2), c.stack_item(1), c.buffer_item(1)]
    assert looked_at(state).tolist() == [-1 if item is None else item.bubble for item in expected]
    assert machine.is_over(state) == c.is_terminal


@pytest.mark.parametrize(("normal_form", "single_root"), RESTRICTIONS)
def test_every_step_is_that_of_the_core(normal_form: bool, single_root: bool) -> None:
    rng = random.Random(1)
    table = allowed_table(normal_form, single_root)
    lengths = [3, 0, 1, 2, 9, 6]
    for number, n in enumerate(lengths):
        c = Configuration.initial([f"w{i}" for i in range(n)])
        state = state_of(some_states(1, n), 0)
        machine.begin(state, number, sentences(lengths), NOT_GIVEN)
        first = sum(lengths[:number]) + number
        assert state.node.tolist() == list(range(first, first + max(2 * n, 1)))
        assert_same(state, c)
        while not c.is_terminal:
            items = looked_at(state)
            may = machine.allowed(state, items, table).tolist()
            valid = valid_transitions(c, normal_form, single_root)
            assert tuple(kind for kind, on in zip(KINDS, may, strict=True) if on) == valid
            # Shift often enough for some items to be on the stack.
            kind = rng.choice([*valid, TransitionKind.BUBBLE_OPEN]) if rng.random() < 0.7 else valid[0]
            if kind not in valid:
                continue
            label = rng.randrange(len(LABELS))
            machine.step(state, items, KINDS.index(kind), label, n, LABELS.index(CONJ), NOT_GIVEN)
            c = apply(c, Transition(kind, LABELS[label] if kind.takes_label else None))
            assert_same(state, c)


class Uniform(BatchScorer):
    """All scores equal."""

    conj = 1

    def score_transitions(self, batch: Batch, _slots: Tensor, /) -> Tensor:
        return torch.zeros(batch.lengths.size(0), len(KINDS))

    def score_labels(self, _batch: Batch, _slots: Tensor, _rows: Tensor, kinds: Tensor, /) -> Tensor:
        return torch.zeros(kinds.size(0), len(LABELS))

    def select(self, rows: Tensor, /) -> None: ...

    def advance(self, batch: Batch, slots: Tensor, kinds: Tensor, labels: Tensor, /) -> None: ...


def test_what_fits_given_coordinations_is_the_same_as_on_tensors() -> None:
    rng = random.Random(2)
    trees = list(generate(12, seed=4))
    given = [coordinations(tree) for tree in trees]
    lengths = [len(tree.words) for tree in trees]
    regions = Regions(given, lengths)
    words = integers([region for one in regions.words for region in one])
    roots = integers([sum(lengths[:number]) + number for number in range(len(lengths))])
    columns = map(integers, (regions.kind, regions.last, regions.outside, regions.bubble))
    guidance = Guidance(True, roots, words, *columns)
    table = allowed_table(normal_form=True, single_root=True)
    conjuncts = 0
    for number, n in enumerate(lengths):
        scorer = GuidedScorer(Uniform(), [given[number]], [n])
        batch = batches.initial([n])
        state = state_of(some_states(1, n), 0)
        machine.begin(state, number, sentences(lengths), guidance)
        while not machine.is_over(state):
            items, slots, fits = looked_at(state), batch.slots(), np.zeros(len(KINDS), np.bool_)
            machine.fit(state, items, guidance, fits)
            may = machine.allowed(state, items, table)
            keeping = scorer.keeping(batch, slots)
            assert (fits & may).tolist() == (keeping[0].numpy() & may).tolist()
            kind = rng.choice((fits & may).nonzero()[0].tolist())
            label = rng.choice([0, 2])
            if kind in (BUBBLE_OPEN, BUBBLE_ATTACH):
                scores = scorer.score_labels(batch, slots, torch.tensor([0]), torch.tensor([kind]))
                is_conjunct = machine.is_given_conjunct(state, int(items[machine.S1]), guidance)
                assert (scores[0] == 0).tolist() == [(name == CONJ) == bool(is_conjunct) for name in LABELS]
                conjuncts += is_conjunct
                label = 1 if is_conjunct else label
            machine.step(state, items, kind, label, n, LABELS.index(CONJ), guidance)
            scorer.advance(batch, slots, torch.tensor([kind]), torch.tensor([label]))
            apply_(batch, slots, torch.tensor([kind]), torch.tensor([label]), conj=1)
    assert conjuncts > 10


def test_if_nothing_is_given_everything_fits() -> None:
    state = state_of(some_states(1, 2), 0)
    machine.begin(state, 0, sentences([2]), NOT_GIVEN)
    fits = np.zeros(len(KINDS), np.bool_)
    machine.fit(state, looked_at(state), NOT_GIVEN, fits)
    assert fits.all()
    assert machine.is_given_conjunct(state, 0, NOT_GIVEN) == -1


def test_one_of_some_states_is_a_part_of_them_and_can_be_copied() -> None:
    states, others = some_states(3, 4), some_states(2, 4)
    rng = np.random.default_rng(1)
    for name, column, other in zip(State._fields, states, others, strict=True):
        assert column.dtype == (np.bool_ if name == "is_open" else np.int64)
        column[:] = rng.integers(2 if name == "is_open" else 99, size=column.shape)
        other[:] = 0
    for part, column in zip(state_of(states, 1), states, strict=True):
        assert part.tolist() == column[1].tolist()
    copy_state(state_of(states, 1), state_of(others, 1))
    for column, other in zip(states, others, strict=True):
        assert other.tolist() == [[0] * column.shape[1], column[1].tolist()]
    states.counts[2, 0] = 7
    assert state_of(states, 2).counts[0] == 7
