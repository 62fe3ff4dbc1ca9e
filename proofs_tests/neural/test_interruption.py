"""Ctrl-C while the modules of a command are still being imported."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from proofs_tests.support.starts import interrupted


@pytest.mark.parametrize("name", ["train", "evaluate", "calibrate", "compact", "experiment", "benchmark"])
def test_ctrl_c_ends_a_command_quietly_while_pytorch_is_imported(name: str, tmp_path: Path) -> None:
    done = interrupted(tmp_path, sys.executable, "-m", f"neural.{name}", module="torch")
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")


def test_ctrl_c_ends_parse_quietly_while_it_is_imported(tmp_path: Path) -> None:
    done = interrupted(tmp_path, sys.executable, "-m", "neural.parse", "-")
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")


def test_ctrl_c_is_an_exception_while_another_program_imports_a_command(tmp_path: Path) -> None:
    done = interrupted(tmp_path, sys.executable, "-c", "import neural.train", module="torch")
    assert done.stdout == "swallowed KeyboardInterrupt\n"
