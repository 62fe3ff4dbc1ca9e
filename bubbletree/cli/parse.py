"""``bubbletree parse``: hand over to a parser that is installed beside the library.

Parsers need models and their libraries, which the core never imports.  So a parser makes itself known
as an entry point of the group ``bubbletree.parsers``: a function that takes the command-line arguments
and returns the exit status.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import entry_points

from bubbletree.cli.inputs import AddParser
from bubbletree.errors import BubbletreeError

GROUP = "bubbletree.parsers"
DEFAULT = "neural"


class NoParserError(BubbletreeError):
    """There is no parser to hand over to."""


def register(add_parser: AddParser) -> None:
    """Add the command to the command line, for the list of commands: :func:`run` reads its arguments."""
    add_parser("parse", help="parse sentences with a trained model")


def run(arguments: Sequence[str]) -> int:
    """Run a parser.

    Parameters
    ----------
    arguments : sequence of str
        What stands after ``bubbletree parse``.  ``--parser NAME`` in front chooses a parser other than
        the one that comes with the library; all else is for the parser, ``--help`` included.

    Raises
    ------
    NoParserError
        The parser is not installed, or something that it needs is not.
    """
    name, rest = DEFAULT, list(arguments)
    if rest[:1] == ["--parser"] and len(rest) > 1:
        name, rest = rest[1], rest[2:]
    found = {point.name: point for point in entry_points(group=GROUP)}
    if name not in found:
        known = f" (installed: {', '.join(sorted(found))})" if found else ""
        raise NoParserError(f"the parser {name!r} is not installed{known}{_advice(name)}")
    try:
        parse: Callable[[list[str]], int] = found[name].load()
    except ImportError as error:
        raise NoParserError(f"the parser {name!r} cannot be loaded: {error}{_advice(name)}") from None
    return parse(rest)


def _advice(parser: str) -> str:
    return "; to install it, in a checkout of bubbletree: pip install '.[neural]'" if parser == DEFAULT else ""
