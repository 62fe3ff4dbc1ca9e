"""Jobs take turns, and their times are compared turn by turn."""

from __future__ import annotations

import gc

import pytest
import torch

from neural.benchmark.turns import Comparison, Job, Stopwatch, Turns


class Clock:
    """A clock that goes on when it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr("time.perf_counter", lambda: self.now)

    def lasting(self, *seconds: float) -> Job:
        """A job that lasts that long the first, the second, ... time."""
        left = list(seconds)

        def job() -> None:
            self.now += left.pop(0)

        return job


def test_jobs_take_turns_and_the_first_turn_does_not_count() -> None:
    calls: list[str] = []
    found = Turns(2, 3, 30).compare("task", "other", lambda: calls.append("ours"), lambda: calls.append("theirs"))
    assert calls == ["ours", "theirs"] * 3
    assert len(found.ours) == len(found.theirs) == 2


def test_seconds_are_those_of_each_job(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    found = Turns(2, 3, 30).compare("task", "other", clock.lasting(9, 2, 4), clock.lasting(8, 3, 5))
    assert found == Comparison("task", "other", (2.0, 4.0), (3.0, 5.0), 3, 30)


def test_ratios_compare_the_two_of_a_turn() -> None:
    found = Comparison("task", "other", (1.0, 4.0, 2.0), (3.0, 2.0, 2.0), sentences=6, words=60)
    assert found.ratios == [0.5, 1.0, 3.0]
    assert found.sentences_per_second == (3.0, 3.0)
    assert found.to_dict() == {
        "task": "task",
        "name": "other",
        "ratio": 1.0,
        "ratios": [0.5, 1.0, 3.0],
        "sentences": 6,
        "words": 60,
        "words_per_second": (30.0, 30.0),
        "ours": (1.0, 4.0, 2.0),
        "theirs": (3.0, 2.0, 2.0),
    }


def test_garbage_that_was_there_before_costs_nobody_time() -> None:
    frozen: list[int] = []
    Turns(1, 1, 1).compare("task", "other", lambda: frozen.append(gc.get_freeze_count()), lambda: None)
    assert all(frozen)
    assert gc.get_freeze_count() == 0
    with pytest.raises(ZeroDivisionError):
        Turns(1, 1, 1).compare("task", "other", lambda: 1 / 0, lambda: None)
    assert gc.get_freeze_count() == 0


def test_a_stopwatch_adds_up_the_laps_of_a_stage(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    watch = Stopwatch(torch.device("cpu"))
    watch.start()
    for seconds, stage in ((2.0, "encoder"), (1.0, "decoding"), (4.0, "encoder")):
        clock.now += seconds
        assert watch.lap(stage) == seconds
    assert watch.seconds == {"encoder": 6.0, "decoding": 1.0}
