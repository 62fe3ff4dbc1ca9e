"""The networks that training starts with."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import NoReturn

import pytest
import torch

from bubbletree.grammar import generate
from neural.cli.sources import Sources
from neural.config import ConfigError, Json
from neural.methods.bubbles.bubble_hybrid import BubbleHybrid
from neural.models import checkpoint
from neural.training.start import Start, continued, with_options
from proofs_tests.neural import tiny


def network() -> BubbleHybrid:
    _, _, made = tiny.network(list(generate(5, seed=1)))
    return made


def test_options_change_in_a_copy() -> None:
    made = network()
    config = made.config
    changed = with_options(made, {"decoding.beam": 3, "training.epochs": 7})
    assert made.config is config
    assert changed.config == config.replace({"decoding.beam": 3, "training.epochs": 7})
    weights = changed.state_dict()
    assert weights.keys() == made.state_dict().keys()
    assert all(torch.equal(weights[name], weight) for name, weight in made.state_dict().items())
    assert (changed.training, with_options(made.train(), {}).training) == (False, True)


def test_weights_that_both_networks_have_stay() -> None:
    made = network()
    without = with_options(made, {"scorer.rescoring": False})
    assert isinstance(without, BubbleHybrid)
    assert without.rescoring is None
    assert made.rescoring is not None
    gone = {name for name in made.state_dict() if name.startswith("rescoring.")}
    assert without.state_dict().keys() == made.state_dict().keys() - gone
    assert all(torch.equal(made.state_dict()[name], weight) for name, weight in without.state_dict().items())
    more = [with_options(without, {"scorer.rescoring": True, "training.seed": seed}).state_dict() for seed in (1, 1, 2)]
    assert more[0].keys() == made.state_dict().keys()
    assert all(torch.equal(more[0][name], more[1][name]) for name in gone)
    assert not all(torch.equal(more[0][name], more[2][name]) for name in gone)


def test_a_start_is_frozen_and_says_what_is_untrained(tmp_path: Path) -> None:
    made = network()
    checkpoint.save_setup(tmp_path, made)
    checkpoint.save_model(tmp_path, made, None)
    said: list[str] = []
    plain = continued(tmp_path, {"training.epochs": 2}, Sources(limit=1), said.append)
    assert said == ["generating sentences"]
    assert len(plain.sentences) == 1
    start = continued(tmp_path, {"method.kind": "guided-bubbles"}, Sources(limit=1), said.append)
    new = start.network.state_dict().keys() - made.state_dict().keys()
    count = sum(start.network.state_dict()[name].numel() for name in new)
    assert said[1:] == ["generating sentences", f"guided-bubbles adds {count} weights, which are untrained"]
    with pytest.raises(FrozenInstanceError):
        start.sentences = ()  # type: ignore[misc]  # what the test is about
    assert isinstance(start, Start)


class Unread(Sources):
    """Sentences that nobody is to read."""

    def read_train(self) -> NoReturn:
        raise AssertionError("sentences are read")


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"foo.bar": 3}, "foo.bar"),
        ({"training.foo": 3}, "training.foo"),
        ({"training.epochs": "many"}, "training.epochs"),
        ({"method.kind": "odd"}, "method.kind"),
        ({"method.kind": "edge-factored", "decoding.beam": 3}, "decoding.beam"),
        ({"encoder.layers": 3}, "encoder.layers"),
        ({"scorer.label_hidden": 7}, "scorer.label_hidden"),
    ],
)
def test_what_is_wrong_with_options_is_told_before_a_sentence_is_read(
    changes: dict[str, Json], key: str, tmp_path: Path
) -> None:
    said: list[str] = []
    with pytest.raises(ConfigError) as raised:
        continued(tiny.saved(network(), tmp_path), changes, Unread(), said.append)
    assert (raised.value.key, said) == (key, [])
