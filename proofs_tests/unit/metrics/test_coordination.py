"""Coordination scores, against examples worked by hand and against the definition written out."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbletree import BubbleTree, Coordination, coordinations
from bubbletree.coordination import GivenCoordination
from bubbletree.metrics import (
    AlignmentError,
    Convention,
    CoordinationScores,
    Counts,
    Criteria,
    Share,
    gold_coordinations,
    score_coordinations,
    score_sentence,
)
from bubbletree.span import Span

PAPER, STRICT, RELEASED = Convention


def coordination(*conjuncts: tuple[int, int], cc: tuple[int, ...] = (), category: str | None = None) -> Coordination:
    return Coordination(conjuncts, tuple((word, word) for word in cc), category)


def correct(gold: Coordination, predicted: Coordination, convention: Convention = PAPER) -> str:
    """Which of the criteria hold, by their initials."""
    found = score_sentence([gold], [predicted], convention).overall
    return "".join(
        name for name, counts in zip("eiw", (found.exact, found.inner, found.whole), strict=True) if counts.correct
    )


TWO = coordination((1, 2), (4, 6), cc=(3,))
THREE = coordination((1, 2), (4, 5), (7, 9), cc=(6,))


@pytest.mark.parametrize(
    ("gold", "predicted", "expected"),
    [
        (TWO, TWO, "eiw"),
        (TWO, coordination((2, 2), (4, 6), cc=(3,)), ""),
        (TWO, coordination((1, 2), (4, 5), cc=(3,)), ""),
        (TWO, coordination((1, 2), (4, 4), (6, 6), cc=(3,)), "w"),  # the word before the last conjunct is no key
        (TWO, coordination((1, 2), (4, 6), cc=(5,)), ""),
        (THREE, THREE, "eiw"),
        (THREE, coordination((2, 2), (4, 5), (7, 9), cc=(6,)), "i"),
        (THREE, coordination((4, 5), (7, 9), cc=(6,)), "i"),
        (THREE, coordination((1, 5), (7, 9), cc=(6,)), "w"),
        (THREE, coordination((1, 1), (4, 5), (7, 8), cc=(6,)), ""),
        (THREE, coordination((1, 2), (4, 5), (7, 9), cc=(3, 6)), "eiw"),  # the last coordinator is the key
        (THREE, coordination((1, 2), (4, 5), (7, 9), cc=(3,)), ""),
    ],
)
def test_criteria(gold: Coordination, predicted: Coordination, expected: str) -> None:
    assert [correct(gold, predicted, convention) for convention in Convention] == [expected] * 3


def test_conjuncts_are_compared_around_the_key_and_not_at_the_end() -> None:
    """In "A and B, C" the key stands between the first two conjuncts."""
    gold = coordination((1, 1), (3, 3), (5, 5), cc=(2,))
    assert correct(gold, coordination((1, 1), (3, 3), (5, 6), cc=(2,))) == "i"
    assert correct(gold, coordination((1, 1), (3, 4), (5, 5), cc=(2,))) == "w"


def test_the_released_program_compares_the_last_two_conjuncts_wherever_the_key_is() -> None:
    gold = coordination((1, 1), (3, 3), (5, 5), cc=(2,))
    assert correct(gold, coordination((1, 1), (3, 3), (5, 6), cc=(2,)), RELEASED) == ""
    assert correct(gold, coordination((1, 1), (3, 4), (5, 5), cc=(2,)), RELEASED) == "w"
    assert correct(gold, coordination((0, 1), (3, 3), (5, 5), cc=(2,)), RELEASED) == "i"
    assert correct(gold, coordination((0, 1), (3, 3), (5, 5), cc=(2,)), PAPER) == ""
    assert correct(gold, coordination((1, 5), cc=(2,)), RELEASED) == "w"


def test_a_coordinator_of_several_words_is_known_by_its_first() -> None:
    gold = Coordination(((1, 1), (5, 5)), ((2, 4),))
    assert correct(gold, Coordination(((1, 1), (5, 5)), ((2, 2),))) == "eiw"
    assert correct(gold, Coordination(((1, 1), (5, 5)), ((4, 4),))) == ""


def test_one_conjunct_is_never_inner_right_with_two() -> None:
    assert correct(TWO, coordination((1, 6), cc=(3,))) == "w"
    assert correct(TWO, coordination((4, 6), cc=(3,))) == ""


def test_a_conjunct_that_holds_the_key_begins_before_it() -> None:
    """No tree has it, but given spans may."""
    gold = coordination((1, 1), (2, 4), (6, 7), cc=(3,))
    assert correct(gold, coordination((2, 4), (6, 7), cc=(3,))) == "i"
    assert correct(gold, coordination((1, 1), (2, 5), (6, 7), cc=(3,))) == "w"
    assert correct(gold, coordination((1, 1), (2, 4), (6, 8), cc=(3,))) == ""


ASYNDETIC = coordination((1, 1), (3, 4))


@pytest.mark.parametrize("convention", [PAPER, RELEASED])
def test_paper_and_program_leave_out_what_has_no_coordinator(convention: Convention) -> None:
    scores = score_sentence([TWO, ASYNDETIC], [ASYNDETIC], convention)
    assert scores.overall.exact == Counts(0, 0, 1)
    assert (scores.gold_left_out, scores.predicted_left_out) == (1, 1)
    assert scores.simple == Share(0, 1)
    assert "Left out (no coordinator): 1 gold, 1 predicted." in scores.to_text()
    assert "Left out" not in score_sentence([TWO], [TWO], PAPER).to_text()


@pytest.mark.parametrize(
    ("predicted", "expected"),
    [
        (ASYNDETIC, "eiw"),
        (coordination((1, 1), (3, 5)), "i"[:0]),
        (coordination((0, 0), (1, 1), (3, 4)), "i"),
        (coordination((1, 2), (3, 4)), "w"),
        (coordination((1, 1), (4, 4)), ""),
        (coordination((1, 1), (3, 4), cc=(2,)), ""),  # it claims a coordinator: another coordination
        (coordination((1, 1), (3, 4), cc=(3,)), ""),  # the same position as a key, but of another kind
    ],
)
def test_strict_counts_what_has_no_coordinator(predicted: Coordination, expected: str) -> None:
    assert correct(ASYNDETIC, predicted, STRICT) == expected
    assert score_sentence([ASYNDETIC], [predicted], STRICT).overall.exact.predicted == 1
    assert score_sentence([ASYNDETIC], [predicted], STRICT).overall.exact.gold == 1


def test_categories_are_those_of_gold() -> None:
    noun = coordination((1, 2), (4, 6), cc=(3,), category="NP")
    verb = coordination((8, 8), (10, 10), cc=(9,), category="VP")
    stray = coordination((12, 12), (14, 14), cc=(13,), category="NP")
    scores = score_sentence([noun, verb], [coordination((1, 2), (4, 5), cc=(3,)), stray])
    assert scores.category("NP").exact == Counts(0, 1, 1)
    assert scores.category("VP").exact == Counts(0, 0, 1)
    assert scores.category("ADJP").exact == Counts()
    assert scores.overall.exact == Counts(0, 2, 2)
    assert [name for name, _ in scores.categories] == ["NP", "VP"]
    assert score_sentence([noun, stray], [noun, stray]).category("NP").exact == Counts(2, 2, 2)


def test_scores_add_up() -> None:
    noun = coordination((1, 2), (4, 6), cc=(3,), category="NP")
    right = score_sentence([noun, ASYNDETIC], [noun, ASYNDETIC])
    verb = coordination((8, 8), (10, 10), cc=(9,), category="VP")
    wrong = score_sentence([noun, verb, ASYNDETIC, ASYNDETIC], [verb, ASYNDETIC])
    both = right + wrong
    assert both == wrong + right
    assert both.category("NP").exact == Counts(1, 1, 2)
    assert both.category("VP").exact == Counts(1, 1, 1)
    assert both.overall.exact == Counts(2, 2, 3)
    assert (both.simple, both.complex) == (Share(1, 1), Share(0, 1))
    assert (both.gold_left_out, both.predicted_left_out) == (3, 2)


def test_as_tables_for_people() -> None:
    noun = coordination((1, 2), (4, 6), cc=(3,), category="NP")
    near = coordination((1, 2), (4, 5), cc=(3,))
    scores = score_sentence([noun, THREE, ASYNDETIC], [near, THREE]) + score_sentence([noun], [noun])
    tables = """\
