"""Parsers side by side, each in a process of its own, with `Ray <https://docs.ray.io>`_.

On one machine, Ray is started for the job. Where ``RAY_ADDRESS`` names a cluster, the job runs there; all its machines
need the output folder and the model under the same names.

A worker gets its next shards while it parses, two at a time, so what waits in memory does not grow with the input. If
a worker dies, Ray starts another one, which parses the shard again. A file replaces an earlier one as a whole, so no
sentence is lost and none is doubled. A shard that cannot be parsed is not tried again, and does not stop the others.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import chain
from typing import Protocol, cast

from bubbletree import BubbletreeError
from bubbletree.cli.guard import UsageError
from neural.corpus.parsing import Done, Settings, parse_shard
from neural.corpus.shards import Shard
from neural.models.parser import Parser

ADDRESS = "RAY_ADDRESS"
"""The environment variable that names a cluster, as for all programs that use Ray."""

AHEAD = 2
"""How many shards a worker has: one that it parses, and the next one."""

RETRIES = 3
"""How often a shard is tried again whose worker has died."""

STDERR = 2
"""The descriptor of standard error."""

STORE = 256 * 2**20
"""Bytes of memory for what is sent to workers, where Ray is started for the job."""


_COLOUR = re.compile("\x1b\\[[0-9;]*m")
"""What Ray puts into its messages."""


class WorkerError(BubbletreeError):
    """A worker could not begin, or what it made could not be written.

    Attributes
    ----------
    shard : str
        The name of the shard; empty if the worker could not begin.
    """

    def __init__(self, shard: str, reason: str) -> None:
        super().__init__(f"{shard}: {reason}" if shard else reason)
        self.shard = shard


@dataclass(frozen=True, slots=True)
class Failed:
    """A shard that could not be parsed.

    Attributes
    ----------
    shard : str
        Its name.
    source : str
        Its file.
    reason : str
        Why, in words.
    """

    shard: str
    source: str
    reason: str


class Worker:
    """A process with a parser."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._loaded: Parser | None = None

    def begin(self) -> str | None:
        """Load the parser. Return why that is not possible; None if it is."""
        try:
            self._parser()
        except (BubbletreeError, OSError) as error:
            return str(error)
        return None

    def parse(self, shard: Shard) -> Done | Failed | str:
        """Parse a shard, or say why that is not possible: with this shard, or, as text, with any."""
        try:
            return parse_shard(self._parser(), shard, self._settings)
        except OSError as error:  # such as a disk that is full
            return str(error)
        except BubbletreeError as error:
            return Failed(shard.name, shard.source, str(error))
        except Exception as error:  # Ray would wrap it, and an error in one shard concerns no other
            return Failed(shard.name, shard.source, f"{type(error).__name__}: {error}")

    def _parser(self) -> Parser:
        if self._loaded is None:  # also after a worker has died and was started again
            self._loaded = self._settings.parser()
            if self._settings.device == "cpu":
                import torch

                torch.set_num_threads(1)  # a worker has one core
        return self._loaded


class RemoteWorker(Worker):
    """The same in a process of Ray."""

    def __init__(self, settings: Settings) -> None:
        # Ctrl-C reaches all processes of a terminal; the first one ends the others.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        super().__init__(settings)


# The parts of Ray that are used; its own types do not say what a remote class is.


class _Method(Protocol):
    def remote(self, *arguments: object) -> object: ...


class _RemoteWorker(Protocol):
    begin: _Method
    parse: _Method


class _Class(Protocol):
    def options(self, **options: object) -> _Class: ...
    def remote(self, settings: Settings) -> _RemoteWorker: ...


class _Ray(Protocol):
    def init(self, **options: object) -> object: ...
    def shutdown(self) -> None: ...
    def remote(self, made: type) -> _Class: ...
    def get(self, reference: object) -> object: ...
    def wait(self, references: list[object], *, num_returns: int) -> tuple[list[object], list[object]]: ...


def uses_ray(count: int) -> bool:
    """Whether so many workers are processes of Ray: a single one is this process, unless there is a cluster."""
    return count > 1 or ADDRESS in os.environ


