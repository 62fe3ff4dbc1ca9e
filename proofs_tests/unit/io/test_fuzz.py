"""Whatever a file holds, readers say what is wrong with it by FormatError alone, and go on behind it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from proofs_tests.fuzz.mutated import mutated
from proofs_tests.fuzz.readers import CORPUS, MARKS, READERS, VALID, check


@pytest.mark.parametrize("form", sorted(VALID))
def test_valid_files_are_read(form: str, tmp_path: Path) -> None:
    path = tmp_path / f"x.{form}"
    path.write_bytes(VALID[form])
    for read in READERS[form]:
        read(path)


@pytest.mark.parametrize("form", sorted(VALID))
def test_only_format_errors_escape_from_mutated_files(form: str, tmp_path: Path) -> None:
    path = tmp_path / f"x.{form}"

    @settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
    @given(mutated(VALID[form], MARKS))
    def run(data: bytes) -> None:
        path.write_bytes(data)
        check(form, path)

    run()


@pytest.mark.parametrize("path", sorted(CORPUS.iterdir()), ids=lambda path: path.name)
def test_what_once_escaped_does_so_no_more(path: Path) -> None:
    check(path.suffix.removeprefix("."), path)
