"""Ctrl-C while the modules of the command are still being imported."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from proofs_tests.support.starts import interrupted


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
