"""Pre-trained word vectors in GloVe's text format: a word and its numbers on each line, separated by single blanks."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from bubbletree import FormatError

HEADER = 2
"""The first line of word2vec's format has two fields, the numbers of words and of dimensions; it is skipped."""


def read_vectors(path: str | Path) -> tuple[list[str], Tensor]:
    """The words of a file, and their vectors, [words, size], in the order of the file.

    A word may contain blanks, as some of GloVe's do: the last ``size`` fields are the vector.  The size is that of the
    first line, whose word must be one field.  If a word occurs twice, its first vector counts.

    Raises
    ------
    FormatError
        A line has too few fields, or a field that is not a number; the file is empty or not UTF-8.
    OSError
        The file cannot be read.
    """
    name = str(path)
    words: dict[str, int] = {}
    rows: list[npt.NDArray[np.float32]] = []
    size = 0
    with Path(path).open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            try:
                fields = line.decode("utf-8").rstrip("\r\n ").split(" ")
            except UnicodeDecodeError as error:
                raise FormatError(name, number, f"not UTF-8 ({error.reason})") from None
            if number == 1 and len(fields) == HEADER and all(field.isdecimal() for field in fields):
                continue
            size = size or len(fields) - 1
            if size < 1 or len(fields) <= size:
                raise FormatError(name, number, f"expected a word and {size or 'its'} numbers, separated by blanks")
            word = " ".join(fields[:-size])
            if word in words:
                continue
            try:
                row = np.array(fields[-size:], dtype=np.float32)
            except ValueError:
                raise FormatError(name, number, f"the vector of {word!r} has a field that is not a number") from None
            if not np.isfinite(row).all():
                raise FormatError(name, number, f"the vector of {word!r} has a number that is not finite")
            words[word] = len(rows)
            rows.append(row)
    if not rows:
        raise FormatError(name, 0, "there are no vectors in it")
    return list(words), torch.from_numpy(np.stack(rows))
