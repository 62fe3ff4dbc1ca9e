"""The spans as a second opinion of trees: where they find other coordinations, and how probable they find those."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bubbletree import BubbleTree, Coordination, HasConjuncts, Sentence, TreeCoordination, coordinations
from neural.methods.interface import warn_of
from neural.methods.spans.sentence import SentenceSpans
from neural.methods.spans.separators import Separators, separators_of


def disputed(
    own: Sequence[Sequence[HasConjuncts]],
    sentences: Sequence[Sentence],
    spans: Sequence[SentenceSpans],
    consequence: str,
) -> dict[int, tuple[Coordination, ...]]:
    """By the number of the sentence, the chart's coordinations, where they are not those of its tree.

    Parameters
    ----------
    own, sentences, spans : sequence, [N]
        The coordinations in the trees that a parser has built, the sentences, and what the chart is asked about.
    consequence : str
        What follows if a sentence is too long for the chart, for the warning; it is left out.
    """
    found = {}
    for number, (coordinated, one) in enumerate(zip(own, spans, strict=True)):
        if not one.fits:
            warn_of(sentences[number], consequence)
        elif _conjuncts(coordinated) != _conjuncts(best := one.best()):
            found[number] = best
    return found


def coordinations_of(tree: BubbleTree) -> tuple[TreeCoordination, ...]:
    """The coordinations of a tree that a parser has built; most have none, and are not looked at any further."""
    return coordinations(tree) if len(tree.contents) > len(tree.words) + 1 else ()


def separators_in(tree: BubbleTree) -> Separators:
    """The separators of the coordinations of a tree that a parser has built."""
    return separators_of(coordinations_of(tree), len(tree.words))


def _conjuncts(found: Sequence[HasConjuncts]) -> set[tuple[tuple[int, int], ...]]:
    """The conjuncts of each coordination."""
    return {tuple((first, last) for first, last in one.conjuncts) for one in found}


def with_spans(
    estimated: Sequence[Mapping[int, tuple[float, ...]]], trees: Sequence[BubbleTree], spans: Sequence[SentenceSpans]
) -> list[Mapping[int, tuple[float, ...]]]:
    """Estimated log-probabilities of coordinations by bubble, each followed by that by the spans.

    Of conjuncts without a word between them, and of sentences too long for the chart, the spans know nothing; there,
    the first estimate is repeated.
    """
    result: list[Mapping[int, tuple[float, ...]]] = []
    for by_bubble, tree, own in zip(estimated, trees, spans, strict=True):
        found = {one.bubble: own.log_probability_of(one) for one in coordinations(tree)}
        both = {}
        for bubble, values in by_bubble.items():
            second = found.get(bubble)
            both[bubble] = (*values, values[0] if second is None else second)
        result.append(both)
    return result
