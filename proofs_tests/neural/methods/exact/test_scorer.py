"""Scores of pairs of tokens are biaffine, and some pairs have the scores that they have among all."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from torch import nn
from torch.nn import functional as F

from neural.config import MethodConfig
from neural.encoders.layers import padding
from neural.methods.exact import scorer
from neural.methods.exact.pairs import Pair
from neural.methods.exact.scorer import ARCS, PARTS, Biaffine, PairScorer, _steps

SIZES = torch.tensor([4, 1, 5])
PLACES = [(sentence, token) for sentence, size in enumerate(SIZES.tolist()) for token in range(size)]


def random_biaffine(hidden: int = 3) -> Biaffine:
    torch.manual_seed(2)
    made = Biaffine(6, hidden, 2, 0.0)
    nn.init.normal_(made.weights)
    return made


# With the constant, a hidden vector of 15 numbers needs no zeros, and one of 16 needs the most.
@pytest.mark.parametrize("hidden", [3, 15, 16])
@torch.no_grad()
def test_a_score_compares_the_two_hidden_vectors_and_has_terms_for_each_alone(hidden: int) -> None:
    biaffine, tokens, at = random_biaffine(hidden), torch.randn(10, 6), padding(SIZES)
    one = F.pad(biaffine.row(tokens, at.rows), (0, 1), value=1.0)
    other = F.pad(biaffine.column(tokens, at.rows), (0, 1), value=1.0)
    expected = torch.einsum("ah,ohk,bk->oab", one, biaffine.weights, other)
    found = biaffine.all_pairs(tokens, at)
    assert found.shape == (3, 2, 5, 5)
    for row, (sentence, first) in enumerate(PLACES):
        for column, (same, second) in enumerate(PLACES):
            if sentence == same:
                assert torch.allclose(found[sentence, :, first, second], expected[:, row, column], atol=1e-5)


@pytest.mark.parametrize("at_once", [1, 5, 6, 256])
@pytest.mark.parametrize(
    "options", [{}, {"distances": True}, {"bubble_scores": False, "arc_scores": "first", "distances": True}]
)
@torch.no_grad()
def test_one_sentence_after_the_other_has_the_scores_that_it_has_among_others(
    at_once: int, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scorer, "TOKENS_AT_ONCE", at_once)
    torch.manual_seed(4)
    made = PairScorer(6, MethodConfig(arc_hidden=3, span_hidden=4, **options)).eval()
    for weights in made.parameters():
        nn.init.normal_(weights)
    tokens = torch.randn(10, 6)
    every = made(tokens, padding(SIZES))
    found = list(made.each_sentence(tokens, SIZES.tolist()))
    assert [scores.shape for scores in found] == [(len(Pair), size, size) for size in SIZES.tolist()]
    for number, scores in enumerate(found):
        size = len(scores[0])
        assert torch.allclose(scores, every[number, :, :size, :size], atol=1e-4)


@pytest.mark.parametrize("at_once", [1, 3, 8192])
@torch.no_grad()
def test_some_pairs_have_the_scores_that_they_have_among_all(at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scorer, "AT_ONCE", at_once)
    biaffine, tokens, at = random_biaffine(), torch.randn(10, 6), padding(SIZES)
    every = biaffine.all_pairs(tokens, at)
    # Some have the same first token, and not side by side.
    first, second = torch.tensor([3, 1, 3, 4, 9, 6, 3, 0, 9]), torch.tensor([1, 2, 0, 4, 5, 6, 3, 3, 8])
    found = biaffine.some_pairs(tokens, at.rows, first, second)
    assert found.shape == (9, 2)
    for scores, one, other in zip(found, first.tolist(), second.tolist(), strict=True):
        (sentence, row), (_, column) = PLACES[one], PLACES[other]
        assert torch.allclose(scores, every[sentence, :, row, column], atol=1e-5)


@torch.no_grad()
def test_no_pairs_have_no_scores() -> None:
    nothing = torch.zeros(0, dtype=torch.int64)
    found = random_biaffine().some_pairs(torch.randn(10, 6), padding(SIZES).rows, nothing, nothing)
    assert found.shape == (0, 2)


@torch.no_grad()
def test_in_training_all_tokens_of_a_sentence_lose_the_same_components() -> None:
    torch.manual_seed(3)
    biaffine, tokens, at = Biaffine(6, 8, 2, 0.5).train(), torch.ones(10, 6), padding(SIZES)
    nn.init.normal_(biaffine.weights)
    scores = biaffine.all_pairs(tokens, at)
    for number, size in enumerate(SIZES.tolist()):
        own = scores[number, :, :size, :size]
        assert torch.allclose(own, own[:, :1, :1].expand_as(own))
    assert not torch.allclose(scores[0, :, 0, 0], scores[2, :, 0, 0])
    some = biaffine.some_pairs(tokens, at.rows, torch.tensor([0, 3, 1]), torch.tensor([2, 0, 1]))
    assert torch.allclose(some, some[:1].expand_as(some))


def test_tokens_have_hidden_vectors_of_their_own_as_first_and_as_second_of_a_pair() -> None:
    made = PairScorer(6, MethodConfig(arc_hidden=3, span_hidden=4, dropout=0.25))
    for biaffine, kinds, size in ((made.arcs, ARCS, 3), (made.parts, PARTS, 4)):
        assert biaffine.weights.shape == (len(kinds), size + 1, size + 1)
        assert (biaffine.weights == 0).all(), "untrained, nothing has a score"
        for layer in (biaffine.row, biaffine.column):
            assert layer.layer.weight.shape == (size, 6)
            assert layer.dropout.probability == 0.25
        assert not torch.equal(biaffine.row.layer.weight, biaffine.column.layer.weight)


@torch.no_grad()
def test_arcs_and_parts_are_scored_apart() -> None:
    made = PairScorer(6, MethodConfig(arc_hidden=3, span_hidden=4)).eval()
    nn.init.normal_(made.arcs.weights)
    scores = made(torch.randn(10, 6), padding(SIZES))
    assert scores.shape == (3, len(Pair), 5, 5)
    assert [pair for pair in Pair if (scores[:, pair] != 0).any()] == list(ARCS)


@pytest.mark.parametrize("has_distances", [False, True])
@torch.no_grad()
def test_distances_have_weights_if_the_options_say_so(has_distances: bool) -> None:
    made = PairScorer(6, MethodConfig(distances=has_distances)).eval()
    assert (made.distances is not None) is has_distances
    if made.distances is not None:
        assert (made(torch.randn(10, 6), padding(SIZES)) == 0).all(), "untrained, nothing has a score"
        made.distances[:] = torch.arange(made.distances.size(1))
        scores = made(torch.randn(10, 6), padding(SIZES))
        assert [scores[2, pair, 4].tolist() for pair in Pair] == [[4, 3, 2, 1, 0]] * len(Pair)


def test_distances_are_told_apart_up_to_eight_and_then_by_powers_of_two() -> None:
    distances = torch.tensor([0, 1, -1, 7, 8, -8, 9, 16, 17, 32, 33, 1024, -1025, 2000])
    assert _steps(distances).tolist() == [0, 1, 1, 7, 8, 8, 9, 9, 10, 10, 11, 15, 15, 15]
    assert _steps(torch.tensor([100_000])).item() == 15
