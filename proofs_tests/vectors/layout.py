"""What the reference vectors hold, field by field, and how they are laid out in their file.

docs/reference/vectors.md says what each field means.  Bubbles, tokens and arcs are numbered as in
:class:`bubbletree.BubbleTree`; spans hold their first and last word.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TypedDict, cast

VERSION = 2
PATH = Path(__file__).resolve().parent / f"bubbletree-vectors-{VERSION}.json"

OPTIONS = {"neither": (False, False), "normal_form": (True, False), "single_root": (False, True), "both": (True, True)}
"""The ways to restrict Table 1, by name: whether to normal form, and whether to a single root."""

Triple = tuple[int, str, int]
Numbers = list[int]
Move = list[str]
"""A transition: its kind and, where it adds an arc, the label."""


class Violated(TypedDict):
    """The conditions that a structure violates."""

    well_formedness: list[str]
    projectivity: list[str]


class TreeCase(TypedDict):
    """A structure, what is wrong with it, and its derivation in normal form if it has one."""

    name: str
    words: list[str]
    contents: list[Numbers]
    arcs: list[Triple]
    violated: Violated
    root_children: int
    derivation: list[Move] | None


class ConfigurationCase(TypedDict):
    """A configuration, and the kinds of transition allowed there, by the names of OPTIONS."""

    stack: Numbers
    buffer: Numbers
    open: Numbers
    bubbles: list[Numbers]
    arcs: int
    allowed: dict[str, list[str]]


class DerivationCase(TypedDict):
    """A complete derivation, step by step, and which of the options it keeps to."""

    tree: str
    n: int
    normal_form: bool
    single_root: bool
    transitions: list[Move]
    configurations: list[ConfigurationCase]
    contents: list[Numbers]
    arcs: list[Triple]


class RefusalCase(TypedDict):
    """Transitions that are allowed one after the other, and one more that is not."""

    n: int
    normal_form: bool
    single_root: bool
    transitions: list[Move]
    refused: Move
    failed: list[str]


class CountCase(TypedDict):
    """How many trees there are."""

    n: int
    trees: int
    by_bubbles: Numbers
    single_root: int
    derivations: int | None
    enumerated: bool


class CoordinationValue(TypedDict):
    """A coordination read off a tree."""

    bubble: int
    conjuncts: list[Numbers]
    coordinators: list[Numbers]
    shared_left: Numbers
    shared_right: Numbers


class CoordinationsCase(TypedDict):
    """All coordinations of a tree."""

    tree: str
    coordinations: list[CoordinationValue]


class ConversionCase(TypedDict):
    """A tree as Universal Dependencies."""

    tree: str
    punctuation: str
    heads: Numbers
    labels: list[str]


class Spans(TypedDict):
    """What scores look at in a coordination."""

    conjuncts: list[Numbers]
    coordinators: list[Numbers]


class CriteriaValue(TypedDict):
    """Correct, predicted and gold coordinations by criterion; gold and predicted ones left out."""

    exact: Numbers
    inner: Numbers
    whole: Numbers
    left_out: Numbers


class CoordinationScoreCase(TypedDict):
    """One sentence's coordinations, scored."""

    gold: list[Spans]
    predicted: list[Spans]
    paper: CriteriaValue
    strict: CriteriaValue
    released: CriteriaValue


class AttachmentScoreCase(TypedDict):
    """One sentence's heads and relations, scored: correct and total."""

    words: list[str]
    gold_heads: Numbers
    gold_labels: list[str]
    predicted_heads: Numbers
    predicted_labels: list[str]
    unlabelled: Numbers
    labelled: Numbers
    unlabelled_words: Numbers
    labelled_words: Numbers
    labelled_universal: Numbers


class BoundaryValue(TypedDict):
    """An edge of a coordination."""

    side: str
    hosts: Numbers
    dependents: Numbers
    levels: Numbers


class BoundariesCase(TypedDict):
    """All boundaries of a tree that have a dependent."""

    tree: str
    boundaries: list[BoundaryValue]


class Result(TypedDict):
    """A tree, its bubbles numbered as in the tree that it was made from."""

    contents: list[Numbers]
    arcs: list[Triple]


class RedistributionCase(TypedDict):
    """The dependents at a boundary hung elsewhere; no result where that breaks the tree."""

    tree: str
    boundary: int
    levels: Numbers
    result: Result | None


class SplitCase(TypedDict):
    """Scores of each host for each dependent, and the best levels that do not decrease."""

    scores: list[Numbers]
    levels: Numbers


class Vectors(TypedDict):
    """The whole file."""

    version: int
    trees: list[TreeCase]
    derivations: list[DerivationCase]
    refusals: list[RefusalCase]
    counts: list[CountCase]
    coordinations: list[CoordinationsCase]
    conversions: list[ConversionCase]
    coordination_scores: list[CoordinationScoreCase]
    attachment_scores: list[AttachmentScoreCase]
    boundaries: list[BoundariesCase]
    redistributions: list[RedistributionCase]
    splits: list[SplitCase]


def load(path: Path = PATH) -> Vectors:
    """The vectors in a file."""
    return cast("Vectors", json.loads(path.read_text("utf-8")))


def text(vectors: Vectors) -> str:
    """The vectors as JSON, one case a line."""
    entries = [f"{json.dumps(name)}: {_value(value)}" for name, value in vectors.items()]
    return "{\n" + ",\n".join(entries) + "\n}\n"


def _value(value: object) -> str:
    if not isinstance(value, list):
        return json.dumps(value)
    return "[\n" + ",\n".join(_lines(value)) + "\n]"


def _lines(cases: Iterable[object]) -> Iterable[str]:
    return (json.dumps(case, ensure_ascii=False) for case in cases)
