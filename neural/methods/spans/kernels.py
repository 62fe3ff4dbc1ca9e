"""The tables of the chart of spans, compiled: the same numbers as in the modules ``chart`` and ``boundaries``."""

from __future__ import annotations

import numpy as np

from neural.methods.compiling import Floats, Ints, Singles, compiled


@compiled
def fill(words: Ints, last: Floats, earlier: Floats, inner: Floats, outer: Floats) -> tuple[Floats, Floats, Floats]:
    """The tables ``sets``, ``chains`` and ``rests`` of a chart; the parameters are those of ``SeparatorScores``."""
    n = inner.shape[1] - 1
    sets = np.full((n + 2, n + 2), -np.inf)
    chains = np.full((n + 2, n + 2), -np.inf)
    rests = np.full((len(words), n + 1, n + 1), -np.inf)
    for start in range(n + 2):
        for end in range(max(start - 1, 0), n + 2):
            sets[start, end] = 0.0
    for begin in range(n, 0, -1):
        for place in range(len(words)):
            if words[place] == begin:
                _fill_rest(begin, last[place], earlier[place], inner[place], sets, chains, rests[place])
        for end in range(n + 2):
            sets[begin, end] = max(sets[begin, end], sets[begin + 1, end])
        # What begins here, from left to right: a conjunct ends before its separator, and so do the chains in it.
        start = begin
        for place in range(len(words) + 1):
            word = words[place] if place < len(words) else n + 1
            if word <= begin:
                continue
            for cut in range(start, word):
                if chains[begin, cut] > 0:
                    for end in range(n + 2):
                        sets[begin, end] = max(sets[begin, end], chains[begin, cut] + sets[cut + 1, end])
            start = word
            if place == len(words):
                continue
            for end in range(word + 1, n + 1):
                best = -np.inf
                for cut in range(begin, word):
                    best = max(best, sets[begin, cut] + rests[place, cut, end])
                chains[begin, end] = max(chains[begin, end], best + outer[place, begin, end])
    return sets, chains, rests


@compiled
def _fill_rest(
    word: int, last: float, earlier: float, inner: Floats, sets: Floats, chains: Floats, rest: Floats
) -> None:
    """Fill in what can follow a separator; everything that begins after it must be there."""
    n = inner.shape[0] - 1
    for begin in range(word + 1, n + 1):
        for cut in range(word):
            for end in range(begin, n + 1):
                after = max(last + sets[begin, end], earlier + chains[begin, end])
                rest[cut, end] = max(rest[cut, end], inner[cut, begin] + after)


@compiled
def normalisers(separators: Ints, to_left: Singles, to_right: Singles, across: Singles, words: int) -> Floats:
    """The same as :meth:`neural.methods.spans.boundaries.BoundaryTerms.normalisers`; nan if scores are not finite."""
    shift = words + 1 - across.shape[1]
    result = np.empty(len(separators))
    for place in range(len(separators)):
        separator = separators[place]
        best, is_finite = -np.inf, True
        for left in range(1, separator):
            before = np.float64(to_left[place, left])
            for right in range(separator + 1 - shift, across.shape[1]):
                score = before + to_right[place, right] + across[left, right]
                is_finite &= np.isfinite(score)
                best = max(best, score)
        total = 0.0
        for left in range(1, separator):
            before = np.float64(to_left[place, left]) - best
            for right in range(separator + 1 - shift, across.shape[1]):
                total += np.exp(before + to_right[place, right] + across[left, right])
        result[place] = best + np.log(total) if is_finite else np.nan
    return result


@compiled
def log_probabilities(separators: Ints, to_left: Singles, to_right: Singles, across: Singles, words: int) -> Floats:
    """The same as :meth:`neural.methods.spans.boundaries.BoundaryTerms.log_probabilities`."""
    shift = words + 1 - across.shape[1]
    sums = normalisers(separators, to_left, to_right, across, words)
    result = np.full((len(separators), words + 1, words + 1), -np.inf)
    for place in range(len(separators)):
        separator = separators[place]
        for left in range(1, separator):
            before = np.float64(to_left[place, left]) - sums[place]
            for right in range(separator + 1 - shift, across.shape[1]):
                result[place, left, right + shift] = before + to_right[place, right] + across[left, right]
    return result
