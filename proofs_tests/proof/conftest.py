"""What Coq needs to compare its definitions with the code, compiled once."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from proofs_tests.coq import check


@pytest.fixture(scope="session")
def definitions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the definitions, compiled."""
    if shutil.which("coqc") is None:
        pytest.skip(check.ADVICE)
    folder = tmp_path_factory.mktemp("coq")
    check.copy_sources(folder)
    return check.compile_executable(folder)
