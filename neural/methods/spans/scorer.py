"""Scores of separators and of the boundaries around them, in the spirit of Teranishi et al. (2019).

Three small networks read the encoder's vectors.  One says of each word whether and how it separates conjuncts (see
:mod:`neural.methods.spans.chart`).  The others say where the conjuncts around a separator begin and end.  Each is a
probability distribution of its own, and learns from gold coordinations alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from bubbletree import Coordination
from neural.batched.scoring import finite
from neural.encoders.interface import Encoded
from neural.methods.interface import Term
from neural.methods.spans.chart import Chain, SeparatorScores, best_coordinations
from neural.methods.spans.separators import SeparatorRole, Separators

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
        left, right = self._hidden(self.left, tokens), self._hidden(self.right, tokens)
        middle = self._hidden(self.separator, separators)
        to_left = torch.einsum("kh,kth->kt", middle @ self.to_left, left[owners])
        to_right = torch.einsum("kh,kth->kt", middle @ self.to_right, right[owners])
        across = left @ self.across @ right.transpose(1, 2)
        return to_left.unsqueeze(2) + to_right.unsqueeze(1) + across[owners]

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

    def fit(self, encoded: Encoded) -> list[bool]:
        """Whether the chart takes each sentence whole, as it does up to :data:`MAX_CELLS` pairs of boundaries.

        Raises
        ------
        ScorerError
            The scores are not finite.
        """
        roles = self._log_roles(self.contexts(encoded))
        starts = zip(encoded.lengths, encoded.roots.tolist(), strict=True)
        return [_cells(roles[start : start + length + 1]) <= MAX_CELLS for length, start in starts]

    def best(self, encoded: Encoded) -> list[tuple[Coordination, ...]]:
        """The most probable of all consistent sets of coordinations for each sentence.

        Only words that are likelier to separate than not are candidates.  A sentence that does not fit is cut into
        blocks of words, and no coordination crosses their edges.

        Raises
        ------
        ScorerError
            The scores are not finite.
        """
        contexts = self.contexts(encoded)
        roles = self._log_roles(contexts)
        result = []
        for length, start in zip(encoded.lengths, encoded.roots.tolist(), strict=True):
            found: list[Coordination] = []
            blocks = [(1, length)]
            while blocks:
                first, last = blocks.pop()
                # The token before a block is in the place of RT: no boundary can be there.
                own = slice(start + first - 1, start + last + 1)
                if _cells(roles[own]) > MAX_CELLS:
                    middle = (first + last) // 2
                    blocks += [(middle + 1, last), (first, middle)]
                else:
                    found += (_moved(one, first - 1) for one in self._found(contexts[own], roles[own]))
            result.append(tuple(found))
        return result

    def _found(self, contexts: Tensor, roles: Floats) -> tuple[Coordination, ...]:
        """The coordinations of a sentence, given its tokens' contexts and the log-probabilities of their roles."""
        return tuple(_coordination(chain, roles) for chain in self._chains(contexts, roles))

    def log_probabilities(self, encoded: Encoded, sets: Sequence[tuple[int, Separators]]) -> list[float]:
        """The log-probabilities of sets of coordinations; inconsistent sets have a probability, too.

        Parameters
        ----------
        encoded : Encoded
            The sentences.
        sets : sequence of (int, Separators)
            The sets, each with the number of its sentence.

        Raises
        ------
        ScorerError
            The scores are not finite.
        """
        contexts, first, lengths = self.contexts(encoded), encoded.roots, encoded.lengths
        roles, starts = self._log_roles(contexts), first.tolist()
        result = []
        for number, one in sets:
            own = roles[starts[number] + 1 : starts[number] + 1 + lengths[number]]
            result.append(float(own[np.arange(len(own)), one.roles].sum()))
        wanted: dict[tuple[int, int], list[tuple[int, list[int]]]] = {}
        for place, (number, one) in enumerate(sets):
            for word, *boundaries in one.separators.tolist():
                wanted.setdefault((number, word), []).append((place, boundaries))
        if not wanted:
            return result
        owners, words = torch.tensor(list(wanted), device=contexts.device).unbind(1)
        groups = iter(wanted.values())
        for inner, outer in self._log_boundaries(contexts, first, lengths, owners, words):
            for of_inner, of_outer, asked in zip(inner, outer, groups, strict=False):
                for place, (left_begin, left_end, right_begin, end) in asked:
                    result[place] += float(of_inner[left_end, right_begin] + of_outer[left_begin, end])
        return result

    def _log_boundaries(
        self, contexts: Tensor, first: Tensor, lengths: Sequence[int], owners: Tensor, separators: Tensor
    ) -> Iterator[tuple[Floats, Floats]]:
        """The log-probabilities of the boundaries around separators, inner and outer ones, a few separators at a time.

        The parameters are those of :meth:`boundary_scores`.
        """
        size = max(1, CELLS_AT_ONCE // (max(lengths) + 1) ** 2)
        for some, words in zip(torch.split(owners, size), torch.split(separators, size), strict=True):
            scores = self.boundary_scores(contexts, first, lengths, some, words).finite(self)
            inner, outer = (table.double().cpu().numpy() for table in scores.log_probabilities())
            yield inner, outer

    def _log_roles(self, contexts: Tensor) -> Floats:
        """The log-probabilities of the roles of all tokens."""
        scores = finite(self, self.roles(contexts), (contexts.size(0), len(SeparatorRole)), "role")
        return F.log_softmax(scores.double(), dim=1).cpu().numpy()

    def _chains(self, contexts: Tensor, roles: Floats) -> tuple[Chain, ...]:
        """The coordinations of a sentence, given its tokens' contexts and the log-probabilities of their roles."""
        length = len(roles) - 1
        words = _candidates(roles)
        if not words:
            return ()
        odds = roles[words] - roles[words, :1]
        separators = torch.tensor(words, device=contexts.device)
        one = torch.zeros(1, dtype=torch.int64, device=contexts.device)
        inner, outer = np.empty((2, len(words), length + 1, length + 1))
        done = 0
        for some in self._log_boundaries(contexts, one, [length], torch.zeros_like(separators), separators):
            place = slice(done, done + len(some[0]))
            inner[place], outer[place] = some
            done = place.stop
        last = odds[:, [SeparatorRole.LAST_COORDINATOR, SeparatorRole.LAST_OTHER]].max(axis=1)
        earlier = odds[:, [SeparatorRole.EARLIER_COORDINATOR, SeparatorRole.EARLIER_OTHER]].max(axis=1)
        return best_coordinations(SeparatorScores(words, last, earlier, inner, outer))

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


def _candidates(roles: Floats) -> list[int]:
    """The words of a sentence that are likely to separate; a separator has words on both sides."""
    likely = np.flatnonzero(roles[:, SeparatorRole.NONE] < LIKELY)
    return [word for word in likely.tolist() if 2 <= word < len(roles) - 1]


def _cells(roles: Floats) -> int:
    """How many pairs of boundaries the separators of a sentence may have."""
    return len(_candidates(roles)) * len(roles) ** 2


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
