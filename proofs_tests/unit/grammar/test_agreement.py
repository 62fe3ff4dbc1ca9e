"""English: verbs, determiners and tenses agree, and small words are where they belong."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from bubbletree import coordinations
from bubbletree.grammar import Grammar, generate, lexicon
from proofs_tests.unit.grammar.samples import (
    CLASSES,
    DETERMINERS,
    children,
    finite_forms,
    leaves,
    number,
    sample,
    takes_plural,
    various,
)


def test_verbs_agree_with_their_subjects() -> None:
    counts = Counter[bool]()
    known = {"is": False, "was": False, "does": False, "are": True, "were": True, "do": True}
    for tree in various():
        for arc in tree.arcs:
            words = leaves(tree, arc.dependent)
            if arc.label not in ("nsubj", "nsubj:pass") or words[0] in ("who", "which"):
                continue
            for form in finite_forms(tree, arc.head):
                shows = CLASSES.get(form, ("",))[-1]
                plural = known.get(form, {0: True, 1: False}.get(shows) if isinstance(shows, int) else None)
                if plural is not None:
                    assert plural == takes_plural(tree, arc.dependent), (form, tree.words)
                    counts[plural] += 1
    assert min(counts[False], counts[True]) > 200


def tense(form: str) -> str | None:
    """The tense of a finite verb; None for a modal."""
    if form in ("was", "were", "did", "is", "are", "do", "does"):
        return "past" if form in ("was", "were", "did") else "present"
    shows = CLASSES[form][-1]
    return None if CLASSES[form] == ("modal",) else "past" if shows == 2 else "present"


def test_subordinate_clauses_are_in_the_tense_of_what_they_go_with() -> None:
    counts = Counter[frozenset[str]]()
    for tree in various():
        for arc in tree.arcs:
            if arc.label == "advcl":
                tenses = [tense(form) for phrase in (arc.head, arc.dependent) for form in finite_forms(tree, phrase)]
                counts[frozenset(each for each in tenses if each)] += 1
    assert min(counts[frozenset({each})] for each in ("past", "present")) > 30
    assert not counts[frozenset({"past", "present"})]


def test_clauses_are_not_opposed_in_threes_and_requests_begin_with_please() -> None:
    counts = Counter[int]()
    for tree in generate(800, 6, Grammar(clauses=0.4, subordination=0, series=0.6, correlative=1, max_words=60)):
        for coordination in coordinations(tree):
            if coordination.category == "S" and "but" in map(tree.text, children(tree, coordination.bubble, "cc")):
                counts[len(coordination.conjuncts)] += 1
        assert "please" not in tree.words
        counts[0] += tree.words[0] == "Please"
    assert counts[2] > 5
    assert counts[0] > 5
    assert set(counts) == {0, 2}


def test_determiners_agree_with_their_nouns() -> None:
    counts = Counter[str]()
    for tree in various():
        for arc in tree.arcs:
            form = tree.text(arc.dependent).lower()
            numbers = {number(word) for word in leaves(tree, arc.head)} if arc.label in DETERMINERS else set()
            if form in ("a", "an", "every", "this"):
                assert numbers == {"singular"}, tree.words
                counts["singular"] += 1
            elif numbers and (form == "these" or form in lexicon.NUMERALS):
                assert numbers == {"plural"}, tree.words
                counts["plural"] += 1
    assert min(counts["singular"], counts["plural"]) > 50


def test_a_singular_noun_has_a_determiner() -> None:
    """Its own, or one that it shares; there is none for names, nor before trees."""
    for tree in various():
        for token, word in enumerate(map(str.lower, tree.words), start=1):
            kind = CLASSES.get(word, ("",))[0]
            if kind not in lexicon.NOUNS or number(word) != "singular":
                continue
            bubble: int | None = token
            while bubble is not None and not children(tree, bubble, *DETERMINERS) and tree.label(bubble) == "conj":
                bubble = tree.head(bubble)
            assert bubble is not None
            assert children(tree, bubble, *DETERMINERS) or tree.label(bubble) == "compound", (word, tree.words)


def test_a_and_an() -> None:
    found = [pair for tree in sample() for pair in pairwise(map(str.lower, tree.words)) if pair[0] in ("a", "an")]
    assert {(article, following[0] in "aeiou") for article, following in found} == {("a", False), ("an", True)}


def test_sentences_begin_with_a_capital_and_end_with_a_mark() -> None:
    for tree in sample():
        assert tree.words[0][0].isupper()
        assert tree.words[-1] in (".", "?")
        others = {word for word in tree.words[1:] if word[0].isupper()}
        assert others <= {*lexicon.NAMES, *lexicon.CITIES, "I"}


def test_what_announces_a_coordination_goes_with_its_coordinator() -> None:
    counts = Counter[str]()
    for tree in generate(600, 8, Grammar(correlative=1, clauses=0, max_words=60)):
        for pair in pairwise(map(str.lower, tree.words)):
            assert pair[1] != "also" or pair[0] == "but", tree.words
        for arc in tree.arcs:
            if arc.label == "cc:preconj":
                [first], [coordinator] = leaves(tree, arc.dependent), children(tree, arc.head, "cc")
                assert (first, tree.text(coordinator)) in lexicon.CORRELATIVES
                only = [tree.text(each) for each in children(tree, arc.dependent, "advmod")]
                assert only == ["only"] * (first == "not")
                assert len(children(tree, arc.head, "conj")) == 2
                counts[first] += 1
                counts["passive"] += bool(children(tree, arc.head, "aux:pass"))
            if arc.label == "cc" and tree.text(arc.dependent) == "nor":
                assert len(children(tree, arc.head, "cc:preconj")) == 1
    assert min(counts[first] for first, _ in lexicon.CORRELATIVES) > 20
    assert counts["passive"] > 5


def test_as_well_as_is_three_words() -> None:
    found = 0
    for tree in various():
        for arc in tree.arcs:
            if arc.label == "cc" and tree.text(arc.dependent) == "as":
                [token] = tree.contents[arc.dependent]
                assert tree.words[token - 1 : token + 2] == ("as", "well", "as")
                assert len(children(tree, arc.dependent, "fixed")) == 2
                found += 1
    assert found > 3
