"""The transition system on arrays: one configuration, what fits it, and its steps.

What is allowed comes from the table of :func:`neural.batched.transitions.allowed_by_facts`, and what fits given
coordinations is what :class:`neural.batched.guided.GuidedScorer` keeps.
"""

from __future__ import annotations

from typing import NamedTuple

from neural.batched.guided import RegionKind
from neural.batched.rules import BUBBLE_ATTACH, BUBBLE_CLOSE, BUBBLE_OPEN, LEFT_ARC, NO_KIND, RIGHT_ARC, SHIFT
from neural.methods.bubbles.kernels.arrays import UNSET, Bools, Guidance, Ints, Sentences, Weights
from neural.methods.bubbles.kernels.nodes import Stages, closed, joined, opened
from neural.methods.compiling import compiled

LATER, BETWEEN, OPEN_BUBBLE = int(RegionKind.LATER), int(RegionKind.BETWEEN), int(RegionKind.BUBBLE)

TRANSITIONS = 6

S3, S2, S1, B1 = range(4)
"""Where the items that transitions look at stand in a row of them; -1 stands for "no item"."""

DEPTH, WAITING, BUBBLES, BEFORE = range(4)
"""Counts: items on the stack and in the buffer, bubbles opened; and the last transition."""


class State(NamedTuple):
    """A configuration of a sentence with n words, with room for ``size`` items.

    Attributes
    ----------
    counts : array, [4]
        What :data:`DEPTH` and so on name.
    stack, buffer : array, [n + 2]
        Items, the topmost of the stack and the first of the buffer last.
    is_open : array, [size]
        Whether an item is an open bubble.
    first, last, starts, ends : array, [size]
        First and last token of each item's content, and of its projection.
    node, region : array, [size]
        The node of each item, and its region in given coordinations.
    heads, labels : array, [size]
        Its governor, and the label of its arc.
    """

    counts: Ints
    stack: Ints
    buffer: Ints
    is_open: Bools
    first: Ints
    last: Ints
    starts: Ints
    ends: Ints
    node: Ints
    region: Ints
    heads: Ints
    labels: Ints


@compiled
def begin(state: State, number: int, sentences: Sentences, guidance: Guidance) -> None:
    """Make a state the initial configuration of a sentence."""
    n = sentences.lengths[number]
    state.counts[DEPTH], state.counts[WAITING], state.counts[BUBBLES], state.counts[BEFORE] = 1, n, 0, NO_KIND
    state.stack[0] = 0
    for place in range(n):
        state.buffer[place] = n - place
    for item in range(len(state.first)):
        state.is_open[item] = False
        state.first[item] = state.last[item] = state.starts[item] = state.ends[item] = item
        state.node[item] = sentences.roots[number] + item
        state.region[item] = 0
        state.heads[item] = state.labels[item] = UNSET
        if guidance.is_given and item <= n:
            state.region[item] = guidance.words[guidance.roots[number] + item]


@compiled
def is_over(state: State) -> bool:
    """Whether a configuration is terminal."""
    return bool(state.counts[DEPTH] == 1 and state.counts[WAITING] == 0)


@compiled
def look(state: State, items: Ints) -> None:
    """The items that transitions look at."""
    depth, waiting = state.counts[DEPTH], state.counts[WAITING]
    items[S1] = state.stack[depth - 1]
    items[S2] = state.stack[depth - 2] if depth > 1 else -1
    items[S3] = state.stack[depth - 3] if depth > 2 else -1
    items[B1] = state.buffer[waiting - 1] if waiting > 0 else -1


@compiled
def allowed(state: State, items: Ints, table: Bools) -> Bools:
    """Which transitions are allowed."""
    s1_open = state.is_open[items[S1]]
    s2_open = items[S2] >= 0 and state.is_open[items[S2]]
    depth, has_words = min(state.counts[DEPTH], 3), int(state.counts[WAITING] > 0)
    facts = ((depth * 2 + has_words) * 2 + int(s2_open)) * 2 + int(s1_open)
    row: Bools = table[facts * (NO_KIND + 1) + state.counts[BEFORE]]
    return row


