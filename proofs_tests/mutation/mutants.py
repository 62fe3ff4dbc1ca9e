"""Mutants of a module: its code with one thing changed, by the operators of mutmut and three of our own.

mutmut mutates functions. All mutants of a module's functions fit into one file, where the name of the one to run
can be set while the program runs. What stands outside functions (constants, tables, defaults, decorators of classes)
takes effect when a module is imported, so that each mutant is a file of its own.

Our own operators swap two neighbouring arguments or indices, or leave out a statement. In code with tensors that is
what mistakes look like, and mutmut does neither.
"""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from unittest import mock

import libcst as cst
import libcst.matchers as m
from mutmut.mutation import file_mutation
from mutmut.mutation.file_mutation import deep_replace, mutate_file_contents
from mutmut.mutation.mutators import OPERATORS_TYPE, mutation_operators

WRAPPERS = {
    "property",
    "cached_property",
    "contextmanager",
    "cache",
    "torch.no_grad()",
    "torch.inference_mode()",
    "compiled",
    "on_threads",
}
"""Decorators that mutmut, which leaves decorated functions alone, is made to look behind."""

DOCSTRING = m.SimpleStatementLine(body=[m.Expr(value=m.SimpleString() | m.ConcatenatedString())])
PUBLIC = m.SimpleStatementLine(body=[m.Assign(targets=[m.AssignTarget(target=m.Name("__all__"))])])
TYPE = m.AnnAssign(annotation=m.Annotation(m.Name("TypeAlias"))) | m.Assign(value=m.Call(func=m.Name("TypeVar")))
KEPT = m.Assign(targets=[m.AssignTarget(target=~m.Subscript())]) | m.Expr(
    value=m.SimpleString() | m.ConcatenatedString()
)
"""Statements that are not left out: without other assignments names would be missing, and texts do nothing."""
EXTREME = m.Name("min") | m.Name("max") | m.Name("minimum") | m.Name("maximum")
SYMMETRIC = m.Call(func=EXTREME | m.Attribute(attr=EXTREME))
"""Calls that do not mind the order of their arguments."""
LEFT_ALONE = m.FunctionDef() | m.Annotation() | m.Import() | m.ImportFrom() | DOCSTRING | PUBLIC | TYPE


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of a module.

    Attributes
    ----------
    part : str
        Which kind of change it is.
    name : str
        Which one it is; for a function, the function that has the change.
    diff : str
        The change.
    code : str
        The module with the change; for a function, with the changes of all functions, none of them in force.
    """

    part: str
    name: str
    diff: str
    code: str


def outside(source: str) -> list[Mutant]:
    """The mutants of what stands outside functions, in the order of the file, without those that are alike."""
    module = cst.parse_module(source)
    variants = dict.fromkeys(
        cst.ensure_type(deep_replace(module, old, new), cst.Module).code for old, new in _changes(module)
    )
    variants.pop(source, None)
    return [
        Mutant(OUTSIDE, f"outside_{number}", _diff(source.splitlines(), code.splitlines()), code)
        for number, code in enumerate(variants, start=1)
    ]


def _changes(module: cst.Module) -> Iterator[tuple[cst.CSTNode, cst.CSTNode]]:
    stack: list[cst.CSTNode] = [module]
    while stack:
        node = stack.pop()
        if m.matches(node, LEFT_ALONE):
            continue
        for kind, operator in mutation_operators:
            if isinstance(node, kind):
                yield from ((node, changed) for changed in operator(node))
        stack.extend(reversed(node.children))


def _swapped_arguments(call: cst.Call) -> Iterator[cst.Call]:
    if m.matches(call, SYMMETRIC):
        return
    plain = [place for place, one in enumerate(call.args) if not one.star and not one.keyword]
    for place, following in pairwise(plain):
        args = list(call.args)
        args[place], args[following] = (
            args[place].with_changes(value=args[following].value),
            args[following].with_changes(value=args[place].value),
        )
        if not args[place].value.deep_equals(args[following].value):
            yield call.with_changes(args=args)


def _swapped_indices(subscript: cst.Subscript) -> Iterator[cst.Subscript]:
    for place, following in pairwise(range(len(subscript.slice))):
        slices = list(subscript.slice)
        slices[place], slices[following] = (
            slices[place].with_changes(slice=slices[following].slice),
            slices[following].with_changes(slice=slices[place].slice),
        )
        if not slices[place].slice.deep_equals(slices[following].slice):
            yield subscript.with_changes(slice=slices)


def _left_out(statement: cst.Expr | cst.AugAssign | cst.Assign) -> Iterator[cst.Pass]:
    """Nothing in the place of a call, ``+=`` or a store."""
    if not m.matches(statement, KEPT):
        yield cst.Pass()


STRUCTURE: OPERATORS_TYPE = [
    (cst.Call, _swapped_arguments),
    (cst.Subscript, _swapped_indices),
    (cst.Expr, _left_out),
    (cst.AugAssign, _left_out),
    (cst.Assign, _left_out),
]
"""Our own operators."""

FUNCTIONS, OUTSIDE, STRUCTURAL = "functions", "outside", "structure"
OPERATORS: Mapping[str, OPERATORS_TYPE] = {FUNCTIONS: mutation_operators, STRUCTURAL: STRUCTURE}


def of_functions(source: str, parts: Sequence[str]) -> list[Mutant]:
    """The mutants of functions, methods and properties, of one kind after the other, all in the same code."""
    together = _mutated(source, [operator for part in parts for operator in OPERATORS[part]])
    if len(parts) == 1:
        return [Mutant(parts[0], name, diff, code) for name, diff, code in together]
    kinds = {diff: part for part in reversed(parts) for _, diff, _ in _mutated(source, OPERATORS[part])}
    found = [Mutant(kinds[diff], name, diff, code) for name, diff, code in together]
    return sorted(found, key=lambda mutant: parts.index(mutant.part))


def _mutated(source: str, operators: OPERATORS_TYPE) -> list[tuple[str, str, str]]:
    """The name, the change and the code of each mutant."""
    with mock.patch.object(file_mutation, "mutation_operators", operators):
        made = mutate_file_contents("", unwrapped(source))
    code = str(made.code)
    lines = code.splitlines()
    functions = {
        node.name: lines[node.lineno : node.end_lineno]
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.FunctionDef)
    }
    names = [str(name) for name in made.mutant_names]
    found = [(name, _diff(functions[f"{function(name)}__mutmut_orig"], functions[name]), code) for name in names]
    return [(name, diff, code) for name, diff, code in found if not is_of_strict(diff)]


def is_of_strict(diff: str) -> bool:
    """Whether a change is only that of ``strict=True`` in a ``zip``.

    That is an assertion: both sides have the same length by the lines before, so no test can tell.

    Examples
    --------
    >>> is_of_strict("-for a, b in zip(x, y, strict=True):\\n+for a, b in zip(x, y, ):")
    True
    >>> is_of_strict("-    y,\\n-    strict=True,\\n-)\\n+    y,\\n+)")
    True
    >>> is_of_strict("-for a, b in zip(x, y, strict=True):\\n+for a, b in zip(x, strict=True):")
    False
    """
    lines = diff.splitlines()
    if not any("strict=True" in line for line in lines if line.startswith("-")):
        return False
    before, after = (
        "".join(re.sub(r"(strict=(True|False|None)|,|\s)", "", line[1:]) for line in lines if line.startswith(sign))
        for sign in "-+"
    )
    return before == after


def function(mutant: str) -> str:
    """The function that a mutant is one of, as mutmut names it."""
    return mutant.rpartition("__mutmut_")[0]


def unwrapped(source: str) -> str:
    """The same module with ``name = property(name)`` behind a function, where ``@property`` is before it, and so on.

    Examples
    --------
    >>> print(unwrapped("class A:\\n    @property\\n    def one(self):\\n        return 1"))
    class A:
        def one(self):
            return 1
        one = property(one)
    """
    lines = source.splitlines()
    found = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    for node in sorted(found, key=lambda node: node.lineno, reverse=True):
        match node.decorator_list:
            case [decorator] if (wrapper := ast.unparse(decorator)) in WRAPPERS:
                lines.insert(node.end_lineno or 0, f"{' ' * node.col_offset}{node.name} = {wrapper}({node.name})")
                del lines[decorator.lineno - 1]
    return "\n".join(lines)


def _diff(before: list[str], after: list[str]) -> str:
    return "\n".join(list(difflib.unified_diff(before, after, lineterm="", n=1))[2:])
