"""Beam search by transitions, one sentence after the other.

The same search as :func:`neural.batched.beam.search` with :class:`neural.methods.bubbles.scorer.NetworkScorer`, or with
:class:`neural.batched.guided.GuidedScorer` around it.  Tests compare what is found.

Labels are scored only where they can matter.  A step is at most as probable as its transition.  So if the beam is full
of better steps, its labels are not looked at.  Hypotheses that look at the same nodes share the scores of labels.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from neural.batched.rules import BUBBLE_ATTACH, BUBBLE_CLOSE, BUBBLE_OPEN, LEFT_ARC, SHIFT
from neural.methods.bubbles.kernels.arrays import Bools, Doubles, Floats, Found, Guidance, Ints, Sentences, Weights
from neural.methods.bubbles.kernels.machine import (
    B1,
    BUBBLES,
    S1,
    S2,
    TRANSITIONS,
    State,
    allowed,
    begin,
    compose,
    fit,
    is_given_conjunct,
    is_over,
    look,
    nodes_of,
    step,
)
from neural.methods.bubbles.kernels.nodes import (
    Stages,
    copy,
    hide_label,
    no_stages,
    opened,
    score_labels,
    score_transitions,
    with_room,
)
from neural.methods.compiling import compiled

LOWEST = float(np.finfo(np.float32).min)
"""The score of what does not fit the given coordinations."""


class Steps(NamedTuple):
    """The most probable next steps, the best first, with room for as many as the beam is wide.

    Attributes
    ----------
    totals : array, [beam]
        The log-probability of the derivation after each, by which they are ranked.
    free : array, [beam]
        The same without regard to given coordinations.
    rows, kinds, labels : array, [beam]
        The hypothesis that makes it, its transition and its label.
    by_label : array, [beam]
        The log-probability of the label.
    filled : array, [1]
        How many there are.
    """

    totals: Doubles
    free: Doubles
    rows: Ints
    kinds: Ints
    labels: Ints
    by_label: Doubles
    filled: Ints


class Labels(NamedTuple):
    """The log-probabilities of the labels of some arcs, with room for as many as one step of a beam can ask about.

    Attributes
    ----------
    arcs : array, [room, 3]
        The nodes of head and dependent, and whether ``conj`` is given.
    values, free : array, [room, labels]
        The log-probabilities, with and without regard to given coordinations.
    filled : array, [1]
        How many arcs there are.
    """

    arcs: Ints
    values: Doubles
    free: Doubles
    filled: Ints


@compiled
def some_states(rows: int, words: int) -> State:
    """Room for so many states of a sentence."""
    size = max(2 * words, 1)
    return State(
        np.empty((rows, 4), np.int64),
        np.empty((rows, words + 2), np.int64),
        np.empty((rows, words + 2), np.int64),
        np.empty((rows, size), np.bool_),
        np.empty((rows, size), np.int64),
        np.empty((rows, size), np.int64),
        np.empty((rows, size), np.int64),
        np.empty((rows, size), np.int64),
        np.empty((rows, size), np.int64),
        np.empty((rows, size), np.int64),
        np.empty((rows, size), np.int64),
        np.empty((rows, size), np.int64),
    )


@compiled
def state_of(states: State, row: int) -> State:
    """One of some states."""
    return State(
        states.counts[row],
        states.stack[row],
        states.buffer[row],
        states.is_open[row],
        states.first[row],
        states.last[row],
        states.starts[row],
        states.ends[row],
        states.node[row],
        states.region[row],
        states.heads[row],
        states.labels[row],
    )


@compiled
def copy_state(source: State, result: State) -> None:
    """Make one state equal to another."""
    for place in range(len(source.counts)):
        result.counts[place] = source.counts[place]
    for place in range(len(source.stack)):
        result.stack[place] = source.stack[place]
        result.buffer[place] = source.buffer[place]
    for place in range(len(source.first)):
        result.is_open[place] = source.is_open[place]
        result.first[place] = source.first[place]
        result.last[place] = source.last[place]
        result.starts[place] = source.starts[place]
        result.ends[place] = source.ends[place]
        result.node[place] = source.node[place]
        result.region[place] = source.region[place]
        result.heads[place] = source.heads[place]
        result.labels[place] = source.labels[place]


@compiled
def log_softmax(scores: Doubles, which: Bools) -> None:
    """Turn some of the scores into log-probabilities, in place; the others become -inf."""
    top, total = -np.inf, 0.0
    for place in range(len(scores)):
        if which[place]:
            top = max(top, scores[place])
    for place in range(len(scores)):
        if which[place]:
            total += np.exp(scores[place] - top)
    for place in range(len(scores)):
        scores[place] = scores[place] - top - np.log(total) if which[place] else -np.inf


@compiled
def add_step(steps: Steps, total: float, free: float, row: int, kind: int, label: int, by_label: float) -> None:
    """Add a step if it is among the best: of equally probable ones, the first by row, transition and label."""
    count = steps.filled[0]
    place = count
    while place > 0:
        other = place - 1
        is_better = total > steps.totals[other]
        if total == steps.totals[other]:
            if row != steps.rows[other]:
                is_better = row < steps.rows[other]
            elif kind != steps.kinds[other]:
                is_better = kind < steps.kinds[other]
            else:
                is_better = by_label > steps.by_label[other]
        if not is_better:
            break
        place -= 1
    if place == len(steps.totals):
        return
    for one in range(min(count, len(steps.totals) - 1), place, -1):
        steps.totals[one], steps.free[one] = steps.totals[one - 1], steps.free[one - 1]
        steps.rows[one], steps.kinds[one] = steps.rows[one - 1], steps.kinds[one - 1]
        steps.labels[one], steps.by_label[one] = steps.labels[one - 1], steps.by_label[one - 1]
    steps.totals[place], steps.free[place] = total, free
    steps.rows[place], steps.kinds[place], steps.labels[place] = row, kind, label
    steps.by_label[place] = by_label
    steps.filled[0] = min(count + 1, len(steps.totals))


@compiled
def is_worth(steps: Steps, total: float, worst: float) -> bool:
    """Whether a step that is at most so probable can be among the best, and among those that are worth finishing."""
    return bool(total > worst and (steps.filled[0] < len(steps.totals) or total >= steps.totals[-1]))


@compiled
def labels_of(
    head: int,
    dependent: int,
    is_conjunct: int,
    known: Labels,
    sentences: Sentences,
    stages: Stages,
    weights: Weights,
    hidden: Floats,
    scores: Floats,
    every: Bools,
) -> int:
    """The place of an arc among those whose labels are known by now; -1 if scores are not finite."""
    for place in range(known.filled[0]):
        arc = known.arcs[place]
        if arc[0] == head and arc[1] == dependent and arc[2] == is_conjunct:
            return place
    hide_label(head, dependent, sentences, stages, weights, hidden)
    if not score_labels(hidden, weights, scores):
        return -1
    place = int(known.filled[0])
    known.arcs[place, 0], known.arcs[place, 1], known.arcs[place, 2] = head, dependent, is_conjunct
    known.filled[0] += 1
    values, free = known.values[place], known.free[place]
    for label in range(len(scores)):
        free[label] = np.float64(scores[label])
    log_softmax(free, every)
    for label in range(len(scores)):
        is_wrong = is_conjunct >= 0 and (is_conjunct == 1) != (label == weights.conj)
        values[label] = LOWEST if is_wrong else np.float64(scores[label]) if is_conjunct >= 0 else free[label]
    if is_conjunct >= 0:
        log_softmax(values, every)
    return place


@compiled
def best_ended(states: State, totals: Doubles, count: int, size: int, chosen: Ints) -> int:
    """Which of the derivations are over and among the best of these, the best first, and how many they are."""
    found = 0
    for row in range(count):
        if not is_over(state_of(states, row)):
            continue
        place = found
        while place > 0 and totals[row, 0] > totals[chosen[place - 1], 0]:
            place -= 1
        if place == size:
            continue
        for one in range(min(found, size - 1), place, -1):
            chosen[one] = chosen[one - 1]
        chosen[place] = row
        found = min(found + 1, size)
    return found


@compiled
def parse_one(
    number: int,
    size: int,
    beam: int,
    sentences: Sentences,
    weights: Weights,
    table: Bools,
    slots: int,
    guidance: Guidance,
    found: Found,
) -> bool:
    """Parse a sentence, and say whether all scores were finite; the parameters are those of :func:`parse`."""
    n, nothing = sentences.lengths[number * size], len(sentences.base)
    names = len(weights.label_score_bias)
    states, others = some_states(beam + size, n), some_states(beam + size, n)
    totals, after = np.zeros((beam + size, 2)), np.zeros((beam + size, 2))
    begin(state_of(states, 0), number * size, sentences, guidance)
    count = 1
    stages = no_stages(sentences, 4)
    items, nodes, fits = np.empty(4, np.int64), np.empty(4, np.int64), np.empty(TRANSITIONS, np.bool_)
    hidden = np.empty(len(weights.transition_bias), np.float32)
    scores = np.empty(len(weights.transition_score_bias), np.float32)
    of_label, label_scores = np.empty(len(weights.label_bias), np.float32), np.empty(names, np.float32)
    every = np.ones(names, np.bool_)
    by_kind, free_kind = np.empty(TRANSITIONS), np.empty(TRANSITIONS)
    ended = np.empty(size, np.int64)
    steps = Steps(
        np.empty(beam),
        np.empty(beam),
        np.empty(beam, np.int64),
        np.empty(beam, np.int64),
        np.empty(beam, np.int64),
        np.empty(beam),
        np.zeros(1, np.int64),
    )
    room = (beam + size) * TRANSITIONS
    known = Labels(
        np.empty((room, 3), np.int64), np.empty((room, names)), np.empty((room, names)), np.zeros(1, np.int64)
    )
    while True:
        over = best_ended(states, totals, count, size, ended)
        worst = totals[ended[size - 1], 0] if over == size else -np.inf
        steps.filled[0] = known.filled[0] = 0
        for row in range(count):
            state = state_of(states, row)
            if is_over(state):
                continue
            look(state, items)
            nodes_of(state, items, nothing, nodes)
            if not score_transitions(nodes, sentences, stages, weights, slots, hidden, scores):
                return False
            may = allowed(state, items, table)
            fit(state, items, guidance, fits)
            for kind in range(TRANSITIONS):
                by_kind[kind] = np.float64(scores[kind]) if fits[kind] else LOWEST
                free_kind[kind] = np.float64(scores[kind])
            log_softmax(by_kind, may)
            log_softmax(free_kind, may)
            for _ in range(TRANSITIONS):
                kind = int(np.argmax(by_kind))
                total, free = totals[row, 0] + by_kind[kind], totals[row, 1] + free_kind[kind]
                if not may[kind] or not is_worth(steps, total, worst):
                    break
                by_kind[kind] = -np.inf
                if kind in (SHIFT, BUBBLE_CLOSE):
                    add_step(steps, total, free, row, kind, 0, 0.0)
                    continue
                is_conjunct = -1
                if kind in (BUBBLE_OPEN, BUBBLE_ATTACH):
                    is_conjunct = is_given_conjunct(state, items[S1], guidance)
                head = nodes[B1] if kind == LEFT_ARC else nodes[S2]
                if kind == BUBBLE_OPEN:
                    stages = with_room(stages, sentences, 1)
                    head = opened(nodes[S2], sentences, stages, weights)
                place = labels_of(
                    head, nodes[S1], is_conjunct, known, sentences, stages, weights, of_label, label_scores, every
                )
                if place < 0:
                    return False
                for label in range(names):
                    by_label = known.values[place, label]
                    if is_worth(steps, total + by_label, worst):
                        add_step(steps, total + by_label, free + known.free[place, label], row, kind, label, by_label)
        if steps.filled[0] == 0:
            break
        for place in range(over):
            copy_state(state_of(states, ended[place]), state_of(others, place))
            after[place, 0], after[place, 1] = totals[ended[place], 0], totals[ended[place], 1]
        for place in range(steps.filled[0]):
            state, kind, label = state_of(others, over + place), steps.kinds[place], steps.labels[place]
            copy_state(state_of(states, steps.rows[place]), state)
            look(state, items)
            stages = with_room(stages, sentences, 2)
            compose(state, items, kind, label, n, sentences, stages, weights)
            step(state, items, kind, label, n, weights.conj, guidance)
            after[over + place, 0], after[over + place, 1] = steps.totals[place], steps.free[place]
        count = over + steps.filled[0]
        states, others, totals, after = others, states, after, totals
    for place in range(over):
        state, derivation = state_of(states, ended[place]), number * size + place
        at = sentences.items[derivation]
        for item in range(n + 1 + state.counts[BUBBLES]):
            found.first[at + item], found.last[at + item] = state.first[item], state.last[item]
            found.heads[at + item], found.labels[at + item] = state.heads[item], state.labels[item]
            if item > n:
                copy(stages.base[state.node[item] - nothing - 1], found.composed[at + item])
        found.opened[derivation] = state.counts[BUBBLES]
        found.log_probabilities[derivation] = totals[ended[place], 1]
        found.exists[derivation] = True
    return True


@compiled
def parse(
    start: int,
    stop: int,
    size: int,
    beam: int,
    sentences: Sentences,
    weights: Weights,
    table: Bools,
    slots: int,
    guidance: Guidance,
    found: Found,
) -> None:
    """Parse the sentences from one number to before another.

    Parameters
    ----------
    start, stop : int
        Which sentences.
    size : int
        How many derivations of each to find, if it has so many.
    beam : int
        How many partial ones to keep: at least two, and at least ``size``.
    sentences : Sentences
        What is known of them, as often as there are derivations of each.
    guidance : Guidance
        Likewise.
    weights, table, slots
        As for :func:`neural.methods.bubbles.kernels.greedy.parse`.
    found : Found
        Where to write, by derivation; contents are undefined before, but for ``exists``, all false.
    """
    for number in range(start, stop):
        is_finite = parse_one(number, size, beam, sentences, weights, table, slots, guidance, found)
        found.is_finite[number * size : (number + 1) * size] = is_finite
