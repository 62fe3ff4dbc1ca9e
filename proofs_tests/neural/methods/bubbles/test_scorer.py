"""What is asked about finished trees has the same answer for many trees as for one by one."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
import torch
from torch import Tensor

from bubbletree.boundary import Side, boundaries
from neural.batched import greedy, state
from neural.batched.rules import BUBBLE_OPEN, SHIFT
from neural.batched.state import Batch
from neural.methods.bubbles.arc_hybrid import ArcHybrid
from neural.methods.bubbles.indexing import LEFT, RIGHT
from neural.methods.bubbles.scorer import NetworkScorer
from neural.methods.bubbles.stepwise import NeuralScorer
from proofs_tests.neural import tiny


class Wild(NetworkScorer):
    """It goes through trees of all kinds, most of them with bubbles, and keeps the network's vectors of their nodes."""

    def score_transitions(self, batch: Batch, slots: Tensor, /) -> Tensor:
        scores = torch.rand(super().score_transitions(batch, slots).shape)
        scores[:, BUBBLE_OPEN] += 0.2
        return scores

    def score_labels(self, batch: Batch, slots: Tensor, rows: Tensor, kinds: Tensor, /) -> Tensor:
        scores = torch.rand(super().score_labels(batch, slots, rows, kinds).shape)
        scores[:, self.conj] += 0.5
        return scores


@torch.inference_mode()
def test_the_answers_about_shared_dependents_are_those_of_single_trees() -> None:
    torch.manual_seed(1)
    sentences = tiny.trees(60, 12, seed=7)
    _, vocabulary, network = tiny.network(sentences)
    encoded = tiny.encoded(network, sentences)
    scorer = Wild(network, encoded)
    final = greedy.parse(encoded.lengths, scorer, network.config.decoding, network.device)
    trees = state.trees(final, [(tree.words, None) for tree in sentences], vocabulary.labels)

    questions = [
        (number, (dependent, outer, inner), LEFT if boundary.side is Side.LEFT else RIGHT)
        for number, tree in enumerate(trees)
        for boundary in boundaries(tree)
        for dependent in boundary.dependents
        for outer, inner in pairwise(boundary.hosts)
    ]
    numbers, triples, sides = (torch.tensor(column) for column in zip(*questions, strict=True))
    found = scorer.shared_scores(numbers, triples, sides).tolist()

    alone = NeuralScorer(network, vocabulary)
    expected = [
        alone.ask(trees[number])(torch.tensor([0]), torch.tensor([triple]), torch.tensor([side])).item()
        for number, triple, side in questions
    ]
    assert found == pytest.approx(expected, rel=1e-4, abs=1e-4)
    assert min(Counter(side for *_, side in questions).values()) > 5
    assert any(len(trees[number].words) in triple for number, triple, _ in questions), "the last word is asked about"
    assert any(inner > len(trees[number].words) for number, (_, _, inner), _ in questions), "bubbles are hosts inside"


@torch.inference_mode()
def test_a_network_without_bubbles_opens_none_however_it_scores_that() -> None:
    sentences = tiny.trees(5, 8, seed=1)
    config, vocabulary, network = tiny.network(sentences)
    plain = ArcHybrid(config, vocabulary, network.encoder).eval()
    encoded = tiny.encoded(plain, sentences)
    opened = []
    for made in (plain, network):
        made.transitions.second.bias[SHIFT] += 50
        made.transitions.second.bias[BUBBLE_OPEN] += 100
        final = greedy.parse(encoded.lengths, NetworkScorer(made, encoded), config.decoding)
        opened.append(bool(final.opened.any()))
    assert opened == [False, True]
