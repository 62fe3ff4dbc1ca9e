"""Kinds of mistakes: each named as the module's definition names it, and one for each wrong coordination."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbletree import Coordination, coordinations, random_tree
from bubbletree.metrics import AlignmentError, score_sentence
from bubbletree.metrics.mistakes import MistakeKind, count_mistakes, find_mistakes, mistakes_table

# tea , hot milk and buns or figs: 1 , 3-4 and 6 or 8
LIST = Coordination(((1, 1), (3, 4), (6, 6)), ((5, 5),))
PAIR = Coordination(((3, 4), (6, 6)), ((5, 5),))


def coordination(*conjuncts: tuple[int, int], coordinators: tuple[tuple[int, int], ...] = ((5, 5),)) -> Coordination:
    return Coordination(conjuncts, coordinators)


@pytest.mark.parametrize(
    ("gold", "predicted", "kind", "detail"),
    [
        (PAIR, None, MistakeKind.MISSED, ""),
        (None, PAIR, MistakeKind.SPURIOUS, ""),
        (PAIR, coordination((3, 4), (6, 8), coordinators=((5, 5), (7, 7))), None, ""),
        (
            coordination((4, 4), (6, 6), (8, 8), coordinators=((5, 5), (7, 7))),
            coordination((4, 6), (8, 8), coordinators=((7, 7),)),
            MistakeKind.GROUPING,
            "",
        ),
        (LIST, PAIR, MistakeKind.COUNT, "fewer"),
        (PAIR, LIST, MistakeKind.COUNT, "more"),
        (PAIR, coordination((2, 4), (6, 7)), MistakeKind.BOTH_ENDS, ""),
        (PAIR, coordination((2, 4), (6, 6)), MistakeKind.LEFT_END, "wide"),
        (PAIR, coordination((4, 4), (6, 6)), MistakeKind.LEFT_END, "narrow"),
        (PAIR, coordination((3, 4), (6, 8)), MistakeKind.RIGHT_END, "wide"),
        (PAIR, coordination((3, 4), (6, 7)), MistakeKind.RIGHT_END, "wide"),
        (coordination((3, 4), (6, 8)), PAIR, MistakeKind.RIGHT_END, "narrow"),
        (PAIR, coordination((3, 3), (6, 6)), MistakeKind.INSIDE, ""),
        (LIST, coordination((1, 2), (3, 4), (6, 6)), MistakeKind.INSIDE, ""),
        (coordination((3, 4), (6, 6), coordinators=((5, 6),)), PAIR, "right", ""),
    ],
)
def test_each_kind(
    gold: Coordination | None, predicted: Coordination | None, kind: MistakeKind | str | None, detail: str
) -> None:
    found = find_mistakes([gold] if gold else [], [predicted] if predicted else [])
    if kind is None:
        # Of other keys, they are no partners: one is missed, and the other spurious.
        assert [mistake.kind for mistake in found] == [MistakeKind.MISSED, MistakeKind.SPURIOUS]
    elif kind == "right":
        assert found == []
    else:
        [mistake] = found
        assert (mistake.kind, mistake.detail) == (kind, detail)
        assert (mistake.gold, mistake.predicted) == (gold, predicted)


def test_those_without_a_coordinator_do_not_count() -> None:
    bare = Coordination(((1, 1), (3, 3)), ())
    assert find_mistakes([bare], []) == find_mistakes([], [bare]) == []


@given(st.integers(0, 2**32))
def test_there_is_one_mistake_for_each_wrong_coordination(seed: int) -> None:
    rng = random.Random(seed)

    def sample() -> list[Coordination]:
        """A random tree's coordinations, with a coordinator after the first conjunct where there is room."""
        result: list[Coordination] = []
        for found in coordinations(random_tree(12, rng)):
            (_, end), (begin, _) = found.conjuncts[:2]
            gap = ((end + 1, end + 1),) if begin > end + 1 else ()
            result.append(Coordination(tuple(found.conjuncts), gap))
        return result

    gold, predicted = sample(), sample()
    exact = score_sentence(gold, predicted).overall.exact
    found = Counter(mistake.kind for mistake in find_mistakes(gold, predicted))
    paired = sum(found.values()) - found[MistakeKind.MISSED] - found[MistakeKind.SPURIOUS]
    assert exact.gold == exact.correct + paired + found[MistakeKind.MISSED]
    assert exact.predicted == exact.correct + paired + found[MistakeKind.SPURIOUS]
    assert find_mistakes(gold, gold) == []


def test_many_sentences_are_counted_and_shown() -> None:
    counts = count_mistakes([[PAIR], [PAIR], [PAIR]], [[], [coordination((2, 4), (6, 6))], [PAIR]])
    assert counts == {(MistakeKind.MISSED, ""): 1, (MistakeKind.LEFT_END, "wide"): 1}
    assert mistakes_table(counts).splitlines()[1:] == ["missed               1  50.00", "left end, wide       1  50.00"]
    with pytest.raises(AlignmentError):
        count_mistakes([[PAIR]], [])


def test_the_table_names_all_kinds_from_the_outside_in() -> None:
    head, *rows = mistakes_table(Counter((kind, "") for kind in MistakeKind)).splitlines()
    assert head.split() == ["mistake", "number", "share"]
    assert [row.rsplit(maxsplit=2)[0] for row in rows] == [
        "missed", "spurious", "grouping", "count", "both ends", "left end", "right end", "inside",
    ]  # fmt: skip
