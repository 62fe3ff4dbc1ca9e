"""The command line as tests call it, and small inputs for it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from bubbletree.cli import main
from proofs_tests.support.examples import FIGURE_1, FIGURE_1_IN_BRACKETS
from proofs_tests.support.paths import ROOT

MENU, TREE = FIGURE_1_IN_BRACKETS, FIGURE_1
CROSSING = {
    "words": ["a", "b", "c"],
    "contents": [[0], [1], [2], [3]],
    "arcs": [[0, "root", 2], [1, "x", 3], [2, "y", 1]],
}
TWO_HEADS = {
    "words": ["hot", "tea"],
    "contents": [[0], [1], [2]],
    "arcs": [[0, "root", 2], [0, "root", 1], [2, "x", 1]],
}


def ud(sent_id: str, *rows: tuple[str, int, str]) -> str:
    """A sentence in CoNLL-U, of words with their heads and relations."""
    lines = [f"# sent_id = {sent_id}"]
    for number, (word, head, label) in enumerate(rows, start=1):
        lines.append("\t".join([str(number), word, "_", "_", "_", "_", str(head), label, "_", "_"]))
    return "\n".join(lines) + "\n\n"


TEA_OR_COFFEE = ud("drinks", ("tea", 0, "root"), ("or", 3, "cc"), ("coffee", 1, "conj"))
PLAIN_DRINKS = ud("drinks", ("tea", 0, "root"), ("or", 3, "x"), ("coffee", 1, "y"))
"""The same words in UD that has no coordination."""
COORD_OF_DRINKS = "".join(f"drinks\t1\t{part}\tNP\n" for part in ("*\t1\t3", "1\t1\t1", "2\t3\t3"))
"""Its coordination, as a ``.coord`` file."""
CYCLE = ud("cycle", ("a", 2, "x"), ("b", 1, "y"))


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "bubbletree", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "0", "LC_ALL": "C"},
    )


def output(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    """What the command prints to standard output; its exit status is compared."""
    assert main(arguments) == status
    return capsys.readouterr().out
