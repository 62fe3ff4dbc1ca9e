"""Scores for pairs of tokens, from the encoder's vectors: biaffine, one matrix for each kind of pair."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from neural.config.options import MethodConfig
from neural.encoders.layers import Padding, padding
from neural.methods.edges.edge_factored import HiddenLayer
from neural.methods.exact.pairs import Pair

ARCS = (Pair.LEFT_FIRST, Pair.LEFT_LAST, Pair.RIGHT_FIRST, Pair.RIGHT_LAST)
PARTS = tuple(pair for pair in Pair if pair not in ARCS)
LAST = (Pair.LEFT_LAST, Pair.RIGHT_LAST, Pair.CONJUNCT_LAST, Pair.OTHER_LAST, Pair.FIRST_LAST)
EDGES = (
    Pair.CONJUNCT_START,
    Pair.CONJUNCT_END,
    Pair.OTHER_START,
    Pair.OTHER_END,
    Pair.FIRST_END,
    Pair.CONJUNCT_LEFT,
    Pair.CONJUNCT_RIGHT,
)
AT_ONCE = 256
"""How many of some pairs are compared at once."""

TOKENS_AT_ONCE = 256
"""How many tokens are made ready for comparison at once, if a sentence has no more: what is computed of them stays in
the cache of a CPU."""

ALIGNED = 16
"""Vectors that are compared have a multiple of so many numbers, with zeros at the end: products of them are faster."""

NEAR = 8
"""Up to this distance between two tokens, each has a weight of its own; further, each power of two."""


def used_pairs(method: MethodConfig) -> tuple[Pair, ...]:
    """The kinds of pairs that have scores; the others count nothing.

    Examples
    --------
    >>> len(used_pairs(MethodConfig())), len(used_pairs(MethodConfig(edge_scores=False, arc_scores="first")))
    (19, 7)
    """
    left_out = {
        *(() if method.bubble_scores else (Pair.BUBBLE,)),
        *(() if method.edge_scores else EDGES),
        *(() if method.arc_scores == "both" else LAST),
    }
    return tuple(pair for pair in Pair if pair not in left_out)


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
        turned, columns = F.embedding(at.forward, rows @ self._turning()), F.embedding(at.forward, columns)
        count, width, size = columns.shape
        scores = turned.view(count, -1, size) @ columns.transpose(1, 2)
        return scores.view(count, width, -1, width).transpose(1, 2)

    def each_sentence(self, tokens: Tensor, sizes: Sequence[int]) -> Iterator[Tensor]:
        """The same scores for one sentence after the other, [outputs, T, T] for T tokens, without padding.

        On a CPU, that is faster.

        Parameters
        ----------
        tokens : Tensor, [M, inputs]
            The vectors of the tokens.
        sizes : sequence of int, [N]
            How many tokens each sentence has.
        """
        turning = self._turning()
        first = 0
        for group in _groups(sizes):
            own = tokens[first : first + sum(group)]
            first += len(own)
            numbers = torch.arange(len(group), device=own.device)
            sentences = numbers.repeat_interleave(torch.tensor(group, device=own.device))
            rows, columns = self._hidden(own, sentences)
            turned = torch.split(rows @ turning, group)
            for one, other in zip(turned, torch.split(columns, group), strict=True):
                count, size = other.shape
                yield (one.view(-1, size) @ other.T).view(count, -1, count).transpose(0, 1)

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
        turning = self._turning()
        result = [rows.new_zeros(0, self.weights.size(0))]
        for start in range(0, len(first), AT_ONCE):
            one, other = first[start : start + AT_ONCE], second[start : start + AT_ONCE]
            # The pairs of each first token stand side by side, so that it is turned once for all of them.
            order = one.argsort(stable=True)
            side_by_side = one[order]
            distinct, counts = side_by_side.unique_consecutive(return_counts=True)  # type: ignore[no-untyped-call]  # torch leaves it untyped
            at = padding(counts)
            turned = (rows.index_select(0, distinct) @ turning).view(len(distinct), -1, columns.size(1))
            beside = F.embedding(at.forward, columns.index_select(0, other[order]))
            scores = (beside @ turned.transpose(1, 2)).flatten(0, 1)
            result.append(scores.index_select(0, at.from_forward[order.argsort()]))
        return torch.cat(result)

    def _hidden(self, tokens: Tensor, sentences: Tensor) -> tuple[Tensor, Tensor]:
        """The hidden vectors of tokens as rows, and as columns, of which the size is a multiple of :data:`ALIGNED`."""
        rows, columns = self.row(tokens, sentences), self.column(tokens, sentences)
        rows, columns = F.pad(rows, (0, 1), value=1.0), F.pad(columns, (0, 1), value=1.0)
        return rows, F.pad(columns, (0, -columns.size(1) % ALIGNED))

    def _turning(self) -> Tensor:
        """The weights as one matrix, which turns a row into what all columns are compared with, for every output."""
        return F.pad(self.weights, (0, -self.weights.size(2) % ALIGNED)).permute(1, 0, 2).flatten(1)


class PairScorer(nn.Module):
    """Scores for every kind of pair.

    Parameters
    ----------
    inputs : int
        The size of the tokens' vectors.
    method : MethodConfig
        The sizes of the hidden vectors, their dropout, and which pairs have scores.
    """

    def __init__(self, inputs: int, method: MethodConfig) -> None:
        super().__init__()
        self.used = used_pairs(method)
        self._places = [place for place, pair in enumerate(Pair) if pair in self.used]
        arcs, parts = (sum(pair in kinds for pair in self.used) for kinds in (ARCS, PARTS))
        self.arcs = Biaffine(inputs, method.arc_hidden, arcs, method.dropout)
        self.parts = Biaffine(inputs, method.span_hidden, parts, method.dropout)
        self.distances = nn.Parameter(torch.zeros(len(self.used), NEAR + 8)) if method.distances else None

    def forward(self, tokens: Tensor, at: Padding) -> Tensor:
        """The scores, [N, len(Pair), T, T], from the vectors of tokens, [M, inputs]; other cells mean nothing."""
        scores = torch.cat([self.arcs.all_pairs(tokens, at), self.parts.all_pairs(tokens, at)], dim=1)
        return self._completed(scores)

    def each_sentence(self, tokens: Tensor, sizes: Sequence[int]) -> Iterator[Tensor]:
        """The scores of one sentence after the other, [len(Pair), T, T]; as :meth:`Biaffine.each_sentence`."""
        for parts in zip(self.arcs.each_sentence(tokens, sizes), self.parts.each_sentence(tokens, sizes), strict=True):
            yield self._completed(torch.cat(parts))

    def _completed(self, scores: Tensor) -> Tensor:
        """Scores of the pairs that have some, [..., pairs, T, T], with distances, and with 0 for the other pairs."""
        if self.distances is not None:
            places = torch.arange(scores.size(-1), device=scores.device)
            scores = scores + self.distances[:, _steps(places.unsqueeze(1) - places)]
        if len(self.used) == len(Pair):
            return scores
        whole = scores.new_zeros(*scores.shape[:-3], len(Pair), *scores.shape[-2:])
        return whole.index_copy(-3, torch.tensor(self._places, device=scores.device), scores)


def _groups(sizes: Sequence[int]) -> Iterator[list[int]]:
    """The sizes in the same order, in groups of :data:`TOKENS_AT_ONCE` tokens at most.

    Examples
    --------
    >>> list(_groups([100, 100, 100, 1000, 3]))
    [[100, 100], [100], [1000], [3]]
    """
    group: list[int] = []
    for size in sizes:
        if group and sum(group) + size > TOKENS_AT_ONCE:
            yield group
            group = []
        group.append(size)
    if group:
        yield group


def _steps(distances: Tensor) -> Tensor:
    """Distances between tokens on a scale that is coarser where they are large, from 0 to NEAR + 7.

    Examples
    --------
    >>> _steps(torch.tensor([0, -1, 8, 9, 16, 17, 2000])).tolist()
    [0, 1, 8, 9, 9, 10, 15]
    """
    far = distances.abs()
    power = torch.ceil(torch.log2(far.clamp(min=NEAR) / NEAR)).to(torch.int64)
    return torch.where(far <= NEAR, far, (NEAR + power).clamp(max=NEAR + 7))
