"""The help of the commands is as recorded: whoever changes it looks at what has changed."""

from __future__ import annotations

from proofs_tests.support.records import RECORDS, recorded


def test_the_options_of_the_commands_and_their_help_are_as_recorded() -> None:
    assert RECORDS["neural-commands.txt"]() == recorded("neural-commands.txt")
