"""Phrases: how far a modifier reaches, and how words are put in a line."""

from __future__ import annotations

from bubbletree.grammar.phrases import Bubble, Phrase, Word, anything, fitting, follow, linearise, phrase, scope
from bubbletree.grammar.predicates import ends_in_clause


def conjunction(*conjuncts: Phrase) -> Phrase:
    return Phrase(Bubble(tuple(("conj", conjunct) for conjunct in conjuncts), "NP"))


def test_scope_in_figure_1() -> None:
    coffee, tea, bun = phrase("coffee", "NOUN", "drink"), phrase("tea", "NOUN", "drink"), phrase("bun", "NOUN", "food")
    drinks = conjunction(coffee, tea)
    whole = conjunction(drinks, bun)
    for fits, expected in ((fitting(frozenset({"drink"})), drinks), (fitting(frozenset()), coffee), (anything, whole)):
        assert scope(whole, fits, frozenset({"det"}), leftward=True) is expected
    assert scope(whole, fitting(frozenset({"drink"})), frozenset(), leftward=False) is bun
    bun.left.append(("det", phrase("a", "DET")))
    assert scope(whole, anything, frozenset({"det"}), leftward=True) is drinks
    assert scope(whole, anything, frozenset({"amod"}), leftward=True) is whole


def test_nothing_is_put_before_what_a_larger_phrase_has_after_it() -> None:
    tea, bun = phrase("tea", "NOUN", "drink"), phrase("bun", "NOUN", "food")
    whole = conjunction(tea, bun)
    for word, fits, words in (
        ("fresh", fitting(frozenset({"food"})), "Tea bun fresh"),
        ("today", anything, "Tea bun fresh today"),
        ("warm", fitting(frozenset({"food"})), "Tea bun fresh today"),
    ):
        follow(whole, ("amod", phrase(word, "ADJ")), fits, frozenset())
        assert " ".join(linearise(whole).words) == words


def test_a_modifier_is_dropped_behind_one_of_a_phrase_in_between() -> None:
    for others in (["tea"], ["tea", "milk"]):
        bun, jam = phrase("bun", "NOUN", "food"), phrase("jam", "NOUN", "topping")
        inner = conjunction(bun, jam)
        inner.right.append(("amod", phrase("today", "ADJ")))
        whole = conjunction(*(phrase(word, "NOUN", "drink") for word in others), inner)
        follow(whole, ("amod", phrase("sweet", "ADJ")), fitting(frozenset({"topping"})), frozenset())
        assert "sweet" not in linearise(whole).words


def test_a_phrase_ends_in_a_clause_if_its_last_conjunct_does() -> None:
    first, second, third = (phrase(word, "NOUN", "drink") for word in ("tea", "milk", "wine"))
    whole = conjunction(first, second, third)
    assert not ends_in_clause(whole)
    second.right.append(("acl:relcl", phrase("hot", "ADJ")))
    assert not ends_in_clause(whole)
    third.right.append(("nmod", conjunction(phrase("honey", "NOUN"), second)))
    assert ends_in_clause(whole)
    whole.right.append(("punct", phrase("!", "PUNCT")))
    assert not ends_in_clause(whole)


def test_linearise_numbers_the_words_and_writes_an_before_vowels() -> None:
    tea = phrase("tea", "NOUN")
    for word in ("X-ray", "apple", "pear", "orange"):
        tea.right += [("det", phrase("a", "DET")), ("dep", phrase(word, "NOUN"))]
    tree = linearise(tea, ("# sent_id = tea",))
    assert tree.words == ("Tea", "a", "X-ray", "an", "apple", "a", "pear", "an", "orange")
    assert tree.sentence is not None
    assert [(row.id, row.form, row.upos) for row in tree.sentence.rows[:2]] == [("1", "Tea", "NOUN"), ("2", "a", "DET")]
    assert tree.sentence.comments == ("# sent_id = tea",)


def test_function_words_are_of_no_class() -> None:
    assert phrase("the", "DET").head == Word("the", "DET") == Word("the", "DET", "", "")
