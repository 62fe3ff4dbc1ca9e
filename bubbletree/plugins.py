"""Parsers and drawings from other packages, found by name and imported only when needed.

Parsers need models and their libraries, which the core never imports.  So a package registers a parser with two entry
points under its name:

``bubbletree.loaders``
    :func:`load` calls this function. It takes a model (None for the parser's default) and named options, and returns a
    :class:`Parser`;
``bubbletree.parsers``
    ``bubbletree parse`` calls this function. It takes the command-line arguments and returns the exit status.

A drawing format has one entry point, in ``bubbletree.drawings``. ``bubbletree draw --to NAME`` calls this function. It
takes a tree and returns the text of its drawing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias, cast, runtime_checkable

from bubbletree.configuration import TransitionKind
from bubbletree.coordination import Coordination, GivenCoordination, TreeCoordination
from bubbletree.errors import BubbletreeError
from bubbletree.sentence import Sentence
from bubbletree.tree import BubbleTree

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

COMMANDS = "bubbletree.parsers"
LOADERS = "bubbletree.loaders"
DRAWINGS = "bubbletree.drawings"
DEFAULT = "neural"
"""The parser that comes with the library."""

Parsable: TypeAlias = str | Sequence[str] | Sentence
"""A sentence: plain text, which the parser cuts into words; a list of words; or a sentence with CoNLL-U columns."""

Known: TypeAlias = Sequence[Coordination | GivenCoordination]
"""The coordinations of a sentence, if they are known before parsing."""


class Candidate(NamedTuple):
    """One of the possible trees of a sentence.

    Attributes
    ----------
    tree : BubbleTree
        The tree.
    log_probability : float
        The natural logarithm of its probability.
    """

    tree: BubbleTree
    log_probability: float


class Alternative(NamedTuple):
    """Another reading of a coordination: one with the same last coordinator, and other conjuncts.

    Attributes
    ----------
    tree : BubbleTree
        A tree that has it, the most probable one that was found.
    coordination : TreeCoordination
        The coordination in that tree.
    confidence : float
        How likely it is right, from 0 to 1.
    """

    tree: BubbleTree
    coordination: TreeCoordination
    confidence: float


class Parser(Protocol):
    """A model, ready to parse; :func:`load` returns one.

    Each method has a version for many sentences, whose name ends in ``_all``. It parses many sentences together, which
    is faster. Results come in the order of the sentences, as soon as they are ready. If a parser does not support a
    method, the method raises a :class:`bubbletree.BubbletreeError` that says so.

    Examples
    --------
    With the extra ``neural`` installed:

    .. code-block:: python

        parser = bt.load()
        tree = parser.parse("I prefer hot coffee or tea and a bun")
        for tree in parser.parse_all(open("sentences.txt")):
            print(bt.coordinations(tree))
        for candidate in parser.n_best("I prefer hot coffee or tea", 5):
            print(candidate.log_probability, candidate.tree)
        for coordination, confidence in parser.confidences(tree).items():
            print(coordination.conjuncts, confidence)
        for coordination, others in parser.alternatives(tree, 3).items():
            print(coordination.conjuncts, [(other.coordination.conjuncts, other.confidence) for other in others])
    """

    def parse(self, sentence: Parsable, /) -> BubbleTree:
        """The best tree of a sentence.

        Raises
        ------
        ValueError
            There are no words.
        """

    def parse_all(self, sentences: Iterable[Parsable], /) -> Iterator[BubbleTree]:
        """The best tree of each sentence."""

    def n_best(self, sentence: Parsable, size: int, /) -> list[Candidate]:
        """The most probable trees of a sentence, at most ``size`` of them, the best first; there is at least one."""

    def n_best_all(self, sentences: Iterable[Parsable], size: int, /) -> Iterator[list[Candidate]]:
        """The most probable trees of each sentence."""

    def parse_around(self, sentence: Parsable, coordinations: Known, /) -> BubbleTree:
        """The best tree of a sentence that has these coordinations and no others.

        Raises
        ------
        BubbletreeError
            No tree has these coordinations.
        """

    def parse_around_all(self, sentences: Iterable[tuple[Parsable, Known]], /) -> Iterator[BubbleTree]:
        """The same for each sentence with its coordinations."""

    def confidences(self, tree: BubbleTree, /) -> dict[TreeCoordination, float]:
        """For each coordination of a tree, how likely it is right, from 0 to 1; in the order of the sentence."""

    def confidences_all(self, trees: Iterable[BubbleTree], /) -> Iterator[dict[TreeCoordination, float]]:
        """The same for each tree."""

    def alternatives(self, tree: BubbleTree, size: int, /) -> dict[TreeCoordination, list[Alternative]]:
        """For each coordination of a tree, its most likely other readings, at most ``size``, the likeliest first."""

    def alternatives_all(
        self, trees: Iterable[BubbleTree], size: int, /
    ) -> Iterator[dict[TreeCoordination, list[Alternative]]]:
        """The same for each tree."""


class Step(NamedTuple):
    """What a model thinks of one step of a derivation.

    Attributes
    ----------
    transitions : mapping of TransitionKind to float
        The probability of each transition that the model may make there; they add up to 1.
    label : float or None
        The probability of the label that the arc gets, given the transition; None if the transition adds no arc.
    """

    transitions: Mapping[TransitionKind, float]
    label: float | None


@runtime_checkable
class TransitionParser(Protocol):
    """What a :class:`Parser` can do, too, if it builds trees by transitions."""

    def steps(self, tree: BubbleTree, /) -> list[Step]:
        """What the model thinks of each step of the derivation of a tree, which need not be its own.

        The derivation is that of :func:`bubbletree.oracle`.

        Raises
        ------
        NoStepsError
            The model chooses no transitions.
        BubbletreeError
            The model could not have made this tree.
        """


class NoStepsError(BubbletreeError):
    """A model chooses no transitions, so it has no probabilities of them.

    Attributes
    ----------
    reason : str
        What the model does instead, in words.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class NoParserError(BubbletreeError):
    """A parser, or something that it needs, is not installed.

    Attributes
    ----------
    parser : str
        Its name.
    """

    def __init__(self, parser: str, reason: str) -> None:
        advice = "; to install it, in a checkout of bubbletree: pip install '.[neural]'" if parser == DEFAULT else ""
        super().__init__(f"the parser {parser!r} {reason}{advice}")
        self.parser = parser


