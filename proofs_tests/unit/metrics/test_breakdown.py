"""Scores of coordinations by their traits."""

from __future__ import annotations

import pytest

from bubbletree import Coordination
from bubbletree.metrics import Convention, Counts, score_by_trait, traits

WORDS = [*["Old", "men", ",", "women", "As", "Well", "As", "cats", "or", "dogs", "slept"], *["x"] * 30]
OUTER = Coordination([(1, 2), (4, 4), (8, 10)], [(5, 7)], "NP")
INNER = Coordination([(8, 8), (10, 10)], [(9, 9)], "NX")
SILENT = Coordination([(12, 12), (14, 14)], [])


def found(coordination: Coordination, *others: Coordination, words: list[str] = WORDS) -> dict[str, str]:
    return dict(traits(coordination, [coordination, *others], words))


def test_a_coordination_has_all_its_traits() -> None:
    assert found(OUTER, INNER) == {
        "category": "NP",
        "coordinator": "as well as",
        "conjuncts": "3",
        "nesting": "around another",
        "length": "6 to 10 words",
        "sentence": "41 words and more",
    }
    assert found(SILENT) == {
        "coordinator": "none",
        "conjuncts": "2",
        "nesting": "alone",
        "length": "1 to 5 words",
        "sentence": "41 words and more",
    }


def test_one_in_a_conjunct_is_inside_and_one_beside_it_is_alone() -> None:
    assert found(INNER, OUTER)["nesting"] == "inside another"
    assert found(INNER, SILENT)["nesting"] == "alone"
    # What holds a coordination and is in another one counts as inside.
    widest = Coordination([(1, 10), (12, 12)], [(11, 11)])
    assert found(OUTER, INNER, widest)["nesting"] == "inside another"
    # One in a coordinator or between conjuncts is in no conjunct.
    assert found(Coordination([(5, 5), (7, 7)], [(6, 6)]), OUTER)["nesting"] == "alone"


@pytest.mark.parametrize(
    ("last", "expected"), [(5, "1 to 5"), (6, "6 to 10"), (10, "6 to 10"), (20, "11 to 20"), (21, "21 words and more")]
)
def test_lengths_are_in_classes(last: int, expected: str) -> None:
    assert found(Coordination([(1, 1), (3, last)], [(2, 2)]))["length"].startswith(expected)


@pytest.mark.parametrize(("words", "expected"), [(10, "1 to 10"), (11, "11 to 20"), (40, "21 to 40"), (41, "41 words")])
def test_sentences_have_classes_of_their_own(words: int, expected: str) -> None:
    pair = Coordination([(1, 1), (3, 3)], [(2, 2)])
    assert found(pair, words=["x"] * words)["sentence"].startswith(expected)


def test_from_four_conjuncts_on_numbers_are_one() -> None:
    many = [Coordination([(n, n) for n in range(1, 2 * size, 2)], [(2, 2)]) for size in (3, 4, 5)]
    assert [found(one)["conjuncts"] for one in many] == ["3", "4 and more", "4 and more"]


def test_what_is_found_counts_for_the_traits_of_the_gold_one_with_its_key() -> None:
    near = Coordination([(2, 2), (4, 4), (8, 10)], [(5, 7)])
    spurious = Coordination([(20, 20), (22, 22)], [(21, 21)])
    scores = score_by_trait([OUTER, INNER], [near, INNER, spurious], WORDS)
    assert scores["coordinator", "as well as"] == Counts(0, 1, 1)
    assert scores["nesting", "inside another"] == Counts(1, 1, 1)
    assert scores["sentence", "41 words and more"] == Counts(1, 2, 2)
    assert ("coordinator", "x") not in scores
    assert score_by_trait([OUTER], [], WORDS)["conjuncts", "3"] == Counts(0, 0, 1)


def test_only_strict_counts_those_without_a_coordinator() -> None:
    assert score_by_trait([SILENT], [SILENT], WORDS) == {}
    scores = score_by_trait([SILENT, INNER], [SILENT], WORDS, Convention.STRICT)
    assert scores["coordinator", "none"] == Counts(1, 1, 1)
    assert scores["conjuncts", "2"] == Counts(1, 1, 2)


def test_nesting_sees_those_without_a_coordinator_in_every_convention() -> None:
    around = Coordination([(8, 10), (12, 12)], [])
    for convention in Convention:
        assert ("nesting", "inside another") in score_by_trait([INNER, around], [], WORDS, convention)
