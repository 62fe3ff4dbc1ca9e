"""One sentence, to look for coordinations in, given the encoder's vectors."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
from torch import Tensor

from bubbletree import Coordination
from neural.batched.scoring import finite
from neural.methods.compiling import Floats
from neural.methods.spans.boundaries import BoundaryScorer, Ends
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
    ends : tuple of Ends, or None
        The words as inner and as outer boundaries: at least those around candidates, None if nobody has asked.
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
        self.ends: tuple[Ends, Ends] | None = None

    def tokens(self, first: int, stop: int | None = None) -> Tensor:
        """Some of the tokens, in their contexts."""
        return self._contexts[first:stop]

    @property
    def fits(self) -> bool:
        """Whether the chart takes the sentence whole, as it does up to :data:`MAX_CELLS` pairs of boundaries."""
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

        Raises
        ------
        ScorerError
            The scores are not finite.
        """
        own = self.roles[1:]
        return float(own[np.arange(len(own)), one.roles].sum()) + self._log_probability_of_boundaries(one)

    def log_probability_of(self, one: Coordination) -> float | None:
        """The log-probability of one coordination, whatever the others are; None if no word separates its conjuncts.

        Raises
        ------
        ScorerError
            The scores are not finite.
        """
        separators = separators_of([one], len(self.roles) - 1)
        if not len(separators.separators):
            return None
        words = separators.separators[:, 0]
        own = float(self.roles[words, separators.roles[words - 1]].sum())
        return own + self._log_probability_of_boundaries(separators)

    def _log_probability_of_boundaries(self, one: Separators) -> float:
        """The log-probability of the boundaries around separators, given these."""
        result = 0.0
        if len(one.separators):
            words, left_begin, left_end, right_begin, end = one.separators.T
            done = 0
            for inner, outer in self._log_boundaries(words.tolist()):
                some = slice(done, done + len(inner))
                each = np.arange(len(inner))
                result += float(inner[each, left_end[some], right_begin[some]].sum())
                result += float(outer[each, left_begin[some], end[some]].sum())
                done = some.stop
        return result

    def _log_boundaries(self, words: list[int]) -> Iterator[tuple[Floats, Floats]]:
        """The log-probabilities of the boundaries around separators, inner and outer ones, a few separators at a time.

        Both are [k, n + 1, n + 1].
        """
        if not self._has_ends(words):
            # Of words that are no candidates, there may be any number on either side.
            self.ends = _ends(self._scorers, [self._contexts], [self._contexts])[0]
        step = max(1, CELLS_AT_ONCE // len(self.roles) ** 2)
        for start in range(0, len(words), step):
            some = words[start : start + step]
            inner, outer = (self._log_probabilities(kind, some) for kind in (0, 1))
            yield inner, outer

    def _has_ends(self, words: Sequence[int]) -> bool:
        """Whether all words around some separators are known as boundaries."""
        if self.ends is None:
            return False
        (left, right, _), _ = self.ends
        return max(words) <= len(left) and min(words) >= len(self.roles) - 1 - len(right)

    def _log_probabilities(self, kind: int, words: list[int]) -> Floats:
        """The log-probabilities of one kind of boundaries."""
        assert self.ends is not None, "made before"
        scorer, ends, last = self._scorers[kind], self.ends[kind], len(self.roles) - 1
        terms = scorer.terms(self._contexts[words], ends)
        if not self._is_compiled:
            return terms.log_probabilities(scorer, words, last)
        from neural.methods.spans import kernels  # the compiler takes a while to import

        to_left, to_right, across = (finite(scorer, term, term.shape, "boundary").cpu().numpy() for term in terms)
        return kernels.log_probabilities(np.array(words), to_left, to_right, across, last)

    def _chains(self) -> tuple[Chain, ...]:
        """The coordinations of the best set."""
        words = self.candidates
        if not words:
            return ()
        odds = self.roles[words] - self.roles[words, :1]
        inner, outer = np.empty((2, len(words), len(self.roles), len(self.roles)))
        done = 0
        for some in self._log_boundaries(words):
            place = slice(done, done + len(some[0]))
            inner[place], outer[place] = some
            done = place.stop
        fill: Fill | None = None
        if self._is_compiled:
            from neural.methods.spans import kernels

            fill = kernels.fill
        last = odds[:, [SeparatorRole.LAST_COORDINATOR, SeparatorRole.LAST_OTHER]].max(axis=1)
        earlier = odds[:, [SeparatorRole.EARLIER_COORDINATOR, SeparatorRole.EARLIER_OTHER]].max(axis=1)
        return best_coordinations(SeparatorScores(words, last, earlier, inner, outer), fill)


def with_ends(sentences: list[SentenceSpans], scorers: tuple[BoundaryScorer, BoundaryScorer]) -> list[SentenceSpans]:
    """The same sentences, given all the ends that their charts need: together, that is faster than one by one."""
    asked = [one for one in sentences if one.candidates and one.fits]
    if asked:
        left = [one.tokens(0, max(one.candidates)) for one in asked]
        right = [one.tokens(min(one.candidates) + 1) for one in asked]
        for one, ends in zip(asked, _ends(scorers, left, right), strict=True):
            one.ends = ends
    return sentences


def _ends(
    scorers: tuple[BoundaryScorer, BoundaryScorer], left: Sequence[Tensor], right: Sequence[Tensor]
) -> list[tuple[Ends, Ends]]:
    inner, outer = (scorer.ends(left, right) for scorer in scorers)
    return list(zip(inner, outer, strict=True))


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
