"""The command ``bubbletree``: the library for those who have files and a terminal.

Every command reads the files it is given, or standard input for ``-``, and writes to standard output or
to the file named by ``-o``, which appears whole or not at all.  Messages go to standard error.

Exit status: 0 if all went well, 1 if ``validate`` found an invalid tree, 2 if the arguments or the
input were at fault, 130 after Ctrl-C.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence

import bubbletree
from bubbletree.cli import convert, draw, generate, oracle, parse, stats, treebank, validate
from bubbletree.errors import BubbletreeError

BAD_INPUT = 2
INTERRUPTED = 130
BROKEN_PIPE = 141
"""What a shell reports for a program that SIGPIPE ended."""

_EPILOG = """\
formats:
  conllu     CoNLL-U with bubbles in comments; sentences without them are read as they stand
  ud         CoNLL-U without bubbles: coordinations are made into bubbles on reading
  jsonl      one tree a line, in JSON
  brackets   bracket notation, for people

examples:
  bubbletree convert train.conllu -o bubbles.conllu
  bubbletree convert genia.conllu --coord genia.coord -o bubbles.jsonl
  bubbletree validate bubbles.conllu
  bubbletree draw bubbles.conllu --number 3
  echo 'nsubj=I prefer obj=[tea cc=or coffee]' | bubbletree draw --from brackets -

'bubbletree COMMAND --help' tells more about a command.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status.

    Parameters
    ----------
    arguments : sequence of str, optional
        The arguments after the program's name; those of the process, if left out.

    Returns
    -------
    int
        The exit status.  Wrong usage ends in SystemExit instead, with the status 2.
    """
    _speak_utf8()
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        status = _run(given)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has had enough (`| head`).  Python must not try to flush what is left, either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except (BubbletreeError, OSError) as error:
        print(f"bubbletree: {_message(error)}", file=sys.stderr)
        return BAD_INPUT
    return status


def _run(arguments: list[str]) -> int:
    if arguments[:1] == ["parse"]:
        return parse.run(arguments[1:])
    options = _parser().parse_args(arguments)
    status: int = options.run(options)
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="bubbletree",
        description="Bubble trees: validate, convert, draw, count, derive and parse them.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"bubbletree {bubbletree.__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in (validate, convert, stats, draw, oracle, generate, treebank, parse):
        command.register(commands.add_parser)
    return parser


def _speak_utf8() -> None:
    """Whatever the locale says: the formats are UTF-8, and drawings need more than ASCII."""
    for stream, errors in ((sys.stdin, "strict"), (sys.stdout, "backslashreplace"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)


def _message(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)
