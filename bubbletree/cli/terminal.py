"""Drawings in a terminal: how wide they may be, and whether they have colours."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from dataclasses import dataclass

from bubbletree._terminal import columns
from bubbletree.cli.inputs import positive
from bubbletree.draw import Direction, text
from bubbletree.draw.text import least_width, parts_of
from bubbletree.tree import BubbleTree

WIDTH = 120
"""The columns of a drawing that does not go to a terminal."""

MOST_PARTS = 4
"""How many parts a drawing may be wrapped into before an outline is easier to read."""


def add_terminal(parser: argparse.ArgumentParser) -> None:
    """Add the options for drawings as text."""
    parser.add_argument(
        "--width",
        type=positive,
        metavar="COLUMNS",
        help=f"the width of text drawings (default: the terminal's; {WIDTH} for a file or pipe)",
    )
    parser.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="colours in text drawings (default: auto: on a terminal, unless the variable NO_COLOR is set)",
    )


def given_terminal(options: argparse.Namespace) -> dict[str, bool]:
    """Which options of :func:`add_terminal` are given, for :func:`bubbletree.cli.guard.refuse_idle`."""
    return {"--width": options.width is not None, "--color": options.color != "auto"}


@dataclass(frozen=True, slots=True)
class Terminal:
    """Where a text drawing goes.

    Attributes
    ----------
    width : int
        Its columns.
    is_bound : bool
        Whether drawings that were asked for as arcs have to keep to the width, too: it was given, or is a terminal's.
    color : bool
        Whether it shows colours.
    """

    width: int
    is_bound: bool
    color: bool

    @classmethod
    def of(cls, options: argparse.Namespace) -> Terminal:
        """What the options of :func:`add_terminal` and the process say; ``options.output`` is where drawings go."""
        is_terminal = options.output == "-" and sys.stdout.isatty()
        width = options.width or (shutil.get_terminal_size().columns if is_terminal else WIDTH)
        color = options.color == "always" or (
            options.color == "auto"
            and is_terminal
            and not os.environ.get("NO_COLOR")
            and os.environ.get("TERM") != "dumb"
        )
        return cls(width, options.width is not None or is_terminal, color)

    def arcs(self, tree: BubbleTree, *, ascii_only: bool = False, direction: Direction = "ltr") -> str:
        """Arcs and boxes, wrapped where they have to be."""
        width = self.width if self.is_bound else None
        return text(tree, ascii_only=ascii_only, direction=direction, width=width, color=self.color)

    def outline(self, tree: BubbleTree, *, ascii_only: bool = False) -> str:
        """An outline, whose bubbles are shortened where they have to be."""
        width = self.width if self.is_bound else None
        return text(tree, "outline", ascii_only=ascii_only, width=width, color=self.color)

    def fitting(self, tree: BubbleTree, *, ascii_only: bool = False, direction: Direction = "ltr") -> str:
        """Arcs and boxes, if they need few parts; otherwise an outline."""
        if least_width(tree) > MOST_PARTS * self.width:
            return self.outline(tree, ascii_only=ascii_only)  # the time that arcs take grows with the square of words
        plain = text(tree, ascii_only=ascii_only, direction=direction, width=self.width)
        fits = all(columns(line) <= self.width for line in plain.splitlines())
        if not fits or len(parts_of(plain)) > MOST_PARTS:
            return self.outline(tree, ascii_only=ascii_only)
        if not self.color:
            return plain
        return text(tree, ascii_only=ascii_only, direction=direction, width=self.width, color=True)
