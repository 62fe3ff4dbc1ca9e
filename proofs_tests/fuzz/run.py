"""Fuzzing: files that change until they reach code that no file has reached, for each reader.

    python -m proofs_tests.fuzz.run FORM [--seconds N] [--runs N] [--seed N] [--failures FOLDER]

FORM is ``conllu``, ``brackets``, ``coord``, ``json``, ``jsonl``, ``tsv``, ``tokens``, ``ann`` (brat), ``mrg`` (Penn
Treebank), ``xml`` (GENIA), ``spans`` or ``text``. It begins with valid files and with what once escaped a reader
(proofs_tests/data/corpus). It ends with a traceback if anything but FormatError escapes; the file that did it is in
FOLDER, and belongs into the corpus.

This needs atheris (``pip install atheris``), which nothing else does. What came of it: docs/theory/fuzzing.md.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import atheris

CORE = ("ann", "brackets", "conllu", "coord", "json", "jsonl", "mrg", "spans", "tokens", "tsv", "xml")
TEXT = "text"

with atheris.instrument_imports(include=["bubbletree", "neural.data", "conllu"]):
    from proofs_tests.fuzz import readers


def target(form: str) -> tuple[Callable[[Path], None], bytes, Sequence[bytes]]:
    """What must not fail for any file, a valid file, and pieces to put into it."""
    if form != TEXT:
        return partial(readers.check, form), readers.VALID[form], readers.MARKS
    with atheris.instrument_imports(include=["neural.data"]):
        from proofs_tests.fuzz import plain_text  # only text needs the libraries of neural

    return plain_text.check, plain_text.VALID, plain_text.MARKS


def quoted(piece: bytes) -> str:
    """A piece as an entry of libFuzzer's dictionary."""
    return '"' + "".join(f"\\x{byte:02x}" for byte in piece) + '"'


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; libFuzzer ends the process, with the exit status 0 if nothing was found."""
    parser = argparse.ArgumentParser(prog="python -m proofs_tests.fuzz.run", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("form", choices=[*CORE, TEXT], help="the reader")
    parser.add_argument("--seconds", type=int, default=60, help="the time it takes (default: 60)")
    parser.add_argument("--runs", type=int, default=-1, help="the number of files (default: as many as there is time)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the random changes")
    parser.add_argument("--failures", type=Path, default=Path(), help="where the file goes that made a reader fail")
    given = parser.parse_args(arguments)
    check, valid, marks = target(given.form)
    folder = Path(tempfile.mkdtemp(prefix="fuzz-"))
    seeds = folder / "seeds"
    seeds.mkdir()
    (seeds / "valid").write_bytes(valid)
    for path in readers.CORPUS.glob(f"*.{given.form}"):
        (seeds / path.name).write_bytes(path.read_bytes())
    dictionary = folder / "dictionary"
    # Longer entries are not taken; what is long stands in the corpus.
    dictionary.write_text("".join(f"{quoted(mark)}\n" for mark in marks if len(mark) <= 64), encoding="ascii")
    changed = folder / f"x.{given.form}"

    def one(data: bytes) -> None:
        changed.write_bytes(data)
        check(changed)

    options = [
        f"-max_total_time={given.seconds}",
        f"-runs={given.runs}",
        f"-seed={given.seed}",
        f"-dict={dictionary}",
        f"-artifact_prefix={given.failures}/",
        "-max_len=8192",
        "-timeout=20",
        "-rss_limit_mb=4096",
        "-print_final_stats=1",
    ]
    atheris.Setup([sys.argv[0], *options, str(seeds)], one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
