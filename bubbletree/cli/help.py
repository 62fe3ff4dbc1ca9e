"""What the command lines of the project do otherwise than ``argparse``: help texts, and answers to wrong usage."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Final, NoReturn, Protocol

from bubbletree._terminal import visible
from bubbletree.errors import did_you_mean, not_one_of

_UNKNOWN: Final = "unrecognized arguments: "
"""How argparse begins to say that there are some."""


class HelpFormatter(argparse.HelpFormatter):
    """Formats help: descriptions, which are one line, are wrapped; texts of several lines, such as examples, stay."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if "\n" in text:
            return "".join(indent + line for line in text.splitlines(keepends=True))
        return super()._fill_text(text, width, indent)


class Stream(Protocol):
    """What a message can be written to."""

    def write(self, text: str, /) -> object:
        """Write it."""


class ArgumentParser(argparse.ArgumentParser):
    """A parser of arguments.

    Wrong arguments are answered with the error first. The usage that follows leaves out the options, which would fill
    the terminal. And it fails if a help text cannot be written, as on a full disk; argparse ignores that.
    """

    def parsed(self, arguments: Sequence[str]) -> argparse.Namespace:
        """The arguments. What is unknown is answered by the command's own parser, whose usage and options help.

        Commands have it as the default of ``parser``.
        """
        options, unknown = self.parse_known_args(arguments)
        if unknown:
            getattr(options, "parser", self).error(f"{_UNKNOWN}{' '.join(unknown)}")
        return options

    def error(self, message: str) -> NoReturn:
        """End the program: the usage is shown only if arguments are missing or unknown."""
        hint = "" if message.startswith("argument ") else f"{self._short_usage()}see {self.prog} --help\n"
        if message.startswith(_UNKNOWN):
            names = [word.partition("=")[0] for word in message.removeprefix(_UNKNOWN).split(" ")]
            near = (did_you_mean(name, self._option_string_actions) for name in names if name.startswith("--"))
            message += next(filter(None, near), "")
        self.exit(2, f"{self.prog}: error: {visible(message)}\n{hint}")

    def _check_value(self, action: argparse.Action, value: object) -> None:
        if action.choices is not None and value not in action.choices:
            raise argparse.ArgumentError(action, not_one_of(str(value), map(str, action.choices)))

    def _short_usage(self) -> str:
        if self.usage is not None:
            return self.format_usage()
        formatter = self.formatter_class(prog=f"{self.prog} [options]")
        formatter.add_usage(None, self._get_positional_actions(), ())
        return formatter.format_help()

    def _print_message(self, message: str, file: Stream | None = None) -> None:
        if file is None or file is not sys.stdout:
            super()._print_message(message, file)
        else:
            file.write(message)
