"""Readings: they follow from the words, and often not from the parts of speech."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from bubbletree import coordinations
from bubbletree.grammar import Grammar, generate, lexicon
from bubbletree.grammar.nominals import DESCRIBES
from bubbletree.io.brackets import parse_brackets
from proofs_tests.support.paths import ROOT
from proofs_tests.unit.grammar.samples import (
    CLASSES,
    DETERMINERS,
    below,
    children,
    finite_forms,
    forms,
    leaves,
    number,
    sample,
    shape,
    short_sentences,
    takes_plural,
    various,
)


def test_a_form_tells_its_class() -> None:
    clashes = {form for form, kind in forms() if CLASSES[form] != kind} - {
        # Mass nouns, whose two forms are one.
        form
        for noun_class in lexicon.NOUNS.values()
        if noun_class.mass
        for form, _ in noun_class.forms
    }
    assert clashes == set()
    assert len(CLASSES) > 400
    assert not [verb for verbs in lexicon.VERBS.values() for verb in verbs.forms if len(set(verb[:3])) < 3]


def test_the_words_decide_the_reading() -> None:
    """Sentences alike but for the choice of words within classes have the same tree."""
    readings: dict[tuple[object, ...], tuple[object, ...]] = {}
    repeated = 0
    for tree in short_sentences():
        key = tuple(CLASSES.get(word.lower(), word.lower()) for word in tree.words)
        repeated += key in readings
        assert readings.setdefault(key, shape(tree)) == shape(tree), tree.words
    assert repeated > 200


def test_parts_of_speech_do_not_decide_the_reading() -> None:
    """As seen from the function words and the parts of speech of the others, many readings are open."""
    readings: dict[tuple[str, ...], set[tuple[object, ...]]] = {}
    for tree in short_sentences():
        assert tree.sentence is not None
        pairs = zip(tree.words, tree.sentence.upos, strict=True)
        key = tuple(tag if word.lower() in CLASSES else word.lower() for word, tag in pairs)
        readings.setdefault(key, set()).add(shape(tree))
    assert sum(len(each) > 1 for each in readings.values()) > 10


def test_adjectives_are_shared_by_what_they_can_describe() -> None:
    counts = Counter[str]()
    for tree in sample():
        for arc in tree.arcs:
            adjectives = leaves(tree, arc.dependent)
            if arc.label != "amod":
                continue
            assert all(DESCRIBES[a].issuperset(CLASSES[n][0] for n in leaves(tree, arc.head)) for a in adjectives)
            if len(tree.contents[arc.head]) > 1:
                counts["shared"] += 1
            above = tree.head(arc.head)
            if tree.label(arc.head) != "conj" or above is None:
                continue
            parts = [child for child in tree.children(above) if tree.label(child) == "conj"]
            own = [
                any(tree.label(c) in ("amod", "det", "nummod", "nmod:poss") for c in tree.children(p)) for p in parts
            ]
            determined = any(tree.label(c) in ("det", "nummod", "nmod:poss") for c in tree.children(arc.head))
            if arc.head == parts[0] and not any(own[1:]) and not determined:
                counts["private"] += 1
                members = [CLASSES[noun][0] for noun in leaves(tree, above)]
                assert not all(DESCRIBES[a].issuperset(members) for a in adjectives), tree.words
    assert min(counts["shared"], counts["private"]) > 10


def test_what_a_farther_conjunct_has_to_itself_is_not_shared() -> None:
    """Nothing on the left of a coordination is like what stands before a conjunct other than the first.

    Apart from 'not', and from what opens the sentence and is set off by a comma.
    """
    alike = {"det": DETERMINERS, "nummod": DETERMINERS, "nmod:poss": DETERMINERS, "advmod": {"advmod"}, "aux": {"aux"}}
    counts = Counter[str]()
    for tree in various():
        for head, label, dependent in tree.arcs:
            is_left = max(tree.contents[dependent]) < min(tree.contents[head])
            if not is_left or label not in alike or tree.text(dependent) == "not" or children(tree, dependent, "punct"):
                continue
            for conjunct in children(tree, head, "conj")[1:]:
                own = {min(tree.contents[each]): tree.text(each) for each in children(tree, conjunct, *alike[label])}
                before = [word for place, word in own.items() if place < min(tree.contents[conjunct])]
                assert set(before) <= {"also"}, tree.words
                counts[label] += 1
    assert min(counts[label] for label in alike) > 5


def test_relative_pronouns_tell_people_from_the_rest() -> None:
    counts, numbers = Counter[tuple[str, bool]](), Counter[tuple[str, bool]]()
    grammar = Grammar(modifier=1, coordination=0.6, clauses=0, max_depth=3, max_words=60)
    for tree in generate(1500, seed=4, grammar=grammar):
        for arc in tree.arcs:
            if arc.label == "acl:relcl":
                pronoun = next(tree.text(c) for c in tree.children(arc.dependent) if tree.label(c) == "nsubj")
                people = {CLASSES[noun][0] == "person" for noun in leaves(tree, arc.head)}
                assert people == {pronoun == "who"}, tree.words
                counts[pronoun, len(tree.contents[arc.head]) > 1] += 1
                # A plural verb after what is not plural shows that the clause is shared.
                last = number(leaves(tree, arc.head)[-1])
                shared = len(tree.contents[arc.head]) > 1
                assert last == "plural" or not shared or takes_plural(tree, arc.head), tree.words
                for form in finite_forms(tree, arc.dependent):
                    plural = form == "are" or CLASSES.get(form, ("",))[-1] == 0
                    assert plural == (last == "plural" or shared), (form, tree.words)
                    numbers[pronoun, plural] += 1
                first = min(min(tree.contents[each]) for each in below(tree, arc.dependent))
                assert tree.words[first - 1] == pronoun
    assert len(numbers) == 4
    assert len(counts) == 4
    assert min(counts.values()) > 10


@pytest.mark.parametrize("clash", [0.0, 1.0])
def test_nouns_clash_or_do_not(clash: float) -> None:
    counts = Counter[bool]()
    for tree in generate(400, 3, Grammar(clash=clash, nesting=0, series=0, coordination=0.6)):
        for found in coordinations(tree):
            kinds = [CLASSES.get(word, ("",))[0] for word in leaves(tree, found.bubble)]
            if found.category == "NP" and set(kinds) <= lexicon.NOUNS.keys():
                domains = {lexicon.NOUNS[str(kind)].domain for kind in kinds}
                counts[len(domains) > 1] += 1
    assert counts[clash == 1] > 50
    assert clash or not counts[True]


def test_the_documented_pairs_are_made_of_the_lexicon() -> None:
    page = (ROOT / "docs" / "reference" / "grammar.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    pairs = [parse_brackets(line) for block in blocks for line in block.splitlines()]
    assert len(pairs) > 30
    function_words = {word.lower() for tree in sample() for word in tree.words} - CLASSES.keys()
    known = function_words | CLASSES.keys()
    assert {word.lower() for tree in pairs for word in tree.words} - known == set()
    # Who is described is described by the grammar's own standards.
    for tree in pairs:
        for arc in tree.arcs:
            if arc.label == "amod":
                [adjective] = leaves(tree, arc.dependent)
                assert DESCRIBES[adjective].issuperset(CLASSES[noun][0] for noun in leaves(tree, arc.head))
