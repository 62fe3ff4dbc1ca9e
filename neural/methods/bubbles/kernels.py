"""Greedy parsing by transitions on arrays, one sentence after the other, for compiled code.

The same search as :func:`neural.batched.greedy.parse` with :class:`neural.methods.bubbles.scorer.NetworkScorer`, or
with :class:`neural.batched.guided.GuidedScorer` around it.  What is allowed comes from their tables, and tests compare
the decisions.  The sums of scores are added up in another order, so scores differ in the last digits.

Only decisions that later ones depend on are made here: transitions, and the labels of a bubble's parts.  For all other
arcs, the hidden layer is stored, and the labels of a whole batch are one product of matrices afterwards.

Items of all sentences are in one row: those of a sentence of n words are 2n, or 1 if it has none.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from neural.batched.guided import RegionKind
from neural.batched.rules import BUBBLE_ATTACH, BUBBLE_CLOSE, BUBBLE_OPEN, LEFT_ARC, NO_KIND, RIGHT_ARC, SHIFT
from neural.methods.compiling import compiled

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

KINDS = 6
LATER, BETWEEN, OPEN_BUBBLE = int(RegionKind.LATER), int(RegionKind.BETWEEN), int(RegionKind.BUBBLE)

PENDING = -2
"""The label of an arc whose label is still to be predicted."""
UNSET = -1
"""The label of an item without an arc."""


class Sentences(NamedTuple):
    """N sentences with M tokens in all.

    Attributes
    ----------
    lengths, roots, items : array, [N]
        The number of words of each sentence, the place of its RT among the tokens, and that of its first item.
    base : array, [M, D]
        The vectors of the tokens.
    transition_terms, label_terms : array, [M + 1, ...]
        The terms of each token, and of "nothing", in the scorers of transitions and labels.
    """

    lengths: Ints
    roots: Ints
    items: Ints
    base: Floats
    transition_terms: Floats
    label_terms: Floats


class Weights(NamedTuple):
    """The weights of a network, those of matrices by input and output.

    Attributes
    ----------
    composes : bool
        Whether bubbles are composed by ``composition``; else they are the means of their conjuncts.
    composition : array, [D, D]
        The matrix of the function g.
    transition_terms, label_terms : array, [D, ...]
        The first layers of the scorers.
    transition_open, label_open, transition_closing, label_closing : array
        What the indicator adds to the terms of an open bubble, and what closing it adds.
    transition_bias, label_bias : array
        The biases of the first layers.
    transition_scores, label_scores : array, [hidden, scores]
        The second layers.
    transition_score_bias, label_score_bias : array
        Their biases.
    conj : int
        The number of the label ``conj``.
    """

    composes: bool
    composition: Floats
    transition_terms: Floats
    label_terms: Floats
    transition_open: Floats
    label_open: Floats
    transition_closing: Floats
    label_closing: Floats
    transition_bias: Floats
    label_bias: Floats
    transition_scores: Floats
    label_scores: Floats
    transition_score_bias: Floats
    label_score_bias: Floats
    conj: int


class Guidance(NamedTuple):
    """The coordinations that trees must have, as regions (:class:`neural.batched.guided.Regions`).

    Attributes
    ----------
    is_given : bool
        Whether there is guidance; if not, nothing else counts.
    roots : array, [N]
        The place of each sentence's RT in the next array.
    words : array
        The region of each token.
    kind, last, outside, bubble : array
        By region, as in ``Regions``.
    """

    is_given: bool
    roots: Ints
    words: Ints
    kind: Ints
    last: Ints
    outside: Ints
    bubble: Ints


class Found(NamedTuple):
    """What is found in N sentences.

    Attributes
    ----------
    heads, labels, first, last : array, [items]
        The governor of each item, its label, and its content; of labels, those of parts of bubbles, else PENDING.
    hidden : array, [items, hidden]
        The hidden layer of the label of the arc into each item.
    has_hidden : array, [items]
        Where there is one.
    composed : array, [items, D]
        The vectors of bubbles.
    opened : array, [N]
        The number of bubbles in each sentence.
    log_probabilities : array, [N]
        The logarithm of the probability of all transitions, labels not included.
    is_finite : array, [N]
        Whether all scores were finite; if not, nothing else counts.
    """

    heads: Ints
    labels: Ints
    first: Ints
    last: Ints
    hidden: Floats
    has_hidden: Bools
    composed: Floats
    opened: Ints
    log_probabilities: Doubles
    is_finite: Bools


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
    """

    base: Floats
    transition_terms: Floats
    label_terms: Floats
    conjuncts: Floats
    counts: Ints


