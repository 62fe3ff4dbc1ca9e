"""The comments of CoNLL-U that hold what HEAD and DEPREL cannot: their names, and their values for a tree.

:mod:`bubbletree.io.conllu` describes them, and :mod:`bubbletree.io.sentence_lines` reads them.
"""

from __future__ import annotations

from bubbletree.convert.to_ud import Punctuation, plain_ud
from bubbletree.errors import StructureError
from bubbletree.io.columns import is_label, unwritable
from bubbletree.sentence import Sentence
from bubbletree.span import as_runs
from bubbletree.tree import BubbleTree
from bubbletree.validation import InvalidTreeError

BUBBLES = "bubbles"
ARCS = "bubble_arcs"
SOURCE = "ud_source"
CATEGORIES = "coordination_categories"
OWN = (BUBBLES, ARCS, SOURCE, CATEGORIES)
"""The names of the format's own comments."""


def with_bubbles(tree: BubbleTree, punctuation: Punctuation) -> Sentence:
    """The UD sentence of a tree, with the comments that hold its bubbles."""
    try:
        sentence = plain_ud(tree, punctuation)
    except (InvalidTreeError, StructureError) as problem:
        raise unwritable(str(problem)) from None
    for arc in tree.arcs:
        if not is_label(arc.label):
            raise unwritable(f"the label {arc.label!r} is empty or contains white space")
    source = () if tree.source is None else tree.source.word_rows
    changes = [
        f"{one.id}: {one.head} {one.deprel} > {other.head} {other.deprel}"
        for one, other in zip(source, sentence.word_rows, strict=False)
        if (one.head, one.deprel) != (other.head, other.deprel)
    ]
    return sentence.with_comments({**dict.fromkeys(OWN, ""), **_bubble_comments(tree), SOURCE: " | ".join(changes)})


def category_comments(sentence: Sentence) -> tuple[str, ...]:
    """The comment on categories, if the sentence has any."""
    if not sentence.categories:
        return ()
    for (first, last), category in sentence.categories:
        if not is_label(category):
            raise unwritable(f"the category {category!r} of {first}-{last} is empty or contains white space")
    listed = " ".join(f"{first}-{last}:{category}" for (first, last), category in sentence.categories)
    return (f"# {CATEGORIES} = {listed}",)


def _bubble_comments(tree: BubbleTree) -> dict[str, str]:
    """The values of the two comments that hold a tree's bubbles; of neither if it has none."""
    bubbles = sorted(
        (bubble for bubble in tree.bubbles if len(tree.contents[bubble]) > 1),
        key=lambda bubble: (tree.hulls[bubble].first, len(tree.contents[bubble]), _gapped(tree, bubble)),
    )
    if not bubbles:
        return {}
    names = {bubble: str(hull.first) for bubble, hull in enumerate(tree.hulls)}
    names |= {bubble: f"B{number}" for number, bubble in enumerate(bubbles, start=1)}
    of_interest = frozenset(bubbles)
    order = {bubble: index for index, bubble in enumerate(bubbles)}
    arcs = sorted(
        (arc for arc in tree.arcs if arc.head in of_interest or arc.dependent in of_interest),
        key=lambda arc: (
            order.get(arc.head, order.get(arc.dependent, 0)),
            arc.head in of_interest,
            tree.hulls[arc.dependent].first,
            len(tree.contents[arc.dependent]),
        ),
    )
    contents = " ".join(f"{names[bubble]}:{_content(tree, bubble)}" for bubble in bubbles)
    listed = " | ".join(f"{names[arc.head]} {arc.label} {names[arc.dependent]}" for arc in arcs)
    return {BUBBLES: contents, ARCS: listed}


def _gapped(tree: BubbleTree, bubble: int) -> list[int]:
    """The content of a bubble that is discontinuous; nothing for one that is known by its first word and its size."""
    content = tree.contents[bubble]
    return [] if len(content) == tree.hulls[bubble].width else sorted(content)


def _content(tree: BubbleTree, bubble: int) -> str:
    first, last = tree.hulls[bubble]
    return as_runs(tree.contents[bubble]) if _gapped(tree, bubble) else f"{first}-{last}"
