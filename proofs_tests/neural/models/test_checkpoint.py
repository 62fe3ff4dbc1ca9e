"""Model directories: what was saved comes back, and what is broken is named."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
import torch

from neural.methods.bubbles.bubble_hybrid import BubbleHybrid
from neural.models import checkpoint
from neural.models.checkpoint import CheckpointError
from neural.models.parser import Parser
from neural.training.examples import learnable
from neural.training.trainer import Trainer
from proofs_tests.neural import tiny


def saved(directory: Path, seed: int = 0) -> BubbleHybrid:
    _, _, network = tiny.network(tiny.trees(8, 8, seed=1, single_root=True), seed=seed)
    checkpoint.save_setup(directory, network)
    checkpoint.save_model(directory, network, {"step": 1})
    return network


def test_a_model_comes_back_as_it_was(tmp_path: Path) -> None:
    parser = Parser(saved(tmp_path / "new" / "model"))
    loaded = Parser.load(tmp_path / "new" / "model")
    assert loaded.network.config == parser.network.config
    assert loaded.network.vocabulary == parser.network.vocabulary
    assert not loaded.network.training
    weights = parser.network.state_dict()
    assert all(torch.equal(weights[name], tensor) for name, tensor in loaded.network.state_dict().items())
    sentences = [one.sentence for one in tiny.gold(5, 8, seed=2)]
    assert list(loaded.parse_all(sentences)) == list(parser.parse_all(sentences))


def test_training_goes_on_with_the_same_weights_and_moments(tmp_path: Path) -> None:
    network = saved(tmp_path)
    examples, _ = learnable(tiny.gold(8, 8, seed=1), network)
    first = Trainer(network, examples)
    next(first.steps(1e9))
    first.save(tmp_path, {"note": 1})
    second = Trainer(saved(tmp_path / "other", seed=5), examples)
    second.restore(tmp_path)
    assert second.state == first.state
    assert checkpoint.training_state(tmp_path)["note"] == 1
    next(first.steps(1e9))
    next(second.steps(1e9))
    for one, other in zip(first.network.parameters(), second.network.parameters(), strict=True):
        assert torch.equal(one, other)


def test_a_new_training_leaves_no_weights_of_the_old_one(tmp_path: Path) -> None:
    parser = Parser(saved(tmp_path))
    checkpoint.save_setup(tmp_path, parser.network)
    with pytest.raises(CheckpointError, match=r"model\.safetensors: this file .* is missing"):
        Parser.load(tmp_path)


def test_a_missing_directory_is_named(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match="no such model directory") as raised:
        Parser.load(tmp_path / "none")
    assert raised.value.path == tmp_path / "none"


@pytest.mark.parametrize("name", [checkpoint.CONFIG, checkpoint.VOCABULARY, checkpoint.MODEL])
def test_a_missing_file_is_named(tmp_path: Path, name: str) -> None:
    saved(tmp_path)
    (tmp_path / name).unlink()
    with pytest.raises(CheckpointError, match="missing") as raised:
        Parser.load(tmp_path)
    assert raised.value.path == tmp_path / name


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        (checkpoint.CONFIG, "{", "not JSON"),
        (checkpoint.VOCABULARY, '{"words": []}', "not a vocabulary"),
        (
            checkpoint.VOCABULARY,
            '{"words": 1, "tags": 1, "characters": 1, "labels": 1, "pretrained": 1}',
            "not a vocabulary",
        ),
        (checkpoint.MODEL, "weights", "not a file of weights"),
    ],
)
def test_a_broken_file_is_named(tmp_path: Path, name: str, text: str, message: str) -> None:
    saved(tmp_path)
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(CheckpointError, match=message) as raised:
        Parser.load(tmp_path)
    assert raised.value.path == tmp_path / name


def test_a_vocabulary_needs_the_label_of_conjuncts(tmp_path: Path) -> None:
    saved(tmp_path)
    path = tmp_path / checkpoint.VOCABULARY
    path.write_text(path.read_text(encoding="utf-8").replace('"conj"', '"conjx"'), encoding="utf-8")
    with pytest.raises(CheckpointError, match="its labels lack conj"):
        Parser.load(tmp_path)


def test_weights_of_another_size_are_refused(tmp_path: Path) -> None:
    saved(tmp_path)
    _, _, network = tiny.network(tiny.trees(8, 8, seed=1, single_root=True), {"encoder.hidden": 4})
    weights = (tmp_path / checkpoint.MODEL).read_bytes()
    checkpoint.save_setup(tmp_path, network)
    (tmp_path / checkpoint.MODEL).write_bytes(weights)
    with pytest.raises(CheckpointError, match="do not fit") as raised:
        Parser.load(tmp_path)
    assert "size mismatch" in str(raised.value)
    assert len(str(raised.value).splitlines()) == 1


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_weights_that_are_no_numbers_are_refused(tmp_path: Path, value: float) -> None:
    network = saved(tmp_path)
    weights = dict(network.state_dict())
    name = next(name for name, tensor in weights.items() if tensor.is_floating_point() and tensor.numel() > 1)
    broken = weights[name].clone()
    broken.view(-1)[1] = value
    checkpoint.save_weights(tmp_path, weights | {name: broken}, {})
    with pytest.raises(CheckpointError, match=f"{name} has a weight that is NaN or infinite") as raised:
        Parser.load(tmp_path)
    assert raised.value.path == tmp_path / checkpoint.MODEL


def test_files_that_cannot_be_written_leave_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parser = Parser(saved(tmp_path))
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    def full(_descriptor: int) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="no space"):
        checkpoint.save_model(tmp_path, parser.network, {})
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
