"""What a document of spaCy keeps of its bubble trees, and the sentences that its tokens make."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from spacy.tokens import Token

from bubbletree.sentence import Row, Sentence
from bubbletree.tree import BubbleTree

STORED: Final = "bubble_trees"
"""Where a document's user data has its trees: a list of tokens, tree (a line of JSON) and confidences."""
COMMENTS: Final = "bubble_comments"
"""Where the user data of a document with a single tree has the comments of its sentence."""


def bare(tree: BubbleTree) -> BubbleTree:
    """The tree without its sentence."""
    return BubbleTree(tree.words, tree.contents, tree.arcs)


def sentence_of(tokens: Sequence[Token]) -> Sentence:
    """Tokens with the lemmas and tags that they have."""
    rows = (
        Row(
            str(number),
            token.text,
            lemma=token.lemma_ or "_",
            upos=token.pos_ or "_",
            xpos=token.tag_ or "_",
            feats=str(token.morph) or "_",
            misc="_" if token.whitespace_ else "SpaceAfter=No",
        )
        for number, token in enumerate(tokens, start=1)
    )
    return Sentence(tuple(rows))
