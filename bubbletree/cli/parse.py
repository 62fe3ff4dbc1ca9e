"""``bubbletree parse``: hand over to a parser that is installed beside the library (:mod:`bubbletree.plugins`)."""

from __future__ import annotations

from collections.abc import Sequence

from bubbletree import plugins
from bubbletree.cli.inputs import AddParser


def register(add_parser: AddParser) -> None:
    """Add the command to the command line, for the list of commands: :func:`run` reads its arguments."""
    add_parser("parse", help="parse sentences with a trained model")


def run(arguments: Sequence[str]) -> int:
    """Run a parser.

    Parameters
    ----------
    arguments : sequence of str
        The arguments after ``bubbletree parse``. ``--parser NAME`` at the front chooses a parser other than the one
        that comes with the library. The parser gets all other arguments, including ``--help``.

    Raises
    ------
    NoParserError
        The parser is not installed, or something that it needs is not.
    """
    name, rest = plugins.DEFAULT, list(arguments)
    if rest[:1] == ["--parser"] and len(rest) > 1:
        name, rest = rest[1], rest[2:]
    return plugins.command(name)(rest)
