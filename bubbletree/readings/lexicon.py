"""What the rules know about the words of a language: tables of words, by what they do.

A table that is empty has no say. So a language without tables is split by structure (:data:`STRUCTURE`), and
by what negates in any language (:mod:`bubbletree.readings.negation`).
Words are looked up by lemma and by form, in lower case, since parsed text has no lemmas.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

Words = frozenset[str]
_NONE: Words = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexicon:
    """The tables of a language. Each is a set of words, or of phrases with blanks, in lower case.

    Attributes
    ----------
    additive : frozenset of str
        Coordinators that add: *and*. Every other one gives alternatives or contrasts. If the table is empty, any
        coordinator may add.
    negative : frozenset of str
        Coordinators that negate what follows: *nor*.
    excluding : frozenset of str
        Coordinators that say of what follows that it is not so: *but not*, *rather than*.
    corrective : frozenset of str
        Coordinators after which a negation before the coordination ends: *not cold but wet*.
    negations : frozenset of str
        Words that negate.
    conditions : frozenset of str
        Subordinators of conditions: *if*.
    correlatives : frozenset of str
        What announces a coordination and means nothing in a reading: *both*, *not only*.
    continuations : frozenset of str
        What belongs to such a correlative after the coordinator: the *also* of *not only ... but also*.
    distributors : frozenset of str
        Determiners that take the conjuncts one by one: *each*.
    floating : frozenset of str
        Words elsewhere in the clause that count the conjuncts: *Tom and Mary both came*.
    rest : frozenset of str
        Conjuncts that only say that there is more: *etc.*
    between : frozenset of str
        Adpositions that need several things: *between*.
    respectively : frozenset of str
        Adverbs that pair two coordinations.
    together : frozenset of str
        Adverbs that say that something was done jointly.
    reciprocal_pronouns : frozenset of str
        *each other*.
    meeting : frozenset of str
        Verbs whose subjects do something to each other, if there is no object: *meet*.
    sharing : frozenset of str
        Verbs whose subjects have one object in common: *share*.
    mixing : frozenset of str
        Verbs that bring their objects into a relation: *mix*, *compare*.
    mixtures : frozenset of str
        Nouns for what several things make: *mixture*, with one of the adpositions of :attr:`of`.
    composing : frozenset of str
        Verbs for it, with one of the adpositions of :attr:`of`: *consist of*.
    constituting : frozenset of str
        Verbs for it, with a subject: *constitute*.
    comprising : frozenset of str
        Verbs for it, with an object: *comprise*.
    of : frozenset of str
        The adpositions that connect a mixture with what it is made of.
    symmetric : frozenset of str
        Predicates that hold between things: *similar*, *friends*.
    partners : frozenset of str
        Adpositions that name the other party, so that the coordination is only one of them: *met with him*.
    colours : frozenset of str
        Adjectives of which one thing can have several side by side.
    expressions : frozenset of str
        Conjuncts that mean one thing together, with blanks between them: *bed breakfast*.
    preludes : frozenset of str
        First conjuncts that are not an action or property of their own: *try and call*.
    approximations : frozenset of str
        Last conjuncts that make a number vague: *ten or so*.
    fractions, powers, numerals : frozenset of str
        Words of numbers: *two and a half*, *a hundred and five*.
    joiners : frozenset of str
        Coordinators of firms: *&*.
    articles : frozenset of str
        Determiners of one thing.
    plurals : frozenset of str
        Nouns in the plural that do not end in :attr:`plural_ending`.
    plural_ending : str
        What most nouns in the plural end in; empty if nothing tells.
    singular_verbs : frozenset of str
        Forms of verbs that have one thing as their subject.
    """

    additive: Words = _NONE
    negative: Words = _NONE
    excluding: Words = _NONE
    corrective: Words = _NONE
    negations: Words = _NONE
    conditions: Words = _NONE
    correlatives: Words = _NONE
    continuations: Words = _NONE
    distributors: Words = _NONE
    floating: Words = _NONE
    rest: Words = _NONE
    between: Words = _NONE
    respectively: Words = _NONE
    together: Words = _NONE
    reciprocal_pronouns: Words = _NONE
    meeting: Words = _NONE
    sharing: Words = _NONE
    mixing: Words = _NONE
    mixtures: Words = _NONE
    composing: Words = _NONE
    constituting: Words = _NONE
    comprising: Words = _NONE
    of: Words = _NONE
    symmetric: Words = _NONE
    partners: Words = _NONE
    colours: Words = _NONE
    expressions: Words = _NONE
    preludes: Words = _NONE
    approximations: Words = _NONE
    fractions: Words = _NONE
    powers: Words = _NONE
    numerals: Words = _NONE
    joiners: Words = _NONE
    articles: Words = _NONE
    plurals: Words = _NONE
    plural_ending: str = ""
    singular_verbs: Words = _NONE

    @property
    def is_empty(self) -> bool:
        """Whether no table has a word, so that only structure and negation count."""
        return not any(getattr(self, field.name) for field in fields(self))


STRUCTURE = Lexicon()
"""No words at all."""


def words(text: str) -> Words:
    """A table of single words, given with blanks between them.

    Examples
    --------
    >>> sorted(words("and plus"))
    ['and', 'plus']
    """
    return frozenset(text.split())


def phrases(text: str) -> Words:
    """A table of phrases, given with commas between them.

    Examples
    --------
    >>> sorted(phrases("each other, one another"))
    ['each other', 'one another']
    """
    return frozenset(" ".join(phrase.split()) for phrase in text.split(",") if phrase.strip())
