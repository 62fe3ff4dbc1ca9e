"""The scores of pairs in pieces of sentences: as the scorer has them, and those of the first pieces are kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pytest
import torch
from torch import Tensor

from bubbletree import Sentence
from neural.config import DecodingConfig
from neural.methods.compiling import Floats, Ints
from neural.methods.exact import pieces as module
from neural.methods.exact.exact_bubbles import ExactBubbles
from neural.methods.exact.indexing import steps_of
from neural.methods.exact.pairs import Pair, pairs_of
from neural.methods.exact.pieces import Piece, pieces
from neural.methods.exact.scorer import PairScorer
from neural.methods.exact.scores import PairScores
from proofs_tests.neural import tiny
from proofs_tests.neural.methods.exact.test_exact_bubbles import small_network
from proofs_tests.neural.methods.exact.test_hypotheses import TREES

SENTENCES = [Sentence.from_columns(["tea", "and", "buns"] * count) for count in (2, 1, 3)]
CUT = [Piece(0, 1, 6), Piece(1, 1, 3), Piece(2, 1, 4), Piece(2, 5, 9)]


@pytest.fixture(scope="module")
def network() -> ExactBubbles:
    torch.manual_seed(5)
    made = small_network(TREES)
    with torch.no_grad():
        for biaffine in (made.pairs.arcs, made.pairs.parts):
            biaffine.weights.normal_(std=0.3)
    return made


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[list[int]]:
    """The sizes of all sentences that are scored from now on."""
    scored: list[list[int]] = []
    each = PairScorer.each_sentence

    def counting(self: PairScorer, tokens: Tensor, sizes: Sequence[int]) -> Iterator[Tensor]:
        scored.append(list(sizes))
        return each(self, tokens, sizes)

    monkeypatch.setattr(PairScorer, "each_sentence", counting)
    return scored


def cell(scores: Floats, pair: Pair, row: int, column: int) -> float:
    return float(scores[pair, row, column])


@torch.no_grad()
def test_a_piece_has_the_scores_of_its_words_and_of_the_root(network: ExactBubbles) -> None:
    encoded = tiny.encoded(network, SENTENCES)
    whole = network.pair_scores(encoded).double().numpy()
    found = dict(PairScores(network.pairs, encoded).each(CUT))
    assert [scores.shape for scores in found.values()] == [(len(Pair), n + 1, n + 1) for n in (6, 3, 4, 5)]
    np.testing.assert_allclose(found[CUT[0]], whole[0, :, :7, :7], atol=1e-4)
    np.testing.assert_allclose(found[CUT[1]], whole[1, :, :4, :4], atol=1e-4)
    assert cell(found[CUT[3]], Pair.RIGHT_LAST, 2, 5) == pytest.approx(cell(whole[2], Pair.RIGHT_LAST, 6, 9), abs=1e-4)
    assert cell(found[CUT[3]], Pair.RIGHT_LAST, 0, 1) == pytest.approx(cell(whole[2], Pair.RIGHT_LAST, 0, 5), abs=1e-4)


def test_scores_that_are_asked_for_again_are_those_from_before(network: ExactBubbles, counted: list[list[int]]) -> None:
    scores = PairScores(network.pairs, tiny.encoded(network, SENTENCES))
    first = dict(scores.each(CUT[:2]))
    again = dict(scores.each(CUT))
    assert counted == [[7, 4], [5, 6]]
    assert all(again[piece] is first[piece] for piece in first)


def test_no_more_are_kept_than_are_held_at_once(
    network: ExactBubbles, counted: list[list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "CELLS", len(Pair) * (7**2 + 4**2))
    scores = PairScores(network.pairs, tiny.encoded(network, SENTENCES))
    for _ in range(2):
        assert [piece for piece, _ in scores.each(CUT)] == CUT
    assert sorted(size for sizes in counted for size in sizes) == [4, 5, 5, 6, 6, 7]


@pytest.fixture
def ranked(network: ExactBubbles) -> list[Ints]:
    """The vertices of the five best trees of the first sentence."""
    scores = PairScores(network.pairs, tiny.encoded(network, SENTENCES[:1]))
    ((found, _, _),) = network._k_best(scores, CUT[:1], 5, DecodingConfig())
    return found


@torch.no_grad()
def test_what_trees_are_worth_differs_as_their_log_probabilities_do(network: ExactBubbles, ranked: list[Ints]) -> None:
    encoded = tiny.encoded(network, SENTENCES[:1])
    trees = network.labelled(encoded, SENTENCES[:1], [(0, vertices) for vertices in ranked])
    [values] = network.log_probabilities(encoded, [trees])
    worth = network.worth(PairScores(network.pairs, encoded), 0, 6, ranked)
    assert len({round(value, 4) for value in values}) > 1
    np.testing.assert_allclose(np.array(worth) - worth[0], np.array(values) - values[0], atol=1e-4)


@torch.no_grad()
def test_what_a_tree_is_worth_is_the_sum_over_pieces_with_the_root_for_tokens_of_others(
    network: ExactBubbles, ranked: list[Ints], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LONGEST", 4)
    encoded = tiny.encoded(network, SENTENCES[:1])
    scores = PairScores(network.pairs, encoded)
    trees = network.labelled(encoded, SENTENCES[:1], [(0, vertices) for vertices in ranked])
    cut = list(pieces([6]))
    assert len(cut) == 2
    expected = [
        sum(
            cell(own, pair, row - piece.first + 1 if piece.has(row) else 0, column - piece.first + 1)
            for piece, own in scores.each(cut)
            for step in steps_of(tree)
            for pair, row, column in pairs_of(step)
            if piece.has(column)
        )
        for tree in trees
    ]
    assert network.worth(scores, 0, 6, ranked) == pytest.approx(expected, abs=1e-4)
