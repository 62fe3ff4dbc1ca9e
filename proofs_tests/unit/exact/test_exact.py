"""The exact program on sentences too long for all their trees, and its page in the documentation."""

from __future__ import annotations

import math
import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbletree import BubbleTree, Span, oracle, random_tree, validate
from bubbletree.exact import (
    Constraint,
    ForbiddenArc,
    ForbiddenBubble,
    NoTreeError,
    OnlyCoordinations,
    Options,
    RequiredArc,
    RequiredBubble,
    RequiredCoordination,
    Role,
    Step,
    StepKind,
    best_tree,
    count,
    k_best_trees,
    log_partition,
    marginals,
    steps,
    tree_score,
)
from bubbletree.exact.program import Entry, Table, goal, program
from proofs_tests.support.paths import ROOT


def nothing(step: Step) -> float:
    """All trees are equally good."""
    return 0.0


@given(st.integers(1, 14), st.integers())
def test_every_tree_is_the_best_when_its_steps_are_good_and_no_others(n: int, seed: int) -> None:
    tree = random_tree(n, random.Random(seed))
    own = set(steps(tree, kinds=False))
    found = best_tree(tree.words, lambda step: 1.0 if step in own else -1.0, Options(kinds=False))
    assert found.tree == tree
    assert found.score == len(list(steps(tree, kinds=False)))


@given(st.integers(1, 12), st.integers(), st.booleans())
def test_the_best_tree_of_random_scores_is_projective_and_scored_as_it_is_by_definition(
    n: int, seed: int, single_root: bool
) -> None:
    def scores(step: Step) -> float:
        return random.Random(f"{seed}/{step}").uniform(-1, 1)

    options = Options(single_root)
    words = [f"w{token}" for token in range(1, n + 1)]
    ranked = k_best_trees(words, scores, 4, options)
    assert ranked[0] == best_tree(words, scores, options)
    assert [one.score for one in ranked] == sorted((one.score for one in ranked), reverse=True)
    assert len({one.tree for one in ranked}) == len(ranked)
    for tree, score in ranked:
        validate(tree).raise_for_violations()
        assert math.isclose(score, tree_score(tree, scores), abs_tol=1e-9)
        assert oracle(tree)
        assert not single_root or sum(arc.head == 0 for arc in tree.arcs) == 1


@given(st.integers(1, 9), st.integers())
def test_each_word_has_one_item_with_its_content_and_probabilities_add_up(n: int, seed: int) -> None:
    found = marginals(n, lambda step: random.Random(f"{seed}/{step}").uniform(-1, 1), Options(kinds=False))
    for token in range(1, n + 1):
        words = [
            share for step, share in found.items() if step.kind is StepKind.CONTENT and step[2:4] == (token, token)
        ]
        assert math.isclose(sum(words), 1, abs_tol=1e-9)
    for step, share in found.items():
        assert step.kind in (StepKind.LEFT_EDGE, StepKind.RIGHT_EDGE) or share <= 1 + 1e-9
        if step.kind is StepKind.BUBBLE:
            # A bubble hangs somewhere: the arcs to it are as probable as it is.
            arcs = [
                other
                for one, other in found.items()
                if one.kind is StepKind.CONTENT and one[2:4] == (step.governor, step.right)
            ]
            assert math.isclose(share, sum(arcs), abs_tol=1e-9)


def test_at_a_low_temperature_the_sum_is_the_best() -> None:
    def scores(step: Step) -> float:
        return 1000 * random.Random(f"7/{step}").uniform(-1, 1)

    best = best_tree(list("abcdefgh"), scores)
    assert math.isclose(log_partition(8, scores), best.score, rel_tol=1e-9)


def test_the_readme_sentence_is_parsed_around_its_coordinations() -> None:
    words = ["I", "prefer", "hot", "coffee", "or", "tea", "and", "a", "bun"]
    given = OnlyCoordinations.of([[(4, 4), (6, 6)], [(3, 6), (8, 9)]])
    tree = best_tree(words, nothing, constraints=[given]).tree
    assert {(min(c), max(c)) for c in tree.contents if len(c) > 1} == {(4, 6), (3, 9)}


def test_what_no_tree_satisfies_is_an_error() -> None:
    crossing = [RequiredBubble(1, 2), RequiredBubble(2, 3)]
    for asked in (
        lambda: best_tree(["a", "b", "c"], nothing, constraints=crossing),
        lambda: marginals(3, nothing, constraints=crossing),
    ):
        with pytest.raises(NoTreeError, match="no tree over 3 words"):
            asked()
    assert k_best_trees(["a", "b", "c"], nothing, 2, constraints=crossing) == []


@pytest.mark.parametrize(
    "spans",
    [
        (),
        (Span(1, 1),),
        (Span(2, 2), Span(1, 1)),
        (Span(1, 2), Span(2, 3)),
        (Span(2, 1), Span(3, 3)),
        (Span(0, 1), Span(2, 2)),
    ],
)
def test_coordinations_that_are_none_are_refused(spans: tuple[Span, ...]) -> None:
    with pytest.raises(ValueError, match="two or more spans"):
        RequiredCoordination(spans)


