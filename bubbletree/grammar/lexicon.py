"""The words of the grammar, in classes that decide what may modify or govern what.

Every noun, verb, adjective and adverb belongs to exactly one class, and no form belongs to two
classes, so a word form tells its class.  The classes carry the selectional restrictions from which
the scope of every modifier follows: an adjective class says which noun classes it can describe, a
verb class which objects it takes and where it happens, and so on.  ``docs/reference/grammar.md`` shows what is
built on them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class NounClass:
    """Nouns of one kind.

    Attributes
    ----------
    name : str
        The name of the class.
    domain : str
        The wider class, which decides what adjectives describe them.
    forms : tuple of (str, str)
        Singular and plural of each noun; of a mass noun, which has neither numeral nor indefinite
        article, the same form twice.
    preposition, complement : str
        The preposition of the modifier that may follow, and the class of nouns in it; empty if none.
    """

    name: str
    domain: str
    forms: tuple[tuple[str, str], ...]
    preposition: str = ""
    complement: str = ""

    @property
    def mass(self) -> bool:
        """Whether these are mass nouns."""
        singular, plural = self.forms[0]
        return singular == plural


@dataclass(frozen=True, slots=True)
class VerbClass:
    """Verbs of one kind.

    Attributes
    ----------
    name : str
        The name of the class.
    forms : tuple of (str, str, str, str)
        Base form, third person singular, past and past participle of each verb.
    objects : tuple of str
        The noun classes that an object may have; empty for intransitive verbs.
    place : str
        The class of the places where it happens; empty if it happens nowhere in particular.
    manner : str
        The class of the adverbs that say how it happens; empty if there are none.
    """

    name: str
    forms: tuple[tuple[str, str, str, str], ...]
    objects: tuple[str, ...] = ()
    place: str = ""
    manner: str = ""


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _nouns(text: str) -> tuple[tuple[str, str], ...]:
    """Singular and plural of each noun: ``cup`` is regular, ``child:children`` is not."""
    return tuple(_noun(entry) for entry in text.split())


def _noun(entry: str) -> tuple[str, str]:
    singular, _, plural = entry.partition(":")
    if plural:
        return singular, plural
    if singular.endswith(("s", "sh", "ch", "x")):
        return singular, singular + "es"
    if singular.endswith("y") and singular[-2] not in "aeiou":
        return singular, singular[:-1] + "ies"
    return singular, singular + "s"


def _mass(text: str) -> tuple[tuple[str, str], ...]:
    return tuple((word, word) for word in text.split())


def _verbs(text: str) -> tuple[tuple[str, str, str, str], ...]:
    """The forms of each verb: ``cook`` is regular, ``meet:met`` and ``write:wrote:written`` are not."""
    return tuple(_verb(entry) for entry in text.split())


def _verb(entry: str) -> tuple[str, str, str, str]:
    base, *irregular = entry.split(":")
    if irregular:
        past = irregular[0]
    elif base.endswith("e"):
        past = base + "d"
    elif base.endswith("y") and base[-2] not in "aeiou":
        past = base[:-1] + "ied"
    else:
        past = base + "ed"
    return base, _noun(base)[1], past, irregular[-1] if irregular else past


NOUNS: Final[Mapping[str, NounClass]] = {
    noun_class.name: noun_class
    for noun_class in (
        NounClass("drink", "edible", _mass("coffee tea juice wine water"), "with", "topping"),
        NounClass("food", "edible", _mass("soup bread rice pasta cheese"), "with", "topping"),
        NounClass("fruit", "edible", _nouns("apple pear plum cherry fig"), "with", "topping"),
        NounClass("text", "text", _nouns("book letter poem novel report story"), "about", "topic"),
        NounClass("garment", "object", _nouns("coat hat shirt glove scarf:scarves"), "with", "trimming"),
        NounClass("tool", "object", _nouns("hammer knife:knives saw spade needle"), "with", "trimming"),
        NounClass("animal", "being", _nouns("dog cat horse cow goat rabbit")),
        NounClass(
            "person",
            "being",
            _nouns(
                "teacher student doctor nurse farmer singer baker sailor neighbour child:children woman:women man:men"
            ),
            "from",
            "city",
        ),
        NounClass("topping", "topping", _mass("milk honey sugar lemon")),
        NounClass("topic", "topic", _mass("history music physics law")),
        NounClass("trimming", "trimming", _nouns("strap label hook stripe")),
        NounClass("indoors", "place", _nouns("kitchen bedroom cellar library office classroom")),
        NounClass("outdoors", "place", _nouns("park garden field market")),
        NounClass("waters", "place", _nouns("lake river bay")),
        NounClass("tree", "object", _nouns("tree tart jam")),
    )
}
"""The common nouns by class."""

NAMES: Final = _words("Anna Tom Maria Peter Lucy Karim Elena Hugo Nadia Oscar Yusuf Clara Ivan Mina")
"""Names of people."""

CITIES: Final = _words("Paris London Cairo Lima Oslo Rome Delhi Quito")
"""Names of cities: the complements of ``from``."""

ADJECTIVES: Final[Mapping[tuple[str, ...], tuple[str, ...]]] = {
    ("edible",): _words("hot cold sweet fresh sour homemade"),
    ("text",): _words("boring witty forgotten handwritten"),
    ("object",): _words("sturdy handy shabby spare"),
    ("being",): _words("kind clever hungry young sleepy"),
    ("place",): _words("large dark crowded empty"),
    ("edible", "text", "object", "being"): _words("strange good excellent"),
}
"""Adjectives by the domains of the nouns that they can describe."""

ABSOLUTE: Final = frozenset(_words("homemade forgotten handwritten spare excellent empty"))
"""The adjectives without degrees: ``very sweet``, but not ``very homemade``."""

DEGREES: Final = _words("very rather extremely quite")
"""Adverbs of degree: they describe gradable adjectives only."""

_GOODS: Final = ("drink", "food", "fruit", "text", "garment", "tool", "animal")

VERBS: Final[Mapping[str, VerbClass]] = {
    verb_class.name: verb_class
    for verb_class in (
        VerbClass("voice", _verbs("sing:sang laugh shout"), (), "outdoors", "aloud"),
        VerbClass("walk", _verbs("run:ran walk dance"), (), "outdoors", "swift"),
        VerbClass("swim", _verbs("swim:swam dive sail"), (), "waters", "swift"),
        VerbClass("rest", _verbs("sleep:slept wait kneel:knelt"), (), "indoors"),
        VerbClass("cook", _verbs("cook season roast"), ("food", "fruit"), "indoors", "careful"),
        VerbClass("serve", _verbs("serve taste prepare"), ("drink", "food", "fruit"), "indoors"),
        VerbClass("eat", _verbs("eat:ate:eaten chew swallow"), ("food", "fruit"), "indoors", "swift"),
        VerbClass("drink", _verbs("drink:drank:drunk sip:sipped pour"), ("drink",), "indoors", "swift"),
        VerbClass("write", _verbs("write:wrote:written translate edit"), ("text",), "indoors", "careful"),
        VerbClass("recite", _verbs("recite quote whisper"), ("text",), "indoors", "aloud"),
        VerbClass("wear", _verbs("wear:wore:worn iron mend"), ("garment",), "indoors", "careful"),
        VerbClass("fix", _verbs("repair polish clean"), ("tool", "garment"), "indoors", "careful"),
        VerbClass("tend", _verbs("feed:fed chase ride:rode:ridden"), ("animal",), "outdoors", "swift"),
        VerbClass("greet", _verbs("meet:met greet thank invite"), ("person", "name"), "outdoors"),
        VerbClass("scold", _verbs("scold praise warn"), ("person", "name", "animal"), "indoors", "aloud"),
        VerbClass("trade", _verbs("buy:bought sell:sold bring:brought carry order"), _GOODS, "outdoors"),
        VerbClass("like", _verbs("like need want remember"), (*_GOODS, "person", "name")),
    )
}
"""The main verbs by class."""

SAYING: Final = _verbs("say:said think:thought believe claim")
"""Verbs that take a clause."""

TRYING: Final = _verbs("try hope promise agree")
"""Verbs that take an infinitive."""

MANNERS: Final[Mapping[str, tuple[str, ...]]] = {
    "aloud": _words("loudly softly noisily"),
    "swift": _words("swiftly slowly briskly"),
    "careful": _words("carefully neatly skilfully"),
}
"""Adverbs of manner by class."""

FREQUENCIES: Final = _words("often always never rarely")
"""Adverbs that go with any verb, before it."""

MODALS: Final = _words("can will must should may")
"""Auxiliaries that take the base form."""

PREPOSITIONS: Final = _words("in near")
"""The prepositions of places."""

SUBORDINATORS: Final = _words("because although while since")
"""What introduces an adverbial clause."""

OPENINGS: Final[Mapping[bool, tuple[str, ...]]] = {
    True: _words("then once afterwards suddenly"),
    False: _words("today sometimes meanwhile nowadays"),
}
"""Adverbs before a sentence in the past, and before one in the present."""

ADVERBS: Final = _words("again together daily twice alone")
"""Adverbs that go with any verb, after it."""

CORRELATIVES: Final = (("both", "and"), ("either", "or"), ("neither", "nor"), ("not", "but"))
"""What announces a coordination, with its coordinator; ``not`` stands for ``not only ... but also``."""

PRONOUNS: Final = (("he", True), ("she", True), ("they", False), ("we", False), ("I", False), ("you", False))
"""Subject pronouns, and whether they take the third person singular."""

POSSESSIVES: Final = _words("my your his her our their")
"""Possessive pronouns."""

NUMERALS: Final = _words("two three four five six")
"""Numerals, before plural nouns."""

SINGULAR_DETERMINERS: Final = _words("a every this")
"""Determiners that only a singular count noun can have."""
