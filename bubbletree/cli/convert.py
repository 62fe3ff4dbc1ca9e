"""``bubbletree convert``: from UD to bubble trees, and between the formats of trees."""

from __future__ import annotations

import argparse
import sys

from bubbletree.cli.guard import UsageError
from bubbletree.cli.inputs import AddParser, add_conversion, add_file, conversion_of, read_trees
from bubbletree.cli.outputs import add_to, format_to, output, write_trees
from bubbletree.convert import Conversion, ConversionTable, Punctuation, Reason, convert_all


def register(add_parser: AddParser) -> None:
    """Add the command to the command line."""
    parser = add_parser(
        "convert",
        help="convert UD to bubble trees, and trees from one format to another",
        description="Write the trees of a file in another format. A CoNLL-U file without bubbles is taken for UD: its "
        "coordinations, or those of a --coord file, are made into bubbles, and a table on standard error tells what "
        "became of the sentences; those that have no bubble tree are counted there by reason and left out. With "
        "'--from conllu' the trees stay as they are.",
    )
    add_file(parser)
    add_conversion(parser)
    add_to(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Convert the file."""
    form = format_to(options.to, options.output)
    punctuation = Punctuation(options.punctuation)
    conversion = conversion_of(options)
    if conversion is None:
        trees = read_trees(options.file, options.format)
        with output(options.output) as stream:
            write_trees(trees, form, stream, punctuation)
        return 0
    sentences, coordinations = conversion
    table = ConversionTable(punctuation)
    with output(options.output) as stream:
        for outcome in convert_all(sentences, coordinations):
            table.add(outcome)
            if isinstance(outcome, Conversion):
                write_trees([outcome.tree], form, stream, punctuation)
        if coordinations and table.reasons[Reason.UNKNOWN_SENTENCE] == len(coordinations):
            raise UsageError(f"{options.coord}: no sentence of {options.file} has an id that is in this file")
    print(table.to_text(), file=sys.stderr)
    return 0
