"""The start of a program: Ctrl-C while its modules are imported, which takes a while."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def starting(module: str = "__main__") -> Iterator[None]:
    """Where imports of a program stand: Ctrl-C ends the process at once there, without a traceback.

    Parameters
    ----------
    module : str
        ``__name__`` of the module whose imports they are.  If it is not run as a program, nothing is changed.
    """
    handler = signal.getsignal(signal.SIGINT)
    if module != "__main__" or handler is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
