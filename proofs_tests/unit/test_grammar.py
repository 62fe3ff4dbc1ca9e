"""The grammar: well-formed trees, the same for a seed everywhere, and readings that follow from the words."""

from __future__ import annotations

import math
import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bubbletree import BubbleTree, coordinations, derive, oracle, validate
from bubbletree.grammar import Grammar, GrammarError, generate, lexicon
from bubbletree.grammar import sentences as productions
from bubbletree.grammar.draw import Draw
from bubbletree.grammar.nominals import DESCRIBES
from bubbletree.grammar.phrases import Bubble, Phrase, Word, anything, fitting, follow, linearise, phrase, scope
from bubbletree.grammar.predicates import ends_in_clause
from bubbletree.io.brackets import parse_brackets
from proofs_tests.support.paths import ROOT
from proofs_tests.support.records import DENSE, RECORDS, digests, recorded

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
def sample() -> list[BubbleTree]:
    """What most sentences are like."""
    return list(generate(1500, seed=1))


@cache
def various() -> list[BubbleTree]:
    """The sample, and sentences with much of everything."""
    return [*sample(), *generate(300, 1, DENSE)]


@cache
def short_sentences() -> list[BubbleTree]:
    """Sentences so short that many are alike."""
    grammar = Grammar(coordination=0.6, modifier=0.5, clauses=0, subordination=0, series=0, correlative=0, max_words=10)
    return list(generate(3000, seed=5, grammar=grammar))


def shape(tree: BubbleTree) -> tuple[object, ...]:
    """A tree without its words."""
    arcs = frozenset((tree.contents[head], label, tree.contents[dependent]) for head, label, dependent in tree.arcs)
    return frozenset(tree.contents), arcs


def categories(tree: BubbleTree) -> tuple[tuple[tuple[int, int], str], ...]:
    """The coordinated phrases with their categories."""
    assert tree.sentence is not None
    return tree.sentence.categories


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
    for number, tree in enumerate(sample(), start=1):
        assert tree.sentence is not None
        assert tree.sentence.sent_id == f"generated-1-{number}"
        assert tree.sentence.words == tree.words
        assert "_" not in tree.sentence.upos
        bubbles = sorted((min(c), max(c)) for c in tree.contents if len(c) > 1)
        assert [span for span, _ in tree.sentence.categories] == bubbles
        assert {category for _, category in tree.sentence.categories} <= {"NP", "VP", "S", "ADJP", "ADVP", "PP"}
        assert [c.category for c in coordinations(tree)].count(None) == 0


def test_sentences_are_varied() -> None:
    lengths = [len(tree.words) for tree in sample()]
    assert 11 < sum(lengths) / len(lengths) < 14
    assert 25 < max(lengths) <= 30
    found = [c for tree in sample() for c in coordinations(tree)]
    categories = Counter(c.category for c in found)
    labels = Counter(arc.label for tree in sample() for arc in tree.arcs)
    assert 1 < len(found) / len(sample()) < 1.6
    assert min(categories[each] for each in ("NP", "VP", "S", "ADJP", "ADVP", "PP")) >= 5
    assert sum(len(c.conjuncts) > 2 for c in found) > 150
    assert labels["cc:preconj"] > 30
    assert len({word.lower() for tree in sample() for word in tree.words}) > 350


def test_two_seeds_have_few_sentences_in_common() -> None:
    training = {tree.words for tree in generate(2000, seed=11)}
    again = [tree.words in training for tree in generate(500, seed=12)]
    assert sum(again) / len(again) < 0.02


def test_seeds_give_the_sentences_on_record() -> None:
    """Who published a seed relies on it; proofs_tests/support/records.py says how to write the record again."""
    assert RECORDS["generated.brackets"]() == recorded("generated.brackets")


def test_more_sentences_are_what_they_were() -> None:
    """There is a digest of each hundred; the last three hundred have much of everything."""
    assert digests(various()) == recorded("generated-digests.txt")


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
    assert [(t, t.sentence) for t in generate(5, seed=1)] == [(t, t.sentence) for t in sample()[:5]]
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


DETERMINERS = {"det", "nummod", "nmod:poss"}


def children(tree: BubbleTree, bubble: int, *labels: str) -> list[int]:
    """The children with one of some labels, from left to right."""
    found = [child for child in tree.children(bubble) if tree.label(child) in labels]
    return sorted(found, key=lambda child: min(tree.contents[child]))


