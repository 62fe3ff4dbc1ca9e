"""The command line as a whole: its help, its version, and wrong usage."""

from __future__ import annotations

import re

import pytest

from bubbletree import __version__
from bubbletree.cli import main
from proofs_tests.support.command_line import output
from proofs_tests.support.records import RECORDS, recorded

COMMANDS = [
    "validate",
    "convert",
    "stats",
    "split",
    "lint",
    "diff",
    "find",
    "draw",
    "view",
    "oracle",
    "generate",
    "treebank",
    "completion",
]
"""The commands of the core, in the order of the help; `parse`, before the last, has a help of its own."""


def test_version_and_help(capsys: pytest.CaptureFixture[str]) -> None:
    for argument, expected in [("--version", f"bubbletree {__version__}"), ("--help", "examples:")]:
        with pytest.raises(SystemExit) as ended:
            main([argument])
        assert ended.value.code == 0
        assert expected in capsys.readouterr().out


def test_help_lists_the_commands_and_keeps_the_lines_of_the_examples(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    printed = capsys.readouterr().out
    assert printed.startswith("usage: bubbletree [-h] [--version] COMMAND ...\n\nBubble trees: ")
    commands = re.findall(r"^    (\w+)\s+\w", printed, re.MULTILINE)
    assert commands == [*COMMANDS[:-1], "parse", COMMANDS[-1]]
    assert recorded("commands.txt").split("\n\n", 1)[0] in printed


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["find", "x"], "the following arguments are required: QUERY\nusage: bubbletree find [options] FILE QUERY\n"),
        (["view", "x", "y"], "unrecognized arguments: y\nusage: bubbletree view [options] [FILE]\n"),
        (
            ["convert", "x", "--bake", "5"],
            "unrecognized arguments: --bake 5\nusage: bubbletree convert [options] FILE\n",
        ),
    ],
)
def test_missing_and_unknown_arguments_are_named_before_a_usage_of_one_line(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    program = f"bubbletree {arguments[0]}"
    assert capsys.readouterr().err == f"{program}: error: {told}see {program} --help\n"


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["bake"], "convert"),
        (["draw", "x", "--from", "pdf"], "brackets"),
        (["draw", "x", "--to", "bmp"], "svg"),
        (["convert", "x", "--to", "pdf"], "enhanced-ud"),
        (["draw", "x", "--number", "0"], "at least 1"),
        (["split", "x", "--to", "pdf"], "must be one of text, jsonl, conllu, not 'pdf'"),
    ],
)
def test_a_value_that_an_argument_cannot_have_is_answered_in_one_line(
    arguments: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("bubbletree")
    assert named in line


@pytest.mark.parametrize(
    ("arguments", "near"),
    [
        (["pars", "x"], "parse"),
        (["completion", "bsh"], "bash"),
        (["convert", "x", "--style", "tigr"], "tiger"),
        (["convert", "x", "--from", "jsn"], "json"),
        (["convert", "x", "--to", "enhanced"], "enhanced-ud"),
        (["lint", "x", "--from", "conlu"], "conllu"),
        (["draw", "x", "--to", "outlin"], "outline"),
        (["split", "x", "--to", "txt"], "text"),
        (["split", "x", "--without", "negatd"], "negated"),
        (["stats", "x", "--punctuation", "folowing"], "following"),
        (["draw", "x", "--colour", "always"], "--color"),
        (["convert", "x", "--sytle=ud"], "--style"),
    ],
)
def test_a_slip_is_answered_with_the_name_that_was_meant(
    arguments: list[str], near: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert capsys.readouterr().err.splitlines()[0].endswith(f"; did you mean {near}?")


def test_what_looks_like_nothing_that_is_known_gets_no_advice(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["xyz"], ["draw", "x", "--xyz"], ["draw", "x", "--to", "xyz"]):
        with pytest.raises(SystemExit):
            main(arguments)
        assert "did you mean" not in capsys.readouterr().err


def test_without_arguments_it_shows_five_things_that_its_commands_can_do(capsys: pytest.CaptureFixture[str]) -> None:
    printed = output(capsys)
    shown = re.findall(r"^  bubbletree (\w+) ", printed, re.MULTILINE)
    assert len(set(shown)) == 5
    assert set(shown) <= {*COMMANDS, "parse"}


def test_every_command_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    for command in COMMANDS:
        with pytest.raises(SystemExit) as ended:
            main([command, "--help"])
        assert ended.value.code == 0
        assert f"usage: bubbletree {command}" in capsys.readouterr().out


def test_commands_take_and_say_what_is_on_record() -> None:
    assert RECORDS["commands.txt"]() == recorded("commands.txt")