@compiled
def fit(state: State, items: Ints, guidance: Guidance, result: Bools) -> None:
    """Which of the allowed transitions fit the given coordinations."""
    if not guidance.is_given:
        result[:] = True
        return
    b1 = items[B1]
    of_s1 = state.region[items[S1]]
    what = guidance.kind[of_s1]
    is_done = b1 < 0 or state.first[b1] > guidance.last[of_s1]
    is_same = of_s1 == (state.region[items[S2]] if items[S2] >= 0 else 0)
    joins = not is_same and (what == BETWEEN or (what == LATER and is_done))
    result[SHIFT] = not (is_done and (is_same or what in (LATER, BETWEEN, OPEN_BUBBLE)))
    result[LEFT_ARC] = of_s1 == (state.region[b1] if b1 >= 0 else 0)
    result[RIGHT_ARC] = is_same
    result[BUBBLE_OPEN] = result[BUBBLE_ATTACH] = joins
    result[BUBBLE_CLOSE] = is_done


@compiled
def is_given_conjunct(state: State, item: int, guidance: Guidance) -> int:
    """Whether an item that becomes part of a bubble is a conjunct there: 1 or 0, or -1 if that is not given."""
    return int(guidance.kind[state.region[item]] == LATER) if guidance.is_given else -1


@compiled
def step(state: State, items: Ints, kind: int, label: int, words: int, conj: int, guidance: Guidance) -> None:
    """Make an allowed transition; ``items`` are those looked at before it, in a sentence of so many words."""
    counts, s1, s2, b1 = state.counts, items[S1], items[S2], items[B1]
    bubble = words + 1 + counts[BUBBLES]
    if kind == SHIFT:
        state.stack[counts[DEPTH]] = b1
        counts[DEPTH] += 1
        counts[WAITING] -= 1
    elif kind == LEFT_ARC:
        state.heads[s1], state.labels[s1] = b1, label
        state.starts[b1] = state.starts[s1]
        counts[DEPTH] -= 1
    elif kind == RIGHT_ARC:
        state.heads[s1], state.labels[s1] = s2, label
        state.ends[s2] = state.ends[s1]
        counts[DEPTH] -= 1
    elif kind == BUBBLE_OPEN:
        state.heads[s2], state.labels[s2] = bubble, conj
        state.heads[s1], state.labels[s1] = bubble, label
        state.starts[bubble], state.ends[bubble] = state.starts[s2], state.ends[s1]
        state.first[bubble], state.last[bubble] = state.starts[s2], state.ends[s1]
        state.is_open[bubble] = True
        state.region[bubble] = guidance.bubble[state.region[s2]] if guidance.is_given else 0
        counts[BUBBLES] += 1
        counts[DEPTH] -= 1
        state.stack[counts[DEPTH] - 1] = bubble
    elif kind == BUBBLE_ATTACH:
        state.heads[s1], state.labels[s1] = s2, label
        state.ends[s2] = state.ends[s1]
        state.first[s2], state.last[s2] = state.starts[s2], state.ends[s1]
        counts[DEPTH] -= 1
    else:
        state.is_open[s1] = False
        state.region[s1] = guidance.outside[state.region[s1]] if guidance.is_given else 0
        counts[DEPTH] -= 1
        state.buffer[counts[WAITING]] = s1
        counts[WAITING] += 1
    counts[BEFORE] = kind


@compiled
def compose(
    state: State, items: Ints, kind: int, label: int, words: int, sentences: Sentences, stages: Stages, weights: Weights
) -> None:
    """Give a bubble that a transition opens, widens or closes its node; comes before :func:`step`, needs two stages."""
    node = state.node
    if kind == BUBBLE_OPEN or (kind == BUBBLE_ATTACH and label == weights.conj):
        bubble = words + 1 + state.counts[BUBBLES] if kind == BUBBLE_OPEN else items[S2]
        if kind == BUBBLE_OPEN:
            node[bubble] = opened(node[items[S2]], sentences, stages, weights)
        if label == weights.conj:
            node[bubble] = joined(node[bubble], node[items[S1]], sentences, stages, weights)
    elif kind == BUBBLE_CLOSE:
        node[items[S1]] = closed(node[items[S1]], sentences, stages, weights)


@compiled
def nodes_of(state: State, items: Ints, nothing: int, result: Ints) -> None:
    """The nodes of the items looked at."""
    for place in range(len(items)):
        result[place] = nothing if items[place] < 0 else state.node[items[place]]
