"""Ctrl-C while the modules of the command are still being imported."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from proofs_tests.support.paths import ROOT

PRESSED = """\
import os, signal, time
try:
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(1)
    print("not interrupted", flush=True)
except BaseException as error:
    print("swallowed", type(error).__name__, flush=True)
raise SystemExit(0)
"""
"""A module that is interrupted while it is imported, and does not let anything through."""


def interrupted(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command, with Ctrl-C pressed while its modules are imported."""
    (folder / "conllu.py").write_text(PRESSED)
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), str(ROOT)))},
    )


@pytest.mark.parametrize(
    "command",
    [["-m", "bubbletree"], ["-c", "from bubbletree.__main__ import main; main()"]],
    ids=["module", "script"],
)
def test_ctrl_c_ends_the_command_quietly_while_it_is_imported(command: list[str], tmp_path: Path) -> None:
    done = interrupted(tmp_path, sys.executable, *command, "validate", "-")
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")


def test_a_command_that_ignores_ctrl_c_goes_on_ignoring_it(tmp_path: Path) -> None:
    shell = 'trap "" INT; exec "$0" -m bubbletree validate -'
    done = interrupted(tmp_path, "sh", "-c", shell, sys.executable)
    assert (done.returncode, done.stdout) == (0, "not interrupted\n")


def test_ctrl_c_is_an_exception_while_another_program_imports_the_library(tmp_path: Path) -> None:
    done = interrupted(tmp_path, sys.executable, "-c", "import bubbletree; bubbletree.parse_conllu")
    assert done.stdout == "swallowed KeyboardInterrupt\n"
