"""Where the chart of spans finds other coordinations than a tree has."""

from __future__ import annotations

from collections.abc import Sequence

from bubbletree import BubbleTree, Coordination, HasConjuncts, Sentence, TreeCoordination, coordinations
from neural.methods.interface import warn_of
from neural.methods.spans.scorer import SentenceSpans


def disputed(
    trees: Sequence[BubbleTree], sentences: Sequence[Sentence], spans: Sequence[SentenceSpans], consequence: str
) -> dict[int, tuple[Coordination, ...]]:
    """By the number of the sentence, the chart's coordinations, where they are not those of its tree.

    Parameters
    ----------
    trees, sentences, spans : sequence, [N]
        The trees that a parser has built, their sentences, and what the chart is asked about.
    consequence : str
        What follows if a sentence is too long for the chart, for the warning; it is left out.
    """
    found = {}
    for number, (tree, one) in enumerate(zip(trees, spans, strict=True)):
        if not one.fits:
            warn_of(sentences[number], consequence)
        elif _conjuncts(coordinations_of(tree)) != _conjuncts(best := one.best()):
            found[number] = best
    return found


def coordinations_of(tree: BubbleTree) -> tuple[TreeCoordination, ...]:
    """The coordinations of a tree that a parser has built; most have none, and are not looked at any further."""
    return coordinations(tree) if len(tree.contents) > len(tree.words) + 1 else ()


def _conjuncts(found: Sequence[HasConjuncts]) -> set[tuple[tuple[int, int], ...]]:
    """The conjuncts of each coordination."""
    return {tuple((first, last) for first, last in one.conjuncts) for one in found}
