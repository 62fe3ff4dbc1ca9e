"""Jobs: each stage is done once, failures are named, interrupted jobs go on."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from neural.experiment import runner
from neural.experiment.plan import ExperimentError, Stage
from neural.experiment.runner import Job, run_jobs
from proofs_tests.support.interruptions import interrupt_when


def job(directory: Path, name: str, script: str, resumption: str = "") -> Job:
    """A job of two stages: a script of Python, and one that notes its end."""
    folder = directory / name
    note = f"import pathlib; pathlib.Path({str(folder / 'noted')!r}).write_text('x'); print('noted')"
    first = Stage(
        "work",
        (sys.executable, "-c", script),
        folder / "done",
        folder / "state" if resumption else None,
        (sys.executable, "-c", resumption),
    )
    return Job(name, folder, (first, Stage("noting", (sys.executable, "-c", note), folder / "noted")))


def test_jobs_are_done_once_stage_by_stage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    jobs = [job(tmp_path, name, "import os; print('worked', os.environ['OMP_NUM_THREADS'])") for name in "abc"]
    assert run_jobs(jobs[:1], 1, 3)
    assert "1/1 a: noted" in capsys.readouterr().err
    assert run_jobs(jobs, 2, 3)
    err = capsys.readouterr().err
    assert "1 of 3 trials were finished before" in err
    assert "3/3" in err
    assert [(tmp_path / name / runner.LOG).read_text() for name in "abc"] == [
        "== work\nworked 3\n== noting\nnoted\n"
    ] * 3


def test_no_more_jobs_at_a_time_than_wanted(tmp_path: Path) -> None:
    busy = tmp_path / "busy"
    script = (
        f"import pathlib, time; own = pathlib.Path({str(busy)!r} + '/' + str(time.monotonic_ns())); "
        "own.parent.mkdir(exist_ok=True); own.touch(); time.sleep(0.4); "
        "print(len(list(own.parent.iterdir()))); own.unlink()"
    )
    jobs = [job(tmp_path, name, script) for name in "abcd"]
    assert run_jobs(jobs, 2, 1)
    counts = [(tmp_path / name / runner.LOG).read_text().split()[2] for name in "abcd"]
    assert set(counts) <= {"1", "2"}
    assert "2" in counts


def test_a_failure_is_named_and_keeps_nobody_from_work(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    jobs = [job(tmp_path, "bad", "raise SystemExit('no tea')"), job(tmp_path, "good", "pass")]
    with pytest.raises(ExperimentError, match="1 trial failed: bad"):
        run_jobs(jobs, 1, 1)
    assert "bad failed: no tea" in capsys.readouterr().err
    assert [one.next_stage is None for one in jobs] == [False, True]


def test_interrupted_jobs_save_their_state_and_are_gone_on_with(tmp_path: Path) -> None:
    folder = tmp_path / "long"
    script = (
        "import pathlib, signal, sys, time\n"
        f"folder = pathlib.Path({str(folder)!r})\n"
        "def save(*_):\n"
        "    (folder / 'signals').open('a').write('x'); (folder / 'state').touch(); time.sleep(0.3); sys.exit(130)\n"
        "signal.signal(signal.SIGINT, save)\n"
        "(folder / 'begun').touch()\n"
        "time.sleep(60)\n"
    )
    jobs = [job(tmp_path, "long", script, "print('gone on')"), job(tmp_path, "later", "pass")]
    pressing = interrupt_when(folder / "begun")
    assert run_jobs(jobs, 1, 1) is False
    pressing.join()
    assert (folder / "signals").read_text() == "x"
    assert not jobs[1].directory.exists()
    assert run_jobs(jobs, 1, 1)
    assert (folder / runner.LOG).read_text() == "== work\n== work goes on\ngone on\n== noting\nnoted\n"


def test_no_process_outlives_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[int] = []
    begin = runner._started

    def noted(one: Job, threads: int) -> runner._Running:
        if started:
            raise OSError("no more processes")
        running = begin(one, threads)
        started.append(running.process.pid)
        # Ctrl-C at a terminal goes to all processes of its session.
        assert os.getsid(started[0]) == started[0]
        return running

    monkeypatch.setattr(runner, "_started", noted)
    with pytest.raises(OSError, match="no more"):
        run_jobs([job(tmp_path, name, "import time; time.sleep(60)") for name in "ab"], 2, 1)
    with pytest.raises(ProcessLookupError):
        os.kill(started[0], 0)
