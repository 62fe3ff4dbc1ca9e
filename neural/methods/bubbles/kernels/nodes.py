"""The vectors of nodes and their scores: words as the network has them, and stages of bubbles as they are composed.

A node is a number: those of the tokens come first, then "nothing", then the stages of the bubbles of one sentence.

Loops instead of expressions over arrays: they are as fast, and compiled in a fraction of the time.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from neural.methods.bubbles.kernels.arrays import Floats, Ints, Sentences, Weights
from neural.methods.compiling import compiled

OPENED, JOINED, CLOSED = range(3)
"""How a stage came about: by opening a bubble with its first conjunct, by another conjunct, or by closing it."""


class Stages(NamedTuple):
    """The stages of the bubbles of one sentence, with room for more.

    Attributes
    ----------
    base : array, [room, D]
        Their vectors.
    transition_terms, label_terms : array, [room, ...]
        Their terms.
    conjuncts : array, [room, D]
        The sums of their conjuncts' vectors.
    counts : array, [room]
        The numbers of their conjuncts.
    origins : array, [room, 3]
        How each came about, and from which nodes.
    used : array, [1]
        How many there are.
    """

    base: Floats
    transition_terms: Floats
    label_terms: Floats
    conjuncts: Floats
    counts: Ints
    origins: Ints
    used: Ints


@compiled
def copy(source: Floats, result: Floats) -> None:
    """Copy a vector."""
    for place in range(len(source)):
        result[place] = source[place]


@compiled
def add(one: Floats, other: Floats, result: Floats) -> None:
    """Write the sum of two vectors."""
    for place in range(len(one)):
        result[place] = one[place] + other[place]


@compiled
def are_finite(scores: Floats) -> bool:
    """Whether all scores are finite."""
    for score in scores:  # noqa: SIM110  # the compiler takes no generators
        if not np.isfinite(score):
            return False
    return True


@compiled
def no_stages(sentences: Sentences, room: int) -> Stages:
    """Room for so many stages."""
    return Stages(
        np.empty((room, sentences.base.shape[1]), np.float32),
        np.empty((room, sentences.transition_terms.shape[1]), np.float32),
        np.empty((room, sentences.label_terms.shape[1]), np.float32),
        np.empty((room, sentences.base.shape[1]), np.float32),
        np.empty(room, np.int64),
        np.empty((room, 3), np.int64),
        np.zeros(1, np.int64),
    )


@compiled
def with_room(stages: Stages, sentences: Sentences, more: int) -> Stages:
    """The same stages, with room for more."""
    used = stages.used[0]
    if used + more <= len(stages.counts):
        return stages
    wider = no_stages(sentences, 2 * used + more)
    for place in range(used):
        copy(stages.base[place], wider.base[place])
        copy(stages.transition_terms[place], wider.transition_terms[place])
        copy(stages.label_terms[place], wider.label_terms[place])
        copy(stages.conjuncts[place], wider.conjuncts[place])
        wider.counts[place] = stages.counts[place]
        wider.origins[place] = stages.origins[place]
    wider.used[0] = used
    return wider


@compiled
def base_of(node: int, sentences: Sentences, stages: Stages) -> Floats:
    """The vector of a node that is something."""
    nothing = len(sentences.base)
    vector: Floats = sentences.base[node] if node < nothing else stages.base[node - nothing - 1]
    return vector


@compiled
def label_terms_of(node: int, sentences: Sentences, stages: Stages) -> Floats:
    """The terms of a node in the scorer of labels."""
    nothing = len(sentences.base)
    terms: Floats = sentences.label_terms[node] if node <= nothing else stages.label_terms[node - nothing - 1]
    return terms


@compiled
def multiply(vector: Floats, matrix: Floats, result: Floats) -> None:
    """Add the product of a vector and a matrix to the result, in an order that processors do several of at once."""
    for row in range(matrix.shape[0]):
        factor = vector[row]
        for column in range(matrix.shape[1]):
            result[column] += factor * matrix[row, column]


@compiled
def _compose(stages: Stages, place: int, weights: Weights) -> None:
    """Compute an open bubble from the sum of its conjuncts, and their number."""
    base, count = stages.base[place], np.float32(stages.counts[place])
    mean = np.empty(len(base), np.float32)
    for component in range(len(base)):
        mean[component] = stages.conjuncts[place, component] / count
    if weights.composes:
        base[:] = np.float32(0)
        multiply(mean, weights.composition, base)
        for component in range(len(base)):
            base[component] = np.tanh(base[component])
    else:
        copy(mean, base)
    copy(weights.transition_open, stages.transition_terms[place])
    multiply(base, weights.transition_terms, stages.transition_terms[place])
    copy(weights.label_open, stages.label_terms[place])
    multiply(base, weights.label_terms, stages.label_terms[place])


@compiled
def _stage(origin: int, one: int, other: int, stages: Stages) -> tuple[int, bool]:
    """The stage that came about in this way, and whether it is new: then nothing else is known of it."""
    for place in range(stages.used[0]):
        known = stages.origins[place]
        if known[0] == origin and known[1] == one and known[2] == other:
            return place, False
    place = stages.used[0]
    stages.origins[place, 0], stages.origins[place, 1], stages.origins[place, 2] = origin, one, other
    stages.used[0] += 1
    return place, True


@compiled
def opened(conjunct: int, sentences: Sentences, stages: Stages, weights: Weights) -> int:
    """The node of an open bubble with its first conjunct; there must be room for a stage."""
    place, is_new = _stage(OPENED, conjunct, -1, stages)
    if is_new:
        copy(base_of(conjunct, sentences, stages), stages.conjuncts[place])
        stages.counts[place] = 1
        _compose(stages, place, weights)
    return len(sentences.base) + 1 + place


@compiled
def joined(bubble: int, conjunct: int, sentences: Sentences, stages: Stages, weights: Weights) -> int:
    """The node of an open bubble with one more conjunct; there must be room for a stage."""
    place, is_new = _stage(JOINED, bubble, conjunct, stages)
    if is_new:
        whole = bubble - len(sentences.base) - 1
        add(stages.conjuncts[whole], base_of(conjunct, sentences, stages), stages.conjuncts[place])
        stages.counts[place] = stages.counts[whole] + 1
        _compose(stages, place, weights)
    return len(sentences.base) + 1 + place


@compiled
def closed(bubble: int, sentences: Sentences, stages: Stages, weights: Weights) -> int:
    """The node of an open bubble once it is closed; there must be room for a stage."""
    place, is_new = _stage(CLOSED, bubble, -1, stages)
    if is_new:
        whole = bubble - len(sentences.base) - 1
        copy(stages.base[whole], stages.base[place])
        add(stages.transition_terms[whole], weights.transition_closing, stages.transition_terms[place])
        add(stages.label_terms[whole], weights.label_closing, stages.label_terms[place])
    return len(sentences.base) + 1 + place


@compiled
def score_transitions(
    looked_at: Ints, sentences: Sentences, stages: Stages, weights: Weights, slots: int, hidden: Floats, scores: Floats
) -> bool:
    """The scores of transitions, given the nodes of s3, s2, s1 and b1, and whether they are finite."""
    nothing, size = len(sentences.base), len(hidden)
    copy(weights.transition_bias, hidden)
    for slot in range(slots):
        node = looked_at[len(looked_at) - slots + slot]
        terms = sentences.transition_terms[node] if node <= nothing else stages.transition_terms[node - nothing - 1]
        start = slot * size
        for place in range(size):
            hidden[place] += terms[start + place]
    for place in range(size):
        hidden[place] = max(hidden[place], np.float32(0))
    copy(weights.transition_score_bias, scores)
    multiply(hidden, weights.transition_scores, scores)
    return are_finite(scores)


@compiled
def hide_label(
    head: int, dependent: int, sentences: Sentences, stages: Stages, weights: Weights, hidden: Floats
) -> None:
    """The hidden layer of the label of an arc between two nodes."""
    size = len(weights.label_bias)
    of_head, of_dependent = label_terms_of(head, sentences, stages), label_terms_of(dependent, sentences, stages)
    for place in range(size):
        value = of_head[place] + of_dependent[size + place] + weights.label_bias[place]
        hidden[place] = max(value, np.float32(0))


@compiled
def score_labels(hidden: Floats, weights: Weights, scores: Floats) -> bool:
    """The scores of labels, given the hidden layer, and whether they are finite."""
    copy(weights.label_score_bias, scores)
    multiply(hidden, weights.label_scores, scores)
    return are_finite(scores)
