"""Where results come from."""

from __future__ import annotations

from pathlib import Path

import pytest

import bubbletree
from neural.experiment.provenance import digests, machine, versions


def test_data_are_known_by_their_sha_256(tmp_path: Path) -> None:
    path = tmp_path / "tea.txt"
    path.write_bytes(b"abc")
    # The example of the standard, FIPS 180-4.
    digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert digests([str(path), str(path)]) == {str(path): digest}
    with pytest.raises(FileNotFoundError):
        digests([str(tmp_path / "none")])


def test_a_gpu_is_named_only_if_it_computes() -> None:
    assert versions()["bubbletree"] == bubbletree.__version__
    assert set(machine("cpu")) == {"system", "cpu", "cores"}
