"""Ctrl-C as a request to stop at the next good moment."""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType
from typing import Final

_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


class Interruptions:
    """In the ``with`` block, the first SIGINT or SIGTERM only sets ``requested``; the second one has its usual effect.

    Outside the main thread, signals cannot be caught, and this does nothing.

    Attributes
    ----------
    requested : bool
        Whether there was a signal.
    """

    def __init__(self) -> None:
        self.requested = False
        self._former: dict[signal.Signals, object] = {}

    def __enter__(self) -> Interruptions:
        if threading.current_thread() is threading.main_thread():
            self._former = {number: signal.signal(number, self._note) for number in _SIGNALS}
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._restore()

    def _note(self, _number: int, _frame: FrameType | None) -> None:
        self.requested = True
        self._restore()

    def _restore(self) -> None:
        for number, handler in self._former.items():
            signal.signal(number, handler)  # type: ignore[arg-type]  # what signal.signal itself returned
        self._former = {}
