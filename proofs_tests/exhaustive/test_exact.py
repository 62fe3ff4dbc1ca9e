"""The exact program against all projective bubble trees there are, up to a size."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import combinations, product

import pytest

from bubbletree import BubbleTree, Span, coordinations, count_trees, derive, oracle
from bubbletree.counting import count_trees_with
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
    ScoredTree,
    Step,
    StepKind,
    best_tree,
    count,
    k_best_trees,
    log_partition,
    marginals,
    probability,
    steps,
    tree_score,
)
from proofs_tests.support.bounds import EXHAUSTIVE, bound, up_to
from proofs_tests.support.enumeration import derivations, words

OPTIONS = [
    Options(single_root, kinds, first_conjunct)
    for single_root, (kinds, first_conjunct) in product((False, True), ((False, True), (True, True), (True, False)))
]
LABELS = ("conj", "x", "y")


@cache
def all_trees(n: int, options: Options) -> tuple[BubbleTree, ...]:
    """All trees, by the transition system in normal form, with the labels that the program gives."""
    found = []
    for _, configuration in derivations(n, normal_form=True, single_root=options.single_root):
        tree = configuration.tree()
        choices = [_labels(tree, arc.head, arc.dependent, options) for arc in tree.arcs]
        for labels in product(*choices):
            arcs = [(arc.head, label, arc.dependent) for arc, label in zip(tree.arcs, labels, strict=True)]
            found.append(BubbleTree(tree.words, tree.contents, arcs))
    return tuple(found)


def _labels(tree: BubbleTree, head: int, dependent: int, options: Options) -> tuple[str, ...]:
    if not tree.contents[dependent] < tree.contents[head]:
        return options.labels or (("root",) if head == 0 else ("dep",))
    others = tuple(label for label in options.labels or ("cc",) if label != "conj")
    is_first = min(tree.contents[head]) in _below(tree, dependent)
    if not options.kinds:
        return options.labels or ("conj",)
    return ("conj",) if is_first and options.first_conjunct else ("conj", *others)


def _below(tree: BubbleTree, bubble: int) -> set[int]:
    return set(tree.contents[bubble]).union(*(_below(tree, child) for child in tree.children(bubble)))


def definition(tree: BubbleTree, options: Options) -> Counter[Step]:
    """The steps of a tree a second time, from sets of tokens."""
    found: Counter[Step] = Counter()
    for bubble in tree.bubbles:
        content = tree.contents[bubble]
        if len(content) > 1:
            found[Step(StepKind.BUBBLE, min(content), max(content), max(content))] += 1
            parts = [_below(tree, child) for child in tree.children(bubble) if tree.contents[child] <= content]
            parts.sort(key=min)
            for part in parts[1:-1]:
                found[Step(StepKind.MORE, min(content), max(part), max(part))] += 1
        for child in tree.children(bubble):
            own, item = tree.contents[child], _below(tree, child)
            label = tree.label(child)
            is_first = False
            if own <= content:
                governor = min(content)
                is_first = governor in item
                role = (Role.CONJUNCT if label == "conj" else Role.OTHER) if options.kinds else Role.PART
            else:
                role = Role.LEFT if max(own) < min(content) else Role.RIGHT
                governor = min(content) if role is Role.LEFT else max(content)
            named = label if options.labels else None
            found[Step(StepKind.LEFT_EDGE, governor, min(item), min(own), role, is_first)] += 1
            found[Step(StepKind.CONTENT, governor, min(own), max(own), role, is_first, named)] += 1
            found[Step(StepKind.RIGHT_EDGE, governor, max(own), max(item), role, is_first)] += 1
    return found


def nothing(step: Step) -> float:
    """All trees are equally good."""
    return 0.0


def bubbles_weigh(x: float, step: Step) -> float:
    """Each bubble multiplies the weight of a tree by x."""
    return math.log(x) if step.kind is StepKind.BUBBLE else 0.0


def scores_from(seed: int) -> Callable[[Step], float]:
    """A random score for every step there may be, the same each time."""

    @cache
    def score(step: Step) -> float:
        return random.Random(f"{seed}/{step}").uniform(-2, 2)

    return score


def by_definition(tree: BubbleTree, options: Options, scores: Callable[[Step], float]) -> float:
    return math.fsum(scores(step) * times for step, times in definition(tree, options).items())


@pytest.mark.parametrize("n", range(15))
def test_there_are_as_many_trees_as_the_formula_says(n: int) -> None:
    assert count(n, Options(kinds=False)) == count_trees(n)


@pytest.mark.parametrize("n", up_to(6, 8))
def test_there_are_as_many_trees_with_each_number_of_bubbles(n: int) -> None:
    """Each bubble weighs ln x, so the sum over all trees is a polynomial in x, known by its values."""
    for x in (1, 2, 3):
        total = log_partition(n, partial(bubbles_weigh, x), Options(kinds=False))
        expected = sum(count_trees_with(n, k) * x**k for k in range(n))
        assert math.isclose(math.exp(total), expected, rel_tol=1e-9)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("n", up_to(4, 5, first=0))
def test_derivations_and_trees_are_in_one_to_one_correspondence(n: int, options: Options) -> None:
    """Every derivation is of a projective tree, every tree has one, and two derivations are of two trees."""
    number = count(n, options)
    found = [tree for tree, _ in k_best_trees(words(n), nothing, number + 1, options)]
    assert len(found) == len(set(found)) == number
    assert set(found) == set(all_trees(n, options))
    if options.first_conjunct and options.kinds:
        assert all(derive(words(n), oracle(tree)) == tree for tree in found)


def test_the_bijection_at_six_words() -> None:
    n, options = bound(5, 6), Options(kinds=False)
    found = {tree for tree, _ in k_best_trees(words(n), nothing, count_trees(n), options)}
    assert found == set(all_trees(n, options))
    assert len(found) == count_trees(n)


@pytest.mark.parametrize("options", [*OPTIONS, Options(labels=LABELS)], ids=str)
@pytest.mark.parametrize("n", up_to(3, 4))
def test_steps_of_a_tree_are_those_of_the_definition(n: int, options: Options) -> None:
    for tree in all_trees(n, options):
        own = Counter(steps(tree, kinds=options.kinds, labels=options.labels is not None))
        assert own == definition(tree, options)


def cases() -> Iterator[tuple[int, Options, int]]:
    for options in OPTIONS:
        yield from ((n, options, seed) for n in range(bound(4, 5) + 1) for seed in (1, 2))
        if EXHAUSTIVE:
            yield 6, options, 1
    yield from ((n, Options(labels=LABELS), 3) for n in range(bound(3, 4) + 1))
    yield bound(5, 6), Options(kinds=False), 4


@pytest.mark.parametrize(("n", "options", "seed"), list(cases()), ids=str)
def test_best_k_best_sum_and_marginals_are_those_of_all_trees(n: int, options: Options, seed: int) -> None:
    listed = all_trees if n < 6 else all_trees.__wrapped__  # half a million trees are not kept
    check(n, options, scores_from(seed), listed(n, options), ())


def check(
    n: int,
    options: Options,
    scores: Callable[[Step], float],
    trees: Iterable[BubbleTree],
    constraints: tuple[Constraint, ...],
) -> None:
    """Everything that the program computes, against the trees there are."""
    scored = [ScoredTree(tree, by_definition(tree, options, scores)) for tree in trees]
    ranked = sorted(scored, key=lambda one: -one.score)
    assert count(n, options, constraints) == len(ranked)
    if not ranked:
        with pytest.raises(NoTreeError):
            best_tree(words(n), scores, options, constraints)
        assert log_partition(n, scores, options, constraints) == -math.inf
        return
    best = best_tree(words(n), scores, options, constraints)
    assert best.tree == ranked[0].tree
    assert math.isclose(best.score, ranked[0].score, abs_tol=1e-9)
    found = k_best_trees(words(n), scores, 5, options, constraints)
    assert [one.tree for one in found] == [one.tree for one in ranked[:5]]
    for one in found:
        labelled = options.labels is not None
        assert math.isclose(one.score, tree_score(one.tree, scores, kinds=options.kinds, labels=labelled), abs_tol=1e-9)
    total = math.fsum(math.exp(one.score) for one in ranked)
    assert math.isclose(math.exp(log_partition(n, scores, options, constraints)), total, rel_tol=1e-9)
    expected: Counter[Step] = Counter()
    for one in ranked:
        for step, times in definition(one.tree, options).items():
            expected[step] += times * math.exp(one.score) / total  # type: ignore[assignment]  # a sum of shares
    own = marginals(n, scores, options, constraints)
    assert own.keys() == expected.keys()
    assert all(math.isclose(own[step], share, abs_tol=1e-9) for step, share in expected.items())


def spans_of(tree: BubbleTree) -> set[tuple[int, int]]:
    return {(min(content), max(content)) for content in tree.contents if len(content) > 1}


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("n", up_to(4, 5, first=2))
def test_required_and_forbidden_bubbles(n: int, options: Options) -> None:
    scores = scores_from(5)
    for first, last in combinations(range(1, n + 1), 2):
        having = [tree for tree in all_trees(n, options) if (first, last) in spans_of(tree)]
        lacking = [tree for tree in all_trees(n, options) if (first, last) not in spans_of(tree)]
        check(n, options, scores, having, (RequiredBubble(first, last),))
        check(n, options, scores, lacking, (ForbiddenBubble(first, last),))


@pytest.mark.parametrize("n", up_to(4, 5, first=3))
def test_several_required_bubbles(n: int) -> None:
    options, scores = Options(), scores_from(6)
    pairs = list(combinations(range(1, n + 1), 2))
    for one, other in combinations(pairs, 2):
        having = [tree for tree in all_trees(n, options) if {one, other} <= spans_of(tree)]
        assert count(n, options, (RequiredBubble(*one), RequiredBubble(*other))) == len(having)
    nested = (RequiredBubble(1, 2), RequiredBubble(1, 3))
    check(n, options, scores, [t for t in all_trees(n, options) if {(1, 2), (1, 3)} <= spans_of(t)], nested)


@pytest.mark.parametrize("options", [o for o in OPTIONS if o.kinds], ids=str)
@pytest.mark.parametrize("n", up_to(4, 5, first=2))
def test_required_coordinations(n: int, options: Options) -> None:
    """One at a time, in all trees; what else a tree has is free."""
    trees = all_trees(n, options)
    for conjuncts in sorted({one for tree in trees for one in full_coordinations(tree)}):
        having = [tree for tree in trees if conjuncts in full_coordinations(tree)]
        check(n, options, scores_from(7), having, (RequiredCoordination(conjuncts),))


@cache
def full_coordinations(tree: BubbleTree) -> set[tuple[Span, ...]]:
    """The conjuncts of the coordinations that begin and end with a conjunct, of which there are two or more."""
    return {
        one.conjuncts
        for one in coordinations(tree)
        if len(one.conjuncts) > 1 and (min(tree.contents[one.bubble]), max(tree.contents[one.bubble])) == one.whole
    }


@pytest.mark.parametrize("single_root", [False, True])
@pytest.mark.parametrize("n", up_to(5, 6, first=2))
def test_given_coordinations_and_no_others(n: int, single_root: bool) -> None:
    """All sets of coordinations that some tree has whose bubbles end in a conjunct."""
    options = Options(single_root)
    by_set = Counter(
        frozenset(found)
        for tree in all_trees(n, options)
        if len(found := full_coordinations(tree)) == len(spans_of(tree))
    )
    for given, number in by_set.items():
        assert count(n, options, (OnlyCoordinations.of(given),)) == number, given
    assert len(by_set) >= n


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("n", up_to(3, 4))
def test_required_and_forbidden_arcs(n: int, options: Options) -> None:
    contents = {
        (step.role, *step[1:4])
        for tree in all_trees(n, options)
        for step in definition(tree, options)
        if step.kind is StepKind.CONTENT
    }
    for arc in sorted(contents, key=str):
        role, governor, first, last = arc
        assert role is not None
        having: list[BubbleTree] = []
        lacking: list[BubbleTree] = []
        for tree in all_trees(n, options):
            found = {(s.role, *s[1:4]) for s in definition(tree, options) if s.kind is StepKind.CONTENT}
            (having if arc in found else lacking).append(tree)
        check(n, options, scores_from(8), having, (RequiredArc(role, governor, first, last),))
        check(n, options, scores_from(8), lacking, (ForbiddenArc(role, governor, first, last),))


def test_the_probability_of_a_coordination_is_its_share() -> None:
    n, options, scores = 4, Options(), scores_from(9)
    conjuncts = (Span(1, 1), Span(3, 4))
    weights = {tree: math.exp(by_definition(tree, options, scores)) for tree in all_trees(n, options)}
    having = math.fsum(weight for tree, weight in weights.items() if conjuncts in full_coordinations(tree))
    assert math.isclose(
        probability(n, scores, [RequiredCoordination(conjuncts)]), having / math.fsum(weights.values()), rel_tol=1e-9
    )


def test_of_equally_good_trees_the_first_derivation_wins() -> None:
    tree = best_tree(words(4), nothing).tree
    assert [tree] == [found for found, _ in k_best_trees(words(4), nothing, 1)]
