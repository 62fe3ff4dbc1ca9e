"""The machine-checked proof speaks about the code: its definitions agree with bubbletree, and notice a change.

Tests that run Coq are skipped where ``coqc`` is not installed.
"""

from __future__ import annotations

import os
import random
import re
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import bubbletree as bt
from bubbletree import transitions
from bubbletree.conditions import Condition
from bubbletree.configuration import TransitionKind
from bubbletree.transitions import Precondition
from proofs_tests.coq import check, vectors
from proofs_tests.support.strategies import projective_trees, structures, tampered_trees
from proofs_tests.vectors import layout

EXECUTABLE = ("Definitions", "Oracle", "Checker", "Bridge")
"""The files that vectors need: definitions and the functions that decide them, without the theorems."""

THOROUGH = os.environ.get("HYPOTHESIS_PROFILE") == "thorough"
PHASES = tuple(Phase) if THOROUGH else (Phase.explicit, Phase.reuse, Phase.generate)
"""Looking for a smaller example takes minutes, as Coq is run each time."""

DOCUMENT = check.SOURCES.parent.parent / "docs" / "theory" / "proof.md"

needs_coq = pytest.mark.skipif(shutil.which("coqc") is None, reason=check.ADVICE)


def compile_executable(folder: Path) -> Path:
    """Compile what vectors need, from the sources in a folder."""
    check.compile_all(folder, check.requirements(folder, EXECUTABLE), jobs=2)
    return folder


