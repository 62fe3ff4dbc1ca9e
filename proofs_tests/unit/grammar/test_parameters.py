"""Parameters: they are checked, and they matter."""

from __future__ import annotations

from collections import Counter

import pytest

from bubbletree import coordinations
from bubbletree.grammar import Grammar, GrammarError, generate
from proofs_tests.unit.grammar.samples import (
    categories,
)


@pytest.mark.parametrize(
    ("parameter", "value"),
    [
        ("coordination", -0.1),
        ("series", 1.1),
        ("nesting", float("nan")),
        ("clash", "often"),
        ("modifier", None),
        ("clauses", True),
        ("max_depth", 0),
        ("max_depth", 2.0),
        ("max_words", 9),
        ("max_words", float("inf")),
    ],
)
def test_parameters_are_checked(parameter: str, value: object) -> None:
    with pytest.raises(GrammarError) as caught:
        Grammar(**{parameter: value})  # type: ignore[arg-type]  # wrong on purpose
    assert caught.value.parameter == parameter
    kind = "a whole number from" if parameter.startswith("max_") else "a probability between 0 and 1, not"
    assert str(caught.value).startswith(f"{parameter}: must be {kind} ")
    assert str(caught.value).endswith(f"not {value!r}")
    assert str(caught.value) == f"{parameter}: {caught.value.reason}"


@pytest.mark.parametrize(
    ("parameter", "value"), [("max_depth", 1), ("max_words", 10), ("series", 0), ("series", 1), ("clash", 1.0)]
)
def test_parameters_at_their_bounds(parameter: str, value: float) -> None:
    assert getattr(Grammar(**{parameter: value}), parameter) == value  # type: ignore[arg-type]  # whole where it must be


def test_parameters_are_given_by_name() -> None:
    with pytest.raises(TypeError):
        Grammar(0.5)  # type: ignore[call-arg]  # wrong on purpose


def test_parameters_matter() -> None:
    def count(grammar: Grammar) -> list[list[int]]:
        return [[len(c.conjuncts) for c in coordinations(tree)] for tree in generate(150, seed=9, grammar=grammar)]

    assert not any(count(Grammar(coordination=0, clauses=0)))
    assert max(max(sizes, default=0) for sizes in count(Grammar(series=0))) == 2
    assert max(max(sizes, default=0) for sizes in count(Grammar(series=0.9, max_words=40))) == 5
    labels = Counter(
        arc.label for tree in generate(150, 9, Grammar(correlative=0, subordination=0)) for arc in tree.arcs
    )
    assert not {"cc:preconj", "ccomp", "xcomp"} & set(labels)
    labels = Counter(arc.label for tree in generate(150, 9, Grammar(modifier=0)) for arc in tree.arcs)
    assert not {"amod", "nmod", "obl:agent", "acl:relcl"} & set(labels)
    for tree in generate(50, 9, Grammar(clauses=1, max_words=200)):
        assert [category for span, category in categories(tree) if span[1] == len(tree.words) - 1][:1] == ["S"]
    several = list(generate(150, 9, Grammar(clauses=0, subordination=1, max_words=200)))
    subordinate = [{"ccomp", "xcomp", "advcl"} & {arc.label for arc in tree.arcs} for tree in several]
    assert 0.8 < sum(map(bool, subordinate)) / len(several) < 1
