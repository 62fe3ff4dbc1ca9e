"""``bubbletree stats``: what a file of trees contains, and what became of its sentences on the way."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from dataclasses import dataclass, field

from bubbletree.cli.help import HelpFormatter
from bubbletree.cli.inputs import (
    AddParser,
    Input,
    add_conversion,
    add_file,
    check_conversion,
    conversions,
    is_to_convert,
    punctuation_of,
)
from bubbletree.cli.skipped import Skipped
from bubbletree.convert import Conversion, ConversionTable, Punctuation
from bubbletree.convert.sharing import RULE_NAMES
from bubbletree.coordination import TreeCoordination, coordinations
from bubbletree.metrics.table import table
from bubbletree.tree import BubbleTree
from bubbletree.validation import validate

MOST_COMMON = 12
"""How many coordinators the table lists."""

_EXAMPLES = """\
examples:
  bubbletree stats en_ewt-ud-train.conllu
  bubbletree stats train.conllu --coord train.coord
"""


def register(add_parser: AddParser) -> None:
    """Add the command to the command line."""
    parser = add_parser(
        "stats",
        help="count the coordinations of a file; for UD, also report on the conversion",
        description="Count sentences and coordinations. A CoNLL-U file without bubbles is read as UD and converted, "
        "as by 'bubbletree convert'; the table of the conversion is printed first.",
        epilog=_EXAMPLES,
        formatter_class=HelpFormatter,
    )
    add_file(parser)
    add_conversion(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Count and print."""
    source = Input(options, options.file)
    check_conversion(options, source)
    statistics = Statistics()
    conversion = None
    with Skipped(options) as skipped:
        if is_to_convert(options, source):
            conversion = ConversionTable(punctuation_of(options) or Punctuation.FOLLOWING)
            for _, outcome in conversions(options, source, skipped):
                conversion.add(outcome)
                if isinstance(outcome, Conversion):
                    statistics.add(outcome.tree)
        else:
            for one in skipped.good(source.trees(), source.name):
                statistics.add(one.value)
        skipped.check()
        _print(statistics, conversion, as_json=options.json)
    return skipped.status


def _print(statistics: Statistics, conversion: ConversionTable | None, *, as_json: bool) -> None:
    if as_json:
        found: dict[str, object] = {"statistics": statistics.to_dict()}
        if conversion is not None:
            found["conversion"] = conversion.to_dict()
        print(json.dumps(found, ensure_ascii=False, indent=2))
        return
    if conversion is not None:
        print(conversion.to_text() + "\n")
        if conversion.rules:
            print(_rules(conversion) + "\n")
    print(statistics.to_text())


def _rules(conversion: ConversionTable) -> str:
    """How many dependents each rule found to be shared and private, the strongest rule first."""
    found = conversion.rules
    rows = [(rule, found[rule, True], found[rule, False]) for rule in RULE_NAMES]
    return table(["rule", "shared", "private"], [row for row in rows if any(row[1:])])


@dataclass(slots=True)
class Statistics:
    """Counts over trees.

    Coordinations nested in others count like any; their depth is 1 plus the number of coordinations
    whose span holds theirs.
    """

    sentences: int = 0
    words: int = 0
    not_well_formed: int = 0
    not_projective: int = 0
    with_coordination: int = 0
    coordinations: int = 0
    shared_left: int = 0
    shared_right: int = 0
    without_coordinator: int = 0
    conjuncts: Counter[int] = field(default_factory=Counter)
    depths: Counter[int] = field(default_factory=Counter)
    categories: Counter[str] = field(default_factory=Counter)
    coordinators: Counter[str] = field(default_factory=Counter)

    def add(self, tree: BubbleTree) -> None:
        """Count one tree."""
        self.sentences += 1
        self.words += len(tree.words)
        report = validate(tree)
        if not all(condition.is_projectivity for condition in report.conditions):
            self.not_well_formed += 1
            return
        self.not_projective += not report.ok
        found = coordinations(tree)
        self.with_coordination += bool(found)
        around: list[TreeCoordination] = []
        for coordination in found:
            while around and around[-1].whole.last < coordination.whole.last:
                around.pop()
            around.append(coordination)
            self.depths[len(around)] += 1
            self._count(coordination, tree.words)

    def _count(self, coordination: TreeCoordination, words: tuple[str, ...]) -> None:
        self.coordinations += 1
        self.shared_left += bool(coordination.shared_left)
        self.shared_right += bool(coordination.shared_right)
        self.without_coordinator += not coordination.coordinators
        self.conjuncts[len(coordination.conjuncts)] += 1
        if coordination.category is not None:
            self.categories[coordination.category] += 1
        for span in coordination.coordinators:
            self.coordinators[" ".join(span.of(words)).lower()] += 1

    def to_text(self) -> str:
        """The counts as tables for people."""
        of_all = self.coordinations or 1
        parts = [
            table(
                ["trees", ""],
                [
                    ("sentences", self.sentences),
                    ("words", self.words),
                    ("not well-formed", self.not_well_formed),
                    ("well-formed, not projective", self.not_projective),
                    ("with coordination", self.with_coordination),
                ],
            ),
            table(
                ["coordinations", "", "%"],
                [
                    (name, count, count / of_all)
                    for name, count in [
                        ("all", self.coordinations),
                        ("with shared modifiers on the left", self.shared_left),
                        ("with shared modifiers on the right", self.shared_right),
                        ("without a coordinator", self.without_coordinator),
                        *((f"of {n} conjuncts", count) for n, count in sorted(self.conjuncts.items())),
                        *((f"at depth {n}", count) for n, count in sorted(self.depths.items())),
                    ]
                ],
            ),
        ]
        for name, counter in [("category", self.categories), ("coordinator", self.coordinators)]:
            if counter:
                rows = [(key, count, count / counter.total()) for key, count in _ranked(counter)[:MOST_COMMON]]
                rest = counter.total() - sum(count for _, count, _ in rows)
                if rest:
                    rows.append(("(others)", rest, rest / counter.total()))
                parts.append(table([name, "", "%"], rows))
        return "\n\n".join(parts)

    def to_dict(self) -> dict[str, object]:
        """The counts for JSON."""
        return {
            "sentences": self.sentences,
            "words": self.words,
            "not_well_formed": self.not_well_formed,
            "not_projective": self.not_projective,
            "with_coordination": self.with_coordination,
            "coordinations": self.coordinations,
            "shared_left": self.shared_left,
            "shared_right": self.shared_right,
            "without_coordinator": self.without_coordinator,
            "conjuncts": {str(n): count for n, count in sorted(self.conjuncts.items())},
            "depths": {str(n): count for n, count in sorted(self.depths.items())},
            "categories": dict(_ranked(self.categories)),
            "coordinators": dict(_ranked(self.coordinators)),
        }


def _ranked(counter: Counter[str]) -> list[tuple[str, int]]:
    """The most frequent first, those of equal frequency by name."""
    return sorted(counter.items(), key=lambda pair: (-pair[1], pair[0]))
