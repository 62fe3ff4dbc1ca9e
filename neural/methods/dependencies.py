"""Plain UD trees: to learn from, and with the coordinations that can be read off them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bubbletree import Arc, BubbleTree, Sentence, coordinations
from bubbletree.convert import ConversionError, from_ud
from bubbletree.convert.heads import tree_heads
from bubbletree.convert.lift import lift
from neural.methods.interface import Analysis, UnlearnableError


def plain_tree(sentence: Sentence) -> BubbleTree:
    """The UD tree of a sentence as a bubble tree without coordinations, made projective by lifting arcs.

    Raises
    ------
    UnlearnableError
        The heads form no tree.
    """
    parents, _ = lift([head - 1 for head in gold_heads(sentence)])
    contents = [[token] for token in range(len(parents) + 1)]
    labels = zip(parents, sentence.deprels, strict=True)
    arcs = [Arc(parent + 1, label, word) for word, (parent, label) in enumerate(labels, start=1)]
    return BubbleTree(sentence.words, contents, arcs, sentence)


def gold_heads(sentence: Sentence) -> list[int]:
    """The column HEAD of a sentence, if the heads form a tree.

    Raises
    ------
    UnlearnableError
        They do not.
    """
    try:
        return tree_heads(sentence)
    except ConversionError as error:
        raise UnlearnableError(error.reason.value) from None


def analysis(sentence: Sentence, heads: Sequence[int], relations: Sequence[str]) -> Analysis:
    """The heads and relations that were found for a sentence, and the coordinations that can be read off them.

    Parameters
    ----------
    sentence : Sentence
        The sentence; its own syntactic annotation is replaced or left out.
    heads, relations : sequence, [n]
        The columns HEAD and DEPREL; the heads form a tree.
    """
    words = iter(
        [
            # Enhanced dependencies are gold annotation, and would give away what conjuncts share.
            replace(row, head=str(head), deprel=relation, deps="_")
            for row, head, relation in zip(sentence.word_rows, heads, relations, strict=True)
        ]
    )
    rows = [next(words) if row.is_word else row for row in sentence.rows if "." not in row.id]
    found = replace(sentence, rows=tuple(rows))
    tree = from_ud(found)
    return Analysis(coordinations(tree), tree, found)
