"""Sentences to train on, for all tests that train."""

from __future__ import annotations

from pathlib import Path

import pytest

from bubbletree.grammar import generate
from bubbletree.io import write_conllu


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with generated sentences: ``train.conllu`` and ``dev.conllu``."""
    folder = tmp_path_factory.mktemp("sentences")
    write_conllu(generate(40, seed=1), folder / "train.conllu")
    write_conllu(generate(15, seed=2), folder / "dev.conllu")
    return folder
