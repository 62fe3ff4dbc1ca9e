"""The page docs/api.md, made from the docstrings of the library.

python -m proofs_tests.support.api            write the page again
python -m proofs_tests.support.api --check    say whether it is what would be written
"""

from __future__ import annotations

import argparse
import ast
import inspect
import sys
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from functools import cache, cached_property
from importlib import import_module
from inspect import Parameter
from types import FunctionType
from typing import ForwardRef, NamedTuple

import bubbletree
from bubbletree import BubbletreeError
from bubbletree.io import atomic_writer
from proofs_tests.support.docstrings import first_sentence, inline, markdown, wrapped
from proofs_tests.support.paths import ROOT

PAGE = ROOT / "docs" / "api.md"
COMMAND = "python -m proofs_tests.support.api"

INTRODUCTION = f"""\
# All public names

What a program can use of bubbletree, with signatures and examples. The names stand in the package itself, as in
`bubbletree.validate`, or in the part of it that they are written with, as in `bubbletree.draw.text`. The page is made
from the docstrings: `{COMMAND}` writes it again. Its examples are run as tests, and begin with

```pycon
>>> import bubbletree as bt
>>> from bubbletree import *

```
"""


class Group(NamedTuple):
    """A chapter of the page: a title, some words, and names in the package or, with a dot, in a part of it."""

    title: str
    text: str
    names: Sequence[str]


def of(part: str, *names: str) -> tuple[str, ...]:
    """Names in a part of the package."""
    return tuple(f"{part}.{name}" for name in names)


def grid(*forms: str) -> tuple[str, ...]:
    """The five functions of each format of trees."""
    return tuple(f"{verb}_{form}" for form in forms for verb in ("iter", "read", "write", "format", "parse"))


GROUPS = (
    Group(
        "Trees",
        "Bubble trees and sentences are frozen values. Ill-formed trees can be built too: :func:`validate` tells.",
        ("BubbleTree", "Arc", "ROOT", "CONJ", "Span", "Sentence", "Row", "reattach", "count_trees", "random_tree"),
    ),
    Group("Validation", "", ("validate", "Report", "Condition", "Violation")),
    Group(
        "Transitions",
        "The transition system Bubble-Hybrid.",
        ("Configuration", "TransitionKind", "Transition", "valid_transitions", "apply", "Precondition"),
    ),
    Group("Oracle and derivation", "", ("oracle", "derive", "trace", "normalise")),
    Group(
        "Parsing",
        "A trained parser, and parsing with a scorer of one's own.",
        ("load", "Parser", "Candidate", "parse", "Scorer", "UniformScorer", "RandomScorer", "GoldScorer"),
    ),
    Group(
        "Coordinated phrases",
        "What is coordinated in a tree, and what its coordinations share.",
        (
            "coordinations",
            "TreeCoordination",
            "Coordination",
            "Modifier",
            "GivenCoordination",
            "HasConjuncts",
            *of("boundary", "Boundary", "Side", "boundaries", "redistribute", "best_levels", "is_split"),
        ),
    ),
    Group(
        "Conversion",
        "Between Universal Dependencies and bubble trees; [conversion.md](conversion.md) explains the rules.",
        (
            "from_ud",
            "to_ud",
            "Punctuation",
            *of("convert", "convert", "Conversion", "convert_all", "Failure", "ConversionTable"),
            *of("convert", "Repair", "RepairKind", "Reason", "infer_coordinations"),
        ),
    ),
    Group(
        "Reading and writing",
        "Each format of trees has the same five functions; [formats.md](formats.md) describes the formats.",
        (
            *grid("conllu", "brackets", "jsonl"),
            "iter_sentences",
            "read_sentences",
            "read_coord",
            "write_coord",
            *of("io", "has_bubbles", "atomic_writer", "write_bytes", "Source", "Target"),
        ),
    ),
    Group(
        "Drawing",
        "Every function returns a string; [drawing.md](drawing.md) shows what they draw.",
        of("draw", "text", "svg", "tikz", "html", "Style"),
    ),
    Group(
        "Scores",
        "[metrics.md](metrics.md) works examples by hand.",
        of(
            "metrics",
            *("score_coordinations", "score_sentence", "CoordinationScores", "Criteria", "Convention"),
            *("gold_coordinations", "score_attachment", "AttachmentScores", "is_punctuation", "Counts", "Share"),
            *("find_mistakes", "count_mistakes", "mistakes_table", "Mistake", "MistakeKind", "mistake_name"),
            "aligned",
        ),
    ),
    Group(
        "Exact search",
        "The best of all bubble trees, without a transition system; see [exact.md](exact.md).",
        of(
            "exact",
            *("best_tree", "k_best_trees", "count", "log_partition", "marginals", "probability", "tree_score"),
            *("ScoredTree", "Scores", "Step", "StepKind", "Role", "steps", "Options", "Constraint", "RequiredArc"),
            *("ForbiddenArc", "RequiredBubble", "ForbiddenBubble", "RequiredCoordination", "OnlyCoordinations"),
        ),
    ),
    Group(
        "Sentences to work with",
        "A hand-made treebank, and a generator of sentences with their trees.",
        (*of("treebank", "load"), *of("grammar", "generate", "Grammar")),
    ),
    Group(
        "Errors",
        "All that the library raises on purpose is a :class:`BubbletreeError`.",
        (
            "BubbletreeError",
            "ConversionError",
            "FormatError",
            "IncompleteDerivationError",
            "InvalidTreeError",
            "LabelError",
            "NoParserError",
            "OracleError",
            "ReattachmentError",
            "ScorerError",
            "StructureError",
            "TransitionError",
            "UnwritableError",
            *of("exact", "NoTreeError"),
            *of("grammar", "GrammarError"),
            *of("metrics", "AlignmentError"),
        ),
    ),
)

