"""Running the stages of many trials as processes side by side.

Files say which stages are done, so the same call goes on where an earlier one was interrupted.  Each process is in a
session of its own and does not receive Ctrl-C from the terminal.  This process passes it on, once, so that trainings
save their state.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from neural.cli.options import plural
from neural.experiment.plan import ExperimentError, Stage
from neural.training.interruptions import Interruptions

LOG = "log.txt"
"""The file in a job's directory with the output of its processes."""

_PAUSE = 0.1
"""Seconds from one check of the processes to the next."""
_SHOW_EVERY = 30.0
"""Seconds from one display of the running jobs to the next."""
_PATIENCE = 20.0
"""Seconds that processes have to save their state if this one ends with an error."""


@dataclass(frozen=True, slots=True)
class Job:
    """Stages that run one after the other.

    Attributes
    ----------
    name : str
        The name of the job.
    directory : Path
        The directory of its log; it is made if it does not exist.
    stages : tuple of Stage
        The stages.
    """

    name: str
    directory: Path
    stages: tuple[Stage, ...]

    @property
    def next_stage(self) -> Stage | None:
        """The first stage that is not done; None if all are."""
        return next((stage for stage in self.stages if not stage.done.exists()), None)

    @property
    def last_words(self) -> str:
        """The last line of the log."""
        try:
            with (self.directory / LOG).open("rb") as stream:
                stream.seek(max(0, stream.seek(0, os.SEEK_END) - 1000))
                lines = stream.read().decode(errors="replace").split("\n")
        except FileNotFoundError:
            return ""
        return next((line.strip() for line in reversed(lines) if line.strip()), "")


@dataclass(frozen=True, slots=True)
class _Running:
    job: Job
    stage: Stage
    process: subprocess.Popen[bytes]
    since: float


def run_jobs(jobs: Sequence[Job], parallel: int, threads: int) -> bool:
    """Run the stages that are not done; return False if that was interrupted.

    If a job fails, the others still run.

    Parameters
    ----------
    jobs : sequence of Job
        The jobs.
    parallel : int
        How many processes to run at a time.
    threads : int
        How many CPU threads each process may use.

    Raises
    ------
    ExperimentError
        Some jobs failed; their logs say why.
    """
    waiting = deque(job for job in jobs if job.next_stage is not None)
    finished, failed = len(jobs) - len(waiting), list[Job]()
    if finished:
        _say(f"{finished} of {len(jobs)} trials were finished before")
    running: list[_Running] = []
    shown, told = time.monotonic(), False
    try:
        with Interruptions() as interruptions:
            while running or (waiting and not told):
                while waiting and len(running) < parallel and not told:
                    running.append(_started(waiting.popleft(), threads))
                time.sleep(_PAUSE)
                for one in [one for one in running if one.process.poll() is not None]:
                    running.remove(one)
                    if one.process.returncode == 0:
                        one.stage.done.touch()
                        if one.job.next_stage is not None:
                            waiting.appendleft(one.job)
                            continue
                        finished += 1
                        _say(f"{finished}/{len(jobs)} {one.job.name}: {one.job.last_words}")
                    elif not told:
                        failed.append(one.job)
                        _say(f"{one.job.name} failed: {one.job.last_words} (see {one.job.directory / LOG})")
                if interruptions.requested and not told:
                    told = True
                    _say("interrupted; waiting for trainings to save their state")
                    _signal(running, signal.SIGINT)
                if time.monotonic() - shown >= _SHOW_EVERY:
                    shown = time.monotonic()
                    for one in running:
                        minutes = (shown - one.since) / 60
                        _say(f"  {one.job.name}, {one.stage.name}, {minutes:.1f} min: {one.job.last_words}")
    finally:
        _end(running)
    if failed:
        raise ExperimentError(f"{plural(len(failed), 'trial')} failed: {', '.join(job.name for job in failed)}")
    return not told


def _started(job: Job, threads: int) -> _Running:
    """The next stage of a job, started or resumed."""
    stage = job.next_stage
    assert stage is not None, "only jobs with something to do wait"
    resumed = stage.state is not None and stage.state.exists()
    job.directory.mkdir(parents=True, exist_ok=True)
    root = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "OMP_NUM_THREADS": str(threads), "PYTHONPATH": path}
    with (job.directory / LOG).open("ab") as log:
        log.write(f"== {stage.name}{' goes on' if resumed else ''}\n".encode())
        log.flush()
        process = _process(stage.resumption if resumed else stage.command, log, environment)
    return _Running(job, stage, process, time.monotonic())


def _process(command: Sequence[str], log: IO[bytes], environment: dict[str, str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=subprocess.STDOUT,
        env=environment,
        start_new_session=True,
    )


def _signal(running: Sequence[_Running], number: signal.Signals) -> None:
    for one in running:
        if one.process.poll() is None:
            one.process.send_signal(number)


def _end(running: Sequence[_Running]) -> None:
    """End all processes, so that none is left after an error."""
    if not running:
        return
    _signal(running, signal.SIGTERM)
    end = time.monotonic() + _PATIENCE
    for one in running:
        try:
            one.process.wait(max(0.0, end - time.monotonic()))
        except subprocess.TimeoutExpired:
            one.process.kill()
            one.process.wait()


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()
