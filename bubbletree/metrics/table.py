"""Numbers in columns, for people."""

from __future__ import annotations

from collections.abc import Sequence

from bubbletree._terminal import columns, visible


def table(header: Sequence[str], rows: Sequence[Sequence[str | int | float]]) -> str:
    """A table in plain text: the first column set to the left, the others to the right.

    Fractions (``float``) are shown as percentages with two decimals.

    Examples
    --------
    >>> print(table(["", "share", "words"], [["all", 0.5, 10], ["short ones", 1.0, 3]]))
                 share  words
    all          50.00     10
    short ones  100.00      3
    """
    lines = [list(header), *([_cell(value) for value in row] for row in rows)]
    widths = [max(columns(line[column]) for line in lines) for column in range(len(header))]
    return "\n".join(
        "  ".join(
            _pad(cell, width, to_left=column == 0)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def _cell(value: str | float) -> str:
    return f"{100 * value:.2f}" if isinstance(value, float) else visible(str(value))


def _pad(cell: str, width: int, *, to_left: bool) -> str:
    blanks = " " * (width - columns(cell))
    return cell + blanks if to_left else blanks + cell