def below(tree: BubbleTree, bubble: int) -> list[int]:
    """A bubble and all that depends on it."""
    found = [bubble]
    for each in found:  # grows while it is walked
        found.extend(tree.children(each))
    return found


def number(word: str) -> object:
    """What the form of a noun or pronoun shows: singular, plural, or neither, for it is a mass noun."""
    if CLASSES.get(word, ("", ""))[0] in ("name", "city"):
        return "singular"
    pronouns = {form.lower(): "singular" if third else "plural" for form, third in lexicon.PRONOUNS}
    mass = any(each.mass and (word, word) in each.forms for each in lexicon.NOUNS.values())
    return "mass" if mass else pronouns[word] if word in pronouns else CLASSES[word][1]


def takes_plural(tree: BubbleTree, subject: int) -> bool:
    """Whether the verb of a subject is in the plural: after 'A and B', or if the last noun is."""
    if "and" in {tree.text(each) for each in children(tree, subject, "cc")}:
        return True
    return number(leaves(tree, subject)[-1]) == "plural"


def finite_forms(tree: BubbleTree, phrase: int) -> list[str]:
    """The finite verbs of a verb phrase: its auxiliary, its copula, or the verbs that have neither."""
    if auxiliaries := children(tree, phrase, "aux", "aux:pass", "cop"):
        return [tree.text(auxiliaries[0]).lower()]
    if len(tree.contents[phrase]) == 1:
        return [tree.text(phrase).lower()]
    return [form for conjunct in children(tree, phrase, "conj") for form in finite_forms(tree, conjunct)]


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


class Always(random.Random):
    """A source of chance that gives one number again and again."""

    def __init__(self, number: float) -> None:
        super().__init__()
        self.number = number

    def random(self) -> float:
        return self.number


LEAST, MOST = 0.0, math.nextafter(1.0, 0.0)
"""The least and the greatest number that Random.random gives."""


def test_what_has_probability_0_never_happens_and_what_has_1_always_does() -> None:
    for number in (LEAST, MOST):
        draw = Draw(Always(number), Grammar())
        assert not draw.chance(0.0)
        assert not draw.optional(0.0)
        assert draw.chance(1.0)
        assert draw.optional(1.0)
        assert not Draw(Always(number), Grammar(), damping=0.0).optional(1.0)
        assert draw.weighted(((0, "a"), (100, "b"), (0, "c"))) == "b"
    assert not Draw(Always(0.7), Grammar()).optional(0.5)
    assert not Draw(Always(0.5), Grammar(), damping=0.5).optional(1.0)
    assert Draw(Always(0.5), Grammar(), damping=0.5).chance(0.6)


def test_what_is_picked_is_as_probable_as_it_should_be() -> None:
    assert [Draw(Always(number), Grammar()).pick("abcd") for number in (LEAST, 0.2, 0.25, 0.5, 0.7, MOST)] == [
        *"aabccd"
    ]
    options = ((20, "a"), (50, "b"), (30, "c"))
    for number, chosen in ((LEAST, "a"), (0.19, "a"), (0.21, "b"), (0.69, "b"), (0.71, "c"), (MOST, "c")):
        assert Draw(Always(number), Grammar()).weighted(options) == chosen


def test_weights_add_up_to_100() -> None:
    assert sum(weight for weight, _ in productions._SIMPLE) == sum(weight for weight, _ in productions._COMPLEX) == 100


def test_words_are_inflected() -> None:
    for entry, singular, plural in (
        ("cup", "cup", "cups"),
        ("bus", "bus", "buses"),
        ("dish", "dish", "dishes"),
        ("coach", "coach", "coaches"),
        ("box", "box", "boxes"),
        ("story", "story", "stories"),
        ("toy", "toy", "toys"),
        ("child:children", "child", "children"),
    ):
        assert lexicon._nouns(f"{entry} cup") == ((singular, plural), ("cup", "cups"))
    for entry, forms in (
        ("cook", "cook cooks cooked cooked"),
        ("bake", "bake bakes baked baked"),
        ("try", "try tries tried tried"),
        ("destroy", "destroy destroys destroyed destroyed"),
        ("meet:met", "meet meets met met"),
        ("catch:caught", "catch catches caught caught"),
        ("write:wrote:written", "write writes wrote written"),
    ):
        assert lexicon._verbs(f"{entry} cook") == (tuple(forms.split()), ("cook", "cooks", "cooked", "cooked"))
    assert lexicon._mass("tea milk") == (("tea", "tea"), ("milk", "milk"))
    assert lexicon._words("in near") == ("in", "near")
    assert [kind for kind, each in lexicon.NOUNS.items() if each.mass] == ["drink", "food", "topping", "topic"]


