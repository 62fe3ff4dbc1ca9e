"""``bubbletree validate``: which trees of a file are valid, and what is wrong with the others."""

from __future__ import annotations

import argparse
import sys

from bubbletree.cli.inputs import AddParser, add_from, located_trees, title
from bubbletree.errors import FormatError
from bubbletree.validation import validate

INVALID = 1
UNREADABLE = 2


def register(add_parser: AddParser) -> None:
    """Add the command to the command line."""
    parser = add_parser(
        "validate",
        help="check that all trees of some files are well-formed and projective",
        description="Check every tree against the conditions on bubble trees and name each violation with its words. "
        "Exit status: 0 if all trees are valid, 1 if some are not, 2 if a file cannot be read.",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a file of trees; - for standard input")
    add_from(parser)
    parser.add_argument("--well-formed", action="store_true", help="do not ask for projectivity")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Validate all files, also those after one that cannot be read."""
    status = 0
    for file in options.files:
        trees = invalid = 0
        try:
            for line, tree in located_trees(file, options.format, well_formed=False):
                trees += 1
                report = validate(tree, projective=not options.well_formed)
                if not report:
                    invalid += 1
                    print(f"{file}:{line}: {title(tree, trees)}: {report}")
        except FormatError as error:
            print(f"bubbletree: {error}", file=sys.stderr)
            status = UNREADABLE
        print(f"{file}: {trees} tree{'' if trees == 1 else 's'}, {invalid} invalid")
        if invalid and not status:
            status = INVALID
    return status
