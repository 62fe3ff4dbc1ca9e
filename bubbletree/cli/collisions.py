"""What is written must not take the place of what is read, nor one output that of another."""

from __future__ import annotations

import argparse
import os
import stat
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final, TextIO, TypeAlias

from bubbletree.cli.guard import STDOUT, UsageError

STREAM: Final = "-"
"""What stands for standard input or standard output."""

_INPUTS: Final = ("file", "files", "left", "right", "compare", "coord", "ud", "spans")
"""The arguments of the commands of the core that name files to read."""

_Identity: TypeAlias = tuple[int, int] | Path
"""What tells files apart: device and number of one that is there, the path of one that is not."""


def inputs_of(options: argparse.Namespace) -> list[str]:
    """The files that a command of the core reads."""
    named = [getattr(options, name, None) for name in _INPUTS]
    listed = [one if isinstance(one, list) else [one] for one in named]
    return [path for paths in listed for path in paths if path is not None]


def refuse_collisions(read: Iterable[str], output: str | None, report: str | None = None) -> None:
    """Refuse an output that is a file which is read, and a report that is one which is read or written.

    Empty names are refused, too: they would stand for the current folder.

    Links are followed. Standard streams are compared, too, by the files that they go to: whatever the output is,
    something may be printed, and a report would take its place. A report that is a stream follows what is there.

    Parameters
    ----------
    read : iterable of str
        The files and folders that are read; ``-`` for standard input.
    output : str or None
        The output; ``-`` for standard output.
    report : str or None
        The report.

    Raises
    ------
    UsageError
        They collide, or a name is empty.
    """
    read = list(read)
    for paths, what in ((read, "a file to read"), ([output], "the output"), ([report], "the report")):
        if "" in paths:
            raise UsageError(f"the name of {what} is empty")
    taken = {_identity(path, sys.stdin) for path in read} - {None}
    if output is not None and (found := _identity(output, sys.stdout)) is not None:
        if found in taken:
            name = STDOUT if output == STREAM else output
            raise UsageError(f"{name}: the output is a file that is read: name another one with -o")
        if output != STREAM and not output.startswith("/dev/"):
            taken.add(found)
    if report is None:
        return
    if not report.startswith("/dev/"):
        taken |= {_identity(STREAM, stream) for stream in (sys.stdout, sys.stderr)} - {None}
    if _identity(report, sys.stdout) in taken:
        raise UsageError(f"{report}: the report is a file that is read or written: name another one")


def _identity(path: str, stream: TextIO | None) -> _Identity | None:
    """What tells a file or folder from others; None for terminals, pipes and what cannot be looked at."""
    try:
        if path != STREAM:
            found = Path(path).stat()
        elif stream is not None:
            found = os.fstat(stream.fileno())
        else:  # closed before Python started
            return None
    except FileNotFoundError:
        return Path(path).resolve()
    except (OSError, ValueError, AttributeError):  # a name that no file can have, or a stream without a file
        return None
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode) else None
