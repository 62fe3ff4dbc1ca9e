"""The moving average of the weights in training."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
import torch

from neural import train
from neural.config import ConfigError, TrainingConfig
from neural.methods.bubbles.indexing import IndexedDerivation
from neural.models import checkpoint
from neural.training.examples import learnable
from neural.training.trainer import Trainer
from proofs_tests.neural import tiny
from proofs_tests.neural.training.command import arguments

DECAY = 0.5
TREES = [one.tree for one in tiny.gold(6, 9, seed=3) if one.tree is not None]


def weights_of(trainer: Trainer[IndexedDerivation]) -> dict[str, torch.Tensor]:
    return {name: weight.detach().clone() for name, weight in trainer.network.named_parameters()}


def trainer(decay: float) -> Trainer[IndexedDerivation]:
    _, _, network = tiny.network(TREES, {"training.batch_size": 2, "training.average": decay})
    examples, _ = learnable(tiny.gold(6, 9, seed=3), network)
    return Trainer(network, examples)


def test_the_average_is_that_of_the_formula() -> None:
    made = trainer(DECAY)
    expected = weights_of(made)
    for number, _ in zip(range(1, 8), made.steps(math.inf), strict=False):
        kept = min(DECAY, number / (number + 9))
        now = weights_of(made)
        expected = {name: kept * mean + (1 - kept) * now[name] for name, mean in expected.items()}
    with made.averaged():
        found = weights_of(made)
    moved = [name for name in found if not torch.equal(found[name], weights_of(made)[name])]
    assert moved, "the average is not the last weights"
    for name, mean in expected.items():
        torch.testing.assert_close(found[name], mean, rtol=1e-4, atol=1e-6)


def test_training_goes_on_from_its_own_weights() -> None:
    averaged, plain = trainer(DECAY), trainer(0)
    for _, _ in zip(averaged.steps(math.inf), plain.steps(math.inf), strict=True):
        before = weights_of(averaged)
        with pytest.raises(ZeroDivisionError), averaged.averaged():
            raise ZeroDivisionError
        after, expected = weights_of(averaged), weights_of(plain)
        assert all(torch.equal(before[name], after[name]) for name in before)
        assert all(torch.equal(expected[name], after[name]) for name in before)


def test_the_model_that_is_kept_has_the_average(files: Path, tmp_path: Path) -> None:
    settings = ["--set=training.epochs=1", "--set=training.average=0.9"]
    assert train.main(arguments(files, tmp_path / "model", *settings)) == 0
    model = checkpoint.load_model(tmp_path / "model").state_dict()
    stored = checkpoint._read_tensors(tmp_path / "model" / checkpoint.TRAINING, "cpu")[0]
    averages = {name.partition("/")[2]: mean for name, mean in stored.items() if name.startswith("average/")}
    assert averages
    assert all(torch.equal(model[name], mean) for name, mean in averages.items())
    assert any(not torch.equal(model[name], stored[f"weights/{name}"]) for name in averages)


@pytest.mark.parametrize("decay", [1.0, -0.1])
def test_the_decay_is_a_share(decay: float) -> None:
    with pytest.raises(ConfigError, match=r"training\.average: must be in \[0, 1\)"):
        TrainingConfig(average=decay)
