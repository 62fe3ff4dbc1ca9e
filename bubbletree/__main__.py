"""The command ``bubbletree``, also as ``python -m bubbletree``."""

from __future__ import annotations

import signal


def main() -> int:
    """Run the command. While its modules are imported, Ctrl-C ends the process at once, without a traceback."""
    handler = signal.getsignal(signal.SIGINT)
    if handler is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from bubbletree.cli import main as run  # here, and not above, for Ctrl-C

    signal.signal(signal.SIGINT, handler)
    return run()


if __name__ == "__main__":
    raise SystemExit(main())
