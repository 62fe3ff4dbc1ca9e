"""Sentences that a command cannot use. Each is named on standard error and left out, or ends the command.

Of the sentences that it uses, a line on the terminal tells the number while the command works.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import Any, Final, Self, TypeVar

from bubbletree.cli.guard import BAD_INPUT, UsageError, tell
from bubbletree.cli.progress import Progress
from bubbletree.io.atomic import atomic_writer, check_writable
from bubbletree.io.scan import BadSentence, GoodSentence, Scanned

T = TypeVar("T")

NAMED: Final = 20
"""How many sentences are named on standard error; the others are counted."""

SKIP, STOP = "skip", "stop"


def add_skipping(parser: argparse.ArgumentParser) -> None:
    """Add the options that say what happens to bad sentences."""
    parser.add_argument(
        "--on-error",
        choices=[SKIP, STOP],
        default=SKIP,
        help=f"what to do with a sentence that cannot be used: name it on standard error and leave it out (the first "
        f"{NAMED} are named, the others counted), or stop there, without any output file; default: {SKIP}",
    )
    parser.add_argument("--report", metavar="FILE.json", help="list all sentences that were left out in a JSON file")


class NothingLeftError(Exception):
    """There were sentences, but none could be used.  It ends the work, so that no empty file is written."""


class Skipped:
    """The sentences that a command leaves out, and how many it uses.

    As a context, it tells at the end how many were not named, and writes the report.  If no sentence could be used,
    :attr:`status` says so.

    Parameters
    ----------
    options : argparse.Namespace
        The options of :func:`add_skipping`.
    program : str
        What messages begin with.
    silent : bool
        Neither print nor write anything: another process that reads the same sentences does.

    Attributes
    ----------
    used : int
        How many sentences were used.
    bad : list of BadSentence
        Those that were not.
    """

    def __init__(self, options: argparse.Namespace, program: str = "bubbletree", *, silent: bool = False) -> None:
        self.used = 0
        self.bad: list[BadSentence] = []
        self._program = program
        self._silent = silent
        self._progress = Progress(program, prints=getattr(options, "output", None) in (None, "-"), silent=silent)
        self._stops = options.on_error == STOP
        self._report: str | None = None if silent else options.report

    def add(self, bad: BadSentence) -> None:
        """Leave a sentence out.

        Raises
        ------
        UsageError
            The command is to stop at the first one.
        """
        self.bad.append(bad)
        if self._stops:
            if self._silent:
                raise SystemExit(BAD_INPUT)
            raise UsageError(str(bad))
        if len(self.bad) <= NAMED and not self._silent:
            self._progress.clear()
            tell(f"{self._program}: {bad}")

    def warn_if_none(self, sentences: Iterable[T], name: str) -> Iterator[T]:
        """The same sentences of a file with this name; if there are none, standard error says so."""
        is_empty = True
        for one in sentences:
            is_empty = False
            yield one
        if is_empty and not self._silent:
            self._progress.clear()
            tell(f"{self._program}: warning: {name} has no sentences")

    def good(self, scanned: Iterable[Scanned[T]], name: str) -> Iterator[GoodSentence[T]]:
        """The sentences of a file that could be read; the others are left out.

        They count as used until :meth:`drop`.  That there are none at all is told (:meth:`warn_if_none`).
        """
        for one in self.warn_if_none(scanned, name):
            if isinstance(one, BadSentence):
                self.add(one)
            else:
                self.used += 1
                self._progress.add(1)
                yield one

    def use(self, count: int) -> None:
        """So many more sentences were used, and end the work if there are still none (:meth:`check`)."""
        self.used += count
        self._progress.add(count)
        self.check()

    def drop(self, one: GoodSentence[Any], reason: str, sent_id: str | None) -> None:
        """Leave out a sentence that could be read, but not used."""
        self.withdraw(one.bad(reason, sent_id))

    def withdraw(self, bad: BadSentence) -> None:
        """Leave out a sentence that has counted as used."""
        self.used -= 1
        self.add(bad)

    def check(self) -> None:
        """End the work, inside this context, if there were sentences but none could be used."""
        if self.bad and not self.used:
            raise NothingLeftError

    @property
    def status(self) -> int:
        """The exit status: 2 if there were sentences but none could be used, otherwise 0."""
        return BAD_INPUT if self.bad and not self.used else 0

    def __enter__(self) -> Self:
        if self._report is not None:
            check_writable(self._report)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> bool:
        self._progress.clear()
        if kind is None or issubclass(kind, NothingLeftError) or self.bad:
            self._close()
        return kind is not None and issubclass(kind, NothingLeftError)

    def _close(self) -> None:
        more = len(self.bad) - NAMED
        if more > 0 and not self._stops and not self._silent:
            where = f"all are in {self._report}" if self._report else "--report FILE.json lists all"
            tell(f"{self._program}: {more:,} more are not named here; {where}")
        if self._report is None:
            return
        skipped = [
            {"file": bad.source, "line": bad.line, "number": bad.number, "sent_id": bad.sent_id, "reason": bad.reason}
            for bad in self.bad
        ]
        with atomic_writer(self._report) as stream:
            json.dump({"used": self.used, "skipped": skipped}, stream, ensure_ascii=True, indent=2)
            stream.write("\n")
