"""Greedy parsing by transitions, one sentence after the other.

The same search as :func:`neural.batched.greedy.parse` with :class:`neural.methods.bubbles.scorer.NetworkScorer`, or
with :class:`neural.batched.guided.GuidedScorer` around it.  Tests compare the decisions.  The sums of scores are added
up in another order, so scores differ in the last digits.

Only decisions that later ones depend on are made here: transitions, and the labels of a bubble's parts.  For all other
arcs, the hidden layer is stored, and the labels of a whole batch are one product of matrices afterwards.
"""

from __future__ import annotations

import numpy as np

from neural.batched.rules import BUBBLE_ATTACH, BUBBLE_CLOSE, BUBBLE_OPEN, LEFT_ARC, SHIFT
from neural.methods.bubbles.kernels.arrays import PENDING, Bools, Floats, Found, Guidance, Sentences, Weights
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
    copy,
    hide_label,
    no_stages,
    opened,
    score_labels,
    score_transitions,
    with_room,
)
from neural.methods.compiling import compiled


@compiled
def best_transition(scores: Floats, may: Bools, fits: Bools) -> int:
    """The best of the allowed transitions that fit the given coordinations; if none does, the best of all allowed."""
    kind = -1
    for one in range(TRANSITIONS):
        if may[one] and fits[one] and (kind < 0 or scores[one] > scores[kind]):
            kind = one
    if kind < 0:
        for one in range(TRANSITIONS):
            if may[one] and (kind < 0 or scores[one] > scores[kind]):
                kind = one
    return kind


@compiled
def log_probability(scores: Floats, may: Bools, kind: int) -> float:
    """The logarithm of the probability of an allowed transition."""
    top = float(scores[kind])
    for one in range(TRANSITIONS):
        if may[one]:
            top = max(top, float(scores[one]))
    total = 0.0
    for one in range(TRANSITIONS):
        if may[one]:
            total += np.exp(float(scores[one]) - top)
    return float(scores[kind]) - top - float(np.log(total))


@compiled
def best_label(scores: Floats, conj: int, is_conjunct: int) -> int:
    """The best label of a bubble's part: if 1, ``conj``; if 0, another; if -1, any."""
    if is_conjunct == 1:
        return conj
    best = -1
    for label in range(len(scores)):
        if (best < 0 or scores[label] > scores[best]) and not (is_conjunct == 0 and label == conj):
            best = label
    return best


@compiled
def parse_one(
    number: int, sentences: Sentences, weights: Weights, table: Bools, slots: int, guidance: Guidance, found: Found
) -> bool:
    """Parse a sentence, and say whether all scores were finite; the parameters are those of :func:`parse`."""
    n, at = sentences.lengths[number], sentences.items[number]
    nothing, size = len(sentences.base), max(2 * n, 1)
    state = State(
        np.empty(4, np.int64),
        np.empty(n + 2, np.int64),
        np.empty(n + 2, np.int64),
        np.empty(size, np.bool_),
        found.first[at : at + size],
        found.last[at : at + size],
        np.empty(size, np.int64),
        np.empty(size, np.int64),
        np.empty(size, np.int64),
        np.empty(size, np.int64),
        found.heads[at : at + size],
        found.labels[at : at + size],
    )
    begin(state, number, sentences, guidance)
    stages = no_stages(sentences, 4)
    items, nodes, fits = np.empty(4, np.int64), np.empty(4, np.int64), np.empty(TRANSITIONS, np.bool_)
    hidden = np.empty(len(weights.transition_bias), np.float32)
    scores = np.empty(len(weights.transition_score_bias), np.float32)
    label_scores = np.empty(len(weights.label_score_bias), np.float32)
    total = 0.0
    while not is_over(state):
        look(state, items)
        nodes_of(state, items, nothing, nodes)
        if not score_transitions(nodes, sentences, stages, weights, slots, hidden, scores):
            return False
        may = allowed(state, items, table)
        fit(state, items, guidance, fits)
        kind = best_transition(scores, may, fits)
        total += log_probability(scores, may, kind)
        stages = with_room(stages, sentences, 2)
        label = PENDING
        if kind not in (SHIFT, BUBBLE_CLOSE):
            if kind == LEFT_ARC:
                head = nodes[B1]
            elif kind == BUBBLE_OPEN:
                head = opened(nodes[S2], sentences, stages, weights)
            else:
                head = nodes[S2]
            own = found.hidden[at + items[S1]]
            hide_label(head, nodes[S1], sentences, stages, weights, own)
            found.has_hidden[at + items[S1]] = True
            if kind in (BUBBLE_OPEN, BUBBLE_ATTACH):
                if not score_labels(own, weights, label_scores):
                    return False
                label = best_label(label_scores, weights.conj, is_given_conjunct(state, items[S1], guidance))
        compose(state, items, kind, label, n, sentences, stages, weights)
        step(state, items, kind, label, n, weights.conj, guidance)
    for bubble in range(n + 1, n + 1 + state.counts[BUBBLES]):
        copy(stages.base[state.node[bubble] - nothing - 1], found.composed[at + bubble])
    found.opened[number] = state.counts[BUBBLES]
    found.log_probabilities[number] = total
    found.exists[number] = True
    return True


@compiled
def parse(
    start: int,
    stop: int,
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
    sentences, weights, guidance
        What is known.
    table : array, [combinations of facts, 6]
        What is allowed (:func:`neural.batched.transitions.allowed_by_facts`).
    slots : int
        How many of s3, s2, s1 and b1 the scorer looks at, from the right.
    found : Found
        Where to write; contents are undefined before, but for ``has_hidden`` and ``exists``, all
        false.
    """
    for number in range(start, stop):
        found.is_finite[number] = parse_one(number, sentences, weights, table, slots, guidance, found)
