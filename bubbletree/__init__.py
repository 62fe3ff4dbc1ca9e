"""bubbletree: bubble trees, Bubble-Hybrid parsing, and conversion from and to Universal Dependencies.

Bubble trees (Kahane 1997) put the conjuncts of a coordination into a bubble. The bubble as a whole has a head and can
have modifiers. Bubble-Hybrid (Shi & Lee 2021) is a transition system that derives all projective bubble trees.
"""

import importlib
import typing

if typing.TYPE_CHECKING:
    from bubbletree import boundary, comparison, convert, draw, linting, metrics, readings, search
    from bubbletree.comparison import Change, Difference, DifferentTextError, diff
    from bubbletree.conditions import Condition, Violation
    from bubbletree.configuration import Configuration, IncompleteDerivationError, TransitionKind
    from bubbletree.convert import ConversionError, Punctuation, from_ud, to_enhanced_ud, to_ud
    from bubbletree.coordination import (
        Coordination,
        GivenCoordination,
        HasConjuncts,
        Modifier,
        TreeCoordination,
        coordinations,
    )
    from bubbletree.counting import count_trees
    from bubbletree.decode import parse
    from bubbletree.derivation import derive, trace
    from bubbletree.description import (
        DescribedAlternative,
        DescribedCoordination,
        DescribedMultiwordToken,
        DescribedSpan,
        DescribedToken,
        Description,
        Phrase,
        RelatedPhrase,
        describe,
    )
    from bubbletree.editing import ReattachmentError, reattach
    from bubbletree.errors import BubbletreeError, FormatError, StructureError, UnwritableError
    from bubbletree.io import (
        format_brackets,
        format_conllu,
        format_json,
        format_jsonl,
        iter_brackets,
        iter_conllu,
        iter_json,
        iter_jsonl,
        iter_sentences,
        parse_brackets,
        parse_conllu,
        parse_json,
        parse_jsonl,
        read_brackets,
        read_conllu,
        read_coord,
        read_json,
        read_jsonl,
        read_sentences,
        write_brackets,
        write_conllu,
        write_coord,
        write_json,
        write_jsonl,
    )
    from bubbletree.linting import Finding, UnknownLintError, lint
    from bubbletree.normalisation import normalise
    from bubbletree.plugins import Alternative, Candidate, NoParserError, Parser, load
    from bubbletree.readings import Collective, Reading, TooManyReadingsError, UnknownRuleError, split
    from bubbletree.sampling import random_tree
    from bubbletree.scoring import GoldScorer, RandomScorer, Scorer, ScorerError, UniformScorer
    from bubbletree.search import Query, QueryError, find
    from bubbletree.sentence import Row, Sentence
    from bubbletree.span import Span
    from bubbletree.static_oracle import OracleError, oracle
    from bubbletree.transitions import LabelError, Precondition, Transition, TransitionError, apply, valid_transitions
    from bubbletree.tree import CONJ, ROOT, Arc, BubbleTree
    from bubbletree.validation import InvalidTreeError, Report, validate

__version__ = "0.2.0"

