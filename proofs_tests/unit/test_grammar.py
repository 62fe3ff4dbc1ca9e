"""The grammar: well-formed trees, the same for a seed everywhere, and readings that follow from the words."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bubbletree import BubbleTree, coordinations, derive, oracle, validate
from bubbletree.grammar import Grammar, GrammarError, generate, lexicon
from bubbletree.grammar.nominals import DESCRIBES
from bubbletree.grammar.phrases import Bubble, Phrase, anything, fitting, follow, linearise, phrase, scope
from bubbletree.io.brackets import parse_brackets

SAMPLE = list(generate(1500, seed=1))
PROBABILITIES = ("coordination", "clauses", "nesting", "series", "clash", "correlative", "modifier", "subordination")


def forms() -> Iterator[tuple[str, tuple[object, ...]]]:
    """Every inflected form of the lexicon with its class and what its form shows."""
    for noun_class in lexicon.NOUNS.values():
        for noun in noun_class.forms:
            yield from ((form, (noun_class.name, "plural" if i else "singular")) for i, form in enumerate(noun))
    for verb_class in lexicon.VERBS.values():
        for entry in verb_class.forms:
            yield from ((form, (verb_class.name, min(i, 2))) for i, form in enumerate(entry))
    for name, verbs in (("saying", lexicon.SAYING), ("trying", lexicon.TRYING)):
        for entry in verbs:
            yield from ((form, (name, min(i, 2))) for i, form in enumerate(entry))
    for domains, adjectives in lexicon.ADJECTIVES.items():
        yield from ((form, (*domains, form in lexicon.ABSOLUTE)) for form in adjectives)
    for manner, adverbs in lexicon.MANNERS.items():
        yield from ((form, (manner,)) for form in adverbs)
    for name, words in (
        ("name", lexicon.NAMES),
        ("city", lexicon.CITIES),
        ("degree", lexicon.DEGREES),
        ("frequency", lexicon.FREQUENCIES),
        ("modal", lexicon.MODALS),
        ("subordinator", lexicon.SUBORDINATORS),
        ("possessive", lexicon.POSSESSIVES),
        ("numeral", lexicon.NUMERALS),
        ("preposition", lexicon.PREPOSITIONS),
    ):
        yield from ((form.lower(), (name,)) for form in words)


CLASSES = dict(forms())


@cache
def short_sentences() -> list[BubbleTree]:
    """Sentences so short that many are alike."""
    grammar = Grammar(coordination=0.6, modifier=0.5, clauses=0, subordination=0, series=0, correlative=0, max_words=10)
    return list(generate(3000, seed=5, grammar=grammar))


def shape(tree: BubbleTree) -> tuple[object, ...]:
    """A tree without its words."""
    arcs = frozenset((tree.contents[head], label, tree.contents[dependent]) for head, label, dependent in tree.arcs)
    return frozenset(tree.contents), arcs


def leaves(tree: BubbleTree, bubble: int) -> list[str]:
    """The words that head a bubble."""
    if len(tree.contents[bubble]) == 1:
        return [tree.text(bubble).lower()]
    return [leaf for child in tree.children(bubble) if tree.label(child) == "conj" for leaf in leaves(tree, child)]


@settings(max_examples=40)
@given(
    st.fixed_dictionaries(dict.fromkeys(PROBABILITIES, st.sampled_from([0.0, 0.3, 1.0]))),
    st.integers(1, 4),
    st.integers(10, 40),
    st.integers(),
)
def test_trees_are_good_whatever_the_parameters(
    probabilities: dict[str, float], max_depth: int, max_words: int, seed: int
) -> None:
    grammar = Grammar(**probabilities, max_depth=max_depth, max_words=max_words)
    for tree in generate(8, seed, grammar):
        assert validate(tree).ok, (tree.words, str(validate(tree)))
        assert derive(tree.words, oracle(tree)) == tree
        assert [arc.label for arc in tree.arcs if arc.head == 0] == ["root"]
        assert 2 <= len(tree.words) <= max_words


def test_what_a_sentence_carries() -> None:
    for number, tree in enumerate(SAMPLE, start=1):
        assert tree.sentence is not None
        assert tree.sentence.sent_id == f"generated-1-{number}"
        assert tree.sentence.words == tree.words
        assert "_" not in tree.sentence.upos
        bubbles = sorted((min(c), max(c)) for c in tree.contents if len(c) > 1)
        assert [span for span, _ in tree.sentence.categories] == bubbles
        assert {category for _, category in tree.sentence.categories} <= {"NP", "VP", "S", "ADJP", "ADVP", "PP"}
        assert [c.category for c in coordinations(tree)].count(None) == 0


def test_sentences_are_varied() -> None:
    lengths = [len(tree.words) for tree in SAMPLE]
    assert 11 < sum(lengths) / len(lengths) < 14
    assert max(lengths) <= 32
    found = [c for tree in SAMPLE for c in coordinations(tree)]
    categories = Counter(c.category for c in found)
    labels = Counter(arc.label for tree in SAMPLE for arc in tree.arcs)
    assert 1 < len(found) / len(SAMPLE) < 1.6
    assert min(categories[each] for each in ("NP", "VP", "S", "ADJP", "ADVP", "PP")) >= 5
    assert sum(len(c.conjuncts) > 2 for c in found) > 150
    assert labels["cc:preconj"] > 30
    assert len({word.lower() for tree in SAMPLE for word in tree.words}) > 350


def test_two_seeds_have_few_sentences_in_common() -> None:
    training = {tree.words for tree in generate(2000, seed=11)}
    again = [tree.words in training for tree in generate(500, seed=12)]
    assert sum(again) / len(again) < 0.02


FINGERPRINT = """
import hashlib
from bubbletree.grammar import generate
from bubbletree.io.brackets import format_brackets
lines = [f"{format_brackets(tree)} {tree.sentence}" for tree in generate(60, seed=2024)]
print(hashlib.sha256("".join(lines).encode()).hexdigest()[:16])
"""


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_a_seed_means_the_same_everywhere(hash_seed: str) -> None:
    """Whoever changes the grammar on purpose changes this value; nothing else may."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(
        [sys.executable, "-c", FINGERPRINT], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "00ee182517b5faa4"


