"""Steps of training are timed beside the encoder alone, with the same sentences."""

from __future__ import annotations

import pytest
import torch

from bubbletree import BubbleTree
from bubbletree.grammar import generate
from neural.benchmark import training
from neural.benchmark.training import WARM_UP, time_training
from neural.data.gold import gold_tree
from neural.data.words import Words, words_of
from neural.training.trainer import Trainer
from proofs_tests.neural import tiny

GOLD = [gold_tree(tree) for tree in generate(10, seed=1)]
BATCHES = {"training.batch_size": 4}


def test_the_encoder_gets_the_sentences_of_each_step(monkeypatch: pytest.MonkeyPatch) -> None:
    _, _, network = tiny.network([one.tree for one in GOLD if one.tree is not None], BATCHES)
    alone: list[list[tuple[str, ...]]] = []
    stepped: list[list[tuple[str, ...]]] = []
    step, encode = Trainer._step, training._encode

    def stepping(self: Trainer, batch: list[int], rate: float) -> torch.Tensor:  # type: ignore[type-arg]  # any target
        stepped.append([self._examples[place].words.forms for place in batch])
        return step(self, batch, rate)

    def encoding(own: object, sentences: list[Words], optimiser: torch.optim.Optimizer) -> None:
        alone.append([one.forms for one in sentences])
        encode(network, sentences, optimiser)

    monkeypatch.setattr(Trainer, "_step", stepping)
    monkeypatch.setattr(training, "_encode", encoding)
    found = time_training(network, GOLD, steps=4)  # more than an epoch
    assert found is not None
    assert alone == stepped
    assert len(found.steps) == len(found.encoder) == 4
    measured = stepped[WARM_UP:]
    assert (found.speed.sentences, found.speed.words) == (
        sum(map(len, measured)),
        sum(len(forms) for batch in measured for forms in batch),
    )
    assert found.speed.seconds == pytest.approx(sum(found.steps))
    assert found.to_dict()["encoder_share"] == pytest.approx((found.shares[1] + found.shares[2]) / 2)


def test_the_encoder_alone_has_an_optimiser_and_keeps_its_weights() -> None:
    _, _, network = tiny.network([one.tree for one in GOLD if one.tree is not None], BATCHES)
    optimiser = torch.optim.Adam(network.encoder.parameters(), lr=0.0, fused=True)
    before = [weights.clone() for weights in network.parameters()]
    training._encode(network, [words_of(one.sentence, "none") for one in GOLD[:4]], optimiser)
    assert set(optimiser.state) == {one for one in network.encoder.parameters() if one.grad is not None} != set()
    assert all(torch.equal(one, other) for one, other in zip(before, network.parameters(), strict=True))


def test_a_network_that_can_learn_from_nothing_is_not_timed() -> None:
    _, _, network = tiny.network([one.tree for one in GOLD if one.tree is not None])
    unknown = BubbleTree(["a"], [{0}, {1}], [(0, "no such label", 1)])
    assert time_training(network, [gold_tree(unknown)], steps=1) is None