NAMES = tuple(name for group in GROUPS for name in group.names)


def page() -> str:
    """The whole page."""
    contents = "\n".join(f"- {link(group.title, group.title)}" for group in GROUPS)
    chapters = (block for group in GROUPS for block in chapter(group))
    return "\n\n".join([INTRODUCTION.rstrip("\n"), contents, *chapters]) + "\n"


def chapter(group: Group) -> Iterator[str]:
    """A chapter: what its names mean in a few words, what its examples import, and all about each name."""
    yield f"## {group.title}"
    if group.text:
        yield wrapped(inline(group.text, reference))
    rows = (f"| {link(f'`{name}`', name)} | {inline(first_sentence(documentation(name)), reference)} |" for name in group.names)
    yield "\n".join(["| Name | What it is |", "|---|---|", *rows])
    parts = dict.fromkeys(name.split(".")[0] for name in group.names if "." in name)
    if parts:
        imports = (f">>> from bubbletree.{part} import *" for part in parts)
        yield "\n".join(["```pycon", *imports, "", "```"])
    for name in group.names:
        yield from entry(name)


def entry(name: str) -> Iterator[str]:
    """All about one name."""
    yield f"### `{name}`"
    value = resolved(name)
    own = name.split(".")[-1]
    if inspect.isclass(value):
        if not issubclass(value, Enum | BaseException) and not is_protocol(value):
            yield f"```python\n{signature(own, value)}\n```"
        yield from markdown(documentation(name), reference)
        yield from members(value)
    elif isinstance(value, FunctionType):
        yield f"```python\n{signature(own, value)}\n```"
        yield from markdown(documentation(name), reference)
    else:
        yield f"```python\n{own} = {assigned(name)}\n```"
        yield from markdown(documentation(name), reference)


def members(kind: type) -> Iterator[str]:
    """What a class has beside what its docstring describes."""
    bases = [base.__name__ for base in kind.__mro__[1:] if base.__module__.startswith("bubbletree")]
    if bases and bases[0] != BubbletreeError.__name__:
        yield f"It has all that a {reference(bases[0])} has."
    rows = []
    described = inspect.getdoc(kind) or ""
    notes = attribute_docs(kind)
    if issubclass(kind, Enum):
        rows += [f"`{member.name}`: {notes.get(member.name) or f'*{member.value}*'}" for member in kind]
    else:
        rows += [f"`.{name}`: {text}" for name, text in notes.items() if not _is_listed(name, described)]
    for name, value in vars(kind).items():
        if name.startswith("_") or _is_listed(name, described):
            continue
        function = value.__func__ if isinstance(value, classmethod | staticmethod) else value
        if isinstance(function, property):
            function, shown = function.fget, f".{name}"
        elif isinstance(function, cached_property):
            function, shown = function.func, f".{name}"
        elif isinstance(function, FunctionType):
            shown = "." + call(name, function, skip=not isinstance(value, staticmethod))
        else:
            continue
        text = inspect.getdoc(function) or ""
        rows.append(f"`{shown}`: {' '.join(text.split(chr(10) * 2)[0].split())}")
    if rows:
        yield "**Members**"
        yield "\n".join(wrapped(inline(row, reference), "- ") for row in rows)


def _is_listed(name: str, docstring: str) -> bool:
    """Whether a docstring has an item for a name among its parameters or attributes."""
    heads = (line.partition(" : ")[0] for line in docstring.splitlines() if " : " in line)
    return any(name in head.split(", ") for head in heads)


def is_protocol(kind: type) -> bool:
    return bool(getattr(kind, "_is_protocol", False))


