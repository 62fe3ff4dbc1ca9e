"""The command ``bubbletree``: the library on the command line.

Every command reads the files it is given, or standard input for ``-``, and writes to standard output or
to the file named by ``-o``, which appears whole or not at all.  Messages go to standard error.

Exit status: 0 if all went well, 1 if ``validate`` found an invalid tree, ``lint`` something doubtful
or ``diff`` a difference, 2 if the arguments or the input were at fault, 130 after Ctrl-C.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import bubbletree
from bubbletree.cli import (
    completion,
    convert,
    diff,
    draw,
    find,
    generate,
    lint,
    oracle,
    parse,
    split,
    stats,
    treebank,
    validate,
    view,
)
from bubbletree.cli.collisions import STREAM, inputs_of, refuse_collisions
from bubbletree.cli.guard import guarded
from bubbletree.cli.help import ArgumentParser, HelpFormatter

OVERVIEW = """\
bubbletree finds what is coordinated with what.  Five things to do with it:

  bubbletree parse "I bought apples, pears and plums."      what is coordinated in a sentence
  bubbletree convert ud.conllu -o bubbles.conllu            bubbles from a treebank in UD
  bubbletree split bubbles.conllu                           each sentence once for each conjunct
  bubbletree find bubbles.conllu 'relation=obj nested'      the coordinations you look for
  bubbletree draw bubbles.conllu --number 3 -o third.svg    a picture of a tree

'bubbletree --help' lists all commands.
"""
"""What the program says if it is asked for nothing."""

_EPILOG = """\
formats:
  conllu       CoNLL-U with bubbles in comments; without them, the tree in the columns
  ud           CoNLL-U without bubbles: reading turns coordinations into bubbles
  enhanced-ud  as ud, with an enhanced graph in DEPS that has an arc for each conjunct
  json         one sentence per line, in JSON: coordinations with their words and places, and the tree
  jsonl        one tree per line, in JSON
  brackets     bracket notation, for people
  docbin       documents of spaCy (extra spacy)

coordinations alone:
  coord        spans of conjuncts, by sentence id
  tokens       the words that go with a .coord file
  tsv          a table of spans, for people with a spreadsheet
  brat         documents of the annotation tool brat
  parquet, csv a row for each coordination, with all that the tree says (extra pandas)

examples:
  bubbletree convert train.conllu -o bubbles.conllu
  bubbletree convert genia.conllu --coord genia.coord -o bubbles.jsonl
  bubbletree validate bubbles.conllu
  bubbletree draw bubbles.conllu --number 3
  bubbletree split bubbles.conllu
  echo 'nsubj=I prefer obj=[tea cc=or coffee]' | bubbletree draw --from brackets -

'bubbletree COMMAND --help' says more about a command.
"""


COMMANDS = (
    validate,
    convert,
    stats,
    split,
    lint,
    diff,
    find,
    draw,
    view,
    oracle,
    generate,
    treebank,
    parse,
    completion,
)
"""The commands, in the order of the help."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status.

    Parameters
    ----------
    arguments : sequence of str, optional
        The arguments after the program's name; by default, those of the process.

    Returns
    -------
    int
        The exit status.  Wrong usage ends in SystemExit instead, with the status 2.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    return guarded("bubbletree", lambda: _run(given))


def _run(arguments: list[str]) -> int:
    if not arguments:
        print(OVERVIEW, end="")
        return 0
    if arguments[:1] == ["parse"]:
        return parse.run(arguments[1:])
    options = command_line().parsed(arguments)
    refuse_collisions(inputs_of(options), getattr(options, "output", STREAM), getattr(options, "report", None))
    status: int = options.run(options)
    return status


def command_line() -> ArgumentParser:
    """The parser of the command line; what follows ``parse`` is for another one."""
    parser = ArgumentParser(
        prog="bubbletree",
        description="Bubble trees: validate, convert, draw, count, derive and parse them.",
        epilog=_EPILOG,
        formatter_class=HelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"bubbletree {bubbletree.__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.register(commands.add_parser)
    for added in commands.choices.values():
        added.set_defaults(parser=added)
    return parser
