"""Tests in forks with limits, one for each mutant; ``run.py`` starts this in a copy of the checkout.

A fork of a process that has collected the tests already needs no time to start. Only mutants of what stands outside
functions have to collect them anew, as they take effect when modules are imported.
"""

from __future__ import annotations

import functools
import gc
import importlib
import json
import os
import random
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import conllu  # noqa: F401  # like the next, imported once, here, and not in each fork
import hypothesis.stateful  # noqa: F401  # as said
import pytest
from mutmut.mutation import trampoline

from proofs_tests.mutation import mutants

MEMORY = 6 << 30
"""Bytes of address space for each fork."""

OUTPUT, SECONDS = Path("mutation-output"), Path("mutation-seconds")
"""What the last fork printed, and what the clean run measured."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a mutant: ``noticed``, ``loop``, ``not noticed``, or ``not reached`` by any test."""

    part: str
    name: str
    outcome: str
    diff: str


class CleanRunFailedError(Exception):
    """The tests fail without any change."""


def fork(task: Callable[[], int], seconds: int) -> int:
    """Run a task in a fork, in `seconds` of CPU time or four times as long; its exit status, or minus the signal."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    status = 1
    try:
        output = os.open(OUTPUT, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(output, 1)
        os.dup2(output, 2)
        for number in (signal.SIGXCPU, signal.SIGALRM):
            signal.signal(number, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 2))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.alarm(4 * seconds)
        status = task()
    except BaseException:  # it must never go on as if it were the process that it is a copy of
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def outcome(status: int) -> str:
    """What an exit status means: a mutant that a signal ended ran into a loop, or out of time or memory."""
    if status < 0:
        return "loop"
    return "noticed" if status else "not noticed"


def limit(seconds: Sequence[float]) -> int:
    """CPU seconds for tests that need as many seconds without a change."""
    return int(4 + 3 * sum(seconds))


class FastestFirst:
    """A plugin of pytest that puts the tests in order, by how long each took in the clean run."""

    def __init__(self, seconds: Mapping[str, float]) -> None:
        self.seconds = seconds

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: self.seconds.get(item.nodeid, 0.0))


class Clean:
    """A plugin that writes down how long each test takes and which functions it reaches, as :data:`SECONDS`."""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        measured: dict[str, tuple[float, list[str]]] = {}
        reached: set[str] = set()
        trampoline.record_trampoline_hit = lambda name, **_: reached.add(name)
        trampoline.set_mutant_under_test("stats")
        for item, following in successive(session.items):
            reached.clear()
            forget()
            begin = time.process_time()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            measured[item.nodeid] = (time.process_time() - begin, sorted(reached))
        SECONDS.write_text(json.dumps(measured), encoding="utf-8")
        return True


class Functions:
    """A plugin that runs, for each mutant of a function, the tests that reach it, in a fork of the session."""

    def __init__(self, part: str, module: str, made: Sequence[mutants.Mutant], out: Path) -> None:
        self.part = part
        self.module = module
        self.made = made
        self.out = out
        self.seconds, self.reached = measured()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        gc.freeze()
        for mutant in self.made:
            name = f"{self.module}.{mutant.name}"
            items = [item for item in session.items if mutants.function(name) in self.reached[item.nodeid]]

            def noticed(name: str = name, items: Sequence[pytest.Item] = items) -> int:
                trampoline.set_mutant_under_test(name)
                for item, following in successive(items):
                    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                    if session.testsfailed:
                        return 1
                return 0

            status = fork(noticed, limit([self.seconds[item.nodeid] for item in items])) if items else 0
            write(self.out, Outcome(self.part, name, outcome(status) if items else "not reached", mutant.diff))
        return True


def forget() -> None:
    """Empty the caches of functions: otherwise only the first test that needs a value would reach what finds it."""
    for cached in gc.get_objects():
        # Not isinstance, which asks the objects themselves, and some of torch answer with a warning.
        if type(cached) is functools._lru_cache_wrapper and cached.__module__.startswith(("bubbletree", "neural")):
            cached.cache_clear()


def successive(items: Sequence[pytest.Item]) -> Iterator[tuple[pytest.Item, pytest.Item | None]]:
    """Each test with the one after it, for which pytest keeps the fixtures that they share."""
    return zip(items, [*items, None][1:], strict=True)


def measured() -> tuple[dict[str, float], dict[str, set[str]]]:
    """For each test, what the clean run found: its seconds, and the functions that it reaches."""
    found = json.loads(SECONDS.read_text(encoding="utf-8"))
    seconds = {test: float(taken) for test, (taken, _) in found.items()}
    return seconds, {test: set(names) for test, (_, names) in found.items()}


def write(out: Path, result: Outcome) -> None:
    """Add a line to the results."""
    with out.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(asdict(result)) + "\n")


def clean_run(path: Path, code: str, options: Sequence[str]) -> None:
    """Run the tests without any change, and leave no bytecode of the module that is changed next.

    Raises
    ------
    CleanRunFailedError
        A test fails, or there is none; the message is what pytest printed.
    """
    path.write_text(code, encoding="utf-8")
    if fork(lambda: pytest.main([*options], plugins=[Clean()]), 3600):
        raise CleanRunFailedError(OUTPUT.read_text(encoding="utf-8"))
    for old in (path.parent / "__pycache__").glob(f"{path.stem}.*"):
        old.unlink()


def chosen(made: Sequence[mutants.Mutant], part: str, module: str, sample: int, out: Path) -> list[mutants.Mutant]:
    """The mutants to run: a sample, unless it is 0, without those that already have a result."""
    drawn = list(range(len(made)))
    if sample:
        # Of this order a larger sample takes more, and so it holds every smaller one.
        random.Random(module).shuffle(drawn)
        drawn = sorted(drawn[:sample])
    done = {(result["part"], result["diff"]) for result in map(json.loads, out.read_text("utf-8").splitlines())}
    return [made[number] for number in drawn if (part, made[number].diff) not in done]


def main(part: str, module: str, out: str, sample: str, *options: str) -> None:
    """Run the mutants of one part of a module (a path from here), all of them or a sample, and add them to `out`."""
    path = Path(module)
    source = path.read_text(encoding="utf-8")
    if module.startswith("neural/"):
        importlib.import_module("torch")  # once, as above
    dotted = module.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
    match part:
        case "outside":
            made = mutants.outside(source)
        case "structure":
            made = mutants.of_functions(source, mutants.STRUCTURE)
        case _:
            made = mutants.of_functions(source)
    made = chosen(made, part, module, int(sample), Path(out))
    if not made:
        return
    clean_run(path, source if part == "outside" else made[0].code, options)
    # Two mutants may be of one size and written in one second, and so pass for each other if bytecode is kept.
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    sys.dont_write_bytecode = True
    seconds, _ = measured()
    order = FastestFirst(seconds)
    if part != "outside":
        if fork(lambda: pytest.main([*options], plugins=[order, Functions(part, dotted, made, Path(out))]), 36000):
            raise CleanRunFailedError(OUTPUT.read_text(encoding="utf-8"))
        return
    gc.freeze()
    for mutant in made:
        path.write_text(mutant.code, encoding="utf-8")
        status = fork(lambda: pytest.main(["-x", *options], plugins=[order]), limit([*seconds.values()]) + 10)
        write(Path(out), Outcome(part, f"{dotted}.{mutant.name}", outcome(status), mutant.diff))


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except CleanRunFailedError as error:
        sys.exit(f"the tests fail without any change:\n{error}")
