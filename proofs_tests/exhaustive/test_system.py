"""Bubble-Hybrid, by going through every derivation: sound, complete, never stuck; normal form and single root."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bubbletree import (
    CONJ,
    BubbleTree,
    Configuration,
    OracleError,
    TransitionError,
    TransitionKind,
    apply,
    count_trees,
    derive,
    oracle,
    valid_transitions,
    validate,
)
from proofs_tests.support.bounds import bound, up_to
from proofs_tests.support.brute import SetConfiguration, allowed, projective_trees, projective_trees_pruned
from proofs_tests.support.enumeration import (
    OPTIONS,
    as_tree,
    derivations,
    first_parts,
    labelled_trees,
    plain,
    shape_of,
    words,
)
from proofs_tests.support.reference import assert_same

K = TransitionKind

DERIVATIONS = {1: 1, 2: 4, 3: 27, 4: 245, 5: 2_654}
"""Unlabelled derivations over so many words, by Table 1 alone."""

TREES = {1: 1, 2: 4, 3: 25, 4: 191, 5: 1_627}
"""Projective bubble trees over so many words."""


@pytest.mark.parametrize("n", up_to(5, 6, first=0))
def test_soundness_and_length(n: int) -> None:
    for made, end in derivations(n):
        tree = end.tree()
        assert validate(tree).violations == ()
        assert len(made) == 2 * n + 2 * sum(len(content) > 1 for content in tree.contents)
        assert derive(tree.words, made) == tree


@pytest.mark.parametrize("n", up_to(4, 5, first=0))
def test_completeness(n: int) -> None:
    expected = {forest.shape for forest in projective_trees_pruned(n)}
    assert {shape_of(end.tree()) for _, end in derivations(n)} == expected
    assert {shape_of(end.tree()) for _, end in derivations(n, normal_form=True)} == expected


@pytest.mark.parametrize("n", up_to(5, 5))
def test_the_system_is_spuriously_ambiguous(n: int) -> None:
    ways = Counter(end.tree() for _, end in derivations(n))
    assert (ways.total(), len(ways)) == (DERIVATIONS[n], TREES[n])


def test_the_smallest_tree_with_two_derivations() -> None:
    by_letter = {"S": plain(K.SHIFT), "L": plain(K.LEFT_ARC), "R": plain(K.RIGHT_ARC)}
    at_once, late = ([by_letter[letter] for letter in letters] for letters in ("SRSLSR", "SSLRSR"))
    tree = BubbleTree(words(3), [[t] for t in range(4)], [(0, "dep", 1), (0, "dep", 3), (3, "dep", 2)])
    assert derive(words(3), at_once) == derive(words(3), late) == tree
    assert oracle(tree) == tuple(at_once)
    # No bubble takes part: Arc-Hybrid alone, the system without the last three transitions, has both derivations.
    assert derive(words(3), at_once, normal_form=True) == tree
    with pytest.raises(TransitionError):
        derive(words(3), late, normal_form=True)
    several = [tree for tree, ways in Counter(end.tree() for _, end in derivations(3)).items() if ways > 1]
    assert len(several) == 2
    assert tree in several


@pytest.mark.parametrize("n", up_to(5, 7, first=0))
def test_in_normal_form_derivations_and_trees_are_in_one_to_one_correspondence(n: int) -> None:
    trees = set()
    count = 0
    for made, end in derivations(n, normal_form=True):
        tree = end.tree()
        count += 1
        trees.add(tree)
        assert oracle(tree) == made
    assert count == len(trees) == count_trees(n)


@pytest.mark.parametrize("n", up_to(5, 6))
def test_a_single_root_leaves_exactly_the_trees_that_have_one(n: int) -> None:
    everything = {end.tree() for _, end in derivations(n, normal_form=True)}
    single = {tree for tree in everything if len(tree.children(0)) == 1}
    assert {end.tree() for _, end in derivations(n, single_root=True)} == single
    one_way = [end.tree() for _, end in derivations(n, normal_form=True, single_root=True)]
    assert len(one_way) == len(single)
    assert set(one_way) == single


@pytest.mark.parametrize(("normal_form", "single_root"), OPTIONS)
@pytest.mark.parametrize("n", up_to(3, 4, first=0))
def test_every_configuration_is_the_one_of_the_definition(n: int, normal_form: bool, single_root: bool) -> None:
    pending: list[tuple[Configuration, SetConfiguration, str | None]] = [
        (Configuration.initial(words(n)), SetConfiguration.initial(n), None)
    ]
    while pending:
        configuration, reference, last = pending.pop()
        assert_same(configuration, reference)
        kinds = valid_transitions(configuration, normal_form, single_root)
        assert [kind.value for kind in kinds] == allowed(
            reference, last, normal_form=normal_form, single_root=single_root
        )
        # Progress: only the terminal configuration is stuck.
        assert bool(kinds) != configuration.is_terminal
        for kind in K:
            if kind in kinds:
                after = apply(configuration, plain(kind), normal_form, single_root)
                pending.append((after, reference.step(kind.value, "dep"), kind.value))
            else:
                with pytest.raises(TransitionError):
                    apply(configuration, plain(kind), normal_form, single_root)
        assert_same(configuration, reference)


@pytest.mark.parametrize("n", up_to(3, 4))
def test_labelled_trees_are_derivable_if_and_only_if_every_bubble_begins_with_conj(n: int) -> None:
    derived = {end.tree() for _, end in derivations(n, normal_form=True, labels=(CONJ, "x"))}
    derivable = set()
    for forest in projective_trees_pruned(n):
        for tree in labelled_trees(forest, (CONJ, "x")):
            if all(tree.label(first) == CONJ for first in first_parts(tree)):
                derivable.add(tree)
                assert derive(tree.words, oracle(tree)) == tree
            else:
                with pytest.raises(OracleError):
                    oracle(tree)
    assert derived == derivable
    if n <= 3:
        assert {end.tree() for _, end in derivations(n, labels=(CONJ, "x"))} == derivable


@pytest.mark.parametrize("n", up_to(3, 3))
def test_the_oracle_derives_every_tree(n: int) -> None:
    for forest in projective_trees(n):
        tree = as_tree(forest)
        assert derive(tree.words, oracle(tree), normal_form=True) == tree


@pytest.mark.parametrize(("normal_form", "single_root"), OPTIONS)
@pytest.mark.parametrize("seed", range(bound(5, 50)))
def test_random_walks_over_long_sentences_end_in_valid_trees(seed: int, normal_form: bool, single_root: bool) -> None:
    rng = random.Random(seed)
    n = rng.randrange(100, 400)
    # Favouring some transitions makes deep stacks, long bubbles, and so on.
    weights = {kind: rng.choice((1, 1, 5, 25)) for kind in K}
    configuration = Configuration.initial(words(n))
    steps = 0
    while not configuration.is_terminal:
        kinds = valid_transitions(configuration, normal_form, single_root)
        kind = rng.choices(kinds, [weights[kind] for kind in kinds])[0]
        configuration = apply(configuration, plain(kind, rng.choice("ab")), normal_form, single_root)
        steps += 1
    tree = configuration.tree()
    assert validate(tree).violations == ()
    assert steps == 2 * n + 2 * sum(len(content) > 1 for content in tree.contents)
    assert not single_root or len(tree.children(0)) == 1
    assert derive(tree.words, oracle(tree), normal_form=True, single_root=single_root) == tree
