"""The time that training takes."""

from __future__ import annotations

import time

import pytest

from neural.training.clock import Clock


def test_steps_and_evaluations_are_timed_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 50.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    clock = Clock(100.0)
    assert (clock.seconds, clock.evaluation) == (100, 0)
    now += 2
    clock.step_ends(6)
    assert (clock.seconds, clock.speed, clock.evaluation) == (102, 3, 0)
    now += 10
    clock.evaluation_ends()
    assert (clock.seconds, clock.speed, clock.evaluation) == (102, 3, 10)
    clock.step_begins()
    now += 4
    clock.step_ends(6)
    assert (clock.seconds, clock.speed, clock.evaluation) == (116, 2, 10)
