"""The scores of pairs of tokens in some sentences, as arrays for the program; what is asked again is kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import torch
from torch import Tensor

from neural.encoders.interface import Encoded
from neural.encoders.layers import padding
from neural.methods.compiling import Floats
from neural.methods.exact import pieces
from neural.methods.exact.pieces import Piece, encoded_pieces, together
from neural.methods.exact.scorer import PairScorer


class PairScores:
    """The scores of pairs of tokens in the pieces of some sentences.

    Parameters
    ----------
    scorer : PairScorer
        What scores them.
    encoded : Encoded
        The sentences.
    """

    def __init__(self, scorer: PairScorer, encoded: Encoded) -> None:
        self._scorer = scorer
        self._encoded = encoded
        self._kept: dict[Piece, Floats] = {}
        self._cells = 0

    def groups(self, cut: Sequence[Piece]) -> Iterator[tuple[list[Piece], list[Floats]]]:
        """Some pieces after the other, each with its scores, [len(Pair), n + 1, n + 1] for n words.

        They are not to be written to: those of the first pieces, up to :data:`neural.methods.exact.pieces.CELLS`, are
        kept.
        """
        for group in together(cut):
            missing = [piece for piece in group if piece not in self._kept]
            made = dict(zip(missing, self._computed(missing), strict=True))
            found = [made[piece] if piece in made else self._kept[piece] for piece in group]
            for piece, scores in made.items():
                if self._cells + scores.size <= pieces.CELLS:
                    self._kept[piece] = scores
                    self._cells += scores.size
            yield group, found

    def each(self, cut: Sequence[Piece]) -> Iterator[tuple[Piece, Floats]]:
        """Each piece with its scores."""
        for group, scores in self.groups(cut):
            yield from zip(group, scores, strict=True)

    @torch.no_grad()
    def _computed(self, listed: Sequence[Piece]) -> Iterator[Floats]:
        """The scores of pieces: one after the other on a CPU, else all together."""
        if not listed:
            return
        encoded = encoded_pieces(self._encoded, listed)
        sizes = [length + 1 for length in encoded.lengths]
        each: Iterator[Tensor]
        if encoded.tokens.device.type == "cpu":
            each = self._scorer.each_sentence(encoded.tokens, sizes)
        else:
            padded = self._scorer(encoded.tokens, padding(torch.tensor(sizes, device=encoded.tokens.device))).cpu()
            each = (own[:, :size, :size] for own, size in zip(padded, sizes, strict=True))
        for scores in each:
            yield scores.double().contiguous().numpy()
