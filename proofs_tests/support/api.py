"""The page docs/reference/api.md, made from the docstrings of the library.

python -m proofs_tests.support.api            write the page again
python -m proofs_tests.support.api --check    say whether it is what would be written
"""

from __future__ import annotations

import argparse
import inspect
import sys
from collections.abc import Iterator, Sequence
from enum import Enum
from functools import cached_property
from importlib import import_module
from itertools import chain
from types import FunctionType
from typing import NamedTuple, TypeGuard

import bubbletree
from bubbletree import BubbletreeError
from bubbletree.io import atomic_writer
from proofs_tests.support.docstrings import first_sentence, inline, markdown, wrapped
from proofs_tests.support.names import assigned, attribute_docs, call, documentation, resolved, signature
from proofs_tests.support.paths import ROOT

PAGE = ROOT / "docs" / "reference" / "api.md"
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
        (
            "load",
            "Parser",
            "Candidate",
            "Alternative",
            "parse",
            "Scorer",
            "UniformScorer",
            "RandomScorer",
            "GoldScorer",
        ),
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
            "describe",
            "Description",
            "DescribedCoordination",
            "DescribedAlternative",
            "DescribedToken",
            "DescribedMultiwordToken",
            "DescribedSpan",
            "Phrase",
            "RelatedPhrase",
            *of("boundary", "Boundary", "Side", "boundaries", "redistribute", "best_levels", "is_split"),
        ),
    ),
    Group(
        "Readings without coordination",
        "[split.md](../guide/split.md) says what a reading is, and lists the rules.",
        (
            "split",
            "Reading",
            "Collective",
            *of("readings", "Choice", "judgements", "Judgement", "SWITCHES"),
        ),
    ),
    Group(
        "Searching",
        "[find.md](../guide/find.md) describes the language of queries.",
        ("find", "Query", *of("search", "Condition", "TEXTS", "NUMBERS", "FLAGS")),
    ),
    Group(
        "Two analyses of the same text",
        "[diff.md](../guide/diff.md) shows what they are compared by.",
        ("diff", "Difference", "Change", *of("comparison", "passages", "Passage")),
    ),
    Group(
        "Doubtful annotation",
        "[lint.md](../guide/lint.md) describes the rules.",
        ("lint", "Finding", *of("linting", "chosen_rules", "Rule", "RULES", "to_sarif", "Placed")),
    ),
    Group(
        "Conversion",
        "Between Universal Dependencies and bubble trees; [conversion.md](../guide/conversion.md) explains the rules.",
        (
            "from_ud",
            "to_ud",
            "to_enhanced_ud",
            "Punctuation",
            *of("convert", "convert", "Conversion", "convert_all", "Failure", "ConversionTable"),
            *of("convert", "Repair", "RepairKind", "Reason", "infer_coordinations"),
            *of("convert", "RULES", "Rule", "Decision", "Style", "Evidence"),
            *of("convert", "losses", "Loss", "Unsaid", "LOOSE"),
        ),
    ),
    Group(
        "Reading and writing",
        "Each format of trees has the same five functions; [formats.md](formats.md) describes the formats.",
        (
            *grid("conllu", "brackets", "json", "jsonl"),
            "iter_sentences",
            "read_sentences",
            "read_coord",
            "write_coord",
            *of("io", "scan_conllu", "scan_brackets", "scan_json", "scan_jsonl", "scan_sentences"),
            *of("io", "GoodSentence", "BadSentence"),
            *of("marked", "MarkedSentence", "marked"),
            *of("io", "iter_tsv", "read_tsv", "write_tsv", "scan_tsv"),
            *of("io", "iter_brat", "write_brat", "scan_brat", "iter_marked_json", "scan_marked_json"),
            *of("io", "iter_tokens", "write_tokens", "scan_tokens"),
            *of("io", "iter_penn", "scan_penn", "iter_genia", "read_spans"),
            *of("io", "has_bubbles", "atomic_writer", "write_bytes", "Source", "Target"),
        ),
    ),
    Group(
        "Drawing",
        "Functions return a string, for PNG and PDF bytes; [drawing.md](../guide/drawing.md) shows what they draw.",
        of("draw", "text", "svg", "png", "pdf", "tikz", "html", "Style", "Direction"),
    ),
    Group(
        "Scores",
        "[metrics.md](metrics.md) works examples by hand.",
        of(
            "metrics",
            *("score_coordinations", "score_sentence", "CoordinationScores", "Criteria", "Convention"),
            *("gold_coordinations", "score_attachment", "AttachmentScores", "is_punctuation", "Counts", "Share"),
            *("key_of", "score_by_trait", "traits", "Trait"),
            *("score_tagging", "TaggingScores"),
            *("find_mistakes", "count_mistakes", "mistakes_table", "Mistake", "MistakeKind", "mistake_name"),
            "aligned",
        ),
    ),
    Group(
        "Exact search",
        "The best of all bubble trees, without a transition system; see [exact.md](../theory/exact.md).",
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
            "DifferentTextError",
            "FormatError",
            "IncompleteDerivationError",
            "InvalidTreeError",
            "LabelError",
            "NoParserError",
            "OracleError",
            "QueryError",
            "ReattachmentError",
            "ScorerError",
            "StructureError",
            "TooManyReadingsError",
            "TransitionError",
            "UnknownLintError",
            "UnknownRuleError",
            "UnwritableError",
            *of("draw", "MissingExtraError", "TooManyPixelsError"),
            *of("exact", "NoTreeError"),
            *of("grammar", "GrammarError"),
            *of("metrics", "AlignmentError"),
        ),
    ),
)