# Loops instead of expressions over arrays: they are as fast, and compiled in a fraction of the time.


@compiled
def _copy(source: Floats, result: Floats) -> None:
    for place in range(len(source)):
        result[place] = source[place]


@compiled
def _add(one: Floats, other: Floats, result: Floats) -> None:
    for place in range(len(one)):
        result[place] = one[place] + other[place]


@compiled
def _are_finite(scores: Floats) -> bool:
    for score in scores:  # noqa: SIM110  # the compiler takes no generators
        if not np.isfinite(score):
            return False
    return True


@compiled
def _room(old: Stages, used: int, room: int) -> Stages:
    """The same stages with room for so many."""
    base = np.empty((room, old.base.shape[1]), np.float32)
    transition_terms = np.empty((room, old.transition_terms.shape[1]), np.float32)
    label_terms = np.empty((room, old.label_terms.shape[1]), np.float32)
    conjuncts = np.empty((room, old.conjuncts.shape[1]), np.float32)
    counts = np.empty(room, np.int64)
    for place in range(used):
        _copy(old.base[place], base[place])
        _copy(old.transition_terms[place], transition_terms[place])
        _copy(old.label_terms[place], label_terms[place])
        _copy(old.conjuncts[place], conjuncts[place])
        counts[place] = old.counts[place]
    return Stages(base, transition_terms, label_terms, conjuncts, counts)


@compiled
def _multiply(vector: Floats, matrix: Floats, result: Floats) -> None:
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
        _multiply(mean, weights.composition, base)
        for component in range(len(base)):
            base[component] = np.tanh(base[component])
    else:
        _copy(mean, base)
    _copy(weights.transition_open, stages.transition_terms[place])
    _multiply(base, weights.transition_terms, stages.transition_terms[place])
    _copy(weights.label_open, stages.label_terms[place])
    _multiply(base, weights.label_terms, stages.label_terms[place])


@compiled
def _best_label(hidden: Floats, weights: Weights, is_conjunct: int) -> int:
    """The best label of a bubble's part: if 1, ``conj``; if 0, another; if -1, any.  -1 if scores are not finite."""
    scores = np.empty(len(weights.label_score_bias), np.float32)
    _copy(weights.label_score_bias, scores)
    _multiply(hidden, weights.label_scores, scores)
    if not _are_finite(scores):
        return -1
    if is_conjunct == 1:
        return weights.conj
    best = -1
    for label in range(len(scores)):
        if (best < 0 or scores[label] > scores[best]) and not (is_conjunct == 0 and label == weights.conj):
            best = label
    return best


