"""Plain text as sentences, one a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from bubbletree import Row, Sentence

_TOKEN: Final = re.compile(
    r"""
      (?: [^\W\d_]\. ){2,}                    # U.S.
    | \w+? (?= n['’]t\b ) | n['’]t\b          # do + n't
    | ['’] (?: s | m | d | re | ve | ll ) \b  # she + 's
    | \w+ (?: [-.,:/] \w+ )*                  # words, also IL-2, 3.5, and/or
    | \.{2,} | -{2,}
    | .                                       # any other character alone
    """,
    re.VERBOSE | re.IGNORECASE,
)


def tokenise(line: str) -> list[list[str]]:
    """The tokens of a line: for each piece between blanks, those it is cut into.

    Examples
    --------
    >>> tokenise("She doesn't like tea, coffee (or IL-2).")
    [['She'], ['does', "n't"], ['like'], ['tea', ','], ['coffee'], ['(', 'or'], ['IL-2', ')', '.']]
    """
    return [[match[0] for match in _TOKEN.finditer(piece)] for piece in line.split()]


def sentences(lines: Iterable[tuple[int, str]], *, cut: bool) -> Iterator[Sentence]:
    """The sentences of numbered lines; lines without words yield none.

    Each sentence has the number of its line as ``sent_id``, and its text.

    Parameters
    ----------
    lines : iterable of (int, str)
        Lines with their numbers.
    cut : bool
        Whether to cut off punctuation and clitics; otherwise tokens are what stands between blanks.

    Examples
    --------
    >>> [one.words for one in sentences([(1, "Tea, please!"), (2, "")], cut=True)]
    [('Tea', ',', 'please', '!')]
    """
    for number, line in lines:
        pieces = tokenise(line) if cut else [[piece] for piece in line.split()]
        rows = [
            Row(id="", form=token, misc="_" if at_end else "SpaceAfter=No")
            for piece in pieces
            for token, at_end in zip(piece, [False] * (len(piece) - 1) + [True], strict=True)
        ]
        if rows:
            numbered = tuple(
                Row(id=str(position), form=row.form, misc=row.misc) for position, row in enumerate(rows, start=1)
            )
            yield Sentence(numbered, (f"# sent_id = {number}", f"# text = {' '.join(line.split())}"))
