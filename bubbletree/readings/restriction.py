"""The sentence of a reading: the tree and the columns of the words that stay."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bubbletree.sentence import Row, Sentence
from bubbletree.surface import Surface
from bubbletree.tree import Arc, BubbleTree

_ATTACHED = "SpaceAfter=No"


def restricted_tree(
    tree: BubbleTree, kept: Sequence[int], arcs: Iterable[Arc], tokens: Sequence[int], written: Surface
) -> BubbleTree:
    """The tree of a reading, with its words and bubbles numbered anew.

    Parameters
    ----------
    tree : BubbleTree
        The tree of the sentence.
    kept : sequence of int
        The bubbles that stay.
    arcs : iterable of Arc
        The arcs between them.
    tokens : sequence of int
        The words that stay.
    written : Surface
        How these words are written.
    """
    word_of = {token: number for number, token in enumerate(tokens, start=1)} | {0: 0}
    bubble_of = {bubble: number for number, bubble in enumerate(kept)}
    contents = [{word_of[token] for token in tree.contents[bubble] if token in word_of} for bubble in kept]
    sentence = tree.sentence
    return BubbleTree(
        [tree.words[token - 1] for token in tokens],
        contents,
        [Arc(bubble_of[arc.head], arc.label, bubble_of[arc.dependent]) for arc in arcs],
        _restricted(sentence, word_of, written) if sentence and sentence.words == tree.words else None,
    )


def _restricted(sentence: Sentence, word_of: dict[int, int], written: Surface) -> Sentence:
    """The rows of some words, numbered anew; tokens of several words stay if all of these do."""
    rows: list[Row] = []
    inside = 0
    for row in sentence.rows:
        if row.covered and all(word in word_of for word in range(row.covered[0], row.covered[1] + 1)):
            first, inside = row.covered
            number = word_of[inside]
            rows.append(_spaced(replace(row, id=f"{word_of[first]}-{number}"), attached=written.is_attached(number)))
        elif row.is_word and int(row.id) in word_of:
            number = word_of[int(row.id)]
            # Of a word in a token of several words, the token's row says what follows.
            attached = int(row.id) > inside and written.is_attached(number)
            rows.append(_spaced(replace(row, id=str(number), deps="_"), attached=attached))
    return Sentence(tuple(rows), sentence.comments)


def _spaced(row: Row, *, attached: bool) -> Row:
    """A row that says whether the next one is written without a blank before it."""
    items = [item for item in row.misc.split("|") if item not in ("_", _ATTACHED)]
    return replace(row, misc="|".join([_ATTACHED, *items] if attached else items) or "_")
