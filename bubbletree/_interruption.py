"""Ctrl-C while the modules of a command are imported: it ends there as quietly as it does later.

KeyboardInterrupt would not do: nothing of the command is there yet to catch it, and inside the modules of other
packages it can be swallowed, or abort the process.  Programs that merely import the library are left alone.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import TypeAlias

_Handler: TypeAlias = Callable[[int, FrameType | None], None]

STATUS = 130
"""The exit status after Ctrl-C, as shells report it."""

PACKAGES = ("bubbletree", "neural")
"""Whose modules are commands, after ``python -m``."""
SCRIPTS = ("bubbletree", "bubbletree.exe")
"""The names of the script that is installed."""


def is_command(started: Sequence[str], arguments: Sequence[str]) -> bool:
    """Whether Python was started to run a command of the project.

    Parameters
    ----------
    started : sequence of str
        How Python was started, as in ``sys.orig_argv``.
    arguments : sequence of str
        ``sys.argv`` while the first module is imported: ``-m`` or the script, and the arguments of the command.

    Examples
    --------
    >>> is_command(["python", "-m", "bubbletree", "validate", "x.conllu"], ["-m", "validate", "x.conllu"])
    True
    >>> is_command(["python", "my_program.py"], ["my_program.py"])
    False
    """
    if not 0 < len(arguments) <= len(started):
        return False
    what = started[-len(arguments)]  # the module or the script
    if arguments[0] == "-m":
        return what.removeprefix("-m").partition(".")[0] in PACKAGES
    return os.path.basename(what) in SCRIPTS  # noqa: PTH119  # pathlib takes a while to import


@contextmanager
def importing() -> Iterator[None]:
    """If this process runs a command, let Ctrl-C end it at once while further modules are imported."""
    begin()
    try:
        yield
    finally:
        end()


def begin() -> None:
    """If this process runs a command, Ctrl-C ends it at once from now on, until :func:`end`."""
    if IS_COMMAND:
        _replace(signal.default_int_handler, _leave)


def end() -> None:
    """Ctrl-C is KeyboardInterrupt again: the command catches it."""
    _replace(_leave, signal.default_int_handler)


def _leave(_number: int, _frame: FrameType | None) -> None:
    os._exit(STATUS)


def _replace(old: _Handler, new: _Handler) -> None:
    """Change what Ctrl-C does, unless somebody else has decided it."""
    if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is old:
        signal.signal(signal.SIGINT, new)


IS_COMMAND = is_command(sys.orig_argv, sys.argv)
begin()