@pytest.mark.parametrize("span", [(0, 1), (2, 2), (3, 1)])
@pytest.mark.parametrize("kind", [ForbiddenBubble, RequiredBubble])
def test_bubbles_that_are_none_are_refused(kind: type[RequiredBubble], span: tuple[int, int]) -> None:
    with pytest.raises(
        ValueError, match=re.escape(f"a bubble has two words or more, from the first one on, and is not {span}")
    ):
        kind(*span)


@pytest.mark.parametrize(("governor", "first", "last"), [(-1, 1, 1), (0, 0, 1), (1, 3, 2)])
@pytest.mark.parametrize("kind", [ForbiddenArc, RequiredArc])
def test_arcs_that_are_none_are_refused(kind: type[RequiredArc], governor: int, first: int, last: int) -> None:
    with pytest.raises(ValueError, match=re.escape(f"not from {governor} to ({first}, {last})")):
        kind(Role.RIGHT, governor, first, last)


@pytest.mark.parametrize(
    "constraint",
    [
        ForbiddenBubble(3, 4),
        RequiredBubble(3, 4),
        ForbiddenArc(Role.LEFT, 4, 2, 3),
        RequiredArc(Role.RIGHT, 1, 2, 4),
        RequiredCoordination((Span(3, 3), Span(4, 4))),
        OnlyCoordinations.of([[(1, 1), (2, 2)], [(3, 3), (4, 4)]]),
    ],
    ids=str,
)
def test_constraints_on_words_that_are_not_there_are_refused(constraint: Constraint) -> None:
    words = list("abcd")
    assert count(4, constraints=[constraint]) > 0
    for n in (0, 3):
        for asked in (
            lambda n=n: count(n, constraints=[constraint]),
            lambda n=n: best_tree(words[:n], nothing, constraints=[constraint]),
            lambda n=n: log_partition(n, nothing, constraints=[constraint]),
        ):
            with pytest.raises(ValueError, match=rf"names word \d, but there are {n} words"):
                asked()


def test_constraints_can_be_any_functions_of_steps() -> None:
    assert count(3, constraints=[lambda step: step.kind is not StepKind.BUBBLE]) == count(
        3, constraints=[OnlyCoordinations(())]
    )


def test_a_step_whose_score_is_minus_infinity_is_in_no_tree() -> None:
    def without_bubbles(step: Step) -> float:
        return -math.inf if step.kind is StepKind.BUBBLE else 0.0

    trees = count(3, constraints=[OnlyCoordinations(())])
    assert math.isclose(log_partition(3, without_bubbles), math.log(trees))
    assert len(k_best_trees(list("abc"), without_bubbles, 99)) == trees
    for asked in (lambda: best_tree(["a"], lambda _: -math.inf), lambda: marginals(1, lambda _: -math.inf)):
        with pytest.raises(NoTreeError):
            asked()


@pytest.mark.parametrize("score", [math.nan, math.inf])
def test_scores_that_are_no_numbers_are_refused(score: float) -> None:
    for asked in (lambda: best_tree(["a"], lambda _: score), lambda: log_partition(1, lambda _: score)):
        with pytest.raises(ValueError, match=f"is {score}: it must be finite, or minus infinity to forbid the step"):
            asked()


def test_sums_that_overflow_are_an_error() -> None:
    with pytest.raises(OverflowError, match="the scores are too large"):
        log_partition(3, lambda _: 1e308)


def test_labels_are_several_and_different() -> None:
    with pytest.raises(ValueError, match="has one twice"):
        Options(labels=("dep", "dep"))
    with pytest.raises(TypeError, match="several labels"):
        Options(labels="dep")  # type: ignore[arg-type]  # what is tested


def test_no_words_have_one_tree() -> None:
    assert best_tree([], nothing).tree == BubbleTree([], [{0}], [])
    assert count(0, Options(single_root=True)) == 1


def test_entries_come_after_all_that_they_are_made_of_and_each_once() -> None:
    for options in (Options(), Options(kinds=False), Options(single_root=True, first_conjunct=False)):
        seen: set[Entry] = set()
        for entry, edges in program(5, options):
            assert entry not in seen
            assert all(part in seen for edge in edges for part in edge.parts)
            seen.add(entry)
        assert goal(5) in seen


def test_the_page_names_every_table_in_order() -> None:
    page = next(ROOT.glob("docs/**/exact.md")).read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([A-Z_]+)` \| ([A-Z]'*)\((\w), (\w)\) \| (.*?) \|", page, re.MULTILINE)
    assert [row[0] for row in rows] == [table.name for table in Table]
    for name, letter, first, second, meaning in rows:
        assert Table[name].value.startswith(f"{letter}({first}, {second}): {meaning.split(',')[0]}")
