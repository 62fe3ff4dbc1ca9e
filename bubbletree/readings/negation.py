"""What negates, and how far: negations, *neither ... nor*, *not only ... but also*.

Languages with tables have their own words. For all others, annotation tells (``Polarity=Neg``), and a table over
languages that the conversion has, too (:mod:`bubbletree.convert.lexicon`). Its words count only in the relations that
they have as negations, for many are other words in other languages: *ne* in Italian, *no* in Portuguese.
"""

from __future__ import annotations

from collections.abc import Iterator

from bubbletree.convert.forms import features
from bubbletree.convert.lexicon import ALSO, BUT, NOR, NOT, NOT_ONLY, ONLY, WITHOUT
from bubbletree.convert.relations import Kind, kind_of, universal
from bubbletree.coordination import COORDINATOR
from bubbletree.readings.lexicon import Words
from bubbletree.readings.site import Grove, Site
from bubbletree.tree import CONJ

_PARTICLES = (Kind.ADVERBIAL, Kind.CORRELATIVE, Kind.COORDINATOR, Kind.VERBAL, Kind.OTHER)
_SEPARABLE = (Kind.ADVERBIAL, Kind.CORRELATIVE, Kind.OTHER)
_CLAUSES = frozenset({"acl", "advcl", "ccomp", "csubj", "parataxis", "relcl", "xcomp"})
_NEGATIONS = NOT | NOR


def negates(grove: Grove, bubble: int) -> bool:
    """Whether a word negates."""
    if not grove.lexicon.is_empty:
        return grove.is_in(grove.token(bubble), grove.lexicon.negations)
    kind = kind_of(grove.label(bubble))
    table = WITHOUT if kind is Kind.MARKER else _NEGATIONS if kind in _PARTICLES else frozenset()
    return _is_told(grove, bubble) or grove.is_in(grove.token(bubble), table)


def negates_its_head(grove: Grove, bubble: int) -> bool:
    """Whether a dependent negates what it depends on: no clause does, whose verb negates itself."""
    return universal(grove.label(bubble)) not in _CLAUSES and negates(grove, bubble)


def is_negation(grove: Grove, bubble: int) -> bool:
    """Whether a word does nothing but negate, as *not* does, and *nobody* does not."""
    kind = kind_of(grove.label(bubble))
    # Finnish "ei" is an auxiliary; the other negative auxiliaries do more.
    is_auxiliary = kind is Kind.VERBAL and grove.lexicon.is_empty and grove.is_in(grove.token(bubble), NOT)
    return negates(grove, bubble) and (kind in _SEPARABLE or is_auxiliary)


def _is_told(grove: Grove, bubble: int) -> bool:
    """Whether annotation says that a word negates."""
    known = features(grove.rows[grove.token(bubble) - 1])
    relation, _, subtype = grove.label(bubble).partition(":")
    return "Neg" in (known.get("Polarity"), known.get("PronType")) or "neg" in (relation, subtype)


def has_negation(grove: Grove, bubble: int) -> bool:
    """Whether a bubble, or anything that depends on it, negates."""
    return any(negates(grove, word) for word in grove.words_below(bubble))


def is_negative(grove: Grove, coordinator: int) -> bool:
    """Whether a coordinator negates what follows: *nor*."""
    if not grove.lexicon.is_empty:
        return grove.is_in(grove.token(coordinator), grove.lexicon.negative)
    head = grove.token(coordinator)
    words = grove.words_below(coordinator)
    return any(
        _is_told(grove, word) or grove.is_in(grove.token(word), NOR if grove.token(word) == head else _NEGATIONS)
        for word in words
    )


def announcing(site: Site) -> list[int]:
    """The negative coordinators before the first conjunct, if they are parts of the coordination: *neither*."""
    parts = site.grove.tree.parts(site.bubble)
    leading = parts[: parts.index(site.conjuncts[0])]
    return [part for part in leading if site.grove.label(part) == COORDINATOR and is_negative(site.grove, part)]


def is_negated(site: Site, conjunct: int) -> bool:
    """Whether something negates a conjunct, other than its coordinator: a word of its own, or one before them all."""
    grove = site.grove
    is_negative_itself = negates(grove, conjunct)
    has_own = any(negates_its_head(grove, word) for word in grove.modifiers(conjunct))
    return is_negative_itself or has_own or bool(announcing(site)) or any(_reaching(site))


def _reaching(site: Site) -> Iterator[bool]:
    """Whether each word negates that may reach a coordination from outside: what it depends on, and its dependents."""
    grove, tree = site.grove, site.grove.tree
    start = grove.below(site.conjuncts[0])[0]
    inner: int | None = site.bubble
    around = site.shared
    while inner is not None:
        for child in around:
            if tree.hulls[child].first < start:
                yield negates_its_head(grove, child)
                # "no man eats meat nor fish"
                yield from (negates(grove, word) for word in tree.children(child) if _is_determiner(grove, word))
        is_conjunct = grove.label(inner) == CONJ
        inner = tree.head(inner)
        if inner is not None:
            around = list(grove.modifiers(inner) if is_conjunct else tree.children(inner))
            is_word = not grove.conjuncts(inner) and grove.token(inner) > 0  # 0 is the root of the tree
            yield is_word and grove.token(inner) < start and negates(grove, inner)


def _is_determiner(grove: Grove, bubble: int) -> bool:
    return universal(grove.label(bubble)) == "det"


def is_not_only(grove: Grove, words: list[int]) -> bool:
    """Whether some words are *not only*, in a language without tables, with or without adverbs between."""
    if not grove.lexicon.is_empty or not words:
        return False
    tokens = [grove.token(word) for word in words]
    if len(words) == 1:
        return grove.is_in(tokens[0], NOT_ONLY)
    is_adverbial = all(kind_of(grove.label(word)) is Kind.ADVERBIAL for word in words[1:-1])
    is_together = tokens[-1] - tokens[0] == len(tokens) - 1
    return is_adverbial and is_together and negates(grove, words[0]) and grove.is_in(tokens[-1], ONLY)


def continuing(grove: Grove) -> Words:
    """What belongs to *not only* after the coordinator: *also*."""
    return ALSO if grove.lexicon.is_empty else grove.lexicon.continuations


def correcting(grove: Grove) -> Words:
    """The coordinators after which a negation before the coordination ends: *but*."""
    return BUT if grove.lexicon.is_empty else grove.lexicon.corrective
