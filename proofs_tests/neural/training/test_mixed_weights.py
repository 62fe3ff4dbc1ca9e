"""Weights between those of a model and those after more training."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from neural import train
from neural.models import checkpoint
from proofs_tests.neural.training.command import arguments
from proofs_tests.support.scripts import script

SCRIPT = script("mixed_weights")


def test_each_weight_lies_between_both(files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before, after, mixed = (tmp_path / name for name in ("before", "after", "mixed"))
    assert train.main(arguments(files, before, "--set=training.epochs=1")) == 0
    data = [f"--train={files / 'train.conllu'}", f"--dev={files / 'dev.conllu'}", f"--start-from={before}"]
    assert train.main([*data, f"--out={after}", "--set=training.epochs=2", "--set=training.average=0.9"]) == 0
    assert SCRIPT.main([str(before), str(after), "--share", "0.25", "-o", str(mixed)]) == 0
    first, found = (load_file(directory / checkpoint.MODEL) for directory in (before, mixed))
    second = load_file(after / checkpoint.TRAINING)
    weights = [name.partition("/")[2] for name in second if name.startswith("average/")]
    assert weights
    for name in weights:
        torch.testing.assert_close(found[name], 0.75 * first[name] + 0.25 * second[f"average/{name}"])
    assert checkpoint.load_setup(mixed) == checkpoint.load_setup(before)
    capsys.readouterr()
    for wrong, reason in (
        ([str(before), str(after), "-o", str(mixed)], "this is there already"),
        ([str(before), str(after), "-o", str(tmp_path / "new"), "--share=2"], "must be between 0 and 1"),
        ([str(before), str(before), "-o", str(tmp_path / "new")], "there is no average of the weights of"),
    ):
        assert SCRIPT.main(wrong) == 2
        assert reason in capsys.readouterr().err
        assert not (tmp_path / "new").exists()
