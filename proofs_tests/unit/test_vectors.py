"""The reference vectors against the fast code, and the file against its generator."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import pytest

import bubbletree as bt
from bubbletree.configuration import TransitionKind
from bubbletree.coordination import Coordination
from bubbletree.counting import count_trees_with
from bubbletree.metrics import Convention, Criteria, score_attachment, score_sentence
from bubbletree.metrics.counts import Counts
from bubbletree.transitions import RULES, Precondition
from proofs_tests.support.bounds import bound
from proofs_tests.support.enumeration import derivations, words
from proofs_tests.support.preconditions import EVERY, NEVER_FAIL, PRESENCE, TELLING, preconditions, without
from proofs_tests.vectors import generate, layout, reference
from proofs_tests.vectors.layout import DerivationCase, Move, RefusalCase, Spans, TreeCase

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


def allowed(configuration: bt.Configuration) -> dict[str, list[str]]:
    """What the library allows in a configuration, as the vectors say it."""
    return {
        name: [kind.value for kind in bt.valid_transitions(configuration, *option)]
        for name, option in layout.OPTIONS.items()
    }


def test_derivations() -> None:
    for case in VECTORS["derivations"]:
        tree, moves = named(case["tree"]), transitions_of(case["transitions"])
        for configuration, expected in zip(bt.trace(tree.words, moves), case["configurations"], strict=True):
            assert list(configuration.stack) == expected["stack"]
            assert list(configuration.buffer) == expected["buffer"]
            assert sorted(configuration.open) == expected["open"]
            assert list(map(sorted, configuration.contents))[case["n"] + 1 :] == expected["bubbles"]
            assert len(configuration.arcs) == expected["arcs"]
            assert allowed(configuration) == expected["allowed"]
        derived = bt.derive(tree.words, moves)
        assert derived == tree
        assert list(map(sorted, derived.contents)) == case["contents"]
        assert list(derived.arcs) == list(map(tuple, case["arcs"]))
        assert bt.normalise(tree.words, moves) == bt.oracle(tree)
        for normal_form, single_root in layout.OPTIONS.values():
            if normal_form <= case["normal_form"] and single_root <= case["single_root"]:
                assert bt.derive(tree.words, moves, normal_form, single_root) == tree
            else:
                with pytest.raises(bt.TransitionError):
                    bt.derive(tree.words, moves, normal_form, single_root)
        assert (moves == bt.oracle(tree)) == case["normal_form"]


def where(case: RefusalCase) -> bt.Configuration:
    """The configuration in which a transition is refused."""
    *_, configuration = bt.trace(words(case["n"]), transitions_of(case["transitions"]))
    return configuration


def refuses(case: RefusalCase) -> bool:
    """Whether the library refuses what it has to refuse."""
    kind = TransitionKind(case["refused"][0])
    return kind not in bt.valid_transitions(where(case), case["normal_form"], case["single_root"])


def test_refusals() -> None:
    for case in VECTORS["refusals"]:
        assert refuses(case)
        [refused] = transitions_of([case["refused"]])
        with pytest.raises(bt.TransitionError) as caught:
            bt.apply(where(case), refused, case["normal_form"], case["single_root"])
        assert caught.value.precondition.value == case["failed"][0]


def test_every_precondition_that_can_fail_fails_alone_in_some_refusal() -> None:
    alone = {(case["refused"][0], *case["failed"]) for case in VECTORS["refusals"] if len(case["failed"]) == 1}
    assert alone == {(kind.value, precondition.value) for kind, precondition in TELLING + PRESENCE}
    assert len(TELLING) == 15
    assert sorted(EVERY, key=str) == sorted(TELLING + PRESENCE + NEVER_FAIL, key=str)


def test_more_words_bring_no_new_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    found = VECTORS["refusals"]
    assert max(case["n"] for case in found) == generate.REFUSED
    monkeypatch.setattr(generate, "REFUSED", bound(generate.REFUSED + 1, generate.REFUSED + 2))
    assert json.loads(json.dumps(list(generate.refusals()))) == found


def differs(case: DerivationCase) -> bool:
    """Whether the library allows something else on the way of a derivation."""
    configurations = bt.trace(named(case["tree"]).words, transitions_of(case["transitions"]))
    steps = zip(configurations, case["configurations"], strict=True)
    return any(allowed(configuration) != expected["allowed"] for configuration, expected in steps)


def found_out_by() -> list[str]:
    """Which lists of the vectors show that the library's Table 1 is not the paper's."""
    found = ["refusals"] if not all(map(refuses, VECTORS["refusals"])) else []
    return [*found, "derivations"] if any(map(differs, VECTORS["derivations"])) else found


@pytest.mark.parametrize(("kind", "dropped"), TELLING)
def test_refusals_and_derivations_each_notice_that_a_precondition_is_missing(
    monkeypatch: pytest.MonkeyPatch, kind: TransitionKind, dropped: Precondition
) -> None:
    assert found_out_by() == []
    monkeypatch.setitem(RULES, kind, without(RULES[kind], dropped))
    assert found_out_by() == ["refusals", "derivations"]


@pytest.mark.parametrize(("kind", "dropped"), NEVER_FAIL)
def test_without_a_precondition_that_never_fails_nothing_changes(
    monkeypatch: pytest.MonkeyPatch, kind: TransitionKind, dropped: Precondition
) -> None:
    monkeypatch.setitem(RULES, kind, without(RULES[kind], dropped))
    assert found_out_by() == []
    assert [end.tree() for _, end in derivations(4)] == every_derivation()


@lru_cache
def every_derivation() -> list[bt.BubbleTree]:
    """What all derivations over four words give."""
    return [end.tree() for _, end in derivations(4)]


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
        found = case["paper"], case["strict"], case["released"]
        for convention, expected in zip(Convention, found, strict=True):
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
            (scores.labelled_universal, case["labelled_universal"]),
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
    assert {(case["normal_form"], case["single_root"]) for case in VECTORS["derivations"]} == set(
        layout.OPTIONS.values()
    )
    assert normal == [case["normal_form"] for case in VECTORS["derivations"]]
    assert any(case["result"] is None for case in VECTORS["redistributions"])
    depths = {len(boundary["hosts"]) for case in VECTORS["boundaries"] for boundary in case["boundaries"]}
    assert depths >= {2, 3, 4}
    assert any(case["paper"] != case["strict"] for case in VECTORS["coordination_scores"])
    assert any(case["paper"]["inner"] != case["released"]["inner"] for case in VECTORS["coordination_scores"])
    assert any(case["labelled"] != case["labelled_universal"] for case in VECTORS["attachment_scores"])
    assert any(
        one["heads"] != other["heads"]
        for one, other in pairwise(VECTORS["conversions"])
        if one["tree"] == other["tree"]
    )
    assert json.loads(layout.text(VECTORS)) == VECTORS
