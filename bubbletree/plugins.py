"""Parsers that are installed beside the core: found by name, and imported only when they are asked for.

Parsers need models and their libraries, which the core never imports.  So a parser makes itself known by
two entry points under its name: one in the group ``bubbletree.loaders``, a function from a model, or None
for the parser's own choice, to a :class:`Parser`; and one in the group ``bubbletree.parsers``, a function from
command-line arguments to the exit status, which ``bubbletree parse`` hands over to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Protocol, cast

from bubbletree.errors import BubbletreeError
from bubbletree.sentence import Sentence
from bubbletree.tree import BubbleTree

COMMANDS = "bubbletree.parsers"
LOADERS = "bubbletree.loaders"
DEFAULT = "neural"
"""The parser that comes with the library."""


class Parser(Protocol):
    """What parses sentences: text, which is cut into words; words; or a :class:`Sentence` with its annotation."""

    def parse(self, sentence: str | Sequence[str] | Sentence, /) -> BubbleTree:
        """The tree of a sentence."""

    def parse_all(self, sentences: Iterable[str | Sequence[str] | Sentence], /) -> Iterator[BubbleTree]:
        """The trees of many sentences, in order; faster than one by one."""


class NoParserError(BubbletreeError):
    """A parser is not installed, or something that it needs is not.

    Attributes
    ----------
    parser : str
        Its name.
    """

    def __init__(self, parser: str, reason: str) -> None:
        advice = "; to install it, in a checkout of bubbletree: pip install '.[neural]'" if parser == DEFAULT else ""
        super().__init__(f"the parser {parser!r} {reason}{advice}")
        self.parser = parser


def load(model: str | Path | None = None, *, parser: str = DEFAULT) -> Parser:
    """A parser, ready to parse.

    Parameters
    ----------
    model : str or Path, optional
        A model directory; if left out, the English model that comes with the parser.
    parser : str
        The parser's name.

    Raises
    ------
    NoParserError
        The parser is not installed.
    BubbletreeError
        There is no such model.

    Examples
    --------
    With the extra ``neural`` installed, ``load().parse("I prefer hot coffee or tea and a bun")`` is a tree.

    >>> load(parser="mine")
    Traceback (most recent call last):
        ...
    bubbletree.plugins.NoParserError: the parser 'mine' is not installed...
    """
    loader = cast(Callable[[str | Path | None], Parser], _found(LOADERS, parser))
    return loader(model)


def command(parser: str = DEFAULT) -> Callable[[list[str]], int]:
    """A parser's command: from command-line arguments to the exit status.

    Raises
    ------
    NoParserError
        The parser is not installed.
    """
    return cast(Callable[[list[str]], int], _found(COMMANDS, parser))


def _found(group: str, name: str) -> object:
    # A quarter of the time that importing bubbletree would take.
    from importlib.metadata import entry_points

    found = {point.name: point for point in entry_points(group=group)}
    if name not in found:
        known = f" (installed: {', '.join(sorted(found))})" if found else ""
        raise NoParserError(name, f"is not installed{known}")
    try:
        loaded: object = found[name].load()
    except ImportError as error:
        raise NoParserError(name, f"cannot be loaded: {error}") from None
    return loaded
