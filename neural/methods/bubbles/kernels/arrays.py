"""What compiled parsing reads and writes.

Items of all sentences are in one row: those of a sentence of n words are 2n, or 1 if it has none.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

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
    """What is found in N sentences, or by N derivations of fewer sentences.

    Attributes
    ----------
    heads, labels, first, last : array, [items]
        The governor of each item, its label, and its content; of labels, greedy parsing knows
        those of parts of bubbles, and the others are PENDING.
    hidden : array, [items, hidden]
        The hidden layer of the label of the arc into each item.
    has_hidden : array, [items]
        Where there is one.
    composed : array, [items, D]
        The vectors of bubbles.
    opened : array, [N]
        The number of bubbles in each sentence.
    log_probabilities : array, [N]
        The logarithm of the probability of all transitions, and of the labels that have no hidden layer here.
    is_finite : array, [N]
        Whether all scores were finite; if not, nothing else counts.
    exists : array, [N]
        Whether there is such a derivation.
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
    exists: Bools
