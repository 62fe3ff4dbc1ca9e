"""Mutation testing: do the tests notice when one thing in a module is changed?

    python -m proofs_tests.mutation.run [--part PART] [--sample N] [--seconds N] [--out FILE] MODULE TESTS [OPTIONS]

for instance with ``bubbletree/static_oracle.py proofs_tests/unit/test_static_oracle.py``. All that follows the module
goes to pytest. The tests run in a copy of the checkout: first without any change, and then once for each mutant, in a
fork with limits on time and memory, the fastest of those that reach it first, until one fails. What no test notices is
printed.

This needs mutmut (``pip install "mutmut>=3.8"``), which nothing else does, and a system with fork. What came of it:
docs/theory/mutants.md.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from proofs_tests.support.paths import ROOT

PARTS = ("functions", "outside", "structure")
PACKAGES = ("bubbletree", "neural")
COPIED = ("bubbletree", "neural", "proofs_tests", "docs", "*.toml", "*.md", "*.ini", "*.txt", "*.cff", "LICENSE")
OPTIONS = "-q -s --tb=no --assert=plain -p no:cacheprovider -p no:faulthandler --basetemp=mutation-temporary"
FAST = {"HYPOTHESIS_PROFILE": "mutation", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
"""Fewer random cases, and no plugins of pytest, which the tests do not need and each fork would load."""
NO_COMPILER = """\
def njit(**options):
    return lambda function: function

prange = range
"""
"""What stands in for numba: compiled functions are run as they are, in Python, and so can be mutated."""
AS_ROOT = ROOT / "bubbletree" / "io" / "atomic.py"
"""What its mutants write is not always what they should, and as root it may be a device such as /dev/null."""


def refusal(path: Path) -> str | None:
    """Why a module cannot be mutated here, if so."""
    if not importlib.util.find_spec("mutmut"):
        return 'mutmut is not installed: pip install "mutmut>=3.8"'
    if not path.is_file() or not any(path.is_relative_to(ROOT / package) for package in PACKAGES):
        return f"{path} is no module of {' or '.join(PACKAGES)}"
    if path == AS_ROOT and os.geteuid() == 0:
        return f"{path}: not as root, where a mutant can replace a device by a file"
    return None


def copy(folder: Path) -> None:
    """Copy what the tests need of the checkout."""
    for pattern in COPIED:
        for path in ROOT.glob(pattern):
            if path.is_dir():
                shutil.copytree(path, folder / path.name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy2(path, folder)
    (folder / "numba.py").write_text(NO_COMPILER, encoding="utf-8")
    # mutmut wants to be told what to mutate before it makes a mutant of anything.
    (folder / "setup.cfg").write_text(f"[mutmut]\nsource_paths = {' '.join(PACKAGES)}\n", encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit status is 0 if all mutants were noticed, 1 if not, and 2 if they could not be run."""
    parser = argparse.ArgumentParser(
        prog="python -m proofs_tests.mutation.run", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument(
        "--part",
        choices=PARTS,
        action="append",
        help="what mutmut changes in functions; what it changes outside them; in functions, neighbouring arguments "
        "and indices that are swapped, and statements that are left out; may be repeated (default: all three)",
    )
    parser.add_argument("--sample", type=int, metavar="N", help="of each part at most N, drawn by a fixed seed")
    parser.add_argument(
        "--seconds",
        type=float,
        metavar="N",
        help="for a mutant of a function only the fastest tests that together take at most N seconds (default: all)",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="write one line of JSON for each mutant; those noticed according to FILE are not run again",
    )
    parser.add_argument("module", help="the module, as a path from the root of the checkout")
    parser.add_argument("tests", nargs=argparse.REMAINDER, help="its tests, and other arguments for pytest")
    given = parser.parse_args(arguments)
    path = (ROOT / given.module).resolve()
    if not given.tests:
        parser.error("by which tests?")
    if reason := refusal(path):
        parser.error(reason)
    module = path.relative_to(ROOT).as_posix()
    with tempfile.TemporaryDirectory(prefix="mutation-") as folder:
        copy(Path(folder))
        out = given.out.resolve() if given.out else Path(folder, "outcomes.jsonl")
        keep_noticed(out)
        environment = {**FAST, **os.environ}
        parts = given.part or PARTS
        # Mutants of functions stand in one file, and need one run without a change.
        of_functions = ",".join(part for part in PARTS if part in parts and part != "outside")
        for together in (of_functions, "outside" if "outside" in parts else ""):
            if together:
                shutil.copy2(path, Path(folder, module))
                program = [sys.executable, "-m", "proofs_tests.mutation.session"]
                numbers = [str(given.sample or 0), str(given.seconds or 0)]
                command = [*program, together, module, str(out), *numbers, *OPTIONS.split(), *given.tests]
                if subprocess.run(command, cwd=folder, env=environment, check=False).returncode:
                    return 2
        results = read(out)
    left = [result for result in results if result["outcome"].startswith("not ")]
    for result in left:
        print(f"{result['name']}: {result['outcome']}\n{result['diff']}\n")
    for part in dict.fromkeys(result["part"] for result in results):
        outcomes = Counter(result["outcome"] for result in results if result["part"] == part)
        listed = ", ".join(f"{number} {what}" for what, number in sorted(outcomes.items()))
        print(f"{module}, {part}: {outcomes.total()} mutants: {listed}")
    return 1 if left else 0


def read(out: Path) -> list[dict[str, str]]:
    """The results in a file."""
    return [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]


def keep_noticed(out: Path) -> None:
    """Remove from the results, if there are any, those that a run with more tests might change."""
    kept = [result for result in read(out) if not result["outcome"].startswith("not ")] if out.exists() else []
    out.write_text("".join(json.dumps(result) + "\n" for result in kept), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
