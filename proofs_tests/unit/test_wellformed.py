"""The literal predicates of well-formedness and projectivity, on examples worked by hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bubbletree.conditions import Condition, Violation
from bubbletree.projectivity import first_gap, projection
from bubbletree.tree import BubbleTree
from bubbletree.wellformed import descendants
from proofs_tests.support.bounds import EXHAUSTIVE
from proofs_tests.support.brute import PROJECTIVITY, WELL_FORMEDNESS, Forest, Reading, is_tree
from proofs_tests.support.enumeration import families, head_functions, words
from proofs_tests.support.examples import ALONE, PAIR, TRIPLE, structure
from proofs_tests.support.literal import PREDICATES, violated
from proofs_tests.support.strategies import structures, tampered_trees

C = Condition


@pytest.mark.parametrize(("condition", "tree"), [(c, tree) for c, trees in ALONE.items() for tree in trees])
def test_conditions_are_independent(condition: Condition, tree: BubbleTree) -> None:
    assert violated(tree) == {condition}


def test_partial_overlap_is_independent_within_well_formedness() -> None:
    # X = {1, 2} and Y = {2, 3}; containment demands that both are above 2, so X is above Y.
    tree = structure([*TRIPLE, {1, 2}, {2, 3}], (0, 4), (4, 1), (4, 5), (5, 2), (5, 3))
    assert {condition for condition in violated(tree) if not condition.is_projectivity} == {C.NO_PARTIAL_OVERLAP}
    # Among all nine conditions it follows from the others: docs/theory/theorems.md has the argument.
    assert C.CONTAINED_PROJECTIONS in violated(tree)


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        (structure([]), [Violation(C.TREE, "no bubble is without a head")]),
        (structure([{0}, {1}]), [Violation(C.TREE, "several bubbles have no head", (0, 1))]),
        (
            structure([{0}, {1}], (1, 0), (0, 1)),
            [
                Violation(C.TREE, "no bubble is without a head"),
                Violation(C.TREE, "bubbles are on a cycle or below one", (0, 1)),
            ],
        ),
        (
            structure(TRIPLE, (0, 1), (2, 2), (2, 3)),
            [Violation(C.TREE, "bubbles are on a cycle or below one", (2, 3))],
        ),
        (
            structure(TRIPLE, (0, 1), (0, 3), (1, 3), (0, 2)),
            [Violation(C.TREE, "a bubble has more than one incoming arc", (3, 0, 1))],
        ),
        (
            BubbleTree(["a"], [{0}, {1}], [(0, "x", 1), (0, "y", 1)]),
            [Violation(C.TREE, "a bubble has more than one incoming arc", (1, 0, 0))],
        ),
        (
            structure([{1, 2, 3}, {2, 3, 4}, {4}, {1}]),
            [Violation(C.NO_PARTIAL_OVERLAP, "two bubbles overlap in part", (0, 1), (2, 3))],
        ),
        (
            structure([{1}, {1, 2}, {1}, {1}]),
            [
                Violation(C.NON_DUPLICATION, "two bubbles have the same content", pair, (1,))
                for pair in ((0, 2), (0, 3), (2, 3))
            ],
        ),
        (
            structure([{1}, {1, 2}]),
            [
                Violation(C.LEXICAL_COVERAGE, "a token has no bubble of its own", (), (0,)),
                Violation(C.LEXICAL_COVERAGE, "a token has no bubble of its own", (), (2,)),
            ],
        ),
        (structure([{1}]), [Violation(C.ROOTHOOD, "RT is in no bubble", (), (0,))]),
        (
            structure([{0}, {0, 1}], (1, 0)),
            [
                Violation(C.ROOTHOOD, "RT is in several bubbles", (0, 1), (0,)),
                Violation(C.ROOTHOOD, "the bubble of RT has a head", (0, 1), (0,)),
                Violation(C.ROOTHOOD, "the bubble of RT holds words too", (1,), (0,)),
            ],
        ),
        (
            structure(PAIR, (0, 3), (1, 2)),
            [
                Violation(C.CONTAINMENT, "a bubble contains another that is not below it", (3, 1), (1,)),
                Violation(C.CONTAINMENT, "a bubble contains another that is not below it", (3, 2), (2,)),
            ],
        ),
        (
            structure([{1, 2, 5, 7}, {0, 2}, {0, 1, 3}]),
            [
                Violation(C.CONTINUOUS_COVERAGE, "a bubble has a gap in its content", (0,), (1, 3, 5)),
                Violation(C.CONTINUOUS_COVERAGE, "a bubble has a gap in its content", (2,), (1, 2, 3)),
            ],
        ),
        (
            structure([{1}, {3}, {2}], (0, 1)),
            [Violation(C.CONTINUOUS_PROJECTIONS, "a bubble has a gap in its projection", (0,), (1, 2, 3))],
        ),
        (
            structure([{1, 2}, {2, 3}, {3, 4}, {1, 2}], (0, 1), (1, 2), (3, 3)),
            [
                Violation(
                    C.CONTAINED_PROJECTIONS,
                    "the projection below a bubble is neither properly inside its content nor outside it",
                    pair,
                    tokens,
                )
                for pair, tokens in (((0, 1), (2,)), ((1, 2), (3,)))
            ],
        ),
    ],
)
def test_witnesses(tree: BubbleTree, expected: list[Violation]) -> None:
    condition = expected[0].condition
    assert list(PREDICATES[condition](tree)) == expected


def test_violations_are_readable() -> None:
    violation = Violation(C.CONTAINMENT, "a bubble contains another that is not below it", (3, 2), (2,))
    assert str(violation) == "containment: a bubble contains another that is not below it (bubbles 3, 2; tokens 2)"
    assert str(Violation(C.TREE, "no bubble is without a head")) == "tree: no bubble is without a head"


def test_three_conditions_are_of_projectivity() -> None:
    assert [condition.value for condition in Condition if condition.is_projectivity] == [
        "continuous coverage",
        "continuous projections",
        "contained projections",
    ]
    assert len(Condition) == 9


def test_descendants_and_projection_on_a_cycle() -> None:
    tree = structure([{0}, {1}, {2}, {3}], (1, 2), (2, 1), (2, 3))
    assert descendants(tree, 1) == {1, 2, 3} == descendants(tree, 2)
    assert projection(tree, 1) == {1, 2, 3}
    assert descendants(tree, 3) == {3}


@given(st.frozensets(st.integers(0, 9)))
def test_the_first_gap_is_the_first(tokens: frozenset[int]) -> None:
    triples = [
        (i, k, j)
        for i in range(1, 10)
        for k in range(i + 1, 10)
        for j in range(k + 1, 10)
        if i in tokens and j in tokens and k not in tokens
    ]
    assert first_gap(tokens) == min(triples, default=None)


@settings(max_examples=settings().max_examples // 2)
@given(structures())
def test_predicates_use_their_own_condition(tree: BubbleTree) -> None:
    for condition, predicate in PREDICATES.items():
        assert all(violation.condition is condition for violation in predicate(tree))


def violated_by_the_second_writing(tree: BubbleTree) -> frozenset[Condition]:
    """The conditions that a structure violates in which no bubble has two heads, by ``brute``."""
    forest = Forest(tuple(map(frozenset, tree.contents)), tuple(map(tree.head, tree.bubbles)))
    found = [C(name) for name, holds in WELL_FORMEDNESS.items() if not holds(forest, len(tree.words))]
    found += [C(name) for name, holds in PROJECTIVITY.items() if not holds(forest, Reading.PROPER)]
    return frozenset(found if is_tree(forest) else [C.TREE, *found])


@pytest.mark.parametrize(
    ("n", "bubbles"), [(0, 2), (1, 2), (1, 3), (2, 3), (3, 2), (4, 2), *([(3, 3)] if EXHAUSTIVE else [])]
)
def test_each_predicate_agrees_with_the_second_writing_of_its_condition(n: int, bubbles: int) -> None:
    for contents in families(n, bubbles):
        for arcs in head_functions(bubbles):
            tree = BubbleTree(words(n), contents, arcs)
            assert violated(tree) == violated_by_the_second_writing(tree), tree


@given(st.one_of(structures(max_words=6, max_bubbles=8), tampered_trees(max_words=8)), st.data())
def test_each_predicate_agrees_with_the_second_writing_in_larger_structures(
    tree: BubbleTree, data: st.DataObject
) -> None:
    """Of several arcs into a bubble one is kept."""
    kept = [data.draw(st.sampled_from(tree.incoming(bubble))) for bubble in tree.bubbles if tree.incoming(bubble)]
    forest = BubbleTree(tree.words, tree.contents, kept)
    assert violated(forest) == violated_by_the_second_writing(forest)


def test_a_violation_may_name_no_bubbles_or_tokens() -> None:
    assert Violation(Condition.TREE, "reason") == Violation(Condition.TREE, "reason", bubbles=(), tokens=())
