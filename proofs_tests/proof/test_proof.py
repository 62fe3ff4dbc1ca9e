"""The machine-checked proof speaks about the code: its definitions agree with bubbletree, and notice a change.

Tests that run Coq are skipped where ``coqc`` is not installed.
"""

from __future__ import annotations

import os
import random
import re
import shutil
from collections.abc import Callable, Sequence
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
from proofs_tests.support.bounds import EXHAUSTIVE
from proofs_tests.support.preconditions import TELLING, without
from proofs_tests.support.strategies import projective_trees, structures, tampered_trees
from proofs_tests.vectors import layout

THOROUGH = os.environ.get("HYPOTHESIS_PROFILE") == "thorough"
PHASES = tuple(Phase) if THOROUGH else (Phase.explicit, Phase.reuse, Phase.generate)
"""Looking for a smaller example takes minutes, as Coq is run each time."""

DOCUMENT = check.SOURCES.parent.parent / "docs" / "theory" / "proof.md"

needs_coq = pytest.mark.skipif(shutil.which("coqc") is None, reason=check.ADVICE)


def agree(folder: Path, trees: Sequence[bt.BubbleTree], derivations: Sequence[vectors.Derivation]) -> None:
    """Have Coq compute that it agrees with Python."""
    (folder / "Vectors.v").write_text(vectors.coq_file(trees, derivations), "utf-8")
    check.coqc(folder, "Vectors")


def assert_notices(folder: Path, trees: Sequence[bt.BubbleTree], derivations: Sequence[vectors.Derivation]) -> None:
    """Coq compiles the vectors, but does not find what Python says."""
    expected = r"(?s)Vectors\.v: .*while it is expected to have type\s+\"failing (tree|derivation)_agrees "
    with pytest.raises(check.ProofError, match=expected):
        agree(folder, trees, derivations)


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
    return [*(witness(*mutant) for mutant in TELLING), COMPLETE]


@needs_coq
def test_what_shows_changes_agrees_without_any(definitions: Path) -> None:
    rng = random.Random(4)
    agree(definitions, [vectors.random_structure(3, rng) for _ in range(40)], telling_derivations())


def preconditions_in_coq() -> dict[str, tuple[str, str]]:
    """Each precondition in Definitions.v by name: its line of ``allowed``, and the line without it."""
    source = (check.SOURCES / "Definitions.v").read_text("utf-8")
    [table] = re.findall(r"^Definition allowed .*?^  end\.", source, re.MULTILINE | re.DOTALL)
    found = {}
    for line in re.findall(r"^  \| [A-Z].*?=>.*?(?=^  \| |^  end)", table, re.MULTILINE | re.DOTALL):
        left, _, right = line.partition("=>")
        kind = left.split()[1].rstrip(",")
        required = [part.strip() for part in right.split("&&")]
        for number, dropped in enumerate(required):
            rest = " && ".join(required[:number] + required[number + 1 :])
            found[f"{kind} {dropped}"] = line, f"{left}=> {rest}\n"
    return {name: lines for name, lines in found.items() if not name.endswith((" true", " false"))}


COQ_MUTANTS = preconditions_in_coq()
NEVER_FAILS = "LeftArc not_open c b1"
"""Statements.v has ``idle_preconditions``: this one cannot fail, so nothing changes without it."""


def changed_definitions(folder: Path, line: str, changed: str) -> None:
    """Copy the sources into a folder, with one line of Definitions.v changed."""
    check.copy_sources(folder)
    source = (folder / "Definitions.v").read_text("utf-8")
    assert source.count(line) == 1
    (folder / "Definitions.v").write_text(source.replace(line, changed), "utf-8")


def test_the_preconditions_in_coq_are_those_that_can_be_the_only_ones_to_fail() -> None:
    assert len(COQ_MUTANTS) == len(TELLING) + 1
    assert NEVER_FAILS in COQ_MUTANTS


@needs_coq
@pytest.mark.slow
@pytest.mark.parametrize("name", COQ_MUTANTS)
def test_a_precondition_taken_out_of_table_1_in_coq_is_noticed(tmp_path: Path, name: str) -> None:
    """By what Python says of derivations, and by the published refusals."""
    changed_definitions(tmp_path, *COQ_MUTANTS[name])
    check.compile_executable(tmp_path)
    empty: layout.Vectors = {**layout.load(), "trees": [], "derivations": [], "redistributions": []}
    (tmp_path / "Published.v").write_text(vectors.published_file(empty), "utf-8")
    if name == NEVER_FAILS:
        agree(tmp_path, [], telling_derivations())
        check.coqc(tmp_path, "Published")
        return
    assert_notices(tmp_path, [], telling_derivations())
    with pytest.raises(check.ProofError, match=r"(?s)Published\.v: .*expected to have type\s+\"[^\"]*refusal_agrees"):
        check.coqc(tmp_path, "Published")


