"""The reference vectors against the fast code, and the file against its generator."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

import bubbletree as bt
from bubbletree.configuration import TransitionKind
from bubbletree.coordination import Coordination
from bubbletree.counting import count_trees_with
from bubbletree.metrics import Convention, Criteria, score_attachment, score_sentence
from bubbletree.metrics.counts import Counts
from bubbletree.transitions import RULES
from proofs_tests.support.enumeration import derivations, words
from proofs_tests.vectors import generate, layout, reference
from proofs_tests.vectors.layout import Move, Spans, TreeCase

VECTORS = layout.load()
TREES = {case["name"]: case for case in VECTORS["trees"]}


def tree_of(case: TreeCase) -> bt.BubbleTree:
    return bt.BubbleTree(case["words"], case["contents"], case["arcs"])


def named(name: str) -> bt.BubbleTree:
    return tree_of(TREES[name])


def transitions_of(moves: Sequence[Move]) -> tuple[bt.Transition, ...]:
    return tuple(bt.Transition(TransitionKind(kind), *label) for kind, *label in moves)


def test_the_file_is_what_the_generator_writes() -> None:
    assert layout.PATH.read_text("utf-8") == layout.text(generate.vectors())


def test_one_case_a_line_and_not_too_large() -> None:
    text = layout.PATH.read_text("utf-8")
    cases = sum(len(value) for value in VECTORS.values() if isinstance(value, list))
    lists = sum(isinstance(value, list) for value in VECTORS.values())
    assert text.count("\n") == cases + 2 * lists + 3
    assert len(text.encode()) < 1_000_000
    assert VECTORS["version"] == layout.VERSION
    assert set(VECTORS) == set(layout.Vectors.__annotations__)


def test_check_finds_a_difference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(generate, "vectors", lambda: VECTORS)
    monkeypatch.setattr(layout, "PATH", tmp_path / "v.json")
    assert generate.main(["--check"]) == 1
    assert "v.json is not what" in capsys.readouterr().err
    assert generate.main([]) == 0
    assert generate.main(["--check"]) == 0
    (tmp_path / "v.json").write_text("{}", "utf-8")
    assert generate.main(["--check"]) == 1


@pytest.mark.parametrize("case", VECTORS["trees"], ids=lambda case: case["name"])
def test_trees(case: TreeCase) -> None:
    tree = tree_of(case)
    report = bt.validate(tree)
    found = {condition.value for condition in report.conditions}
    assert found == {*case["violated"]["well_formedness"], *case["violated"]["projectivity"]}
    plain = {condition.value for condition in bt.validate(tree, projective=False).conditions}
    assert plain == set(case["violated"]["well_formedness"])
    assert sum(bt.ROOT in tree.contents[arc.head] for arc in tree.arcs) == case["root_children"]
    if case["derivation"] is not None:
        assert bt.oracle(tree) == transitions_of(case["derivation"])
    else:
        with pytest.raises(bt.OracleError if report.ok else bt.InvalidTreeError):
            bt.oracle(tree)


def test_derivations() -> None:
    for case in VECTORS["derivations"]:
        options = case["normal_form"], case["single_root"]
        tree, moves = named(case["tree"]), transitions_of(case["transitions"])
        for configuration, expected in zip(bt.trace(tree.words, moves), case["configurations"], strict=True):
            assert list(configuration.stack) == expected["stack"]
            assert list(configuration.buffer) == expected["buffer"]
            assert sorted(configuration.open) == expected["open"]
            assert list(map(sorted, configuration.contents))[case["n"] + 1 :] == expected["bubbles"]
            assert len(configuration.arcs) == expected["arcs"]
            assert [kind.value for kind in bt.valid_transitions(configuration, *options)] == expected["allowed"]
        for configuration, move in zip(bt.trace(tree.words, moves), moves, strict=False):
            bt.apply(configuration, move, *options)
        derived = bt.derive(tree.words, moves, *options)
        assert derived == tree
        assert list(map(sorted, derived.contents)) == case["contents"]
        assert list(derived.arcs) == list(map(tuple, case["arcs"]))
        assert bt.normalise(tree.words, moves) == bt.oracle(tree)
        assert (moves == bt.oracle(tree)) or not case["normal_form"]


def test_refusals() -> None:
    for case in VECTORS["refusals"]:
        options = case["normal_form"], case["single_root"]
        *_, configuration = bt.trace(words(case["n"]), transitions_of(case["transitions"]))
        [refused] = transitions_of([case["refused"]])
        with pytest.raises(bt.TransitionError) as caught:
            bt.apply(configuration, refused, *options)
        assert caught.value.precondition.value == case["failed"][0]
        assert refused.kind not in bt.valid_transitions(configuration, *options)


def test_refusals_cover_every_precondition_that_can_fail() -> None:
    covered = {(case["refused"][0], name) for case in VECTORS["refusals"] for name in case["failed"]}
    every = {(kind.value, p.value) for kind, rule in RULES.items() for p in preconditions(rule)}
    never = {
        ("LeftArc", "the stack holds at least one bubble"),
        ("LeftArc", "b1 is not an open bubble"),
        ("BubbleClose", "the stack holds at least one bubble"),
    }
    assert every - covered == never, "RT never leaves the stack, and what is in the buffer is not open"


def preconditions(rule: bt.transitions.Rule) -> tuple[bt.Precondition, ...]:
    return rule.preconditions + rule.normal_form + rule.single_root


def test_the_preconditions_are_those_of_the_rules() -> None:
    assert {
        kind.value: tuple(p.value for p in preconditions(rule)) for kind, rule in RULES.items()
    } == reference.REQUIRED


def test_counts() -> None:
    assert [case["n"] for case in VECTORS["counts"]] == list(range(13))
    for case in VECTORS["counts"]:
        n = case["n"]
        assert bt.count_trees(n) == case["trees"] == sum(case["by_bubbles"])
        assert [count_trees_with(n, k) for k in range(max(n, 1))] == case["by_bubbles"]
        assert (case["derivations"] is not None) == case["enumerated"] == (n <= 4)
        if case["enumerated"]:
            found = [end.tree() for _, end in derivations(n)]
            assert len(found) == case["derivations"]
            assert sum(1 for _ in derivations(n, normal_form=True)) == case["trees"]
            assert sum(1 for _ in derivations(n, normal_form=True, single_root=True)) == max(
                case["single_root"], n == 0
            )


def test_coordinations() -> None:
    for case in VECTORS["coordinations"]:
        found = bt.coordinations(named(case["tree"]))
        assert [
            {
                "bubble": c.bubble,
                "conjuncts": list(map(list, c.conjuncts)),
                "coordinators": list(map(list, c.coordinators)),
                "shared_left": [modifier.bubble for modifier in c.shared_left],
                "shared_right": [modifier.bubble for modifier in c.shared_right],
            }
            for c in found
        ] == case["coordinations"]


def test_conversions() -> None:
    for case in VECTORS["conversions"]:
        found = bt.to_ud(named(case["tree"]), bt.Punctuation(case["punctuation"]))
        assert list(found.heads) == case["heads"], case
        assert list(found.deprels) == case["labels"], case


def coordinations_of(case: Sequence[Spans]) -> list[Coordination]:
    def pairs(spans: Sequence[Sequence[int]]) -> tuple[tuple[int, int], ...]:
        return tuple((first, last) for first, last in spans)

    return [Coordination(pairs(c["conjuncts"]), pairs(c["coordinators"])) for c in case]


def test_coordination_scores() -> None:
    for case in VECTORS["coordination_scores"]:
        gold, predicted = coordinations_of(case["gold"]), coordinations_of(case["predicted"])
        for convention, expected in ((Convention.PAPER, case["paper"]), (Convention.STRICT, case["strict"])):
            scores = score_sentence(gold, predicted, convention)
            counts = [Counts(*values) for values in (expected["exact"], expected["inner"], expected["whole"])]
            assert scores.overall == Criteria(*counts), case
            assert [scores.gold_left_out, scores.predicted_left_out] == expected["left_out"]


def test_attachment_scores() -> None:
    for case in VECTORS["attachment_scores"]:
        gold = bt.Sentence.from_columns(case["words"], heads=case["gold_heads"], deprels=case["gold_labels"])
        predicted = bt.Sentence.from_columns(
            case["words"], heads=case["predicted_heads"], deprels=case["predicted_labels"]
        )
        scores = score_attachment([gold], [predicted])
        for share, expected in (
            (scores.unlabelled, case["unlabelled"]),
            (scores.labelled, case["labelled"]),
            (scores.unlabelled_words, case["unlabelled_words"]),
            (scores.labelled_words, case["labelled_words"]),
        ):
            assert [share.correct, share.total] == expected


def test_boundaries() -> None:
    for case in VECTORS["boundaries"]:
        found = bt.boundary.boundaries(named(case["tree"]))
        assert [
            {"side": b.side.value, "hosts": list(b.hosts), "dependents": list(b.dependents), "levels": list(b.levels)}
            for b in found
        ] == case["boundaries"]


def test_redistributions() -> None:
    for case in VECTORS["redistributions"]:
        tree = named(case["tree"])
        boundary = list(bt.boundary.boundaries(tree))[case["boundary"]]
        if case["result"] is None:
            assert any(outer > inner for outer, inner in pairwise(case["levels"]))
            with pytest.raises(ValueError, match="levels must rise"):
                bt.boundary.redistribute(tree, boundary, case["levels"])
        else:
            found = bt.boundary.redistribute(tree, boundary, case["levels"])
            assert list(map(sorted, found.contents)) == case["result"]["contents"]
            assert list(found.arcs) == list(map(tuple, case["result"]["arcs"]))


def test_splits() -> None:
    for case in VECTORS["splits"]:
        assert bt.boundary.best_levels(case["scores"]) == case["levels"]


def test_something_of_everything_is_there() -> None:
    violated = {
        condition
        for case in VECTORS["trees"]
        for condition in [*case["violated"]["well_formedness"], *case["violated"]["projectivity"]]
    }
    assert violated == {condition.value for condition in bt.Condition}
    valid = [case for case in VECTORS["trees"] if not any(case["violated"].values())]
    assert len(valid) > 60
    assert any(case["derivation"] is None for case in valid)
    assert sum(case["derivation"] is None for case in VECTORS["trees"]) > 60
    normal = [case["transitions"] == TREES[case["tree"]]["derivation"] for case in VECTORS["derivations"]]
    assert normal.count(False) > 10
    assert {(case["normal_form"], case["single_root"]) for case in VECTORS["derivations"]} == set(generate.OPTIONS)
    assert any(case["result"] is None for case in VECTORS["redistributions"])
    depths = {len(boundary["hosts"]) for case in VECTORS["boundaries"] for boundary in case["boundaries"]}
    assert depths >= {2, 3}
    assert any(case["paper"] != case["strict"] for case in VECTORS["coordination_scores"])
    assert any(
        one["heads"] != other["heads"]
        for one, other in pairwise(VECTORS["conversions"])
        if one["tree"] == other["tree"]
    )
    assert json.loads(layout.text(VECTORS)) == VECTORS
