"""What a query can ask about the coordinations of a tree."""

from __future__ import annotations

from dataclasses import dataclass

from bubbletree.convert.forms import features
from bubbletree.convert.to_ud import head_words, standing_children
from bubbletree.coordination import TreeCoordination, coordinations
from bubbletree.description import nesting
from bubbletree.sentence import Row
from bubbletree.tree import CONJ, ROOT, BubbleTree


@dataclass(frozen=True, slots=True)
class Facts:
    """A coordination, with all that can be asked about it. Words are in lower case.

    Attributes
    ----------
    coordination : TreeCoordination
        The coordination.
    texts : mapping of str to frozenset of str
        Of each field of text its values: the relation, the coordinators, the words, ...
    numbers : mapping of str to int
        Of each field of numbers its value.
    flags : frozenset of str
        The flags that hold.
    """

    coordination: TreeCoordination
    texts: dict[str, frozenset[str]]
    numbers: dict[str, int]
    flags: frozenset[str]


TEXTS = {
    "relation": "its relation to its governor; *nsubj* also finds *nsubj:pass*",
    "governor": "the word that it depends on, or the lemma of that word",
    "coordinator": "one of its coordinators",
    "category": "its phrase category, if the file has it",
    "word": "one of its words",
    "lemma": "the lemma of one of its words",
    "upos": "the part of speech of the head of a conjunct",
    "feature": "a feature of the head of a conjunct, *Number=Plur*",
    "shared": "the relation of a modifier that the conjuncts share",
}
"""The fields of text, and what they are."""

NUMBERS = {
    "conjuncts": "how many conjuncts it has",
    "coordinators": "how many coordinators it has",
    "depth": "1 if it is in no other coordination, 2 if it is in one, ...",
    "words": "how many words it has, from the first conjunct to the last",
}
"""The fields of numbers, and what they are."""

FLAGS = {
    "nested": "it is inside another coordination",
    "nesting": "another coordination is inside it",
    "shared-left": "the conjuncts share a modifier before them",
    "shared-right": "the conjuncts share a modifier after them",
    "asyndetic": "it has no coordinator",
    "unlike": "the heads of its conjuncts have different parts of speech",
}
"""The flags, and when they hold."""


def facts(tree: BubbleTree) -> list[Facts]:
    """The coordinations of a well-formed tree, with what can be asked about them."""
    found = coordinations(tree)
    sentence = tree.sentence
    rows = sentence.word_rows if sentence is not None and sentence.words == tree.words else ()
    known = rows or tuple(Row(str(number), form) for number, form in enumerate(tree.words, start=1))
    nested = nesting(tree, {one.bubble: one.bubble for one in found})
    outside = {nested[one.bubble].parent for one in found}
    standing = head_words(tree, standing_children(tree))
    return [
        _facts(tree, one, known, standing, nested[one.bubble].depth + 1, nests=one.bubble in outside) for one in found
    ]


def _facts(
    tree: BubbleTree, one: TreeCoordination, rows: tuple[Row, ...], standing: list[int], depth: int, *, nests: bool
) -> Facts:
    whole = [rows[number - 1] for number in range(one.whole.first, one.whole.last + 1)]
    heads = [rows[standing[part] - 1] for part in tree.parts(one.bubble) if tree.label(part) == CONJ]
    shared = (*one.shared_left, *one.shared_right)
    head = tree.head(one.bubble)
    governor = rows[standing[head] - 1] if head is not None and ROOT not in tree.contents[head] else None
    written = [" ".join(span.of(tree.words)).lower() for span in one.coordinators]
    tags = frozenset(row.upos.lower() for row in heads if row.upos != "_")
    flags = {
        "nested": depth > 1,
        "nesting": nests,
        "shared-left": bool(one.shared_left),
        "shared-right": bool(one.shared_right),
        "asyndetic": not one.coordinators,
        "unlike": len(tags) > 1,
    }
    return Facts(
        one,
        {
            "relation": _with_universal([tree.label(one.bubble) or ""]),
            "governor": frozenset({governor.form.lower(), governor.lemma.lower()} if governor is not None else ()),
            "coordinator": frozenset(written),
            "category": frozenset({one.category.lower()} if one.category is not None else ()),
            "word": frozenset(row.form.lower() for row in whole),
            "lemma": frozenset(row.lemma.lower() for row in whole if row.lemma != "_"),
            "upos": tags,
            "feature": frozenset(f"{name}={value}".lower() for row in heads for name, value in features(row).items()),
            "shared": _with_universal([modifier.label for modifier in shared]),
        },
        {
            "conjuncts": len(one.conjuncts),
            "coordinators": len(one.coordinators),
            "depth": depth,
            "words": one.whole.width,
        },
        frozenset(name for name, holds in flags.items() if holds),
    )


def _with_universal(labels: list[str]) -> frozenset[str]:
    """Relations with and without their subtypes."""
    return frozenset(form.lower() for label in labels for form in (label, label.partition(":")[0]))