@pytest.fixture(scope="session")
def definitions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the definitions, compiled."""
    folder = tmp_path_factory.mktemp("coq")
    check.copy_sources(folder)
    return compile_executable(folder)


def agree(folder: Path, trees: Sequence[bt.BubbleTree], derivations: Sequence[vectors.Derivation]) -> None:
    """Have Coq compute that it agrees with Python."""
    (folder / "Vectors.v").write_text(vectors.coq_file(trees, derivations), "utf-8")
    check.coqc(folder, "Vectors")


def assert_notices(folder: Path, trees: Sequence[bt.BubbleTree], derivations: Sequence[vectors.Derivation]) -> None:
    """Coq compiles the vectors, but does not find what Python says."""
    expected = r"(?s)Vectors\.v: .*while it is expected to have type\s+\"failing (tree|derivation)_agrees "
    with pytest.raises(check.ProofError, match=expected):
        agree(folder, trees, derivations)


def without(rule: transitions.Rule, dropped: Precondition) -> transitions.Rule:
    """A row of Table 1 with one precondition less."""
    assert dropped in rule.preconditions + rule.normal_form + rule.single_root
    return replace(
        rule,
        preconditions=tuple(precondition for precondition in rule.preconditions if precondition is not dropped),
        normal_form=tuple(precondition for precondition in rule.normal_form if precondition is not dropped),
        single_root=tuple(precondition for precondition in rule.single_root if precondition is not dropped),
    )


def witness(kind: TransitionKind, dropped: Precondition) -> vectors.Derivation:
    """The shortest way to a configuration in which a transition is refused for this one reason alone."""
    rule = transitions.RULES[kind]
    options = dropped in rule.normal_form, dropped in rule.single_root
    changed = without(rule, dropped)
    for n in range(1, 6):
        for prefix in vectors.prefixes(n, *options):
            configuration = vectors.last_configuration(prefix)
            if kind in bt.valid_transitions(configuration, *options):
                continue
            with pytest.MonkeyPatch.context() as patch:
                patch.setitem(transitions.RULES, kind, changed)
                if kind in bt.valid_transitions(configuration, *options):
                    return prefix
    raise AssertionError(f"{kind} is never refused only because {dropped.value}")


@needs_coq
@settings(max_examples=25 if THOROUGH else 3, phases=PHASES)
@given(
    st.lists(st.one_of(projective_trees(max_words=6), tampered_trees(), structures()), min_size=5, max_size=15),
    st.lists(
        st.builds(
            vectors.random_walk, st.integers(0, 6), st.booleans(), st.booleans(), st.randoms(use_true_random=False)
        ),
        max_size=6,
    ),
)
def test_coq_and_python_agree(
    definitions: Path, trees: list[bt.BubbleTree], derivations: list[vectors.Derivation]
) -> None:
    agree(definitions, trees, derivations)


PYTHON_MUTANTS = [
    (TransitionKind.LEFT_ARC, Precondition.S1_IS_NOT_ROOT),
    (TransitionKind.LEFT_ARC, Precondition.S1_IS_NOT_OPEN),
    (TransitionKind.RIGHT_ARC, Precondition.S1_IS_NOT_OPEN),
    (TransitionKind.RIGHT_ARC, Precondition.S2_IS_NOT_OPEN),
    (TransitionKind.RIGHT_ARC, Precondition.REDUCES_AT_ONCE),
    (TransitionKind.RIGHT_ARC, Precondition.ROOT_COMES_LAST),
    (TransitionKind.BUBBLE_OPEN, Precondition.S1_IS_NOT_OPEN),
    (TransitionKind.BUBBLE_OPEN, Precondition.S2_IS_NOT_OPEN),
    (TransitionKind.BUBBLE_OPEN, Precondition.S2_IS_NOT_ROOT),
    (TransitionKind.BUBBLE_OPEN, Precondition.REDUCES_AT_ONCE),
    (TransitionKind.BUBBLE_ATTACH, Precondition.S1_IS_NOT_OPEN),
    (TransitionKind.BUBBLE_ATTACH, Precondition.S2_IS_OPEN),
    (TransitionKind.BUBBLE_ATTACH, Precondition.REDUCES_AT_ONCE),
    (TransitionKind.BUBBLE_CLOSE, Precondition.S1_IS_OPEN),
    (TransitionKind.BUBBLE_CLOSE, Precondition.CLOSES_AT_ONCE),
]
"""The preconditions that can be the only one to fail, apart from those that ask for an item to be there."""


COMPLETE: vectors.Derivation = (
    3,
    False,
    False,
    tuple(
        bt.Transition(kind, "conj" if kind.takes_label else None)
        for kind in (
            TransitionKind.SHIFT,
            TransitionKind.SHIFT,
            TransitionKind.LEFT_ARC,
            TransitionKind.SHIFT,
            TransitionKind.BUBBLE_OPEN,
            TransitionKind.BUBBLE_CLOSE,
            TransitionKind.SHIFT,
            TransitionKind.RIGHT_ARC,
        )
    ),
)
"""A derivation in which a part of a bubble has a dependent of its own."""


def telling_derivations() -> list[vectors.Derivation]:
    """For each of these preconditions a derivation that shows it, and the complete one."""
    return [*(witness(*mutant) for mutant in PYTHON_MUTANTS), COMPLETE]


@needs_coq
def test_what_shows_changes_agrees_without_any(definitions: Path) -> None:
    rng = random.Random(4)
    agree(definitions, [vectors.random_structure(3, rng) for _ in range(40)], telling_derivations())


# Each line of Table 1 in Definitions.v with one precondition taken out, and one effect changed.
COQ_MUTANTS = {
    "LeftArc takes RT": ("not_open c b1 && not_root s1", "not_open c b1"),
    "LeftArc takes an open bubble": ("not_open c s1 && not_open c b1", "not_open c b1"),
    "BubbleOpen of an open bubble": ("not_open c s1 && not_open c s2 && not_root s2", "not_open c s2 && not_root s2"),
    "RightArc onto an open bubble": (
        "not_open c s1 && not_open c s2 &&\n      implb normal (reduces_at_once (last c)) && implb single",
        "not_open c s1 &&\n      implb normal (reduces_at_once (last c)) && implb single",
    ),
    "RightArc late": (
        "implb normal (reduces_at_once (last c)) && implb single (root_comes_last c s2)",
        "implb single (root_comes_last c s2)",
    ),
    "several roots": (" && implb single (root_comes_last c s2)", ""),
    "BubbleOpen on RT": ("not_open c s2 && not_root s2 && implb", "not_open c s2 && implb"),
    "BubbleAttach onto a closed bubble": ("not_open c s1 && is_open c s2", "not_open c s1"),
    "BubbleClose of a closed bubble": ("is_open c s1 && implb normal (closes_at_once", "implb normal (closes_at_once"),
    "BubbleOpen forgets psi": ("(union (psi S s2) (psi S s1))", "(union (phi S s2) (phi S s1))"),
    "BubbleClose leaves the bubble open": ("(remove Nat.eq_dec s1 (open c))", "(open c)"),
}


@needs_coq
@pytest.mark.slow
@pytest.mark.parametrize(("line", "changed"), COQ_MUTANTS.values(), ids=COQ_MUTANTS)
def test_a_change_of_table_1_in_coq_is_noticed(tmp_path: Path, line: str, changed: str) -> None:
    check.copy_sources(tmp_path)
    source = (tmp_path / "Definitions.v").read_text("utf-8")
    assert source.count(line) == 1
    (tmp_path / "Definitions.v").write_text(source.replace(line, changed), "utf-8")
    assert_notices(compile_executable(tmp_path), [], telling_derivations())


@needs_coq
@pytest.mark.slow
def test_a_change_of_a_condition_in_coq_is_noticed(tmp_path: Path) -> None:
    """What decides a condition is proved to, so the definition and the decision cannot part."""
    check.copy_sources(tmp_path)
    source = (tmp_path / "Definitions.v").read_text("utf-8")
    line = "proper (psi S a2) (phi S a1) \\/ disjoint (psi S a2) (phi S a1)"
    assert source.count(line) == 1
    (tmp_path / "Definitions.v").write_text(source.replace(line, line.replace("proper", "incl")), "utf-8")
    with pytest.raises(check.ProofError, match=r"Checker\.v"):
        compile_executable(tmp_path)


@needs_coq
@pytest.mark.parametrize(("kind", "dropped"), PYTHON_MUTANTS)
def test_a_change_of_table_1_in_python_is_noticed(
    definitions: Path, monkeypatch: pytest.MonkeyPatch, kind: TransitionKind, dropped: Precondition
) -> None:
    derivation = witness(kind, dropped)
    monkeypatch.setitem(transitions.RULES, kind, without(transitions.RULES[kind], dropped))
    assert_notices(definitions, [], [derivation])


@needs_coq
@pytest.mark.parametrize("condition", Condition)
def test_a_change_of_a_condition_in_python_is_noticed(
    definitions: Path, monkeypatch: pytest.MonkeyPatch, condition: Condition
) -> None:
    """A predicate that never complains is found out by the broken structures."""
    predicates = {**vectors.PREDICATES, condition: lambda _: iter(())}
    monkeypatch.setattr(vectors, "PREDICATES", predicates)
    rng = random.Random(4)
    assert_notices(definitions, [vectors.random_structure(3, rng) for _ in range(40)], [])


@needs_coq
def test_counts_are_checked(definitions: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vectors_file = definitions / "Vectors.v"
    vectors_file.write_text(vectors.coq_file([], [], counts=12), "utf-8")
    check.coqc(definitions, "Vectors")
    right = bt.count_trees
    monkeypatch.setattr(bt, "count_trees", lambda n: right(n) + (n == 11))
    vectors_file.write_text(vectors.coq_file([], [], counts=12), "utf-8")
    with pytest.raises(check.ProofError, match="expected to have type"):
        check.coqc(definitions, "Vectors")


def few_published() -> layout.Vectors:
    """Some of the published vectors, of few words: :mod:`proofs_tests.coq.check` has Coq agree with all."""
    published = layout.load()
    small = {case["name"] for case in published["trees"][::4] if len(case["words"]) <= 4}
    _, example = next((case, result) for case, result in vectors.changes(published) if len(result["contents"]) <= 9)
    redistributions = [case for case in published["redistributions"] if case["result"] is example]
    names = small | {case["tree"] for case in redistributions}
    return {
        **published,
        "trees": [case for case in published["trees"] if case["name"] in names],
        "derivations": [case for case in published["derivations"] if case["tree"] in names],
        "redistributions": redistributions,
    }


def change_condition(published: layout.Vectors) -> None:
    """One condition more is said to be violated."""
    case = next(case for case in published["trees"] if not case["violated"]["projectivity"])
    case["violated"]["projectivity"].append(Condition.CONTINUOUS_COVERAGE.value)


def change_oracle(published: layout.Vectors) -> None:
    """A tree is said to have no derivation."""
    next(case for case in published["trees"] if case["derivation"])["derivation"] = None


def change_allowed(published: layout.Vectors) -> None:
    """A transition is said not to be allowed that is."""
    published["derivations"][-1]["configurations"][0]["allowed"].remove("Shift")


def change_tree(published: layout.Vectors) -> None:
    """Derivations are said to yield another tree."""
    case = published["derivations"][0]
    case["tree"] = next(other["tree"] for other in published["derivations"] if other["tree"] != case["tree"])


def change_refusal(published: layout.Vectors) -> None:
    """What normal form forbids is said to be forbidden by Table 1."""
    case = next(case for case in published["refusals"] if case["failed"][0].startswith("normal form"))
    case["failed"] = [Precondition.S1_IS_NOT_OPEN.value]


def change_refused(published: layout.Vectors) -> None:
    """What is allowed is said to be refused."""
    published["refusals"][0] |= {"transitions": [], "n": 1, "refused": ["Shift"]}


def change_count(published: layout.Vectors) -> None:
    """There is said to be one tree more."""
    published["counts"][12]["trees"] += 1


def change_result(published: layout.Vectors) -> None:
    """A redistribution is said to leave a bubble with the content of another."""
    _, result = next(vectors.changes(published))
    wide = next(content for content in result["contents"] if len(content) > 1)
    del wide[1:]


@needs_coq
@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (None, None),
        (change_condition, "tree_agrees"),
        (change_oracle, "tree_agrees"),
        (change_allowed, "derived_agrees"),
        (change_tree, "derived_agrees"),
        (change_refusal, "refusal_agrees"),
        (change_refused, "refusal_agrees"),
        (change_count, "series_agrees"),
        (change_result, "projective_b"),
    ],
)
def test_a_change_of_the_published_vectors_is_noticed(
    definitions: Path, change: Callable[[layout.Vectors], None] | None, expected: str | None
) -> None:
    published = few_published()
    if change is not None:
        change(published)
    (definitions / "Published.v").write_text(vectors.published_file(published), "utf-8")
    if expected is None:
        check.coqc(definitions, "Published")
        return
    with pytest.raises(check.ProofError, match=rf"(?s)Published\.v: .*expected to have type\s+\"[^\"]*{expected}"):
        check.coqc(definitions, "Published")


def test_every_statement_is_explained() -> None:
    text = DOCUMENT.read_text("utf-8")
    missing = [claim for claim in check.statements() if f"`{claim}`" not in text]
    assert not missing
    named = set(re.findall(r"^### `(\w+)`", text, flags=re.MULTILINE))
    assert named <= set(check.statements())


def test_the_sources_have_no_holes() -> None:
    names = [path.stem for path in check.SOURCES.glob("*.v")]
    assert {"Definitions", "Statements", "Theorems"} <= set(names)
    assert not check.find_holes(check.SOURCES, names)


@pytest.mark.parametrize("hole", ["Axiom", "Admitted", "admit", "Parameter", "Unset Guard Checking"])
def test_a_hole_is_found(tmp_path: Path, hole: str) -> None:
    (tmp_path / "Holed.v").write_text(f"(* no Axiom here *)\nLemma l : True. {hole}.\n", "utf-8")
    assert len(check.find_holes(tmp_path, ["Holed"])) == 1


def test_assumptions_are_reported() -> None:
    printed = "a_holds : a\n     : a\nClosed under the global context\nb_holds : b\n     : b\nAxioms:\nx : False\n"
    with pytest.raises(check.ProofError, match=r"(?s)rests on an assumption.*b_holds: Axioms:\nx : False"):
        check.report_assumptions(["a", "b"], printed)
    closed = printed.replace("Axioms:\nx : False", check.CLOSED)
    assert check.report_assumptions(["a", "b"], closed).count(check.CLOSED) == 2
    with pytest.raises(check.ProofError, match="2 theorems, not on 3"):
        check.report_assumptions(["a", "b", "c"], closed)


@needs_coq
def test_an_axiom_is_reported(tmp_path: Path) -> None:
    (tmp_path / "Statements.v").write_text("Definition claim : Prop := False.\n", "utf-8")
    theorems = f"From {check.LIBRARY} Require Import Statements.\nAxiom x : False.\n"
    (tmp_path / "Theorems.v").write_text(f"{theorems}Theorem claim_holds : claim. exact x. Qed.\n", "utf-8")
    (tmp_path / "Assumptions.v").write_text(check.assumptions_file(["claim"]), "utf-8")
    names = ("Statements", "Theorems", "Assumptions")
    printed = check.compile_all(tmp_path, check.requirements(tmp_path, names), jobs=1)
    with pytest.raises(check.ProofError, match="rests on an assumption"):
        check.report_assumptions(["claim"], printed["Assumptions"])


def test_without_coq_the_check_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert check.main([]) == 2
    assert "apt-get install coq" in capsys.readouterr().err
