"""What the literal predicates say of a structure, and whether ``validate`` says the same."""

from __future__ import annotations

from bubbletree.conditions import Condition, Violation
from bubbletree.projectivity import PROJECTIVITY
from bubbletree.tree import BubbleTree
from bubbletree.validation import validate
from bubbletree.wellformed import WELL_FORMEDNESS

PREDICATES = {**WELL_FORMEDNESS, **PROJECTIVITY}

REPORTED_IN_FULL = (
    Condition.TREE,
    Condition.LEXICAL_COVERAGE,
    Condition.ROOTHOOD,
    Condition.CONTINUOUS_COVERAGE,
    Condition.CONTINUOUS_PROJECTIONS,
)
"""Conditions with no more witnesses than bubbles and tokens: ``validate`` reports all of them."""


def witnesses(tree: BubbleTree) -> dict[Condition, list[Violation]]:
    """All witnesses that the predicates find, by condition."""
    return {condition: list(predicate(tree)) for condition, predicate in PREDICATES.items()}


def violated(tree: BubbleTree) -> frozenset[Condition]:
    """The conditions that a structure violates, by the predicates."""
    return frozenset(condition for condition, found in witnesses(tree).items() if found)


def assert_validate_agrees(tree: BubbleTree) -> None:
    """``validate`` reports the conditions that the predicates find violated, with witnesses of theirs."""
    expected = witnesses(tree)
    report = validate(tree)
    assert report.conditions == {condition for condition, found in expected.items() if found}, tree
    assert report.ok == (not any(expected.values())), tree
    for violation in report.violations:
        assert violation in expected[violation.condition], tree
    assert len(set(report.violations)) == len(report.violations), tree
    for condition in REPORTED_IN_FULL:
        reported = [violation for violation in report.violations if violation.condition is condition]
        assert reported == expected[condition], tree
    for violation in expected[Condition.NON_DUPLICATION]:
        duplicates = {b for v in report.violations if v.condition is Condition.NON_DUPLICATION for b in v.bubbles}
        assert duplicates.issuperset(violation.bubbles), tree
    well_formed = tuple(v for v in report.violations if not v.condition.is_projectivity)
    assert validate(tree, projective=False).violations == well_formed, tree
