"""The static oracle: it gives the derivation in normal form, or says why there is none."""

from __future__ import annotations

import pickle
import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bubbletree import (
    CONJ,
    BubbleTree,
    BubbletreeError,
    InvalidTreeError,
    OracleError,
    TransitionKind,
    derive,
    oracle,
    random_tree,
    trace,
    validate,
)
from proofs_tests.support import large
from proofs_tests.support.bounds import bound
from proofs_tests.support.enumeration import first_parts
from proofs_tests.support.strategies import Broken, broken_trees, projective_trees, tampered_trees

K = TransitionKind


def normal_form_holds(kinds: list[TransitionKind]) -> bool:
    """The normal form, stated on sequences: nothing is reduced or closed late."""
    reduces = {K.RIGHT_ARC, K.BUBBLE_OPEN, K.BUBBLE_ATTACH}
    return all(
        (kind not in reduces or before in {K.SHIFT, K.RIGHT_ARC})
        and (kind is not K.BUBBLE_CLOSE or before in {K.BUBBLE_OPEN, K.BUBBLE_ATTACH})
        for before, kind in pairwise(kinds)
    )


@given(projective_trees(max_words=14))
def test_the_oracle_derives_the_tree_in_normal_form(tree: BubbleTree) -> None:
    transitions = oracle(tree)
    assert derive(tree.words, transitions) == tree
    assert derive(tree.words, transitions, normal_form=True) == tree
    assert normal_form_holds([transition.kind for transition in transitions])
    bubbles = sum(len(content) > 1 for content in tree.contents)
    assert len(transitions) == 2 * len(tree.words) + 2 * bubbles


@given(projective_trees(min_words=1))
def test_a_tree_with_one_child_of_the_root_is_derived_as_such(tree: BubbleTree) -> None:
    root = next(bubble for bubble in tree.bubbles if tree.head(bubble) is None)
    if len(tree.children(root)) == 1:
        assert derive(tree.words, oracle(tree), single_root=True, normal_form=True) == tree
    else:
        with pytest.raises(BubbletreeError):
            derive(tree.words, oracle(tree), single_root=True)


@given(projective_trees(min_words=2))
def test_the_first_part_of_a_bubble_must_be_conj(tree: BubbleTree) -> None:
    # Put another label on any one arc: derivable still, unless it is the arc to a first part, of one word or several.
    for arc in tree.arcs:
        changed = BubbleTree(
            tree.words, tree.contents, [(a.head, "first" if a == arc else a.label, a.dependent) for a in tree.arcs]
        )
        if arc.dependent in first_parts(tree):
            with pytest.raises(OracleError) as refused:
                oracle(changed)
            assert (refused.value.bubble, refused.value.child) == (arc.head, arc.dependent)
            assert refused.value.tree is changed
        else:
            assert derive(tree.words, oracle(changed)) == changed


def test_the_error_says_why() -> None:
    tree = BubbleTree(
        ["both", "tea", "and", "buns"],
        [{0}, {1}, {2}, {3}, {4}, {1, 2, 3, 4}],
        [(0, "root", 5), (5, "cc", 1), (5, "conj", 2), (5, "cc", 3), (5, "conj", 4)],
    )
    assert validate(tree)
    with pytest.raises(OracleError) as refused:
        oracle(tree)
    assert str(refused.value) == (
        "the tree is projective, but Bubble-Hybrid cannot derive its labels: the first part of bubble 5 "
        "(both tea and buns) is 1 (both), labelled 'cc', and BubbleOpen always labels the first part 'conj'"
    )
    assert isinstance(refused.value, BubbletreeError)
    twin = pickle.loads(pickle.dumps(refused.value))
    assert (twin.bubble, twin.child, twin.tree) == (5, 1, tree)
    # The phrase has a derivable tree all the same: the bubble begins with the first conjunct.
    inside = BubbleTree(
        tree.words,
        [{0}, {1}, {2}, {3}, {4}, {2, 3, 4}],
        [(0, "root", 5), (5, "cc:preconj", 1), (5, "conj", 2), (5, "cc", 3), (5, "conj", 4)],
    )
    assert derive(tree.words, oracle(inside)) == inside


@settings(max_examples=settings().max_examples // 3)
@given(broken_trees())
def test_the_oracle_refuses_what_is_not_valid(broken: Broken) -> None:
    with pytest.raises(InvalidTreeError) as refused:
        oracle(broken.tree)
    assert refused.value.report.tree is broken.tree
    assert refused.value.report.conditions >= broken.breakage.breaks


@given(tampered_trees())
def test_the_oracle_refuses_exactly_what_is_not_valid_or_begins_with_another_label(tree: BubbleTree) -> None:
    report = validate(tree)
    if not report:
        with pytest.raises(InvalidTreeError) as invalid:
            oracle(tree)
        assert invalid.value.report == report
    elif any(tree.label(first) != CONJ for first in first_parts(tree)):
        with pytest.raises(OracleError):
            oracle(tree)
    else:
        assert derive(tree.words, oracle(tree)) == tree


def test_the_empty_sentence() -> None:
    assert oracle(BubbleTree([], [{0}], [])) == ()


@pytest.mark.parametrize("form", ["chain", "reversed chain", "star", "one bubble", "halves", "chained bubbles"])
def test_large_trees(form: str) -> None:
    tree = large.FORMS[form](bound(2_000, 50_000)).tree()
    assert derive(tree.words, oracle(tree), normal_form=True) == tree


def test_an_onion_of_bubbles() -> None:
    tree = large.onion(bound(500, 2_000)).tree()
    transitions = oracle(tree)
    assert derive(tree.words, transitions, normal_form=True, single_root=True) == tree
    assert len(transitions) == 4 * len(tree.words) - 2


@settings(max_examples=10)
@given(seed=st.integers(0, 2**32), n=st.integers(50, 200))
def test_random_trees_come_back(seed: int, n: int) -> None:
    tree = random_tree(n, random.Random(seed))
    transitions = oracle(tree)
    assert derive(tree.words, transitions, normal_form=True) == tree
    assert sum(1 for _ in trace(tree.words, transitions)) == len(transitions) + 1