@needs_coq
@pytest.mark.slow
@pytest.mark.skipif(
    not EXHAUSTIVE, reason="set BUBBLETREE_EXHAUSTIVE=1: the whole proof is built for each precondition"
)
@pytest.mark.parametrize("name", [name for name in COQ_MUTANTS if name != NEVER_FAILS])
def test_without_a_precondition_the_proof_fails(tmp_path: Path, name: str) -> None:
    changed_definitions(tmp_path, *COQ_MUTANTS[name])
    names = sorted(path.stem for path in tmp_path.glob("*.v"))
    with pytest.raises(check.ProofError, match=r"\.v: File"):
        check.compile_all(tmp_path, check.requirements(tmp_path, names), jobs=2)


@needs_coq
@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "changed"),
    [
        ("(union (psi S s2) (psi S s1))", "(union (phi S s2) (phi S s1))"),
        ("(remove Nat.eq_dec s1 (open c))", "(open c)"),
    ],
    ids=["BubbleOpen forgets psi", "BubbleClose leaves the bubble open"],
)
def test_a_change_of_an_effect_in_coq_is_noticed(tmp_path: Path, line: str, changed: str) -> None:
    changed_definitions(tmp_path, line, changed)
    assert_notices(check.compile_executable(tmp_path), [], telling_derivations())


@needs_coq
@pytest.mark.slow
def test_a_change_of_a_condition_in_coq_is_noticed(tmp_path: Path) -> None:
    """What decides a condition is proved to, so the definition and the decision cannot part."""
    line = "proper (psi S a2) (phi S a1) \\/ disjoint (psi S a2) (phi S a1)"
    changed_definitions(tmp_path, line, line.replace("proper", "incl"))
    with pytest.raises(check.ProofError, match=r"Checker\.v"):
        check.compile_executable(tmp_path)


