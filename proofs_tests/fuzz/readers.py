"""The readers of the core: valid files to begin with, what to put into them, and what must not happen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from bubbletree import BubbleTree
from bubbletree.constituency import genia_coordinations, penn_coordinations
from bubbletree.errors import FormatError
from bubbletree.grammar import generate
from bubbletree.io import (
    BadSentence,
    format_brackets,
    format_conllu,
    format_json,
    format_jsonl,
    iter_genia,
    iter_penn,
    read_brackets,
    read_conllu,
    read_coord,
    read_json,
    read_jsonl,
    read_sentences,
    read_spans,
    scan_brackets,
    scan_conllu,
    scan_json,
    scan_jsonl,
    scan_penn,
    scan_sentences,
)
from bubbletree.io.brat import format_brat, iter_brat, scan_brat
from bubbletree.io.json import iter_marked_json, scan_marked_json
from bubbletree.io.scan import Scanned
from bubbletree.io.tokens import format_tokens, iter_tokens, scan_tokens
from bubbletree.io.tsv import HEADER, format_tsv, read_tsv, scan_tsv
from bubbletree.marked import MarkedSentence, marked, problem
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

MARKED = [marked(tree).named(f"a{number}") for number, tree in enumerate(TREES)]
DOCUMENT, ANNOTATIONS = format_brat(MARKED)
PENN = ROOT / "proofs_tests" / "data" / "penn"
ARTICLE = (
    b"<?xml version='1.0'?>\n<!DOCTYPE a>\n<a><PMID>7</PMID>\n<sentence id='S1'><cons cat='NP' syn='COOD'>"
    b"<tok cat='NN'>tea</tok> <tok cat='CC'>or</tok> <cons cat='NP'><tok cat='NN'>milk &amp; x</tok></cons></cons>\n"
    b"</sentence></a>\n"
)
VALID |= {
    "mrg": b"".join((PENN / "mini.mrg").read_bytes().splitlines(keepends=True)[:24]),
    "xml": ARTICLE,
    "spans": (PENN / "mini.spans").read_bytes(),
    "tsv": (HEADER + "".join(map(format_tsv, MARKED))).encode(),
    "tokens": "".join(format_tokens(one.sentence) for one in MARKED).encode(),
    "marked": VALID["json"],
    "ann": ANNOTATIONS.encode(),
    "txt": DOCUMENT.encode(),
}


def beside(path: Path) -> Path:
    """A document of brat, made of one file of any content and a valid one."""
    other, content = (".txt", DOCUMENT) if path.suffix == ".ann" else (".ann", ANNOTATIONS)
    path.with_suffix(other).write_text(content, encoding="utf-8")
    return path


def scan_given(path: Path) -> Iterator[Scanned[Any]]:
    return scan_brat(beside(path), [one.sentence for one in MARKED])


READERS: dict[str, tuple[Callable[[Path], object], ...]] = {
    "conllu": (read_conllu, lambda path: read_conllu(path, well_formed=False), read_sentences),
    "brackets": (read_brackets,),
    "json": (read_json,),
    "jsonl": (read_jsonl,),
    "coord": (read_coord,),
    "mrg": (lambda path: [(penn_coordinations(one), genia_coordinations(one)) for one in iter_penn(path)],),
    "xml": (lambda path: [(genia_coordinations(one), one.sentence()) for one in iter_genia(path)],),
    "spans": (read_spans,),
    "tsv": (read_tsv,),
    "tokens": (lambda path: list(iter_tokens(path)),),
    "marked": (lambda path: list(iter_marked_json(path)),),
    "ann": (lambda path: list(iter_brat(beside(path))),),
    "txt": (lambda path: list(iter_brat(beside(path))),),
}
SCANNERS: dict[str, tuple[Callable[[Path], Iterator[Scanned[Any]]], ...]] = {
    "conllu": (scan_conllu, lambda path: scan_conllu(path, well_formed=False), scan_sentences),
    "brackets": (scan_brackets,),
    "json": (scan_json,),
    "jsonl": (scan_jsonl,),
    "coord": (),
    "mrg": (scan_penn,),
    "xml": (),
    "spans": (),
    "tsv": (scan_tsv,),
    "tokens": (scan_tokens,),
    "marked": (scan_marked_json,),
    "ann": (lambda path: scan_brat(beside(path)), scan_given),
    "txt": (lambda path: scan_brat(beside(path)), scan_given),
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
    *(b"T1", b"E1", b"A1", b"Conjunct ", b"Coordination:", b" Separator:", b"1..2", b";0 3", b"\x0b", b"\xc2\x85"),
)


def check(form: str, path: Path) -> None:
    """Raise whatever escapes a reader beside FormatError, also when what was read is looked at."""
    for read in READERS[form]:
        with suppress(FormatError):
            read(path)
    for scan in SCANNERS[form]:
        for one in scan(path):
            if isinstance(one, BadSentence):
                assert one.line > 0
                # A tree that is not valid has up to 20 lines of reasons; what stands in the file is never shown whole.
                assert len(one.reason.partition("\n")[0]) < 1_000
                assert len(one.reason) < 20_000
            elif isinstance(one.value, BubbleTree):
                validate(one.value)
                format_jsonl(one.value)
            elif isinstance(one.value, MarkedSentence):
                assert all(problem(given, len(one.value.words)) is None for given in one.value.coordinations)
