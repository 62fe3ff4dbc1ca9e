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
from dataclasses import replace
from enum import Enum
from functools import cached_property

from bubbletree._arguments import expect, several
from bubbletree.convert.marks import partners
from bubbletree.coordination import COORDINATOR, TreeCoordination
from bubbletree.errors import BubbletreeError
from bubbletree.readings.choices import Fork, all_ways, count_ways
from bubbletree.readings.languages import lexicon_of
from bubbletree.readings.omissions import (
    CORRECTED,
    NEGATIVE,
    OMISSION_NAMES,
    OMISSIONS,
    REST,
    after_correction,
    ended_negations,
    is_rest,
    stays_negative,
)
from bubbletree.readings.reading import Choice, Judgement, Reading
from bubbletree.readings.rules import EXCLUDED, RULE_NAMES, is_excluded, judge
from bubbletree.readings.site import Grove, Site
from bubbletree.sentence import Row, Sentence
from bubbletree.surface import Place, Surface, surface
from bubbletree.tree import Arc, BubbleTree

LIMIT = 1_000
"""How many readings a sentence may have, unless said otherwise."""

_ATTACHED = "SpaceAfter=No"

SWITCHES = (*RULE_NAMES[:-1], *OMISSION_NAMES)
"""The names of all rules that can be switched off."""


class Collective(Enum):
    """What happens to coordinations of which something is said together: *Tom and Mary met*."""

    KEEP = "keep"
    """They stay as they are in all readings."""
    SPLIT = "split"
    """They are split like all others."""
    MARK = "mark"
    """They are split, and the readings are marked."""


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
        super().__init__(f"there is no rule {name!r}; the rules are {', '.join(SWITCHES)}")
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
        What happens to a coordination of which something is said together, as in *Tom and Mary met*: it is kept
        (``"keep"``), split like any other (``"split"``), or split and marked (``"mark"``).
    language : str
        The language of the sentence, by its code. Languages without tables of words are split by structure alone.
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

    def __init__(self, splitter: _Splitter, count: int) -> None:
        self.count = count
        self._splitter = splitter

    def __iter__(self) -> Iterator[Reading]:
        return self._splitter.readings()


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
    splitter = _Splitter(tree, language, _checked(without), treatment)
    count = splitter.count()
    if count > limit:
        raise TooManyReadingsError(count, limit)
    return Readings(splitter, count)


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


