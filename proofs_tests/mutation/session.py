"""Tests in forks with limits, one for each mutant; ``run.py`` starts this in a copy of the checkout.

A fork of a process that has collected the tests already needs no time to start. Only mutants of what stands outside
functions have to collect them anew, as they take effect when modules are imported.
"""

from __future__ import annotations

import contextlib
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
from dataclasses import asdict, dataclass, field
from pathlib import Path

import conllu  # noqa: F401  # like the next, imported once, here, and not in each fork
import hypothesis.stateful  # noqa: F401  # as said
import pytest
from mutmut.mutation import trampoline

from proofs_tests.mutation import mutants

MEMORY = 6 << 30
"""Bytes of address space for each fork."""

OUTPUT, MEASURED, LOADED = Path("mutation-output"), Path("mutation-measured"), Path("mutation-loaded")
"""What the last fork printed, what the clean run measured, and which modules it loaded."""

PROJECT = ("bubbletree", "neural", "proofs_tests")


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


def limit(seconds: float) -> int:
    """CPU seconds for tests that need as many seconds without a change."""
    return int(4 + 3 * seconds)


@dataclass(slots=True)
class Measured:
    """What the clean run finds about a test, or about a fixture that several tests share."""

    seconds: float = 0.0
    reached: set[str] = field(default_factory=set)
    shared: set[str] = field(default_factory=set)


class Clean:
    """A plugin that writes down how long each test takes and which functions it reaches, as :data:`MEASURED`.

    What a shared fixture takes and reaches belongs to each test that uses it, as each may be the first one in a fork.
    """

    def __init__(self) -> None:
        self.current = Measured()
        self.fixtures: dict[str, Measured] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[object]) -> Iterator[None]:
        if fixturedef.scope == "function":
            return (yield)
        outer, self.current = self.current, Measured()
        begin = time.process_time()
        try:
            return (yield)
        finally:
            self.current.seconds = time.process_time() - begin
            outer.seconds -= self.current.seconds
            known = self.fixtures.setdefault(fixturedef.argname, Measured())
            known.seconds += self.current.seconds
            known.reached |= self.current.reached
            self.current = outer

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        tests: dict[str, Measured] = {}
        trampoline.record_trampoline_hit = lambda name, **_: self.current.reached.add(name)
        trampoline.set_mutant_under_test("stats")
        for item, following in successive(session.items):
            self.current = tests[item.nodeid] = Measured()
            forget()
            begin = time.process_time()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            self.current.seconds += time.process_time() - begin
            self.current.shared = self.fixtures.keys() & set(names_of_fixtures(item))
        MEASURED.write_text(json.dumps([_plain(tests), _plain(self.fixtures)]), encoding="utf-8")
        LOADED.write_text(json.dumps(sorted(sys.modules)), encoding="utf-8")
        return True


@dataclass(frozen=True, slots=True)
class Selection:
    """A plugin that puts the tests in order, by how long each took in the clean run, and says which to run.

    Attributes
    ----------
    tests, fixtures : dict of str to Measured
        What the clean run found.
    seconds : float
        No more tests are run for a mutant than fit into this time; 0 if all are.
    """

    tests: Mapping[str, Measured]
    fixtures: Mapping[str, Measured]
    seconds: float

    @classmethod
    def read(cls, seconds: float) -> Selection:
        """What the clean run wrote down."""
        tests, fixtures = json.loads(MEASURED.read_text(encoding="utf-8"))
        return cls(_measured(tests), _measured(fixtures), seconds)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: self.taken([item]) if item.nodeid in self.tests else 0.0)

    def taken(self, items: Sequence[pytest.Item]) -> float:
        """How long some tests take together."""
        shared = {name for item in items for name in self.tests[item.nodeid].shared}
        return sum(self.tests[item.nodeid].seconds for item in items) + sum(
            self.fixtures[name].seconds for name in shared
        )

    def reaching(self, function: str, items: Sequence[pytest.Item]) -> list[pytest.Item]:
        """The tests that reach a function, at least one, if there is any, and as many as there is time for."""
        found: list[pytest.Item] = []
        for item in items:
            test = self.tests[item.nodeid]
            if function in test.reached or any(function in self.fixtures[name].reached for name in test.shared):
                if found and self.seconds and self.taken([*found, item]) > self.seconds:
                    break
                found.append(item)
        return found


def _plain(found: Mapping[str, Measured]) -> dict[str, tuple[float, list[str], list[str]]]:
    return {name: (one.seconds, sorted(one.reached), sorted(one.shared)) for name, one in found.items()}


