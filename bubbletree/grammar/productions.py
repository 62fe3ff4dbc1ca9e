"""The productions: each method of :class:`Writer` builds one kind of phrase at random.

Two things are decided at random, independently of each other: which words occur and how they are
put together.  Where several readings of a string are conceivable, the scope of modifiers and the
nesting of coordinations are not drawn but follow from the words; ``docs/grammar.md`` lists the rules.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from bubbletree.grammar import lexicon
from bubbletree.grammar.parameters import Grammar
from bubbletree.grammar.phrases import Bubble, Phrase, Word, phrase, scope
from bubbletree.tree import CONJ

T = TypeVar("T")

BASE, THIRD, PAST = "base", "third", "past"
SINGULAR, PLURAL, MASS = "singular", "plural", "mass"

_FORM: Final = {BASE: 0, THIRD: 1, PAST: 2}
_DETERMINERS: Final = frozenset({"det", "nummod", "nmod:poss"})
_ADJECTIVAL: Final = _DETERMINERS | {"amod"}
_NOMINAL: Final = frozenset({"nmod", "acl:relcl"})
_ADVERBIAL: Final = frozenset({"advmod", "obl", "aux", "mark"})
_AGENTS: Final = ("person", "person", "name", "name", "pronoun")
_THINGS: Final = ("drink", "food", "fruit", "text", "garment", "tool")
_PLACES: Final = ("room", "study", "ground", "waters", "market")
_PRONOUNS: Final = (("he", SINGULAR), ("she", SINGULAR), ("they", PLURAL), ("we", PLURAL), ("I", PLURAL), ("you", PLURAL))

_DESCRIBES: Final = {
    form: frozenset(classes) for classes, forms in lexicon.ADJECTIVES.items() for form in forms
}
_DESCRIPTIONS: Final = {
    kind: tuple(form for form, classes in _DESCRIBES.items() if kind in classes) for kind in lexicon.NOUNS
}
_MANNER_OF: Final = {form: manner for manner, forms in lexicon.MANNERS.items() for form in forms}
_INTRANSITIVE: Final = tuple(name for name, verbs in lexicon.VERBS.items() if not verbs.objects)
_TRANSITIVE: Final = tuple(name for name, verbs in lexicon.VERBS.items() if verbs.objects)
_TAKING: Final = {
    kind: tuple(name for name in _TRANSITIVE if kind in lexicon.VERBS[name].objects)
    for kind in (*lexicon.NOUNS, "name")
}


def anything(word: Word) -> bool:
    """What modifiers that fit every word fit."""
    return True


def fitting(kinds: frozenset[str] | tuple[str, ...]) -> Callable[[Word], bool]:
    """What modifiers fit that ask for one of some lexical classes."""
    return lambda word: word.kind in kinds


def shaped(shape: str) -> Callable[[Word], bool]:
    """What modifiers fit that ask for a form: singular nouns, plural nouns, base forms."""
    return lambda word: word.shape == shape


@dataclass(slots=True)
class Writer:
    """A source of random phrases.

    Only ``rng.random()`` is used, the one method whose results are the same in every version of
    Python.  ``damping`` scales all probabilities of optional material.
    """

    rng: random.Random
    grammar: Grammar
    damping: float = 1.0

    # Chance

    def chance(self, probability: float) -> bool:
        """True with this probability, damped."""
        return self.rng.random() < probability * self.damping

    def pick(self, items: Sequence[T]) -> T:
        """One of the items, each as probable as the others."""
        return items[int(self.rng.random() * len(items))]

    # Coordination

    def coordinate(self, conjuncts: Sequence[Phrase], category: str, coordinator: str = "", announced: bool = False) -> Phrase:
        """A bubble over the conjuncts: ``A cc B``, or ``A, B cc C`` with or without the second comma.

        If ``announced``, it may begin with a correlative.
        """
        coordinator = coordinator or self.coordinator()
        before: list[tuple[str, Phrase]] = []
        if announced and len(conjuncts) == 2 and self.chance(self.grammar.correlative):
            coordinator, correlative = self.pick(_CORRELATIVES)
            before.append(("cc:preconj", _preconjunction(correlative)))
            if correlative == "not":
                conjuncts[1].left.insert(0, ("advmod", phrase("also", "ADV")))
        serial = len(conjuncts) > 2 and self.rng.random() < 0.5
        children: list[tuple[str, Phrase]] = [(CONJ, conjuncts[0])]
        for conjunct in conjuncts[1:-1]:
            children += [("punct", phrase(",", "PUNCT")), (CONJ, conjunct)]
        if serial:
            children.append(("punct", phrase(",", "PUNCT")))
        children += [("cc", _coordinator(coordinator)), (CONJ, conjuncts[-1])]
        return Phrase(Bubble(tuple(children), category), before)

    def coordinator(self, but: bool = False) -> str:
        """A coordinator; ``but`` only where it makes sense."""
        return self.pick(("and", "and", "and", "or", "but") if but else ("and", "and", "or"))

    def size(self) -> int:
        """How many conjuncts a coordination has."""
        conjuncts = 2
        while conjuncts < 5 and self.chance(self.grammar.series):
            conjuncts += 1
        return conjuncts

    def kinds(self, count: int, allowed: Sequence[str]) -> list[str]:
        """The classes of so many conjuncts: like the first or not."""
        first = self.pick(allowed)
        others = [kind for kind in dict.fromkeys(allowed) if kind != first]
        return [first] + [
            self.pick(others) if others and self.chance(self.grammar.clash) else first for _ in range(count - 1)
        ]

    # Noun phrases

    def noun_phrase(self, allowed: Sequence[str], level: int, bounded: bool = False) -> Phrase:
        """A noun phrase whose nouns are of the allowed classes, coordinated or not.

        A ``bounded`` one does not end in a clause.
        """
        common = [kind for kind in allowed if kind not in ("pronoun", "name")]
        if level > 0 and self.chance(self.grammar.coordination):
            built = self.nominal_coordination(allowed, common, level - 1)
        else:
            built = self.single(self.pick(allowed))
        return self.postmodify(built, level - 1, bounded)

    def single(self, kind: str) -> Phrase:
        """A noun phrase around one noun, without anything after it."""
        if kind == "pronoun":
            form, shape = self.pick(_PRONOUNS)
            return phrase(form, "PRON", kind, shape)
        if kind == "name":
            return self.name()
        return self.premodify(self.noun(kind))

    def name(self) -> Phrase:
        """The name of a person."""
        return phrase(self.pick(lexicon.NAMES), "PROPN", "name", SINGULAR)

    def noun(self, kind: str, number: str = "") -> Phrase:
        """A bare common noun."""
        nouns = lexicon.NOUNS[kind]
        singular, plural = self.pick(nouns.forms)
        if nouns.mass:
            return phrase(singular, "NOUN", kind, MASS)
        if (number or (SINGULAR if self.rng.random() < 0.6 else PLURAL)) == PLURAL:
            return phrase(plural, "NOUN", kind, PLURAL)
        return phrase(singular, "NOUN", kind, SINGULAR)

    def premodify(self, nominal: Phrase, determined: bool = False) -> Phrase:
        """Put a determiner and adjectives before bare nouns, coordinated or not.

        If ``determined``, there must be a determiner even where the nouns could do without.
        """
        nouns = list(nominal.leaves())
        needed = determined or any(noun.shape == SINGULAR for noun in nouns)
        whole = nominal
        if not nominal.left and (needed or self.rng.random() < 0.4):
            everywhere = len(nouns) == 1 or not any(noun.shape == SINGULAR for noun in nouns[1:])
            label, determiner, fits = self.determiner(nouns[0].shape, nouns, everywhere)
            whole = scope(nominal, fits, _DETERMINERS, leftward=True)
            whole.left.append((label, determiner))
        if self.chance(self.grammar.modifier) and nouns[0].kind in _DESCRIPTIONS and _DESCRIPTIONS[nouns[0].kind]:
            adjective, kinds = self.adjectives(nouns[0].kind)
            scope(whole, fitting(kinds), _ADJECTIVAL, leftward=True).left.append(("amod", adjective))
        return nominal

    def determiner(
        self, shape: str, nouns: Sequence[Word], selective: bool
    ) -> tuple[str, Phrase, Callable[[Word], bool]]:
        """A determiner for a noun of this shape, with its relation and what it fits.

        One that does not fit all nouns is given only if ``selective`` allows it, because it leaves
        the others without one.
        """
        if shape == SINGULAR and (selective or all(noun.shape == SINGULAR for noun in nouns)) and self.rng.random() < 0.5:
            return "det", phrase(self.pick(("a", "a", "a", "every", "this")), "DET"), shaped(SINGULAR)
        if shape == PLURAL and selective and self.rng.random() < 0.4:
            if self.rng.random() < 0.7:
                return "nummod", phrase(self.pick(("two", "three", "four", "five", "six")), "NUM"), shaped(PLURAL)
            return "det", phrase("these", "DET"), shaped(PLURAL)
        if self.rng.random() < 0.3:
            return "nmod:poss", phrase(self.pick(("my", "your", "his", "her", "our", "their")), "PRON"), anything
        return "det", phrase("the", "DET"), anything

    def adjectives(self, kind: str) -> tuple[Phrase, frozenset[str]]:
        """Adjectives before a noun of this class, and the classes that they can describe."""
        first = self.pick(_DESCRIPTIONS[kind])
        kinds = _DESCRIBES[first]
        if not self.chance(self.grammar.coordination / 2):
            return phrase(first, "ADJ", "adjective"), kinds
        second = self.pick([form for form in _DESCRIPTIONS[kind] if form != first])
        coordinator = self.pick(("and", "and", "but", "or"))
        pair = [phrase(form, "ADJ", "adjective") for form in (first, second)]
        return self.coordinate(pair, "ADJP", coordinator), kinds & _DESCRIBES[second]

    def nominal_coordination(self, allowed: Sequence[str], common: Sequence[str], level: int) -> Phrase:
        """A coordination of nouns, or of noun phrases, or of coordinations of these."""
        if common and self.chance(self.grammar.nesting):
            distinct = list(dict.fromkeys(common))
            if len(distinct) > 1:
                return self.nested(distinct)
        if "fruit" in common and self.rng.random() < 0.06:
            return self.compound()
        if common and self.rng.random() < 0.5:
            return self.bare_coordination(common)
        return self.full_coordination(allowed, level)

    def bare_coordination(self, common: Sequence[str]) -> Phrase:
        """Nouns that share the determiner: ``the hot coffee or tea``."""
        kinds = self.kinds(self.size(), common)
        if self.rng.random() < 0.35 and not any(lexicon.NOUNS[kind].mass for kind in kinds):
            nouns = [self.noun(kind, SINGULAR) for kind in kinds]
        else:
            nouns = [self.noun(kinds[0]), *(self.noun(kind, PLURAL) for kind in kinds[1:])]
        for kind, noun in list(zip(kinds, nouns, strict=True))[1:]:
            if self.chance(self.grammar.modifier / 3):
                noun.left.append(("amod", self.adjectives(kind)[0]))
        for noun in nouns[:-1]:
            if self.chance(self.grammar.modifier / 3):
                self.complement(noun, 0)
        return self.premodify(self.coordinate(nouns, "NP", announced=all(noun.first.shape != SINGULAR for noun in nouns)))

    def full_coordination(self, allowed: Sequence[str], level: int) -> Phrase:
        """Complete noun phrases, each with its own determiner: ``the cat, a dog and Anna``."""
        conjuncts = []
        for kind in self.kinds(self.size(), allowed):
            if kind in ("name", "pronoun"):
                conjuncts.append(self.name())
                continue
            conjunct = self.premodify(self.noun(kind), determined=True)
            conjuncts.append(conjunct)
        for conjunct in conjuncts[:-1]:
            if self.chance(self.grammar.modifier / 2):
                self.complement(conjunct, 0)
        coordinator = "as well as" if len(conjuncts) == 2 and self.rng.random() < 0.08 else ""
        return self.coordinate(conjuncts, "NP", coordinator, announced=not coordinator)

    def nested(self, common: Sequence[str]) -> Phrase:
        """Two nouns of one class in a coordination with a third of another class."""
        kind = self.pick(common)
        other = self.pick([each for each in common if each != kind])
        inner, outer = self.pick((("and", "or"), ("or", "and")))
        full = self.rng.random() < 0.4
        number = "" if full else PLURAL
        pair = [self.noun(kind, number), self.noun(kind, number)]
        single = self.noun(other, number)
        before = self.rng.random() < 0.4
        if full:
            for noun in (*pair, single):
                self.premodify(noun, determined=True)
            couple = self.coordinate(pair, "NP", inner)
            return self.coordinate([single, couple] if before else [couple, single], "NP", outer)
        couple = self.coordinate(pair, "NP", inner)
        if self.rng.random() < 0.4:
            self.premodify(single, determined=True)
            if not before:
                return self.coordinate([self.premodify(couple), single], "NP", outer)
            return self.coordinate([single, couple], "NP", outer)
        return self.premodify(self.coordinate([single, couple] if before else [couple, single], "NP", outer))

    def compound(self) -> Phrase:
        """Coordinated nouns before a noun: ``apple and pear trees``."""
        pair = [self.noun("fruit", SINGULAR), self.noun("fruit", SINGULAR)]
        tree = self.noun("tree", PLURAL)
        tree.left.append(("compound", self.coordinate(pair, "NP")))
        if self.rng.random() < 0.5:
            tree.left.insert(0, ("det", phrase("the", "DET")))
        return tree

    def postmodify(self, nominal: Phrase, level: int, bounded: bool) -> Phrase:
        """Perhaps put a prepositional phrase or a relative clause after nouns."""
        last = nominal.last
        if last.kind not in _DESCRIPTIONS:
            return nominal
        if self.chance(self.grammar.modifier / 2):
            self.complement(nominal, level)
        elif not bounded and level > 0 and last.kind in lexicon.NOUNS and self.chance(self.grammar.modifier / 3):
            self.relative(nominal, level)
        return nominal

    def complement(self, nominal: Phrase, level: int) -> None:
        """Put a prepositional phrase that the last noun's class allows after nouns: ``about history``."""
        nouns = lexicon.NOUNS.get(nominal.last.kind)
        if nouns is None or not nouns.complement:
            return
        size = 2 if level > 0 and self.chance(self.grammar.coordination) else 1
        inside = [self.complement_noun(nouns.complement) for _ in range(size)]
        governed = inside[0] if size == 1 else self.coordinate(inside, "NP")
        governed.left.insert(0, ("case", phrase(nouns.preposition, "ADP")))
        kinds = tuple(name for name, each in lexicon.NOUNS.items() if each.complement == nouns.complement)
        scope(nominal, fitting(kinds), _NOMINAL, leftward=False).right.append(("nmod", governed))

    def complement_noun(self, kind: str) -> Phrase:
        """A noun after ``about``, ``with`` or ``from``."""
        if kind == "city":
            return phrase(self.pick(lexicon.CITIES), "PROPN", kind, SINGULAR)
        return self.noun(kind, PLURAL)

    def relative(self, nominal: Phrase, level: int) -> None:
        """Put a relative clause after nouns: the verb's number and the pronoun tell what it modifies."""
        last = nominal.last
        personal = last.kind == "person"
        adjective, kinds = self.adjectives(last.kind) if not personal else (None, frozenset({"person"}))
        if not personal:
            kinds -= {"person"}
        target = scope(nominal, fitting(kinds), _NOMINAL, leftward=False)
        if last.shape != PLURAL and isinstance(target.head, Bubble) and not _additive(target):
            target = _last_conjunct(target)
        if last.shape != PLURAL and isinstance(target.head, Bubble) and self.rng.random() < 0.5:
            target = _last_conjunct(target)
        plural = last.shape == PLURAL or isinstance(target.head, Bubble)
        if adjective is None:
            clause = self.predicate(BASE if plural else THIRD, level, _INTRANSITIVE)
            clause.left.insert(0, ("nsubj", phrase("who", "PRON")))
        else:
            clause = adjective
            clause.left.insert(0, ("cop", phrase("are" if plural else "is", "AUX")))
            clause.left.insert(0, ("nsubj", phrase("which", "PRON")))
        target.right.append(("acl:relcl", clause))

    # Predicates

    def predicate(self, form: str, level: int, classes: Sequence[str] = (*_INTRANSITIVE, *_TRANSITIVE, *_TRANSITIVE), later: str = "") -> Phrase:
        """A verb phrase in this form; ``later`` is the form of all conjuncts but the first, if different."""
        if level > 0 and self.chance(self.grammar.coordination):
            shared_object = not later and any(name in _TRANSITIVE for name in classes) and self.rng.random() < 0.3
            built = self.verb_coordination(form, level - 1) if shared_object else self.predicate_coordination(
                form, later or form, level - 1, classes
            )
        else:
            built = self.simple_predicate(form, level - 1, self.pick(classes), bounded=False)
        return self.adjuncts(built, level - 1)

    def verb(self, name: str, form: str) -> Phrase:
        """A verb alone."""
        return phrase(self.pick(lexicon.VERBS[name].forms)[_FORM[form]], "VERB", name, form)

    def simple_predicate(self, form: str, level: int, name: str, bounded: bool) -> Phrase:
        """A verb with its object."""
        verb = self.verb(name, form)
        objects = lexicon.VERBS[name].objects
        if objects:
            verb.right.append(("obj", self.noun_phrase(objects, level, bounded)))
        return verb

    def verb_coordination(self, form: str, level: int) -> Phrase:
        """Transitive verbs that share their object: ``washed and mended the coat``."""
        kind = self.pick([kind for kind in _TAKING if _TAKING[kind]])
        names = [self.pick(_TAKING[kind]) for _ in range(self.size())]
        verbs = self.coordinate([self.verb(name, form) for name in names], "VP", announced=True)
        verbs.right.append(("obj", self.noun_phrase((kind,), level)))
        return verbs

    def predicate_coordination(self, form: str, later: str, level: int, classes: Sequence[str]) -> Phrase:
        """Verb phrases that share at most what stands before and after them."""
        forms = [form, *[later] * (self.size() - 1)]
        conjuncts = [self.simple_predicate(each, level, self.pick(classes), bounded=True) for each in forms]
        for conjunct in conjuncts[1:]:
            if self.chance(self.grammar.modifier / 4):
                conjunct.left.insert(0, ("advmod", self.manner(conjunct.first) or phrase(self.pick(lexicon.FREQUENCIES), "ADV")))
        for conjunct in conjuncts[:-1]:
            if self.chance(self.grammar.modifier / 4):
                self.place(conjunct, 0)
        return self.coordinate(conjuncts, "VP", self.coordinator(but=True), announced=form == later and not any(c.left for c in conjuncts))

    def adjuncts(self, predicate: Phrase, level: int) -> Phrase:
        """Perhaps put an adverbial after a verb phrase that does not end in a clause."""
        if _ends_in_clause(predicate) or not self.chance(self.grammar.modifier):
            return predicate
        draw = self.rng.random()
        if draw < 0.5:
            self.place(predicate, level)
        elif draw < 0.75:
            adverb = self.manner(predicate.last)
            if adverb is not None:
                scope(predicate, self.manner_fits(adverb), _ADVERBIAL, leftward=False).right.append(("advmod", adverb))
        elif draw < 0.9:
            scope(predicate, anything, _ADVERBIAL, leftward=False).right.append(
                ("advmod", phrase(self.pick(("again", "together", "daily", "twice", "alone")), "ADV"))
            )
        elif predicate.last.kind in _INTRANSITIVE:
            names = [self.name()] if not self.chance(self.grammar.coordination) else [self.name(), self.name()]
            company = names[0] if len(names) == 1 else self.coordinate(names, "NP")
            company.left.insert(0, ("case", phrase("with", "ADP")))
            scope(predicate, anything, _ADVERBIAL, leftward=False).right.append(("obl", company))
        return predicate

    def place(self, predicate: Phrase, level: int) -> None:
        """Put a place after a verb phrase, if its last verb has one."""
        verbs = lexicon.VERBS.get(predicate.last.kind)
        if verbs is None or not verbs.places:
            return
        kind = self.pick(verbs.places)
        fits = fitting(tuple(name for name, each in lexicon.VERBS.items() if kind in each.places))
        scope(predicate, fits, _ADVERBIAL, leftward=False).right.append(("obl", self.location(kind, level)))

    def location(self, kind: str, level: int) -> Phrase:
        """A prepositional phrase with a place of this class, coordinated at either level or not."""
        prepositions = lexicon.PREPOSITIONS[kind]
        if not self.chance(self.grammar.coordination if level > 0 else 0.0):
            return self.in_place(self.premodify(self.noun(kind, SINGULAR), determined=True), prepositions)
        if self.rng.random() < 0.35:
            each = [self.in_place(self.premodify(self.noun(kind, SINGULAR)), prepositions) for _ in range(2)]
            return self.coordinate(each, "PP")
        nouns = [self.noun(kind, SINGULAR), self.noun(kind, SINGULAR)]
        if self.rng.random() < 0.5:
            return self.in_place(self.coordinate([self.premodify(noun) for noun in nouns], "NP"), prepositions)
        return self.in_place(self.premodify(self.coordinate(nouns, "NP")), prepositions)

    def in_place(self, nominal: Phrase, prepositions: Sequence[str]) -> Phrase:
        """Put a preposition before a noun phrase."""
        nominal.left.insert(0, ("case", phrase(self.pick(prepositions), "ADP")))
        return nominal

    def manner(self, verb: Word) -> Phrase | None:
        """Adverbs of manner for a verb; None if there are none for it."""
        verbs = lexicon.VERBS.get(verb.kind)
        if verbs is None or not verbs.manners:
            return None
        manner = self.pick(verbs.manners)
        first = self.pick(lexicon.MANNERS[manner])
        if not self.chance(self.grammar.coordination / 2):
            return phrase(first, "ADV", manner)
        second = self.pick([form for form in lexicon.MANNERS[manner] if form != first])
        pair = [phrase(form, "ADV", manner) for form in (first, second)]
        return self.coordinate(pair, "ADVP", self.pick(("and", "but")))

    def manner_fits(self, adverb: Phrase) -> Callable[[Word], bool]:
        """What verbs an adverb of manner goes with."""
        manner = adverb.first.kind
        return fitting(tuple(name for name, verbs in lexicon.VERBS.items() if manner in verbs.manners))

    # Clauses

    def subject(self, level: int) -> Phrase:
        """A subject that can act."""
        return self.noun_phrase(_AGENTS, level)

    def clause(self, level: int, past: bool) -> Phrase:
        """A subject and a verb phrase, perhaps with auxiliaries and an adverb before the verb."""
        subject = self.subject(level)
        plural = _is_plural(subject)
        finite = PAST if past else BASE if plural else THIRD
        auxiliary = self.rng.random() < 0.25
        form, later = (BASE, "") if auxiliary else (finite, "")
        if auxiliary and finite != BASE and self.rng.random() < 0.2:
            later = finite
        verb = self.predicate(form, level, later=later)
        target = verb
        if auxiliary:
            target = scope(verb, shaped(BASE), frozenset({"aux"}), leftward=True)
        self.preverbal(target)
        if auxiliary:
            self.auxiliary(target, "did" if past else "do" if plural else "does")
        verb.left.insert(0, ("nsubj", subject))
        return verb

    def preverbal(self, target: Phrase) -> None:
        """Perhaps put an adverb before a verb phrase."""
        if target.left or not self.chance(self.grammar.modifier / 2):
            return
        manner = self.manner(target.first) if self.rng.random() < 0.7 else None
        fits = anything if manner is None else self.manner_fits(manner)
        adverb = manner or phrase(self.pick(lexicon.FREQUENCIES), "ADV")
        scope(target, fits, _ADVERBIAL, leftward=True).left.insert(0, ("advmod", adverb))

    def auxiliary(self, target: Phrase, support: str) -> None:
        """Put a modal, or ``do`` with ``not``, before a verb phrase in the base form."""
        if self.rng.random() < 0.6:
            target.left.insert(0, ("aux", phrase(self.pick(lexicon.MODALS), "AUX")))
        else:
            target.left.insert(0, ("advmod", phrase("not", "PART")))
            target.left.insert(0, ("aux", phrase(support, "AUX")))

    def passive(self, level: int, past: bool) -> Phrase:
        """A passive clause, perhaps with an agent."""
        kind = self.pick(_THINGS)
        subject = self.noun_phrase((kind,), level, bounded=True)
        names = [self.pick(_TAKING[kind]) for _ in range(self.size() if self.chance(self.grammar.coordination) else 1)]
        verbs = [self.verb(name, PAST) for name in names]
        verb = verbs[0] if len(verbs) == 1 else self.coordinate(verbs, "VP", announced=True)
        plural = _is_plural(subject)
        be = ("were" if plural else "was") if past else ("are" if plural else "is")
        verb.left.insert(0, ("aux:pass", phrase(be, "AUX")))
        verb.left.insert(0, ("nsubj:pass", subject))
        if self.chance(self.grammar.modifier):
            agent = self.noun_phrase(("person", "name"), level, bounded=True)
            agent.left.insert(0, ("case", phrase("by", "ADP")))
            verb.right.append(("obl:agent", agent))
        return verb

    def copular(self, level: int, past: bool) -> Phrase:
        """A subject that is something: adjectives or a noun."""
        if self.rng.random() < 0.3:
            subject = self.name()
            described = self.noun_phrase(("person",), 0) if not self.chance(self.grammar.coordination * 2) else self.coordinate(
                [self.premodify(self.noun("person", SINGULAR)) for _ in range(2)], "NP", "and", announced=True
            )
            if described.first.shape == PLURAL:
                described = self.premodify(self.noun("person", SINGULAR))
        else:
            subject = self.noun_phrase((self.pick((*_THINGS, "animal", "person")),), level, bounded=True)
            described = self.description(subject.first.kind)
        plural = _is_plural(subject)
        be = ("were" if plural else "was") if past else ("are" if plural else "is")
        described.left.insert(0, ("cop", phrase(be, "AUX")))
        described.left.insert(0, ("nsubj", subject))
        return described

    def description(self, kind: str) -> Phrase:
        """Adjectives after ``be``, with an adverb of degree that modifies those which have degrees."""
        if kind not in _DESCRIPTIONS:
            kind = "person"
        forms = [self.pick(_DESCRIPTIONS[kind])]
        if self.chance(self.grammar.coordination * 2):
            while len(forms) < self.size():
                forms.append(self.pick([form for form in _DESCRIPTIONS[kind] if form not in forms]))
        each = [phrase(form, "ADJ", "gradable" if form in lexicon.GRADABLE else "absolute") for form in forms]
        for adjective in each[1:]:
            if adjective.first.kind == "gradable" and self.chance(self.grammar.modifier / 3):
                adjective.left.append(("advmod", phrase(self.pick(lexicon.DEGREES), "ADV")))
        whole = each[0] if len(each) == 1 else self.coordinate(each, "ADJP", self.coordinator(but=len(each) == 2), announced=not any(a.left for a in each))
        if whole.first.kind == "gradable" and not whole.left and self.chance(self.grammar.modifier):
            target = scope(whole, fitting(("gradable",)), frozenset({"advmod"}), leftward=True)
            target.left.append(("advmod", phrase(self.pick(lexicon.DEGREES), "ADV")))
        return whole

    def reported(self, level: int) -> Phrase:
        """A verb of saying with a clause in the past, and a later verb in whose tense its place is told."""
        subject = self.subject(level)
        plural = _is_plural(subject)
        present = BASE if plural else THIRD
        outer = self.rng.random() < 0.4
        form = present if outer or self.rng.random() < 0.4 else PAST
        said = phrase(self.pick(lexicon.SAYING)[_FORM[form]], "VERB", "saying", form)
        inner = self.clause(level if not outer else 0, past=True)
        if not outer and self.rng.random() < 0.25:
            inner = self.coordinate([inner, self.clause(0, past=True)], "S")
        inner.left.insert(0, ("mark", phrase("that", "SCONJ")))
        said.right.append(("ccomp", inner))
        if outer:
            second = self.simple_predicate(present, level - 1, self.pick((*_INTRANSITIVE, *_TRANSITIVE)), bounded=False)
            said = self.coordinate([said, second], "VP", self.pick(("and", "but")))
        said.left.insert(0, ("nsubj", subject))
        return said

    def attempted(self, level: int, past: bool) -> Phrase:
        """A verb with an infinitive, and a later verb in whose form its place is told."""
        subject = self.subject(level)
        finite = PAST if past else BASE if _is_plural(subject) else THIRD
        verb = phrase(self.pick(lexicon.TRYING)[_FORM[finite]], "VERB", "trying", finite)
        outer = finite != BASE and self.rng.random() < 0.3
        inner = self.predicate(BASE, 0 if outer else level)
        if isinstance(inner.head, Bubble) and not inner.left and self.rng.random() < 0.3:
            for conjunct in inner.head.conjuncts:
                conjunct.left.insert(0, ("mark", phrase("to", "PART")))
        else:
            inner.left.insert(0, ("mark", phrase("to", "PART")))
        verb.right.append(("xcomp", inner))
        if outer:
            second = self.simple_predicate(finite, level - 1, self.pick((*_INTRANSITIVE, *_TRANSITIVE)), bounded=False)
            verb = self.coordinate([verb, second], "VP", self.coordinator(but=True))
        verb.left.insert(0, ("nsubj", subject))
        return verb

    # Sentences

    def sentence(self) -> Phrase:
        """A sentence with its final mark."""
        level = self.grammar.max_depth
        past = self.rng.random() < 0.5
        if self.chance(self.grammar.clauses):
            return self.ended(self.clauses(level - 1, past), ".")
        if self.chance(self.grammar.subordination):
            return self.ended(self.complex(level - 1, past), ".")
        draw = self.rng.random()
        if draw < 0.55:
            return self.ended(self.clause(level, past), ".")
        if draw < 0.70:
            return self.ended(self.copular(level, past), ".")
        if draw < 0.78:
            return self.ended(self.passive(level, past), ".")
        if draw < 0.86:
            return self.ended(self.existential(level, past), ".")
        if draw < 0.93:
            return self.ended(self.question(level, past), "?")
        return self.ended(self.command(level), ".")

    def ended(self, root: Phrase, mark: str) -> Phrase:
        """Put the final mark after a sentence."""
        root.right.append(("punct", phrase(mark, "PUNCT")))
        return root

    def clauses(self, level: int, past: bool) -> Phrase:
        """Coordinated clauses, perhaps with something before that they share."""
        count = 2 if not self.chance(self.grammar.series / 2) else 3
        each = [self.pick((self.clause, self.clause, self.copular))(level, past) for _ in range(count)]
        whole = self.coordinate(each, "S", self.coordinator(but=count == 2))
        if count == 2 and self.rng.random() < 0.5 and isinstance(whole.head, Bubble):
            comma: tuple[str, Phrase] = ("punct", phrase(",", "PUNCT"))
            children = whole.head.children
            whole = Phrase(Bubble((children[0], comma, *children[1:]), "S"), whole.left, whole.right)
        if self.chance(self.grammar.modifier / 2):
            whole.left.insert(0, self.opening(past))
        return whole

    def opening(self, past: bool) -> tuple[str, Phrase]:
        """What stands before a sentence, set off by a comma: an adverb or a subordinate clause."""
        if self.rng.random() < 0.5:
            fronted = phrase(self.pick(("today", "sometimes", "meanwhile", "nowadays") if not past else ("then", "once", "afterwards", "suddenly")), "ADV")
            fronted.right.append(("punct", phrase(",", "PUNCT")))
            return "advmod", fronted
        fronted = self.clause(1, past)
        fronted.left.insert(0, ("mark", phrase(self.pick(lexicon.SUBORDINATORS), "SCONJ")))
        fronted.right.append(("punct", phrase(",", "PUNCT")))
        return "advcl", fronted

    def complex(self, level: int, past: bool) -> Phrase:
        """A sentence with a subordinate clause."""
        draw = self.rng.random()
        if draw < 0.35:
            return self.reported(level)
        if draw < 0.65:
            return self.attempted(level, past)
        main = self.clause(level, past)
        if draw < 0.8:
            main.left.insert(0, self.opening(past))
            return main
        if _ends_in_clause(main) or isinstance(main.head, Bubble):
            return main
        inner = self.clause(level, past)
        inner.left.insert(0, ("mark", phrase(self.pick(lexicon.SUBORDINATORS), "SCONJ")))
        main.right.append(("advcl", inner))
        return main

    def existential(self, level: int, past: bool) -> Phrase:
        """``There are apples and pears in the kitchen.``"""
        things = self.noun_phrase((*_THINGS, "animal", "person"), level, bounded=True)
        plural = _is_plural(things)
        be = phrase(("were" if plural else "was") if past else ("are" if plural else "is"), "VERB", "be")
        be.left.append(("expl", phrase("there", "PRON")))
        be.right.append(("nsubj", things))
        be.right.append(("obl", self.location(self.pick(_PLACES), level)))
        return be

    def question(self, level: int, past: bool) -> Phrase:
        """A question: about the whole, or about the subject."""
        if self.rng.random() < 0.3:
            verb = self.predicate(PAST if past else THIRD, level)
            verb.left.insert(0, ("nsubj", phrase("who", "PRON")))
            return verb
        subject = self.subject(level)
        verb = self.predicate(BASE, level)
        support = "did" if past else "do" if _is_plural(subject) else "does"
        auxiliary = self.pick((support, support, "can", "will", "should", "must"))
        verb.left.insert(0, ("nsubj", subject))
        verb.left.insert(0, ("aux", phrase(auxiliary, "AUX")))
        return verb

    def command(self, level: int) -> Phrase:
        """An imperative."""
        verb = self.predicate(BASE, level)
        if self.rng.random() < 0.3:
            verb.left.insert(0, ("discourse", phrase("please", "INTJ")))
        return verb