class _Splitter:
    """The forks of a tree, and the readings that they make."""

    def __init__(self, tree: BubbleTree, language: str, without: frozenset[str], treatment: Collective) -> None:
        self.tree = tree
        self.grove = Grove(tree, lexicon_of(language))
        [self.root] = (bubble for bubble in tree.bubbles if 0 in tree.contents[bubble])
        self.without = without
        self.sites = {found.bubble: Site(self.grove, found) for found in self.grove.coordinations}
        self.marks: dict[int, str] = {}
        self._internal: dict[int, tuple[int, ...]] = {}
        self.forks: dict[int, Fork] = {}
        for bubble, site in self.sites.items():
            collective, rule = judge(site, without)
            if len(site.conjuncts) > 1 and not (collective and treatment is Collective.KEEP):
                self.forks[bubble] = Fork(site.coordination, self._options(site))
                self.marks[bubble] = rule if collective and treatment is Collective.MARK else ""
        self.roots = self._nested()

    def _options(self, site: Site) -> tuple[int, ...]:
        """The conjuncts that have readings: not *etc.*, and not what comes after *but not*."""
        dropped = [test for name, test in ((REST, is_rest), (EXCLUDED, is_excluded)) if name not in self.without]
        found = tuple(one for one in site.conjuncts if not any(test(site, one) for test in dropped))
        return found or tuple(site.conjuncts)

    def _omitted(self, site: Site) -> list[int]:
        return [bubble for omission in OMISSIONS if omission.name not in self.without for bubble in omission.find(site)]

    def _corrected(self, site: Site) -> dict[int, list[int]]:
        """For each conjunct after *not ... but* the negations that do not reach it."""
        after = after_correction(site) if CORRECTED not in self.without else []
        return dict.fromkeys(after, ended_negations(site)) if after else {}

    def _nested(self) -> list[Fork]:
        """Put each fork into the conjunct of the fork that it is in; those that are in none are returned."""
        roots = []
        for bubble, fork in self.forks.items():
            inner, outer = bubble, self.tree.head(bubble)
            while outer is not None and not (outer in self.forks and self.tree.is_inside(inner, outer)):
                inner, outer = outer, self.tree.head(outer)
            if outer is None:
                roots.append(fork)
            else:
                for option in self.forks[outer].options:
                    if inner == option or inner in self._kept_parts(outer, option):
                        self.forks[outer].inside.setdefault(option, []).append(fork)
        return roots

    @cached_property
    def omitted(self) -> dict[int, list[int]]:
        """What goes with each coordination that is split."""
        return {bubble: self._omitted(self.sites[bubble]) for bubble in self.forks}

    @cached_property
    def corrected(self) -> dict[int, dict[int, list[int]]]:
        """What goes with some of its conjuncts."""
        return {bubble: self._corrected(self.sites[bubble]) for bubble in self.forks}

    @cached_property
    def pairs(self) -> dict[int, int]:
        """The bubbles of brackets and quotation marks: of each the other one."""
        tree = self.tree
        marks = {
            tree.hulls[bubble].first: bubble
            for bubble in tree.bubbles
            if self._is_word(bubble) and not tree.children(bubble) and self.grove.label(bubble) == "punct"
        }
        numbered = ((token, tree.words[token - 1]) for token in sorted(marks))
        return {marks[token]: marks[partner] for token, partner in partners(numbered).items()}

    @cached_property
    def surface(self) -> Surface:
        """The text of the sentence."""
        return surface(self.tree)

    @cached_property
    def offsets(self) -> tuple[Place, ...]:
        """Where its words stand: as the file tells, or in the text."""
        sentence = self.tree.sentence
        return (sentence.offsets if sentence is not None else None) or self.surface.places

    def count(self) -> int:
        """How many readings there are."""
        return count_ways(self.roots)

    def readings(self) -> Iterator[Reading]:
        """The readings."""
        for way in all_ways(self.roots):
            yield self._reading({fork.coordination.bubble: option for fork, option in way})

    def _reading(self, chosen: dict[int, int]) -> Reading:
        arcs = self._without_widows(self._arcs(chosen))
        kept = sorted({self.root} | {arc.dependent for arc in arcs})
        tokens = tuple(sorted(self.tree.hulls[bubble].first for bubble in kept if self._is_word(bubble)))
        written = self.surface.without_others(tokens)
        choices = (self._choice(bubble, option) for bubble, option in chosen.items())
        return Reading(
            self._tree(kept, arcs, tokens, written),
            written.text,
            tokens,
            tuple(self.offsets[token - 1] for token in tokens),
            tuple(choices),
        )

    def _is_word(self, bubble: int) -> bool:
        return len(self.tree.contents[bubble]) == 1 and 0 not in self.tree.contents[bubble]

    def _choice(self, bubble: int, option: int) -> Choice:
        site = self.sites[bubble]
        coordination: TreeCoordination = site.coordination
        written = [span.of(self.tree.words) for span in coordination.coordinators]
        conjunct = coordination.conjuncts[site.conjuncts.index(option)]
        return Choice(coordination.whole, conjunct, " ".join(written[-1]) if written else "", self.marks[bubble])

    def _arcs(self, chosen: dict[int, int]) -> list[Arc]:
        """The arcs of a reading, over the bubbles of the tree."""
        omitted = {gone for bubble in chosen for gone in self.omitted[bubble]}
        omitted |= {gone for bubble, option in chosen.items() for gone in self.corrected[bubble].get(option, ())}
        arcs = []
        pending = [self.root]
        while pending:
            head = pending.pop()
            standing = head
            children = [] if head in chosen else list(self.tree.children(head))
            while standing in chosen:
                bubble, standing = standing, chosen[standing]
                children += self.grove.modifiers(bubble)
                children += self._kept_parts(bubble, standing)
            if standing != head:
                children += self.tree.children(standing)
            for child in children:
                if child not in omitted:
                    arcs.append(Arc(standing, self.tree.label(child) or "", self._standing(child, chosen)))
                    pending.append(child)
        return arcs

    def _without_widows(self, arcs: list[Arc]) -> list[Arc]:
        """The arcs without those to brackets and quotation marks whose partners are gone."""
        present = {arc.dependent for arc in arcs}
        gone = {mark for mark, partner in self.pairs.items() if mark in present and partner not in present}
        return [arc for arc in arcs if arc.dependent not in gone]

    def _standing(self, bubble: int, chosen: dict[int, int]) -> int:
        """What is in the place of a bubble in a reading."""
        while bubble in chosen:
            bubble = chosen[bubble]
        return bubble

    def _parts(self, bubble: int) -> tuple[int, ...]:
        if bubble not in self._internal:
            self._internal[bubble] = self.tree.parts(bubble)
        return self._internal[bubble]

    def _kept_parts(self, bubble: int, option: int) -> list[int]:
        """What stands between the conjuncts and belongs to the one that is chosen: adverbs, and *nor*."""
        site = self.sites[bubble]
        kept: list[int] = []
        for part in self._parts(bubble):
            label = self.grove.label(part)
            if part == option:
                return kept
            if part in site.conjuncts:
                kept = []
            elif label == COORDINATOR:
                if NEGATIVE not in self.without and stays_negative(site, part):
                    kept.append(part)
            elif label != "punct":
                kept.append(part)
        return []

    def _tree(self, kept: list[int], arcs: list[Arc], tokens: tuple[int, ...], written: Surface) -> BubbleTree:
        """The tree of a reading, with its words and bubbles numbered anew."""
        word_of = {token: number for number, token in enumerate(tokens, start=1)} | {0: 0}
        bubble_of = {bubble: number for number, bubble in enumerate(kept)}
        contents = [{word_of[token] for token in self.tree.contents[bubble] if token in word_of} for bubble in kept]
        sentence = self.tree.sentence
        return BubbleTree(
            [self.tree.words[token - 1] for token in tokens],
            contents,
            [Arc(bubble_of[arc.head], arc.label, bubble_of[arc.dependent]) for arc in arcs],
            _restricted(sentence, word_of, written) if sentence and sentence.words == self.tree.words else None,
        )


def _restricted(sentence: Sentence, word_of: dict[int, int], written: Surface) -> Sentence:
    """The rows of some words, numbered anew; tokens of several words stay if all of these do."""
    rows: list[Row] = []
    inside = 0
    for row in sentence.rows:
        first, dash, last = row.id.partition("-")
        if dash and all(word in word_of for word in range(int(first), int(last) + 1)):
            inside = int(last)
            number = word_of[inside]
            rows.append(
                _spaced(replace(row, id=f"{word_of[int(first)]}-{number}"), attached=written.is_attached(number))
            )
        elif row.is_word and int(row.id) in word_of:
            number = word_of[int(row.id)]
            # Of a word in a token of several words, the token's row says what follows.
            attached = int(row.id) > inside and written.is_attached(number)
            rows.append(_spaced(replace(row, id=str(number), deps="_"), attached=attached))
    return Sentence(tuple(rows), sentence.comments)


def _spaced(row: Row, *, attached: bool) -> Row:
    """A row that says whether the next one is written without a blank before it."""
    items = [item for item in row.misc.split("|") if item not in ("_", _ATTACHED)]
    return replace(row, misc="|".join([_ATTACHED, *items] if attached else items) or "_")
