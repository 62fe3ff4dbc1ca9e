"""All coordinations that a sentence may have, and all consistent sets of them, from the definitions in the chart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from neural.methods.spans.chart import Chain, SeparatorScores


def chains(words: Sequence[int], n: int, begin: int = 1) -> Iterator[Chain]:
    """All coordinations in the words from ``begin`` to n whose separators are among ``words``."""
    for first in range(begin, n + 1):
        for last in range(first, n + 1):
            for separator in words:
                if separator <= last:
                    continue
                for right in range(separator + 1, n + 1):
                    for end in range(right, n + 1):
                        yield Chain(((first, last), (right, end)), (separator,))
                for rest in chains(words, n, separator + 1):
                    yield Chain(((first, last), *rest.conjuncts), (separator, *rest.separators))


def whole(chain: Chain) -> tuple[int, int]:
    return chain.conjuncts[0][0], chain.conjuncts[-1][1]


def consistent(one: Chain, other: Chain) -> bool:
    """From the definition: apart, or one within a conjunct of the other."""

    def within(small: Chain, large: Chain) -> bool:
        (begin, end) = whole(small)
        return any(first <= begin and end <= last for first, last in large.conjuncts)

    apart = whole(one)[1] < whole(other)[0] or whole(other)[1] < whole(one)[0]
    return apart or within(one, other) or within(other, one)


def score(chain: Chain, scores: SeparatorScores) -> float:
    """From the definition: a sum over separators."""
    total = 0.0
    end = chain.conjuncts[-1][1]
    for i, word in enumerate(chain.separators):
        place = list(scores.words).index(word)
        (begin, stop), (following, _) = chain.conjuncts[i], chain.conjuncts[i + 1]
        total += scores.last[place] if i == len(chain.separators) - 1 else scores.earlier[place]
        total += scores.inner[place, stop, following] + scores.outer[place, begin, end]
    return total


def best_by_trying_all(scores: SeparatorScores, n: int) -> float:
    """The score of the best of all consistent sets."""
    return max(total for total, _ in consistent_sets(scores, n))


def consistent_sets(scores: SeparatorScores, n: int) -> Iterator[tuple[float, list[Chain]]]:
    """All consistent sets with their scores, each once."""
    every = list(chains(scores.words, n))
    gains = [score(chain, scores) for chain in every]
    compatible = [
        sum(1 << j for j, other in enumerate(every) if j > i and consistent(chain, other))
        for i, chain in enumerate(every)
    ]
    waiting: list[tuple[float, list[Chain], int]] = [(0.0, [], (1 << len(every)) - 1)]
    while waiting:
        total, members, allowed = waiting.pop()
        yield total, members
        while allowed:
            i = (allowed & -allowed).bit_length() - 1
            allowed &= allowed - 1
            waiting.append((total + gains[i], [*members, every[i]], allowed & compatible[i]))
