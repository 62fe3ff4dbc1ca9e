"""Ctrl-C, pressed at a chosen moment."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path


def interrupt_when(path: Path) -> threading.Thread:
    """Press Ctrl-C once a file is there."""

    def wait() -> None:
        end = time.monotonic() + 60
        while not path.exists() and time.monotonic() < end:
            time.sleep(0.02)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=wait)
    thread.start()
    return thread
