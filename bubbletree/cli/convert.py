"""``bubbletree convert``: from UD to bubble trees, and between the formats of trees."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bubbletree.cli.guard import UsageError
from bubbletree.cli.inputs import (
    BY_SUFFIX,
    AddParser,
    Format,
    Input,
    add_conversion,
    add_file,
    conversions,
    is_to_convert,
    punctuation_of,
    title,
)
from bubbletree.cli.outputs import add_to, format_to, output, write_tree
from bubbletree.cli.phrases import PhraseInput, Phrases, add_phrases
from bubbletree.cli.skipped import Skipped
from bubbletree.convert import Conversion, ConversionTable, Failure, Punctuation, Unsaid, losses
from bubbletree.io.coord import write_coord
from bubbletree.io.scan import GoodSentence
from bubbletree.metrics.table import table as text_table
from bubbletree.sentence import Sentence
from bubbletree.tree import BubbleTree

INPUT_NAMES = "{" + ",".join((*Format, *Phrases)) + "}"
"""How the help shows the formats of the input."""

_EXAMPLES = """\
examples:
  bubbletree convert train.conllu -o bubbles.conllu
  bubbletree convert bubbles.conllu -o coordinations.json
  bubbletree convert wsj.mrg --from ptb --ud wsj.conllu -o bubbles.conllu
  bubbletree convert article.xml --from genia -o article.coord
"""


def register(add_parser: AddParser) -> None:
    """Add the command to the command line."""
    parser = add_parser(
        "convert",
        help="convert UD to bubble trees, and trees from one format to another",
        description="Write the trees of a file in another format. A CoNLL-U file without bubbles is read as UD: its "
        "coordinations, or those of a --coord file, become bubbles. A table on standard error reports the result. "
        "Sentences that cannot be read or converted are named and left out. With '--from conllu' the trees stay as "
        "they are. Files of phrases (--from ptb, genia) have coordinations, but no dependencies: these come from a "
        "--ud file; without it, a .coord file is written.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_file(parser, input_named, INPUT_NAMES)
    add_phrases(parser)
    add_conversion(parser)
    parser.add_argument(
        "--explain",
        action="store_true",
        help="for each dependent at the edge of a coordination that is read off UD, print on standard error whether it "
        "is shared, and the rule that decided",
    )
    add_to(parser)
    parser.set_defaults(run=run)


def input_named(text: str) -> Format | Phrases:
    """An argument that is the name of a format of trees or phrases."""
    try:
        return Phrases(text) if text in [*Phrases] else Format(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be one of {', '.join((*Format, *Phrases))}, not {text!r}") from None


def run(options: argparse.Namespace) -> int:
    """Convert the file."""
    if isinstance(options.format, Phrases) and options.ud is None:
        return _coordinations_alone(options)
    return _trees(options)


def _coordinations_alone(options: argparse.Namespace) -> int:
    """Write the coordinations of a file of phrases."""
    if options.to is not None or Path(options.output).suffix.lower() in BY_SUFFIX:
        raise UsageError(
            f"{options.file} has no dependencies: name the same sentences in UD with --ud, or write .coord"
        )
    with Skipped(options) as skipped, output(options.output) as stream:
        for sentence, found in PhraseInput(options).coordinations(skipped):
            write_coord({sentence: found}, stream)
        skipped.check()
    return skipped.status


def _trees(options: argparse.Namespace) -> int:
    """Write trees."""
    form = format_to(options.to, options.output)
    punctuation = punctuation_of(options)
    source = _source(options)
    is_converted = isinstance(source, PhraseInput) or is_to_convert(options, source)
    table = ConversionTable(punctuation or Punctuation.FOLLOWING) if is_converted else None
    unsaid: Counter[Unsaid] = Counter()

    def write(one: GoodSentence[Any], tree: BubbleTree) -> None:
        if write_tree(one, tree, form, stream, punctuation, skipped) and form is Format.ENHANCED_UD:
            unsaid.update(loss.what for loss in losses(tree))

    with Skipped(options) as skipped:
        with output(options.output) as stream:
            if isinstance(source, Input) and table is None:
                for one in skipped.good(source.trees()):
                    write(one, one.value)
            elif table is not None:
                for origin, outcome in _outcomes(options, source, skipped):
                    table.add(outcome)
                    if origin is not None and isinstance(outcome, Conversion):
                        if options.explain:
                            explain(outcome, origin.value, origin.number)
                        write(origin, outcome.tree)
            skipped.check()
        if table is not None:
            print(table.to_text(), file=sys.stderr)
        if unsaid:
            rows = [(what.value, unsaid[what]) for what in Unsaid if unsaid[what]]
            print(text_table(["not said by enhanced UD", "coordinations"], rows), file=sys.stderr)
    return skipped.status


def _source(options: argparse.Namespace) -> Input | PhraseInput:
    """The input.

    Raises
    ------
    UsageError
        Options are given that are for other inputs.
    """
    if isinstance(options.format, Phrases):
        if options.coord is not None:
            raise UsageError(f"--coord is for UD, not for {options.format}")
        return PhraseInput(options)
    if options.ud is not None or options.spans is not None:
        raise UsageError("--ud and --spans are for files of phrases: --from ptb or genia")
    return Input(options, options.file)


def _outcomes(
    options: argparse.Namespace, source: Input | PhraseInput, skipped: Skipped
) -> Iterator[tuple[GoodSentence[Sentence] | None, Conversion | Failure]]:
    """What the conversion makes of each sentence of UD."""
    if isinstance(source, PhraseInput):
        return iter(source.conversions(skipped))
    return conversions(options, source, skipped)


def explain(conversion: Conversion, sentence: Sentence, number: int) -> None:
    """Print the decisions about one sentence: its name, the word, the coordination, the decision and the rule."""
    rows = sentence.word_rows
    for decision in conversion.decisions:
        row = rows[decision.word - 1]
        shown = (
            title(conversion.tree, number),
            row.id,
            f"{row.deprel}={row.form}",
            f"[{' '.join(rows[conjunct - 1].form for conjunct in decision.conjuncts)}]",
            "shared" if decision.shared else "private",
            decision.rule,
        )
        print("\t".join(shown), file=sys.stderr)
