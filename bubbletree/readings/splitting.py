"""Sentences without coordination: one reading for each choice of a conjunct.

A reading has one conjunct in the place of a coordination. What is shared stays; what belongs to the other conjuncts
goes, with coordinators and the punctuation between conjuncts. Coordinations inside a conjunct are split where the
conjunct is chosen; independent ones multiply. Words are neither added nor changed, so articles and verbs agree as they
did before: *Tom like tea*.

Coordinations that the rules find to be collective (:mod:`bubbletree.readings.rules`) are kept, unless they are to be
split.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from bubbletree._arguments import expect, several
from bubbletree.errors import BubbletreeError, did_you_mean
from bubbletree.readings.forks import Collective, Forks
from bubbletree.readings.languages import lexicon_of
from bubbletree.readings.omissions import OMISSION_NAMES
from bubbletree.readings.reading import Judgement, Reading
from bubbletree.readings.rules import RULE_NAMES, judge
from bubbletree.readings.site import Grove, Site
from bubbletree.tree import BubbleTree

LIMIT = 1_000
"""How many readings a sentence may have, unless said otherwise."""

SWITCHES = (*RULE_NAMES[:-1], *OMISSION_NAMES)
"""The names of all rules that can be switched off."""


class TooManyReadingsError(BubbletreeError, ValueError):
    """A sentence has more readings than are allowed.

    Attributes
    ----------
    readings, limit : int
        How many it has, and how many are allowed.
    """

    def __init__(self, readings: int, limit: int) -> None:
        super().__init__(f"{_number(readings)} readings, more than the limit of {limit:,}")
        self.readings = readings
        self.limit = limit


class UnknownRuleError(BubbletreeError, ValueError):
    """A rule that is to be switched off does not exist.

    Attributes
    ----------
    name : str
        Its name.
    """

    def __init__(self, name: str) -> None:
        rules = ", ".join(SWITCHES)
        super().__init__(f"there is no rule {name!r}{did_you_mean(name, SWITCHES) or f'; the rules are {rules}'}")
        self.name = name


def _number(count: int) -> str:
    return f"{count:,}" if count <= 10**18 else "more than 10^18"


def split(
    tree: BubbleTree,
    *,
    collective: Collective | str = Collective.KEEP,
    language: str = "en",
    without: Collection[str] = (),
    limit: int = LIMIT,
) -> tuple[Reading, ...]:
    """The readings of a sentence: what it says, with one conjunct in the place of each coordination.

    Parameters
    ----------
    tree : BubbleTree
        A well-formed tree.
    collective : Collective or str
        What happens to a collective coordination, as in *Tom and Mary met*: it is kept (``"keep"``), split like any
        other (``"split"``), or split and marked (``"mark"``).
    language : str
        The language of the sentence, by its code. Without tables of its words, only structure and negation
        count.
    without : collection of str
        The names of rules that are switched off (:data:`bubbletree.readings.SWITCHES`).
    limit : int
        How many readings the sentence may have.

    Returns
    -------
    tuple of Reading
        At least one. The leftmost coordination changes last.

    Raises
    ------
    InvalidTreeError
        The tree is not well-formed.
    TooManyReadingsError
        There are more readings than the limit allows. They are counted before any is made.
    UnknownRuleError
        There is no rule of that name.

    Examples
    --------
    >>> from bubbletree import parse_brackets
    >>> tree = parse_brackets("nsubj=We sell obj=(amod=fresh [bread cc=and rolls]) punct=.")
    >>> for reading in split(tree):
    ...     print(reading.text, reading.tokens)
    We sell fresh bread. (1, 2, 3, 4, 7)
    We sell fresh rolls. (1, 2, 3, 6, 7)
    >>> together = parse_brackets("nsubj=[Tom cc=and Mary] met")
    >>> [reading.text for reading in split(together)]
    ['Tom and Mary met']
    >>> [reading.text for reading in split(together, collective="split")]
    ['Tom met', 'Mary met']
    """
    return tuple(split_lazily(tree, collective=collective, language=language, without=without, limit=limit))


class Readings:
    """The readings of a sentence, made one by one.

    Attributes
    ----------
    count : int
        How many there are.
    """

    def __init__(self, forks: Forks, count: int) -> None:
        self.count = count
        self._forks = forks

    def __iter__(self) -> Iterator[Reading]:
        return self._forks.readings()


def split_lazily(
    tree: BubbleTree,
    *,
    collective: Collective | str = Collective.KEEP,
    language: str = "en",
    without: Collection[str] = (),
    limit: int = LIMIT,
) -> Readings:
    """The readings of a sentence as :func:`split` gives them, each made when it is asked for.

    Examples
    --------
    >>> from bubbletree import parse_brackets
    >>> readings = split_lazily(parse_brackets("[tea cc=or milk]"))
    >>> readings.count, next(iter(readings)).text
    (2, 'tea')
    """
    expect(tree, BubbleTree, "a BubbleTree")
    expect(limit, int, "a whole number as limit")
    try:
        treatment = Collective(collective)
    except ValueError:
        names = ", ".join(repr(one.value) for one in Collective)
        raise ValueError(f"collective: expected one of {names}, not {collective!r}") from None
    forks = Forks(tree, language, _checked(without), treatment)
    count = forks.count()
    if count > limit:
        raise TooManyReadingsError(count, limit)
    return Readings(forks, count)


def judgements(tree: BubbleTree, *, language: str = "en", without: Collection[str] = ()) -> tuple[Judgement, ...]:
    """For each coordination of a tree whether it is collective, and the rule that says so.

    Parameters
    ----------
    tree : BubbleTree
        A well-formed tree.
    language, without
        As for :func:`split`.

    Examples
    --------
    >>> from bubbletree import parse_brackets
    >>> for found in judgements(parse_brackets("nsubj=[Tom cc=and Mary] met obl=(case=in [May cc=or June])")):
    ...     print(found.span, found.collective, found.rule)
    Span(first=1, last=3) True meeting
    Span(first=6, last=8) False alternative
    """
    expect(tree, BubbleTree, "a BubbleTree")
    grove = Grove(tree, lexicon_of(language))
    return tuple(_judged(Site(grove, coordination), _checked(without)) for coordination in grove.coordinations)


def _judged(site: Site, without: Collection[str]) -> Judgement:
    return Judgement(site.bubble, site.coordination.whole, *judge(site, without))


def _checked(without: Collection[str]) -> frozenset[str]:
    for name in several(without, "names of rules"):
        if name not in SWITCHES:
            raise UnknownRuleError(name)
    return frozenset(without)
