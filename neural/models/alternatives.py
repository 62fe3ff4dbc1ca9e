"""Other readings of the coordinations of a tree: those that other probable trees of the sentence have."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from bubbletree import Alternative, BubbleTree, Candidate, Span, TreeCoordination, coordinations
from bubbletree.metrics import key_of
from bubbletree.plugins import Parser

LISTED = 16
"""How many trees of a sentence are looked at for other readings of its coordinations."""


def other_readings(
    parser: Parser, trees: Sequence[BubbleTree], size: int
) -> Iterator[dict[TreeCoordination, list[Alternative]]]:
    """For each tree, the most likely other readings of each of its coordinations, the likeliest first.

    A coordination and its other readings exclude each other, so their confidences may make up 1 at most.  What is above
    that is taken from the other readings, from each the same share.

    Parameters
    ----------
    parser : Parser
        What parses the sentences again, and says how likely coordinations are right.
    trees : sequence of BubbleTree
        Trees that carry their sentences.
    size : int
        How many readings of a coordination at most.
    """
    # Of two conjuncts and more, no two in a tree have the same key.
    own = [{key_of(one): one for one in coordinations(tree) if len(one.conjuncts) > 1} for tree in trees]
    sentences = [tree.sentence or tree.words for tree, known in zip(trees, own, strict=True) if known]
    listed = parser.n_best_all(sentences, LISTED)
    others = [_with_new_readings(known, next(listed)) if known else [] for known in own]
    asked = ([whole, *row] if row else [] for whole, row in zip(trees, others, strict=True))
    confidences = parser.confidences_all(chain.from_iterable(asked))
    for whole, known, row in zip(trees, own, others, strict=True):
        readings: dict[TreeCoordination, dict[tuple[Span, ...], Alternative]]
        readings = {one: {} for one in coordinations(whole)}
        taken = next(confidences) if row else {}
        for tree in row:
            for one, confidence in next(confidences).items():
                mine = known.get(key_of(one))
                if mine is not None and mine.conjuncts != one.conjuncts and len(one.conjuncts) > 1:
                    readings[mine].setdefault(one.conjuncts, Alternative(tree, one, confidence))
        yield {mine: _likeliest(_sharing(found.values(), taken.get(mine, 0)), size) for mine, found in readings.items()}


def _with_new_readings(
    known: Mapping[tuple[bool, int], TreeCoordination], candidates: Sequence[Candidate]
) -> list[BubbleTree]:
    """The trees that have a reading of a known coordination that neither it nor a tree before has."""
    seen = {(key, one.conjuncts) for key, one in known.items()}
    found = []
    for tree, _ in candidates:
        new = {(key_of(one), one.conjuncts) for one in coordinations(tree) if key_of(one) in known} - seen
        if new:
            seen |= new
            found.append(tree)
    return found


def _sharing(found: Collection[Alternative], taken: float) -> list[Alternative]:
    """Readings with confidences that make up no more than what is not taken."""
    total = sum(one.confidence for one in found)
    share = min(1, (1 - taken) / total) if total else 1
    return [one._replace(confidence=share * one.confidence) for one in found]


def _likeliest(found: Iterable[Alternative], size: int) -> list[Alternative]:
    return sorted(found, key=lambda one: -one.confidence)[:size]
