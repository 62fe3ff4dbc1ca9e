"""Comments that ``neural.parse`` adds to trees; ``docs/reference/formats.md`` describes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import tee

from bubbletree import BubbleTree
from neural.methods.bubbles.nbest import LOG_PROBABILITY, N_BEST, noted
from neural.models.parser import Parser

CONFIDENCE = "confidence"
"""The name of the comment on confidences."""

ADDED = tuple(f"# {name} = " for name in (N_BEST, LOG_PROBABILITY, CONFIDENCE))
"""How the comments begin."""


def with_confidences(parser: Parser, trees: Iterable[BubbleTree]) -> Iterator[BubbleTree]:
    """The trees, each with a comment on how sure the parser is of its coordinations.

    A comment of that name that was there before goes.  Trees without coordinations get none.

    Parameters
    ----------
    parser : Parser
        The parser that made them.
    trees : iterable of BubbleTree
        Trees that carry their sentences.

    Raises
    ------
    NoHypothesesError
        The model's method has no probabilities of coordinations.
    """
    trees, again = tee(trees)
    confidences = parser.confidences_all(again)
    return (
        noted(tree, {CONFIDENCE: " ".join(f"{c.whole.first}-{c.whole.last}:{value:.2f}" for c, value in found.items())})
        for tree, found in zip(trees, confidences, strict=True)
    )
