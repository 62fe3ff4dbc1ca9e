"""Arguments of a wrong type are answered with what was expected, not with what went wrong inside."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest

import bubbletree as bt
from bubbletree.convert import convert_all

TREE = bt.BubbleTree(["tea"], [{0}, {1}], [(0, "root", 1)])
SENTENCE = bt.to_ud(TREE)
FORMATS = ("conllu", "brackets", "jsonl", "json")

Function = Callable[..., object]

CALLS: list[tuple[Function, object, str]] = [
    *((getattr(bt, f"write_{form}"), (TREE, io.StringIO()), "several trees, in a list") for form in FORMATS),
    *((getattr(bt, f"write_{form}"), ("tea", io.StringIO()), "several trees, in a list") for form in FORMATS),
    *((getattr(bt, f"write_{form}"), ([5], io.StringIO()), "a BubbleTree") for form in FORMATS),
    *((getattr(bt, f"write_{form}"), ([TREE], 5), "a path, or an open text stream") for form in FORMATS),
    *((getattr(bt, f"format_{form}"), (5,), "a BubbleTree") for form in FORMATS),
    *((getattr(bt, f"parse_{form}"), (5,), "a text") for form in FORMATS),
    *((getattr(bt, f"read_{form}"), (5,), "a path, an open stream") for form in (*FORMATS, "sentences", "coord")),
    *((getattr(bt, f"read_{form}"), (b"tea",), "a path, an open stream") for form in FORMATS),
    *((getattr(bt, f"read_{form}"), ([5],), "a line of text") for form in FORMATS),
    *((function, (5,), "a BubbleTree") for function in (bt.to_ud, bt.oracle, bt.coordinations, bt.validate)),
    *((function, (5,), "a BubbleTree") for function in (bt.draw.text, bt.draw.svg, bt.draw.tikz)),
    (bt.draw.html, (TREE,), "several trees, in a list"),
    (bt.draw.html, ([5],), "a BubbleTree"),
    (bt.from_ud, (5,), "a Sentence or a BubbleTree"),
    (bt.from_ud, (SENTENCE, 5), "several coordinations"),
    (bt.from_ud, (SENTENCE, [(1, 2)]), "a GivenCoordination"),
    (lambda one: list(convert_all(one)), (SENTENCE,), "several sentences"),
    (bt.Sentence.from_columns, ("tea",), "several words"),
    (bt.Sentence.from_columns, ([5],), "a word, which is text"),
]  # fmt: skip


@pytest.mark.parametrize(("function", "arguments", "expected"), CALLS)
def test_a_wrong_type_is_told_what_was_expected(
    function: Function, arguments: tuple[object, ...], expected: str
) -> None:
    with pytest.raises(TypeError) as refused:
        function(*arguments)
    assert str(refused.value).startswith(f"expected {expected}")
    wrong = next(one for one in arguments[::-1] if not isinstance(one, io.StringIO))
    kinds = {type(part).__name__ for part in (wrong, *(wrong if isinstance(wrong, list) else ()))}
    assert any(f", not {kind}: " in str(refused.value) for kind in kinds)
