"""The log for TensorBoard."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from neural.training import logbook
from neural.training.logbook import Logbook


def test_without_tensorboard_there_is_no_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logbook, "find_spec", lambda _name: None)
    with Logbook(tmp_path, 0) as log:
        log.write(1, {"loss": 0.5})
    assert list(tmp_path.iterdir()) == []


def test_the_log_goes_on_where_training_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("tensorboard", reason="needs the extra tensorboard")
    from tensorboard.backend.event_processing.event_accumulator import (  # type: ignore[import-not-found, import-untyped,unused-ignore]  # an extra
        EventAccumulator,
    )
    from tensorboard.summary.writer import event_file_writer  # type: ignore[import-not-found, import-untyped,unused-ignore]  # an extra

    # Logs are read in the order of their names, which begin with the second of their making.
    seconds = count(1_000_000_000)
    monkeypatch.setattr(event_file_writer, "time", SimpleNamespace(time=lambda: next(seconds)))

    def logged() -> list[tuple[int, float]]:
        events = EventAccumulator(str(tmp_path / logbook.FOLDER))
        events.Reload()
        return [(event.step, event.value) for event in events.Scalars("loss")]

    with Logbook(tmp_path, 0) as log:
        for step in range(1, 9):
            log.write(step, {"loss": 1.0})
    # Cut off after step 8, with a state of step 5.
    with Logbook(tmp_path, 5) as log:
        for step in range(6, 11):
            log.write(step, {"loss": 2.0})
    assert logged() == [(step, 1.0) for step in range(1, 6)] + [(step, 2.0) for step in range(6, 11)]
    with Logbook(tmp_path, 0) as log:
        log.write(1, {"loss": 3.0})
    assert logged() == [(1, 3.0)]
    with Logbook(None, 0) as log:
        log.write(2, {"loss": 3.0})
    assert logged() == [(1, 3.0)]
