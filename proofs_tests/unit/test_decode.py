"""Parsing: any scorer at all yields a valid tree; the beam finds what it should; errors reach the caller."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from functools import partial
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bubbletree import (
    BubbleTree,
    Configuration,
    GoldScorer,
    RandomScorer,
    Scorer,
    ScorerError,
    TransitionKind,
    UniformScorer,
    apply,
    parse,
    random_tree,
    valid_transitions,
    validate,
)
from bubbletree.transitions import Transition
from proofs_tests.support.enumeration import OPTIONS, derivations, words
from proofs_tests.support.scorers import Contrary, Fickle, Fixed, Prefers, Sharpened, log_probability
from proofs_tests.support.strategies import projective_trees


def assert_valid(tree: BubbleTree, n: int, single_root: bool) -> None:
    """A valid tree over the given words, with one child of RT if that was asked for."""
    assert validate(tree).violations == ()
    assert tree.words == tuple(words(n))
    if single_root and n:
        assert len(tree.children(0)) == 1


@pytest.mark.parametrize(("normal_form", "single_root"), OPTIONS)
@settings(max_examples=settings().max_examples // 4)
@given(n=st.integers(0, 12), seed=st.integers(0, 2**32), beam=st.integers(1, 4))
def test_any_scores_give_a_valid_tree(n: int, seed: int, beam: int, normal_form: bool, single_root: bool) -> None:
    rng = random.Random(seed)
    scorers: list[Scorer] = [Fickle(seed), RandomScorer(rng, ["x", "y"])]
    for scorer in scorers:
        tree = parse(words(n), scorer, beam, normal_form=normal_form, single_root=single_root)
        assert_valid(tree, n, single_root)


ADVERSARIES: dict[str, Callable[[], Scorer]] = {
    "uniform": UniformScorer,
    "contrary": Contrary,
    "enormous": lambda: Fickle(1, 8e307),
    "tiny": lambda: Fickle(1, 5e-324),
    **{f"always {kind.value}": partial(Prefers, kind, 1e308) for kind in TransitionKind},
    **{f"never {kind.value}": partial(Prefers, kind, -1e308) for kind in TransitionKind},
}


@pytest.mark.parametrize(("normal_form", "single_root"), OPTIONS)
@pytest.mark.parametrize("beam", [1, 2, 5])
@pytest.mark.parametrize("adversary", ADVERSARIES)
def test_adversaries_get_a_valid_tree_too(adversary: str, beam: int, normal_form: bool, single_root: bool) -> None:
    for n in (0, 1, 2, 7):
        tree = parse(words(n), ADVERSARIES[adversary](), beam, normal_form=normal_form, single_root=single_root)
        assert_valid(tree, n, single_root)


@settings(max_examples=settings().max_examples // 2)
@given(projective_trees(max_words=10), st.integers(1, 3))
def test_the_gold_scorer_rebuilds_its_tree(tree: BubbleTree, beam: int) -> None:
    scorer = GoldScorer(tree)
    assert parse(tree.words, scorer) == tree
    assert parse(tree.words, scorer, normal_form=True) == tree
    sharp = Sharpened(scorer)
    assert parse(tree.words, sharp, beam, normal_form=True) == tree
    assert parse(tree.words, sharp, beam) == tree


@pytest.mark.parametrize(("normal_form", "single_root"), OPTIONS)
@pytest.mark.parametrize("seed", range(4))
def test_a_beam_that_holds_everything_finds_the_most_probable_derivation(
    seed: int, normal_form: bool, single_root: bool
) -> None:
    scorer = Fickle(seed)
    candidates = [
        (log_probability(words(3), made, scorer, normal_form=normal_form, single_root=single_root), end.tree())
        for made, end in derivations(3, normal_form=normal_form, single_root=single_root, labels=scorer.labels)
    ]
    assert math.isclose(math.fsum(math.exp(p) for p, _ in candidates), 1.0)
    best = max(candidates, key=lambda candidate: candidate[0])[1]
    assert parse(words(3), scorer, 10_000, normal_form=normal_form, single_root=single_root) == best


def greedy(n: int, scorer: Scorer, normal_form: bool, single_root: bool) -> BubbleTree:
    """Greedy parsing once more, from its description."""
    configuration = Configuration.initial(words(n))
    while not configuration.is_terminal:
        scores = list(scorer.score_transitions(configuration))
        best: Transition | None = None
        top = -math.inf
        for number, kind in enumerate(TransitionKind):
            if kind in valid_transitions(configuration, normal_form, single_root) and scores[number] > top:
                top = scores[number]
                label = None
                if kind.takes_label:
                    labels = list(scorer.score_labels(configuration, kind))
                    label = scorer.labels[labels.index(max(labels))]
                best = Transition(kind, label)
        assert best is not None
        configuration = apply(configuration, best)
    return configuration.tree()


@pytest.mark.parametrize(("options", "seed"), list(product(OPTIONS, range(20))))
def test_a_beam_of_one_is_greedy(options: tuple[bool, bool], seed: int) -> None:
    normal_form, single_root = options
    scorer = Fickle(seed)
    expected = greedy(9, scorer, normal_form, single_root)
    assert parse(words(9), scorer, normal_form=normal_form, single_root=single_root) == expected
    with_ties: list[Scorer] = [UniformScorer(["x", "y"]), Prefers(TransitionKind.BUBBLE_OPEN, 1.0)]
    for tied in with_ties:
        found = parse(words(5), tied, normal_form=normal_form, single_root=single_root)
        assert found == greedy(5, tied, normal_form, single_root)


def test_a_wider_beam_can_do_better() -> None:
    better, worse = 0, 0
    for seed in range(20):
        scorer = Fickle(seed, labels=("x",))
        candidates: dict[BubbleTree, float] = {}
        for made, end in derivations(3, normal_form=True, labels=scorer.labels):
            tree = end.tree()
            candidates[tree] = log_probability(words(3), made, scorer, normal_form=True, single_root=False)
        narrow = candidates[parse(words(3), scorer, 1, normal_form=True)]
        wide = candidates[parse(words(3), scorer, 8, normal_form=True)]
        better, worse = better + (wide > narrow), worse + (wide < narrow)
    assert better > worse


@pytest.mark.parametrize("beam", [1, 3])
def test_all_derivations_are_searched_unless_told_otherwise(beam: int) -> None:
    found = [
        [
            parse(words(6), RandomScorer(random.Random(seed)), beam, **options)
            for options in ({}, {"normal_form": False}, {"normal_form": True})
        ]
        for seed in range(20)
    ]
    assert all(default == free for default, free, _ in found)
    assert any(free != restricted for _, free, restricted in found)


def test_parsing_is_reproducible() -> None:
    for beam in (1, 3):
        results = {parse(words(9), RandomScorer(random.Random(5), ["x", "y"]), beam) for _ in range(2)}
        assert len(results) == 1


@pytest.mark.parametrize("beam", [1, 2])
def test_bad_scores_stop_the_parse(beam: int) -> None:
    for scorer in (Fixed((float("nan"),) * 6), Fixed((0.0,) * 5), Fixed(names=()), Fixed(labels=(0.0, math.inf))):
        with pytest.raises(ScorerError):
            parse(["a", "b"], scorer, beam)


@pytest.mark.parametrize("beam", [0, -1, True, False])
def test_the_beam_is_at_least_one(beam: int) -> None:
    with pytest.raises(ValueError, match="beam must be a whole number, at least 1"):
        parse(["a"], UniformScorer(), beam)


@pytest.mark.parametrize("beam", [1.0, "1", None])
def test_the_beam_is_a_whole_number(beam: object) -> None:
    call: Callable[..., BubbleTree] = parse
    with pytest.raises(TypeError):
        call(["a"], UniformScorer(), beam)


def test_long_sentences() -> None:
    tree = parse(words(3_000), UniformScorer())
    assert validate(tree)
    gold = random_tree(400, random.Random(3))
    assert parse(gold.words, GoldScorer(gold), single_root=len(gold.children(0)) == 1) == gold
