"""Build the machine-checked proof, and check that it has no holes.

    python -m proofs_tests.coq.check [--out FOLDER] [--coqchk]

compiles the Coq files beside this one, in a folder of their own, together with the vectors that
compare them with the Python code and the published ones; prints on which assumptions each theorem
rests; and fails unless

* every statement of ``Statements.v`` is proved, in ``Theorems.v``, as it stands there;
* no theorem rests on an axiom or on a proof left out;
* Coq computes for every vector what Python says, or what is published.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path

from proofs_tests.coq import vectors
from proofs_tests.vectors import layout

SOURCES = Path(__file__).resolve().parent
LIBRARY = "Bubble"
ADVICE = "coqc was not found: install Coq 8.16 or later (Debian and Ubuntu: apt-get install coq)"

DEFINITIONS = ("Definitions", "Oracle")
STATEMENTS = ("Statements",)
HOLES = re.compile(
    r"\b(Admitted|admit|Axioms?|Parameters?|Conjecture|bypass_check|Unset\s+(?:Guard|Positivity|Universe)\w*)\b"
)
COMMENT = re.compile(r"\(\*.*?\*\)", re.DOTALL)
STATEMENT = re.compile(r"^Definition (\w+) : Prop :=", re.MULTILINE)
CLOSED = "Closed under the global context"


class ProofError(Exception):
    """The proof does not build, or has a hole."""


def coqc(folder: Path, name: str) -> str:
    """Compile one file of a folder and return what Coq prints.

    Raises
    ------
    ProofError
        Coq refuses the file; the message is Coq's.
    """
    command = ["coqc", "-q", "-Q", ".", LIBRARY, f"{name}.v"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ProofError(f"{name}.v: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


def requirements(folder: Path, names: Sequence[str]) -> dict[str, frozenset[str]]:
    """Which of the files each of them imports."""
    pattern = re.compile(rf"^From {LIBRARY} Require Import ([^.]*)\.", re.MULTILINE)
    imports = {name: pattern.search((folder / f"{name}.v").read_text("utf-8")) for name in names}
    return {name: frozenset(found[1].split() if found else ()) & set(names) for name, found in imports.items()}


def compile_all(folder: Path, needed: Mapping[str, frozenset[str]], jobs: int) -> dict[str, str]:
    """Compile files in an order that respects what they import; returns what each printed."""
    printed: dict[str, str] = {}
    running: dict[Future[str], str] = {}
    waiting = dict(needed)
    with ThreadPoolExecutor(jobs) as pool:
        while waiting or running:
            for name in [name for name, imports in waiting.items() if imports <= printed.keys()]:
                running[pool.submit(coqc, folder, name)] = name
                del waiting[name]
            if not running:
                raise ProofError(f"the files import each other in a circle: {', '.join(sorted(waiting))}")
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                printed[running.pop(future)] = future.result()
    return printed


def copy_sources(folder: Path) -> list[str]:
    """Copy the Coq files into a folder; returns their names."""
    names = sorted(path.stem for path in SOURCES.glob("*.v"))
    for name in names:
        shutil.copyfile(SOURCES / f"{name}.v", folder / f"{name}.v")
    return names


def statements() -> list[str]:
    """The names of all that is claimed."""
    return STATEMENT.findall((SOURCES / "Statements.v").read_text("utf-8"))


def assumptions_file(claims: Sequence[str]) -> str:
    """A Coq file that checks that each claim is proved as stated, and prints what each proof rests on."""
    checks = "\n".join(f"Check ({claim}_holds : {claim}).\nPrint Assumptions {claim}_holds." for claim in claims)
    return f"From {LIBRARY} Require Import Statements Theorems.\n\n{checks}\n"


def find_holes(folder: Path, names: Sequence[str]) -> list[str]:
    """The words in the files, comments aside, that leave a proof out or take something for granted."""
    return [
        f"{name}.v: {hole}"
        for name in names
        for hole in HOLES.findall(COMMENT.sub("", (folder / f"{name}.v").read_text("utf-8")))
    ]


def report_assumptions(claims: Sequence[str], printed: str) -> str:
    """One line for each claim: what its proof rests on.

    Raises
    ------
    ProofError
        A proof rests on something.
    """
    reports = re.split(r"^\w+_holds\s*: \w+\s*$", printed, flags=re.MULTILINE)[1:]
    reports = [re.sub(r"^\s*:.*$", "", report, flags=re.MULTILINE).strip() for report in reports]
    if len(reports) != len(claims):
        raise ProofError(f"Coq reports on {len(reports)} theorems, not on {len(claims)}:\n{printed}")
    lines = [f"{claim}_holds: {report}" for claim, report in zip(claims, reports, strict=True)]
    if any(report != CLOSED for report in reports):
        raise ProofError("a theorem rests on an assumption:\n" + "\n".join(lines))
    return "\n".join(lines)


def count_lines(folder: Path, names: Sequence[str]) -> int:
    """The lines of Coq in some files, comments and blank lines aside."""
    texts = (COMMENT.sub("", (folder / f"{name}.v").read_text("utf-8")) for name in names)
    return sum(bool(line.strip()) for text in texts for line in text.splitlines())


def published_counts(published: layout.Vectors) -> str:
    """How many of the published vectors Coq is asked about."""
    results = sum(1 for _ in vectors.changes(published))
    return (
        f"{len(published['trees'])} structures, {len(published['derivations'])} derivations, "
        f"{len(published['refusals'])} refusals, {len(published['counts'])} counts, {results} redistributions"
    )


def build(folder: Path, jobs: int = 2) -> str:
    """Build and check everything in a folder; returns a report.

    Raises
    ------
    ProofError
        Something does not hold.
    """
    started = time.monotonic()
    names = copy_sources(folder)
    if holes := find_holes(folder, names):
        raise ProofError("not everything is proved: " + "; ".join(holes))
    claims = statements()
    (folder / "Vectors.v").write_text(vectors.standard_file(), "utf-8")
    published = layout.load()
    (folder / "Published.v").write_text(vectors.published_file(published), "utf-8")
    (folder / "Assumptions.v").write_text(assumptions_file(claims), "utf-8")
    printed = compile_all(folder, requirements(folder, [*names, "Vectors", "Published", "Assumptions"]), jobs)
    assumptions = report_assumptions(claims, printed["Assumptions"])
    proofs = [name for name in names if name not in (*DEFINITIONS, *STATEMENTS)]
    trees, derivations = len(vectors.standard_trees()), len(vectors.standard_derivations())
    lines = [count_lines(folder, group) for group in (DEFINITIONS, STATEMENTS, proofs)]
    return "\n".join(
        (
            assumptions,
            f"{len(claims)} statements, all proved, none with an assumption",
            f"Coq and Python agree on {trees} structures, {derivations} derivations and {vectors.COUNTS} counts",
            f"and with the published vectors: {published_counts(published)}",
            f"lines: {lines[0]} of definitions, {lines[1]} of statements, {lines[2]} of proofs and checkers",
            f"time: {time.monotonic() - started:.0f} s",
        )
    )


def recheck(folder: Path) -> str:
    """Have the compiled theorems checked once more, by Coq's independent checker."""
    command = ["coqchk", "-silent", "-o", "-Q", ".", LIBRARY, f"{LIBRARY}.Theorems"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ProofError(f"coqchk: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout.strip()


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m proofs_tests.coq.check", description=__doc__.partition("\n")[0])
    parser.add_argument("--out", type=Path, help="build in this folder and keep it (default: a temporary one)")
    parser.add_argument("--jobs", type=int, default=2, help="how many files to compile at a time")
    parser.add_argument("--coqchk", action="store_true", help="check the result with Coq's independent checker too")
    options = parser.parse_args(arguments)
    if shutil.which("coqc") is None:
        print(ADVICE, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as temporary:
        folder: Path = options.out or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        try:
            print(build(folder, options.jobs))
            if options.coqchk:
                print(recheck(folder))
        except ProofError as error:
            print(f"proof: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
