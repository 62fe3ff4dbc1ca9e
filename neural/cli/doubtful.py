"""Trees without the coordinations that a parser is not sure of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from bubbletree import BubbleTree, TreeCoordination

if TYPE_CHECKING:
    from neural.models.parser import Parser


def without_doubtful(parser: Parser, trees: Iterable[BubbleTree], least: float) -> Iterator[BubbleTree]:
    """The trees, those with a doubtful coordination parsed again around their other coordinations.

    In the trees that come out, the parser is as sure of every coordination as is asked for.

    Parameters
    ----------
    parser : Parser
        The parser that made them.
    trees : iterable of BubbleTree
        Trees that carry their sentences.
    least : float
        The least confidence of a coordination.

    Raises
    ------
    NoHypothesesError
        The model's method has no probabilities of coordinations.
    """
    stream = iter(trees)
    while chunk := list(islice(stream, parser.batch_size)):
        waiting = list(range(len(chunk)))
        while waiting:
            # Every round leaves out a coordination of each tree that is still waiting.
            around: dict[int, list[TreeCoordination]] = {}
            for number, found in zip(waiting, parser.confidences_all(chunk[n] for n in waiting), strict=True):
                sure = [coordination for coordination, value in found.items() if value >= least]
                if len(sure) < len(found):
                    around[number] = sure
            pairs = ((chunk[number].sentence or chunk[number].words, sure) for number, sure in around.items())
            for number, tree in zip(around, parser.parse_around_all(pairs), strict=True):
                chunk[number] = tree
            waiting = list(around)
        yield from chunk
