"""One sentence: where it is cut, which of its separators are coordinators, and what is said of broken scores."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch

from bubbletree import Coordination, ScorerError
from neural.methods.compiling import Floats
from neural.methods.spans import sentence
from neural.methods.spans.boundaries import BoundaryScorer
from neural.methods.spans.sentence import SentenceSpans
from neural.methods.spans.separators import SeparatorRole, separators_of

SIZE = 5


def words_of(count: int) -> tuple[SentenceSpans, tuple[BoundaryScorer, BoundaryScorer], torch.Tensor]:
    """A sentence with so many words, what scores its boundaries, and its tokens; about every third word separates."""
    torch.manual_seed(count)
    scorers = BoundaryScorer(SIZE, 4, 0.0).eval(), BoundaryScorer(SIZE, 4, 0.0).eval()
    contexts = torch.randn(count + 1, SIZE) * 3
    return SentenceSpans(scorers, contexts, roles(count), is_compiled=False), scorers, contexts


def roles(count: int) -> Floats:
    scores = torch.randn(count + 1, len(SeparatorRole))
    scores[:, SeparatorRole.NONE] += 2
    scores[3::3, SeparatorRole.LAST_COORDINATOR] += 5
    found: Floats = scores.double().log_softmax(dim=1).numpy()
    return found


def moved(one: Coordination, by: int) -> Coordination:
    conjuncts = tuple((first + by, last + by) for first, last in one.conjuncts)
    return Coordination(conjuncts, tuple((first + by, last + by) for first, last in one.coordinators))


def test_a_sentence_fits_as_long_as_its_pairs_of_boundaries_do(monkeypatch: pytest.MonkeyPatch) -> None:
    spans, _, _ = words_of(14)
    cells = len(spans.candidates) * 15**2
    monkeypatch.setattr(sentence, "MAX_CELLS", cells)
    assert spans.fits
    monkeypatch.setattr(sentence, "MAX_CELLS", cells - 1)
    assert not spans.fits


@torch.no_grad()
def test_of_a_sentence_that_does_not_fit_nothing_is_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    spans, _, contexts = words_of(14)
    one = Coordination(((2, 2), (4, 5)), ((3, 3),))
    chosen = separators_of([one], 14)
    asked = spans.asked([3])
    assert asked is not None
    assert asked.contexts is contexts
    assert asked.separators == sorted({3, *spans.candidates})
    alone = spans.log_probability_of(one)
    assert alone is not None
    assert spans.log_probability(chosen) < alone < 0
    monkeypatch.setattr(sentence, "MAX_CELLS", len(spans.candidates) * 15**2 - 1)
    assert spans.asked([3]) is None
    assert spans.log_probability_of(one) is None
    assert spans.log_probability(chosen) == 0


@pytest.mark.parametrize(
    "one",
    [
        Coordination(((1, 1), (3, 14)), ()),
        Coordination(((11, 12), (14, 14)), ((13, 13),)),
        Coordination(((2, 2), (4, 4), (7, 9)), ((6, 6),)),
    ],
)
@torch.no_grad()
def test_a_coordination_is_as_probable_as_if_nothing_were_said_of_the_words_that_do_not_separate_it(
    one: Coordination,
) -> None:
    spans, _, _ = words_of(14)
    chosen = separators_of([one], 14)
    others = [word for word in range(1, 15) if word not in chosen.separators[:, 0]]
    rest = float(spans.roles[others, SeparatorRole.NONE].sum())
    alone = spans.log_probability_of(one)
    assert alone is not None
    assert alone + rest == pytest.approx(spans.log_probability(chosen))


@pytest.mark.parametrize("count", [14, 17])
@torch.no_grad()
def test_both_halves_of_a_long_sentence_have_the_coordinations_that_they_have_alone(
    count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    spans, scorers, contexts = words_of(count)
    middle = (count + 1) // 2
    assert spans.fits
    expected = []
    # The token before the first word of a half stands where RT would, and no conjunct holds it.
    for before, last in ((0, middle), (middle, count)):
        own = slice(before, last + 1)
        half = SentenceSpans(scorers, contexts[own], spans.roles[own], is_compiled=False)
        found = half.best()
        assert found
        expected += [moved(one, before) for one in found]
    monkeypatch.setattr(sentence, "MAX_CELLS", len(spans.candidates) * (count + 1) ** 2 - 1)
    assert spans.best() == tuple(expected)


NONE, LAST_COORDINATOR, EARLIER_COORDINATOR, LAST_OTHER, EARLIER_OTHER = SeparatorRole


@pytest.mark.parametrize(
    ("of_earlier", "of_last", "coordinators"),
    [
        ([EARLIER_OTHER, EARLIER_COORDINATOR, LAST_COORDINATOR], [LAST_COORDINATOR, LAST_OTHER, EARLIER_OTHER], [4]),
        ([EARLIER_COORDINATOR, EARLIER_OTHER, LAST_OTHER], [LAST_OTHER, LAST_COORDINATOR, EARLIER_COORDINATOR], [2]),
    ],
)
@torch.no_grad()
def test_a_separator_is_a_coordinator_if_that_is_its_likelier_role_at_its_place(
    of_earlier: list[SeparatorRole], of_last: list[SeparatorRole], coordinators: list[int]
) -> None:
    _, scorers, contexts = words_of(5)
    probabilities = np.full((6, len(SeparatorRole)), 1e-9)
    probabilities[:, NONE] = 1
    for word, in_order in ((2, of_earlier), (4, of_last)):
        probabilities[word, NONE] = 1e-9
        probabilities[word, in_order] = 0.6, 0.25, 0.15
    [found] = SentenceSpans(scorers, contexts, np.log(probabilities), is_compiled=False).best()
    assert found.conjuncts == ((1, 1), (3, 3), (5, 5))
    assert found.coordinators == tuple((word, word) for word in coordinators)


@torch.no_grad()
def test_how_many_separators_are_scored_at_once_makes_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    spans, _, _ = words_of(14)
    assert len(spans.candidates) > 3
    expected = spans.best()
    assert expected
    for cells in (1, 2 * 15**2):
        monkeypatch.setattr(sentence, "CELLS_AT_ONCE", cells)
        assert spans.best() == expected


@torch.no_grad()
def test_a_separator_that_is_as_likely_to_be_a_coordinator_as_not_is_one() -> None:
    _, scorers, contexts = words_of(3)
    scores = np.full((4, len(SeparatorRole)), -20.0)
    scores[:, NONE] = 0
    scores[2] = [-20, -0.5, -20, -0.5, -20]
    [found] = SentenceSpans(scorers, contexts, scores, is_compiled=False).best()
    assert found.coordinators == ((2, 2),)


def test_a_word_that_is_as_likely_to_separate_as_not_is_no_candidate() -> None:
    _, scorers, contexts = words_of(5)
    scores = np.full((6, len(SeparatorRole)), math.log(0.125))
    scores[:, NONE] = math.log(0.5)
    scores[3, NONE] = math.log(0.49)
    assert SentenceSpans(scorers, contexts, scores, is_compiled=False).candidates == [3]


@pytest.mark.parametrize("kind", [0, 1])
@torch.no_grad()
def test_scores_that_are_no_numbers_are_named_with_who_gave_them(kind: int) -> None:
    spans, scorers, _ = words_of(14)
    scorers[kind].across[:] = math.nan
    with pytest.raises(ScorerError, match="boundary scores that are not finite") as raised:
        spans.best()
    assert raised.value.scorer is scorers[kind]
    assert isinstance(raised.value.scores, np.ndarray)
    assert np.isnan(raised.value.scores).all()


@pytest.mark.parametrize("kind", [0, 1])
@torch.no_grad()
def test_who_gave_scores_that_are_no_numbers_is_named_where_coordinations_are_given(kind: int) -> None:
    spans, scorers, _ = words_of(14)
    [one, *_] = spans.best()
    scorers[kind].across[:] = math.nan
    with pytest.raises(ScorerError) as raised:
        spans.log_probability_of(one)
    assert raised.value.scorer is scorers[kind]