def parsed(shards: Iterable[Shard], settings: Settings, count: int) -> Generator[Done | Failed]:
    """Parse shards and write their files; yield each as soon as it is done, or has failed.

    Parameters
    ----------
    shards : iterable of Shard
        The shards.
    settings : Settings
        How they are parsed.
    count : int
        How many workers there are (:func:`uses_ray`).

    Raises
    ------
    UsageError
        Ray is not installed.
    WorkerError
        Ray does not start, the model cannot be loaded, a file cannot be written, or no worker can begin.
    """
    waiting = iter(shards)
    first = next(waiting, None)
    if first is None:  # all is done: there is no need to start anything
        return
    shards = chain([first], waiting)
    if not uses_ray(count):
        yield from _alone(shards, settings)
        return
    if find_spec("ray") is None:
        raise UsageError("several workers need Ray: pip install '.[ray]'")
    import ray
    from ray.exceptions import RayError

    client = cast(_Ray, ray)
    options: dict[str, object] = {"log_to_driver": False, "logging_level": "ERROR"}
    if ADDRESS not in os.environ:
        own = {"address": "local", "num_cpus": count, "object_store_memory": STORE, "include_dashboard": False}
        options |= own
    try:
        try:
            client.init(**options)
        except Exception as error:  # Ray has no class for these: they may be RuntimeError, ConnectionError, ValueError
            raise WorkerError("", f"Ray does not start: {_first_line(error)}") from None
        yield from _shared(client, RayError, shards, settings, count)
    finally:
        with _quiet():  # Ray's own threads complain of tasks that are not over, straight to the terminal
            client.shutdown()


@contextmanager
def _quiet() -> Iterator[None]:
    """Nothing is written to standard error, not even by code that is not Python."""
    sys.stderr.flush()
    kept = os.dup(STDERR)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, STDERR)
    try:
        yield
    finally:
        os.dup2(kept, STDERR)
        os.close(kept)
        os.close(nowhere)


def _alone(shards: Iterable[Shard], settings: Settings) -> Iterator[Done | Failed]:
    worker = Worker(settings)
    if problem := worker.begin():
        raise WorkerError("", problem)
    for shard in shards:
        yield _checked(worker.parse(shard), shard.name)


def _shared(
    client: _Ray, died: type[Exception], shards: Iterable[Shard], settings: Settings, count: int
) -> Iterator[Done | Failed]:
    gpus = 0 if settings.device == "cpu" else 1
    remote = client.remote(RemoteWorker)
    made = remote.options(num_cpus=1, num_gpus=gpus, max_restarts=-1, max_task_retries=RETRIES)
    workers = [made.remote(settings) for _ in range(count)]
    # Only workers that have begun get shards: a cluster may have no room for all of them yet.
    beginning = {worker.begin.remote(): worker for worker in workers}
    running: dict[object, tuple[_RemoteWorker, Shard]] = {}
    load: Counter[int] = Counter()
    waiting = iter(shards)
    is_over = False
    while running or not is_over:
        ready, _ = client.wait([*beginning, *running], num_returns=1)
        reference = ready[0]
        try:
            result = client.get(reference)
        except died as error:
            reason = f"the worker died {RETRIES + 1} times: {_first_line(error)}"
            if reference in beginning:
                raise WorkerError("", reason) from None
            shard = running[reference][1]
            result = Failed(shard.name, shard.source, reason)
        if reference in beginning:
            worker = beginning.pop(reference)
            if isinstance(result, str):
                raise WorkerError("", result)
        else:
            worker, shard = running.pop(reference)
            load[id(worker)] -= 1
            yield _checked(result, shard.name)
        while not is_over and load[id(worker)] < AHEAD:
            following = next(waiting, None)
            if following is None:
                is_over = True
            else:
                running[worker.parse.remote(following)] = worker, following
                load[id(worker)] += 1


def _checked(result: object, name: str) -> Done | Failed:
    if isinstance(result, Done | Failed):
        return result
    raise WorkerError(name, str(result))


def _first_line(error: Exception) -> str:
    return (_COLOUR.sub("", str(error)).strip() or type(error).__name__).splitlines()[0]
