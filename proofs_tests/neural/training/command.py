"""The command that trains, as tests call it and break it off."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from pathlib import Path

import pytest
from torch import Tensor

from neural.methods.interface import Target
from neural.training.trainer import Trainer
from proofs_tests.neural import tiny


def arguments(files: Path, out: Path, *more: str) -> list[str]:
    return [
        f"--train={files / 'train.conllu'}",
        f"--dev={files / 'dev.conllu'}",
        f"--out={out}",
        *tiny.SETTINGS,
        "--set=training.batch_size=8",
        *more,
    ]


def interrupt_after(monkeypatch: pytest.MonkeyPatch, steps: int) -> None:
    """Let Ctrl-C be pressed during one step of the next training."""
    made = 0
    step = Trainer._step

    def counted(self: Trainer[Target], batch: Sequence[int], rate: float) -> Tensor:
        nonlocal made
        made += 1
        if made == steps:
            signal.raise_signal(signal.SIGINT)
        return step(self, batch, rate)

    monkeypatch.setattr(Trainer, "_step", counted)
