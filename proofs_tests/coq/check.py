"""Build the machine-checked proof, and check that it has no holes.

    python -m proofs_tests.coq.check [--out FOLDER] [--coqchk]

compiles the Coq files beside this one, in a folder of their own, together with the vectors that
compare them with the Python code and the published ones; prints on which assumptions each theorem
rests; and fails unless

* every statement of ``Statements.v`` is proved, in ``Theorems.v``, as it stands there;
* no theorem rests on an axiom or on a proof left out;
* Coq computes for every vector what Python says, or what is published;
* with ``--coqchk``: Coq's independent checker has checked all of these proofs, and says the same of them.
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

from proofs_tests.coq import programs, vectors
from proofs_tests.vectors import layout

SOURCES = Path(__file__).resolve().parent
LIBRARY = "Bubble"
ADVICE = "coqc was not found: install Coq 8.16 or later (Debian and Ubuntu: apt-get install coq)"

DEFINITIONS = ("Definitions", "Oracle", "Program")
STATEMENTS = ("Statements",)
EXECUTABLE = (*DEFINITIONS, "Checker", "Bridge")
"""The files that vectors need: definitions and the functions that decide them, without the theorems."""

HOLES = re.compile(
    r"\b(Admitted|admit|Axioms?|Parameters?|Conjecture|bypass_check|Unset\s+(?:Guard|Positivity|Universe)\w*)\b"
)
COMMENT = re.compile(r"\(\*.*?\*\)", re.DOTALL)
STATEMENT = re.compile(r"^Definition (\w+) : Prop :=", re.MULTILINE)
CLOSED = "Closed under the global context"
CHECKED = "Modules were successfully checked"
TAKEN = re.compile(r"^\* ([^:]*):\s*(.*?)\s*(?=^\*|\Z)", re.MULTILINE | re.DOTALL)
"""What ``coqchk`` reports: a kind of thing that may be taken for granted, and what is."""


class ProofError(Exception):
    """The proof does not build, or has a hole."""


def coqc(folder: Path, name: str) -> str:
    """Compile one file of a folder and return what Coq prints.

    Raises
    ------
    ProofError
        Coq refuses the file; the message is Coq's.
    """
    command = ["coqc", "-q", "-w", "+masking-absolute-name", "-Q", ".", LIBRARY, f"{name}.v"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ProofError(f"{name}.v: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


def requirements(folder: Path, names: Sequence[str]) -> dict[str, frozenset[str]]:
    """Which of the files each of them imports."""
    pattern = re.compile(rf"^From {LIBRARY} Require (?:Import )?([^.]*)\.", re.MULTILINE)
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


def compile_executable(folder: Path) -> Path:
    """Compile what vectors need, from the sources in a folder."""
    compile_all(folder, requirements(folder, EXECUTABLE), jobs=2)
    return folder


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
    """A Coq file that checks that each claim is proved as stated, and prints what each proof rests on.

    Names are qualified: a definition elsewhere that has the name of a statement does not stand for it.
    """
    checks = "\n".join(
        f"Definition proof_of_{claim} : {LIBRARY}.Statements.{claim} := {LIBRARY}.Theorems.{claim}_holds.\n"
        f"Check proof_of_{claim}.\nPrint Assumptions proof_of_{claim}."
        for claim in claims
    )
    return f"From {LIBRARY} Require Statements Theorems.\n\n{checks}\n"


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
    reports = re.findall(r"^proof_of_(\w+)\s*:[^\n]*\n(.*?)(?=^proof_of_|\Z)", printed, re.MULTILINE | re.DOTALL)
    if [claim for claim, _ in reports] != list(claims):
        raise ProofError(f"Coq does not report on each of {len(claims)} theorems:\n{printed}")
    lines = [f"{claim}: {report.strip()}" for claim, report in reports]
    if any(report.strip() != CLOSED for _, report in reports):
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
    (folder / "Programs.v").write_text(programs.standard_file(), "utf-8")
    published = layout.load()
    (folder / "Published.v").write_text(vectors.published_file(published), "utf-8")
    (folder / "Assumptions.v").write_text(assumptions_file(claims), "utf-8")
    printed = compile_all(
        folder, requirements(folder, [*names, "Vectors", "Programs", "Published", "Assumptions"]), jobs
    )
    assumptions = report_assumptions(claims, printed["Assumptions"])
    proofs = [name for name in names if name not in (*DEFINITIONS, *STATEMENTS)]
    trees, derivations = len(vectors.standard_trees()), len(vectors.standard_derivations())
    lines = [count_lines(folder, group) for group in (DEFINITIONS, STATEMENTS, proofs)]
    return "\n".join(
        (
            assumptions,
            f"{len(claims)} statements, all proved, none with an assumption",
            f"Coq and Python agree on {trees} structures, {derivations} derivations and {vectors.COUNTS} counts",
            f"and on {len(programs.standard_programs())} programs, with {len(programs.OPTIONS)} sets of options",
            f"and with the published vectors: {published_counts(published)}",
            f"lines: {lines[0]} of definitions, {lines[1]} of statements, {lines[2]} of proofs and checkers",
            f"time: {time.monotonic() - started:.0f} s",
        )
    )


def report_recheck(claims: Sequence[str], printed: str) -> str:
    """What ``coqchk`` has said, on one line.

    Raises
    ------
    ProofError
        It has not checked a proof, or has found something taken for granted.
    """
    unchecked = [claim for claim in claims if f"checking cst:{LIBRARY}.Assumptions.proof_of_{claim}\n" not in printed]
    if unchecked or CHECKED not in printed:
        raise ProofError(f"coqchk has not come to its end, or has left out: {', '.join(unchecked) or 'nothing'}")
    _, _, summary = printed.partition("CONTEXT SUMMARY")
    taken = dict(TAKEN.findall(summary))
    if taken.pop("Theory", None) != "Set is predicative" or not taken or set(taken.values()) != {"<none>"}:
        raise ProofError(f"coqchk finds something taken for granted:{summary}")
    return f"coqchk has checked {len(claims)} theorems again; taken for granted: " + ", ".join(
        f"no {kind.lower()}" for kind in taken
    )


def recheck(folder: Path, claims: Sequence[str]) -> str:
    """Have the compiled theorems checked once more, by Coq's independent checker.

    Raises
    ------
    ProofError
        The checker refuses them, or finds something taken for granted.
    """
    command = ["coqchk", "-o", "-Q", ".", LIBRARY, f"{LIBRARY}.Assumptions"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ProofError(f"coqchk: {done.stderr.strip() or done.stdout.strip()}")
    return report_recheck(claims, done.stdout + done.stderr)


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
                print(recheck(folder, statements()))
        except ProofError as error:
            print(f"proof: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