def _measured(plain: Mapping[str, tuple[float, list[str], list[str]]]) -> dict[str, Measured]:
    return {name: Measured(seconds, set(reached), set(shared)) for name, (seconds, reached, shared) in plain.items()}


class Functions:
    """A plugin that runs, for each mutant of a function, the tests that reach it, in a fork of the session."""

    def __init__(self, module: str, made: Sequence[mutants.Mutant], selection: Selection, out: Path) -> None:
        self.module = module
        self.made = made
        self.selection = selection
        self.out = out

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        gc.freeze()
        for mutant in self.made:
            name = f"{self.module}.{mutant.name}"
            items = self.selection.reaching(mutants.function(name), session.items)

            def noticed(name: str = name, items: Sequence[pytest.Item] = items) -> int:
                trampoline.set_mutant_under_test(name)
                for item, following in successive(items):
                    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                    if session.testsfailed:
                        return 1
                return 0

            status = fork(noticed, limit(self.selection.taken(items))) if items else 0
            write(self.out, Outcome(mutant.part, name, outcome(status) if items else "not reached", mutant.diff))
        return True


def forget() -> None:
    """Empty the caches of functions: otherwise only the first test that needs a value would reach what finds it."""
    for cached in gc.get_objects():
        # Not isinstance, which asks the objects themselves, and some of torch answer with a warning.
        if type(cached) is functools._lru_cache_wrapper and cached.__module__.startswith(PROJECT):
            cached.cache_clear()


def successive(items: Sequence[pytest.Item]) -> Iterator[tuple[pytest.Item, pytest.Item | None]]:
    """Each test with the one after it, for which pytest keeps the fixtures that they share."""
    return zip(items, [*items, None][1:], strict=True)


def names_of_fixtures(item: pytest.Item) -> Sequence[str]:
    """The fixtures that a test uses, also through others."""
    return item.fixturenames if isinstance(item, pytest.Function) else ()


def load() -> None:
    """Import what the tests imported from elsewhere while they ran, so that no fork has to."""
    for name in json.loads(LOADED.read_text(encoding="utf-8")):
        if not name.startswith(PROJECT):
            with contextlib.suppress(Exception):
                importlib.import_module(name)


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


def chosen(made: Sequence[mutants.Mutant], module: str, sample: int, out: Path) -> list[mutants.Mutant]:
    """The mutants to run: a sample of each part, unless it is 0, without those that already have a result."""
    done = {(result["part"], result["diff"]) for result in map(json.loads, out.read_text("utf-8").splitlines())}
    found: list[mutants.Mutant] = []
    for part in dict.fromkeys(mutant.part for mutant in made):
        of_part = [mutant for mutant in made if mutant.part == part]
        drawn = list(range(len(of_part)))
        if sample:
            # Of this order a larger sample takes more, and so it holds every smaller one.
            random.Random(module).shuffle(drawn)
            drawn = sorted(drawn[:sample])
        found.extend(of_part[number] for number in drawn)
    return [mutant for mutant in found if (mutant.part, mutant.diff) not in done]


def main(parts: str, module: str, out: str, sample: str, seconds: str, *options: str) -> None:
    """Run the mutants of some parts of a module (a path from here), all of them or a sample, and add them to `out`."""
    path = Path(module)
    source = path.read_text(encoding="utf-8")
    if module.startswith("neural/"):
        importlib.import_module("torch")  # once, as above
    dotted = module.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
    is_outside = parts == mutants.OUTSIDE
    made = mutants.outside(source) if is_outside else mutants.of_functions(source, parts.split(","))
    made = chosen(made, module, int(sample), Path(out))
    if not made:
        return
    clean_run(path, source if is_outside else made[0].code, options)
    # Two mutants may be of one size and written in one second, and so pass for each other if bytecode is kept.
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    sys.dont_write_bytecode = True
    load()
    selection = Selection.read(float(seconds))
    if not is_outside:
        plugins = [selection, Functions(dotted, made, selection, Path(out))]
        if fork(lambda: pytest.main([*options], plugins=plugins), 36000):
            raise CleanRunFailedError(OUTPUT.read_text(encoding="utf-8"))
        return
    gc.freeze()
    whole = sum(test.seconds for test in (*selection.tests.values(), *selection.fixtures.values()))
    for mutant in made:
        path.write_text(mutant.code, encoding="utf-8")
        status = fork(lambda: pytest.main(["-x", *options], plugins=[selection]), limit(whole) + 10)
        write(Path(out), Outcome(mutant.part, f"{dotted}.{mutant.name}", outcome(status), mutant.diff))


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except CleanRunFailedError as error:
        sys.exit(f"the tests fail without any change:\n{error}")
