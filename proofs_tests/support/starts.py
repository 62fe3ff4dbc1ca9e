"""Ctrl-C at the start of a command, as tests press it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

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


def interrupted(folder: Path, *command: str, module: str = "conllu") -> subprocess.CompletedProcess[str]:
    """Run a command, with Ctrl-C pressed when it imports a module, while the others are still to come."""
    (folder / f"{module}.py").write_text(PRESSED)
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), str(ROOT)))},
    )
