"""Noun phrases, coordinated or not, with determiners, adjectives and prepositional phrases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bubbletree.grammar import lexicon
from bubbletree.grammar.coordination import AS_WELL_AS, additive_or_alternative, classes, coordinate, domain, size
from bubbletree.grammar.draw import Draw
from bubbletree.grammar.phrases import Fits, Phrase, Word, anything, fitting, follow, phrase, scope, shaped

NAME, PRONOUN, PERSON, CITY = "name", "pronoun", "person", "city"
SINGULAR, PLURAL, MASS = "singular", "plural", "mass"
EITHER = ""
"""The number of a noun that is left to chance."""

DESCRIBES: Final = {
    form: frozenset(kind for kind, each in lexicon.NOUNS.items() if each.domain in domains)
    for domains, forms in lexicon.ADJECTIVES.items()
    for form in forms
}
"""The noun classes that each adjective can describe."""

DESCRIPTIONS: Final = {
    kind: tuple(form for form, kinds in DESCRIBES.items() if kind in kinds) for kind in lexicon.NOUNS
}
"""The adjectives that can describe each noun class."""

DETERMINING: Final = frozenset({"det", "nummod", "nmod:poss"})
PREMODIFYING: Final = DETERMINING | {"amod"}
POSTMODIFYING: Final = frozenset({"nmod", "acl:relcl"})


def noun_phrase(draw: Draw, allowed: Sequence[str], level: int) -> Phrase:
    """A noun phrase whose nouns are of the allowed classes.

    Parameters
    ----------
    draw : Draw
        The source of chance.
    allowed : sequence of str
        Noun classes, perhaps with ``name`` and ``pronoun``.  A class listed twice is twice as likely.
    level : int
        How many coordinations may still contain one another; none if not positive.
    """
    # Where nouns may be of different domains, and so the words decide most, there is more to decide.
    varied = len({domain(kind) for kind in allowed if kind not in (NAME, PRONOUN)}) > 1
    if level > 0 and draw.optional(draw.grammar.coordination * (1.5 if varied else 1)):
        nominal = _coordination(draw, allowed, varied=varied)
    else:
        nominal = _single(draw, draw.pick(allowed))
    if draw.optional(draw.grammar.modifier / 2):
        complement(draw, nominal, level - 1)
    return nominal


def nouns(draw: Draw, kinds: Sequence[str], numbers: Sequence[str]) -> list[Phrase]:
    """Different bare nouns, or names, of these classes and numbers."""
    found: dict[str, Phrase] = {}
    while len(found) < len(kinds):
        entry, noun = _noun(draw, kinds[len(found)], numbers[len(found)])
        found.setdefault(entry, noun)
    return list(found.values())


def premodify(draw: Draw, nominal: Phrase, *, needed: bool = False) -> Phrase:
    """Put a determiner and adjectives before nouns, coordinated or not, and return them.

    There will be a determiner if the nouns cannot do without, or if one is ``needed``.
    """
    leaves = list(nominal.leaves())
    determinable = nominal
    if not nominal.left and (needed or any(noun.shape == SINGULAR for noun in leaves) or draw.chance(0.4)):
        label, determiner, fits = _determiner(draw, leaves)
        determinable = scope(nominal, fits, DETERMINING, leftward=True)
        determinable.left.append((label, determiner))
    # Before coordinations there are more adjectives, for there they are worth reading.
    probability = draw.grammar.modifier if len(leaves) == 1 else 1.5 * draw.grammar.modifier
    if draw.optional(probability) and DESCRIPTIONS[leaves[0].kind]:
        adjective, kinds = adjectives(draw, leaves[0].kind)
        scope(determinable, fitting(kinds), PREMODIFYING, leftward=True).left.append(("amod", adjective))
    return nominal


def adjectives(draw: Draw, kind: str) -> tuple[Phrase, frozenset[str]]:
    """One or two adjectives that describe a noun class, and all the classes that they describe."""
    first = draw.pick(DESCRIPTIONS[kind])
    if not draw.optional(draw.grammar.coordination / 2):
        return phrase(first, "ADJ"), DESCRIBES[first]
    second = draw.pick([form for form in DESCRIPTIONS[kind] if form != first])
    pair = coordinate(draw, [phrase(first, "ADJ"), phrase(second, "ADJ")], "ADJP", draw.pick(("and", "or", "but")))
    return pair, DESCRIBES[first] & DESCRIBES[second]


def complement(draw: Draw, nominal: Phrase, level: int) -> None:
    """Put the prepositional phrase that their class allows, if any, after nouns: ``about history``."""
    noun_class = lexicon.NOUNS.get(nominal.last.kind)
    if noun_class is None or not noun_class.complement:
        return
    count = 2 if level > 0 and draw.optional(draw.grammar.coordination) else 1
    governed = nouns(draw, [noun_class.complement] * count, [PLURAL] * count)
    whole = governed[0] if count == 1 else coordinate(draw, governed, "NP")
    whole.left.insert(0, ("case", phrase(noun_class.preposition, "ADP")))
    kinds = frozenset(kind for kind, each in lexicon.NOUNS.items() if each.complement == noun_class.complement)
    follow(nominal, ("nmod", whole), fitting(kinds), POSTMODIFYING)


def _noun(draw: Draw, kind: str, number: str) -> tuple[str, Phrase]:
    """A noun, with the entry of the lexicon that it is a form of."""
    if kind in (NAME, CITY):
        form = draw.pick(lexicon.NAMES if kind == NAME else lexicon.CITIES)
        return form, phrase(form, "PROPN", kind, SINGULAR)
    singular, plural = draw.pick(lexicon.NOUNS[kind].forms)
    if lexicon.NOUNS[kind].mass:
        return singular, phrase(singular, "NOUN", kind, MASS)
    if (number or (SINGULAR if draw.chance(0.6) else PLURAL)) == SINGULAR:
        return singular, phrase(singular, "NOUN", kind, SINGULAR)
    return singular, phrase(plural, "NOUN", kind, PLURAL)


def _single(draw: Draw, kind: str) -> Phrase:
    if kind == PRONOUN:
        form, third = draw.pick(lexicon.PRONOUNS)
        return phrase(form, "PRON", kind, SINGULAR if third else PLURAL)
    [noun] = nouns(draw, [kind], [EITHER])
    return noun if kind == NAME else premodify(draw, noun)


def _determiner(draw: Draw, leaves: Sequence[Word]) -> tuple[str, Phrase, Fits]:
    """A determiner for the first of some nouns, with its relation and what it fits.

    One that is particular about number is not drawn where, fitting the first noun only, it would
    leave a singular noun without a determiner.
    """
    shape = leaves[0].shape
    singulars = [noun.shape == SINGULAR for noun in leaves]
    particular = all(singulars) or not any(singulars[1:])
    if particular and shape == SINGULAR and draw.chance(0.5):
        return "det", phrase(draw.pick(("a", "a", *lexicon.SINGULAR_DETERMINERS)), "DET"), shaped(SINGULAR)
    if particular and shape == PLURAL and draw.chance(0.3):
        return "nummod", phrase(draw.pick(lexicon.NUMERALS), "NUM"), shaped(PLURAL)
    if particular and shape == PLURAL and draw.chance(0.15):
        return "det", phrase("these", "DET"), shaped(PLURAL)
    if draw.chance(0.3):
        return "nmod:poss", phrase(draw.pick(lexicon.POSSESSIVES), "PRON"), anything
    return "det", phrase("the", "DET"), anything


def _coordination(draw: Draw, allowed: Sequence[str], *, varied: bool) -> Phrase:
    common = [kind for kind in allowed if kind not in (NAME, PRONOUN)]
    if varied and draw.optional(draw.grammar.nesting):
        return _nested(draw, common)
    if "fruit" in common and draw.chance(0.06):
        return _compound(draw)
    if common and draw.chance(0.7 if varied else 0.4):
        return _shared_determiner(draw, common)
    return _own_determiners(draw, allowed)


def _shared_determiner(draw: Draw, common: Sequence[str]) -> Phrase:
    """Coordinated nouns with one determiner or none: ``the hot coffee or tea``."""
    kinds = classes(draw, size(draw), common, draw.grammar.clash)
    countable = not any(lexicon.NOUNS[kind].mass for kind in kinds)
    if countable and draw.chance(0.35):
        conjuncts = nouns(draw, kinds, [SINGULAR] * len(kinds))
    else:
        # All but the first must be able to do without a determiner, as it may not be shared.
        conjuncts = nouns(draw, kinds, [EITHER] + [PLURAL] * (len(kinds) - 1))
    for conjunct in conjuncts[:-1]:
        if draw.optional(draw.grammar.modifier / 3):
            complement(draw, conjunct, 0)
    announced = not any(conjunct.first.shape == SINGULAR for conjunct in conjuncts)
    return premodify(draw, coordinate(draw, conjuncts, "NP", announced=announced))


def _own_determiners(draw: Draw, allowed: Sequence[str]) -> Phrase:
    """Coordinated noun phrases with a determiner each: ``the cat, a dog and Anna``."""
    kinds = [NAME if kind == PRONOUN else kind for kind in classes(draw, size(draw), allowed, draw.grammar.clash)]
    conjuncts = nouns(draw, kinds, [EITHER] * len(kinds))
    for conjunct in conjuncts:
        if conjunct.first.kind != NAME:
            premodify(draw, conjunct, needed=True)
    for conjunct in conjuncts[:-1]:
        if draw.optional(draw.grammar.modifier / 3):
            complement(draw, conjunct, 0)
    if len(conjuncts) == 2 and draw.chance(0.08):
        return coordinate(draw, conjuncts, "NP", AS_WELL_AS)
    return coordinate(draw, conjuncts, "NP", announced=True)


def _nested(draw: Draw, common: Sequence[str]) -> Phrase:
    """Two nouns of one domain coordinated, and these with a noun of another domain."""
    kinds = classes(draw, 2, common, clash=0.0)
    other = draw.pick([kind for kind in common if domain(kind) != domain(kinds[0])])
    inner = additive_or_alternative(draw)
    outer = "or" if inner == "and" else "and"
    pair_first = draw.chance(0.6)
    all_determined = draw.chance(0.4)
    last_determined = all_determined or (pair_first and draw.chance(0.4))
    number = EITHER if all_determined else PLURAL
    *pair, third = nouns(draw, [*kinds, other], [number, number, EITHER if last_determined else PLURAL])
    if all_determined:
        for noun in (*pair, third):
            premodify(draw, noun, needed=True)
    couple = coordinate(draw, pair, "NP", inner)
    if last_determined and not all_determined:
        premodify(draw, couple)
        premodify(draw, third, needed=True)
    whole = coordinate(draw, [couple, third] if pair_first else [third, couple], "NP", outer)
    return whole if last_determined else premodify(draw, whole)


def _compound(draw: Draw) -> Phrase:
    """Coordinated nouns before a noun: ``apple and pear trees``."""
    [whole] = nouns(draw, ["tree"], [PLURAL])
    if draw.chance(0.5):
        whole.left.append(("det", phrase("the", "DET")))
    pair = nouns(draw, ["fruit", "fruit"], [SINGULAR, SINGULAR])
    whole.left.append(("compound", coordinate(draw, pair, "NP")))
    return whole
