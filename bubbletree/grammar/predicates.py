"""Verb phrases, coordinated or not, with objects and adverbials, and the relative clauses in their objects.

Verb phrases contain noun phrases, which may contain relative clauses, which are verb phrases: hence
one module for both.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bubbletree.grammar import lexicon
from bubbletree.grammar.coordination import any_coordinator, coordinate, is_additive, size
from bubbletree.grammar.draw import Draw
from bubbletree.grammar.nominals import (
    DESCRIPTIONS,
    NAME,
    PERSON,
    PLURAL,
    POSTMODIFYING,
    SINGULAR,
    adjectives,
    noun_phrase,
    nouns,
    premodify,
)
from bubbletree.grammar.phrases import Bubble, Fits, Phrase, Word, anything, fitting, follow, nothing, phrase, scope

BASE, THIRD, PAST, PARTICIPLE = "base", "third", "past", "participle"
FORM: Final = {BASE: 0, THIRD: 1, PAST: 2, PARTICIPLE: 3}
"""Where each form of a verb stands in the lexicon."""

INTRANSITIVE: Final = tuple(kind for kind, verbs in lexicon.VERBS.items() if not verbs.objects)
TRANSITIVE: Final = tuple(kind for kind, verbs in lexicon.VERBS.items() if verbs.objects)
ANY: Final = (*INTRANSITIVE, *TRANSITIVE, *TRANSITIVE, *("trade", "like") * 12)
"""All verb classes; those whose objects can be of many kinds have most of the weight."""

ANIMAL: Final = ("walk", "swim", "rest", "eat", "drink", "like")
"""What animals do too."""

TAKING: Final = {
    kind: tuple(verb for verb in TRANSITIVE if kind in lexicon.VERBS[verb].objects)
    for kind in dict.fromkeys(kind for verb in TRANSITIVE for kind in lexicon.VERBS[verb].objects)
}
"""The verb classes that take an object of each noun class."""

ADVERBIAL: Final = frozenset({"advmod", "obl", "aux", "mark"})


def participant(draw: Draw, allowed: Sequence[str], level: int) -> Phrase:
    """A noun phrase, perhaps with a relative clause after it."""
    nominal = noun_phrase(draw, allowed, level)
    if level > 1 and DESCRIPTIONS.get(nominal.last.kind) and draw.optional(draw.grammar.modifier / 3):
        _relative(draw, nominal, level - 1)
    return nominal


def verbs(draw: Draw, kinds: Sequence[str], forms: Sequence[str]) -> list[Phrase]:
    """Different verbs in these forms, alone."""
    found: dict[str, Phrase] = {}
    while len(found) < len(forms):
        kind, form = draw.pick(kinds), forms[len(found)]
        entry = draw.pick(lexicon.VERBS[kind].forms)
        found.setdefault(entry[FORM[BASE]], phrase(entry[FORM[form]], "VERB", kind, form))
    return list(found.values())


def predicate(draw: Draw, form: str, level: int, kinds: Sequence[str] = ANY, later: str = "") -> Phrase:
    """A verb phrase with its adverbials.

    Parameters
    ----------
    draw : Draw
        The source of chance.
    form : str
        The form of the verb: ``base``, ``third`` or ``past``.
    level : int
        How many coordinations may still contain one another.
    kinds : sequence of str
        The classes of the verb.
    later : str
        The form of the verbs from the second conjunct on, if another one.
    """
    later = later or form
    if level <= 0 or not draw.optional(draw.grammar.coordination):
        whole = simple_predicate(draw, form, level - 1, kinds)
    elif kinds is ANY and later == form and draw.chance(0.3):
        whole = _shared_object(draw, form, level - 1)
    else:
        whole = _verb_phrases(draw, form, later, level - 1, kinds)
    if not ends_in_clause(whole) and draw.optional(draw.grammar.modifier):
        _adverbial(draw, whole, level - 1)
    return whole


def simple_predicate(draw: Draw, form: str, level: int, kinds: Sequence[str] = ANY) -> Phrase:
    """A verb with its object."""
    [whole] = verbs(draw, kinds, [form])
    objects = lexicon.VERBS[whole.first.kind].objects
    if objects:
        whole.right.append(("obj", participant(draw, objects, level)))
    return whole


def preverbal(draw: Draw, target: Phrase) -> None:
    """Perhaps put an adverb before a verb phrase that has none before it or in it."""
    conjuncts = target.head.conjuncts if isinstance(target.head, Bubble) else []
    if any(each.left for each in (target, *conjuncts)) or not draw.optional(draw.grammar.modifier / 2):
        return
    adverb = _manner(draw, target.first) if draw.chance(0.7) else None
    fits = anything if adverb is None else _fitting_manner(adverb)
    scope(target, fits, ADVERBIAL, leftward=True).left.append(("advmod", adverb or _frequency(draw)))


def location(draw: Draw, kind: str, level: int) -> Phrase:
    """A prepositional phrase with a place; it or the noun phrase in it may be coordinated."""
    if level <= 0 or not draw.optional(draw.grammar.coordination):
        return _located(draw, premodify(draw, nouns(draw, [kind], [SINGULAR])[0]))
    places = nouns(draw, [kind, kind], [SINGULAR, SINGULAR])
    if draw.chance(0.35):
        return coordinate(draw, [_located(draw, premodify(draw, place)) for place in places], "PP")
    if draw.chance(0.5):
        return _located(draw, coordinate(draw, [premodify(draw, place) for place in places], "NP"))
    return _located(draw, premodify(draw, coordinate(draw, places, "NP")))


def ends_in_clause(whole: Phrase) -> bool:
    """Whether the last word belongs to a relative clause, which a following adverbial could modify."""
    while True:
        if whole.right:
            label, whole = whole.right[-1]
            if label == "acl:relcl":
                return True
        elif isinstance(whole.head, Bubble):
            whole = whole.head.conjuncts[-1]
        else:
            return False


def _relative(draw: Draw, nominal: Phrase, level: int) -> None:
    """Put a relative clause after nouns: its pronoun and the number of its verb tell what it modifies."""
    last = nominal.last
    if last.kind == PERSON:
        description, kinds = None, frozenset({PERSON})
    else:
        description, kinds = adjectives(draw, last.kind)
        kinds -= {PERSON}
    fits = fitting(kinds)
    target = scope(nominal, fits, POSTMODIFYING, leftward=False)
    shared = isinstance(target.head, Bubble)
    if shared and last.shape != PLURAL and not (is_additive(target) and draw.chance(0.5)):
        shared, fits = False, nothing
    plural = last.shape == PLURAL or shared
    if description is None:
        clause = predicate(draw, BASE if plural else THIRD, level, INTRANSITIVE)
        clause.left.insert(0, ("nsubj", phrase("who", "PRON")))
    else:
        clause = description
        clause.left += [("nsubj", phrase("which", "PRON")), ("cop", phrase("are" if plural else "is", "AUX"))]
    follow(nominal, ("acl:relcl", clause), fits, POSTMODIFYING)


def _shared_object(draw: Draw, form: str, level: int) -> Phrase:
    """Transitive verbs that share their object: ``washed and mended the coat``."""
    kind = draw.pick(tuple(TAKING))
    whole = coordinate(draw, verbs(draw, TAKING[kind], [form] * size(draw)), "VP", announced=True)
    whole.right.append(("obj", participant(draw, (kind,), level)))
    return whole


def _verb_phrases(draw: Draw, form: str, later: str, level: int, kinds: Sequence[str]) -> Phrase:
    """Verbs with an object each, or none: ``ate bread, drank tea and slept``."""
    conjuncts = verbs(draw, kinds, [form] + [later] * (size(draw) - 1))
    for conjunct in conjuncts:
        objects = lexicon.VERBS[conjunct.first.kind].objects
        if objects:
            conjunct.right.append(("obj", noun_phrase(draw, objects, level)))
    for conjunct in conjuncts[1:]:
        if draw.optional(draw.grammar.modifier / 4):
            conjunct.left.append(("advmod", _manner(draw, conjunct.first) or _frequency(draw)))
    for conjunct in conjuncts[:-1]:
        if draw.optional(draw.grammar.modifier / 4):
            _place(draw, conjunct, 0)
    announced = form == later and not any(conjunct.left for conjunct in conjuncts)
    return coordinate(draw, conjuncts, "VP", any_coordinator(draw), announced=announced)


def _adverbial(draw: Draw, whole: Phrase, level: int) -> None:
    """Put an adverbial after a verb phrase, if there is one for its last verb."""
    sort = draw.weighted(((50, "place"), (25, "manner"), (15, "adverb"), (10, "company")))
    if sort == "place":
        _place(draw, whole, level)
    elif sort == "manner":
        adverb = _manner(draw, whole.last)
        if adverb is not None:
            follow(whole, ("advmod", adverb), _fitting_manner(adverb), ADVERBIAL)
    elif sort == "adverb":
        follow(whole, ("advmod", phrase(draw.pick(lexicon.ADVERBS), "ADV")), anything, ADVERBIAL)
    elif whole.last.kind in INTRANSITIVE:
        count = 2 if draw.optional(draw.grammar.coordination) else 1
        people = nouns(draw, [NAME] * count, [SINGULAR] * count)
        company = people[0] if len(people) == 1 else coordinate(draw, people, "NP")
        company.left.insert(0, ("case", phrase("with", "ADP")))
        follow(whole, ("obl", company), anything, ADVERBIAL)


def _place(draw: Draw, whole: Phrase, level: int) -> None:
    """Put a place after a verb phrase, if its last verb has one."""
    place = lexicon.VERBS[whole.last.kind].place
    if place:
        there = fitting(frozenset(verb for verb, each in lexicon.VERBS.items() if place == each.place))
        follow(whole, ("obl", location(draw, place, level)), there, ADVERBIAL)


def _located(draw: Draw, nominal: Phrase) -> Phrase:
    nominal.left.insert(0, ("case", phrase(draw.pick(lexicon.PREPOSITIONS), "ADP")))
    return nominal


def _frequency(draw: Draw) -> Phrase:
    return phrase(draw.pick(lexicon.FREQUENCIES), "ADV")


def _manner(draw: Draw, word: Word) -> Phrase | None:
    """One or two adverbs of manner for a verb; None if there are none for it."""
    manner = lexicon.VERBS[word.kind].manner
    if not manner:
        return None
    adverbs = lexicon.MANNERS[manner]
    first = draw.pick(adverbs)
    if not draw.optional(draw.grammar.coordination / 2):
        return phrase(first, "ADV", manner)
    second = draw.pick([form for form in adverbs if form != first])
    return coordinate(
        draw, [phrase(first, "ADV", manner), phrase(second, "ADV", manner)], "ADVP", draw.pick(("and", "but"))
    )


def _fitting_manner(adverb: Phrase) -> Fits:
    manner = adverb.first.kind
    return fitting(frozenset(verb for verb, each in lexicon.VERBS.items() if manner == each.manner))
