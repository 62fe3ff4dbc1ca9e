"""Whatever a file holds, readers say what is wrong with it by FormatError alone, and go on behind it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from proofs_tests.fuzz.readers import CORPUS, MARKS, READERS, VALID, check

PIECES = st.sampled_from(MARKS)


@st.composite
def mutated(draw: st.DrawFn, form: str) -> bytes:
    """A valid file in which a few places were overwritten, cut out, repeated or filled."""
    data = VALID[form]
    for _ in range(draw(st.integers(1, 4))):
        # Half of the time at a number or a mark, where most of the format is.
        marks = [match.start() for match in re.finditer(rb"\d+|[^\w\s]|\t|\n", data)] or [0]
        start = draw(st.sampled_from(marks) | st.integers(0, len(data)))
        stop = min(len(data), start + draw(st.integers(0, 12)))
        kind = draw(st.sampled_from(["put", "cut", "repeat", "move"]))
        if kind == "put":
            data = data[:start] + draw(PIECES | st.binary(max_size=4)) + data[stop:]
        elif kind == "cut":
            data = data[:start] + data[stop:]
        elif kind == "repeat":
            data = data[:stop] + data[start:stop] * draw(st.integers(1, 3)) + data[stop:]
        else:
            place = draw(st.integers(0, len(data)))
            data = data[:place] + data[start:stop] + data[place:]
    return data


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
    @given(mutated(form))
    def run(data: bytes) -> None:
        path.write_bytes(data)
        check(form, path)

    run()


@pytest.mark.parametrize("path", sorted(CORPUS.iterdir()), ids=lambda path: path.name)
def test_what_once_escaped_does_so_no_more(path: Path) -> None:
    check(path.suffix.removeprefix("."), path)
