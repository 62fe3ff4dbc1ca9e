"""One sentence, to look for coordinations in, given the encoder's vectors."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from torch import Tensor

from bubbletree import Coordination, ScorerError
from neural.methods.compiling import Floats, Ints, Singles
from neural.methods.spans.boundaries import Asked, BoundaryScorer, BoundaryTerms
from neural.methods.spans.chart import Chain, Fill, SeparatorScores, best_coordinations
from neural.methods.spans.separators import SeparatorRole, Separators, separators_of

LIKELY = math.log(0.5)
"""A word is a candidate if its log-probability of not separating is below this."""

MAX_CELLS = 2**24
"""How many pairs of boundaries, around all separators of a sentence, the chart takes: about 400 MB of them."""

CELLS_AT_ONCE = 2**21
"""How many of them are scored at once, if one separator has no more."""


class SentenceSpans:
    """A sentence of n words, to look for coordinations in.

    Parameters
    ----------
    scorers : tuple of BoundaryScorer
        What scores inner boundaries, and what scores outer ones.
    contexts : Tensor, [n + 1, 3 D]
        Its tokens, as :meth:`neural.methods.spans.scorer.SpanScorer.contexts` returns them.
    roles : array, [n + 1, roles]
        The log-probabilities of their roles.
    is_compiled : bool
        Whether tables are filled in by compiled code.

    Attributes
    ----------
    roles : array, [n + 1, roles]
        As given.
    candidates : list of int
        The words that are likely to separate; a separator has words on both sides.
    known : tuple of BoundaryTerms
        The scores of inner and of outer boundaries around some separators, in order; none at first.
    """

    def __init__(
        self, scorers: tuple[BoundaryScorer, BoundaryScorer], contexts: Tensor, roles: Floats, *, is_compiled: bool
    ) -> None:
        self._scorers = scorers
        self._contexts = contexts
        self.roles = roles
        self._is_compiled = is_compiled
        likely = np.flatnonzero(roles[:, SeparatorRole.NONE] < LIKELY)
        self.candidates: list[int] = [word for word in likely.tolist() if 2 <= word < len(roles) - 1]
        self.known: tuple[BoundaryTerms, ...] = ()

    def know(self, known: tuple[BoundaryTerms, ...]) -> None:
        """Take what has been computed for :attr:`known`."""
        self.known = known

    def asked(self, also: Sequence[int]) -> Asked | None:
        """What is asked about the boundaries around candidates, and around other separators; None if nothing is.

        Nothing is asked in advance about a sentence that is too long for the chart: its scores, of each separator and
        each word and of any two words, would be gigabytes.
        """
        words = sorted({*self.candidates, *also}) if self.fits else []
        return Asked(self._contexts, words) if words else None

    @property
    def fits(self) -> bool:
        """Whether the chart takes the sentence whole, as it does up to :data:`MAX_CELLS` pairs of boundaries.

        Of a sentence that does not fit, no probabilities are known either: they would take as long.
        """
        return len(self.candidates) * len(self.roles) ** 2 <= MAX_CELLS

    def best(self) -> tuple[Coordination, ...]:
        """The most probable of all consistent sets of coordinations.

        Only words that are likelier to separate than not are candidates.  A sentence that does not fit is cut into
        blocks of words, and no coordination crosses their edges.

        Raises
        ------
        ScorerError
            The scores are not finite.
        """
        if self.fits:
            return tuple(_coordination(chain, self.roles) for chain in self._chains())
        last = len(self.roles) - 1
        middle = (1 + last) // 2
        return (
            *self._block(1, middle).best(),
            *(_moved(one, middle) for one in self._block(middle + 1, last).best()),
        )

    def _block(self, first: int, last: int) -> SentenceSpans:
        """Some of the words; the token before them is in the place of RT, where no boundary can be."""
        own = slice(first - 1, last + 1)
        return SentenceSpans(self._scorers, self._contexts[own], self.roles[own], is_compiled=self._is_compiled)

    def log_probability(self, one: Separators) -> float:
        """The log-probability of a set of coordinations; an inconsistent one has a probability, too.

        It is 0, which favours none, if the sentence does not fit.

        Raises
        ------
        ScorerError
            The scores are not finite.
        """
        if not self.fits:
            return 0.0
        own = self.roles[1:]
        return float(own[np.arange(len(own)), one.roles].sum()) + self._log_probability_of_boundaries(one)

    def log_probability_of(self, one: Coordination) -> float | None:
        """The log-probability of one coordination, whatever the others are.

        It is None if no word separates its conjuncts, or the sentence does not fit.

        Raises
        ------
        ScorerError
            The scores are not finite.
        """
        separators = separators_of([one], len(self.roles) - 1)
        if not len(separators.separators) or not self.fits:
            return None
        words = separators.separators[:, 0]
        own = float(self.roles[words, separators.roles[words - 1]].sum())
        return own + self._log_probability_of_boundaries(separators)

    def _log_probability_of_boundaries(self, one: Separators) -> float:
        """The log-probability of the boundaries around separators, given these."""
        if not len(one.separators):
            return 0.0
        words, left_begin, left_end, right_begin, end = one.separators.T
        inner, outer = self._terms(words.tolist())
        values = inner.at(left_end, right_begin) - self._normalisers(0, inner)
        values += outer.at(left_begin, end) - self._normalisers(1, outer)
        return float(values.sum())

    def _terms(self, words: Sequence[int]) -> list[BoundaryTerms]:
        """The scores of inner and of outer boundaries around some separators."""
        if self.known:
            places = {word: place for place, word in enumerate(self.known[0].separators.tolist())}
            if all(word in places for word in words):
                return [terms.some([places[word] for word in words]) for terms in self.known]
        return [terms for scorer in self._scorers for terms in scorer.terms([Asked(self._contexts, words)])]

    def _normalisers(self, kind: int, terms: BoundaryTerms) -> Floats:
        """The normalisers of inner or outer boundaries, which are finite if all scores are."""
        if self._is_compiled:
            from neural.methods.spans import kernels  # the compiler takes a while to import

            values = kernels.normalisers(*_arrays(terms))
        else:
            values = np.concatenate([part.normalisers() for part in self._parts(terms)])
        if not np.isfinite(values).all():
            raise ScorerError(self._scorers[kind], values, "returned boundary scores that are not finite numbers")
        return values

    def _log_probabilities(self, kind: int, terms: BoundaryTerms) -> Floats:
        """The log-probabilities of inner or outer boundaries, [K, n + 1, n + 1]."""
        self._normalisers(kind, terms)
        if self._is_compiled:
            from neural.methods.spans import kernels

            return kernels.log_probabilities(*_arrays(terms))
        return np.concatenate([part.log_probabilities() for part in self._parts(terms)])

    def _parts(self, terms: BoundaryTerms) -> list[BoundaryTerms]:
        """A few separators at a time, for tensors."""
        step = max(1, CELLS_AT_ONCE // len(self.roles) ** 2)
        return [terms.some(slice(start, start + step)) for start in range(0, len(terms.separators), step)]

    def _chains(self) -> tuple[Chain, ...]:
        """The coordinations of the best set."""
        words = self.candidates
        if not words:
            return ()
        odds = self.roles[words] - self.roles[words, :1]
        inner, outer = (self._log_probabilities(kind, terms) for kind, terms in enumerate(self._terms(words)))
        fill: Fill | None = None
        if self._is_compiled:
            from neural.methods.spans import kernels

            fill = kernels.fill
        last = odds[:, [SeparatorRole.LAST_COORDINATOR, SeparatorRole.LAST_OTHER]].max(axis=1)
        earlier = odds[:, [SeparatorRole.EARLIER_COORDINATOR, SeparatorRole.EARLIER_OTHER]].max(axis=1)
        return best_coordinations(SeparatorScores(words, last, earlier, inner, outer), fill)


def _arrays(terms: BoundaryTerms) -> tuple[Ints, Singles, Singles, Singles, int]:
    """What compiled code takes."""
    separators, to_left, to_right, across, words = terms
    return separators, to_left.numpy(), to_right.numpy(), across.numpy(), words


def _moved(one: Coordination, by: int) -> Coordination:
    """A coordination so many words further on."""
    conjuncts, coordinators = (
        tuple((first + by, last + by) for first, last in spans) for spans in (one.conjuncts, one.coordinators)
    )
    return Coordination(conjuncts, coordinators)


def _coordination(chain: Chain, roles: Floats) -> Coordination:
    """The coordination of a chain; its coordinators are the separators that more likely are one than not."""
    coordinators = []
    for word in chain.separators:
        is_last = word == chain.separators[-1]
        coordinator = SeparatorRole.LAST_COORDINATOR if is_last else SeparatorRole.EARLIER_COORDINATOR
        other = SeparatorRole.LAST_OTHER if is_last else SeparatorRole.EARLIER_OTHER
        if roles[word, coordinator] >= roles[word, other]:
            coordinators.append((word, word))
    return Coordination(chain.conjuncts, coordinators)
