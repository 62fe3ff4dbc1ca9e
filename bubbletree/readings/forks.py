"""The choices that a tree leaves, and the reading that each way to choose makes."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import cached_property

from bubbletree.convert.marks import partners
from bubbletree.coordination import COORDINATOR, TreeCoordination
from bubbletree.readings.choices import Fork, all_ways, count_ways
from bubbletree.readings.languages import lexicon_of
from bubbletree.readings.negation import announcing
from bubbletree.readings.omissions import (
    CORRECTED,
    NEGATIVE,
    OMISSIONS,
    REST,
    after_correction,
    ended_negations,
    is_rest,
    stays_negative,
)
from bubbletree.readings.reading import Choice, Reading
from bubbletree.readings.restriction import restricted_tree
from bubbletree.readings.rules import EXCLUDED, is_excluded, judge
from bubbletree.readings.site import Grove, Site
from bubbletree.surface import Place, Surface, surface
from bubbletree.tree import Arc, BubbleTree


class Collective(Enum):
    """What happens to collective coordinations: *Tom and Mary met*."""

    KEEP = "keep"
    """They stay as they are in all readings."""
    SPLIT = "split"
    """They are split like all others."""
    MARK = "mark"
    """They are split, and the readings are marked."""


class Forks:
    """The forks of a tree, and the readings that they make."""

    def __init__(self, tree: BubbleTree, language: str, without: frozenset[str], treatment: Collective) -> None:
        self.tree = tree
        self.grove = Grove(tree, lexicon_of(language))
        [self.root] = (bubble for bubble in tree.bubbles if 0 in tree.contents[bubble])
        self.without = without
        self.sites = {found.bubble: Site(self.grove, found) for found in self.grove.coordinations}
        self.marks: dict[int, str] = {}
        self._internal: dict[int, tuple[int, ...]] = {}
        self._announcing: dict[int, list[int]] = {}
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
            restricted_tree(self.tree, kept, arcs, tokens, written),
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
        stays = NEGATIVE not in self.without
        if bubble not in self._announcing:
            self._announcing[bubble] = announcing(site) if stays else []
        everywhere = self._announcing[bubble]
        kept: list[int] = []
        for part in self._parts(bubble):
            label = self.grove.label(part)
            if part == option:
                return everywhere + kept
            if part in site.conjuncts:
                kept = []
            elif label == COORDINATOR:
                if stays and part not in everywhere and stays_negative(site, part, option):
                    kept.append(part)
            elif label != "punct":
                kept.append(part)
        return []
