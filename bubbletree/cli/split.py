"""``bubbletree split``: sentences without coordination, one for each choice of a conjunct."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Any, NamedTuple, TextIO

from bubbletree._terminal import visible
from bubbletree.cli.guard import tell
from bubbletree.cli.help import HelpFormatter
from bubbletree.cli.inputs import (
    AddParser,
    Input,
    add_conversion,
    add_file,
    bubble_trees,
    check_conversion,
    member_of,
    positive,
    sent_id,
    title,
)
from bubbletree.cli.outputs import add_output, as_json_line, chosen_by_name, output
from bubbletree.cli.skipped import Skipped
from bubbletree.errors import UnwritableError
from bubbletree.io.conllu import format_conllu, write_conllu
from bubbletree.readings import (
    LANGUAGES,
    LIMIT,
    RULES,
    SWITCHES,
    Collective,
    Reading,
    TooManyReadingsError,
    UnknownLanguageError,
    UnknownRuleError,
    judgements,
    lexicon_of,
    split_lazily,
)
from bubbletree.sentence import Row, Sentence
from bubbletree.span import as_runs
from bubbletree.tree import BubbleTree
from bubbletree.validation import InvalidTreeError

EPILOG = """\
examples:
  bubbletree parse "Tom and Mary bought old maps and books." --to conllu | bubbletree split -
  bubbletree split treebank.conllu --collective mark --explain -o readings.jsonl

