"""Files of text, cut into shards: parts of some ten thousand words, each of which is parsed by itself.

A cut never goes through a sentence of CoNLL-U, a paragraph of text, a line of ``--from lines`` or a document. The same
files give the same shards. Of one file, no more than a shard is held in memory.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from bubbletree import FormatError
from bubbletree.cli.guard import UsageError
from bubbletree.io import BadSentence
from bubbletree.io.lines import decoded_lines, raw_lines
from neural.cli.request import BY_SUFFIX, SURROGATE, Form, form_by_name, recognised

DOCUMENTS = (".jsonl", ".ndjson", ".json", ".parquet")
"""The endings of files with a document in each line or row: its text, and perhaps its id."""

WORDS = 50_000
"""About how many words a shard has, unless the command line says otherwise."""

PARQUET = ".parquet"

TEXT, ID = "text", "id"
"""The fields or columns of a document."""

ROWS = 256
"""How many rows of a Parquet file to read at a time."""


class Document(NamedTuple):
    """A text with an id.

    Attributes
    ----------
    id : str
        Its id; the number of its line or row, counting from 1, if it has none.
    text : str
        Running text.
    """

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Shard:
    """A part of a file.

    Attributes
    ----------
    source : str
        The file.
    name : str
        The name of the shard: that of the file in its folder, and the number of the shard.
    number : int
        The number of the shard in its file, counting from 1.
    form : Form or None
        What its lines are; None if it has documents.
    lines : tuple of bytes
        Its lines, if it has lines.
    documents : tuple of Document
        Its documents, if it has documents.
    bad : tuple of BadSentence
        Documents that cannot be read.
    lines_before, characters_before, sentences_before : int
        What comes before it in its file. Sentences are counted in CoNLL-U only.
    """

    source: str
    name: str
    number: int
    form: Form | None
    lines: tuple[bytes, ...] = ()
    documents: tuple[Document, ...] = ()
    bad: tuple[BadSentence, ...] = ()
    lines_before: int = 0
    characters_before: int = 0
    sentences_before: int = 0

    @property
    def digest(self) -> str:
        """The SHA-256 of what is in it."""
        found = hashlib.sha256(f"{self.form}\n".encode())
        for line in chain(self.lines, (repr(one).encode("utf-8", "replace") for one in (*self.documents, *self.bad))):
            found.update(len(line).to_bytes(8, "big") + line)
        return found.hexdigest()


def inputs(arguments: Sequence[str], form: Form | None = None, output: Path | None = None) -> dict[str, Path]:
    """The files to parse by their names in the output, in order; a folder stands for all files in it that can be read.

    Parameters
    ----------
    arguments : sequence of str
        Files and folders.
    form : Form or None
        What the files are; None if their names tell or, where they do not, their first lines.
    output : Path or None
        Where the output goes. If that is inside one of the folders, an earlier run may have left files there, which are
        not parsed.

    Raises
    ------
    UsageError
        There is no such file or folder, a folder has no such files, two files would have the same name, or the name of
        a file says that it can be read only if a form is given.
    """
    found: dict[str, Path] = {}
    for argument in arguments:
        path = Path(argument)
        if path.is_dir():
            files = [file for file in sorted(path.rglob("*")) if file.suffix.lower() in {*BY_SUFFIX, *DOCUMENTS}]
            files = [file for file in files if file.is_file() and not _is_inside(file, output)]
            named = {file.relative_to(path).as_posix(): file for file in files}
        elif path.exists():
            if form is None and path.suffix.lower() not in DOCUMENTS:
                form_by_name(path)  # files whose names say that they are not text are refused before any work is done
            named = {path.name: path}
        else:
            raise UsageError(f"{argument}: there is no such file or folder")
        if not named:
            endings = ", ".join((*BY_SUFFIX, *DOCUMENTS))
            raise UsageError(f"{argument}: no file in this folder has a name that ends in {endings}")
        if taken := sorted(named.keys() & found.keys()):
            raise UsageError(f"{named[taken[0]]} and {found[taken[0]]} would have the same name in the output")
        found |= named
    return found


def _is_inside(file: Path, folder: Path | None) -> bool:
    return folder is not None and file.resolve().is_relative_to(folder.resolve())


def cut(name: str, path: Path, words: int, form: Form | None = None) -> Iterator[Shard]:
    """The shards of a file.

    Parameters
    ----------
    name : str
        The name of the file in the output.
    path : Path
        The file.
    words : int
        About how many words a shard has: it ends where it has as many.
    form : Form or None
        What the file is; None if its name tells or, where it does not, its first lines.

    Raises
    ------
    FormatError, OSError
        The file cannot be read.
    UsageError
        It is a Parquet file, and no library for it is installed.
    """
    if form is None and path.suffix.lower() in DOCUMENTS:
        return _of_documents(name, path, words)
    return _of_lines(name, path, words, form)


def _shard(path: Path, name: str, number: int, form: Form | None) -> Shard:
    return Shard(str(path), f"{name}.{number:06}", number, form)


def _of_lines(name: str, path: Path, words: int, form: Form | None) -> Iterator[Shard]:
    lines = raw_lines(path)
    if form is None:
        form = form_by_name(path)
    if form is None:
        form, lines = recognised(lines)
    number = before = characters = sentences = 0
    held: list[bytes] = []
    size = 0
    for unit in _units(map(_as_bytes, lines), form):
        held += unit
        size += _size(unit, form)
        if size >= words:
            number += 1
            yield _part(path, name, number, form, held, before, characters, sentences)
            before, characters = before + len(held), characters + _characters(held)
            sentences += _sentences(held) if form is Form.CONLLU else 0
            held, size = [], 0
    if size:
        yield _part(path, name, number + 1, form, held, before, characters, sentences)


def _part(
    path: Path, name: str, number: int, form: Form, lines: Iterable[bytes], before: int, characters: int, sentences: int
) -> Shard:
    plain = _shard(path, name, number, form)
    return Shard(plain.source, plain.name, number, form, tuple(lines), (), (), before, characters, sentences)


def _as_bytes(line: str | bytes) -> bytes:
    return line if isinstance(line, bytes) else line.encode()


def _units(lines: Iterable[bytes], form: Form) -> Iterator[list[bytes]]:
    """The lines that belong together: one, or those up to a blank one."""
    unit: list[bytes] = []
    for line in lines:
        unit.append(line)
        if form in (Form.LINES, Form.TOKENS) or not line.strip():
            yield unit
            unit = []
    if unit:
        yield unit


def _size(unit: Iterable[bytes], form: Form) -> int:
    if form is Form.CONLLU:
        return sum(1 for line in unit if line[:1].isdigit())
    return sum(len(line.split()) for line in unit)


def _characters(lines: Iterable[bytes]) -> int:
    return sum(len(line.decode("utf-8", "replace")) for line in lines)


def _sentences(lines: Iterable[bytes]) -> int:
    """How many blocks of lines there are."""
    found, inside = 0, False
    for line in lines:
        is_blank = not line.strip()
        found += inside and is_blank
        inside = not is_blank
    return found + inside


def _of_documents(name: str, path: Path, words: int) -> Iterator[Shard]:
    number = size = 0
    documents: list[Document] = []
    bad: list[BadSentence] = []
    rows = _parquet(path) if path.suffix.lower() == PARQUET else _json(path)
    for row, record in rows:
        if isinstance(record, Document):
            documents.append(record)
            size += len(record.text.split())
        else:
            bad.append(BadSentence(str(path), row, 0, None, record))
        if size >= words:
            number += 1
            plain = _shard(path, name, number, None)
            yield Shard(plain.source, plain.name, number, None, (), tuple(documents), tuple(bad))
            documents, bad, size = [], [], 0
    if documents or bad:
        plain = _shard(path, name, number + 1, None)
        yield Shard(plain.source, plain.name, number + 1, None, (), tuple(documents), tuple(bad))


def _json(path: Path) -> Iterator[tuple[int, Document | str]]:
    """The number of each line that is not blank, and its document or what is wrong with it."""
    for number, line in decoded_lines(path, str(path)):
        if isinstance(line, FormatError):
            yield number, line.reason
            continue
        if not line.strip():
            continue
        try:
            record: object = json.loads(line)
        except (ValueError, RecursionError) as error:
            yield number, f"not JSON: {error}"
            continue
        if isinstance(record, dict):
            yield number, _document(record.get(ID), record.get(TEXT), number)
        else:
            yield number, "not a JSON object"


def _parquet(path: Path) -> Iterator[tuple[int, Document | str]]:
    """The number of each row, and its document or what is wrong with it."""
    if find_spec("pyarrow") is None:
        raise UsageError(f"{path}: Parquet needs pyarrow: pip install '.[pandas]'")
    import pyarrow
    from pyarrow import parquet

    try:
        with parquet.ParquetFile(path) as file:
            columns = file.schema_arrow.names
            if TEXT not in columns:
                raise FormatError(str(path), 0, f"it has no column {TEXT!r}, but {', '.join(columns)}")
            number = 0
            for batch in file.iter_batches(ROWS, columns=[name for name in (ID, TEXT) if name in columns]):
                for record in batch.to_pylist():
                    number += 1
                    yield number, _document(record.get(ID), record[TEXT], number)
    except (pyarrow.ArrowInvalid, UnicodeDecodeError) as error:
        raise FormatError(str(path), 0, f"not a Parquet file: {error}") from None


def _document(given: object, text: object, number: int) -> Document | str:
    if not isinstance(text, str):
        return f"{TEXT!r} is not text" if text is not None else f"it has no {TEXT!r}"
    name = str(number) if given is None else str(given)
    for field, value in ((TEXT, text), (ID, name)):
        if found := SURROGATE.search(value):
            return f"{field!r} holds {found[0]!r}, half of a surrogate pair, which is not a character"
    return Document("".join(name.split()) or str(number), text)