def test_the_number_of_sentences_does_not_matter() -> None:
    assert [(t, t.sentence) for t in generate(5, seed=1)] == [(t, t.sentence) for t in SAMPLE[:5]]
    assert [t.words for t in generate(20, seed=3)] != [t.words for t in generate(20, seed=-3)]
    assert list(generate(0, seed=1)) == []


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
    for tree in SAMPLE:
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


def test_relative_pronouns_tell_people_from_the_rest() -> None:
    counts = Counter[tuple[str, bool]]()
    grammar = Grammar(modifier=1, coordination=0.6, clauses=0, max_depth=3, max_words=60)
    for tree in generate(1500, seed=4, grammar=grammar):
        for arc in tree.arcs:
            if arc.label == "acl:relcl":
                pronoun = next(tree.text(c) for c in tree.children(arc.dependent) if tree.label(c) == "nsubj")
                people = {CLASSES[noun][0] == "person" for noun in leaves(tree, arc.head)}
                assert people == {pronoun == "who"}, tree.words
                counts[pronoun, len(tree.contents[arc.head]) > 1] += 1
    assert len(counts) == 4
    assert min(counts.values()) > 10


def test_the_documented_pairs_are_made_of_the_lexicon() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "grammar.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    pairs = [parse_brackets(line) for block in blocks for line in block.splitlines()]
    assert len(pairs) > 30
    function_words = {word.lower() for tree in SAMPLE for word in tree.words} - CLASSES.keys()
    known = function_words | CLASSES.keys()
    assert {word.lower() for tree in pairs for word in tree.words} - known == set()
    # Who is described is described by the grammar's own standards.
    for tree in pairs:
        for arc in tree.arcs:
            if arc.label == "amod":
                [adjective] = leaves(tree, arc.dependent)
                assert DESCRIBES[adjective].issuperset(CLASSES[noun][0] for noun in leaves(tree, arc.head))


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


@pytest.mark.parametrize(
    ("parameter", "value"),
    [
        ("coordination", -0.1),
        ("series", 1.1),
        ("nesting", float("nan")),
        ("clash", "often"),
        ("modifier", None),
        ("clauses", True),
        ("max_depth", 0),
        ("max_depth", 2.0),
        ("max_words", 9),
        ("max_words", float("inf")),
    ],
)
def test_parameters_are_checked(parameter: str, value: object) -> None:
    with pytest.raises(GrammarError) as caught:
        Grammar(**{parameter: value})  # type: ignore[arg-type]  # wrong on purpose
    assert caught.value.parameter == parameter


@pytest.mark.parametrize(("n", "seed", "parameter"), [(-1, 0, "n"), (1.5, 0, "n"), (True, 0, "n"), (1, "x", "seed")])
def test_arguments_are_checked_at_the_call(n: int, seed: int, parameter: str) -> None:
    with pytest.raises(GrammarError) as caught:
        generate(n, seed)
    assert caught.value.parameter == parameter


def test_parameters_matter() -> None:
    def count(grammar: Grammar) -> list[list[int]]:
        return [[len(c.conjuncts) for c in coordinations(tree)] for tree in generate(150, seed=9, grammar=grammar)]

    assert not any(count(Grammar(coordination=0, clauses=0)))
    assert max(max(sizes, default=0) for sizes in count(Grammar(series=0))) == 2
    assert max(max(sizes, default=0) for sizes in count(Grammar(series=0.9, max_words=40))) == 5
    labels = Counter(
        arc.label for tree in generate(150, 9, Grammar(correlative=0, subordination=0)) for arc in tree.arcs
    )
    assert not {"cc:preconj", "ccomp", "xcomp"} & set(labels)


def test_the_default_generator_is_left_alone() -> None:
    state = random.getstate()
    list(generate(3, seed=1))
    assert random.getstate() == state
