"""``validate`` against the literal predicates, its report, and its behaviour on large input."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bubbletree import (
    BubbleTree,
    BubbletreeError,
    InvalidTreeError,
    Report,
    coordinations,
    oracle,
    validate,
    validation,
)
from bubbletree._reachability import Bits
from bubbletree.boundary import boundaries, redistribute
from bubbletree.conditions import Condition, Violation
from bubbletree.projectivity import first_gap
from bubbletree.validation import _first_gap, is_projective_tree
from proofs_tests.support import large
from proofs_tests.support.bounds import EXHAUSTIVE, bound
from proofs_tests.support.enumeration import arc_sets, families, words
from proofs_tests.support.examples import ALONE
from proofs_tests.support.literal import assert_validate_agrees, violated
from proofs_tests.support.strategies import (
    BREAKAGES,
    Broken,
    Builder,
    broken_trees,
    projective_trees,
    structures,
    tampered_trees,
)

TEA = BubbleTree(
    ["tea", "and", "buns"],
    [{0}, {1}, {2}, {3}, {1, 2, 3}],
    [(0, "root", 4), (4, "conj", 1), (4, "cc", 2), (4, "conj", 3)],
)


@given(projective_trees(max_words=12))
def test_projective_trees_are_valid(tree: BubbleTree) -> None:
    assert validate(tree).violations == ()
    assert_validate_agrees(tree)


@given(structures(max_words=4, max_bubbles=8))
def test_agrees_with_the_predicates_on_arbitrary_structures(tree: BubbleTree) -> None:
    assert_validate_agrees(tree)


@given(tampered_trees())
def test_agrees_with_the_predicates_near_valid_trees(tree: BubbleTree) -> None:
    assert_validate_agrees(tree)


@given(st.one_of(projective_trees(max_words=12), tampered_trees(), structures()))
def test_the_linear_decision_is_right_by_itself(tree: BubbleTree) -> None:
    # Were it too strict, `validate` would still be right, but slow.
    assert is_projective_tree(tree) == (not violated(tree))


def test_a_second_bubble_of_one_word_does_not_stand_for_the_bubble_of_another() -> None:
    # 1 is there twice and 2 is not, so there are as many bubbles of one word as there should be, below each bubble.
    tree = BubbleTree(words(3), [{0}, {1}, {1}, {3}], [(0, "root", 3), (3, "x", 1), (3, "x", 2)])
    assert validate(tree).conditions >= {Condition.NON_DUPLICATION, Condition.LEXICAL_COVERAGE}


def test_a_tree_is_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    judged = []

    def judge(tree: BubbleTree) -> bool:
        judged.append(tree)
        return is_projective_tree(tree)

    monkeypatch.setattr(validation, "is_projective_tree", judge)
    contents, arcs = [{0}, {1}, {2}, {3}, {4}, {1, 2, 3, 4}], [(0, "root", 5), (2, "amod", 1)]
    arcs += [(5, "conj", 2), (5, "cc", 3), (5, "conj", 4)]
    tree, equal = (BubbleTree(["hot", "tea", "and", "buns"], contents, arcs) for _ in range(2))
    assert validate(tree)
    assert validate(tree, projective=False)
    assert coordinations(tree)
    assert oracle(tree)
    [boundary] = boundaries(tree)
    assert redistribute(tree, boundary, [0]) != tree
    assert judged == [tree]
    assert validate(equal)
    assert len(judged) == 2


@settings(max_examples=settings().max_examples // 2)
@given(broken_trees())
def test_agrees_with_the_predicates_on_broken_trees(broken: Broken) -> None:
    assert_validate_agrees(broken.tree)


@pytest.mark.parametrize("breakage", BREAKAGES, ids=lambda breakage: breakage.name)
@settings(max_examples=settings().max_examples // 5)
@given(data=st.data())
def test_the_condition_that_was_broken_is_reported(breakage: object, data: st.DataObject) -> None:
    broken = data.draw(broken_trees([b for b in BREAKAGES if b is breakage]))
    conditions = validate(broken.tree).conditions
    assert conditions >= broken.breakage.breaks
    assert conditions <= broken.breakage.breaks | broken.breakage.may_break


@pytest.mark.parametrize(("condition", "tree"), [(c, tree) for c, trees in ALONE.items() for tree in trees])
def test_a_condition_violated_alone_is_reported_alone(condition: Condition, tree: BubbleTree) -> None:
    assert validate(tree).conditions == {condition}
    assert validate(tree, projective=False).ok == condition.is_projectivity


@pytest.mark.parametrize("n", [0, 1])
def test_agrees_with_the_predicates_on_all_small_structures(n: int) -> None:
    for bubbles in range(3):
        for contents in families(n, bubbles):
            for arcs in arc_sets(bubbles, labels=("a", "b")):
                assert_validate_agrees(BubbleTree(words(n), contents, arcs))


def test_the_report_of_a_valid_tree() -> None:
    report = validate(TEA)
    assert isinstance(report, Report)
    assert report.ok
    assert bool(report)
    assert report.violations == ()
    assert report.conditions == frozenset()
    assert report.tree is TEA
    report.raise_for_violations()
    assert str(report) == "valid: a projective bubble tree over 3 words, with 1 bubble of two words or more"
    assert str(validate(BubbleTree(["a"], [{0}, {1}], [(0, "root", 1)]), projective=False)) == (
        "valid: a well-formed bubble tree over 1 word, with 0 bubbles of two words or more"
    )
    two = BubbleTree(["a", "b"], [{0}, {1}, {2}, {1, 2}], [(0, "root", 3), (3, "conj", 1), (3, "conj", 2)])
    assert str(validate(two)) == "valid: a projective bubble tree over 2 words, with 1 bubble of two words or more"


def test_the_report_of_an_invalid_structure_names_the_words() -> None:
    tree = BubbleTree(TEA.words, TEA.contents, [arc for arc in TEA.arcs if arc.dependent != 3])
    report = validate(tree)
    assert not report
    assert report.projective
    assert report.conditions == {Condition.TREE, Condition.CONTAINMENT}
    assert str(report).splitlines() == [
        "not a projective bubble tree over 3 words:",
        "  - tree: several bubbles have no head: bubbles 0 (RT), 3 (buns)",
        f"  - {report.explain(report.violations[1])}",
    ]
    explained = report.explain(report.violations[1])
    assert explained.startswith(
        "containment: a bubble contains another that is not below it: bubbles 4 (tea and buns), "
    )
    assert explained.endswith("3 (buns); token 3 (buns)")
    with pytest.raises(InvalidTreeError) as refused:
        report.raise_for_violations()
    assert refused.value.report is report
    assert str(refused.value) == str(report)
    assert isinstance(refused.value, BubbletreeError)
    twin = pickle.loads(pickle.dumps(refused.value))
    assert str(twin) == str(report)
    assert twin.report == report


def test_long_reports_are_cut() -> None:
    n = 30
    tree = BubbleTree(words(n), [[0], range(1, n + 1)], [(0, "root", 1)])
    report = validate(tree)
    assert report.conditions == {Condition.LEXICAL_COVERAGE}
    lines = str(report).splitlines()
    assert len(report.violations) == n
    assert len(lines) == 22
    assert lines[-1] == "  ... and 10 more"
    assert lines[1] == "  - lexical coverage: a token has no bubble of its own: token 1 (w1)"
    everything = tuple(range(n + 1))
    shown = report.explain(Violation(Condition.TREE, "bubbles are on a cycle or below one", (1, 0), everything))
    assert shown.startswith(
        "tree: bubbles are on a cycle or below one: bubbles 1 (w1 w2 w3 w4 ... w29 w30), 0 (RT); tokens 0 (RT), 1 (w1),"
    )
    assert shown.endswith("19 (w19), and 11 more")
    assert (
        report.explain(Violation(Condition.TREE, "no bubble is without a head")) == "tree: no bubble is without a head"
    )


@pytest.mark.parametrize(
    ("bubbles", "tokens", "shown"),
    [
        ((1,), (), "bubble 1 (20\u00a0000 tons)"),
        ((0, 1), (1,), "bubbles 0 (RT), 1 (20\u00a0000 tons); token 1 (20\u00a0000)"),
        ((), (1, 2), "tokens 1 (20\u00a0000), 2 (tons)"),
        ((), (1,) * 20, "tokens " + ", ".join(["1 (20\u00a0000)"] * 20)),
        ((), (1,) * 21, "tokens " + ", ".join(["1 (20\u00a0000)"] * 20) + ", and 1 more"),
    ],
)
def test_explanations_name_bubbles_and_tokens(bubbles: tuple[int, ...], tokens: tuple[int, ...], shown: str) -> None:
    report = validate(BubbleTree(["20\u00a0000", "tons"], [{0}, {1, 2}], []))
    assert report.explain(Violation(Condition.TREE, "so", bubbles, tokens)) == f"tree: so: {shown}"


@pytest.mark.parametrize(("n", "shown"), [(8, "w1 w2 w3 w4 w5 w6 w7 w8"), (9, "w1 w2 w3 w4 ... w8 w9")])
def test_long_contents_are_shortened(n: int, shown: str) -> None:
    report = validate(BubbleTree(words(n), [range(1, n + 1)], []))
    assert report.explain(Violation(Condition.TREE, "so", (0,))) == f"tree: so: bubble 0 ({shown})"


def test_long_words_are_shortened() -> None:
    report = validate(BubbleTree(["x" * 500, "tea"], [{1, 2}], []))
    shown = "x" * 40 + "..."
    found = report.explain(Violation(Condition.TREE, "so", (0,), (1, 2)))
    assert found == f"tree: so: bubble 0 ({shown} tea); tokens 1 ({shown}), 2 (tea)"


@given(st.frozensets(st.integers(0, 12), min_size=1))
def test_the_first_gap_of_bits_is_that_of_the_set(tokens: frozenset[int]) -> None:
    assert _first_gap(Bits.of(sorted(tokens))) == first_gap(tokens)


def test_every_bubble_not_below_is_told_once_also_on_a_cycle() -> None:
    nested = validate(BubbleTree(["a", "b", "c"], [{1}, {1, 2}, {1, 2, 3}], []))
    found = [v.bubbles[1] for v in nested.violations if v.condition is Condition.CONTAINMENT]
    assert sorted(found) == [0, 1]
    cycle = validate(BubbleTree(["a", "b", "c"], [{1}, {2, 3}, {2}], [(0, "x", 1), (1, "x", 0)]))
    assert [v.bubbles for v in cycle.violations if v.condition is Condition.CONTAINMENT] == [(1, 2)]


def test_reports_end_exactly_at_the_limit_without_more() -> None:
    n = 20
    lines = str(validate(BubbleTree(words(n), [[0], range(1, n + 1)], [(0, "root", 1)]))).splitlines()
    assert len(lines) == 21
    assert "more" not in lines[-1]


@pytest.mark.parametrize("nonsense", [None, 1, "tree", (), {"words": []}, object(), BubbleTree])
def test_only_trees_can_be_validated(nonsense: object) -> None:
    check: Callable[[object], object] = validate  # type: ignore[assignment]  # wrong on purpose
    with pytest.raises(TypeError) as refused:
        check(nonsense)
    assert str(refused.value) == f"expected a BubbleTree, not {type(nonsense).__name__}: {nonsense!r:.80}"


def test_one_bubble_at_fault_does_not_hide_another() -> None:
    # {2, 3} and {5, 6} overlap {1, 2} and {6, 7}; every one of them is found.
    tree = BubbleTree(
        words(7), [*({t} for t in range(8)), {1, 2}, {2, 3}, {5, 6}, {6, 7}], [(0, "x", b) for b in range(1, 12)]
    )
    overlaps = [v.bubbles for v in validate(tree).violations if v.condition is Condition.NO_PARTIAL_OVERLAP]
    assert overlaps == [(8, 9), (10, 11)]


WIDE = ("one bubble", "halves")
"""Forms whose every token is in many bubbles, or whose bubbles are large."""


def size_of(form: str) -> int:
    """The number of words in the tests below: more than the recursion limit, or much more."""
    return bound(1_500, 20_000 if form in WIDE else 100_000)


@pytest.mark.parametrize("form", ["chain", "star"] if EXHAUSTIVE else ["chain"])
def test_a_hundred_thousand_words(form: str) -> None:
    assert validate(large.FORMS[form](100_000).tree())


def test_deeply_nested_bubbles() -> None:
    onion = large.onion(bound(1_100, 3_000))
    onion.attach(1, onion.n)  # the innermost word, out of all bubbles but the outermost
    assert Condition.CONTAINMENT in violated_by_validate(onion.tree())


def violated_by_validate(tree: BubbleTree) -> frozenset[Condition]:
    """The conditions reported, with the printed report made for good measure."""
    report = validate(tree)
    assert str(report)
    return report.conditions


@pytest.mark.parametrize("form", large.FORMS)
@pytest.mark.parametrize(
    ("condition", "breakage"), [(c, b) for c, breakages in large.BREAKAGES.items() for b in breakages]
)
def test_large_broken_trees(form: str, condition: Condition, breakage: Callable[[Builder], None]) -> None:
    small = large.FORMS[form](30)
    breakage(small)
    assert condition in violated(small.tree())
    assert_validate_agrees(small.tree())
    builder = large.FORMS[form](size_of(form))
    breakage(builder)
    assert condition in violated_by_validate(builder.tree())


@pytest.mark.parametrize("form", [*large.FORMS.values(), large.onion], ids=lambda form: form.__name__)
def test_large_forms_are_valid(form: Callable[[int], Builder]) -> None:
    assert violated(form(31).tree()) == frozenset()
    assert_validate_agrees(form(31).tree())
    assert validate(form(1_100).tree())