@needs_coq
@pytest.mark.parametrize(("kind", "dropped"), TELLING)
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
def test_a_change_of_the_oracle_in_python_is_noticed(definitions: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says that two left dependents have each other's labels."""
    tree = bt.BubbleTree(["a", "b", "c"], [[0], [1], [2], [3]], [(0, "root", 3), (3, "nsubj", 1), (3, "dep", 2)])
    first, second, nearer, outer, *rest = bt.oracle(tree)
    assert [nearer.label, outer.label] == ["dep", "nsubj"]
    agree(definitions, [tree], [])
    monkeypatch.setattr(vectors, "oracle_of", lambda _: (first, second, outer, nearer, *rest))
    assert_notices(definitions, [tree], [])


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
    published["derivations"][-1]["configurations"][0]["allowed"]["both"].remove("Shift")


def change_tree(published: layout.Vectors) -> None:
    """Derivations are said to yield another tree."""
    case = published["derivations"][0]
    case["tree"] = next(other["tree"] for other in published["derivations"] if other["tree"] != case["tree"])


def change_refusal(published: layout.Vectors) -> None:
    """What normal form forbids is said to be forbidden by Table 1."""
    case = next(case for case in published["refusals"] if case["failed"][0].startswith("normal form:"))
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
    printed = "".join(f"proof_of_{claim}\n     : Statements.{claim}\n{check.CLOSED}\n" for claim in ("a", "b"))
    assert check.report_assumptions(["a", "b"], printed) == f"a: {check.CLOSED}\nb: {check.CLOSED}"
    holed = printed.removesuffix(f"{check.CLOSED}\n") + "Axioms:\nx : False\n"
    with pytest.raises(check.ProofError, match=r"(?s)rests on an assumption.*b: Axioms:\nx : False"):
        check.report_assumptions(["a", "b"], holed)
    for claims in (["a", "b", "c"], ["a"], ["b", "a"]):
        with pytest.raises(check.ProofError, match="does not report on each"):
            check.report_assumptions(claims, printed)


def checked(folder: Path, theorems: str, statement: str = "False") -> str:
    """What is said of a proof of one claim, given the text of Theorems.v."""
    (folder / "Statements.v").write_text(f"Definition claim : Prop := {statement}.\n", "utf-8")
    (folder / "Theorems.v").write_text(f"From {check.LIBRARY} Require Import Statements.\n{theorems}\n", "utf-8")
    (folder / "Assumptions.v").write_text(check.assumptions_file(["claim"]), "utf-8")
    names = ("Statements", "Theorems", "Assumptions")
    printed = check.compile_all(folder, check.requirements(folder, names), jobs=1)
    return check.report_assumptions(["claim"], printed["Assumptions"])


@needs_coq
def test_an_axiom_is_reported(tmp_path: Path) -> None:
    with pytest.raises(check.ProofError, match="rests on an assumption"):
        checked(tmp_path, "Axiom x : False.\nTheorem claim_holds : claim. exact x. Qed.")


NOT_THE_CLAIM = r"(?s)Assumptions\.v: .*expected to have type\s+\"Statements\.claim\""
SHADOWS = {
    "a definition": ("Definition claim : Prop := True.", NOT_THE_CLAIM),
    "a notation": ("Notation claim := True.", NOT_THE_CLAIM),
    "a module": (
        "Module Statements. Definition claim : Prop := True. End Statements. Import Statements.",
        NOT_THE_CLAIM,
    ),
    "modules with the library's names": (
        """Module Bubble. Module Statements. Definition claim : Prop := True. End Statements. End Bubble.
        Import Bubble.Statements.""",
        r"Theorems\.v: (?s:.)*mask the absolute name",
    ),
}
"""Ways to prove another proposition under the name of a claim, and why Coq refuses."""


@needs_coq
@pytest.mark.parametrize(("shadow", "message"), SHADOWS.values(), ids=SHADOWS)
def test_another_proposition_under_the_name_of_a_claim_is_noticed(tmp_path: Path, shadow: str, message: str) -> None:
    theorem = "Theorem claim_holds : claim. exact I. Qed."
    with pytest.raises(check.ProofError, match=message):
        checked(tmp_path, f"{shadow}\n{theorem}")
    assert checked(tmp_path, theorem, statement="True") == f"claim: {check.CLOSED}"


COQCHK = f"""  checking cst:{check.LIBRARY}.Assumptions.proof_of_a
  checking cst:{check.LIBRARY}.Assumptions.proof_of_b
{check.CHECKED}

CONTEXT SUMMARY
===============

* Theory: Set is predicative
  
* Axioms: <none>
  
* Inductives whose positivity is assumed: <none>
  
"""  # noqa: W293  # as coqchk prints it


def test_what_coqchk_prints_is_read() -> None:
    report = check.report_recheck(["a", "b"], COQCHK)
    assert report.endswith("2 theorems again; taken for granted: no axioms, no inductives whose positivity is assumed")


@pytest.mark.parametrize(
    ("line", "changed", "message"),
    [
        ("Axioms: <none>", "Axioms:\n    Bubble.Theorems.x", r"taken for granted:(?s:.)*Bubble\.Theorems\.x"),
        ("is assumed: <none>", "is assumed: Bubble.Trees.tree", r"taken for granted:(?s:.)*Bubble\.Trees\.tree"),
        ("Set is predicative", "Set is impredicative", "taken for granted"),
        ("* Axioms: <none>\n  \n* Inductives whose positivity is assumed: <none>", "", "taken for granted"),
        ("Assumptions.proof_of_b", "Assumptions.proof_of_c", "left out: b"),
        (check.CHECKED, "", "not come to its end"),
    ],
)
def test_what_coqchk_finds_is_reported(line: str, changed: str, message: str) -> None:
    assert COQCHK.count(line) == 1
    with pytest.raises(check.ProofError, match=message):
        check.report_recheck(["a", "b"], COQCHK.replace(line, changed))


@needs_coq
@pytest.mark.slow
def test_coqchk_finds_an_axiom(tmp_path: Path) -> None:
    theorem = "Theorem claim_holds : claim. exact x. Qed."
    assert checked(tmp_path, f"Definition x := I.\n{theorem}", statement="True")
    assert check.recheck(tmp_path, ["claim"]).startswith("coqchk has checked 1 theorems again")
    with pytest.raises(check.ProofError, match="rests on an assumption"):
        checked(tmp_path, f"Axiom x : claim.\n{theorem}")
    with pytest.raises(check.ProofError, match=r"taken for granted:(?s:.)*Bubble\.Theorems\.x"):
        check.recheck(tmp_path, ["claim"])


def test_without_coq_the_check_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert check.main([]) == 2
    assert "apt-get install coq" in capsys.readouterr().err
