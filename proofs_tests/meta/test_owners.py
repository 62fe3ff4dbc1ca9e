"""Attributes have one owner: in ``neural``, only an object itself assigns to its attributes.

So a network's options, the state of training and the modules of a network change in one place each, or never.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from proofs_tests.support.paths import ROOT

EXCEPTIONS = {
    "parameter.grad": "PyTorch stores gradients there",
    "worth.imag": "a part of an array",
    "layer.dropout": "a layer that was just made, before anyone else sees it",
    "bubbles[node].node": "a builder's own entries, in the function that makes them",
}
"""Assignments from outside, as they are written, and why each is right."""


def assigned_from_outside(source: str) -> Iterator[tuple[int, str]]:
    """The attributes of objects other than ``self`` and ``cls`` that some code assigns to, with their lines."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(value=owner, ctx=ast.Store() | ast.Del()):
                pass
            case ast.Call(func=ast.Name(id="setattr" | "delattr"), args=[owner, *_]):
                pass
            case _:
                continue
        if not (isinstance(owner, ast.Name) and owner.id in ("self", "cls")):
            yield node.lineno, ast.unparse(node)


def test_assignments_from_outside_are_found() -> None:
    inside = "self.c, cls.d = 1, 2\nsetattr(self, 'y', 1)\n"
    outside = "network.rescoring = None\ntrainer.state.step += 1\nself.a, other.b = 1, 2\nsetattr(x, 'y', 1)\n"
    found = [text for _, text in assigned_from_outside(inside + outside)]
    assert sorted(found) == ["network.rescoring", "other.b", "setattr(x, 'y', 1)", "trainer.state.step"]


def test_only_an_object_itself_assigns_to_its_attributes() -> None:
    found = {
        f"{path.relative_to(ROOT)}:{line}: {text}": text
        for path in sorted((ROOT / "neural").rglob("*.py"))
        for line, text in assigned_from_outside(path.read_text(encoding="utf-8"))
    }
    assert [place for place, text in found.items() if text not in EXCEPTIONS] == []
    assert set(EXCEPTIONS) == set(found.values()), "an exception that nobody needs"