def signature(name: str, function: object, *, skip: bool = False) -> str:
    """How a function is called, or a class; without the first parameter if it is to be skipped."""
    found = inspect.signature(function)  # type: ignore[arg-type]  # a function or class
    parameters = list(found.parameters.values())[skip:]
    shown: list[str] = []
    for number, parameter in enumerate(parameters):
        before = parameters[number - 1].kind if number else None
        if parameter.kind is Parameter.KEYWORD_ONLY and before not in (Parameter.KEYWORD_ONLY, Parameter.VAR_POSITIONAL):
            shown.append("*")
        if before is Parameter.POSITIONAL_ONLY and parameter.kind is not Parameter.POSITIONAL_ONLY:
            shown.append("/")
        shown.append(_parameter(parameter))
    is_class = inspect.isclass(function)
    result = "" if is_class or found.return_annotation is Parameter.empty else f" -> {_annotation(found.return_annotation)}"
    line = f"{name}({', '.join(shown)}){result}"
    if len(line) <= 100:
        return line
    return "\n".join([f"{name}(", *(f"    {one}," for one in shown), f"){result}"])


def call(name: str, function: FunctionType, *, skip: bool) -> str:
    """The signature of a method on one line, without types if it would be long."""
    line = signature(name, function, skip=skip)
    if "\n" not in line:
        return line
    parameters = list(inspect.signature(function).parameters.values())[skip:]
    return f"{name}({', '.join(parameter.name for parameter in parameters)})"


def _parameter(parameter: Parameter) -> str:
    stars = {Parameter.VAR_POSITIONAL: "*", Parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
    text = stars + parameter.name
    if parameter.annotation is not Parameter.empty:
        text += f": {_annotation(parameter.annotation)}"
    if parameter.default is not Parameter.empty:
        text += f" = {_default(parameter.default)}"
    return text


def _annotation(annotation: object) -> str:
    if isinstance(annotation, ForwardRef):
        return annotation.__forward_arg__
    return annotation if isinstance(annotation, str) else getattr(annotation, "__name__", repr(annotation))


def _default(value: object) -> str:
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    return "..." if repr(value).startswith("<") else repr(value).replace("'", '"')


def link(text: str, heading: str) -> str:
    """A link to a heading of the page."""
    anchor = "".join(c for c in heading.lower() if c.isalnum() or c in "_ -").replace(" ", "-")
    return f"[{text}](#{anchor})"


def reference(target: str) -> str:
    """What a cross-reference in a docstring becomes: a link if the page has the name, and code if not."""
    target = target.lstrip("~")
    for name in (target, target.removeprefix("bubbletree."), target.split(".")[-1]):
        if name in NAMES:
            return link(f"`{name}`", name)
    own = [name for name in NAMES if name.split(".")[-1] == target.split(".")[-1]]
    if len(own) == 1:
        return link(f"`{own[0]}`", own[0])
    return f"`{target}`"


def resolved(name: str) -> object:
    """What a name stands for."""
    part, _, own = name.rpartition(".")
    value = getattr(import_module(f"bubbletree.{part}" if part else "bubbletree"), own)
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
    for node in tree_of(module).body:
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
    found = {}
    for node, below in zip(body, body[1:], strict=False):
        for name in targets_of(node):
            if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant) and isinstance(below.value.value, str):
                found[name] = " ".join(below.value.value.split())
    return found


def attribute_docs(kind: type) -> Mapping[str, str]:
    """The strings below the attributes of a class."""
    for node in ast.walk(tree_of(kind.__module__)):
        if isinstance(node, ast.ClassDef) and node.name == kind.__name__:
            return {name: text for name, text in string_below(node.body).items() if not name.startswith("_")}
    return {}


def public_names() -> set[str]:
    """What the package and its parts list as public, each name where it is nearest."""
    parts = {part: import_module(f"bubbletree.{part}") for part in ("convert", "draw", "exact", "grammar", "io", "metrics")}
    top = {name for name in bubbletree.__all__ if not inspect.ismodule(getattr(bubbletree, name))}
    return top | {f"{part}.{name}" for part, module in parts.items() for name in module.__all__ if name not in top}


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the page, or compare it."""
    parser = argparse.ArgumentParser(prog=COMMAND)
    parser.add_argument("--check", action="store_true", help="write nothing; say whether the page is up to date")
    if parser.parse_args(arguments).check:
        is_current = PAGE.is_file() and PAGE.read_text(encoding="utf-8") == page()
        print(f"{PAGE.name} is {'up to date' if is_current else f'out of date: write it again with {COMMAND}'}")
        return 0 if is_current else 1
    with atomic_writer(PAGE) as stream:
        stream.write(page())
    return 0


if __name__ == "__main__":
    sys.exit(main())
