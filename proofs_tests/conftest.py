"""What all tests share: Hypothesis profiles and the place of the treebanks."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import Phase, settings

from proofs_tests.support.paths import ROOT

# Before torch is imported: threads that spin while they wait slow tests down where other work is going on.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

# What a shell runs in its background is deaf to Ctrl-C, and so would be the commands that tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# The default run is the same every time; `HYPOTHESIS_PROFILE=thorough` looks further, for new examples.
settings.register_profile("default", deadline=None, derandomize=True, max_examples=100)
settings.register_profile("thorough", deadline=None, max_examples=2_000)
# For mutation testing: a failure is all that is asked for, so no time is spent on making it small.
settings.register_profile(
    "mutation", deadline=None, derandomize=True, max_examples=25, phases=(Phase.explicit, Phase.generate)
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.fixture(scope="session")
def treebanks() -> Path:
    """The folder of the treebanks; the test is skipped where there is none."""
    folder = Path(os.environ.get("BUBBLETREE_DATA") or ROOT.parent / "shared" / "data")
    if not folder.is_dir():
        pytest.skip(f"no treebanks in {folder}: set BUBBLETREE_DATA to their folder")
    return folder
