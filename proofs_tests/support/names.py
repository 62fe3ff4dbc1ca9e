"""Public names of the library: what they stand for, how they are called, and what is written about them.

A name is one of the package, such as ``validate``, or, with a dot, of a part of it, such as ``draw.text``.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import cache
from importlib import import_module
from inspect import Parameter
from itertools import pairwise
from types import FunctionType
from typing import Any, ForwardRef

LONGEST = 100
"""From here on, a signature takes a line for each parameter."""

STARS: dict[object, str] = {Parameter.VAR_POSITIONAL: "*", Parameter.VAR_KEYWORD: "**"}


def resolved(name: str) -> object:
    """What a name stands for."""
    part, _, own = name.rpartition(".")
    value: object = getattr(import_module(f"bubbletree.{part}" if part else "bubbletree"), own)
    return inspect.unwrap(value) if callable(value) else value


def documentation(name: str) -> str:
    """The docstring of a name; of a constant the string below it."""
    value = resolved(name)
    if inspect.isclass(value) or isinstance(value, FunctionType):
        return inspect.getdoc(value) or ""
    module, own = origin(name)
    return string_below(tree_of(module).body)[own]


def assigned(name: str) -> str:
    """The expression that a constant is assigned."""
    module, own = origin(name)
    for node in tree_of(module).body:
        for target in targets_of(node):
            if target == own and isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
                return ast.unparse(node.value).replace("'", '"')
    raise LookupError(name)


def origin(name: str) -> tuple[str, str]:
    """The module that defines a name, and its name there."""
    part, _, own = name.rpartition(".")
    module = f"bubbletree.{part}" if part else "bubbletree"
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.ImportFrom) and own in (alias.name for alias in node.names):
            return str(node.module), own
    return module, own


@cache
def tree_of(module: str) -> ast.Module:
    return ast.parse(inspect.getsource(import_module(module)))


def targets_of(node: ast.stmt) -> list[str]:
    """The names that a statement assigns."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]


def string_below(body: Sequence[ast.stmt]) -> Mapping[str, str]:
    """The strings that stand below assignments, by the name that is assigned."""
    found: dict[str, str] = {}
    for node, below in pairwise(body):
        match below:
            case ast.Expr(value=ast.Constant(value=str(text))):
                found.update(dict.fromkeys(targets_of(node), " ".join(text.split())))
    return found


def attribute_docs(kind: type) -> Mapping[str, str]:
    """The strings below the attributes of a class."""
    for node in ast.walk(tree_of(kind.__module__)):
        if isinstance(node, ast.ClassDef) and node.name == kind.__name__:
            return {name: text for name, text in string_below(node.body).items() if not name.startswith("_")}
    return {}


def signature(name: str, function: Callable[..., Any], *, bound: bool = False) -> str:
    """How a function is called, or a class; a bound one without its first parameter."""
    found = inspect.signature(function)
    shown: list[str] = []
    before = None
    for parameter in list(found.parameters.values())[bound:]:
        if before is Parameter.POSITIONAL_ONLY and parameter.kind is not before:
            shown.append("/")
        if parameter.kind is Parameter.KEYWORD_ONLY and before not in (parameter.kind, Parameter.VAR_POSITIONAL):
            shown.append("*")
        shown.append(_parameter(parameter))
        before = parameter.kind
    result = "" if inspect.isclass(function) else f" -> {_annotation(found.return_annotation)}"
    line = f"{name}({', '.join(shown)}){result}"
    if len(line) <= LONGEST:
        return line
    return "\n".join([f"{name}(", *(f"    {one}," for one in shown), f"){result}"])


def call(name: str, method: Callable[..., Any]) -> str:
    """The signature of a method on one line, without types if it would be long."""
    line = signature(name, method, bound=True)
    return line if "\n" not in line else f"{name}({', '.join(list(inspect.signature(method).parameters)[1:])})"


def _parameter(parameter: Parameter) -> str:
    text = STARS.get(parameter.kind, "") + parameter.name
    if parameter.annotation is not Parameter.empty:
        text += f": {_annotation(parameter.annotation)}"
    if parameter.default is not Parameter.empty:
        text += f" = {_default(parameter.default)}"
    return text


def _annotation(annotation: object) -> str:
    if isinstance(annotation, ForwardRef):
        return str(annotation.__forward_arg__)
    return annotation if isinstance(annotation, str) else str(getattr(annotation, "__name__", annotation))


def _default(value: object) -> str:
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    return "..." if repr(value).startswith("<") else repr(value).replace("'", '"')
