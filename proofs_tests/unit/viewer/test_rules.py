"""The page's own rules against the library's: layouts, coordinations, transitions, and derivations."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import bubbletree as bt
from bubbletree import treebank
from bubbletree.configuration import TransitionKind
from bubbletree.draw.elements import shown
from bubbletree.transitions import Precondition
from bubbletree.viewer.page import SCRIPTS, asset
from bubbletree.viewer.records import numbers, rules_record, tree_record
from proofs_tests.support.browser import Page
from proofs_tests.support.records import recorded
from proofs_tests.unit.viewer.conftest import Opening
from proofs_tests.vectors import layout as vectors

VECTORS = vectors.load()
TREES = {case["name"]: bt.BubbleTree(case["words"], case["contents"], case["arcs"]) for case in VECTORS["trees"]}
NAMES = {kind.value: kind.name for kind in TransitionKind}


@pytest.fixture
def page(opened: Opening) -> Page:
    return opened(treebank.load()[:1])


def test_layouts_are_those_of_the_record(page: Page) -> None:
    known = json.loads(recorded("layouts.json"))
    found = page.call(
        """({ measures, cases }) => {
          const width = ([each, more]) => (text) => each * [...text].length + more;
          const lengths = { ...measures, word: width(measures.word), label: width(measures.label) };
          return cases.map(({ tree }) => {
            const made = tree.problems
              ? layOutCrossing(new Structure(tree), lengths, Boolean(tree.rtl))
              : layOut(new Tree(tree), lengths, Boolean(tree.rtl));
            return {
              size: [made.width, made.top, made.bottom],
              words: made.words.map((one) => [one.token, one.x, one.width]),
              boxes: made.boxes.map((one) => [one.bubble, one.x, one.width, one.top, one.bottom, one.depth]),
              lines: made.lines.map((a) => [a.label, a.start, a.startRow, a.row, a.end, a.endRow, a.shift]),
              drops: made.drops.map((d) => [d.frame, d.label, d.end, d.row, d.endRow, d.labelX, d.width]),
              joins: made.joins.map((one) => [one.start, one.end, one.row, one.depth]),
            };
          });
        }""",
        known,
    )
    assert len(found) > 50
    assert any(case["tree"].get("rtl") for case in known["cases"])
    assert sum(len(case["places"]["joins"]) for case in known["cases"]) > 20
    for made, case in zip(found, known["cases"], strict=True):
        assert made == case["places"]


@pytest.mark.parametrize("text", ["New\nYork", "bell\a", "a\u2028b\u3000c", "\u202eevil\u2066", "\ufeff\ud800x", "🏳️‍🌈"])
def test_characters_are_replaced_as_in_drawings(page: Page, text: str) -> None:
    codes = page.call("(codes) => [...shown(String.fromCharCode(...codes))].map((c) => c.codePointAt(0))", utf16(text))
    assert codes == list(map(ord, shown(text)))


def utf16(text: str) -> list[int]:
    """The units of a text in JavaScript."""
    encoded = text.encode("utf-16-le", errors="surrogatepass")
    return [int.from_bytes(encoded[start : start + 2], "little") for start in range(0, len(encoded), 2)]


def test_coordinations_are_those_of_the_vectors(page: Page) -> None:
    cases = [case for case in VECTORS["coordinations"] if bt.validate(TREES[case["tree"]])]
    assert len(cases) > 10
    found = page.call(
        "(records) => records.map((record) => new Tree(record).coordinations)",
        [tree_record(TREES[case["tree"]]) for case in cases],
    )
    for made, case in zip(found, cases, strict=True):
        order = numbers(TREES[case["tree"]])
        assert [
            {
                "bubble": order[one["bubble"]],
                "conjuncts": one["conjuncts"],
                "coordinators": one["coordinators"],
                "shared_left": [order[child] for child in one["sharedLeft"]],
                "shared_right": [order[child] for child in one["sharedRight"]],
            }
            for one in made
        ] == case["coordinations"]


def test_nesting_governors_and_relations_are_those_of_the_description(page: Page) -> None:
    trees = treebank.load()
    found = page.call(
        "(records) => records.map((record) => new Tree(record).coordinations)", [tree_record(tree) for tree in trees]
    )
    for made, tree in zip(found, trees, strict=True):
        assert [(one["depth"], one["parent"], one["relation"], one["whole"], one["category"]) for one in made] == [
            (one.depth, one.parent and one.parent - 1, one.relation, [one.first, one.last], one.category)
            for one in bt.describe(tree).coordinations
        ]


OPTIONS = [{"normalForm": form, "singleRoot": root} for form, root in vectors.OPTIONS.values()]

RUNNING = """({ rules, cases, options }) => cases.map(({ n, moves }) => {
  const told = (c) => ({
    stack: c.stack.map((item) => item.bubble),
    buffer: c.buffer.map((item) => item.bubble),
    open: c.stack.filter((item) => item.isOpen).map((item) => item.bubble),
    arcs: c.arcs.length,
    allowed: options.map((option) =>
      rules.transitions.filter((rule) => firstFailing(rule, c, option) === null).map((rule) => rule.name)),
    failing: options.map((option) => Object.fromEntries(
      rules.transitions.map((rule) => [rule.kind, firstFailing(rule, c, option)]))),
  });
  const configurations = [initialConfiguration(n)];
  for (const [kind, label] of moves) configurations.push(applied(configurations.at(-1), kind, label));
  const contents = configurations.at(-1).arcs;
  return { configurations: configurations.map(told), arcs: contents };
})"""


def ran(page: Page, cases: list[Any]) -> list[Any]:
    moves = [
        {"n": case["n"], "moves": [[NAMES[kind], *label] for kind, *label in case["transitions"]]} for case in cases
    ]
    found = page.call(RUNNING, {"rules": rules_record(), "cases": moves, "options": OPTIONS})
    return list(found)


def test_transitions_are_those_of_the_vectors(page: Page) -> None:
    cases = VECTORS["derivations"]
    assert len(cases) > 50
    for made, case in zip(ran(page, list(cases)), cases, strict=True):
        assert [list(arc) for arc in case["arcs"]] == made["arcs"]
        for configuration, known in zip(made["configurations"], case["configurations"], strict=True):
            assert configuration["stack"] == known["stack"]
            assert configuration["buffer"] == known["buffer"]
            assert sorted(configuration["open"]) == sorted(known["open"])
            assert configuration["arcs"] == known["arcs"]
            assert configuration["allowed"] == [known["allowed"][option] for option in vectors.OPTIONS]


def test_refusals_have_the_reasons_of_the_vectors(page: Page) -> None:
    cases = VECTORS["refusals"]
    reasons = set()
    for made, case in zip(ran(page, list(cases)), cases, strict=True):
        option = list(vectors.OPTIONS.values()).index((case["normal_form"], case["single_root"]))
        reason = made["configurations"][-1]["failing"][option][NAMES[case["refused"][0]]]
        assert Precondition[reason].value == case["failed"][0]
        reasons.add(reason)
    assert len(reasons) > 6


def test_each_precondition_can_be_checked_and_reads_as_in_the_library(page: Page) -> None:
    assert page.run("Object.keys(HOLDS)") == [condition.name for condition in Precondition]
    stated = page.run("JSON.parse(byId('data').textContent).rules.preconditions")
    assert stated == {condition.name: condition.value for condition in Precondition}


def test_a_derivation_makes_the_arcs_of_its_tree(page: Page) -> None:
    trees = treebank.load()
    found = page.call(
        """(records) => records.map((record) => {
          const { steps, configurations, bubbles } = derivationOf(new Tree(record));
          const arcs = configurations.at(-1).arcs.map(([head, label, child]) => [bubbles[head], label, bubbles[child]]);
          return { arcs, kinds: steps.map((step) => step.kind) };
        })""",
        [tree_record(tree) for tree in trees],
    )
    for made, tree in zip(found, trees, strict=True):
        record = tree_record(tree)
        heads, labels = record["heads"], record["labels"]
        assert isinstance(heads, list)
        assert isinstance(labels, list)
        expected = [[head, label, number] for number, (head, label) in enumerate(zip(heads, labels, strict=True), 1)]
        assert sorted(made["arcs"]) == sorted(expected)
        assert made["kinds"] == [transition.kind.name for transition in bt.oracle(tree)]


def test_the_programs_declare_nothing_twice() -> None:
    """They share one space of names; a second function of the same name would replace the first in silence."""
    kinds = re.compile(r"^(?:function|class|const|let) (\w+)", re.MULTILINE)
    declared = [name for script in SCRIPTS for name in kinds.findall(asset(script))]
    assert sorted(set(declared)) == sorted(declared)
