"""Comments that ``neural.parse`` adds to trees; ``docs/reference/formats.md`` describes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import tee
from typing import TYPE_CHECKING

from bubbletree import BubbleTree, Candidate
from bubbletree.confidence import ALTERNATIVES, CONFIDENCE, alternatives_comment, confidence_comment
from bubbletree.sentence import split_comment

if TYPE_CHECKING:
    from neural.models.parser import Parser

N_BEST, LOG_PROBABILITY = "n_best", "log_probability"
"""The names of the comments, beside that of :data:`bubbletree.confidence.CONFIDENCE`."""

OPENING = ("newdoc", "newdoc id", "newpar", "newpar id")
"""The names of comments that open a document or a paragraph."""

ADDED = tuple(f"# {name} = " for name in (N_BEST, LOG_PROBABILITY, CONFIDENCE, ALTERNATIVES))
"""How the comments begin."""


def with_comments(tree: BubbleTree, values: Mapping[str, str]) -> BubbleTree:
    """The tree, whose sentence gets comments by :meth:`bubbletree.Sentence.with_comments`.

    Parameters
    ----------
    tree : BubbleTree
        A tree that carries its sentence.
    values : mapping of str to str
        Names and values.
    """
    assert tree.sentence is not None, "trees of a parser carry their sentences"
    return tree.with_sentence(tree.sentence.with_comments(values))


def ranked_trees(candidates: Iterable[Candidate]) -> Iterator[BubbleTree]:
    """The trees of a sentence, the best first, each with comments on its rank and its log-probability.

    No two trees of a file may have the same id, and documents and paragraphs begin once: so from the second tree on,
    the rank is added to the id, and ``# newdoc`` and ``# newpar`` are left out.
    """
    for rank, (tree, value) in enumerate(candidates, start=1):
        ranked = with_comments(tree, {N_BEST: str(rank), LOG_PROBABILITY: f"{value:.4f}"})
        yield ranked if rank == 1 else _another(ranked, rank)


def _another(tree: BubbleTree, rank: int) -> BubbleTree:
    assert tree.sentence is not None, "trees of a parser carry their sentences"
    comments = tuple(
        f"# sent_id = {value}-{rank}" if name == "sent_id" and value else comment
        for comment in tree.sentence.comments
        for name, value in [split_comment(comment)]
        if name not in OPENING
    )
    return tree.with_sentence(replace(tree.sentence, comments=comments))


def with_confidences(parser: Parser, trees: Iterable[BubbleTree]) -> Iterator[BubbleTree]:
    """The trees, each with a comment on how sure the parser is of its coordinations.

    It replaces an older comment of that name. Trees without coordinations get none.

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
        with_comments(tree, {CONFIDENCE: confidence_comment(found)})
        for tree, found in zip(trees, confidences, strict=True)
    )


def with_alternatives(parser: Parser, trees: Iterable[BubbleTree], size: int) -> Iterator[BubbleTree]:
    """The trees, each with a comment on the most likely other readings of its coordinations.

    It replaces an older comment of that name. Trees whose coordinations have no other reading get none.

    Parameters
    ----------
    parser : Parser
        The parser that made them.
    trees : iterable of BubbleTree
        Trees that carry their sentences.
    size : int
        How many other readings of each coordination at most.

    Raises
    ------
    NoHypothesesError
        The model's method has no alternatives to offer.
    """
    trees, again = tee(trees)
    for tree, found in zip(trees, parser.alternatives_all(again, size), strict=True):
        yield with_comments(tree, {ALTERNATIVES: alternatives_comment(found)})
