"""Shared or private: the rules, in the order of their strength.

What stands at the edge of a coordination belongs to the conjunct next to it, and is *private*, or to all
conjuncts, and is *shared*.  Basic UD seldom tells.  :data:`RULES` lists what does, the strongest evidence
first: enhanced dependencies; what the conjuncts are; where a dependent stands; its relation.  A rule looks
at a coordination and a dependent, and answers True (shared), False (private) or None (it does not know).
The first answer counts.

Bubbles are continuous.  So what stands further out than a shared dependent is shared as well, and what
stands further in than a private one is private.  Where two answers contradict each other in this, that of the
stronger rule stands, and the other dependent follows it (:func:`decide`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from bubbletree.convert.coordinated import Coordinated
from bubbletree.convert.relations import Kind, universal


class Rule(NamedTuple):
    """A rule: its name, what it says, and its answer about a dependent of a coordination."""

    name: str
    says: str
    answer: Callable[[Coordinated, int], bool | None]


class Decision(NamedTuple):
    """What was decided about a dependent at the edge of a coordination.

    Attributes
    ----------
    word : int
        The dependent.
    conjuncts : tuple of int
        The head words of the coordination's conjuncts, from left to right.
    shared : bool
        Whether it belongs to all of them.
    rule : str
        The name of the rule that decided.
    """

    word: int
    conjuncts: tuple[int, ...]
    shared: bool
    rule: str


# Enhanced dependencies


def _repeated(group: Coordinated, word: int) -> bool | None:
    others = set(group.conjuncts) - {group.syntax.heads[word]}
    return True if not others.isdisjoint(group.syntax.enhanced[word]) else None


def _not_repeated(group: Coordinated, word: int) -> bool | None:
    syntax = group.syntax
    if syntax.heads[word] in syntax.enhanced[word] and group.kind(word).family in syntax.propagated:
        return False
    return None


# Basic dependencies


def _final(group: Coordinated, word: int) -> bool | None:
    return True if word > group.later[-1] and group.is_wanted_by_all(word) else None


def _attachment(group: Coordinated, word: int) -> bool | None:
    return group.syntax.heads[word] == group.head if word > group.later[-1] else None


# What the conjuncts are


def _gapping(group: Coordinated, word: int) -> bool | None:
    is_remnant = group.kind(word) is Kind.REMNANT
    return False if is_remnant or word in group.remnant_counterparts else None


def _own_subject(group: Coordinated, word: int) -> bool | None:
    kind = group.kind(word)
    if kind is Kind.SUBJECT:
        return False if group.syntax.key(word) in group.own else None
    if not group.has_own_subject or group.subject is not None or group.continues_inverted:
        return None
    is_fronted = kind is Kind.OBLIQUE and group.is_inverted
    return False if is_fronted or kind in (Kind.VERBAL, Kind.ADVERBIAL, Kind.OBJECT) else None


def _doubled(group: Coordinated, word: int) -> bool | None:
    return True if group.is_doubled_throughout(word) else None


def _correlative(group: Coordinated, word: int) -> bool | None:
    if group.kind(word) in (Kind.CORRELATIVE, Kind.COORDINATOR):
        return word not in group.taken
    if group.correlative is None or (word > group.correlative and group.kind(word) is Kind.OTHER):
        return None
    return word < group.correlative


def _mood(group: Coordinated, word: int) -> bool | None:
    is_addressed = group.syntax.feature(word, "Person") == "2"
    return False if group.kind(word) is Kind.SUBJECT and group.turns_imperative and not is_addressed else None


def _form(group: Coordinated, word: int) -> bool | None:
    kind = group.kind(word)
    if kind is Kind.VERBAL:
        return group.shares_auxiliary if not group.has_parallel(word) else None
    if kind is Kind.ADVERBIAL and group.syntax.is_negation(word):
        return False if group.is_finite_only_later else None
    is_infinitival = universal(group.syntax.labels[word]) == "mark" and group.is_infinite
    return False if is_infinitival and group.is_finite_only_later else None


def _negation(group: Coordinated, word: int) -> bool | None:
    if group.kind(word) is not Kind.ADVERBIAL or not group.syntax.is_negation(word):
        return None
    return False if group.is_adversative or group.is_finite_throughout else None


def _case(group: Coordinated, word: int) -> bool | None:
    if group.kind(word) is not Kind.MARKER:
        return None
    is_adposition = universal(group.syntax.labels[word]) == "case"
    return False if group.differ_in_case or (is_adposition and group.turns_verbal) else None


def _parallel(group: Coordinated, word: int) -> bool | None:
    if group.kind(word) is Kind.PUNCTUATION:
        return None
    if not group.is_outside_subject(word):
        return False if group.has_parallel(word) else None
    is_repeated = group.kind(word) is Kind.MARKER and group.syntax.lemma(word) in group.markers
    return False if is_repeated or group.syntax.key(word) in group.fronted else None


def _contraction(group: Coordinated, word: int) -> bool | None:
    return True if group.syntax.is_contracted(word) and group.can_determine_all(word) else None


def _relative(group: Coordinated, word: int) -> bool | None:
    return True if group.syntax.is_relative(word) else None


# Where a dependent stands


def _pair(group: Coordinated, word: int) -> bool | None:
    if group.kind(word) is not Kind.PUNCTUATION:
        return None
    partner = group.syntax.partners.get(word)
    return partner is None or partner > group.later[0] if partner is None or partner > word else None


def _outside_subject(group: Coordinated, word: int) -> bool | None:
    return True if group.is_outside_subject(word) else None


def _before_predicate(group: Coordinated, word: int) -> bool | None:
    if group.subject is None or word < group.subject:
        return None
    kind = group.kind(word)
    if kind in (Kind.OBJECT, Kind.COMPLEMENT, Kind.OBLIQUE):
        is_parenthesis = any(group.syntax.is_separator(child) for child in group.syntax.children[word])
        return None if is_parenthesis else False
    is_clitic = kind is Kind.ADVERBIAL and group.syntax.rows[word].upos in ("PRON", "PART")
    return False if is_clitic and not group.has_auxiliary else None


def _inverted(group: Coordinated, word: int) -> bool | None:
    is_fronted = group.kind(word) in (Kind.OBJECT, Kind.COMPLEMENT, Kind.OBLIQUE, Kind.ADVERBIAL)
    return False if is_fronted and group.keeps_subject else None


# Defaults


def _default(group: Coordinated, word: int) -> bool:
    kind = group.kind(word)
    is_after_subject = group.subject is not None and word > group.subject
    is_in_predicate = is_after_subject and group.has_auxiliary and group.shares_auxiliary is False
    is_degree = group.syntax.rows[group.head].upos in ("ADJ", "ADV")
    if kind is Kind.ADVERBIAL:
        is_clause_alike = group.continues_inverted or group.own.isdisjoint((Kind.SUBJECT, Kind.VERBAL))
        return is_clause_alike and not is_degree and not is_in_predicate
    if kind is Kind.OBLIQUE:
        return not is_degree
    return kind not in (Kind.OBJECT, Kind.COMPLEMENT, Kind.NOMINAL, Kind.PUNCTUATION)


AFTER = "attachment"
"""The rule for what stands after the last conjunct, where there is no choice if it hangs on the first."""

RULES = (
    Rule("deps-repeated", "DEPS repeats its arc for another conjunct: shared", _repeated),
    Rule("deps-not-repeated", "DEPS repeats arcs of its family, but not this one: private", _not_repeated),
    Rule("final", "an adposition or auxiliary that only the last conjunct has, and all need: shared", _final),
    Rule(AFTER, "after the last conjunct: shared if it depends on the first, private if on the last", _attachment),
    Rule("gapping", "a remnant of an elided predicate corresponds to it: private", _gapping),
    Rule("own-subject", "a later conjunct has a subject of its own: a subject is private", _own_subject),
    Rule("doubled", "an object that a clitic doubles, in a later conjunct as well: shared", _doubled),
    Rule("correlative", "a correlative, or what is before it: shared; what is after it: private", _correlative),
    Rule("mood", "a later conjunct turns to the imperative: a subject is private", _mood),
    Rule("form", "an auxiliary: shared by predicates of one form, private before a finite one", _form),
    Rule("negation", "the negation of a finite predicate, or a negation before *but*: private", _negation),
    Rule("case", "an adposition, and the conjuncts differ in case, or a later one is a finite verb: private", _case),
    Rule("parallel", "a later conjunct has a dependent of the same kind in the same place: private", _parallel),
    Rule("contraction", "a determiner in one token with its adposition, and fit for all: shared", _contraction),
    Rule("relative", "a relative or interrogative word: shared", _relative),
    Rule("pair", "a bracket or quotation mark: as its partner; other punctuation: shared", _pair),
    Rule("outside-subject", "it stands before the subject: shared", _outside_subject),
    Rule("before-predicate", "an argument or clitic between subject and predicate: private", _before_predicate),
    Rule("inverted", "the subject stands after the first predicate, and no later one has any: private", _inverted),
    Rule("default", "by its relation", _default),
)
"""The rules, the strongest first."""

INNER = "further-in"
"""In place of a rule: the dependent stands further in than one that a stronger rule found to be private."""
OUTER = "further-out"
"""The dependent stands further out than one that a stronger rule found to be shared."""

RULE_NAMES = (*(rule.name for rule in RULES), INNER, OUTER)
"""All that a decision may name as its rule."""


def decide(group: Coordinated, words: Sequence[int]) -> tuple[int, list[Decision]]:
    """How many of the dependents on one side of a coordination are private, and why.

    Parameters
    ----------
    group : Coordinated
        The coordination.
    words : sequence of int
        Its dependents on one side, from the conjunct outwards.

    Returns
    -------
    int
        The first so many are private, the others shared.
    list of Decision
        One for each dependent.
    """
    answers = [_answer(group, word) for word in words]
    private, end = 0, len(words)
    for index in sorted(range(len(words)), key=lambda index: answers[index][0]):
        if answers[index][1] and index >= private:
            end = min(end, index)
        elif not answers[index][1] and index < end:
            private = max(private, index + 1)
    decisions = []
    for index, (word, (strength, answer)) in enumerate(zip(words, answers, strict=True)):
        shared = index >= private
        rule = RULES[strength].name if shared == answer else OUTER if shared else INNER
        decisions.append(Decision(word, group.conjuncts, shared, rule))
    return private, decisions


def _answer(group: Coordinated, word: int) -> tuple[int, bool]:
    """The number of the first rule that knows, and what it says."""
    for strength, rule in enumerate(RULES):
        answer = rule.answer(group, word)
        if answer is not None:
            return strength, answer
    raise AssertionError("the last rule always answers")
