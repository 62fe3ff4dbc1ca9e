"""Mutants of a module: its code with one thing changed, by the operators of mutmut.

mutmut mutates functions. All mutants of a module's functions fit into one file, where the name of the one to run
can be set while the program runs. What stands outside functions (constants, tables, defaults, decorators of classes)
takes effect when a module is imported, so that each mutant is a file of its own.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterator
from dataclasses import dataclass

import libcst as cst
import libcst.matchers as m
from mutmut.mutation.file_mutation import deep_replace, mutate_file_contents
from mutmut.mutation.mutators import mutation_operators

WRAPPERS = {"property", "cached_property", "contextmanager", "cache"}
"""Decorators that mutmut, which leaves decorated functions alone, is made to look behind."""

DOCSTRING = m.SimpleStatementLine(body=[m.Expr(value=m.SimpleString() | m.ConcatenatedString())])
PUBLIC = m.SimpleStatementLine(body=[m.Assign(targets=[m.AssignTarget(target=m.Name("__all__"))])])
TYPE = m.AnnAssign(annotation=m.Annotation(m.Name("TypeAlias"))) | m.Assign(value=m.Call(func=m.Name("TypeVar")))
LEFT_ALONE = m.FunctionDef() | m.Annotation() | m.Import() | m.ImportFrom() | DOCSTRING | PUBLIC | TYPE


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of a module.

    Attributes
    ----------
    name : str
        Which one it is; for a function, the function that has the change.
    diff : str
        The change.
    code : str
        The module with the change; for a function, with the changes of all functions, none of them in force.
    """

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
        Mutant(f"outside_{number}", _diff(source.splitlines(), code.splitlines()), code)
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


def of_functions(source: str) -> list[Mutant]:
    """The mutants of functions, methods and properties."""
    made = mutate_file_contents("", unwrapped(source))
    code = str(made.code)
    lines = code.splitlines()
    functions = {
        node.name: lines[node.lineno : node.end_lineno]
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.FunctionDef)
    }
    names = [str(name) for name in made.mutant_names]
    return [Mutant(name, _diff(functions[f"{function(name)}__mutmut_orig"], functions[name]), code) for name in names]


def function(mutant: str) -> str:
    """The function that a mutant is one of, as mutmut names it."""
    return mutant.rpartition("__mutmut_")[0]


def unwrapped(source: str) -> str:
    """The same module with ``name = property(name)`` behind a function, where ``@property`` is before it.

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
            case [ast.Name(id=wrapper) as decorator] if wrapper in WRAPPERS:
                lines.insert(node.end_lineno or 0, f"{' ' * node.col_offset}{node.name} = {wrapper}({node.name})")
                del lines[decorator.lineno - 1]
    return "\n".join(lines)


def _diff(before: list[str], after: list[str]) -> str:
    return "\n".join(list(difflib.unified_diff(before, after, lineterm="", n=1))[2:])
