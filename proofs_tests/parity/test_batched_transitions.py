"""The tensor implementation of Bubble-Hybrid agrees with the core after every step.

Exhaustive: every configuration that any derivation of up to five words reaches, under all four
combinations of the restrictions.  Random: derivations of long sentences of mixed lengths, stepping
together in one batch.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import fields

import pytest
import torch

from bubbletree import CONJ, Configuration, Transition, TransitionKind, apply, valid_transitions
from bubbletree.configuration import Item, cells
from neural.batched import state, transitions
from neural.batched.rules import KINDS, NO_KIND
from neural.batched.state import Batch

LABELS = ("det", CONJ, "punct")
CONJ_ID = LABELS.index(CONJ)
RESTRICTIONS = [(False, False), (True, False), (False, True), (True, True)]


def label_for(c: Configuration, kind: TransitionKind) -> int:
    """Some label, differing from step to step."""
    return (3 * c.stack_size + c.buffer_size + c.opened + KINDS.index(kind)) % len(LABELS)


def transition(kind: TransitionKind, label: int) -> Transition:
    return Transition(kind, LABELS[label] if kind.takes_label else None)


def items(c: Configuration) -> list[Item]:
    return [*cells(c.stack_items), *cells(c.buffer_items)]


def assert_same(batch: Batch, row: int, c: Configuration) -> None:
    """Every field of the row says what the core's configuration says."""
    empty = batch.empty
    size = int(batch.stack_size[row])
    assert batch.stack[row, : state.DEPTH].tolist() == [empty] * state.DEPTH
    assert tuple(batch.stack[row, state.DEPTH : state.DEPTH + size].tolist()) == c.stack
    waiting = int(batch.buffer_size[row])
    assert int(batch.buffer[row, 0]) == empty
    assert tuple(batch.buffer[row, 1 : 1 + waiting].flip(0).tolist()) == c.buffer
    assert frozenset(batch.is_open[row].nonzero().flatten().tolist()) == c.open
    assert int(batch.opened[row]) == c.opened
    assert int(batch.last[row]) == (NO_KIND if c.last is None else KINDS.index(c.last))
    assert bool(batch.finished[row]) == c.is_terminal
    for item in items(c):
        assert tuple(batch.content[row, :, item.bubble].tolist()) == item.content
        assert tuple(batch.projection[row, :, item.bubble].tolist()) == item.projection
    for bubble, content in enumerate(c.contents):
        first, last = batch.content[row, :, bubble].tolist()
        assert set(range(first, last + 1)) == content
    heads, labels = batch.heads[row].tolist(), batch.labels[row].tolist()
    arcs = {(heads[b], LABELS[labels[b]], b) for b in range(empty) if heads[b] >= 0}
    assert arcs == set(c.arcs)
    depths = [c.stack_item(3), c.stack_item(2), c.stack_item(1), c.buffer_item(1)]
    assert batch.slots()[row].tolist() == [empty if item is None else item.bubble for item in depths]


def assert_same_masks(batch: Batch, configurations: Sequence[Configuration]) -> None:
    for normal_form, single_root in RESTRICTIONS:
        mask = transitions.valid_transitions(batch, batch.slots(), normal_form=normal_form, single_root=single_root)
        allowed = [tuple(kind for kind, on in zip(KINDS, row, strict=True) if on) for row in mask.tolist()]
        assert allowed == [valid_transitions(c, normal_form, single_root) for c in configurations]


def select(batch: Batch, rows: Sequence[int]) -> Batch:
    index = torch.tensor(rows, dtype=torch.int64)
    return Batch(**{f.name: getattr(batch, f.name)[index] for f in fields(Batch)})


