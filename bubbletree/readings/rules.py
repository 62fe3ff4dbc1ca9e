"""Is a coordination split? The rules, in the order of their strength.

A coordination is *collective* if what is said holds of the conjuncts together: *Tom and Mary met*. Of one of them
alone it is false, or nonsense. All others are *distributive*, and can be split: *Tom and Mary slept*. A rule looks at
a coordination and answers True (collective), False (distributive) or None (it does not know). The first answer counts,
and a coordination that no rule knows is split.

Rules that need words take them from a table of the language (:mod:`bubbletree.readings.lexicon`); where the table is
empty, they do not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from bubbletree.convert.relations import Kind, kind_of, universal
from bubbletree.readings.omissions import correlatives, floating, has_inseparable_negation
from bubbletree.readings.site import Site

EXCLUDED = "excluded"
"""The name of the rule that a conjunct after *but not* has no reading."""

_HYPHENS = ("-", "\u2010", "\u2011")
_NOMINAL = ("nsubj", "nsubjpass")
_PREDICATES = ("root", "ccomp", "xcomp", "advcl", "acl", "parataxis", "csubj")
_INSIDE_NOMINALS = ("amod", "nummod", "compound", "nn", "num")


class Rule(NamedTuple):
    """A rule: its name, what it says, and its answer about a coordination."""

    name: str
    says: str
    answer: Callable[[Site], bool | None]


def _true(is_so: bool) -> bool | None:
    """An answer of rules that know only collective coordinations."""
    return True if is_so else None


# Conjuncts that are nothing alone


def _gapping(site: Site) -> bool | None:
    grove = site.grove
    return _true(
        any(kind_of(grove.label(child)) is Kind.REMNANT for head in site.conjuncts for child in grove.dependents(head))
    )


def _truncated(site: Site) -> bool | None:
    spans = [site.grove.below(conjunct) for conjunct in site.conjuncts]
    is_open = [_ends_in_hyphen(site, tokens[-1]) for tokens in spans]
    return _true(
        (any(is_open) and not all(is_open) and not site.texts[-1].endswith("+"))  # not CD4- and CD8+
        or any(_begins_with_hyphen(site, tokens[0]) for tokens in spans[1:])
    )


def _ends_in_hyphen(site: Site, token: int) -> bool:
    """Whether a word is cut short, *pre-*; its hyphen may be a token of its own, without a blank before it."""
    form = site.grove.rows[token - 1].form
    if form not in _HYPHENS:
        return form.endswith(_HYPHENS) and form[-2].isalnum()
    return token > 1 and not site.grove.rows[token - 2].space_after


def _begins_with_hyphen(site: Site, token: int) -> bool:
    """Whether a word lacks its beginning, *-beta* in *IFN-alpha and -beta*; a number only as in *IL-2 or -4*."""
    form = site.grove.rows[token - 1].form
    if len(form) < 2 or not form.startswith(_HYPHENS):
        return False
    return form[1].isalpha() or (form[1].isdecimal() and any(hyphen in site.texts[0] for hyphen in _HYPHENS))


def _repeated(site: Site) -> bool | None:
    return _true(len(set(site.texts)) == 1 and len(site.texts) > 1 and " " not in site.texts[0])


def _number(site: Site) -> bool | None:
    lexicon, grove = site.lexicon, site.grove
    if not site.is_additive:
        return None
    if any(grove.is_in(head, lexicon.fractions) for head in site.heads[1:]):
        return True
    last = grove.below(site.conjuncts[0])[-1]
    follows = site.heads[-1]
    is_number = grove.is_in(follows, lexicon.numerals) or grove.tree.words[follows - 1].isdecimal()
    return _true(grove.is_in(last, lexicon.powers) and is_number)


def _approximation(site: Site) -> bool | None:
    is_alternative = bool(site.lexicon.additive) and not site.is_additive
    return _true(is_alternative and site.texts[-1] in site.lexicon.approximations)


def _expression(site: Site) -> bool | None:
    return _true(" ".join(site.texts) in site.lexicon.expressions)


def _prelude(site: Site) -> bool | None:
    is_pair = len(site.conjuncts) == 2 and bool(site.coordinators)
    return _true(is_pair and site.is_additive and site.texts[0] in site.lexicon.preludes)


# Words elsewhere


def _respectively(site: Site) -> bool | None:
    tree, table = site.grove.tree, site.lexicon.respectively
    if not table or not any(word.lower() in table for word in tree.words):
        return None
    widths = [len(other.conjuncts) for other in site.grove.coordinations if other.bubble != site.bubble]
    return _true(len(site.conjuncts) in widths or not widths)


def _between(site: Site) -> bool | None:
    grove, table = site.grove, site.lexicon.between
    own = (token for token in site.adpositions if not site.repeats(token))
    if any(grove.is_in(token, table) for token in own):
        return True
    # Inside a nominal: "between old and new rules", "between days five and ten".
    is_marked = any(kind_of(grove.label(child)) is Kind.MARKER for child in grove.dependents(site.conjuncts[0]))
    if site.governor is None or site.kind not in (Kind.NOMINAL, Kind.OTHER) or is_marked:
        return None
    around = (grove.token(child) for child in grove.tree.children(site.governor))
    return _true(any(grove.is_in(token, table) for token in around))


def _reciprocal_pronoun(site: Site) -> bool | None:
    if not site.is_subject:
        return None
    texts = (f" {site.grove.text(other)} " for predicate in site.predicates() for other in site.others(predicate))
    pronouns = site.lexicon.reciprocal_pronouns
    return _true(any(f" {pronoun} " in text for text in texts for pronoun in pronouns))


def _together(site: Site) -> bool | None:
    if not (site.is_subject or site.is_object):
        return None
    grove = site.grove
    adverbs = (
        grove.token(child)
        for predicate in site.predicates()
        for child in site.others(predicate)
        if kind_of(grove.label(child)) in (Kind.ADVERBIAL, Kind.OTHER, Kind.COMPLEMENT) and not grove.dependents(child)
    )
    return _true(any(grove.is_in(token, site.lexicon.together) and not _goes_on(site, token) for token in adverbs))


def _goes_on(site: Site, token: int) -> bool:
    """Whether the word after a token names another party: *together with*."""
    words = site.grove.tree.words
    return token < len(words) and words[token].lower() in site.lexicon.partners


# Signs that the conjuncts are taken one by one


def _distributor(site: Site) -> bool | None:
    grove = site.grove
    if correlatives(site) or floating(site):
        return False
    determiners = (
        grove.token(child)
        for bubble in (site.bubble, *site.conjuncts)
        for child in grove.dependents(bubble)
        if universal(grove.label(child)) == "det"
    )
    return False if any(grove.is_in(token, site.lexicon.distributors) for token in determiners) else None


def _excluded(site: Site) -> bool | None:
    return False if any(is_excluded(site, conjunct) for conjunct in site.conjuncts) else None


def is_excluded(site: Site, conjunct: int) -> bool:
    """Whether a coordinator says of a conjunct that it is not so: *tea but not coffee*."""
    return site.coordinator_before[conjunct] in site.lexicon.excluding


def _alternative(site: Site) -> bool | None:
    return None if site.is_additive else False


# What is false of one conjunct


def _negated(site: Site) -> bool | None:
    grove = site.grove
    before = (grove.token(child) for child in site.shared if grove.tree.hulls[child].first < site.heads[0])
    is_predicate = universal(site.label) in _PREDICATES
    return _true(is_predicate and any(grove.is_in(token, site.lexicon.negations) for token in before))


def _inseparable(site: Site) -> bool | None:
    return _true(site.lexicon.is_empty and has_inseparable_negation(site))


def _condition(site: Site) -> bool | None:
    is_condition = any(site.grove.is_in(token, site.lexicon.conditions) for token in site.adpositions)
    return _true(is_condition and universal(site.label) == "advcl")


# What holds of the conjuncts together


def _counted(site: Site) -> bool | None:
    grove = site.grove
    appositions = [child for child in site.shared if universal(grove.label(child)) == "appos"]
    numbers = (
        grove.tree.words[grove.token(child) - 1].lower()
        for child in (*site.shared, *(child for found in appositions for child in grove.dependents(found)))
        if universal(grove.label(child)) in ("nummod", "num")
    )
    return _true(any(number not in ("1", "one") for number in numbers))


def _meeting(site: Site) -> bool | None:
    if not site.is_subject:
        return None
    return _true(
        any(
            site.is_verb_in(predicate, site.lexicon.meeting)
            and not site.has(predicate, Kind.OBJECT)
            and not any(universal(site.grove.label(child)) in ("ccomp", "xcomp") for child in site.others(predicate))
            and not site.has_partner(predicate)
            for predicate in site.predicates()
        )
        or _is_passive_meeting(site)
    )


def _is_passive_meeting(site: Site) -> bool:
    """Whether an auxiliary and a participle make such a verb: *got married*."""
    return any(
        f"{site.grove.tree.words[site.grove.token(child) - 1].lower()} "
        f"{site.grove.tree.words[site.grove.token(predicate) - 1].lower()}"
        in site.lexicon.meeting
        and not site.has_partner(predicate)
        for predicate in site.predicates()
        for child in site.others(predicate)
        if kind_of(site.grove.label(child)) is Kind.VERBAL
    )


def _sharing(site: Site) -> bool | None:
    if not site.is_subject:
        return None
    return _true(
        any(
            site.is_verb_in(predicate, site.lexicon.sharing)
            and site.has(predicate, Kind.OBJECT)
            and not site.has_partner(predicate)
            for predicate in site.predicates()
        )
    )


def _mixing(site: Site) -> bool | None:
    if not site.is_object:
        return None
    return _true(
        any(
            site.is_verb_in(predicate, site.lexicon.mixing) and not site.has_partner(predicate)
            for predicate in site.governors
        )
    )


def _mixture(site: Site) -> bool | None:
    grove, lexicon = site.grove, site.lexicon
    if not any(grove.is_in(token, lexicon.of) for token in site.adpositions if not site.repeats(token)):
        return None
    return _true(
        any(
            grove.is_in(grove.token(governor), lexicon.mixtures) or site.is_verb_in(governor, lexicon.composing)
            for governor in site.governors
        )
    )


def _composition(site: Site) -> bool | None:
    tables = [(site.is_subject, site.lexicon.constituting), (site.is_object, site.lexicon.comprising)]
    governors = site.governors
    return _true(
        any(applies and site.is_verb_in(governor, table) for applies, table in tables for governor in governors)
    )


def _symmetric(site: Site) -> bool | None:
    grove = site.grove
    if site.kind is not Kind.SUBJECT or not site.coordinators:
        return None
    return _true(
        any(
            grove.is_in(grove.token(predicate), site.lexicon.symmetric)
            and not site.has_partner(predicate)
            and not site.has(predicate, Kind.OBJECT)
            and not any(
                universal(grove.label(child)) in ("nmod", "poss", "prep") for child in grove.dependents(predicate)
            )
            for predicate in site.predicates()
        )
    )


# What looks like several things and is one


def _possession(site: Site) -> bool | None:
    grove = site.grove
    if site.label not in ("nmod:poss", "poss") or site.governor is None or grove.is_plural(site.governor):
        return None
    owners = [
        any(_is_case_after(site, conjunct, child) for child in grove.tree.children(conjunct))
        for conjunct in site.conjuncts
    ]
    is_joint = any(_is_case_after(site, site.bubble, child) for child in site.shared) or owners[-1]
    return _true(is_joint and not any(owners[:-1]) and site.is_additive)


def _is_case_after(site: Site, head: int, child: int) -> bool:
    tree = site.grove.tree
    return kind_of(site.grove.label(child)) is Kind.MARKER and tree.hulls[child].first > tree.hulls[head].first


def _colours(site: Site) -> bool | None:
    if not all(site.grove.is_in(head, site.lexicon.colours) for head in site.heads):
        return None
    if site.governor is not None and universal(site.label) in _INSIDE_NOMINALS:
        return _true(site.grove.has_article(site.governor))
    has_copula = any(kind_of(site.grove.label(child)) is Kind.VERBAL for child in site.shared)
    return _true(has_copula or site.kind is Kind.COMPLEMENT)


def _apposition(site: Site) -> bool | None:
    if universal(site.label) != "appos" or site.governor is None:
        return None
    return _true(site.grove.is_plural(site.governor) is True)


def _one_compound(site: Site) -> bool | None:
    if site.governor is None or universal(site.label) not in ("compound", "nn"):
        return None
    return _true(site.grove.has_article(site.governor))


def _firm(site: Site) -> bool | None:
    is_joined = any(coordinator in site.lexicon.joiners for coordinator in site.coordinators)
    are_names = all(" " not in text for text in site.texts) and all(map(site.grove.is_capitalised, site.heads))
    return _true(is_joined and are_names and universal(site.label) != "amod")


def _name(site: Site) -> bool | None:
    grove = site.grove
    if universal(site.label) != "nmod" or site.governor is None or grove.is_plural(site.governor):
        return None
    of = [token for token in site.adpositions if grove.is_in(token, site.lexicon.of)]
    content = [token for conjunct in site.conjuncts for token in grove.below(conjunct) if token not in of]
    governor = grove.token(site.governor)
    is_name = governor > 1 and grove.is_capitalised(governor)  # the first word of a sentence begins so in any case
    return _true(bool(of) and is_name and all(map(grove.is_capitalised, content)))


def _agreement(site: Site) -> bool | None:
    grove = site.grove
    if universal(site.label) not in _NOMINAL or not site.governors:
        return None
    predicate = site.governors[0]
    auxiliaries = (child for child in grove.dependents(predicate) if kind_of(grove.label(child)) is Kind.VERBAL)
    finite = grove.token(next(auxiliaries, predicate))
    follows = finite > grove.tree.hulls[site.bubble].last
    return _true(follows and bool(site.coordinators) and grove.is_in(finite, site.lexicon.singular_verbs))


RULES = (
    Rule("gapping", "a conjunct has no verb of its own: collective", _gapping),
    Rule("truncated", "a conjunct is a part of a word, *pre- and post-war*: collective", _truncated),
    Rule("repeated", "the conjuncts are the same word: collective", _repeated),
    Rule("number", "the conjuncts make one number, *two and a half*: collective", _number),
    Rule("approximation", "the last conjunct makes a number vague, *ten or so*: collective", _approximation),
    Rule("expression", "the conjuncts mean one thing together, *bed and breakfast*: collective", _expression),
    Rule("prelude", "the first conjunct only leads to the second, *try and call*, *go and get*: collective", _prelude),
    Rule("respectively", "*respectively* pairs it with another coordination: collective", _respectively),
    Rule("between", "an adposition that needs several things, *between*: collective", _between),
    Rule("each-other", "the conjuncts do something to *each other*: collective", _reciprocal_pronoun),
    Rule("together", "they do it *together*: collective", _together),
    Rule("distributor", "*both*, *either*, *each*, *not only*: distributive", _distributor),
    Rule(
        EXCLUDED,
        "a coordinator that excludes what follows, *but not*, *rather than*: distributive, without its reading",
        _excluded,
    ),
    Rule("alternative", "a coordinator that does not add, *or*, *but*: distributive", _alternative),
    Rule("negated", "a negation before *and*, *do not drink and drive*: collective", _negated),
    Rule("inseparable", "a negation before *but* is part of a verb or pronoun, Czech *nejí*: collective", _inseparable),
    Rule("condition", "two conditions with *and*, *if it rains and snows*: collective", _condition),
    Rule(
        "counted",
        "a number counts all conjuncts, *five men and women*, *Tom and Bob, two friends*: collective",
        _counted,
    ),
    Rule("meeting", "they do it to each other, *meet* without an object: collective", _meeting),
    Rule("sharing", "they have one object in common, *share a flat*: collective", _sharing),
    Rule("mixing", "they are brought into a relation, *mix*, *compare*: collective", _mixing),
    Rule("mixture", "a noun or verb of what several things make, *mixture of*, *consist of*: collective", _mixture),
    Rule("composition", "they make something up, *comprise*, *constitute*: collective", _composition),
    Rule("symmetric", "a relation holds between them, *similar*, *friends*: collective", _symmetric),
    Rule("possession", "they own one thing, *Tom and Mary's house*: collective", _possession),
    Rule("colours", "one thing has several colours, *a red and blue flag*, *is red and blue*: collective", _colours),
    Rule("apposition", "a list of what a plural stands for, *my sons, Tom and Bob*: collective", _apposition),
    Rule("one-compound", "nouns before one thing, *a research and development unit*: collective", _one_compound),
    Rule("firm", "names joined by *&*: collective", _firm),
    Rule("name", "inside a name with *of*, *Department of Trade and Industry*: collective", _name),
    Rule("agreement", "a subject of a verb in the singular: collective", _agreement),
)
"""The rules, the strongest first."""

DEFAULT = "default"
"""In place of a rule: no rule knows, so the coordination is split."""

RULE_NAMES = (*(rule.name for rule in RULES), DEFAULT)
"""All that a judgement may name as its rule."""


def judge(site: Site, without: Iterable[str] = ()) -> tuple[bool, str]:
    """Whether a coordination is collective, and the rule that says so.

    Parameters
    ----------
    site : Site
        The coordination.
    without : iterable of str
        The names of rules that are not asked.
    """
    for rule in RULES:
        if rule.name not in without:
            answer = rule.answer(site)
            if answer is not None:
                return answer, rule.name
    return False, DEFAULT
