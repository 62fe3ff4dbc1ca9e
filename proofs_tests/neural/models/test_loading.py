"""Loading a parser: from a directory, or the English one, by its name or without."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch

import bubbletree
from bubbletree.grammar import generate
from bubbletree.io import write_conllu
from neural import calibrate, compact, evaluate
from neural.benchmark import command as benchmark
from neural.config import ConfigError
from neural.models import loading
from neural.models.checkpoint import CheckpointError
from neural.models.names import SHIPPED_NAMES
from neural.models.parser import Parser
from proofs_tests.neural import tiny


def test_the_english_model_has_a_name_wherever_a_model_is_read(
    english: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_conllu(generate(5, seed=2), "dev.conllu")
    assert evaluate.main(["english", "dev.conllu", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["sentences"] == 5
    assert benchmark.main(["dev.conllu", "--model=english", "--quick", "--steps=1", "--sizes=10", "--json"]) == 0
    assert list(json.loads(capsys.readouterr().out)["models"]) == ["english"]
    assert compact.main(["english", "small"]) == 0
    # A folder of that name is another matter; and only that can be written to.
    capsys.readouterr()
    assert evaluate.main(["./english", "dev.conllu"]) == 2
    assert "english: there is no such model directory" in capsys.readouterr().err
    for name in SHIPPED_NAMES:
        with pytest.raises(SystemExit) as refused:
            calibrate.main([name, "dev.conllu"])
        assert refused.value.code == 2
        assert f"for a folder, write ./{name}\n" in capsys.readouterr().err


def test_what_is_loaded_is_the_english_model_or_that_of_a_directory(english: Path, tmp_path: Path) -> None:
    loaded: bubbletree.Parser = loading.load()
    assert isinstance(loaded, Parser)
    assert loaded.directory == english
    assert loading.load("english").directory == english
    assert loading.model_directory("english-fast") == loading.ENGLISH_FAST != english
    other = tiny.untrained(tmp_path / "mine")
    assert loading.load(other).directory == loading.load(str(other)).directory == other
    with pytest.raises(CheckpointError, match="no such model directory"):
        loading.load(Path("english"))


def test_options_reach_the_parser(english: Path) -> None:
    parser = loading.load(beam=3, batch_size=7, device=torch.device("cpu"))
    assert (parser.decoding.beam, parser.batch_size, parser.network.device.type) == (3, 7, "cpu")
    with pytest.raises(ConfigError, match="at least 1"):
        loading.load(beam=0)


@pytest.mark.parametrize("device", ["tpu", "cuda:99", "no such thing"])
def test_a_device_that_is_not_there_is_named(device: str) -> None:
    with pytest.raises(loading.DeviceError, match=f"^no such device here: {device} ") as raised:
        loading.load(device=device)
    assert raised.value.device == device
