"""Scores for pairs of tokens, from the encoder's vectors: biaffine, one matrix for each kind of pair."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from neural.encoders.layers import Padding
from neural.methods.edges.edge_factored import HiddenLayer
from neural.methods.exact.pairs import Pair

ARCS = (Pair.LEFT_FIRST, Pair.LEFT_LAST, Pair.RIGHT_FIRST, Pair.RIGHT_LAST)
PARTS = tuple(pair for pair in Pair if pair not in ARCS)


class Biaffine(nn.Module):
    """Scores for pairs of tokens, several for each.

    Parameters
    ----------
    inputs : int
        The size of the tokens' vectors.
    hidden : int
        The size of the hidden vectors that are compared.
    outputs : int
        How many scores a pair gets.
    dropout : float
        Dropout of the hidden vectors.
    """

    def __init__(self, inputs: int, hidden: int, outputs: int, dropout: float) -> None:
        super().__init__()
        self.row = HiddenLayer(inputs, hidden, dropout)
        self.column = HiddenLayer(inputs, hidden, dropout)
        # With a constant on either side, for what each token says on its own.
        self.weights = nn.Parameter(torch.zeros(outputs, hidden + 1, hidden + 1))

    def all_pairs(self, tokens: Tensor, at: Padding) -> Tensor:
        """The scores of all pairs of tokens in each sentence, [N, outputs, T, T], from their vectors, [M, inputs]."""
        rows, columns = self._hidden(tokens, at.rows)
        rows, columns = F.embedding(at.forward, rows), F.embedding(at.forward, columns)
        count, width, size = rows.shape
        outputs = self.weights.size(0)
        turned = (rows.flatten(0, 1) @ self.weights.permute(1, 0, 2).flatten(1)).view(count, width, outputs, size)
        scores = turned.transpose(1, 2).flatten(1, 2) @ columns.transpose(1, 2)
        return scores.view(count, outputs, width, width)

    def some_pairs(self, tokens: Tensor, sentences: Tensor, first: Tensor, second: Tensor) -> Tensor:
        """The scores of some pairs, [P, outputs].

        Parameters
        ----------
        tokens : Tensor, [M, inputs]
            The vectors of the tokens.
        sentences : Tensor of int64, [M]
            The sentence of each.
        first, second : Tensor of int64, [P]
            The two tokens of each pair.
        """
        rows, columns = self._hidden(tokens, sentences)
        rows, columns = rows.index_select(0, first), columns.index_select(0, second)
        outputs, size, _ = self.weights.shape
        turned = (rows @ self.weights.permute(1, 0, 2).flatten(1)).view(rows.size(0), outputs, size)
        return (turned @ columns.unsqueeze(2)).squeeze(2)

    def _hidden(self, tokens: Tensor, sentences: Tensor) -> tuple[Tensor, Tensor]:
        rows, columns = self.row(tokens, sentences), self.column(tokens, sentences)
        return F.pad(rows, (0, 1), value=1.0), F.pad(columns, (0, 1), value=1.0)


class PairScorer(nn.Module):
    """Scores for every kind of pair.

    Parameters
    ----------
    inputs : int
        The size of the tokens' vectors.
    arc_hidden, part_hidden : int
        The sizes of the hidden vectors for arcs, and for bubbles and their parts.
    dropout : float
        Dropout of the hidden vectors.
    """

    def __init__(self, inputs: int, arc_hidden: int, part_hidden: int, dropout: float) -> None:
        super().__init__()
        self.arcs = Biaffine(inputs, arc_hidden, len(ARCS), dropout)
        self.parts = Biaffine(inputs, part_hidden, len(PARTS), dropout)

    def forward(self, tokens: Tensor, at: Padding) -> Tensor:
        """The scores, [N, len(Pair), T, T], from the vectors of tokens, [M, inputs]; other cells mean nothing."""
        return torch.cat([self.arcs.all_pairs(tokens, at), self.parts.all_pairs(tokens, at)], dim=1)