coordinations (paper)      P      R     F1  correct  predicted  gold
all exact              66.67  66.67  66.67        2          3     3
all inner              66.67  66.67  66.67        2          3     3
all whole              66.67  66.67  66.67        2          3     3
NP exact               50.00  50.00  50.00        1          2     2
NP inner               50.00  50.00  50.00        1          2     2
NP whole               50.00  50.00  50.00        1          2     2

sentences all right   share  correct  sentences
all                   50.00        1          2
simple               100.00        1          1
complex                0.00        0          1"""
    assert scores.to_text() == f"{tables}\n\nLeft out (no coordinator): 1 gold, 0 predicted."
    assert "0 gold, 1 predicted" in score_sentence([noun], [noun, ASYNDETIC]).to_text()


@pytest.mark.parametrize(
    ("gold", "predicted", "simple", "complex_"),
    [
        ([], [], Share(), Share()),
        ([], [TWO], Share(), Share()),
        ([TWO], [TWO], Share(1, 1), Share()),
        ([TWO], [], Share(0, 1), Share()),
        ([TWO], [TWO, THREE], Share(0, 1), Share()),
        ([THREE], [THREE], Share(), Share(1, 1)),
        ([TWO, THREE], [THREE, TWO], Share(), Share(1, 1)),
        ([TWO, THREE], [TWO], Share(), Share(0, 1)),
    ],
)
def test_sentences(gold: list[Coordination], predicted: list[Coordination], simple: Share, complex_: Share) -> None:
    scores = score_sentence(gold, predicted)
    assert (scores.simple, scores.complex) == (simple, complex_)
    assert scores.sentences == simple + complex_


def test_coordinations_that_share_a_key_are_each_counted_once() -> None:
    """No tree has them, but given spans may: equal ones meet, then the rest in order, and none twice."""
    one, other = coordination((1, 1), (3, 3), cc=(2,)), coordination((1, 1), (3, 5), cc=(2,))
    third = coordination((1, 1), (3, 4), cc=(2,))
    assert score_sentence([one, other], [other, one]).overall.exact == Counts(2, 2, 2)
    assert score_sentence([one, other], [other]).overall.exact == Counts(1, 1, 2)
    assert score_sentence([one, third], [other, one]).overall.exact == Counts(1, 2, 2)
    assert score_sentence([one], [one, one]).overall.exact == Counts(1, 2, 1)


def test_sides_of_different_length_are_an_error() -> None:
    with pytest.raises(AlignmentError, match="sentence 2: there are 1 predicted sentences, but more gold ones"):
        score_coordinations([[TWO], [TWO]], [[TWO]])
    with pytest.raises(AlignmentError, match="sentence 1: there are 0 gold sentences, but more predicted ones"):
        score_coordinations([], [[TWO]])


def test_conventions_do_not_mix() -> None:
    with pytest.raises(ValueError, match="paper and strict scores cannot be added"):
        CoordinationScores(PAPER) + CoordinationScores(STRICT)
    with pytest.raises(ValueError, match="loose"):
        score_sentence([], [], "loose")  # type: ignore[arg-type]  # the wrong value is the point


def test_json_holds_everything() -> None:
    scores = score_sentence([coordination((1, 1), (3, 3), cc=(2,), category="NP")], [])
    again = json.loads(json.dumps(scores.to_dict(), allow_nan=False))
    nothing_found = {"precision": 0.0, "recall": 0.0, "f1": 0.0, "correct": 0, "predicted": 0, "gold": 1}
    criteria = dict.fromkeys(("exact", "inner", "whole"), nothing_found)
    assert again == {
        "convention": "paper",
        "all": criteria,
        "categories": {"NP": criteria},
        "sentences": {
            "all": {"ratio": 0.0, "correct": 0, "total": 1},
            "simple": {"ratio": 0.0, "correct": 0, "total": 1},
            "complex": {"ratio": 0.0, "correct": 0, "total": 0},
        },
        "left_out": {"gold": 0, "predicted": 0},
    }


def test_separators_of_punctuation_are_no_coordinators() -> None:
    words = ["tea", ",", "milk", ",", "and", "buns", ";", "+", "jam"]
    given_ = GivenCoordination(
        (Span(1, 1), Span(3, 3), Span(6, 6), Span(9, 9)), (Span(2, 2), Span(4, 5), Span(7, 8)), "NP"
    )
    [gold] = gold_coordinations([given_], words)
    assert gold == Coordination(((1, 1), (3, 3), (6, 6), (9, 9)), ((5, 5), (8, 8)), "NP")


def test_coordinations_of_trees_are_scored_as_they_are() -> None:
    tree = BubbleTree(
        ["tea", "and", "buns"],
        [{0}, {1}, {2}, {3}, {1, 2, 3}],
        [(0, "root", 4), (4, "conj", 1), (4, "cc", 2), (4, "conj", 3)],
    )
    gold = coordination((1, 1), (3, 3), cc=(2,), category="NP")
    assert score_coordinations([[gold]], [coordinations(tree)]).overall.exact == Counts(1, 1, 1)


@st.composite
def sentences(draw: st.DrawFn) -> list[Coordination]:
    """Coordinations over up to 12 words with distinct coordinators, or with none."""
    found = []
    for key in draw(st.lists(st.integers(2, 11), unique=True, max_size=4)):
        ends = sorted(draw(st.lists(st.integers(1, 12), min_size=2, max_size=4, unique=True)))
        conjuncts = tuple((end, end) for end in ends)
        cc = ((key, key),) if draw(st.booleans()) else ()
        found.append(Coordination(conjuncts, cc, draw(st.sampled_from([None, "NP", "VP"]))))
    return found


def keyed(found: list[Coordination]) -> dict[int, Coordination]:
    return {c.coordinators[-1][0]: c for c in found if c.coordinators}


@given(sentences(), sentences())
def test_the_paper_convention_is_a_comparison_by_key(gold: list[Coordination], predicted: list[Coordination]) -> None:
    """As published: look each gold key up among the predicted ones."""
    expected, found = keyed(gold), keyed(predicted)
    right = sum(key in found and found[key].conjuncts == c.conjuncts for key, c in expected.items())
    assert score_sentence(gold, predicted).overall.exact == Counts(right, len(found), len(expected))


@given(sentences(), sentences())
def test_the_released_convention_is_what_the_released_program_counts(
    gold: list[Coordination], predicted: list[Coordination]
) -> None:
    """As programmed there: of the conjuncts of both, sorted, the last two are compared, and the outer ends."""
    expected, found = keyed(gold), keyed(predicted)
    pairs = [(sorted(expected[key].conjuncts), sorted(found[key].conjuncts)) for key in expected if key in found]
    inner = sum(one[-2:] == other[-2:] for one, other in pairs)
    whole = sum((one[0][0], one[-1][1]) == (other[0][0], other[-1][1]) for one, other in pairs)
    scores = score_sentence(gold, predicted, RELEASED).overall
    rest = len(found), len(expected)
    assert scores.exact == Counts(sum(one == other for one, other in pairs), *rest)
    assert (scores.inner, scores.whole) == (Counts(inner, *rest), Counts(whole, *rest))


@given(sentences(), sentences())
def test_exact_implies_the_others_and_strict_counts_everything(
    gold: list[Coordination], predicted: list[Coordination]
) -> None:
    scores = score_sentence(gold, predicted, STRICT)
    assert scores.overall.exact.correct <= min(scores.overall.inner.correct, scores.overall.whole.correct)
    assert (scores.overall.exact.predicted, scores.overall.exact.gold) == (len(predicted), len(gold))
    assert (scores.gold_left_out, scores.predicted_left_out) == (0, 0)


@given(sentences())
def test_gold_against_itself_is_perfect(gold: list[Coordination]) -> None:
    for convention in Convention:
        scores = score_sentence(gold, gold, convention)
        for counts in (scores.overall.exact, scores.overall.inner, scores.overall.whole):
            assert counts.correct == counts.predicted == counts.gold
        assert scores.sentences.correct == scores.sentences.total


@given(st.lists(st.tuples(sentences(), sentences()), max_size=4), st.sampled_from(Convention))
def test_a_corpus_is_the_sum_of_its_sentences(
    pairs: list[tuple[list[Coordination], list[Coordination]]], convention: Convention
) -> None:
    total = score_coordinations([g for g, _ in pairs], [p for _, p in pairs], convention)
    single = [score_sentence(g, p, convention) for g, p in pairs]
    assert total == sum(single, CoordinationScores(convention))
    assert total.sentences.total == sum(s.sentences.total for s in single)


def test_the_scores_of_nothing_are_zero() -> None:
    nothing, none = Counts(correct=0, predicted=0, gold=0), Share(correct=0, total=0)
    assert Counts() == nothing
    assert Share() == none
    criteria = Criteria(exact=nothing, inner=nothing, whole=nothing)
    assert CoordinationScores() == CoordinationScores(Convention.PAPER, criteria, (), none, none, 0, 0)
    assert [str(convention) for convention in Convention] == ["paper", "strict", "released"]
    assert Coordination((), ()).category is None
