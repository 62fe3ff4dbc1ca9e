"""How far a long command has got, in a line on the terminal that goes away at the end."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Final, TextIO

AFTER, EVERY = 2.0, 0.5
"""Seconds until the line first appears, and between changes of it."""

_ERASE: Final = "\r\x1b[K"


class Progress:
    """A line on standard error that counts sentences.

    It appears if standard error is a terminal, unless the command prints to a terminal, too: then it would stand
    between what is printed.

    Parameters
    ----------
    program : str
        What the line begins with.
    clock : callable
        The time in seconds.
    prints : bool
        Whether the command prints its results on standard output.
    silent : bool
        Whether there is no line in any case.
    """

    def __init__(
        self, program: str, clock: Callable[[], float] = time.monotonic, *, prints: bool = True, silent: bool = False
    ) -> None:
        self._program = program
        self._clock = clock
        self._count = 0
        self._next = clock() + AFTER
        self._stream: TextIO | None = None
        if not silent and _is_terminal(sys.stderr) and not (prints and _is_terminal(sys.stdout)):
            self._stream = sys.stderr
        self._is_shown = False

    def add(self, count: int) -> None:
        """So many more sentences."""
        self._count += count
        if self._stream is None or self._clock() < self._next:
            return
        self._next = self._clock() + EVERY
        self._is_shown = True
        self._stream.write(f"{_ERASE}{self._program}: {self._count:,} sentences")
        self._stream.flush()

    def clear(self) -> None:
        """Erase the line, before something else is written or at the end."""
        if self._stream is not None and self._is_shown:
            self._stream.write(_ERASE)
            self._stream.flush()
            self._is_shown = False


def _is_terminal(stream: TextIO | None) -> bool:
    """Whether a stream is a terminal; a process may have none, or a closed one."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:
        return False
