"""The pictures of docs/guide/teaching.md are up to date, and show what the page says."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from bubbletree import Condition, validate
from proofs_tests.support.figures import FIGURES, VIOLATED
from proofs_tests.support.paths import ROOT

PAGE = "docs/guide/teaching.md"


@pytest.mark.parametrize("name", FIGURES)
def test_a_picture_is_what_would_be_drawn(name: str) -> None:
    """If not: python -m proofs_tests.support.figures."""
    assert (ROOT / name).read_text(encoding="utf-8") == FIGURES[name]()
    assert ET.fromstring(FIGURES[name]()).tag == "{http://www.w3.org/2000/svg}svg"


def test_the_page_shows_every_picture() -> None:
    page = (ROOT / PAGE).read_text(encoding="utf-8")
    assert {f"docs/{path}" for path in re.findall(r"\]\(\.\./(images/teaching/[^)]+)\)", page)} == set(FIGURES)


@pytest.mark.parametrize("condition", Condition)
def test_a_structure_violates_the_condition_that_it_is_shown_for(condition: Condition) -> None:
    """And no other, but that words in an overlap cannot all be below both bubbles."""
    found = {violation.condition for violation in validate(VIOLATED[condition]).violations}
    also = {Condition.CONTAINMENT} if condition is Condition.NO_PARTIAL_OVERLAP else set()
    assert found == {condition, *also}
