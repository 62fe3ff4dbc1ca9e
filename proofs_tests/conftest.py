"""What all tests share: Hypothesis profiles and the place of the treebanks."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent

# Before torch is imported: threads that spin while they wait slow tests down where other work is going on.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

# The default run is the same every time; `HYPOTHESIS_PROFILE=thorough` looks further, for new examples.
settings.register_profile("default", deadline=None, derandomize=True, max_examples=100)
settings.register_profile("thorough", deadline=None, max_examples=2_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.fixture(scope="session")
def treebanks() -> Path:
    """The folder of the treebanks; the test is skipped where there is none."""
    folder = Path(os.environ.get("BUBBLETREE_DATA") or ROOT.parent / "shared" / "data")
    if not folder.is_dir():
        pytest.skip(f"no treebanks in {folder}: set BUBBLETREE_DATA to their folder")
    return folder
