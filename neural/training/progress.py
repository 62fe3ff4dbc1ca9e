"""The display of training: a bar on a terminal; elsewhere, a line every :data:`INTERVAL` seconds."""

from __future__ import annotations

import sys
import time
from types import TracebackType

from tqdm import tqdm

INTERVAL = 20.0
"""Seconds from one line to the next."""


class Progress:
    """A display on standard error.

    Parameters
    ----------
    total : int
        The number of steps, earlier runs included.
    done : int
        The number of steps made in earlier runs.
    """

    def __init__(self, total: int, done: int) -> None:
        self._total = total
        self._bar = tqdm(total=total, initial=done, unit="step", dynamic_ncols=True) if sys.stderr.isatty() else None
        self._shown = time.monotonic()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.close()

    def step(self, number: int, epoch: int, loss: float, speed: float) -> None:
        """Display a step: its number, its epoch, its loss, and the sentences per second so far."""
        text = f"epoch {epoch}, loss {loss:.3f}, {speed:.0f} sentences/s"
        if self._bar is not None:
            self._bar.set_postfix_str(text, refresh=False)
            self._bar.update()
        elif time.monotonic() - self._shown >= INTERVAL:
            self.say(f"step {number}/{self._total}: {text}")

    def say(self, text: str) -> None:
        """Display a line that stays."""
        self._shown = time.monotonic()
        if self._bar is not None:
            self._bar.write(text, file=sys.stderr)
        else:
            sys.stderr.write(f"{text}\n")
            sys.stderr.flush()
