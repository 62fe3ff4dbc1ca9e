"""What a page knows of each tree, as JSON: as little as the page needs to draw it and to find its coordinations.

Bubbles are numbered anew: 0 is RT, 1 to n are the words, and the bubbles of two words or more follow, sorted by first
word, the wider ones first. The page derives all else, by the same rules as this library
(``bubbletree/viewer/tree.js``, ``layout.js`` and ``transitions.js``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from bubbletree.comparison import DifferentTextError, diff
from bubbletree.confidence import confidences
from bubbletree.configuration import TransitionKind
from bubbletree.coordination import coordinations
from bubbletree.draw.direction import runs_right_to_left
from bubbletree.draw.text import text
from bubbletree.errors import BubbletreeError
from bubbletree.plugins import Parser, TransitionParser
from bubbletree.static_oracle import OracleError, oracle
from bubbletree.surface import surface
from bubbletree.transitions import RULES, Precondition
from bubbletree.tree import BubbleTree
from bubbletree.validation import InvalidTreeError, validate
from bubbletree.viewer.entries import Entry

Record: TypeAlias = dict[str, object]
"""An object of JSON."""

LETTERS: Final = {
    TransitionKind.SHIFT: "S",
    TransitionKind.LEFT_ARC: "L",
    TransitionKind.RIGHT_ARC: "R",
    TransitionKind.BUBBLE_OPEN: "O",
    TransitionKind.BUBBLE_ATTACH: "A",
    TransitionKind.BUBBLE_CLOSE: "C",
}
"""How a derivation is written: a letter for each transition. The labels are those of the tree."""

DIGITS: Final = 4
"""How many decimals of a probability the page gets; it shows three."""


def entry_record(entry: Entry, parser: Parser | None = None) -> Record:
    """A sentence with its trees, and with those that it is compared with.

    Parameters
    ----------
    entry : Entry
        The sentence.
    parser : Parser, optional
        What says how probable the steps of each derivation are.

    Examples
    --------
    >>> from bubbletree import parse_brackets
    >>> from bubbletree.viewer.entries import entry
    >>> sorted(entry_record(entry(parse_brackets("[tea cc=or milk]"))))
    ['id', 'trees']
    """
    trees = _records(entry.trees, entry.problem)
    if parser is not None:
        for tree, record in zip(entry.trees, trees, strict=False):  # a sentence without a tree has a record, too
            if "derivation" in record:
                record.update(steps_record(parser, tree))
    made: Record = {"id": entry.sent_id, "trees": trees}
    if entry.notes:
        made["notes"] = entry.notes
    if entry.gold is not None:
        made["gold"] = _records(entry.gold)
        made["differences"] = _differences(entry.trees, entry.gold)
    return made


def _records(trees: Sequence[BubbleTree], problem: str | None = None) -> list[Record]:
    if not trees and problem is not None:
        return [{"words": [], "problems": [problem]}]
    return [tree_record(tree, problem) for tree in trees]


def tree_record(tree: BubbleTree, problem: str | None = None) -> Record:
    """A tree, or its words and what is wrong with it.

    Parameters
    ----------
    tree : BubbleTree
        The tree, projective or not, well-formed or not.
    problem : str, optional
        Why there is no better tree; by default, the conditions that it violates.

    Examples
    --------
    >>> from bubbletree import parse_brackets
    >>> record = tree_record(parse_brackets("[tea cc=or milk]"))
    >>> record["bubbles"], record["heads"], record["labels"], record["derivation"]
    ([[1, 3]], [4, 4, 4, 0], ['conj', 'cc', 'conj', 'root'], 'SSOSACSR')
    """
    record: Record = {"words": tree.words}
    written = surface(tree)
    glued = [number for number in range(1, len(tree.words)) if written.is_attached(number)]
    if glued:
        record["glued"] = glued
    if runs_right_to_left(tree):
        record["rtl"] = True
    report = validate(tree)
    if report and problem is None:
        return record | _projective(tree)
    record["problems"] = [problem] if problem is not None else list(map(report.explain, report.violations[:20]))
    record["contents"] = [sorted(content) for content in tree.contents]
    record["arcs"] = tree.arcs
    if validate(tree, projective=False):
        record["outline"] = text(tree, "outline")
    return record


def steps_record(parser: Parser, tree: BubbleTree) -> Record:
    """How probable the steps of a tree's derivation are, or why this is not known.

    Each step has a probability for each transition that the model may make, by its letter, and one for the label.

    Parameters
    ----------
    parser : Parser
        The parser.
    tree : BubbleTree
        The tree.
    """
    if not isinstance(parser, TransitionParser):
        return {"no_steps": "this parser has no probabilities of transitions"}
    try:
        steps = parser.steps(tree)
    except BubbletreeError as error:
        return {"no_steps": str(error)}
    return {"steps": [_step(step.transitions, step.label) for step in steps]}


def _step(transitions: Mapping[TransitionKind, float], label: float | None) -> Record:
    record: Record = {LETTERS[kind]: round(value, DIGITS) for kind, value in transitions.items()}
    if label is not None:
        record["label"] = round(label, DIGITS)
    return record


def numbers(tree: BubbleTree) -> list[int]:
    """The bubbles of a tree that is well-formed, in the order in which a record numbers them."""
    narrow = {tree.hulls[bubble].first: bubble for bubble in tree.bubbles if len(tree.contents[bubble]) == 1}
    wide = [bubble for bubble in tree.bubbles if len(tree.contents[bubble]) > 1]
    wide.sort(key=lambda bubble: (tree.hulls[bubble].first, -tree.hulls[bubble].last))
    return [narrow[token] for token in range(len(tree.words) + 1)] + wide


def _projective(tree: BubbleTree) -> Record:
    order = numbers(tree)
    place = {bubble: number for number, bubble in enumerate(order)}
    heads = [tree.head(bubble) for bubble in order[1:]]
    found = coordinations(tree)
    record: Record = {
        "bubbles": [list(tree.hulls[bubble]) for bubble in order[len(tree.words) + 1 :]],
        "heads": [place[head] for head in heads if head is not None],
        "labels": [tree.label(bubble) for bubble in order[1:]],
    }
    try:
        record["derivation"] = "".join(LETTERS[transition.kind] for transition in oracle(tree))
    except OracleError as error:
        record["underivable"] = str(error)
    categories = {place[one.bubble]: one.category for one in found if one.category is not None}
    if categories:
        record["categories"] = categories
    if tree.sentence is not None:
        stated = zip(found, confidences(tree.sentence, found), strict=True)
        known = {place[one.bubble]: value for one, value in stated if value is not None}
        if known:
            record["confidences"] = known
    return record


def _differences(trees: Sequence[BubbleTree], gold: Sequence[BubbleTree]) -> list[Record] | None:
    """The coordinations that differ; None where trees are not well-formed, or there is nothing to compare with."""
    if not trees or not gold:
        return None
    try:
        found = diff(trees, gold)
    except (DifferentTextError, InvalidTreeError):
        return None
    return [
        {"change": one.change.value, "left": one.left, "right": one.right, "edits": one.edits}
        for one in found
        if one.edits
    ]


def rules_record() -> Record:
    """The transitions with their preconditions, and how these read in words.

    Examples
    --------
    >>> list(rules_record())
    ['preconditions', 'transitions']
    """
    return {
        "preconditions": {condition.name: condition.value for condition in Precondition},
        "transitions": [
            {
                "kind": rule.kind.name,
                "name": rule.kind.value,
                "preconditions": [condition.name for condition in rule.preconditions],
                "normal_form": [condition.name for condition in rule.normal_form],
                "single_root": [condition.name for condition in rule.single_root],
            }
            for rule in RULES.values()
        ],
    }