def test_classes_refer_to_classes() -> None:
    for noun_class in lexicon.NOUNS.values():
        assert noun_class.complement in ("", "city", *lexicon.NOUNS)
        assert bool(noun_class.preposition) == bool(noun_class.complement)
    for verb_class in lexicon.VERBS.values():
        assert verb_class.objects == tuple(each for each in verb_class.objects if each in ("name", *lexicon.NOUNS))
        assert verb_class.place == "" or lexicon.NOUNS[verb_class.place].domain == "place"
        assert verb_class.manner in ("", *lexicon.MANNERS)
    assert all(isinstance(name, str) for name in (*lexicon.NOUNS, *lexicon.VERBS))
    assert {form for form, third in lexicon.PRONOUNS if third} == {"he", "she"}
    domains = {noun_class.domain for noun_class in lexicon.NOUNS.values()}
    assert all(isinstance(domain, str) for domain in domains)
    assert domains.issuperset(domain for several in lexicon.ADJECTIVES for domain in several)


def test_classes_need_say_no_more_than_there_is() -> None:
    moon = lexicon.NounClass("moon", "body", lexicon._nouns("moon"))
    assert (moon.mass, moon.preposition, moon.complement) == (False, "", "")
    assert lexicon.NounClass("air", "gas", lexicon._mass("air")).mass
    shine = lexicon.VerbClass("shine", lexicon._verbs("shine:shone"))
    assert (shine.objects, shine.place, shine.manner) == ((), "", "")


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
    kind = "a whole number from" if parameter.startswith("max_") else "a probability between 0 and 1, not"
    assert str(caught.value).startswith(f"{parameter}: must be {kind} ")
    assert str(caught.value).endswith(f"not {value!r}")
    assert str(caught.value) == f"{parameter}: {caught.value.reason}"


@pytest.mark.parametrize(
    ("parameter", "value"), [("max_depth", 1), ("max_words", 10), ("series", 0), ("series", 1), ("clash", 1.0)]
)
def test_parameters_at_their_bounds(parameter: str, value: float) -> None:
    assert getattr(Grammar(**{parameter: value}), parameter) == value  # type: ignore[arg-type]  # whole where it must be


def test_parameters_are_given_by_name() -> None:
    with pytest.raises(TypeError):
        Grammar(0.5)  # type: ignore[call-arg]  # wrong on purpose


@pytest.mark.parametrize(("n", "seed", "parameter"), [(-1, 0, "n"), (1.5, 0, "n"), (True, 0, "n"), (1, "x", "seed")])
def test_arguments_are_checked_at_the_call(n: int, seed: int, parameter: str) -> None:
    with pytest.raises(GrammarError) as caught:
        generate(n, seed)
    assert caught.value.parameter == parameter
    value = n if parameter == "n" else seed
    reasons = (f"must be a whole number, not {value!r}", f"must not be negative, but is {value}")
    assert caught.value.reason in reasons
    assert (caught.value.reason == reasons[1]) == (value == -1)


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
    labels = Counter(arc.label for tree in generate(150, 9, Grammar(modifier=0)) for arc in tree.arcs)
    assert not {"amod", "nmod", "obl:agent", "acl:relcl"} & set(labels)
    for tree in generate(50, 9, Grammar(clauses=1, max_words=200)):
        assert [category for span, category in categories(tree) if span[1] == len(tree.words) - 1][:1] == ["S"]
    several = list(generate(150, 9, Grammar(clauses=0, subordination=1, max_words=200)))
    subordinate = [{"ccomp", "xcomp", "advcl"} & {arc.label for arc in tree.arcs} for tree in several]
    assert 0.8 < sum(map(bool, subordinate)) / len(several) < 1


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


def test_the_default_generator_is_left_alone() -> None:
    state = random.getstate()
    list(generate(3, seed=1))
    assert random.getstate() == state