__all__ = [  # noqa: RUF022  # grouped, as in docs/reference/api.md
    # Trees
    "ROOT",
    "CONJ",
    "Arc",
    "BubbleTree",
    "Span",
    "Sentence",
    "Row",
    "reattach",
    "count_trees",
    "random_tree",
    # Validation
    "Condition",
    "Violation",
    "Report",
    "validate",
    # Transitions
    "Configuration",
    "TransitionKind",
    "Transition",
    "Precondition",
    "valid_transitions",
    "apply",
    # Oracle and derivation
    "oracle",
    "derive",
    "trace",
    "normalise",
    # Parsing
    "load",
    "Parser",
    "Alternative",
    "Candidate",
    "parse",
    "Scorer",
    "UniformScorer",
    "RandomScorer",
    "GoldScorer",
    # Coordination
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
    "DescribedMultiwordToken",
    "DescribedToken",
    "DescribedSpan",
    "Phrase",
    "RelatedPhrase",
    # Readings without coordination
    "split",
    "Reading",
    "Collective",
    "readings",
    # Searching
    "find",
    "Query",
    "search",
    # Two analyses of the same text
    "diff",
    "Difference",
    "Change",
    "comparison",
    # Doubtful annotation
    "lint",
    "Finding",
    "linting",
    # Conversion
    "from_ud",
    "to_ud",
    "to_enhanced_ud",
    "Punctuation",
    "convert",
    # Reading and writing
    "iter_conllu",
    "read_conllu",
    "write_conllu",
    "format_conllu",
    "parse_conllu",
    "iter_brackets",
    "read_brackets",
    "write_brackets",
    "format_brackets",
    "parse_brackets",
    "iter_json",
    "read_json",
    "write_json",
    "format_json",
    "parse_json",
    "iter_jsonl",
    "read_jsonl",
    "write_jsonl",
    "format_jsonl",
    "parse_jsonl",
    "iter_sentences",
    "read_sentences",
    "read_coord",
    "write_coord",
    # Drawing, scores, boundaries of coordinations
    "draw",
    "metrics",
    "boundary",
    # Errors
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
]

_NAMES = {
    "boundary": "",
    "comparison": "Change Difference DifferentTextError diff",
    "conditions": "Condition Violation",
    "configuration": "Configuration IncompleteDerivationError TransitionKind",
    "convert": "ConversionError Punctuation from_ud to_enhanced_ud to_ud",
    "coordination": "Coordination GivenCoordination HasConjuncts Modifier TreeCoordination coordinations",
    "counting": "count_trees",
    "decode": "parse",
    "derivation": "derive trace",
    "description": (
        "DescribedAlternative DescribedCoordination DescribedMultiwordToken DescribedSpan DescribedToken Description "
        "Phrase RelatedPhrase describe"
    ),
    "draw": "",
    "editing": "ReattachmentError reattach",
    "errors": "BubbletreeError FormatError StructureError UnwritableError",
    "io": (
        "format_brackets format_conllu format_json format_jsonl iter_brackets iter_conllu iter_json iter_jsonl "
        "iter_sentences parse_brackets parse_conllu parse_json parse_jsonl read_brackets read_conllu read_coord "
        "read_json read_jsonl read_sentences write_brackets write_conllu write_coord write_json write_jsonl"
    ),
    "linting": "Finding UnknownLintError lint",
    "metrics": "",
    "normalisation": "normalise",
    "plugins": "Alternative Candidate NoParserError Parser load",
    "readings": "Collective Reading TooManyReadingsError UnknownRuleError split",
    "sampling": "random_tree",
    "scoring": "GoldScorer RandomScorer Scorer ScorerError UniformScorer",
    "search": "Query QueryError find",
    "sentence": "Row Sentence",
    "span": "Span",
    "static_oracle": "OracleError oracle",
    "transitions": "LabelError Precondition Transition TransitionError apply valid_transitions",
    "tree": "CONJ ROOT Arc BubbleTree",
    "validation": "InvalidTreeError Report validate",
}
"""The modules, and the names of each that are names of the package, too.

A module is imported when a program first asks for it or for such a name. To import all of them takes ten times as long
as Python takes to start, and most programs need a few.
"""

_HOMES = {name: module for module, names in _NAMES.items() for name in names.split()}


if not typing.TYPE_CHECKING:  # for a type checker, what is imported above is all there is

    def __getattr__(name: str) -> object:
        """A module, or a name of one, when it is first asked for; from then on, it is an ordinary attribute."""
        if name in _NAMES:
            return importlib.import_module(f"bubbletree.{name}")
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found: object = getattr(importlib.import_module(f"bubbletree.{_HOMES[name]}"), name)
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    """All names, also those that have not been asked for, without the modules that this one uses itself."""
    return sorted({*globals(), *__all__} - {"importlib", "typing"})
