"""Scores of pairs of boundaries around separators, one to the left and one to the right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from neural.methods.compiling import Floats, Ints


class Asked(NamedTuple):
    """Which boundaries of a sentence of n words are to be scored: those around some separators.

    Attributes
    ----------
    contexts : Tensor, [n + 1, inputs]
        The tokens of the sentence.
    separators : sequence of int, [K]
        The separators, at least one.
    """

    contexts: Tensor
    separators: Sequence[int]


class BoundaryTerms(NamedTuple):
    """Scores of pairs of boundaries around K separators in a sentence of n words, as terms that are added up.

    Of the tokens, the first L can be to the left of some separator, and the last R to the right of one.  Compiled code
    does what the methods do (:mod:`neural.methods.spans.kernels`).

    Attributes
    ----------
    separators : array, [K]
        The separators.
    to_left : Tensor, [K, L]
        The terms of the separator and the left boundary.
    to_right : Tensor, [K, R]
        Those of the separator and the right boundary.
    across : Tensor, [L, R]
        Those of both boundaries.
    words : int
        n.
    """

    separators: Ints
    to_left: Tensor
    to_right: Tensor
    across: Tensor
    words: int

    def some(self, places: slice | list[int]) -> BoundaryTerms:
        """Some of the separators."""
        return self._replace(
            separators=self.separators[places], to_left=self.to_left[places], to_right=self.to_right[places]
        )

    def scores(self) -> Tensor:
        """The scores of all pairs, [K, L, R]; -inf where they are not possible."""
        right = self.to_right.size(1)
        column, middle = torch.arange(self.words + 1, device="cpu"), torch.from_numpy(self.separators).unsqueeze(1)
        before = (column >= 1) & (column < middle)
        after = column > middle
        possible = before[:, : self.to_left.size(1)].unsqueeze(2) & after[:, self.words + 1 - right :].unsqueeze(1)
        sums = self.to_left.double().unsqueeze(2) + self.to_right.double().unsqueeze(1) + self.across.double()
        return sums.masked_fill(~possible, -torch.inf)

    def normalisers(self) -> Floats:
        """For each separator the logarithm of the sum of the exponentials of its scores, [K]."""
        return self.scores().flatten(1).logsumexp(dim=1).numpy()

    def log_probabilities(self) -> Floats:
        """By separator, word to the left and word to the right, [K, n + 1, n + 1]; -inf where they are not possible."""
        scores = self.scores()
        count, left, right = scores.shape
        result = np.full((count, self.words + 1, self.words + 1), -np.inf)
        result[:, :left, self.words + 1 - right :] = log_softmax(scores).numpy()
        return result

    def at(self, left: Ints, right: Ints) -> Floats:
        """The score of one pair of boundaries for each separator, given both, [K]."""
        each = np.arange(len(left))
        columns = right - (self.words + 1 - self.across.size(1))
        to_left, to_right, across = self.to_left.numpy(), self.to_right.numpy(), self.across.numpy()
        result: Floats = to_left[each, left].astype(float) + to_right[each, columns] + across[left, columns]
        return result


def log_softmax(scores: Tensor) -> Tensor:
    """The log-probabilities of the boundaries around each separator, given their scores, [K, L, R]."""
    return F.log_softmax(scores.flatten(1), dim=1).view(scores.shape)


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

    def terms(self, asked: Sequence[Asked]) -> list[BoundaryTerms]:
        """The scores of boundaries in some sentences, on the CPU: for many at once, that is faster than one by one."""
        if not asked:
            return []
        left = [one.contexts[: max(one.separators)] for one in asked]
        right = [one.contexts[min(one.separators) + 1 :] for one in asked]
        of_left = self._hidden(self.left, torch.cat(left))
        of_right = self._hidden(self.right, torch.cat(right))
        middle = self._hidden(self.separator, torch.cat([one.contexts[list(one.separators)] for one in asked]))
        counts = [[len(one) for one in column] for column in (left, right, [one.separators for one in asked])]
        # What is left are small products, one sentence after the other.
        columns = [
            torch.split(vectors.cpu(), counts[number])
            for vectors, number in (
                (of_left, 0),
                (of_right, 1),
                (of_left @ self.across, 0),
                (middle @ self.to_left, 2),
                (middle @ self.to_right, 2),
            )
        ]
        return [
            BoundaryTerms(
                np.array(one.separators), before @ begin.T, after @ end.T, crossing @ end.T, len(one.contexts) - 1
            )
            for one, begin, end, crossing, before, after in zip(asked, *columns, strict=True)
        ]

    def _hidden(self, layer: nn.Module, vectors: Tensor) -> Tensor:
        hidden = self.dropout(F.leaky_relu(layer(vectors), 0.1))
        return torch.cat([hidden, hidden.new_ones(*hidden.shape[:-1], 1)], dim=-1)
