"""How good confidences are, and how to fit better ones.

A coordination that was found is right if the gold sentence has one with the same conjuncts.  :func:`brier_score` and
:func:`calibration_error` say how far confidences are from that.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bubbletree import BubbletreeError
from neural.data.gold import GoldSentence
from neural.methods.hypotheses import bubble_parser, estimates
from neural.models.calibration import Calibration
from neural.models.parser import Parser

BINS = 10
"""How many bins the calibration error has."""


class CalibrationError(BubbletreeError):
    """There are too few coordinations to fit a calibration on.

    Attributes
    ----------
    sentences : int
        The number of sentences in which coordinations were found.
    """

    def __init__(self, sentences: int) -> None:
        super().__init__(f"the model finds coordinations in {sentences} of the sentences; at least 2 are needed")
        self.sentences = sentences


class Case(NamedTuple):
    """A coordination that was found in a gold sentence.

    Attributes
    ----------
    sentence : int
        The number of the sentence.
    log_probabilities : tuple of float
        The logarithm of the probability that the network gives it, by each of its opinions.
    right : bool
        Whether it is right.
    """

    sentence: int
    log_probabilities: tuple[float, ...]
    right: bool


class Judgement(NamedTuple):
    """How sure the network was of a coordination, and whether that was right.

    Attributes
    ----------
    raw : float
        The network's own probability.
    confidence : float
        The confidence, by a calibration that was fitted on other sentences.
    right : bool
        Whether the coordination is right.
    """

    raw: float
    confidence: float
    right: bool


class Quality(NamedTuple):
    """How good confidences are: the expected calibration error in ten bins, and the Brier score."""

    calibration_error: float
    brier_score: float


class Coverage(NamedTuple):
    """What is left if coordinations below some confidence are left out.

    Attributes
    ----------
    least : float
        The confidence.
    kept : float
        The share of the coordinations that are left.
    precision : float
        The share of these that are right; 1 if there are none.
    """

    least: float
    kept: float
    precision: float


def cases(parser: Parser, gold: Sequence[GoldSentence]) -> Iterator[list[Case]]:
    """For each gold sentence, the coordinations that the parser finds in it.

    Raises
    ------
    NoHypothesesError
        The model's method has no probabilities of coordinations.
    """
    network = bubble_parser(parser.network)
    found = estimates(network, parser.parse_all(one.sentence for one in gold), parser.batch_size)
    for number, (one, listed) in enumerate(zip(gold, found, strict=True)):
        known = {tuple(coordination.conjuncts) for coordination in one.coordinations}
        yield [Case(number, values, coordination.conjuncts in known) for coordination, values in listed]


def fitted(found: Sequence[Case]) -> Calibration:
    """The calibration that fits these coordinations best."""
    return Calibration.fit([case.log_probabilities for case in found], [case.right for case in found])


def judged(found: Sequence[Case], seed: int) -> list[Judgement]:
    """How sure the network was of each coordination, and whether it was right.

    The confidences of each half of the sentences are those of a calibration fitted on the other half.

    Parameters
    ----------
    found : sequence of Case
        All coordinations found.
    seed : int
        Decides which sentences are the first half.

    Raises
    ------
    CalibrationError
        Coordinations were found in fewer than two sentences.
    """
    sentences = sorted({case.sentence for case in found})
    if len(sentences) < 2:
        raise CalibrationError(len(sentences))
    random.Random(seed).shuffle(sentences)
    first = set(sentences[: len(sentences) // 2])
    halves = [[case for case in found if (case.sentence in first) is inside] for inside in (True, False)]
    return [
        Judgement(Calibration()(case.log_probabilities), calibration(case.log_probabilities), case.right)
        for half, calibration in zip(halves, (fitted(halves[1]), fitted(halves[0])), strict=True)
        for case in half
    ]


def qualities(judgements: Sequence[Judgement]) -> tuple[Quality, Quality]:
    """How good the network's own probabilities are, and how good confidences are."""
    right = [one.right for one in judgements]
    before, after = (
        Quality(calibration_error(values, right), brier_score(values, right))
        for values in ([one.raw for one in judgements], [one.confidence for one in judgements])
    )
    return before, after


def coverage(judgements: Sequence[Judgement], least: float) -> Coverage:
    """What is left without the coordinations whose confidence is below ``least``.

    Examples
    --------
    >>> coverage([Judgement(0.9, 0.9, True), Judgement(0.9, 0.8, True), Judgement(0.9, 0.2, False)], 0.5)
    Coverage(least=0.5, kept=0.6666666666666666, precision=1.0)
    """
    kept = [one.right for one in judgements if one.confidence >= least]
    return Coverage(least, len(kept) / len(judgements), sum(kept) / len(kept) if kept else 1.0)


def brier_score(confidences: Sequence[float], right: Sequence[bool]) -> float:
    """The mean squared distance between confidences and the truth (0 or 1); 0 is best.

    Examples
    --------
    >>> brier_score([1.0, 0.5], [True, False])
    0.125
    """
    return math.fsum((value - truth) ** 2 for value, truth in zip(confidences, right, strict=True)) / len(confidences)


def calibration_error(confidences: Sequence[float], right: Sequence[bool]) -> float:
    """The expected calibration error; 0 is best.

    In each of :data:`BINS` bins of equal width, the mean confidence is compared with the share of guesses that are
    right. The result is the mean of these differences, weighted by the numbers of guesses in the bins.

    Examples
    --------
    >>> round(calibration_error([0.9, 0.8, 0.3], [True, False, False]), 3)
    0.4
    """
    gaps = [0.0] * BINS
    for value, truth in zip(confidences, right, strict=True):
        gaps[_bin(value)] += value - truth
    return math.fsum(map(abs, gaps)) / len(confidences)


def chance_error(confidences: Sequence[float]) -> float:
    """The calibration error that perfect confidences would have by chance, on so few guesses.

    If each guess is right with a probability of its confidence, the difference in a bin is near a normal distribution
    around 0 whose variance is the sum of p (1 - p). The mean of its absolute value is sqrt(2 / pi) standard deviations.

    Examples
    --------
    >>> round(chance_error([0.5] * 100), 3)
    0.04
    >>> round(chance_error([0.5] * 10_000), 3)
    0.004
    """
    variances = [0.0] * BINS
    for value in confidences:
        variances[_bin(value)] += value * (1 - value)
    return math.fsum(math.sqrt(2 / math.pi * variance) for variance in variances) / len(confidences)


def _bin(confidence: float) -> int:
    return min(int(confidence * BINS), BINS - 1)
