"""``bubbletree validate``: which trees of a file are valid, and what is wrong with the others."""

from __future__ import annotations

import argparse

from bubbletree._terminal import visible, visible_message
from bubbletree.cli.help import HelpFormatter
from bubbletree.cli.inputs import AddParser, Input, add_from, name_of, title
from bubbletree.cli.skipped import Skipped
from bubbletree.io.scan import BadSentence
from bubbletree.validation import validate

INVALID = 1
UNREADABLE = 2

_EXAMPLES = """\
examples:
  bubbletree validate trees.conllu
  cat trees.conllu | bubbletree validate -
"""


def register(add_parser: AddParser) -> None:
    """Add the command to the command line."""
    parser = add_parser(
        "validate",
        help="check that all trees of some files are well-formed and projective",
        description="Check every tree against the conditions on bubble trees, and name the words of each violation. "
        "Exit status: 0 if all trees are valid, 1 if some are not, 2 if some cannot be read.",
        epilog=_EXAMPLES,
        formatter_class=HelpFormatter,
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a file of trees; - for standard input")
    add_from(parser)
    parser.add_argument("--well-formed", action="store_true", help="do not check projectivity")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Validate all files, also those after one that cannot be read."""
    status = 0
    with Skipped(options) as skipped:
        for file in options.files:
            trees = invalid = 0
            before = len(skipped.bad)
            name = name_of(file)
            try:
                source = Input(options, file)
                for one in skipped.good(source.trees(well_formed=False), source.name):
                    trees += 1
                    report = validate(one.value, projective=not options.well_formed)
                    if not report:
                        invalid += 1
                        print(visible_message(f"{name}:{one.line}: {title(one.value, one.number)}: {report}"))
            except OSError as error:
                skipped.add(BadSentence(name, 0, 0, None, error.strerror or str(error)))
                status = UNREADABLE
                continue
            unreadable = len(skipped.bad) - before
            also = f"; {unreadable} sentence{'' if unreadable == 1 else 's'} cannot be read" if unreadable else ""
            print(visible(f"{name}: {trees} tree{'' if trees == 1 else 's'}, {invalid} invalid{also}"))
            if unreadable:
                status = UNREADABLE
            elif invalid and not status:
                status = INVALID
    return status