_CORRELATIVES: Final = (("and", "both"), ("and", "both"), ("or", "either"), ("or", "either"), ("nor", "neither"), ("but", "not"))


def _preconjunction(form: str) -> Phrase:
    if form != "not":
        return phrase(form, "CCONJ")
    negation = phrase("not", "PART")
    negation.right.append(("advmod", phrase("only", "ADV")))
    return negation


def _coordinator(form: str) -> Phrase:
    if form != "as well as":
        return phrase(form, "CCONJ", form)
    first = phrase("as", "ADV", form)
    first.right += [("fixed", phrase("well", "ADV")), ("fixed", phrase("as", "ADP"))]
    return first


def _additive(coordination: Phrase) -> bool:
    """Whether the coordinator is one that makes the whole plural."""
    head = coordination.head
    return isinstance(head, Bubble) and any(label == "cc" and child.first.kind == "and" for label, child in head.children)


def _is_plural(subject: Phrase) -> bool:
    """Whether a verb agrees with this subject in the plural: so it does with A and B, and with A or Bs."""
    return _additive(subject) or subject.last.shape == PLURAL


def _last_conjunct(coordination: Phrase) -> Phrase:
    while isinstance(coordination.head, Bubble):
        coordination = coordination.head.conjuncts[-1]
    return coordination


def _ends_in_clause(predicate: Phrase) -> bool:
    """Whether the last word belongs to a relative clause, which a following adverbial could modify."""
    while True:
        if predicate.right:
            label, predicate = predicate.right[-1]
            if label == "acl:relcl":
                return True
        elif isinstance(predicate.head, Bubble):
            predicate = predicate.head.conjuncts[-1]
        else:
            return False
