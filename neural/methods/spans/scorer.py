"""Scores of separators and of the boundaries around them, in the spirit of Teranishi et al. (2019).

Three small networks read the encoder's vectors.  One says of each word whether and how it separates conjuncts (see
:mod:`neural.methods.spans.chart`).  The others say where the conjuncts around a separator begin and end.  Each is a
probability distribution of its own, and learns from gold coordinations alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from bubbletree import Coordination
from neural.batched.scoring import finite
from neural.encoders.interface import Encoded
from neural.methods.compiling import IS_COMPILED, LEAST_WORDS
from neural.methods.interface import Term
from neural.methods.spans.chart import Chain, Fill, SeparatorScores, best_coordinations
from neural.methods.spans.separators import SeparatorRole, Separators, separators_of

Floats = npt.NDArray[np.float64]

LIKELY = math.log(0.5)
"""A word is a candidate if its log-probability of not separating is below this."""

MAX_CELLS = 2**24
"""How many pairs of boundaries, around all separators of a sentence, the chart takes: about 400 MB of them."""

CELLS_AT_ONCE = 2**21
"""How many of them are scored at once, if one separator has no more."""


class RoleScorer(nn.Module):
    """A perceptron with one hidden layer that scores the roles of words."""

    def __init__(self, inputs: int, hidden: int, dropout: float) -> None:
        super().__init__()
        self.first = nn.Linear(inputs, hidden)
        self.second = nn.Linear(hidden, len(SeparatorRole))
        self.dropout = nn.Dropout(dropout)

    def forward(self, words: Tensor) -> Tensor:
        """[K, inputs] to [K, roles]."""
        scores: Tensor = self.second(self.dropout(F.relu(self.first(words))))
        return scores


class Ends(NamedTuple):
    """The words of N sentences of up to T - 1 words as boundaries, whatever the separators.

    Attributes
    ----------
    left, right : Tensor, [N, T, hidden + 1]
        Vectors of the words to the left and to the right of a separator.
    across : Tensor, [N, T, T]
        The scores of pairs of them.
    """

    left: Tensor
    right: Tensor
    across: Tensor


class BoundaryScorer(nn.Module):
    """Scores pairs of boundaries around separators, one to the left and one to the right.

    The score is a sum of three biaffine terms: separator and left boundary, separator and right boundary, and one
    boundary and the other.
    """

    def __init__(self, inputs: int, hidden: int, dropout: float) -> None:
        super().__init__()
        self.separator = nn.Linear(inputs, hidden)
        self.left = nn.Linear(inputs, hidden)
        self.right = nn.Linear(inputs, hidden)
        self.dropout = nn.Dropout(dropout)
        # One more for a constant, so that the terms have linear parts.
        self.to_left = nn.Parameter(torch.empty(hidden + 1, hidden + 1))
        self.to_right = nn.Parameter(torch.empty(hidden + 1, hidden + 1))
        self.across = nn.Parameter(torch.empty(hidden + 1, hidden + 1))
        for weights in (self.to_left, self.to_right, self.across):
            nn.init.xavier_uniform_(weights)

    def forward(self, separators: Tensor, tokens: Tensor, owners: Tensor) -> Tensor:
        """[K, inputs] separators, [N, T, inputs] tokens of N sentences, [K] the sentence of each: [K, T, T]."""
        ends = self.ends(tokens)
        middle = self._hidden(self.separator, separators)
        to_left = torch.einsum("kh,kth->kt", middle @ self.to_left, ends.left[owners])
        to_right = torch.einsum("kh,kth->kt", middle @ self.to_right, ends.right[owners])
        return to_left.unsqueeze(2) + to_right.unsqueeze(1) + ends.across[owners]

    def ends(self, tokens: Tensor) -> Ends:
        """What does not depend on separators, given the [N, T, inputs] tokens of N sentences."""
        left, right = self._hidden(self.left, tokens), self._hidden(self.right, tokens)
        return Ends(left, right, left @ self.across @ right.transpose(1, 2))

    def within(self, separators: Tensor, ends: Ends) -> Tensor:
        """The same as :meth:`forward` for one sentence, given its ends."""
        middle = self._hidden(self.separator, separators)
        to_left = middle @ self.to_left @ ends.left[0].T
        to_right = middle @ self.to_right @ ends.right[0].T
        return to_left.unsqueeze(2) + to_right.unsqueeze(1) + ends.across

    def _hidden(self, layer: nn.Module, vectors: Tensor) -> Tensor:
        hidden = self.dropout(F.leaky_relu(layer(vectors), 0.1))
        return torch.cat([hidden, hidden.new_ones(*hidden.shape[:-1], 1)], dim=-1)


class BoundaryScores(NamedTuple):
    """Scores of boundaries around K separators in sentences of up to T - 1 words, all [K, T, T].

    Attributes
    ----------
    inner, outer : Tensor
        By a word to the left and a word to the right.
    possible : Tensor of bool
        Where there are such words.
    """

    inner: Tensor
    outer: Tensor
    possible: Tensor

    def log_probabilities(self) -> tuple[Tensor, Tensor]:
        """Of inner and of outer boundaries; -inf where they are not possible."""
        inner, outer = (
            F.log_softmax(scores.masked_fill(~self.possible, -torch.inf).flatten(1), dim=1).view(scores.shape)
            for scores in (self.inner, self.outer)
        )
        return inner, outer

    def finite(self, scorer: object) -> BoundaryScores:
        """The same scores, unless some are not finite.

        Raises
        ------
        ScorerError
            Some are not.
        """
        for scores in (self.inner, self.outer):
            finite(scorer, scores, self.possible.shape, "boundary")
        return self


class SpanScorer(nn.Module):
    """Finds coordinations, given the encoder's vectors.

    Parameters
    ----------
    inputs : int
        The size of a token's vector.
    hidden : int
        The size of the hidden layers.
    dropout : float
        Their dropout.
    """

    def __init__(self, inputs: int, hidden: int, dropout: float) -> None:
        super().__init__()
        sizes = 3 * inputs, hidden, dropout
        self.roles = RoleScorer(*sizes)
        self.inner = BoundaryScorer(*sizes)
        self.outer = BoundaryScorer(*sizes)

    def losses(self, encoded: Encoded, gold: Sequence[Separators]) -> list[Term]:
        """The losses of the roles of all words, and of the inner and the outer boundaries around gold separators.

        The roles in a sentence count as one decision: most words do not separate, and would outweigh those that do.

        Parameters
        ----------
        encoded : Encoded
            The sentences.
        gold : sequence of Separators, [N]
            What is right.
        """
        contexts, first = self.contexts(encoded), encoded.roots
        device = contexts.device
        words = torch.ones(contexts.size(0), dtype=torch.bool, device=device)
        words[first] = False
        roles = torch.from_numpy(np.concatenate([one.roles for one in gold])).to(device)
        terms = [Term(F.cross_entropy(self.roles(contexts[words]), roles, reduction="sum"), len(gold))]
        separated = [number for number, one in enumerate(gold) if len(one.separators)]
        if not separated:
            return [*terms, *[Term(contexts.new_zeros(()), 0)] * 2]
        rows = np.concatenate([gold[number].separators for number in separated])
        separators, left_begin, left_end, right_begin, end = torch.from_numpy(rows).to(device).unbind(1)
        counts = torch.tensor([len(gold[number].separators) for number in separated], device=device)
        owners = torch.arange(len(separated), device=device).repeat_interleave(counts)
        own = [encoded.lengths[number] for number in separated]
        scores = self.boundary_scores(contexts, first[separated], own, owners, separators)
        inner, outer = scores.log_probabilities()
        each = torch.arange(len(rows), device=device)
        terms.append(Term(-inner[each, left_end, right_begin].sum(), len(rows)))
        terms.append(Term(-outer[each, left_begin, end].sum(), len(rows)))
        return terms

    def sentences(self, encoded: Encoded) -> list[SentenceSpans]:
        """Each sentence, to look for coordinations in.

        Raises
        ------
        ScorerError
            The scores are not finite.
        """
        contexts = self.contexts(encoded)
        scores = finite(self, self.roles(contexts), (contexts.size(0), len(SeparatorRole)), "role")
        roles = F.log_softmax(scores.double(), dim=1).cpu().numpy()
        fill: Fill | None = None
        if IS_COMPILED and sum(encoded.lengths) >= LEAST_WORDS:
            from neural.methods.spans import kernels

            fill = kernels.fill
        tokens = [slice(start, start + n + 1) for start, n in zip(encoded.roots.tolist(), encoded.lengths, strict=True)]
        return [SentenceSpans(self, contexts[own], roles[own], fill) for own in tokens]

    def contexts(self, encoded: Encoded) -> Tensor:
        """The vectors of tokens, each between those of its neighbours, [M, 3 D]; RT begins and ends its sentence."""
        tokens, first = encoded.tokens, encoded.roots
        last = first + torch.tensor(encoded.lengths, dtype=torch.int64, device=tokens.device)
        places = torch.arange(tokens.size(0), device=tokens.device)
        before, after = places - 1, places + 1
        before[first] = first
        after[last] = first
        return torch.cat([tokens.index_select(0, before), tokens, tokens.index_select(0, after)], dim=1)

    def boundary_scores(
        self, contexts: Tensor, first: Tensor, lengths: Sequence[int], owners: Tensor, separators: Tensor
    ) -> BoundaryScores:
        """The scores of boundaries around K separators in N sentences.

        Parameters
        ----------
        contexts : Tensor, [M, 3 D]
            What :meth:`contexts` returns.
        first : Tensor, [N]
            The place of each sentence's RT among them.
        lengths : sequence of int, [N]
            The number of words of each sentence.
        owners, separators : Tensor, [K]
            The sentence of each separator, and its word.
        """
        words = torch.tensor(lengths, device=contexts.device)
        column = torch.arange(max(lengths) + 1, device=contexts.device)
        inside = column <= words.unsqueeze(1)
        tokens = contexts[first.unsqueeze(1) + column.where(inside, torch.zeros_like(column))]
        left = (column >= 1) & (column < separators.unsqueeze(1))
        right = (column > separators.unsqueeze(1)) & inside[owners]
        middle = contexts[first[owners] + separators]
        return BoundaryScores(
            self.inner(middle, tokens, owners),
            self.outer(middle, tokens, owners),
            left.unsqueeze(2) & right.unsqueeze(1),
        )


class SentenceSpans:
    """A sentence of n words, to look for coordinations in.

    Parameters
    ----------
    scorer : SpanScorer
        The weights.
    contexts : Tensor, [n + 1, 3 D]
        Its tokens, as :meth:`SpanScorer.contexts` returns them.
    roles : array, [n + 1, roles]
        The log-probabilities of their roles.
    fill : Fill, optional
        What fills in the tables of charts; NumPy if it is left out.
    """

    def __init__(self, scorer: SpanScorer, contexts: Tensor, roles: Floats, fill: Fill | None = None) -> None:
        self._fill = fill
        self._scorer = scorer
        self._contexts = contexts
        self._roles = roles

    @cached_property
    def _candidates(self) -> list[int]:
        """The words that are likely to separate; a separator has words on both sides."""
        likely = np.flatnonzero(self._roles[:, SeparatorRole.NONE] < LIKELY)
        return [word for word in likely.tolist() if 2 <= word < len(self._roles) - 1]

    @property
    def fits(self) -> bool:
        """Whether the chart takes the sentence whole, as it does up to :data:`MAX_CELLS` pairs of boundaries."""
        return len(self._candidates) * len(self._roles) ** 2 <= MAX_CELLS

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
            return tuple(_coordination(chain, self._roles) for chain in self._chains())
        last = len(self._roles) - 1
        middle = (1 + last) // 2
        return (
            *self._block(1, middle).best(),
            *(_moved(one, middle) for one in self._block(middle + 1, last).best()),
        )

    def _block(self, first: int, last: int) -> SentenceSpans:
        """Some of the words; the token before them is in the place of RT, where no boundary can be."""
        own = slice(first - 1, last + 1)
        return SentenceSpans(self._scorer, self._contexts[own], self._roles[own], self._fill)

    def log_probability(self, one: Separators) -> float:
        """The log-probability of a set of coordinations; an inconsistent one has a probability, too.

        Raises
        ------
        ScorerError
            The scores are not finite.
        """
        own = self._roles[1:]
        return float(own[np.arange(len(own)), one.roles].sum()) + self._log_probability_of_boundaries(one)

    def log_probability_of(self, one: Coordination) -> float | None:
        """The log-probability of one coordination, whatever the others are; None if no word separates its conjuncts.

        Raises
        ------
        ScorerError
            The scores are not finite.
        """
        separators = separators_of([one], len(self._roles) - 1)
        if not len(separators.separators):
            return None
        words = separators.separators[:, 0]
        own = float(self._roles[words, separators.roles[words - 1]].sum())
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

    @cached_property
    def _ends(self) -> tuple[Ends, Ends]:
        """The words as inner and as outer boundaries."""
        tokens = self._contexts.unsqueeze(0)
        return self._scorer.inner.ends(tokens), self._scorer.outer.ends(tokens)

    def _log_boundaries(self, words: list[int]) -> Iterator[tuple[Floats, Floats]]:
        """The log-probabilities of the boundaries around separators, inner and outer ones, a few separators at a time.

        Both are [k, n + 1, n + 1].
        """
        scorer, device = self._scorer, self._contexts.device
        inner, outer = self._ends
        column = torch.arange(len(self._roles), device=device)
        for some in torch.split(torch.tensor(words, device=device), max(1, CELLS_AT_ONCE // len(self._roles) ** 2)):
            left = (column >= 1) & (column < some.unsqueeze(1))
            right = column > some.unsqueeze(1)
            middle = self._contexts[some]
            scores = BoundaryScores(
                scorer.inner.within(middle, inner),
                scorer.outer.within(middle, outer),
                left.unsqueeze(2) & right.unsqueeze(1),
            )
            of_inner, of_outer = (table.double().cpu().numpy() for table in scores.finite(scorer).log_probabilities())
            yield of_inner, of_outer

    def _chains(self) -> tuple[Chain, ...]:
        """The coordinations of the best set."""
        words = self._candidates
        if not words:
            return ()
        odds = self._roles[words] - self._roles[words, :1]
        inner, outer = np.empty((2, len(words), len(self._roles), len(self._roles)))
        done = 0
        for some in self._log_boundaries(words):
            place = slice(done, done + len(some[0]))
            inner[place], outer[place] = some
            done = place.stop
        last = odds[:, [SeparatorRole.LAST_COORDINATOR, SeparatorRole.LAST_OTHER]].max(axis=1)
        earlier = odds[:, [SeparatorRole.EARLIER_COORDINATOR, SeparatorRole.EARLIER_OTHER]].max(axis=1)
        return best_coordinations(SeparatorScores(words, last, earlier, inner, outer), self._fill)


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
