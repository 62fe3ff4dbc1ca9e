"""Words that go when a coordination is split, or that stay with one conjunct.

Coordinators and the punctuation between conjuncts always go. :data:`OMISSIONS` lists what else goes, by name.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from bubbletree.convert.relations import Kind, kind_of, universal
from bubbletree.readings.site import Site

_FUNCTIONAL = (Kind.CORRELATIVE, Kind.COORDINATOR, Kind.ADVERBIAL)
_NEGATING = (Kind.ADVERBIAL, Kind.CORRELATIVE, Kind.OTHER)
_FLOATING = (*_FUNCTIONAL, Kind.NOMINAL, Kind.OBLIQUE, Kind.OTHER)


class Omission(NamedTuple):
    """A kind of words that go: its name, what it says, and which bubbles go with all that is below them."""

    name: str
    says: str
    find: Callable[[Site], list[int]]


def correlatives(site: Site) -> list[int]:
    """The bubbles of the correlatives before a coordination, *both*, that mean nothing in a reading."""
    grove, table = site.grove, site.lexicon.correlatives
    candidates = [child for child in site.shared if grove.tree.hulls[child].first < site.heads[0]]
    first = site.conjuncts[0]
    candidates += [
        child
        for child in grove.tree.children(first)
        if grove.tree.hulls[child].first < grove.tree.hulls[first].first and not grove.tree.is_inside(child, first)
    ]
    found = [child for child in candidates if _is_correlative(site, child)]
    # "not" and "only" may depend on the conjunct one by one.
    found += [child for pair in pairwise(candidates) if " ".join(map(grove.text, pair)) in table for child in pair]
    return found


def _is_correlative(site: Site, child: int) -> bool:
    grove = site.grove
    text = grove.text(child)
    if text not in site.lexicon.correlatives:
        # A correlative that the tables do not know, but the annotation does.
        is_marked = kind_of(grove.label(child)) is Kind.CORRELATIVE
        return is_marked and not _negates(site, child)
    return universal(grove.label(child)) == "det" or kind_of(grove.label(child)) in _FUNCTIONAL


def _negates(site: Site, child: int) -> bool:
    return any(site.grove.is_in(token, site.lexicon.negations) for token in site.grove.below(child))


def continuations(site: Site) -> list[int]:
    """The bubbles of what belongs to a correlative after the coordinator: *also* in *not only ... but also*."""
    grove = site.grove
    if sum(len(grove.below(child)) for child in correlatives(site)) < 2:
        return []
    between = [part for part in grove.tree.parts(site.bubble) if part not in site.conjuncts]
    leading = [child for conjunct in site.conjuncts[1:] for child in grove.dependents(conjunct)]
    return [child for child in (*between, *leading) if grove.text(child) in site.lexicon.continuations]


def floating(site: Site) -> list[int]:
    """The bubbles of words elsewhere in the clause that count the conjuncts: *both*, *each*, *alike*."""
    grove, table = site.grove, site.lexicon.floating
    around = [child for child in site.shared if grove.tree.hulls[child].first > site.heads[-1]]
    if site.kind is Kind.SUBJECT or site.is_object:
        around += [child for governor in site.governors for child in site.others(governor)]
    return [child for child in around if grove.text(child) in table and kind_of(grove.label(child)) in _FLOATING]


def closing_comma(site: Site) -> list[int]:
    """The comma after a second conjunct that has one before it: *that you, not they, will stay*."""
    grove = site.grove
    last = grove.tree.hulls[site.bubble].last
    after = [child for child in site.shared if grove.tree.hulls[child].first == last + 1 and grove.text(child) == ","]
    commas = [part for part in grove.tree.parts(site.bubble) if grove.text(part) == ","]
    return after if len(site.conjuncts) == 2 and len(commas) == 1 else []


def ended_negations(site: Site) -> list[int]:
    """The bubbles of negations before a coordination that end at its *but*: *It was not cold but wet*."""
    grove = site.grove
    around = list(site.shared)
    if site.governor is not None and site.bubble == site.outermost and len(site.governors) == 1:
        around += site.others(site.governors[0])
    announcing = set(correlatives(site))
    return [
        child
        for child in around
        if child not in announcing
        and grove.tree.hulls[child].first < site.heads[0]
        and kind_of(grove.label(child)) in _NEGATING
        and len(grove.below(child)) == 1
        and _negates(site, child)
    ]


def after_correction(site: Site) -> list[int]:
    """The conjuncts from the first *but* on; those that a negation before the coordination does not reach."""
    before = [site.coordinator_before[conjunct] in site.lexicon.corrective for conjunct in site.conjuncts]
    return site.conjuncts[before.index(True) :] if True in before else []


OMISSIONS = (
    Omission("correlatives", "*both*, *either*, *not only* before the first conjunct", correlatives),
    Omission("continuations", "the *also* of *not only ... but also*", continuations),
    Omission("closing-comma", "the comma after a second conjunct that has one before it", closing_comma),
    Omission("floating", "*both*, *each*, *alike* elsewhere in the clause", floating),
)
"""What goes when a coordination is split."""

REST = "rest"
"""The name of the rule that conjuncts such as *etc.* have no reading."""
NEGATIVE = "negative-coordinator"
"""The name of the rule that *nor* stays with the conjunct that it negates."""
CORRECTED = "corrected"
"""The name of the rule that the *not* of *not ... but* reaches only to *but*."""

OMISSION_NAMES = (*(omission.name for omission in OMISSIONS), REST, NEGATIVE, CORRECTED)
"""All names of what can be switched off here."""


def is_rest(site: Site, conjunct: int) -> bool:
    """Whether a conjunct only says that there is more, as *etc.* does."""
    return site.grove.text(conjunct) in site.lexicon.rest


def stays_negative(site: Site, coordinator: int) -> bool:
    """Whether a coordinator is the negation of the conjunct after it: *nor*, unless a negation before has scope."""
    grove, lexicon = site.grove, site.lexicon
    if not grove.is_in(grove.token(coordinator), lexicon.negative):
        return False
    start = grove.below(site.conjuncts[0])[0]
    return not any(grove.is_in(token, lexicon.negations) for token in range(1, start))
