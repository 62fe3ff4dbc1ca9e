"""Whatever a file holds, readers say what is wrong with it by FormatError alone, and go on behind it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bubbletree import BubbleTree, Sentence
from bubbletree.errors import FormatError
from bubbletree.grammar import generate
from bubbletree.io import (
    BadSentence,
    format_brackets,
    format_conllu,
    format_json,
    format_jsonl,
    read_brackets,
    read_conllu,
    read_coord,
    read_json,
    read_jsonl,
    read_sentences,
    scan_brackets,
    scan_conllu,
    scan_json,
    scan_jsonl,
    scan_sentences,
)
from bubbletree.io.scan import Scanned
from bubbletree.validation import validate
from proofs_tests.support.paths import ROOT

CORPUS = ROOT / "proofs_tests" / "data" / "corpus"
"""Files that once escaped a reader by another error; the first part of a name says which reader."""

TREES = list(generate(4, seed=8))
COORD = "S\t1\t*\t1\t3\tNP-COOD\nS\t1\t1\t1\t1\tNP-COOD\n# S\t1\t2\t2\t2\tNP-COOD\nS\t1\t3\t3\t3\tNP-COOD\n\n"

VALID = {
    "conllu": "".join(map(format_conllu, TREES)).encode(),
    "brackets": "".join(f"# sent_id = a\n{format_brackets(tree)}\n\n" for tree in TREES).encode(),
    "json": "".join(f"{format_json(tree)}\n" for tree in TREES).encode(),
    "jsonl": "".join(
        format_jsonl(tree).removesuffix("}") + f', "offsets": {[[n, n + 1] for n in range(len(tree.words))]}}}\n'
        for tree in TREES
    ).encode(),
    "coord": COORD.encode(),
}

READERS: dict[str, tuple[Callable[[Path], object], ...]] = {
    "conllu": (read_conllu, lambda path: read_conllu(path, well_formed=False), read_sentences),
    "brackets": (read_brackets,),
    "json": (read_json,),
    "jsonl": (read_jsonl,),
    "coord": (read_coord,),
}
SCANNERS: dict[str, tuple[Callable[[Path], Iterator[Scanned[BubbleTree]] | Iterator[Scanned[Sentence]]], ...]] = {
    "conllu": (scan_conllu, lambda path: scan_conllu(path, well_formed=False), scan_sentences),
    "brackets": (scan_brackets,),
    "json": (scan_json,),
    "jsonl": (scan_jsonl,),
    "coord": (),
}

MARKS = (
    *(
        b"\n",
        b"\n\n",
        b"\t",
        b" ",
        b"#",
        b"# bubbles = ",
        b"# bubble_arcs = ",
        b"|",
        b":",
        b"-",
        b",",
        b".",
        b"B1",
        b"_",
    ),
    *(b"(", b")", b"[", b"]", b"=", b"/", b'"', b"\\", b"{", b"}", b"null", b"true", b"1e999", b"-1", b"NaN", b"\xff"),
    *(b"\xef\xbb\xbf", b"\r", b"\0", "\u2028\u00a0\u0661".encode(), b"\\ud800", b"9" * 5000, b"0" * 30 + b"1"),
    *(b"[" * 3000, b"(" * 3000, b"TokenRange=" + b"7" * 5000 + b":1"),
)
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


def check(form: str, path: Path) -> None:
    """Raise whatever escapes a reader beside FormatError, also when what was read is looked at."""
    for read in READERS[form]:
        with suppress(FormatError):
            read(path)
    for scan in SCANNERS[form]:
        for one in scan(path):
            if isinstance(one, BadSentence):
                assert one.line > 0
                assert len(one.reason) < 1_000
            elif isinstance(one.value, BubbleTree):
                validate(one.value)
                format_jsonl(one.value)


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