@compiled
def parse_one(
    number: int, sentences: Sentences, weights: Weights, table: Bools, slots: int, guidance: Guidance, found: Found
) -> bool:
    """Parse a sentence, and say whether all scores were finite; the parameters are those of :func:`parse`."""
    n, root, at = sentences.lengths[number], sentences.roots[number], sentences.items[number]
    nothing = len(sentences.base)
    hidden_size = len(weights.transition_bias)
    label_size = len(weights.label_bias)
    size = max(2 * n, 1)
    stack, depth = np.zeros(n + 2, np.int64), 1
    buffer, waiting = np.zeros(n + 2, np.int64), n
    for place in range(n):
        buffer[place] = n - place
    is_open = np.zeros(size, np.bool_)
    starts, ends = np.empty(size, np.int64), np.empty(size, np.int64)  # of projections
    node = np.empty(size, np.int64)
    heads, labels = found.heads[at : at + size], found.labels[at : at + size]
    first, last = found.first[at : at + size], found.last[at : at + size]
    region = np.zeros(size, np.int64)
    for item in range(size):
        first[item] = last[item] = starts[item] = ends[item] = item
        node[item] = root + item
        if guidance.is_given and item <= n:
            region[item] = guidance.words[guidance.roots[number] + item]
    stages = Stages(
        np.empty((4, sentences.base.shape[1]), np.float32),
        np.empty((4, sentences.transition_terms.shape[1]), np.float32),
        np.empty((4, sentences.label_terms.shape[1]), np.float32),
        np.empty((4, sentences.base.shape[1]), np.float32),
        np.empty(4, np.int64),
    )
    used, opened, before = 0, 0, NO_KIND
    log_probability = 0.0
    looked_at = np.empty(4, np.int64)
    hidden = np.empty(hidden_size, np.float32)
    scores = np.empty(KINDS, np.float32)
    while depth > 1 or waiting > 0:
        s1 = stack[depth - 1]
        s2 = stack[depth - 2] if depth > 1 else -1
        s3 = stack[depth - 3] if depth > 2 else -1
        b1 = buffer[waiting - 1] if waiting > 0 else -1
        looked_at[0], looked_at[1], looked_at[2], looked_at[3] = s3, s2, s1, b1

        # The scores of the transitions.
        _copy(weights.transition_bias, hidden)
        for slot in range(slots):
            item = looked_at[4 - slots + slot]
            which = nothing if item < 0 else node[item]
            if which <= nothing:
                terms = sentences.transition_terms[which]
            else:
                terms = stages.transition_terms[which - nothing - 1]
            start = slot * hidden_size
            for place in range(hidden_size):
                hidden[place] += terms[start + place]
        for place in range(hidden_size):
            hidden[place] = max(hidden[place], np.float32(0))
        _copy(weights.transition_score_bias, scores)
        _multiply(hidden, weights.transition_scores, scores)
        if not _are_finite(scores):
            return False

        # The best of those that are allowed, and fit the given coordinations.
        s1_open, s2_open = is_open[s1], s2 >= 0 and is_open[s2]
        facts = ((min(depth, 3) * 2 + int(waiting > 0)) * 2 + int(s2_open)) * 2 + int(s1_open)
        allowed = table[facts * (NO_KIND + 1) + before]
        kind = -1
        if guidance.is_given:
            of_s1 = region[s1]
            what = guidance.kind[of_s1]
            is_over = waiting == 0 or first[b1] > guidance.last[of_s1]
            is_same = of_s1 == (region[s2] if s2 >= 0 else 0)
            joins = not is_same and (what == BETWEEN or (what == LATER and is_over))
            is_due = is_over and (is_same or what in (LATER, BETWEEN, OPEN_BUBBLE))
            for one in range(KINDS):
                fits = (
                    not is_due
                    if one == SHIFT
                    else of_s1 == (region[b1] if b1 >= 0 else 0)
                    if one == LEFT_ARC
                    else is_same
                    if one == RIGHT_ARC
                    else is_over
                    if one == BUBBLE_CLOSE
                    else joins
                )
                if allowed[one] and fits and (kind < 0 or scores[one] > scores[kind]):
                    kind = one
        if kind < 0:
            for one in range(KINDS):
                if allowed[one] and (kind < 0 or scores[one] > scores[kind]):
                    kind = one
        top = np.float64(scores[kind])
        for one in range(KINDS):
            if allowed[one]:
                top = max(top, np.float64(scores[one]))
        total = 0.0
        for one in range(KINDS):
            if allowed[one]:
                total += np.exp(np.float64(scores[one]) - top)
        log_probability += np.float64(scores[kind]) - top - np.log(total)

        # The arc, and its label if it is that of a bubble's part.
        label = PENDING
        bubble = n + 1 + opened
        if used + 2 > len(stages.counts):
            stages = _room(stages, used, 2 * used + 2)
        if kind == BUBBLE_OPEN:
            _copy(
                sentences.base[node[s2]] if node[s2] < nothing else stages.base[node[s2] - nothing - 1],
                stages.conjuncts[used],
            )
            stages.counts[used] = 1
            _compose(stages, used, weights)
            node[bubble] = nothing + 1 + used
            used += 1
        if kind not in (SHIFT, BUBBLE_CLOSE):
            head = b1 if kind == LEFT_ARC else bubble if kind == BUBBLE_OPEN else s2
            of_head = (
                sentences.label_terms[node[head]]
                if node[head] <= nothing
                else stages.label_terms[node[head] - nothing - 1]
            )
            of_dependent = (
                sentences.label_terms[node[s1]] if node[s1] <= nothing else stages.label_terms[node[s1] - nothing - 1]
            )
            own = found.hidden[at + s1]
            for place in range(label_size):
                value = of_head[place] + of_dependent[label_size + place] + weights.label_bias[place]
                own[place] = max(value, np.float32(0))
            found.has_hidden[at + s1] = True
            if kind in (BUBBLE_OPEN, BUBBLE_ATTACH):
                is_conjunct = int(guidance.kind[region[s1]] == LATER) if guidance.is_given else -1
                label = _best_label(own, weights, is_conjunct)
                if label < 0:
                    return False
                if label == weights.conj:
                    whole = node[head] - nothing - 1
                    _add(
                        stages.conjuncts[whole],
                        sentences.base[node[s1]] if node[s1] < nothing else stages.base[node[s1] - nothing - 1],
                        stages.conjuncts[used],
                    )
                    stages.counts[used] = stages.counts[whole] + 1
                    _compose(stages, used, weights)
                    node[head] = nothing + 1 + used
                    used += 1
            heads[s1] = head
            labels[s1] = label

        # The step.
        if kind == SHIFT:
            stack[depth] = b1
            depth += 1
            waiting -= 1
        elif kind == LEFT_ARC:
            starts[b1] = starts[s1]
            depth -= 1
        elif kind == RIGHT_ARC:
            ends[s2] = ends[s1]
            depth -= 1
        elif kind == BUBBLE_OPEN:
            heads[s2] = bubble
            labels[s2] = weights.conj
            starts[bubble], ends[bubble] = starts[s2], ends[s1]
            first[bubble], last[bubble] = starts[s2], ends[s1]
            is_open[bubble] = True
            region[bubble] = guidance.bubble[region[s2]] if guidance.is_given else 0
            opened += 1
            depth -= 1
            stack[depth - 1] = bubble
        elif kind == BUBBLE_ATTACH:
            ends[s2] = ends[s1]
            first[s2], last[s2] = starts[s2], ends[s1]
            depth -= 1
        else:
            is_open[s1] = False
            region[s1] = guidance.outside[region[s1]] if guidance.is_given else 0
            whole = node[s1] - nothing - 1
            _copy(stages.base[whole], stages.base[used])
            _add(stages.transition_terms[whole], weights.transition_closing, stages.transition_terms[used])
            _add(stages.label_terms[whole], weights.label_closing, stages.label_terms[used])
            node[s1] = nothing + 1 + used
            used += 1
            depth -= 1
            buffer[waiting] = s1
            waiting += 1
        before = kind
    for bubble in range(n + 1, n + 1 + opened):
        _copy(stages.base[node[bubble] - nothing - 1], found.composed[at + bubble])
    found.opened[number] = opened
    found.log_probabilities[number] = log_probability
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
        Where to write; contents are undefined before, but for ``labels``, all UNSET, and ``has_hidden``, all false.
    """
    for number in range(start, stop):
        found.is_finite[number] = parse_one(number, sentences, weights, table, slots, guidance, found)
