"""Scores of pairs of boundaries around separators, one to the left and one to the right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from neural.batched.scoring import finite
from neural.methods.compiling import Floats


class Ends(NamedTuple):
    """The words of a sentence of n words as boundaries, whatever the separators.

    Attributes
    ----------
    left : Tensor, [L, hidden + 1]
        Vectors of tokens 0 to L - 1, which may be to the left of a separator.
    right : Tensor, [R, hidden + 1]
        Vectors of tokens n + 1 - R to n, which may be to the right of one.
    across : Tensor, [L, R]
        The scores of pairs of them.
    """

    left: Tensor
    right: Tensor
    across: Tensor


class BoundaryTerms(NamedTuple):
    """Scores of pairs of boundaries around K separators, as terms that are added up; L and R as in :class:`Ends`.

    Attributes
    ----------
    to_left : Tensor, [K, L]
        The terms of the separator and the left boundary.
    to_right : Tensor, [K, R]
        Those of the separator and the right boundary.
    across : Tensor, [L, R]
        Those of both boundaries.
    """

    to_left: Tensor
    to_right: Tensor
    across: Tensor

    def log_probabilities(self, scorer: object, separators: Sequence[int], words: int) -> Floats:
        """Of the boundaries around these separators in a sentence with so many words; -inf where they are not possible.

        Compiled code does the same (:func:`neural.methods.spans.kernels.log_probabilities`).

        Parameters
        ----------
        scorer : object
            What has scored them, to be named if scores are not finite.
        separators : sequence of int, [K]
            The separators.
        words : int
            n.

        Returns
        -------
        array, [K, n + 1, n + 1]
            By separator, word to the left, and word to the right.

        Raises
        ------
        ScorerError
            Some scores are not finite.
        """
        scores = self.to_left.unsqueeze(2) + self.to_right.unsqueeze(1) + self.across
        finite(scorer, scores, scores.shape, "boundary")
        count, left, right = scores.shape
        column = torch.arange(words + 1, device=scores.device)
        middle = torch.tensor(separators, device=scores.device).unsqueeze(1)
        before = (column[:left] >= 1) & (column[:left] < middle)
        possible = before.unsqueeze(2) & (column[words + 1 - right :] > middle).unsqueeze(1)
        result = np.full((count, words + 1, words + 1), -np.inf)
        result[:, :left, words + 1 - right :] = log_softmax(scores, possible).double().cpu().numpy()
        return result


def log_softmax(scores: Tensor, possible: Tensor) -> Tensor:
    """The log-probabilities of the boundaries around each separator, [K, L, R]; -inf where they are not possible."""
    return F.log_softmax(scores.masked_fill(~possible, -torch.inf).flatten(1), dim=1).view(scores.shape)


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

    def ends(self, left: Sequence[Tensor], right: Sequence[Tensor]) -> list[Ends]:
        """What does not depend on separators, given the tokens to the left and to the right in each sentence."""
        left_counts, right_counts = [len(one) for one in left], [len(one) for one in right]
        of_left = self._hidden(self.left, torch.cat(list(left)))
        of_right = self._hidden(self.right, torch.cat(list(right)))
        split = (
            torch.split(of_left, left_counts),
            torch.split(of_right, right_counts),
            torch.split(of_left @ self.across, left_counts),
        )
        return [Ends(begin, end, crossing @ end.T) for begin, end, crossing in zip(*split, strict=True)]

    def terms(self, separators: Tensor, ends: Ends) -> BoundaryTerms:
        """[K, inputs] separators in a sentence with these ends."""
        middle = self._hidden(self.separator, separators)
        return BoundaryTerms(middle @ self.to_left @ ends.left.T, middle @ self.to_right @ ends.right.T, ends.across)

    def _hidden(self, layer: nn.Module, vectors: Tensor) -> Tensor:
        hidden = self.dropout(F.leaky_relu(layer(vectors), 0.1))
        return torch.cat([hidden, hidden.new_ones(*hidden.shape[:-1], 1)], dim=-1)
