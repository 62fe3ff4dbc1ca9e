"""`neural.compact` makes small models that parse."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from neural import compact
from neural.models import checkpoint
from neural.models.calibration import CALIBRATION, Calibration, save_calibration
from neural.models.parser import Parser
from proofs_tests.neural import tiny


def test_a_compact_model_parses_and_is_small(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, _, network = tiny.network(tiny.trees(8, 8, seed=1, single_root=True))
    checkpoint.save_setup(tmp_path / "m", network)
    checkpoint.save_model(tmp_path / "m", network, {"exact_f1": 0.5})
    assert compact.main([str(tmp_path / "m"), str(tmp_path / "small")]) == 0
    assert "after: 0.0 MB" in capsys.readouterr().err
    sizes = [(tmp_path / name / checkpoint.MODEL).stat().st_size for name in ("m", "small")]
    assert sizes[1] < 0.5 * sizes[0]  # biases and names weigh something in so small a network
    assert checkpoint.model_scores(tmp_path / "small") == {"exact_f1": 0.5}
    loaded = Parser.load(tmp_path / "small").network
    for name, weight in network.state_dict().items():
        largest = float(weight.abs().amax()) if weight.numel() else 0.0
        assert torch.allclose(loaded.state_dict()[name], weight, atol=0.005 * largest), name
    tree = Parser(loaded).parse(["tea", "and", "buns"])
    assert tree.words == ("tea", "and", "buns")
    assert compact.main([str(tmp_path / "m"), str(tmp_path / "small")]) == 2
    assert "exists already" in capsys.readouterr().err
    assert compact.main([str(tmp_path / "none"), str(tmp_path / "other")]) == 2
    assert not (tmp_path / "other").exists()


def test_a_calibration_of_the_old_weights_is_named_and_left_behind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = tiny.untrained(tmp_path / "m")
    assert compact.main([str(model), str(tmp_path / "plain")]) == 0
    assert CALIBRATION not in capsys.readouterr().err
    save_calibration(model, Calibration((0.5,), 0.0), {})
    assert compact.main([str(model), str(tmp_path / "small")]) == 0
    assert f"python -m neural.calibrate {tmp_path / 'small'} makes one" in capsys.readouterr().err
    assert not (tmp_path / "small" / CALIBRATION).exists()