@pytest.mark.parametrize("n", range(6))
def test_every_configuration_of_every_short_sentence(n: int) -> None:
    configurations = [Configuration.initial([f"w{i}" for i in range(n)])]
    batch = state.initial([n])
    finished = 0
    while configurations:
        assert_same_masks(batch, configurations)
        for row, c in enumerate(configurations):
            assert_same(batch, row, c)
        finished += sum(c.is_terminal for c in configurations)
        steps = [(row, kind) for row, c in enumerate(configurations) for kind in valid_transitions(c)]
        rows = [row for row, _ in steps]
        labels = [label_for(configurations[row], kind) for row, kind in steps]
        batch = select(batch, rows)
        transitions.apply_(
            batch,
            batch.slots(),
            torch.tensor([KINDS.index(kind) for _, kind in steps], dtype=torch.int64),
            torch.tensor(labels, dtype=torch.int64),
            conj=CONJ_ID,
        )
        configurations = [
            apply(configurations[row], transition(kind, label))
            for (row, kind), label in zip(steps, labels, strict=True)
        ]
    assert finished == [1, 1, 4, 27, 245, 2654][n]


def derive_together(
    lengths: Sequence[int], seed: int, restrictions: tuple[bool, bool], *, compare: bool
) -> tuple[Batch, list[Configuration]]:
    """Random derivations, one seed per sentence, in one batch and in the core."""
    normal_form, single_root = restrictions
    rngs = [random.Random(f"{seed}/{n}") for n in lengths]
    configurations = [Configuration.initial([f"w{i}" for i in range(n)]) for n in lengths]
    batch = state.initial(lengths)
    while not all(c.is_terminal for c in configurations):
        mask = transitions.valid_transitions(batch, batch.slots(), normal_form=normal_form, single_root=single_root)
        kinds, labels = [], []
        for row, (c, rng) in enumerate(zip(configurations, rngs, strict=True)):
            allowed = valid_transitions(c, normal_form, single_root)
            if compare:
                assert tuple(k for k, on in zip(KINDS, mask[row].tolist(), strict=True) if on) == allowed
                assert_same(batch, row, c)
            # A finished row is handed nonsense, and must not care.
            kinds.append(KINDS.index(rng.choice(allowed)) if allowed else rng.randrange(6))
            labels.append(rng.randrange(len(LABELS)))
        transitions.apply_(batch, batch.slots(), torch.tensor(kinds), torch.tensor(labels), conj=CONJ_ID)
        configurations = [
            c if c.is_terminal else apply(c, transition(KINDS[kind], label), normal_form, single_root)
            for c, kind, label in zip(configurations, kinds, labels, strict=True)
        ]
    return batch, configurations


@pytest.mark.parametrize("restrictions", RESTRICTIONS)
def test_long_random_derivations_of_mixed_lengths(restrictions: tuple[bool, bool]) -> None:
    lengths = [40, 1, 17, 0, 33, 2]
    batch, configurations = derive_together(lengths, 7, restrictions, compare=True)
    for row, c in enumerate(configurations):
        assert_same(batch, row, c)
    annotation = [(c.words, None) for c in configurations]
    assert state.trees(batch, annotation, LABELS) == [c.tree() for c in configurations]


def test_company_and_order_make_no_difference() -> None:
    lengths = [25, 3, 60, 11, 8]
    together, _ = derive_together(lengths, 3, (True, True), compare=False)
    backwards, _ = derive_together(lengths[::-1], 3, (True, True), compare=False)
    words = [([f"w{i}" for i in range(n)], None) for n in lengths]
    expected = state.trees(together, words, LABELS)
    assert state.trees(backwards, words[::-1], LABELS)[::-1] == expected
    for n, sentence, tree in zip(lengths, words, expected, strict=True):
        alone, _ = derive_together([n], 3, (True, True), compare=False)
        assert state.trees(alone, [sentence], LABELS) == [tree]


def test_unfinished_rows_yield_no_trees() -> None:
    with pytest.raises(ValueError, match="terminal"):
        state.trees(state.initial([1]), [(["w"], None)], LABELS)
