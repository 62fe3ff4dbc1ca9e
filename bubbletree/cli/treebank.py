"""``bubbletree treebank``: the treebank that comes with the library."""

from __future__ import annotations

import argparse

from bubbletree.cli.help import HelpFormatter
from bubbletree.cli.inputs import AddParser
from bubbletree.cli.outputs import add_to, format_to, tree_writer, write_trees
from bubbletree.treebank import load

_EXAMPLES = """\
examples:
  bubbletree treebank -o treebank.conllu
  bubbletree treebank --to brackets | head
"""


def register(add_parser: AddParser) -> None:
    """Add the command to the command line."""
    parser = add_parser(
        "treebank",
        help="write out the hand-made treebank that comes with the library",
        description="Write out the hand-made treebank that comes with the library: English sentences with gold trees.",
        epilog=_EXAMPLES,
        formatter_class=HelpFormatter,
    )
    add_to(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the trees."""
    with tree_writer(format_to(options.to, options.output), options.output) as write:
        write_trees(load(), write)
    return 0
