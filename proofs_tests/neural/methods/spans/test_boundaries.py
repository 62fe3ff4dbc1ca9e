"""Boundaries around separators: the same numbers compiled, on tensors, for many sentences at once, and in training."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch

from bubbletree import ScorerError
from neural.encoders.interface import Encoded
from neural.methods.spans import kernels
from neural.methods.spans.boundaries import BoundaryTerms
from neural.methods.spans.scorer import SpanScorer
from neural.methods.spans.sentence import SentenceSpans
from neural.methods.spans.separators import SeparatorRole, Separators

LENGTHS = (9, 0, 2, 14, 3, 27)
SIZE = 6


def some_terms(words: int, left: int, right: int, separators: list[int]) -> BoundaryTerms:
    generator = torch.Generator().manual_seed(words)
    shapes = [(len(separators), left), (len(separators), right), (left, right)]
    to_left, to_right, across = (torch.randn(shape, generator=generator) * 3 for shape in shapes)
    return BoundaryTerms(np.array(separators), to_left, to_right, across, words)


def scorer(candidates: float) -> SpanScorer:
    """Random weights; the higher the number, the more words are likely to separate."""
    torch.manual_seed(1)
    made = SpanScorer(SIZE, 8, 0.0).eval()
    with torch.no_grad():
        made.roles.second.bias[SeparatorRole.NONE] -= candidates
    return made


def encoded() -> Encoded:
    generator = torch.Generator().manual_seed(2)
    return Encoded(LENGTHS, torch.randn((sum(LENGTHS) + len(LENGTHS), SIZE), generator=generator))


@pytest.mark.parametrize(
    ("words", "left", "right", "separators"),
    [(3, 3, 3, [2]), (8, 7, 6, [3, 6]), (8, 9, 9, [2, 3, 7]), (20, 5, 18, [4])],
)
def test_compiled_log_probabilities_are_those_of_tensors(
    words: int, left: int, right: int, separators: list[int]
) -> None:
    terms = some_terms(words, left, right, separators)
    arrays = terms.to_left.numpy(), terms.to_right.numpy(), terms.across.numpy(), terms.words
    made = kernels.log_probabilities(terms.separators, *arrays)
    np.testing.assert_allclose(made, terms.log_probabilities(), rtol=1e-9)
    np.testing.assert_allclose(kernels.normalisers(terms.separators, *arrays), terms.normalisers(), rtol=1e-9)
    assert np.exp(made).sum(axis=(1, 2)) == pytest.approx(1)
    for table, separator in zip(made, separators, strict=True):
        before, after = np.nonzero(np.isfinite(table))
        assert set(before) == set(range(1, separator))
        assert set(after) == set(range(separator + 1, words + 1))


@pytest.mark.parametrize("left", [2, 5])
@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan])
def test_compiled_normalisers_of_scores_that_are_not_finite_are_no_numbers(value: float, left: int) -> None:
    terms = some_terms(8, 8, 6, [3, 6])
    terms.to_left[1, left] = value
    arrays = terms.to_left.numpy(), terms.to_right.numpy(), terms.across.numpy(), terms.words
    first, second = kernels.normalisers(terms.separators, *arrays)
    assert math.isfinite(first)
    assert math.isnan(second)


@torch.no_grad()
def test_log_probabilities_of_boundaries_are_those_of_training() -> None:
    made, sentences = scorer(-1.7), encoded()
    found = made.sentences(sentences)
    contexts, checked = made.contexts(sentences), 0
    for number, one in enumerate(found):
        for separator in range(2, LENGTHS[number]):
            both = made.log_boundaries(
                contexts,
                sentences.roots[[number]],
                [LENGTHS[number]],
                torch.tensor([0]),
                torch.tensor([separator]),
            )
            expected = both[0][0, separator - 1, separator + 1] + both[1][0, 1, LENGTHS[number]]
            roles = np.zeros(LENGTHS[number], np.int64)
            row = np.array([[separator, 1, separator - 1, separator + 1, LENGTHS[number]]])
            value = one.log_probability(Separators(roles, row)) - one.log_probability(Separators(roles, row[:0]))
            assert value == pytest.approx(float(expected), rel=1e-4, abs=1e-5)
            checked += separator not in one.candidates
    assert checked > 5, "separators of which the chart does not think, too"


@torch.no_grad()
def test_sentences_have_the_coordinations_that_they_have_alone() -> None:
    made, sentences = scorer(6.0), encoded()
    contexts, roots = made.contexts(sentences), sentences.roots.tolist()
    found = 0
    for is_compiled in (False, True):
        for number, one in enumerate(made.sentences(sentences)):
            own = slice(roots[number], roots[number] + LENGTHS[number] + 1)
            alone = SentenceSpans((made.inner, made.outer), contexts[own], one.roles, is_compiled=is_compiled)
            assert alone.best() == one.best()
            found += len(one.best())
    assert found > 8


@torch.no_grad()
def test_roles_that_are_no_numbers_are_named_with_who_scored_them() -> None:
    made = scorer(2.0)
    made.roles.second.bias[SeparatorRole.NONE] = math.nan
    with pytest.raises(ScorerError, match=r"^SpanScorer returned role scores") as raised:
        made.sentences(encoded())
    assert raised.value.scorer is made
