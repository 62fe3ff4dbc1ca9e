"""The words of the grammar, in classes that decide what may modify or govern what.

Every noun, verb, adjective and adverb belongs to exactly one class, and no form belongs to two
classes, so a word form tells its class.  The classes carry the selectional restrictions from which
the scope of every modifier follows: an adjective class says which noun classes it can describe, a
verb class which objects it takes and where it happens, and so on.  ``docs/grammar.md`` shows what is
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
    forms : tuple of (str, str)
        Singular and plural of each noun; of a mass noun, the same form twice.
    mass : bool
        Whether these are mass nouns: no plural, no indefinite article, no numeral.
    complement : str
        The class of nouns that may follow in a prepositional modifier; empty if none.
    preposition : str
        The preposition of that modifier.
    """

    name: str
    forms: tuple[tuple[str, str], ...]
    mass: bool = False
    preposition: str = ""
    complement: str = ""


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
    places : tuple of str
        The classes of places where it happens.
    manners : tuple of str
        The classes of adverbs that describe how it happens.
    """

    name: str
    forms: tuple[tuple[str, str, str, str], ...]
    objects: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    manners: tuple[str, ...] = ()


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
    """The forms of each verb: ``cook`` is regular, ``meet:met`` and ``write:wrote:written:written`` are not."""
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
        NounClass("drink", _mass("coffee tea juice wine beer lemonade cocoa cider water"), True, "with", "topping"),
        NounClass("food", _mass("soup bread rice porridge stew pasta cheese cake yoghurt"), True, "with", "topping"),
        NounClass("fruit", _nouns("apple pear plum cherry peach melon apricot fig mango quince")),
        NounClass(
            "text",
            _nouns("book letter poem novel report article essay diary story leaflet manual play"),
            preposition="about",
            complement="topic",
        ),
        NounClass(
            "garment",
            _nouns("coat hat shirt glove scarf:scarves jacket skirt sock jumper cap cloak dress"),
            preposition="with",
            complement="trimming",
        ),
        NounClass("tool", _nouns("hammer knife:knives saw chisel spade rake axe drill needle wrench")),
        NounClass("animal", _nouns("dog cat horse cow goat pony hen goose:geese donkey rabbit parrot lamb")),
        NounClass(
            "person",
            _nouns(
                "teacher student doctor nurse farmer singer baker painter sailor lawyer engineer neighbour "
                "child:children woman:women man:men boy girl uncle aunt tailor gardener waiter pilot miner"
            ),
            preposition="from",
            complement="city",
        ),
        NounClass("topping", _mass("milk honey sugar lemon ginger cinnamon salt butter pepper mint"), True),
        NounClass("topic", _mass("history music physics chess poetry law medicine astronomy geology farming"), True),
        NounClass("trimming", _nouns("button pocket sleeve ribbon zip hood collar stripe")),
        NounClass("room", _nouns("kitchen bedroom hall attic cellar parlour")),
        NounClass("study", _nouns("library office classroom laboratory archive museum")),
        NounClass("ground", _nouns("park street garden field square forest meadow orchard")),
        NounClass("waters", _nouns("lake river pool harbour bay canal pond lagoon")),
        NounClass("market", _nouns("market shop bazaar bakery fair store")),
        NounClass("tree", _nouns("tree tart jam seed")),
    )
}
"""The common nouns by class."""

NAMES: Final = _words(
    "Anna Tom Maria Peter Lucy Karim Elena Hugo Nadia Oscar Ruth Simon Wanda Yusuf Clara Denis Farah Greta Ivan "
    "Joan Leo Mina Nils Olga Paul Rosa Stefan Tara Viktor Zoe"
)
"""Names of people."""

CITIES: Final = _words(
    "Paris London Cairo Lima Oslo Rome Delhi Quito Perth Dublin Vienna Kyoto Accra Tunis Lisbon Riga Sofia Turin"
)
"""Names of cities: the complements of ``from``."""

ADJECTIVES: Final[Mapping[tuple[str, ...], tuple[str, ...]]] = {
    ("drink", "food"): _words("hot cold warm lukewarm steaming"),
    ("drink", "food", "fruit"): _words("sweet bitter fresh tasty sour"),
    ("fruit",): _words("ripe juicy unripe seedless"),
    ("text",): _words("boring thrilling famous lengthy witty forgotten"),
    ("garment",): _words("woollen striped elegant knitted fashionable"),
    ("tool",): _words("sharp rusty blunt sturdy"),
    ("garment", "tool"): _words("handy tattered spare secondhand"),
    ("animal",): _words("tame shaggy stray wild"),
    ("person",): _words("kind clever proud shy sincere polite"),
    ("animal", "person"): _words("hungry young thirsty sleepy brave lazy"),
    ("room", "study", "ground", "market"): _words("large dark crowded empty spacious"),
    ("drink", "food", "fruit", "tree", "text", "garment", "tool", "animal", "person"): _words("strange good excellent"),
}
"""Adjectives by the noun classes that they can describe."""

GRADABLE: Final = frozenset(
    _words(
        "hot cold warm sweet bitter fresh tasty sour ripe juicy boring thrilling famous lengthy witty "
        "elegant fashionable sharp rusty blunt sturdy handy tattered tame shaggy wild kind clever proud "
        "shy sincere polite hungry young thirsty sleepy brave lazy strange good"
    )
)
"""The adjectives that can be said to be so in a degree (``very sharp``, not ``very knitted``)."""

DEGREES: Final = _words("very rather extremely quite unusually")
"""Adverbs of degree: they describe gradable adjectives only."""

_INDOORS: Final = ("room", "study")
_LAND: Final = ("room", "study", "ground", "market")
_ANYWHERE: Final = ("room", "study", "ground", "market", "waters")
_GOODS: Final = ("drink", "food", "fruit", "text", "garment", "tool", "animal")

VERBS: Final[Mapping[str, VerbClass]] = {
    verb_class.name: verb_class
    for verb_class in (
        VerbClass(
            "voice",
            _verbs("sing:sang laugh shout whistle weep:wept mumble giggle cheer"),
            places=_ANYWHERE,
            manners=("aloud",),
        ),
        VerbClass(
            "walk", _verbs("run:ran walk march wander gallop dance stroll"), places=("ground",), manners=("swift",)
        ),
        VerbClass("swim", _verbs("swim:swam dive float paddle sail fish"), places=("waters",), manners=("swift",)),
        VerbClass("rest", _verbs("sleep:slept doze wait rest yawn kneel:knelt"), places=_INDOORS),
        VerbClass("cook", _verbs("cook season roast stir:stirred"), ("food", "fruit"), ("room",), ("careful",)),
        VerbClass("serve", _verbs("serve taste prepare heat mix"), ("drink", "food", "fruit"), ("room", "market")),
        VerbClass(
            "eat", _verbs("eat:ate:eaten chew swallow devour nibble"), ("food", "fruit"), ("room", "ground"), ("swift",)
        ),
        VerbClass(
            "drink", _verbs("drink:drank:drunk sip:sipped gulp pour spill"), ("drink",), ("room", "ground"), ("swift",)
        ),
        VerbClass(
            "slice",
            _verbs("slice peel chop:chopped weigh pick"),
            ("fruit",),
            ("room", "market"),
            ("careful", "swift"),
        ),
        VerbClass(
            "write",
            _verbs("write:wrote:written translate publish study edit copy review quote"),
            ("text",),
            ("study",),
            ("careful",),
        ),
        VerbClass("recite", _verbs("recite declaim dictate whisper"), ("text",), _LAND, ("aloud",)),
        VerbClass("wear", _verbs("wear:wore:worn iron fold sew mend wash"), ("garment",), ("room",), ("careful",)),
        VerbClass(
            "fix",
            _verbs("repair polish clean hide:hid:hidden lend:lent"),
            ("tool", "garment"),
            ("room", "ground"),
            ("careful",),
        ),
        VerbClass(
            "tend",
            _verbs("feed:fed chase ride:rode:ridden groom tie shear"),
            ("animal",),
            ("ground", "waters"),
            ("swift", "careful"),
        ),
        VerbClass("greet", _verbs("meet:met greet thank invite help visit follow call"), ("person", "name"), _ANYWHERE),
        VerbClass("scold", _verbs("scold praise warn"), ("person", "name", "animal"), _LAND, ("aloud",)),
        VerbClass(
            "trade",
            _verbs("buy:bought sell:sold bring:brought carry order find:found choose:chose:chosen collect"),
            _GOODS,
            ("market", "study"),
        ),
        VerbClass("like", _verbs("like need want prefer:preferred remember love"), (*_GOODS, "person", "name")),
    )
}
"""The main verbs by class."""

SAYING: Final = _verbs("say:said think:thought believe claim know:knew:known explain")
"""Verbs that take a clause."""

TRYING: Final = _verbs("try hope plan:planned promise refuse agree decide")
"""Verbs that take an infinitive."""

MANNERS: Final[Mapping[str, tuple[str, ...]]] = {
    "aloud": _words("loudly softly noisily hoarsely quietly"),
    "swift": _words("swiftly slowly briskly hurriedly"),
    "careful": _words("carefully neatly skilfully thoroughly"),
}
"""Adverbs of manner by class."""

FREQUENCIES: Final = _words("often always never usually rarely")
"""Adverbs that go with any verb, before it."""

MODALS: Final = _words("can will must should may")
"""Auxiliaries that take the base form."""

PREPOSITIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "room": ("in",),
    "study": ("in", "near"),
    "ground": ("in", "near"),
    "waters": ("in", "near"),
    "market": ("at", "near"),
}
"""The prepositions that go with each class of places."""

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
