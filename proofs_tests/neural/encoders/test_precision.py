"""A model whose encoder computes in smaller numbers finds almost the same, with OpenVINO and without."""

from __future__ import annotations

from pathlib import Path

import pytest

from bubbletree import load
from neural.config import ConfigError
from neural.encoders import openvino_bert
from neural.encoders.eight_bits import EightBitBert
from neural.encoders.transformer import TransformerEncoder
from neural.models.loading import load as load_neural
from proofs_tests.neural import tiny

SENTENCES = [
    ["I", "like", "tea", "and", "coffee", "."],
    ["She", "bought", "apples", ",", "pears", "and", "plums", "."],
    ["Both", "IL-2", "and", "TNF-alpha", "were", "induced", "in", "T", "cells", "."],
]


@pytest.fixture(params=[False, True], ids=["PyTorch", "OpenVINO"])
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param:
        pytest.importorskip("openvino", reason="needs OpenVINO (extra fast)")
    monkeypatch.setattr(openvino_bert, "IS_INSTALLED", request.param)
    return "OpenVINO" if request.param else "PyTorch"


@pytest.mark.parametrize("precision", ["bfloat16", "int8"])
def test_the_english_model_finds_the_same_coordinations(precision: str, engine: str) -> None:
    exact, rounded = load(), load(precision=precision)
    assert list(rounded.parse_all(SENTENCES)) == list(exact.parse_all(SENTENCES))
    [one] = rounded.confidences_all([rounded.parse(SENTENCES[1])])
    [other] = exact.confidences_all([exact.parse(SENTENCES[1])])
    assert list(one.values()) == pytest.approx(list(other.values()), abs=0.1)
    assert one != other


@pytest.mark.parametrize("precision", ["bfloat16", "int8"])
def test_openvino_computes_where_it_is_installed(precision: str, engine: str) -> None:
    encoder = load_neural(precision=precision).network.encoder
    assert isinstance(encoder, TransformerEncoder)
    assert isinstance(encoder.reader, openvino_bert.OpenVinoBert) is (engine == "OpenVINO")
    assert isinstance(encoder.reader, EightBitBert) is (engine == "PyTorch" and precision == "int8")


def test_other_models_and_other_precisions_are_errors(tmp_path: Path) -> None:
    model = tiny.untrained(tmp_path)
    with pytest.raises(ConfigError, match="precision: bfloat16 is for models with a transformer"):
        load_neural(model, precision="bfloat16")
    with pytest.raises(ConfigError, match="precision: int8 is for models with a transformer"):
        load_neural(model, precision="int8")
    with pytest.raises(ConfigError, match="must be one of float32, bfloat16, int8, not 'int4'"):
        load_neural(precision="int4")
