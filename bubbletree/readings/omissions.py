"""Words that go when a coordination is split, or that stay with one conjunct.

Coordinators and the punctuation between conjuncts always go. :data:`OMISSIONS` lists what else goes, by name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bubbletree.convert.relations import Kind, kind_of, universal
from bubbletree.coordination import COORDINATOR
from bubbletree.readings.negation import (
    continuing,
    correcting,
    has_negation,
    is_negated,
    is_negation,
    is_negative,
    is_not_only,
    negates,
    negates_its_head,
)
from bubbletree.readings.site import Site

_FUNCTIONAL = (Kind.CORRELATIVE, Kind.COORDINATOR, Kind.ADVERBIAL)
_FLOATING = (*_FUNCTIONAL, Kind.NOMINAL, Kind.OBLIQUE, Kind.OTHER)


class Omission(NamedTuple):
    """A kind of words that go: its name, what it says, and which bubbles go with all that is below them."""

    name: str
    says: str
    find: Callable[[Site], list[int]]


def correlatives(site: Site) -> list[int]:
    """The bubbles of the correlatives before a coordination, *both*, that mean nothing in a reading."""
    grove = site.grove
    candidates = [child for child in site.shared if grove.tree.hulls[child].first < site.heads[0]]
    first = site.conjuncts[0]
    candidates += [
        child
        for child in grove.tree.children(first)
        if grove.tree.hulls[child].first < grove.tree.hulls[first].first and not grove.tree.is_inside(child, first)
    ]
    # "not" and "only" may depend on the conjunct one by one.
    found = [child for child in candidates if _is_correlative(site, child)]
    return found + _not_only(site, candidates) + _distant_not_only(site)


def _not_only(site: Site, candidates: list[int]) -> list[int]:
    """The bubbles of *not* and *only* with at most one word between them, where neither depends on the other."""
    grove, table = site.grove, site.lexicon.correlatives
    runs = [candidates[start : start + length] for length in (2, 3) for start in range(len(candidates) - length + 1)]
    found = (run for run in runs if " ".join(map(grove.text, run)) in table or is_not_only(grove, run))
    return [child for run in found for child in run]


def _distant_not_only(site: Site) -> list[int]:
    """The *not only* of what a coordination depends on, with all its negations: *does not only eat meat but fish*."""
    if not after_correction(site):
        return []
    around = [child for child in _around(site) if child not in site.shared and _is_before(site, child)]
    found = [child for child in around if is_not_only(site.grove, site.grove.words_below(child))]
    found += _not_only(site, around)
    return list({*found, *_negations(site, around)}) if found else []


def _is_correlative(site: Site, child: int) -> bool:
    grove = site.grove
    text = grove.text(child)
    if is_not_only(grove, grove.words_below(child)):
        return kind_of(grove.label(child)) in _FUNCTIONAL
    if text not in site.lexicon.correlatives:
        # A correlative that the tables do not know, but the annotation does.
        is_marked = kind_of(grove.label(child)) is Kind.CORRELATIVE
        return is_marked and not has_negation(grove, child)
    return universal(grove.label(child)) == "det" or kind_of(grove.label(child)) in _FUNCTIONAL


def continuations(site: Site) -> list[int]:
    """The bubbles of what belongs to a correlative after the coordinator: *also* in *not only ... but also*."""
    grove = site.grove
    announced = [word for child in correlatives(site) for word in grove.words_below(child)]
    if len(announced) < 2 and not is_not_only(grove, announced):
        return []
    between = [part for part in grove.tree.parts(site.bubble) if part not in site.conjuncts]
    leading = [
        child
        for conjunct in site.conjuncts[1:]
        for child in grove.dependents(conjunct)
        if not grove.lexicon.is_empty or site.heads[0] < grove.token(child) < grove.token(conjunct)
    ]
    return [child for child in (*between, *leading) if grove.text(child) in continuing(grove)]


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


def closing_coordinators(site: Site) -> list[int]:
    """The coordinators after conjuncts, where each follows its own: *inu to neko to*, *arma virumque*."""
    grove = site.grove
    return [
        child
        for conjunct in site.conjuncts
        for child in grove.dependents(conjunct)
        if grove.token(child) > grove.token(conjunct)
        and grove.label(child) == COORDINATOR
        and not is_negative(grove, child)
    ]


def ended_negations(site: Site) -> list[int]:
    """The bubbles of negations before a coordination that end at its *but*: *It was not cold but wet*."""
    announced = set(correlatives(site))
    return [child for child in _negations(site, _around(site)) if child not in announced]


def _around(site: Site) -> list[int]:
    """What modifies a coordination, and the other dependents of what it depends on."""
    around = list(site.shared)
    if site.governor is not None and site.bubble == site.outermost and len(site.governors) == 1:
        around += site.others(site.governors[0])
    return around


def _is_before(site: Site, child: int) -> bool:
    return site.grove.tree.hulls[child].first < site.heads[0]


def _negations(site: Site, around: list[int]) -> list[int]:
    """Those of some dependents that stand before a coordination and do nothing but negate."""
    grove = site.grove
    return [
        child
        for child in around
        if _is_before(site, child) and len(grove.below(child)) == 1 and is_negation(grove, child)
    ]


def has_inseparable_negation(site: Site) -> bool:
    """Whether a negation ends at *but* and cannot be taken away, for it is part of a verb or pronoun."""
    grove = site.grove
    going = {*correlatives(site), *ended_negations(site)}
    staying = [child for child in _around(site) if child not in going and _is_before(site, child)]
    negated = any(negates_its_head(grove, child) for child in staying) or any(
        negates(grove, governor) for governor in site.governors
    )
    return bool(after_correction(site)) and negated


def after_correction(site: Site) -> list[int]:
    """The conjuncts from the first *but* on; those that a negation before the coordination does not reach."""
    before = [site.coordinator_before[conjunct] in correcting(site.grove) for conjunct in site.conjuncts]
    return site.conjuncts[before.index(True) :] if True in before else []


OMISSIONS = (
    Omission("correlatives", "*both*, *either*, *not only* before the first conjunct", correlatives),
    Omission("continuations", "the *also* of *not only ... but also*", continuations),
    Omission("closing-comma", "the comma after a second conjunct that has one before it", closing_comma),
    Omission("closing-coordinator", "a coordinator after the last conjunct, Latin *-que*", closing_coordinators),
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


def stays_negative(site: Site, coordinator: int, conjunct: int) -> bool:
    """Whether a coordinator is the negation of the conjunct after it: *nor*, unless something else negates that."""
    return is_negative(site.grove, coordinator) and not is_negated(site, conjunct)