docs/guide/split.md says what a reading is, and lists the rules.
"""


class Form(StrEnum):
    """The formats of readings."""

    TEXT = "text"
    JSONL = "jsonl"
    CONLLU = "conllu"


BY_SUFFIX: Mapping[str, Form] = {
    ".txt": Form.TEXT,
    ".json": Form.JSONL,
    ".jsonl": Form.JSONL,
    ".conllu": Form.CONLLU,
    ".conll": Form.CONLLU,
}


def register(add_parser: AddParser) -> None:
    """Add the command to the command line."""
    parser = add_parser(
        "split",
        help="write each sentence without coordination, once for each conjunct",
        description="Write the readings of each sentence: one conjunct in the place of each coordination, with what "
        "all conjuncts share. Collective coordinations (Tom and Mary met) are kept. A "
        "CoNLL-U file without bubbles is read as UD and converted.",
        epilog=EPILOG,
        formatter_class=HelpFormatter,
    )
    add_file(parser)
    add_conversion(parser)
    parser.add_argument(
        "--collective",
        choices=[treatment.value for treatment in Collective],
        default=Collective.KEEP.value,
        help="what happens to a collective coordination (Tom and Mary met): keep it whole, split it like any "
        "other, or split it and mark the readings; default: keep",
    )
    parser.add_argument(
        "--language",
        default="en",
        metavar="CODE",
        type=language_code,
        help="the code of the language, such as en or en-US; a language without tables of words is split by "
        "structure alone, and a line on standard error says so; default: en",
    )
    parser.add_argument(
        "--without",
        type=rule_names,
        default=(),
        metavar="RULE,...",
        help=f"rules that are switched off: {', '.join(SWITCHES)}",
    )
    parser.add_argument(
        "--limit",
        type=positive,
        default=LIMIT,
        metavar="N",
        help=f"leave out sentences that have more than N readings; default: {LIMIT:,}",
    )
    parser.add_argument(
        "--explain",
        action="store_true",
        help="for each coordination, print on standard error whether it is split, and the rule that decided",
    )
    add_output(parser)
    parser.add_argument(
        "--to",
        type=member_of(Form),
        choices=list(Form),
        metavar="{" + ",".join(Form) + "}",
        help="the format of the output (default: by the file's name; text for standard output)",
    )
    parser.set_defaults(run=run)


def language_code(text: str) -> str:
    """An argument that is the code of a language."""
    try:
        lexicon_of(text)
    except UnknownLanguageError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def _tell_language(code: str) -> None:
    """Say on standard error that a language has no tables."""
    if lexicon_of(code).is_empty:
        known = ", ".join(LANGUAGES)
        tell(
            f"bubbletree: no tables of words for {code}, so only structure and negation count; "
            f"there are tables for {known}"
        )


def rule_names(text: str) -> tuple[str, ...]:
    """An argument that lists names of rules."""
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if name not in SWITCHES:
            raise argparse.ArgumentTypeError(str(UnknownRuleError(name)))
    return names


def run(options: argparse.Namespace) -> int:
    """Split all sentences of the file."""
    _tell_language(options.language)
    form: Form = chosen_by_name(options.to, options.output, BY_SUFFIX, Form.TEXT)
    source = Input(options, options.file)
    check_conversion(options, source)
    treatment = Collective(options.collective)
    with Skipped(options) as skipped, output(options.output) as stream:
        written = False
        for one, tree in bubble_trees(options, source, skipped):
            try:
                if form is Form.CONLLU:
                    format_conllu(tree)  # what the whole tree has, a reading may have
                readings = split_lazily(
                    tree,
                    collective=treatment,
                    language=options.language,
                    without=options.without,
                    limit=options.limit,
                )
            except (InvalidTreeError, TooManyReadingsError, UnwritableError) as error:
                skipped.drop(one, str(error), sent_id(tree))
                continue
            if options.explain:
                explain(tree, one.number, treatment, options.language, options.without)
            if form is Form.TEXT and written:
                stream.write("\n")
            for place, reading in enumerate(readings, start=1):
                write_reading(reading, Origin(tree, one.number, place, readings.count), form, stream)
            written = True
        skipped.check()
    return skipped.status


def explain(tree: BubbleTree, number: int, treatment: Collective, language: str, without: Sequence[str]) -> None:
    """Print the judgements about a sentence: its name, the coordination, what happens to it, and the rule."""
    treated = {Collective.KEEP: "kept", Collective.SPLIT: "split", Collective.MARK: "marked"}[treatment]
    says = {rule.name: rule.says for rule in RULES}
    for found in judgements(tree, language=language, without=without):
        words = " ".join(found.span.of(tree.words))
        shown = (
            title(tree, number),
            as_runs(range(found.span.first, found.span.last + 1)),
            f"[{words}]",
            treated if found.collective else "split",
            found.rule,
            says.get(found.rule, "no rule knows"),
        )
        print("\t".join(map(visible, shown)), file=sys.stderr)  # not by tell, for the tabs


class Origin(NamedTuple):
    """Where a reading comes from: its tree, the number of the sentence, and which of how many readings it is."""

    tree: BubbleTree
    number: int
    place: int
    of: int


def write_reading(reading: Reading, origin: Origin, form: Form, stream: TextIO) -> None:
    """Write one reading."""
    if form is Form.TEXT:
        marks = ",".join(dict.fromkeys(choice.collective for choice in reading.collective))
        stream.write(visible(reading.text) + (f"\tcollective: {marks}" if marks else "") + "\n")
    elif form is Form.JSONL:
        stream.write(as_json_line(as_record(reading, origin)))
    else:
        write_conllu([with_comments(reading, origin)], stream)


def as_record(reading: Reading, origin: Origin) -> dict[str, Any]:
    """A reading for JSON."""
    return {
        "sent_id": sent_id(origin.tree),
        "sentence": origin.number,
        "reading": origin.place,
        "readings": origin.of,
        "text": reading.text,
        "words": reading.words,
        "tokens": reading.tokens,
        "offsets": reading.offsets,
        "choices": [
            {
                "coordination": list(choice.span),
                "conjunct": list(choice.conjunct),
                "coordinator": choice.coordinator,
                **({"collective": choice.collective} if choice.collective else {}),
            }
            for choice in reading.choices
        ],
    }


def with_comments(reading: Reading, origin: Origin) -> BubbleTree:
    """The tree of a reading, with its text and where it comes from in comments."""
    name = sent_id(origin.tree)
    comments = {
        "sent_id": f"{name}-{origin.place}" if name else "",
        "text": reading.text,
        "reading_of": name or str(origin.number),
        "reading": f"{origin.place}/{origin.of}",
        "tokens": as_runs(reading.tokens),
        "collective": " ".join(
            f"{choice.collective}:{choice.span.first}-{choice.span.last}" for choice in reading.collective
        ),
    }
    rows = tuple(Row(str(number), form) for number, form in enumerate(reading.words, start=1))
    sentence = reading.tree.sentence or Sentence(rows)
    return replace(reading.tree, sentence=sentence.with_comments(comments))
