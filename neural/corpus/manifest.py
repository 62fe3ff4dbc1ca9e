"""Which shards of a job are done: a file of JSON lines in the output folder.

The first line says what the job is: the model and the options. Each other line is a shard that is done; it is written
after the file of the shard. So a shard without a line is parsed again, and its file is replaced. A last line that is
not complete does not count.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from bubbletree.cli.guard import UsageError
from bubbletree.io import BadSentence
from neural.config import Json
from neural.corpus.parsing import Done

NAME = "_manifest.jsonl"
"""Readers of Parquet folders leave out names that begin with an underscore."""


class Manifest:
    """The manifest of an output folder, open for appending; made if there is none.

    Parameters
    ----------
    folder : Path
        The output folder; made if it does not exist.
    job : mapping of str to JSON value
        What the job is.

    Attributes
    ----------
    done : dict of str to Done
        The shards that are done, by name.

    Raises
    ------
    UsageError
        The folder holds the results of another job, or files but no manifest.
    """

    def __init__(self, folder: Path, job: Mapping[str, Json]) -> None:
        self.done: dict[str, Done] = {}
        path = folder / NAME
        first = _line({"job": dict(job)})
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        complete = text[: text.rfind("\n") + 1]
        if complete:
            self._read(complete, first, path)
        elif folder.is_dir() and any(one != path for one in folder.iterdir()):
            raise UsageError(f"{folder}: neither empty nor the result of an earlier run: name another folder")
        folder.mkdir(parents=True, exist_ok=True)
        if complete:
            os.truncate(path, len(complete.encode()))
        self._stream = path.open("a" if complete else "w", encoding="utf-8", newline="\n")
        if not complete:
            self._write(first)

    def _read(self, complete: str, first: str, path: Path) -> None:
        begun, *lines = complete.splitlines(keepends=True)
        if begun != first:
            changed = _changed(begun, first)
            raise UsageError(f"{path} is of a job with another {changed}: name another folder, or remove this one")
        for number, line in enumerate(lines, start=2):
            try:
                one = _done(json.loads(line))
            except (ValueError, TypeError, KeyError) as error:
                raise UsageError(f"{path}:{number} is damaged ({error}): remove this line") from None
            self.done[one.shard] = one

    def add(self, done: Done) -> None:
        """Note that a shard is done."""
        self._write(_line(asdict(done)))
        self.done[done.shard] = done

    def _write(self, line: str) -> None:
        self._stream.write(line)
        self._stream.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._stream.close()


def _line(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=True) + "\n"


def _done(value: Mapping[str, Any]) -> Done:
    parts = {field.name: value[field.name] for field in fields(Done)}
    return Done(**{**parts, "skipped": tuple(BadSentence(**one) for one in parts["skipped"])})


def _changed(begun: str, first: str) -> str:
    """The name of what differs between two first lines."""
    try:
        before, now = json.loads(begun)["job"], json.loads(first)["job"]
        return str(next(name for name in now if before.get(name) != now[name]))
    except (ValueError, LookupError, TypeError, AttributeError, StopIteration):
        return "description"
