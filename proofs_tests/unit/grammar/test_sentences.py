"""Generated sentences: good trees whatever the parameters, and the same for a seed everywhere."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bubbletree import coordinations, derive, oracle, validate
from bubbletree.grammar import Grammar, GrammarError, generate
from proofs_tests.support.records import RECORDS, digests, recorded
from proofs_tests.unit.grammar.samples import (
    sample,
    various,
)

PROBABILITIES = ("coordination", "clauses", "nesting", "series", "clash", "correlative", "modifier", "subordination")


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


@pytest.mark.parametrize(("n", "seed", "parameter"), [(-1, 0, "n"), (1.5, 0, "n"), (True, 0, "n"), (1, "x", "seed")])
def test_arguments_are_checked_at_the_call(n: int, seed: int, parameter: str) -> None:
    with pytest.raises(GrammarError) as caught:
        generate(n, seed)
    assert caught.value.parameter == parameter
    value = n if parameter == "n" else seed
    reasons = (f"must be a whole number, not {value!r}", f"must not be negative, but is {value}")
    assert caught.value.reason in reasons
    assert (caught.value.reason == reasons[1]) == (value == -1)


def test_the_default_generator_is_left_alone() -> None:
    state = random.getstate()
    list(generate(3, seed=1))
    assert random.getstate() == state
