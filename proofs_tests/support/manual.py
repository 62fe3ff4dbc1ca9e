"""What is made from the command line itself: the completion of shells, and the manual page.

    python -m proofs_tests.support.manual            write the files again
    python -m proofs_tests.support.manual --check    say whether they are what would be written

Needs the extra ``neural``, for the options of ``bubbletree parse``.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial

import shtab

import neural.parse
from bubbletree import __version__
from bubbletree.cli import command_line
from bubbletree.cli.completion import SHELLS
from bubbletree.io.atomic import atomic_writer
from neural.models.names import SHIPPED_NAMES
from proofs_tests.support.paths import ROOT

MODELS = {
    "bash": "_bubbletree_models_and_dirs",  # "dirs" lets the script treat folders as folders
    "zsh": "_bubbletree_models",
    "fish": f"{' '.join(SHIPPED_NAMES)} (__fish_complete_directories)",
    "preamble": {
        "bash": f"""_bubbletree_models_and_dirs() {{
  compgen -W '{" ".join(SHIPPED_NAMES)}' -- "$1"
  compgen -d -- "$1"
}}""",
        "zsh": f"""_bubbletree_models() {{
  _alternative 'models:model:({" ".join(SHIPPED_NAMES)})' 'folders:folder:_files -/'
}}""",
    },
}
"""What completes the name of a model: those that come with the package, and folders."""

Commands = Mapping[str, argparse.ArgumentParser]


def whole() -> argparse.ArgumentParser:
    """The command line with that of the neural parser in it."""
    parser = command_line()
    subparsers(parser).choices["parse"] = neural.parse._parser("bubbletree parse")
    return parser


def subparsers(parser: argparse.ArgumentParser) -> argparse._SubParsersAction[argparse.ArgumentParser]:
    [found] = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    return found


def named(parser: argparse.ArgumentParser) -> dict[str, str]:
    """The commands with what the list of commands says about them."""
    return {action.dest: action.help or "" for action in subparsers(parser)._choices_actions}


def completion(shell: str) -> str:
    """A script for a shell."""
    parser = whole()
    for command in subparsers(parser).choices.values():
        for action in command._actions:
            values = re.fullmatch(r"\{([\w,-]+)\}", action.metavar) if isinstance(action.metavar, str) else None
            if values:
                action.choices = values[1].split(",")
            elif action.dest == "model":
                action.complete = MODELS  # type: ignore[attr-defined]  # as below
            elif action.choices is None and action.nargs != 0:
                action.complete = shtab.FILE  # type: ignore[attr-defined]  # how shtab is told of files
    script: str = shtab.complete(parser, shell)
    return "\n".join(line.rstrip() for line in script.splitlines()) + "\n"


def manual() -> str:
    """The manual page, in the language of man."""
    parser = whole()
    return "\n".join([*opening(parser), *(line for name in named(parser) for line in section(parser, name)), ""])


def opening(parser: argparse.ArgumentParser) -> Iterator[str]:
    yield f'.TH BUBBLETREE 1 "" "bubbletree {__version__}" "User Commands"'
    yield from (".SH NAME", "bubbletree \\- trees for coordination", ".SH SYNOPSIS", ".B bubbletree")
    yield from (".I COMMAND", "[\\fIOPTION\\fR...] [\\fIFILE\\fR...]", ".SH DESCRIPTION", escaped(parser.description))
    yield "Every command reads the files it is given, or standard input for \\-, and writes to standard output or to"
    yield "the file named by \\fB\\-o\\fR, which appears whole or not at all. Messages go to standard error."
    yield ".SH COMMANDS"
    for name, text in named(parser).items():
        yield from (".TP", f".B {name}", escaped(text))
    yield from (".SH FORMATS AND EXAMPLES", *verbatim(parser.epilog))
    yield from (".SH EXIT STATUS", ".TP", ".B 0", "All went well.", ".TP", ".B 1")
    yield "\\fBvalidate\\fR found an invalid tree, \\fBlint\\fR something doubtful, \\fBdiff\\fR a difference,"
    yield "\\fBfind\\fR nothing, or \\fBdraw\\fR a tree that is not well-formed."
    yield from (".TP", ".B 2", "The arguments or the input are at fault; a message says where.")
    yield from (".TP", ".B 130", "Ctrl-C.")


def section(parser: argparse.ArgumentParser, name: str) -> Iterator[str]:
    """All about one command."""
    command = subparsers(parser).choices[name]
    yield from (f".SH BUBBLETREE {name.upper()}", escaped(command.description))
    for action in command._actions:
        yield from (".TP", signature(action), escaped(explained(action, command)))
    if command.epilog:
        yield from (".PP", *verbatim(command.epilog))


def signature(action: argparse.Action) -> str:
    """The names of an option with its value, or the place of an argument."""
    shown = action.metavar or action.dest.upper()
    value = "{" + ",".join(map(str, action.choices)) + "}" if action.choices and not action.metavar else str(shown)
    if not action.option_strings:
        return f".I {escaped(value)}"
    names = ", ".join(f"\\fB{escaped(one)}\\fR" for one in action.option_strings)
    return names if action.nargs == 0 else f"{names} \\fI{escaped(value)}\\fR"


def explained(action: argparse.Action, command: argparse.ArgumentParser) -> str:
    """The help of an argument with its values filled in."""
    return (action.help or "") % {**vars(action), "prog": command.prog}


def verbatim(text: str | None) -> Iterator[str]:
    """Lines that stay lines."""
    yield from (".nf", *map(escaped, (text or "").rstrip("\n").split("\n")), ".fi")


def escaped(text: str | None) -> str:
    """A text as man reads it: backslashes and hyphens as they are, and no line that begins like a command."""
    line = (text or "").replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{line}" if line.startswith((".", "'")) else line


FILES: Mapping[str, Callable[[], str]] = {
    **{f"bubbletree/cli/shells/bubbletree.{shell}": partial(completion, shell) for shell in SHELLS},
    "docs/reference/bubbletree.1": manual,
}
"""How each file is written."""


def written(name: str) -> str:
    """What a file holds."""
    return (ROOT / name).read_text(encoding="utf-8")


def main() -> int:
    """Write or check the files."""
    parser = argparse.ArgumentParser(description="Write the completion of shells and the manual page.")
    parser.add_argument("--check", action="store_true", help="only say whether they are what would be written")
    if parser.parse_args().check:
        changed = [name for name, write in FILES.items() if written(name) != write()]
        print(f"changed: {', '.join(changed) or 'none'}")
        return 1 if changed else 0
    for name, write in FILES.items():
        with atomic_writer(ROOT / name) as stream:
            stream.write(write())
    return 0


if __name__ == "__main__":
    sys.exit(main())
