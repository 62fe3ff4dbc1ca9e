"""Scorers: the three that need no learning, and the checks on what any scorer returns."""

from __future__ import annotations

import random

import pytest
from hypothesis import given

from bubbletree import (
    BubbleTree,
    BubbletreeError,
    Configuration,
    GoldScorer,
    InvalidTreeError,
    OracleError,
    RandomScorer,
    ScorerError,
    TransitionKind,
    UniformScorer,
    oracle,
    trace,
)
from bubbletree.scoring import checked_label_scores, checked_transition_scores
from proofs_tests.support.scorers import Fickle, Fixed
from proofs_tests.support.strategies import projective_trees

START = Configuration.initial(["a"])
INFINITY = float("inf")


def test_the_uniform_scorer() -> None:
    scorer = UniformScorer(["x", "y", "z"])
    assert scorer.labels == ("x", "y", "z")
    assert scorer.score_transitions(START) == (0.0,) * 6
    assert scorer.score_labels(START, TransitionKind.LEFT_ARC) == (0.0,) * 3
    assert UniformScorer().labels == ("dep",)


def test_the_random_scorer_is_reproducible() -> None:
    one, two = (RandomScorer(random.Random(7), ["x", "y"]) for _ in range(2))
    for _ in range(3):
        assert one.score_transitions(START) == two.score_transitions(START)
        assert one.score_labels(START, TransitionKind.LEFT_ARC) == two.score_labels(START, TransitionKind.LEFT_ARC)
    assert len(set(one.score_transitions(START))) == 6
    assert len(one.score_labels(START, TransitionKind.LEFT_ARC)) == 2
    assert RandomScorer(random.Random(7)).labels == ("dep",)


@given(projective_trees(max_words=10))
def test_the_gold_scorer_points_along_the_derivation(tree: BubbleTree) -> None:
    scorer = GoldScorer(tree)
    transitions = oracle(tree)
    configurations = list(trace(tree.words, transitions))
    assert set(scorer.labels) == {t.label for t in transitions if t.label is not None} or scorer.labels == ("dep",)
    for configuration, transition in zip(configurations, transitions, strict=False):
        scores = scorer.score_transitions(configuration)
        assert scores == tuple(float(kind is transition.kind) for kind in TransitionKind)
        if transition.label is not None:
            labels = scorer.score_labels(configuration, transition.kind)
            assert labels == tuple(float(label == transition.label) for label in scorer.labels)
    assert set(scorer.score_transitions(configurations[-1])) == {0.0}


def test_the_gold_scorer_is_indifferent_elsewhere() -> None:
    tree = BubbleTree(["a", "b"], [{0}, {1}, {2}], [(0, "root", 1), (1, "obj", 2)])
    scorer = GoldScorer(tree)
    elsewhere = Configuration.initial(["a", "b", "c", "d"])
    for step in trace(
        elsewhere.words,
        oracle(
            BubbleTree(elsewhere.words, [[t] for t in range(5)], [(0, "root", 4), *((4, "x", t) for t in range(1, 4))])
        ),
    ):
        elsewhere = step
        if elsewhere.stack_size > 1 and elsewhere.arcs:
            assert set(scorer.score_transitions(elsewhere)) <= {0.0, 1.0}
    assert set(scorer.score_transitions(elsewhere)) == {0.0}
    assert set(scorer.score_labels(elsewhere, TransitionKind.LEFT_ARC)) == {0.0}


def test_the_gold_scorer_needs_a_derivation() -> None:
    with pytest.raises(InvalidTreeError):
        GoldScorer(BubbleTree(["a"], [{0}, {1}], []))
    with pytest.raises(OracleError):
        GoldScorer(BubbleTree(["a", "b"], [{0}, {1}, {2}, {1, 2}], [(0, "root", 3), (3, "cc", 1), (3, "conj", 2)]))
    assert GoldScorer(BubbleTree([], [{0}], [])).labels == ("dep",)


