"""The completion of shells and the manual page are those of the command line."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from proofs_tests.support.manual import FILES, manual, named, whole, written
from proofs_tests.support.paths import ROOT

PAGE = "docs/reference/bubbletree.1"


@pytest.mark.parametrize("name", FILES)
def test_files_are_what_would_be_written(name: str) -> None:
    """If not: python -m proofs_tests.support.manual."""
    assert written(name) == FILES[name]()


def test_the_manual_has_a_section_for_each_command_with_its_options() -> None:
    page = manual()
    for name in named(whole()):
        assert f".SH BUBBLETREE {name.upper()}\n" in page
    assert "\\fB\\-\\-confidence\\fR" in page


@pytest.mark.skipif(shutil.which("groff") is None, reason="there is no groff")
def test_the_manual_is_set_without_a_warning() -> None:
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww", str(ROOT / PAGE)], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
