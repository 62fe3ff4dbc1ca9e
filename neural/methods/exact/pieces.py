"""Sentences too long for the program, in pieces.

The tables grow with the square of the length, and time with its cube: 500 words take some 100 MB and some seconds,
5,000 would take a hundred times the memory and a thousand times the time.  So a longer sentence is cut, each piece
gets its best tree, and the roots of the later pieces become dependents of the first one's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import torch

from bubbletree import HasConjuncts
from neural.batched.guided import GuidanceError
from neural.encoders.interface import Encoded
from neural.methods.compiling import Ints
from neural.methods.exact.pairs import Pair
from neural.methods.exact.tables import RIGHT_ROLE

LONGEST = 500
"""The words of the longest sentence that is parsed as a whole."""

CELLS = 1 << 24
"""How many scores of pairs are held at once; those of a single piece may be more."""


class Piece(NamedTuple):
    """A part of a sentence, or all of it.

    Attributes
    ----------
    sentence : int
        The number of the sentence.
    first, last : int
        Its first and its last word.
    """

    sentence: int
    first: int
    last: int

    @property
    def length(self) -> int:
        """How many words there are."""
        return self.last - self.first + 1

    def has(self, word: int) -> bool:
        """Whether a word is in the piece."""
        return self.first <= word <= self.last

    def own(self, rows: Ints, columns: Ints) -> tuple[Ints, Ints]:
        """Pairs of tokens by the piece's own numbers; for a token of another piece, there is RT."""
        has_row = (self.first <= rows) & (rows <= self.last)
        return np.where(has_row, rows - self.first + 1, 0), columns - self.first + 1


def pieces(lengths: Sequence[int], found: Sequence[Sequence[HasConjuncts]] | None = None) -> Iterator[Piece]:
    """The pieces of sentences, as long as can be, that cut no coordination.

    Parameters
    ----------
    lengths : sequence of int, [N]
        The numbers of words.
    found : sequence of sequence of HasConjuncts, [N], or None
        Coordinations of each sentence.

    Raises
    ------
    GuidanceError
        A coordination is longer than a piece.

    Examples
    --------
    >>> [tuple(piece) for piece in pieces([3, 1200])]
    [(0, 1, 3), (1, 1, 500), (1, 501, 1000), (1, 1001, 1200)]
    """
    for number, length in enumerate(lengths):
        first = 1
        while length - first >= LONGEST:
            last = first + LONGEST - 1
            while inside := [one for one in found[number] if _cuts(last, one)] if found is not None else []:
                widest = min(inside, key=lambda one: one.conjuncts[0][0])
                last = widest.conjuncts[0][0] - 1
                if last < first:
                    raise GuidanceError(widest, f"has more than the {LONGEST} words that are parsed together", number)
            yield Piece(number, first, last)
            first = last + 1
        yield Piece(number, first, length)


def _cuts(last: int, one: HasConjuncts) -> bool:
    """Whether a piece that ends there would cut a coordination."""
    return one.conjuncts[0][0] <= last < one.conjuncts[-1][1]


def together(listed: Sequence[Piece]) -> Iterator[list[Piece]]:
    """The pieces in the same order, in groups whose scores are held at once."""
    group: list[Piece] = []
    longest = 0
    for piece in listed:
        longest = max(longest, piece.length)
        if group and (len(group) + 1) * len(Pair) * (longest + 1) ** 2 > CELLS:
            yield group
            group, longest = [], piece.length
        group.append(piece)
    if group:
        yield group


def encoded_pieces(encoded: Encoded, listed: Sequence[Piece]) -> Encoded:
    """Pieces as sentences of their own, each after the RT of its sentence."""
    tokens = [encoded.tokens[:0]]
    roots = encoded.roots.tolist()
    for piece in listed:
        root = roots[piece.sentence]
        tokens += [encoded.tokens[root : root + 1], encoded.tokens[root + piece.first : root + piece.last + 1]]
    return Encoded(tuple(piece.length for piece in listed), torch.cat(tokens))


def shifted(found: Sequence[HasConjuncts], piece: Piece) -> list[Moved]:
    """The coordinations in a piece, with its words numbered from 1."""
    return [
        Moved([(first - piece.first + 1, last - piece.first + 1) for first, last in one.conjuncts])
        for one in found
        if piece.has(one.conjuncts[0][0])
    ]


class Moved(NamedTuple):
    """A coordination whose words have other numbers."""

    conjuncts: Sequence[tuple[int, int]]


def joined(parts: Sequence[tuple[Piece, Ints]], *, single_root: bool) -> Ints:
    """The vertices of a sentence, given those of its pieces (:func:`neural.methods.exact.best.best_vertices`).

    Parameters
    ----------
    parts : sequence of (Piece, array of int)
        The pieces from left to right, with their vertices.
    single_root : bool
        Whether RT has exactly one child.  If so, that of the first piece governs those of the others.
    """
    result: list[Ints] = []
    count = 0
    for piece, vertices in parts:
        rows = vertices.copy()
        is_root = rows[:, 0] < 0
        rows[:, 2:4] += piece.first - 1
        rows[~is_root, 4] += piece.first - 1
        rows[~is_root, 0] += count
        if result and single_root:
            root = int(np.flatnonzero(result[0][:, 0] < 0)[0])
            rows[is_root, 0], rows[is_root, 1] = root, RIGHT_ROLE
            rows[is_root, 4] = result[0][root, 3]
        result.append(rows)
        count += len(rows)
    return np.concatenate(result)
