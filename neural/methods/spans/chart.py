"""The best set of coordinations of a sentence, by a chart in the manner of Cocke, Kasami and Younger.

Between two neighbouring conjuncts stands a *separator*, a word such as "and" or a comma.  A coordination of k
conjuncts has k - 1 separators, and its score is a sum with one term for each of them, over

* whether it is the last separator of its coordination, or an earlier one;
* its *inner* boundaries: the last word of the conjunct before it, and the first one of the conjunct after it;
* its *outer* boundaries: the first word of the conjunct before it, and the last one of the whole coordination.

An earlier separator joins a conjunct to the rest of its coordination, as the comma does in "tea, [milk and buns]".  In
"tea and [milk and buns]", where a conjunct is itself a coordination, the first "and" is a last separator.  That is how
the two structures differ.

A set of coordinations is *consistent* if of any two, one ends before the other begins, or lies within one conjunct of
the other.  So they are nested or disjoint, they never cross, and no word separates twice.

With n words, of which m may be separators, the chart takes time in O(m n^3 + n^3) and space in O(m n^2).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

Pair = tuple[int, int]
"""First and last word of a span."""

NEVER = -np.inf


class Chain(NamedTuple):
    """A coordination: k conjuncts from left to right, and the k - 1 words that separate them."""

    conjuncts: tuple[Pair, ...]
    separators: tuple[int, ...]


class SeparatorScores(NamedTuple):
    """The scores of all separators that a sentence of n words may have; words count from 1.

    Attributes
    ----------
    words : sequence of int, [m]
        The words that may be separators, from left to right.
    last, earlier : array, [m]
        The score of the word as the last separator of a coordination, or as an earlier one; if it is none, 0.
    inner : array, [m, n + 1, n + 1]
        The score of two inner boundaries: the last word of the conjunct before, and the first word of the one after.
    outer : array, [m, n + 1, n + 1]
        The score of two outer boundaries: the first word of the conjunct before, and the last of the coordination.
    """

    words: Sequence[int]
    last: Floats
    earlier: Floats
    inner: Floats
    outer: Floats


Fill = Callable[[Integers, Floats, Floats, Floats, Floats], tuple[Floats, Floats, Floats]]
"""Fills in the tables of a chart, as :func:`neural.methods.spans.kernels.fill` does in compiled code."""


def best_coordinations(scores: SeparatorScores, fill: Fill | None = None) -> tuple[Chain, ...]:
    """The consistent set of coordinations with the highest score, sorted by first word, the wider of two first.

    The score of the empty set is 0.  Scores may be -inf, but neither inf nor nan.  The tables are filled in by ``fill``
    if it is given, and else by NumPy.

    Ties are broken from left to right.  A word begins no coordination if it need not.  If it must, the coordination
    that ends first is taken.  Of those with the same ends, each separator, the end of the conjunct before it and the
    begin of the one after it stand as far left as they can, in this order, and a separator is the last one if it can.

    Examples
    --------
    >>> inner, outer = np.zeros((2, 1, 6, 6))
    >>> inner[0, 2, 4] = outer[0, 1, 5] = 1
    >>> best_coordinations(SeparatorScores([3], np.zeros(1), np.zeros(1), inner, outer))
    (Chain(conjuncts=((1, 2), (4, 5)), separators=(3,)),)
    """
    if not len(scores.words):
        return ()
    found = _Chart(scores, fill).trace()
    return tuple(sorted(found, key=lambda chain: (chain.conjuncts[0][0], -chain.conjuncts[-1][1])))


class _Chart:
    """The scores of the best analyses of all parts of a sentence.

    Attributes
    ----------
    sets : array, [n + 2, n + 2]
        By first and last word, the score of the best consistent set of coordinations between them; at least 0.  If the
        last word is just before the first, there are no words and the score is 0.
    chains : array, [n + 2, n + 2]
        By first and last word, the score of the best coordination from one to the other, with all that its conjuncts
        contain.
    rests : list of arrays, [n + 1, n + 1] each
        For each separator, by the last word of the conjunct before it and the last word of the coordination: the score
        of the best continuation, with that of the separator but without its outer boundaries.
    """

    def __init__(self, scores: SeparatorScores, fill: Fill | None) -> None:
        self.scores = scores
        self.length = scores.inner.shape[1] - 1
        if fill is not None:
            words, *tables = scores
            self.sets, self.chains, rests = fill(np.array(words, dtype=np.int64), *tables)
            self.rests: list[Floats] = list(rests)
            return
        size = self.length + 2
        first, last = np.ogrid[:size, :size]
        self.sets = np.where(last >= first - 1, 0.0, NEVER)
        self.chains = np.full((size, size), NEVER)
        self.rests = [np.empty(0)] * len(scores.words)
        number = {word: place for place, word in enumerate(scores.words)}
        for word in range(self.length, 0, -1):
            if word in number:
                self.rests[number[word]] = self._rest(number[word])
            self._fill(word)

    def _rest(self, place: int) -> Floats:
        """The array for ``rests``; everything that begins after the separator must be there."""
        separator, inner = self.scores.words[place], self.scores.inner[place]
        rest: Floats = np.full((separator, self.length + 1), NEVER)
        for begin in range(separator + 1, self.length + 1):
            ends = slice(begin, self.length + 1)
            after = np.maximum(*self._after(place, begin, ends))
            np.maximum(rest[:, ends], inner[:separator, begin, None] + after, out=rest[:, ends])
        return rest

    def _after(self, place: int, begin: int | slice, end: int | slice) -> tuple[Floats, Floats]:
        """The scores of a separator and all after it, as the last one and as an earlier one."""
        last = self.scores.last[place] + self.sets[begin, end]
        return last, self.scores.earlier[place] + self.chains[begin, end]

    def _fill(self, begin: int) -> None:
        """Fill in everything that begins with a word; everything that begins after it must be there."""
        sets, chains, n = self.sets, self.chains, self.length
        np.maximum(sets[begin], sets[begin + 1], out=sets[begin])
        places = [place for place, word in enumerate(self.scores.words) if word > begin]
        bounds = [begin, *(self.scores.words[place] for place in places), n + 1]
        for place, (start, stop) in zip([*places, None], pairwise(bounds), strict=True):
            # A conjunct ends before its separator, and the chains that end before this one are complete by now.
            ends = np.flatnonzero(chains[begin, start:stop] > 0) + start
            if len(ends):
                joined = chains[begin, ends, None] + sets[ends + 1]
                np.maximum(sets[begin], joined.max(axis=0), out=sets[begin])
            if place is not None:
                rest = (sets[begin, begin:stop, None] + self.rests[place][begin:stop]).max(axis=0)
                total = rest[stop + 1 :] + self.scores.outer[place, begin, stop + 1 :]
                np.maximum(chains[begin, stop + 1 : n + 1], total, out=chains[begin, stop + 1 : n + 1])

    def trace(self) -> list[Chain]:
        """The coordinations of the best set."""
        found = []
        spans = [(1, self.length)]
        while spans:
            begin, end = spans.pop()
            while begin <= end:
                if self.sets[begin, end] == self.sets[begin + 1, end]:
                    begin += 1
                    continue
                ends = np.arange(begin, end + 1)
                stop = int(ends[np.argmax(self.chains[begin, ends] + self.sets[ends + 1, end])])
                chain = self._chain(begin, stop)
                found.append(chain)
                spans.extend(chain.conjuncts)
                begin = stop + 1
        return found

    def _chain(self, begin: int, end: int) -> Chain:
        """The best coordination from one word to another."""
        conjuncts: list[Pair] = []
        separators: list[int] = []
        is_last = False
        while not is_last:
            options = []
            for place, word in enumerate(self.scores.words):
                if begin < word < end:
                    totals = self.sets[begin, begin:word] + self.rests[place][begin:word, end]
                    cut = int(np.argmax(totals))
                    options.append((float(totals[cut] + self.scores.outer[place, begin, end]), place, begin + cut))
            _, place, stop = max(options, key=lambda option: option[0])
            separator = self.scores.words[place]
            last, earlier = self._after(place, slice(separator + 1, end + 1), end)
            inner = self.scores.inner[place, stop, separator + 1 : end + 1]
            following = int(np.argmax(inner + np.maximum(last, earlier)))
            is_last = bool(last[following] >= earlier[following])
            conjuncts.append((begin, stop))
            separators.append(separator)
            begin = separator + 1 + following
        conjuncts.append((begin, end))
        return Chain(tuple(conjuncts), tuple(separators))
