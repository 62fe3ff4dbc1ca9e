"""What the commands have in common: errors without tracebacks, exit statuses, options, UTF-8."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable

import torch

from bubbletree import BubbletreeError

BAD_INPUT = 2
INTERRUPTED = 130
BROKEN_PIPE = 141
"""What a shell reports for a program that SIGPIPE ended."""


class UsageError(BubbletreeError):
    """The arguments of a command do not fit together."""


def guarded(name: str, body: Callable[[], int]) -> int:
    """Run a command's body and return its exit status; what goes wrong for a known reason is one line of text."""
    for stream, errors in ((sys.stdin, "strict"), (sys.stdout, "backslashreplace"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)
    try:
        status = body()
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has had enough (`| head`).  Python must not try to flush what is left, either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except (BubbletreeError, OSError) as error:
        sys.stderr.write(f"{name}: {_message(error)}\n")
        return BAD_INPUT
    return status


def _message(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)


def device(text: str) -> torch.device:
    """The argument of ``--device``, checked: a device that is there."""
    try:
        found = torch.device(text)
        torch.empty(0, device=found)
    except (RuntimeError, AssertionError) as error:
        reason = str(error).splitlines()[0]
        raise argparse.ArgumentTypeError(f"no such device here: {text} ({reason})") from None
    return found


def positive(text: str) -> int:
    """An argument that is a whole number of at least 1."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"must be a whole number of at least 1, not {text!r}")
    return number


def add_device(parser: argparse.ArgumentParser) -> None:
    """Add the option that says where to compute."""
    parser.add_argument("--device", type=device, default=torch.device("cpu"), help="cpu (default), cuda, cuda:1, ...")
