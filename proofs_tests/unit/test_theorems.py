"""docs/theory/theorems.md: the tests that it names exist, and its table of transitions is the library's."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from bubbletree.transitions import RULES, Precondition

TESTS = Path(__file__).resolve().parent.parent
DOCUMENT = (TESTS.parent / "docs" / "theory" / "theorems.md").read_text("utf-8")
NAMED = sorted(set(re.findall(r"`([\w/]+\.py)::(\w+)`", DOCUMENT)))


def test_evidence_is_named() -> None:
    assert len(NAMED) > 40


@pytest.mark.parametrize(("file", "name"), NAMED)
def test_the_evidence_exists(file: str, name: str) -> None:
    module = ast.parse((TESTS / file).read_text("utf-8"))
    assert name in {node.name for node in module.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}


def test_every_claim_has_its_evidence() -> None:
    heads = re.findall(r"^\| (.*) \|$", DOCUMENT, re.MULTILINE)
    claims = [row.split(" | ") for row in heads if "::" in row]
    assert len(claims) > 30
    assert all("`" in cells[2] for cells in claims)


def test_the_theorems_named_are_those_in_coq() -> None:
    """Each name that a row gives is stated and proved, and each statement is named in some row."""
    coq = TESTS / "coq"
    stated = re.findall(r"^Definition (\w+) : Prop", (coq / "Statements.v").read_text("utf-8"), re.MULTILINE)
    proved = re.findall(r"^Theorem (\w+)_holds : \1\.$", (coq / "Theorems.v").read_text("utf-8"), re.MULTILINE)
    # "Coq: `one`, `another`", with what it covers in brackets after it perhaps
    lists = re.findall(r"Coq: ((?:`\w+`(?:, )?)+)", DOCUMENT)
    named = {name for found in lists for name in re.findall(r"`(\w+)`", found)}
    assert len(lists) > 10
    assert named == set(stated) == set(proved)


def in_words(preconditions: tuple[Precondition, ...]) -> str:
    """As the document states them: without the name of the option, which heads the column."""
    return "; ".join(re.sub(r"^(normal form|single root): ", "", precondition.value) for precondition in preconditions)


def test_the_table_of_transitions_is_that_of_the_rules() -> None:
    section = DOCUMENT.split("## Table 1 as implemented")[1]
    rows = re.findall(r"^\|([^|]*)\|([^|]*)\|([^|]*)\|([^|]*)\|$", section, re.MULTILINE)
    stated = [tuple(cell.strip() for cell in row) for row in rows[2:]]
    assert stated == [
        (rule.kind.value, *map(in_words, (rule.preconditions, rule.normal_form, rule.single_root)))
        for rule in RULES.values()
    ]
