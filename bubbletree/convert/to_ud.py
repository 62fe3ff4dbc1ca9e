"""Bubble trees as Universal Dependencies: HEAD and DEPREL for each word.

UD knows no bubbles, so a word has to stand for each: the *head word* of a bubble is that of its first
conjunct.  An arc between bubbles becomes one between their head words; so

* the first conjunct takes the head and the relation of the coordination as a whole;
* every other conjunct hangs on the first, as ``conj``;
* shared modifiers hang on the first conjunct too.

What stands between conjuncts, coordinators and all else, hangs on the conjunct that follows it, as UD
version 2 has it; for punctuation there are two customs (:class:`Punctuation`).

The result is a tree for every well-formed bubble tree, projective or not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import Enum

from bubbletree.errors import StructureError
from bubbletree.sentence import Row, Sentence
from bubbletree.tree import CONJ, BubbleTree
from bubbletree.validation import validate


class Punctuation(Enum):
    """Which word the punctuation between conjuncts depends on: treebanks differ in this."""

    FOLLOWING = "following"
    """The conjunct that follows it, as in UD version 2 (EWT)."""
    FIRST = "first"
    """The first conjunct, as in what CoreNLP makes of phrase structures (GENIA)."""


def to_ud(tree: BubbleTree, punctuation: Punctuation | None = None) -> Sentence:
    """The UD sentence of a bubble tree.

    A tree that was made from UD goes back to what it was made from (``tree.source``).

    Parameters
    ----------
    tree : BubbleTree
        A well-formed tree.
    punctuation : Punctuation, optional
        Which word the punctuation between conjuncts depends on, in a tree that was not made from UD.  If left
        out, this is as in the tree's sentence, if that has the columns of one of the customs; or else the
        conjunct that follows.

    Returns
    -------
    Sentence
        The tree's own sentence with new HEAD and DEPREL (and DEPS and all else as they were), or, if it
        has none, one with these columns only.

    Raises
    ------
    InvalidTreeError
        The tree is not well-formed.
    StructureError
        The words of the tree and of its sentence differ.

    Examples
    --------
    >>> tree = BubbleTree(
    ...     ["hot", "tea", "and", "buns"],
    ...     [{0}, {1}, {2}, {3}, {4}, {2, 3, 4}],
    ...     [(0, "root", 5), (5, "amod", 1), (5, "conj", 2), (5, "cc", 3), (5, "conj", 4)],
    ... )
    >>> to_ud(tree).heads, to_ud(tree).deprels
    ((2, 0, 4, 2), ('amod', 'root', 'cc', 'conj'))
    """
    sentence = plain_ud(tree, punctuation)
    if tree.source is not None:
        return _filled(sentence, ((row.head, row.deprel) for row in tree.source.word_rows))
    if punctuation is None and tree.sentence is not None and sentence != tree.sentence:
        other = plain_ud(tree, Punctuation.FIRST)
        return other if other == tree.sentence else sentence
    return sentence


def plain_ud(tree: BubbleTree, punctuation: Punctuation | None = None) -> Sentence:
    """As :func:`to_ud`, of the tree alone: whatever it was made from."""
    validate(tree, projective=False).raise_for_violations()
    columns = ((str(head), label) for head, label in ud_columns(tree, punctuation or Punctuation.FOLLOWING))
    if tree.sentence is None:
        rows = [Row(str(number), form) for number, form in enumerate(tree.words, start=1)]
        return _filled(Sentence(tuple(rows)), columns)
    if tree.sentence.words != tree.words:
        raise StructureError("the tree and its sentence have different words")
    return _filled(tree.sentence, columns)


def _filled(sentence: Sentence, columns: Iterable[tuple[str, str]]) -> Sentence:
    """A sentence with other values in HEAD and DEPREL."""
    values = iter(columns)
    rows = []
    for row in sentence.rows:
        if row.is_word:
            head, label = next(values)
            rows.append(row if (row.head, row.deprel) == (head, label) else replace(row, head=head, deprel=label))
        else:
            rows.append(row)
    return replace(sentence, rows=tuple(rows))


def ud_columns(tree: BubbleTree, punctuation: Punctuation = Punctuation.FOLLOWING) -> list[tuple[int, str]]:
    """HEAD and DEPREL of each word of a tree that is known to be well-formed."""
    standing = standing_children(tree)
    words = head_words(tree, standing)
    columns = [(0, "")] * (len(tree.words) + 1)
    for arc in tree.arcs:
        if standing.get(arc.head) != arc.dependent:
            columns[words[arc.dependent]] = (words[arc.head], arc.label)
    for bubble in standing:
        following: int | None = None
        for part in reversed(tree.parts(bubble)):
            label = tree.label(part) or ""
            if label == CONJ:
                following = part
            elif following is not None and not (punctuation is Punctuation.FIRST and label == "punct"):
                columns[words[part]] = (words[following], label)
    return columns[1:]


def standing_children(tree: BubbleTree) -> dict[int, int]:
    """The child that stands for each bubble of several words: the first conjunct or, without one, the first part."""
    standing: dict[int, int] = {}
    for bubble in tree.bubbles:
        if len(tree.contents[bubble]) > 1:
            parts = tree.parts(bubble)
            conjuncts = [part for part in parts if tree.label(part) == CONJ]
            standing[bubble] = min(conjuncts or parts or tree.children(bubble), key=tree.hulls.__getitem__)
    return standing


def head_words(tree: BubbleTree, standing: Mapping[int, int]) -> list[int]:
    """The token that stands for each bubble, given the child that does (:func:`standing_children`)."""
    words = [hull.first for hull in tree.hulls]
    settled = [bubble not in standing for bubble in tree.bubbles]
    for bubble in standing:
        chain = [bubble]
        while not settled[chain[-1]]:
            chain.append(standing[chain[-1]])
        for link in chain:
            words[link] = words[chain[-1]]
            settled[link] = True
    return words
