"""``bubbletree completion``: what lets a shell complete commands, options and file names.

The scripts in ``shells/`` are made from the command line itself, that of the neural parser included, by
``python -m proofs_tests.support.manual``.
"""

from __future__ import annotations

import argparse
import sys
from importlib.resources import files

from bubbletree.cli.help import HelpFormatter
from bubbletree.cli.inputs import AddParser

SHELLS = ("bash", "zsh", "fish")

EPILOG = """\
examples:
  eval "$(bubbletree completion bash)"                                        in ~/.bashrc
  eval "$(bubbletree completion zsh)"                                         in ~/.zshrc, after compinit
  bubbletree completion fish > ~/.config/fish/completions/bubbletree.fish     once
"""


def register(add_parser: AddParser) -> None:
    """Add the command to the command line."""
    parser = add_parser(
        "completion",
        help="print a script that lets your shell complete commands and options",
        description="Print a script that lets a shell complete commands, options and the names of files.",
        epilog=EPILOG,
        formatter_class=HelpFormatter,
    )
    parser.add_argument("shell", choices=SHELLS, help="the shell")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the script."""
    script = files("bubbletree.cli").joinpath("shells", f"bubbletree.{options.shell}")
    sys.stdout.write(script.read_text(encoding="utf-8"))
    return 0
