"""Running the stages of many trials as processes side by side.

Files say which stages are done, so the same call continues where an earlier one was interrupted.  Each process is in a
session of its own and does not receive Ctrl-C from the terminal.  This process passes it on, once, so that trainings
save their state.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from bubbletree.cli.guard import tell
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
    runner = _Runner(jobs, threads)
    try:
        with Interruptions() as interruptions:
            while runner.has_work:
                runner.start(parallel)
                time.sleep(_PAUSE)
                runner.collect()
                if interruptions.requested:
                    runner.interrupt()
                runner.show()
    finally:
        runner.end()
    if runner.failed:
        names = ", ".join(job.name for job in runner.failed)
        raise ExperimentError(f"{plural(len(runner.failed), 'trial')} failed: {names}")
    return not runner.interrupted


class _Runner:
    """Jobs that wait, run, are finished, or have failed.

    Attributes
    ----------
    failed : list of Job
        The jobs that have failed.
    interrupted : bool
        Whether :meth:`interrupt` was called.
    """

    def __init__(self, jobs: Sequence[Job], threads: int) -> None:
        self.failed: list[Job] = []
        self.interrupted = False
        self._threads = threads
        self._count = len(jobs)
        self._waiting = deque(job for job in jobs if job.next_stage is not None)
        self._running: list[_Running] = []
        self._finished = self._count - len(self._waiting)
        self._shown = time.monotonic()
        if self._finished:
            tell(f"{self._finished} of {self._count} trials were finished before")

    @property
    def has_work(self) -> bool:
        """Whether processes are running or jobs are waiting; after an interruption, those that wait do not count."""
        return bool(self._running or (self._waiting and not self.interrupted))

    def start(self, parallel: int) -> None:
        """Start waiting jobs until as many processes run as may."""
        while self._waiting and len(self._running) < parallel and not self.interrupted:
            self._running.append(_started(self._waiting.popleft(), self._threads))

    def collect(self) -> None:
        """Find out which processes have ended, and how."""
        for one in [one for one in self._running if one.process.poll() is not None]:
            self._running.remove(one)
            job = one.job
            if one.process.returncode != 0:
                # Processes that were interrupted have not failed.
                if not self.interrupted:
                    self.failed.append(job)
                    tell(f"{job.name} failed: {job.last_words} (see {job.directory / LOG})")
                continue
            one.stage.done.touch()
            if job.next_stage is not None:
                self._waiting.appendleft(job)
            else:
                self._finished += 1
                tell(f"{self._finished}/{self._count} {job.name}: {job.last_words}")

    def interrupt(self) -> None:
        """Pass Ctrl-C on to all processes, once."""
        if not self.interrupted:
            self.interrupted = True
            tell("interrupted; waiting for trainings to save their state")
            self._signal(signal.SIGINT)

    def show(self) -> None:
        """Display what is running, every :data:`_SHOW_EVERY` seconds."""
        now = time.monotonic()
        if now - self._shown >= _SHOW_EVERY:
            self._shown = now
            for one in self._running:
                tell(f"  {one.job.name}, {one.stage.name}, {(now - one.since) / 60:.1f} min: {one.job.last_words}")

    def end(self) -> None:
        """End all processes, so that none is left after an error."""
        self._signal(signal.SIGTERM)
        end = time.monotonic() + _PATIENCE
        for one in self._running:
            try:
                one.process.wait(max(0.0, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                one.process.kill()
                one.process.wait()

    def _signal(self, number: signal.Signals) -> None:
        for one in self._running:
            if one.process.poll() is None:
                one.process.send_signal(number)


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
