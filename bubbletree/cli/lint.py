"""``bubbletree lint``: what is doubtful in the annotation of coordination in UD files."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from typing import TextIO

import bubbletree
from bubbletree._terminal import visible
from bubbletree.cli.guard import BAD_INPUT, UsageError, tell
from bubbletree.cli.help import HelpFormatter
from bubbletree.cli.inputs import AddParser, Format, Input, add_from
from bubbletree.cli.outputs import add_output, as_json_line, output, shape_by_name
from bubbletree.cli.skipped import Skipped
from bubbletree.convert import ConversionError
from bubbletree.errors import not_one_of
from bubbletree.io.scan import BadSentence, GoodSentence
from bubbletree.linting import RULES, Finding, Placed, UnknownLintError, chosen_rules, lint, to_sarif
from bubbletree.sentence import Sentence

FOUND = 1
"""The exit status if there is a finding."""

BY_SUFFIX = {".sarif": "sarif", ".json": "json", ".jsonl": "json"}
"""What the name of the output says."""

READ = (Format.CONLLU, Format.UD)
"""The formats of what is looked at."""

EPILOG = """\
examples:
  bubbletree lint treebank.conllu
  bubbletree lint train.conllu dev.conllu --select all --ignore BT009 -o findings.sarif

exit status: 0 if nothing is doubtful, 1 if something is, 2 if a file or a sentence cannot be read
docs/guide/lint.md describes the rules, and how often they are right.
"""


def register(add_parser: AddParser) -> None:
    """Add the command to the command line."""
    parser = add_parser(
        "lint",
        help="list doubtful annotation of coordination in UD files",
        description="Read UD (version 2), and list doubtful annotation of coordination: file and line, sentence, rule "
        "and reason. A comment '# nolint' in a sentence, or 'nolint=BT001' in MISC, suppresses findings.",
        epilog=EPILOG,
        formatter_class=HelpFormatter,
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a CoNLL-U file; - for standard input")
    add_from(parser, _ud_format, "{" + ",".join(READ) + "}")
    parser.add_argument(
        "--select",
        type=_names,
        metavar="RULE,...",
        help="the rules, by code or name, or 'all'; default: those that are on: "
        + ", ".join(rule.code for rule in RULES if rule.is_default),
    )
    parser.add_argument("--ignore", type=_names, default=(), metavar="RULE,...", help="rules that are left out")
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument(
        "--json", action="store_true", help="write one finding on each line, in JSON, as -o NAME.json does"
    )
    shape.add_argument("--sarif", action="store_true", help="write SARIF 2.1.0, for code hosts, as -o NAME.sarif does")
    add_output(parser)
    parser.set_defaults(run=run)


def _ud_format(text: str) -> Format:
    if text not in READ:
        raise argparse.ArgumentTypeError(not_one_of(text, READ))
    return Format(text)


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


def run(options: argparse.Namespace) -> int:
    """Look at all files."""
    try:
        chosen_rules(options.select, options.ignore)
    except UnknownLintError as error:
        raise UsageError(str(error)) from None
    given = "sarif" if options.sarif else "json" if options.json else None
    shape = shape_by_name(options, BY_SUFFIX, given)
    counts: Counter[str] = Counter()
    with Skipped(options) as skipped, output(options.output) as stream:
        found = _findings(options, skipped, counts)
        if shape == "sarif":
            stream.write(as_json_line(to_sarif(found, bubbletree.__version__), indent=2))
        else:
            for placed in found:
                _write(placed, stream, as_json=shape == "json")
        skipped.check()
    names = {rule.code: rule.name for rule in RULES}
    for code, number in sorted(counts.items()):
        tell(f"bubbletree: {code} {names[code]}: {number:,}")
    if skipped.bad:
        return BAD_INPUT
    return FOUND if counts else 0


def _findings(options: argparse.Namespace, skipped: Skipped, counts: Counter[str]) -> Iterator[Placed]:
    for file in options.files:
        try:
            source = Input(options, file)
            if source.form not in READ:
                raise UsageError(f"{file}: lint reads UD, not {source.form}")
            for one in skipped.good(source.sentences(), source.name):
                for finding in _of_sentence(options, one, skipped):
                    counts[finding.code] += 1
                    yield Placed(source.name, line_of(one, finding.word), one.value.sent_id, finding)
        except OSError as error:
            if len(options.files) == 1:
                raise
            skipped.add(BadSentence(file, 0, 0, None, error.strerror or str(error)))


def _of_sentence(options: argparse.Namespace, one: GoodSentence[Sentence], skipped: Skipped) -> tuple[Finding, ...]:
    try:
        return lint(one.value, select=options.select, ignore=options.ignore)
    except ConversionError as error:
        skipped.drop(one, error.explanation, one.value.sent_id)
        return ()


def line_of(one: GoodSentence[Sentence], word: int) -> int:
    """The line of a word in its file."""
    rows = one.value.rows
    place = next(number for number, row in enumerate(rows) if row.id == str(word))
    return one.line + len(one.value.comments) + place


def _write(placed: Placed, stream: TextIO, *, as_json: bool) -> None:
    finding = placed.finding
    if as_json:
        record = {
            "file": placed.path,
            "line": placed.line,
            "sent_id": placed.sent_id,
            "word": finding.word,
            "code": finding.code,
            "rule": finding.name,
            "reason": finding.reason,
        }
        stream.write(as_json_line(record))
        return
    where = f"{placed.path}:{placed.line}: " + (f"{placed.sent_id}: " if placed.sent_id else "")
    stream.write(visible(f"{where}{finding.code} {finding.name}: {finding.reason}") + "\n")
