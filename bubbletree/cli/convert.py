"""``bubbletree convert``: from UD to bubble trees, and between the formats of trees."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from typing import Any

from bubbletree.cli.inputs import (
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
from bubbletree.cli.skipped import Skipped
from bubbletree.convert import Conversion, ConversionTable, Punctuation, Unsaid, losses
from bubbletree.io.scan import GoodSentence
from bubbletree.metrics.table import table as text_table
from bubbletree.sentence import Sentence
from bubbletree.tree import BubbleTree


def register(add_parser: AddParser) -> None:
    """Add the command to the command line."""
    parser = add_parser(
        "convert",
        help="convert UD to bubble trees, and trees from one format to another",
        description="Write the trees of a file in another format. A CoNLL-U file without bubbles is read as UD: its "
        "coordinations, or those of a --coord file, become bubbles. A table on standard error reports the result. "
        "Sentences that cannot be read or converted are named and left out. With '--from conllu' the trees stay as "
        "they are.",
    )
    add_file(parser)
    add_conversion(parser)
    parser.add_argument(
        "--explain",
        action="store_true",
        help="for each dependent at the edge of a coordination that is read off UD, print on standard error whether it "
        "is shared, and the rule that decided",
    )
    add_to(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Convert the file."""
    form = format_to(options.to, options.output)
    punctuation = punctuation_of(options)
    source = Input(options, options.file)
    table = ConversionTable(punctuation or Punctuation.FOLLOWING) if is_to_convert(options, source) else None
    unsaid: Counter[Unsaid] = Counter()

    def write(one: GoodSentence[Any], tree: BubbleTree) -> None:
        if write_tree(one, tree, form, stream, punctuation, skipped) and form is Format.ENHANCED_UD:
            unsaid.update(loss.what for loss in losses(tree))

    with Skipped(options) as skipped:
        with output(options.output) as stream:
            if table is None:
                for one in skipped.good(source.trees()):
                    write(one, one.value)
            else:
                for origin, outcome in conversions(options, source, skipped):
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
