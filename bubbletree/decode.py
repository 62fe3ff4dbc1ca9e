"""Parsing with a scorer: greedy, as in the paper, and beam search.

Whatever the scores, the result is a valid projective bubble tree. Only allowed transitions are considered, and no
configuration is a dead end. Every derivation over n words ends after 2n + 2k transitions, where k < n is the number of
bubbles that it opens.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bubbletree.configuration import Configuration, TransitionKind
from bubbletree.scoring import Scorer, checked_label_scores, checked_transition_scores
from bubbletree.transitions import Transition, apply, valid_transitions
from bubbletree.tree import BubbleTree


class _Hypothesis(NamedTuple):
    """A configuration, and the log-probability of the transitions that led to it."""

    log_probability: float
    configuration: Configuration


def parse(
    words: Iterable[str],
    scorer: Scorer,
    beam: int = 1,
    *,
    normal_form: bool = False,
    single_root: bool = False,
) -> BubbleTree:
    """Parse a sentence by Bubble-Hybrid, with a scorer of your own.

    For text and a trained model, see :func:`bubbletree.load`.

    Parameters
    ----------
    words : iterable of str
        The sentence, without RT.
    scorer : Scorer
        Scores transitions and labels.
    beam : int
        How many partial derivations to keep.  With 1, the best transition is taken at each step
        (ties: the first in the order of :class:`TransitionKind`), then its best label (ties: the
        first).  With more, the derivations compete on their probability: the product of the
        softmax of the transition scores over the allowed transitions and of the label scores.
    normal_form : bool
        Search derivations in normal form only; no tree is lost.
    single_root : bool
        Give RT exactly one child.

    Raises
    ------
    ScorerError
        The scorer returned too few or too many scores, or a score that is not finite.

    Examples
    --------
    >>> from bubbletree import UniformScorer
    >>> parse(["hot", "tea"], UniformScorer()).arcs
    (Arc(head=1, label='dep', dependent=2), Arc(head=0, label='dep', dependent=1))
    """
    if isinstance(beam, bool) or operator.index(beam) < 1:
        raise ValueError(f"beam must be a whole number, at least 1, not {beam!r}")
    start = Configuration.initial(words)
    if beam == 1:
        return _greedy(start, scorer, normal_form, single_root).tree()
    return _beam_search(start, scorer, beam, normal_form, single_root).tree()


def _greedy(configuration: Configuration, scorer: Scorer, normal_form: bool, single_root: bool) -> Configuration:
    while not configuration.is_terminal:
        scores = checked_transition_scores(scorer, configuration)
        order = dict(zip(TransitionKind, scores, strict=True))
        kind = max(valid_transitions(configuration, normal_form, single_root), key=order.__getitem__)
        label = None
        if kind.takes_label:
            label_scores = checked_label_scores(scorer, configuration, kind)
            label = scorer.labels[max(range(len(label_scores)), key=label_scores.__getitem__)]
        configuration = apply(configuration, Transition(kind, label), normal_form, single_root)
    return configuration


def _beam_search(
    start: Configuration, scorer: Scorer, beam: int, normal_form: bool, single_root: bool
) -> Configuration:
    going = [_Hypothesis(0.0, start)]
    finished: list[_Hypothesis] = []
    while going:
        finished += [hypothesis for hypothesis in going if hypothesis.configuration.is_terminal]
        going = [hypothesis for hypothesis in going if not hypothesis.configuration.is_terminal]
        successors = [
            (hypothesis.log_probability + gain, hypothesis.configuration, transition)
            for hypothesis in going
            for gain, transition in _continuations(hypothesis.configuration, scorer, beam, normal_form, single_root)
        ]
        successors.sort(key=lambda successor: -successor[0])
        going = [
            _Hypothesis(log_probability, apply(configuration, transition, normal_form, single_root))
            for log_probability, configuration, transition in successors[:beam]
        ]
        # The probability of a derivation can only fall as it gets longer.
        best = max((hypothesis.log_probability for hypothesis in finished), default=-math.inf)
        going = [hypothesis for hypothesis in going if hypothesis.log_probability > best]
    return max(finished, key=lambda hypothesis: hypothesis.log_probability).configuration


def _continuations(
    configuration: Configuration, scorer: Scorer, beam: int, normal_form: bool, single_root: bool
) -> list[tuple[float, Transition]]:
    """The allowed transitions with their log-probabilities, each with as many labels as the beam can keep."""
    kinds = valid_transitions(configuration, normal_form, single_root)
    scores = dict(zip(TransitionKind, checked_transition_scores(scorer, configuration), strict=True))
    found: list[tuple[float, Transition]] = []
    for kind, log_probability in zip(kinds, _log_softmax([scores[kind] for kind in kinds]), strict=True):
        if not kind.takes_label:
            found.append((log_probability, Transition(kind)))
            continue
        labels = _log_softmax(checked_label_scores(scorer, configuration, kind))
        best = sorted(range(len(labels)), key=lambda number: -labels[number])[:beam]
        found += [(log_probability + labels[number], Transition(kind, scorer.labels[number])) for number in best]
    return found


def _log_softmax(scores: Sequence[float]) -> list[float]:
    top = max(scores)
    total = math.log(sum(math.exp(score - top) for score in scores))
    return [score - top - total for score in scores]
