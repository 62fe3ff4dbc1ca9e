"""What many tests of the neural parser need: sentences to train on, and a small English model."""

from __future__ import annotations

from pathlib import Path

import pytest

from bubbletree.grammar import generate
from bubbletree.io import write_conllu
from neural.methods.bubbles.bubble_hybrid import BubbleHybrid
from neural.models import loading
from proofs_tests.neural import tiny


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with generated sentences: ``train.conllu`` and ``dev.conllu``."""
    folder = tmp_path_factory.mktemp("sentences")
    write_conllu(generate(40, seed=1), folder / "train.conllu")
    write_conllu(generate(15, seed=2), folder / "dev.conllu")
    return folder


@pytest.fixture
def english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small model in the place of the English one, and an empty working directory."""
    _, _, network = tiny.network(list(generate(30, seed=1)))
    network.transitions.second.bias.data[:] = 0
    monkeypatch.setattr(loading, "ENGLISH", tiny.saved(network, tmp_path / "english"))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "english"


@pytest.fixture(scope="session")
def bubbly() -> BubbleHybrid:
    """A network that has learned nothing, but likes coordinations."""
    return tiny.bubbly(list(generate(30, seed=1)))


@pytest.fixture
def bubbly_model(bubbly: BubbleHybrid, tmp_path: Path) -> Path:
    """The same in a model directory."""
    return tiny.saved(bubbly, tmp_path / "model")
