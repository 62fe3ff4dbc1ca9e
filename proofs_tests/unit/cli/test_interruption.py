"""Ctrl-C while the modules of a command are still being imported."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from bubbletree._interruption import is_command
from proofs_tests.support.paths import ROOT

PRESSED = """\
import os, signal, time
try:
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(10)
except BaseException as error:
    print("swallowed", type(error).__name__, flush=True)
"""
"""A module that is interrupted while it is imported, and does not let anything through."""


def interrupted(module: str, folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run Python, with Ctrl-C pressed while a module is imported."""
    (folder / f"{module}.py").write_text(PRESSED)
    return subprocess.run(
        [sys.executable, *command],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), str(ROOT)))},
    )


@pytest.mark.parametrize(
    ("module", "command"),
    [
        ("conllu", ["-m", "bubbletree", "validate", "-"]),
        ("conllu", ["-W", "error", "-mbubbletree", "-m"]),
        ("conllu", ["-m", "neural.train", "--help"]),
        ("torch", ["-m", "bubbletree", "parse", "-"]),
        ("torch", ["-m", "neural.parse", "-"]),
        ("torch", ["-m", "neural.experiment", "compare"]),
    ],
)
def test_ctrl_c_ends_a_command_quietly_while_it_is_imported(module: str, command: list[str], tmp_path: Path) -> None:
    if module == "torch" and find_spec("torch") is None:
        pytest.skip("needs the extra neural")
    done = interrupted(module, tmp_path, *command)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_ctrl_c_ends_the_installed_script_quietly_while_it_is_imported(tmp_path: Path) -> None:
    script = tmp_path / "bubbletree"
    script.write_text("import sys\nfrom bubbletree.cli import main\nsys.exit(main())\n")
    done = interrupted("conllu", tmp_path, str(script), "validate", "-")
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.parametrize("command", [["-c", "import bubbletree"], ["-c", "import bubbletree", "-m", "bubbletree"]])
def test_ctrl_c_is_an_exception_while_another_program_imports_the_library(command: list[str], tmp_path: Path) -> None:
    done = interrupted("conllu", tmp_path, *command)
    assert done.stdout == "swallowed KeyboardInterrupt\n"


def test_commands_are_known_by_how_python_was_started() -> None:
    assert is_command(["python", "-X", "dev", "-m", "neural.parse", "-"], ["-m", "-"])
    assert is_command(["python", "/usr/bin/bubbletree"], ["/usr/bin/bubbletree"])
    assert not is_command(["python", "-m", "pytest", "bubbletree"], ["-m", "bubbletree"])
    assert not is_command(["python", "-m", "neuralgia"], ["-m"])
    assert not is_command(["python", "bubbletree.py"], ["bubbletree.py"])
    assert not is_command(["python"], [""])
    assert not is_command([], [])
    assert not is_command(["embedded"], ["-m", "bubbletree"])
