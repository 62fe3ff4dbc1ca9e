"""The command that fuzzes runs, for each reader; what it finds in a longer run is in docs/theory/fuzzing.md."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from proofs_tests.support.paths import ROOT

FORMS = ["brackets", "conllu", "coord", "json", "jsonl", "mrg", "spans", "xml"]
if importlib.util.find_spec("torch"):
    FORMS.append("text")


@pytest.mark.skipif(not importlib.util.find_spec("atheris"), reason="atheris is not installed")
@pytest.mark.parametrize("form", FORMS)
def test_a_few_files_that_change_let_nothing_but_format_errors_out(form: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "proofs_tests.fuzz.run", form, "--runs", "50", "--failures", str(tmp_path)]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    done = subprocess.run(command, cwd=ROOT, env=environment, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "Done 50 runs" in done.stderr