PARTS = ("convert", "draw", "exact", "grammar", "io", "metrics")
"""The parts of the package that list their public names."""

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
    yield "\n".join(["| Name | What it is |", "|---|---|", *map(row, group.names)])
    entries = [block for name in group.names for block in entry(name)]
    parts = dict.fromkeys(name.split(".")[0] for name in group.names if "." in name)
    if parts and any(block.startswith("```pycon") for block in entries):
        imports = (f">>> from bubbletree.{part} import *" for part in parts)
        yield "\n".join(["```pycon", *imports, "", "```"])
    yield from entries


def row(name: str) -> str:
    """A name in the table of its chapter."""
    return f"| {link(f'`{name}`', name)} | {inline(first_sentence(documentation(name)), reference)} |"


def entry(name: str) -> Iterator[str]:
    """All about one name."""
    yield f"### `{name}`"
    value = resolved(name)
    own = name.rsplit(".", maxsplit=1)[-1]
    if isinstance(value, FunctionType) or is_constructed(value):
        shape = signature(own, value)
    else:
        shape = "" if inspect.isclass(value) else f"{own} = {assigned(name)}"
    if shape:
        yield f"```python\n{shape}\n```"
    yield from markdown(documentation(name), reference)
    if inspect.isclass(value):
        yield from members(value)


def members(kind: type) -> Iterator[str]:
    """What a class has beside what its docstring describes."""
    bases = [base.__name__ for base in own_bases(kind) if not base.__name__.startswith("_")]
    if bases and bases[0] != BubbletreeError.__name__:
        yield f"It has all that a {reference(bases[0])} has."
    rows = [wrapped(inline(f"`{shown}`: {text}", reference), "- ") for shown, text in described_members(kind)]
    if rows:
        yield "**Members**"
        yield "\n".join(rows)


def own_bases(kind: type) -> list[type]:
    """The bases of a class that are the library's."""
    return [base for base in kind.__mro__[1:] if base.__module__.startswith("bubbletree")]


def described_members(kind: type) -> Iterator[tuple[str, str]]:
    """What else a class has, as a program writes it, with a few words on each."""
    listed = inspect.getdoc(kind) or ""
    notes = attribute_docs(kind)
    if issubclass(kind, Enum):
        yield from ((member.name, notes.get(member.name, f"*{member.value}*")) for member in kind)
    else:
        yield from ((f".{name}", text) for name, text in notes.items() if not _is_listed(name, listed))
    # What a private base has, the class has as its own.
    holders = [kind, *(base for base in own_bases(kind) if base.__name__.startswith("_"))]
    for name, value in chain.from_iterable(vars(holder).items() for holder in holders):
        if name.startswith("_") or _is_listed(name, listed):
            continue
        if isinstance(value, property | cached_property):
            getter = value.fget if isinstance(value, property) else value.func
            yield f".{name}", first_paragraph(getter)
        elif isinstance(value, classmethod | FunctionType):
            function = value.__func__ if isinstance(value, classmethod) else value
            yield f".{call(name, function)}", first_paragraph(function)


def first_paragraph(function: object) -> str:
    return " ".join((inspect.getdoc(function) or "").split("\n\n")[0].split())


def _is_listed(name: str, docstring: str) -> bool:
    """Whether a docstring has an item for a name among its parameters or attributes."""
    heads = (line.partition(" : ")[0] for line in docstring.splitlines() if " : " in line)
    return any(name in head.split(", ") for head in heads)


def is_constructed(value: object) -> TypeGuard[type]:
    """Whether a class is one that programs make objects of."""
    return (
        inspect.isclass(value) and not issubclass(value, Enum | BaseException) and not getattr(value, "_is_protocol", 0)
    )


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


def public_names() -> set[str]:
    """What the package and its parts list as public, each name where it is nearest."""
    top = {name for name in bubbletree.__all__ if not inspect.ismodule(getattr(bubbletree, name))}
    listed = {part: import_module(f"bubbletree.{part}").__all__ for part in PARTS}
    return top | {f"{part}.{name}" for part, names in listed.items() for name in names if name not in top}


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
