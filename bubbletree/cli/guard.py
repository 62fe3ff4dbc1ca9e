"""What every command line of the project has in common: UTF-8, exit statuses, and errors without tracebacks."""

from __future__ import annotations

import io
import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from types import FrameType
from typing import NoReturn

from bubbletree._terminal import visible_message
from bubbletree.errors import BubbletreeError
from bubbletree.io.atomic import naming

STDOUT = "standard output"
"""What messages call it."""

BAD_INPUT = 2
INTERRUPTED = 130
BROKEN_PIPE = 141
"""What a shell reports for a program that SIGPIPE ended."""
TERMINATED = 143
"""The same for SIGTERM."""


class UsageError(BubbletreeError):
    """The arguments of a command do not fit together, or do not fit the input."""


class Termination(BaseException):
    """SIGTERM, as something that unfinished files are cleared away for."""


def tell(message: str) -> None:
    """Print a message on standard error; what a terminal would obey is escaped, for names and words may have it."""
    print(visible_message(message), file=sys.stderr)


def refuse_idle(given: Mapping[str, bool], where: str) -> None:
    """Refuse options that have no effect.

    Parameters
    ----------
    given : mapping of str to bool
        Options, and whether they are given.
    where : str
        Where they have none, for the message.

    Raises
    ------
    UsageError
        Some are given.
    """
    if names := [name for name, is_given in given.items() if is_given]:
        has, it = ("has", "it") if len(names) == 1 else ("have", "them")
        raise UsageError(f"{' and '.join(names)} {has} no effect {where}: leave {it} out")


def guarded(name: str, body: Callable[[], int]) -> int:
    """Run a command's body and return its exit status; what goes wrong for a known reason is one line of text.

    Parameters
    ----------
    name : str
        What error messages begin with.
    body : callable
        Does the work and returns an exit status.  SystemExit, as of wrong usage, passes through.
    """
    try:
        _speak_utf8()
        _check_streams()
        # Files name themselves in errors; what is printed does not.
        with naming(STDOUT):
            with _termination():
                try:
                    status = body()
                except SystemExit:
                    sys.stdout.flush()  # a help text: that there is no room for it must be said, too
                    raise
            sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except Termination:
        return TERMINATED
    except BrokenPipeError:
        _drop_output()  # the reader has closed the pipe (`| head`)
        return BROKEN_PIPE
    except (BubbletreeError, OSError) as error:
        tell(f"{name}: {_message(error)}")
        if sys.stdout is not None and not sys.stdout.closed:  # a process may have none
            try:
                sys.stdout.flush()
            except OSError:
                _drop_output()
        return BAD_INPUT
    return status


@contextmanager
def plain_warnings(name: str) -> Iterator[None]:
    """Print warnings as lines of text, without the places in the code that they come from.

    Parameters
    ----------
    name : str
        What the lines begin with.
    """

    def show(message: Warning | str, *_place: object, **_stream: object) -> None:
        tell(f"{name}: {message}")

    with warnings.catch_warnings():
        warnings.showwarning = show
        yield


def leave(status: int) -> NoReturn:
    """End the process at once, without waiting for threads, after what was printed is written.

    Parameters
    ----------
    status : int
        Its exit status.
    """
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            stream.flush()
    os._exit(status)


def _drop_output() -> None:
    """Send what is still to be printed nowhere: Python must not try to flush it at its end, and fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def _termination() -> Iterator[None]:
    """Raise Termination where SIGTERM would end the process on the spot."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals are none of its business
        return

    def end(_number: int, _frame: FrameType | None) -> None:
        raise Termination

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _check_streams() -> None:
    """A stream that was closed before Python started is None, which no command expects."""
    # mypy takes the streams for open ones.
    output: object = sys.stdout
    messages: object = sys.stderr
    if messages is None:  # print would write to standard output instead
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123  # open as long as the process is
    if output is None:
        raise UsageError(f"{STDOUT} is closed")


def _speak_utf8() -> None:
    """Whatever the locale says: the formats are UTF-8, and drawings need more than ASCII."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="strict", newline="\n")  # lines as files have them
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _message(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)
