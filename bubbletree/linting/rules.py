"""The rules: each finds one kind of doubtful annotation of coordination in a UD tree.

They read UD version 2: conjuncts hang on the first conjunct, coordinators and punctuation on the conjunct that
follows. A finding is a doubt, not a proof. How often each rule is right was counted by hand (docs/guide/lint.md), and
rules that are wrong too often are off unless they are asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from bubbletree.convert.lexicon import FOLLOWING
from bubbletree.convert.relations import Kind, universal
from bubbletree.convert.syntax import Syntax

Doubt = tuple[int, str]
"""A word, and what is doubtful about it."""

_SEPARATORS = frozenset({",", ";"})
_NOMINAL = frozenset({"NOUN", "PROPN", "PRON"})
_CLAUSAL_HOSTS = frozenset({"root", "parataxis", "ccomp", "list", "discourse", "conj", "vocative"})
_REPEATED = frozenset(
    {"nsubj", "csubj", "obj", "iobj", "obl", "nmod", "amod", "acl", "advcl", "advmod", "xcomp", "ccomp"}
)
"""The relations that enhanced dependencies repeat for each conjunct."""
_CONTENT = frozenset({"NOUN", "PROPN", "PRON", "VERB", "ADJ", "ADV", "NUM", "AUX"})


class Rule(NamedTuple):
    """A rule.

    Attributes
    ----------
    code, name : str
        What it is called. Codes do not change.
    says : str
        What it finds.
    is_default : bool
        Whether it is on unless told otherwise.
    find : callable
        The doubts about a sentence.
    """

    code: str
    name: str
    says: str
    is_default: bool
    find: Callable[[Syntax], Iterable[Doubt]]


def _words(syntax: Syntax) -> range:
    return range(1, len(syntax.rows))


def _form(syntax: Syntax, word: int) -> str:
    return syntax.rows[word].form


def _is(syntax: Syntax, word: int, label: str) -> bool:
    return universal(syntax.labels[word]) == label


def _coordinators(syntax: Syntax) -> Iterator[int]:
    return (word for word in _words(syntax) if syntax.labels[word] == "cc")


def _groups(syntax: Syntax) -> Iterator[list[int]]:
    """The conjuncts of each coordination, from left to right."""
    for word in _words(syntax):
        later = syntax.conjuncts(word)
        if later:
            yield [word, *later]


def _first_in(syntax: Syntax, head: int) -> int:
    """The first word below a head that is not punctuation."""
    return next((word for word in range(syntax.first[head], head) if not syntax.is_mark(word)), head)


# Coordinators


def _lonely_coordinator(syntax: Syntax) -> Iterator[Doubt]:
    for word in _coordinators(syntax):
        head = syntax.heads[word]
        if _is(syntax, head, "conj") or syntax.conjuncts(head) or syntax.is_relative(head):
            continue
        begins_clause = word < head and universal(syntax.labels[head]) in _CLAUSAL_HOSTS
        if not begins_clause and syntax.kinds[head] is not Kind.COORDINATOR:
            yield (
                word,
                (
                    f"{_form(syntax, word)!r} coordinates {_form(syntax, head)!r} ({syntax.labels[head]}), "
                    "which is not a conjunct and has none"
                ),
            )


def _coordinator_side(syntax: Syntax) -> Iterator[Doubt]:
    for word in _coordinators(syntax):
        head = syntax.heads[word]
        following = [conjunct for conjunct in syntax.conjuncts(head) if conjunct > word]
        if head < word and following and not _belongs_to_the_conjunct_before(syntax, word):
            yield (
                word,
                (
                    f"{_form(syntax, word)!r} depends on {_form(syntax, head)!r}, not on the conjunct after it, "
                    f"{_form(syntax, following[0])!r}"
                ),
            )


def _belongs_to_the_conjunct_before(syntax: Syntax, word: int) -> bool:
    """Whether a coordinator follows its conjunct in its language: Greek *te*, Sanskrit *ca*, Latin *-que*.

    Some words do. All others do if the last conjunct of the coordination has such a coordinator, too.
    """
    head = syntax.heads[word]
    conjuncts = syntax.conjuncts(head)
    if syntax.is_mark(word - 1) or conjuncts[0] < word:
        return False
    closes = any(syntax.kinds[child] is Kind.COORDINATOR for child in syntax.right(conjuncts[-1]))
    return closes or not FOLLOWING.isdisjoint((syntax.lemma(word), _form(syntax, word).lower()))


def _coordinator_tag(syntax: Syntax) -> Iterator[Doubt]:
    for word in _words(syntax):
        if syntax.rows[word].upos == "CCONJ" and syntax.kinds[word] not in (
            Kind.COORDINATOR,
            Kind.CORRELATIVE,
            Kind.CONJUNCT,
        ):
            label = syntax.labels[word]
            if universal(label) not in ("fixed", "goeswith", "reparandum", "root", "flat"):
                yield word, f"{_form(syntax, word)!r} is a coordinator (CCONJ) with the relation {label}"


# Conjuncts


def _conjunct_left(syntax: Syntax) -> Iterator[Doubt]:
    for word in _words(syntax):
        if syntax.kinds[word] is Kind.CONJUNCT and word < syntax.heads[word]:
            yield (
                word,
                f"the conjunct {_form(syntax, word)!r} stands before its head {_form(syntax, syntax.heads[word])!r}",
            )


def _chain(syntax: Syntax) -> Iterator[Doubt]:
    """A list in which each item hangs on the one before: ``A, B and C`` as ``A (B (C))``."""
    for word in _words(syntax):
        head = syntax.heads[word]
        if not (syntax.kinds[word] is Kind.CONJUNCT and syntax.kinds[head] is Kind.CONJUNCT and head < word):
            continue
        is_joined = any(syntax.kinds[child] is Kind.COORDINATOR for child in syntax.left(head))
        has_comma = any(_form(syntax, child) in _SEPARATORS for child in syntax.left(head))
        alike = syntax.rows[word].upos == syntax.rows[head].upos == syntax.rows[syntax.heads[head]].upos
        goes_on = any(conjunct > word for conjunct in syntax.conjuncts(syntax.heads[head]))
        if not is_joined and has_comma and alike and not goes_on:
            yield (
                word,
                (
                    f"{_form(syntax, word)!r} depends on {_form(syntax, head)!r}, which follows "
                    f"{_form(syntax, syntax.heads[head])!r} after a comma: the three may be one list"
                ),
            )


def _unlike(syntax: Syntax) -> Iterator[Doubt]:
    for first, *later in _groups(syntax):
        for word in later:
            one, other = syntax.rows[first].upos, syntax.rows[word].upos
            pair = {one, other}
            is_predicate = any(
                syntax.kinds[child] in (Kind.VERBAL, Kind.SUBJECT, Kind.REMNANT)
                for conjunct in (first, word)
                for child in syntax.children[conjunct]
            )
            if "VERB" in pair and pair & _NOMINAL and not is_predicate and pair <= _CONTENT:
                yield word, f"{_form(syntax, first)!r} ({one}) is coordinated with {_form(syntax, word)!r} ({other})"


def _nothing_between(syntax: Syntax) -> Iterator[Doubt]:
    for group in _groups(syntax):
        first, word = group[0], group[1]
        if len(group) > 2 or any(syntax.kinds[child] is Kind.COORDINATOR for child in syntax.children[word]):
            continue
        if syntax.kinds[first] is Kind.COORDINATOR:  # "and or", with the slash gone
            continue
        has_remnant = any(syntax.kinds[child] is Kind.REMNANT for child in syntax.children[word])
        between = range(first + 1, word)
        separators = (part for part in between if syntax.is_mark(part) or syntax.kinds[part] is Kind.COORDINATOR)
        if not has_remnant and next(separators, None) is None:
            yield (
                word,
                (
                    f"{_form(syntax, first)!r} and {_form(syntax, word)!r} are coordinated "
                    "with neither a coordinator nor punctuation between them"
                ),
            )


def _function_word(syntax: Syntax) -> Iterator[Doubt]:
    for word in _words(syntax):
        if syntax.kinds[word] is Kind.CONJUNCT and syntax.rows[word].upos in ("PUNCT", "CCONJ", "PART", "AUX"):
            head = syntax.heads[word]
            if syntax.rows[head].upos != syntax.rows[word].upos and not syntax.modifiers_after(word):
                is_elliptic = syntax.rows[word].upos == "AUX" or syntax.is_negation(word)
                if not is_elliptic:
                    yield word, f"the conjunct {_form(syntax, word)!r} is a function word ({syntax.rows[word].upos})"


# Punctuation


def _comma_side(syntax: Syntax) -> Iterator[Doubt]:
    for first, *later in _groups(syntax):
        for word in syntax.children[first]:
            is_separator = syntax.is_mark(word) and _form(syntax, word) in _SEPARATORS
            following = [conjunct for conjunct in later if conjunct > word]
            if is_separator and word > first and following and syntax.first[following[0]] == word + 1:
                yield (
                    word,
                    (
                        f"the separator {_form(syntax, word)!r} depends on the first conjunct {_form(syntax, first)!r},"
                        f" not on the one after it, {_form(syntax, following[0])!r}"
                    ),
                )


# Enhanced dependencies


def _conjunct_without_governor(syntax: Syntax) -> Iterator[Doubt]:
    for first, *later in _groups(syntax):
        if universal(syntax.labels[first]) not in _REPEATED:
            continue
        governors = syntax.enhanced[first] - set(later)
        for word in later:
            arcs = syntax.enhanced[word]
            if governors and arcs and not governors & arcs and syntax.heads[word] in arcs:
                yield (
                    word,
                    (
                        f"DEPS gives the conjunct {_form(syntax, word)!r} no arc from what {_form(syntax, first)!r} "
                        f"depends on, {_form(syntax, min(governors))!r}"
                    ),
                )


def _conj_not_in_deps(syntax: Syntax) -> Iterator[Doubt]:
    for word in _words(syntax):
        arcs = syntax.enhanced[word]
        is_told = arcs and syntax.kinds[word] in (Kind.CONJUNCT, Kind.COORDINATOR) and word not in syntax.elided
        if is_told and syntax.heads[word] not in arcs:
            yield (
                word,
                (f"DEPS of {_form(syntax, word)!r} has no arc from its head {_form(syntax, syntax.heads[word])!r}"),
            )


def _half_propagated(syntax: Syntax) -> Iterator[Doubt]:
    for first, *later in _groups(syntax):
        if len(later) < 2:
            continue
        for word in syntax.children[first]:
            if word in later or syntax.is_mark(word):
                continue
            reached = [conjunct for conjunct in later if conjunct in syntax.enhanced[word]]
            missed = [
                conjunct for conjunct in later if conjunct not in reached and not _has_own(syntax, conjunct, word)
            ]
            if reached and missed:
                yield (
                    word,
                    (
                        f"DEPS repeats the arc of {_form(syntax, word)!r} for {_form(syntax, reached[0])!r}, "
                        f"but not for {_form(syntax, missed[0])!r}"
                    ),
                )


def _has_own(syntax: Syntax, conjunct: int, word: int) -> bool:
    """Whether a conjunct has a dependent of its own of the kind of another word."""
    return any(syntax.kinds[child] is syntax.kinds[word] for child in syntax.children[conjunct])


def _shared_as_private(syntax: Syntax) -> Iterator[Doubt]:
    if not any(syntax.enhanced):
        return
    for first, *later in _groups(syntax):
        subjects = [child for child in syntax.left(first) if syntax.kinds[child] is Kind.SUBJECT]
        for subject in subjects[-1:]:
            for word in later:
                forms = (syntax.form(first), syntax.form(word))
                is_missing = word not in syntax.enhanced[subject] and not _has_own(syntax, word, subject)
                if is_missing and all(form.is_finite and not form.is_imperative for form in forms):
                    yield (
                        subject,
                        (
                            f"{_form(syntax, subject)!r} is probably the subject of {_form(syntax, word)!r} as well, "
                            "which has none; DEPS does not say so"
                        ),
                    )


def _private_as_shared(syntax: Syntax) -> Iterator[Doubt]:
    for _, *later in _groups(syntax):
        for word in later:
            own = [child for child in syntax.children[word] if syntax.kinds[child] is Kind.SUBJECT]
            shared = [
                child
                for child in _words(syntax)
                if word in syntax.enhanced[child]
                and syntax.heads[child] != word
                and syntax.kinds[child] is Kind.SUBJECT
                and syntax.heads[child] == syntax.heads[word]
                and not syntax.labels[child].endswith(":outer")
            ]
            if own and shared:
                yield (
                    shared[0],
                    (
                        f"DEPS makes {_form(syntax, shared[0])!r} the subject of {_form(syntax, word)!r}, "
                        f"which has the subject {_form(syntax, own[0])!r}"
                    ),
                )


# Ellipsis and lists


def _orphan(syntax: Syntax) -> Iterator[Doubt]:
    for word in _words(syntax):
        if syntax.kinds[word] is Kind.REMNANT:
            head = syntax.heads[word]
            if syntax.rows[head].upos == "VERB" and syntax.form(head).is_finite:
                yield (
                    word,
                    f"{_form(syntax, word)!r} is an orphan of {_form(syntax, head)!r}, a finite verb",
                )


def _coordinated_list(syntax: Syntax) -> Iterator[Doubt]:
    for word in _words(syntax):
        if _is(syntax, word, "list") and any(syntax.labels[child] == "cc" for child in syntax.left(word)):
            yield word, f"the list item {_form(syntax, word)!r} has a coordinator: it may be a conjunct"


def _hidden_conjunct(syntax: Syntax) -> Iterator[Doubt]:
    for word in _words(syntax):
        label = universal(syntax.labels[word])
        if label not in ("appos", "dep", "parataxis", "nmod", "amod", "nummod", "obj", "obl", "advcl", "acl"):
            continue
        coordinator = _first_in(syntax, word)
        is_joined = coordinator < word and syntax.labels[coordinator] == "cc" and syntax.heads[coordinator] == word
        if is_joined and syntax.heads[word] < coordinator and label != "parataxis":
            yield (
                word,
                f"{_form(syntax, word)!r} ({label}) follows {_form(syntax, coordinator)!r}: it may be a conjunct",
            )


# The tree as a whole


def _several_roots(syntax: Syntax) -> Iterator[Doubt]:
    first, *others = (word for word in _words(syntax) if syntax.heads[word] == 0)
    for word in others:
        yield word, f"{_form(syntax, word)!r} has the HEAD 0, as {_form(syntax, first)!r} has: UD allows one root"


RULES = (
    Rule("BT001", "lonely-coordinator", "a coordinator of a word that is not a conjunct and has none", True,
         _lonely_coordinator),
    Rule("BT002", "coordinator-side", "a coordinator that depends on the conjunct before it", True, _coordinator_side),
    Rule("BT003", "coordinator-relation", "a coordinator (CCONJ) whose relation is not cc", True, _coordinator_tag),
    Rule("BT004", "conjunct-left", "a conjunct that stands before its head", True, _conjunct_left),
    Rule("BT005", "chain", "a list in which each item depends on the one before", False, _chain),
    Rule("BT006", "unlike", "a verb coordinated with a noun", False, _unlike),
    Rule("BT007", "nothing-between", "two conjuncts with nothing between them", False, _nothing_between),
    Rule("BT008", "function-word", "a conjunct that is a function word", True, _function_word),
    Rule("BT009", "separator-side", "a comma before a conjunct that depends on the first conjunct", True, _comma_side),
    Rule("BT010", "conjunct-without-governor", "a conjunct to which DEPS gives no arc from the governor of the first",
         True, _conjunct_without_governor),
    Rule("BT011", "head-not-in-deps", "a conjunct or coordinator whose head DEPS does not have", True,
         _conj_not_in_deps),
    Rule("BT012", "half-propagated", "a dependent that DEPS repeats for some conjuncts and not for others", False,
         _half_propagated),
    Rule("BT013", "shared-as-private", "a subject that DEPS does not repeat for a finite verb that has none", True,
         _shared_as_private),
    Rule("BT014", "private-as-shared", "a subject that DEPS repeats for a verb that has its own", True,
         _private_as_shared),
    Rule("BT015", "orphan", "a remnant of an elided verb (orphan) that depends on a finite verb", True, _orphan),
    Rule("BT016", "coordinated-list", "a list item with a coordinator", True, _coordinated_list),
    Rule("BT017", "hidden-conjunct", "a word after a coordinator with a relation that is not conj", True,
         _hidden_conjunct),
    Rule("BT018", "several-roots", "a further word with HEAD 0", True, _several_roots),
)  # fmt: skip
"""The rules, by code."""
