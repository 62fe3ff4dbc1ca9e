"""The column HEAD as a tree of numbers."""

from __future__ import annotations

from collections.abc import Sequence

from bubbletree.convert.errors import ConversionError, Reason
from bubbletree.sentence import Sentence

TOP = -1
"""The parent of a node that has none: a virtual root to the left of all nodes."""


def tree_heads(sentence: Sentence) -> list[int]:
    """HEAD of each word, 0 for the root, known to form a tree (or a forest, if several words have the head 0).

    Raises
    ------
    ConversionError
        A word has no head, or the heads form no tree.

    Examples
    --------
    >>> tree_heads(Sentence.from_columns(["tea", "please"], heads=[0, 1], deprels=["root", "discourse"]))
    [0, 1]
    """
    rows = sentence.word_rows
    for row in rows:
        if not (row.head.isascii() and row.head.isdecimal()):
            raise ConversionError(Reason.MISSING_HEAD, f"word {row.id} has the HEAD {row.head!r}", sentence.sent_id)
    heads = [int(row.head) for row in rows]
    stray = next((row for row, head in zip(rows, heads, strict=True) if head > len(heads)), None)
    if stray is not None:
        raise ConversionError(Reason.NOT_A_TREE, f"there is no word {stray.head}", sentence.sent_id)
    reached = walk([head - 1 for head in heads])
    if len(reached) < len(heads):
        lost = min(set(range(len(heads))).difference(reached)) + 1
        raise ConversionError(Reason.NOT_A_TREE, f"word {lost} is not below the root", sentence.sent_id)
    return heads


def walk(parents: Sequence[int]) -> list[int]:
    """The nodes of a forest, every node after its parent; shorter than ``parents`` if there is a cycle."""
    children: list[list[int]] = [[] for _ in parents]
    order: list[int] = []
    for node, parent in enumerate(parents):
        (order if parent == TOP else children[parent]).append(node)
    for node in order:  # grows while it is walked
        order.extend(children[node])
    return order