BAD_TRANSITIONS: dict[str, tuple[object, str]] = {
    "nan": ((0, 0, 0, float("nan"), 0, 0), "returned nan as transition score number 3; scores must be finite"),
    "infinity": ((INFINITY, 0, 0, 0, 0, 0), "returned inf as transition score number 0; scores must be finite"),
    "minus infinity": ((0, 0, 0, 0, 0, -INFINITY), "returned -inf as transition score number 5"),
    "all minus infinity": ((-INFINITY,) * 6, "returned -inf as transition score number 0"),
    "too few": ((0,) * 5, "returned 5 transition scores where 6 are needed"),
    "too many": ((0,) * 7, "returned 7 transition scores where 6 are needed"),
    "none": ((), "returned 0 transition scores where 6 are needed"),
    "nothing": (None, "returned no sequence of transition scores, but None"),
    "one number": (1.0, "returned no sequence of transition scores, but 1.0"),
    "words": (("x",) * 6, "returned no sequence of transition scores, but ('x', "),
    "nested": (([0.0],) * 6, "returned no sequence of transition scores, but ([0.0], "),
    "complex": ((1j,) * 6, "returned no sequence of transition scores, but (1j, "),
    "too large": ((10**400,) * 6, "returned no sequence of transition scores, but (1000"),
}


@pytest.mark.parametrize("case", BAD_TRANSITIONS)
def test_bad_transition_scores_are_refused(case: str) -> None:
    scores, reason = BAD_TRANSITIONS[case]
    scorer = Fixed(scores)
    with pytest.raises(ScorerError) as refused:
        checked_transition_scores(scorer, START)
    assert str(refused.value).startswith(f"Fixed {reason}")
    assert refused.value.scorer is scorer
    assert refused.value.scores is scores
    assert isinstance(refused.value, BubbletreeError)


@pytest.mark.parametrize(
    ("names", "scores", "reason"),
    [
        ((), (), "knows no labels: it needs at least one"),
        (("a", "b"), (0.0,), "returned 1 label scores where 2 are needed"),
        (("a",), (0.0, 0.0), "returned 2 label scores where 1 are needed"),
        (("a", "b"), (0.0, float("nan")), "returned nan as label score number 1; scores must be finite"),
        (("a",), None, "returned no sequence of label scores, but None"),
    ],
)
def test_bad_label_scores_are_refused(names: object, scores: object, reason: str) -> None:
    scorer = Fixed(names=names, labels=scores)
    with pytest.raises(ScorerError) as refused:
        checked_label_scores(scorer, START, TransitionKind.LEFT_ARC)
    assert str(refused.value) == f"Fixed {reason}"
    assert refused.value.scorer is scorer
    assert refused.value.scores is (scores if names else names)


def test_the_scorer_is_asked_about_the_configuration_and_the_kind() -> None:
    scorer = Fickle(1)
    for configuration in trace(["a", "b"], oracle(BubbleTree(["a", "b"], [{0}, {1}, {2}], [(0, "r", 2), (2, "x", 1)]))):
        assert list(checked_transition_scores(scorer, configuration)) == scorer.score_transitions(configuration)
        for kind in (TransitionKind.LEFT_ARC, TransitionKind.RIGHT_ARC):
            assert list(checked_label_scores(scorer, configuration, kind)) == scorer.score_labels(configuration, kind)


def test_scores_may_be_numbers_of_any_kind() -> None:
    assert checked_transition_scores(Fixed([1, 2.5, True, -1, 0, 1e308]), START) == (1.0, 2.5, 1.0, -1.0, 0.0, 1e308)
    assert checked_label_scores(Fixed(labels=iter([1, 2])), START, TransitionKind.LEFT_ARC) == (1.0, 2.0)
    numpy = pytest.importorskip("numpy")
    assert checked_transition_scores(Fixed(numpy.arange(6, dtype="float32")), START) == (0, 1, 2, 3, 4, 5)
    with pytest.raises(ScorerError, match="returned no sequence"):
        checked_transition_scores(Fixed(numpy.zeros((6, 2))), START)


def test_long_nonsense_is_cut() -> None:
    with pytest.raises(ScorerError) as refused:
        checked_transition_scores(Fixed("x" * 10_000), START)
    assert len(str(refused.value)) < 200
