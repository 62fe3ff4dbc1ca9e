"""Files that are valid but for a few places, for Hypothesis."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hypothesis import strategies as st


@st.composite
def mutated(draw: st.DrawFn, data: bytes, pieces: Sequence[bytes]) -> bytes:
    """A valid file in which a few places were overwritten, cut out, repeated or filled."""
    for _ in range(draw(st.integers(1, 4))):
        # Half of the time at a number or a mark, where most of the format is.
        marks = [match.start() for match in re.finditer(rb"\d+|[^\w\s]|\t|\n", data)] or [0]
        start = draw(st.sampled_from(marks) | st.integers(0, len(data)))
        stop = min(len(data), start + draw(st.integers(0, 12)))
        kind = draw(st.sampled_from(["put", "cut", "repeat", "move"]))
        if kind == "put":
            data = data[:start] + draw(st.sampled_from(pieces) | st.binary(max_size=4)) + data[stop:]
        elif kind == "cut":
            data = data[:start] + data[stop:]
        elif kind == "repeat":
            data = data[:stop] + data[start:stop] * draw(st.integers(1, 3)) + data[stop:]
        else:
            place = draw(st.integers(0, len(data)))
            data = data[:place] + data[start:stop] + data[place:]
    return data