class NoDrawingError(BubbletreeError):
    """A drawing format, or something that it needs, is not installed.

    Attributes
    ----------
    name : str
        Its name.
    """

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"the drawing format {name!r} {reason}")
        self.name = name


def load(model: str | Path | None = None, *, parser: str = DEFAULT, **options: object) -> Parser:
    """A parser, ready to parse.

    Parameters
    ----------
    model : str or Path, optional
        A model directory, or the name of a model on the Hugging Face hub, as in ``"owner/name"`` or
        ``"owner/name@revision"``; if left out, the English model that comes with the parser.
    parser : str
        The parser's name.
    **options
        Further options of the parser. The neural parser takes ``device`` (for example ``"cuda"``; the default is the
        CPU), ``beam``, ``batch_size``, and ``precision="bfloat16"`` or ``"int8"`` for a faster encoder.

    Raises
    ------
    NoParserError
        The parser is not installed.
    BubbletreeError
        There is no such model, or it does not support these options.
    TypeError
        The parser has no such option.

    Examples
    --------
    With the extra ``neural`` installed, ``load().parse("I prefer hot coffee or tea and a bun")`` is a tree.

    >>> load(parser="mine")
    Traceback (most recent call last):
        ...
    bubbletree.plugins.NoParserError: the parser 'mine' is not installed...
    """
    loader = cast(Callable[..., Parser], _found(LOADERS, parser))
    return loader(model, **options)


def command(parser: str = DEFAULT) -> Callable[[list[str]], int]:
    """A parser's command: from command-line arguments to the exit status.

    Raises
    ------
    NoParserError
        The parser is not installed.
    """
    return cast(Callable[[list[str]], int], _found(COMMANDS, parser))


def drawing(name: str) -> Callable[[BubbleTree], str]:
    """A drawing format from another package: a function from a tree to the text of its drawing.

    Raises
    ------
    NoDrawingError
        The format is not installed, or cannot be loaded.
    """
    found = installed(DRAWINGS)
    if name not in found:
        raise NoDrawingError(name, "is not installed")
    try:
        return cast(Callable[[BubbleTree], str], found[name].load())
    except ImportError as error:
        raise NoDrawingError(name, f"cannot be loaded: {error}") from None


def installed(group: str) -> Mapping[str, EntryPoint]:
    """The entry points of a group by name."""
    # Imported here because it would take a quarter of the time of importing bubbletree.
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=group)}


def _found(group: str, name: str) -> object:
    found = installed(group)
    if name not in found:
        known = f" (installed: {', '.join(sorted(found))})" if found else ""
        raise NoParserError(name, f"is not installed{known}")
    try:
        loaded: object = found[name].load()
    except ImportError as error:
        raise NoParserError(name, f"cannot be loaded: {error}") from None
    return loaded
