"""Given coordinations as pairs of tokens that a tree may, or may not, look at.

Coordinations divide a sentence into *zones*: each conjunct is one, so is each stretch between two conjuncts, and so is
the sentence itself.  A vertex lies in the innermost zone around it; a bubble lies around its own zones.  A projective
tree has exactly the given coordinations if and only if

* there are no bubbles but theirs;
* a dependent lies in the zone of its governor;
* the parts of each bubble fill its zones from left to right: a conjunct's zone with one conjunct, the others with parts
  that are no conjuncts.

The program sees edges of vertices, not vertices.  But a governor's edge, with dependents behind it, is that of the
outermost vertex with this edge: the others end with the bubble that they are in.  And the dependent's edges, with the
spans that bubbles have, leave one vertex.  So the three points are conditions on pairs of tokens, and a tree with just
these coordinations is found in the time of any other.  The tests compare this with
:class:`bubbletree.exact.OnlyCoordinations`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bubbletree import ROOT, HasConjuncts
from neural.methods.exact.pairs import Pair

Flags = NDArray[np.bool_]


class _Kind(IntEnum):
    """What a zone is."""

    SENTENCE = 0
    FIRST = 1
    """The first conjunct of a coordination."""
    CONJUNCT = 2
    """Another one."""
    BETWEEN = 3
    """The words between two conjuncts."""


class _Zone(NamedTuple):
    """A zone: its words, what it is, and the first and the last word of its coordination."""

    first: int
    last: int
    kind: _Kind
    begin: int
    end: int


def allowed(n: int, coordinations: Sequence[HasConjuncts]) -> Flags:
    """The pairs of tokens that trees with just these coordinations look at, [len(Pair), n + 1, n + 1].

    Parameters
    ----------
    n : int
        The number of words.
    coordinations : sequence of HasConjuncts
        The coordinations; some tree has all of them.

    Examples
    --------
    >>> from bubbletree import GivenCoordination
    >>> table = allowed(3, [GivenCoordination([(1, 1), (3, 3)])])
    >>> [np.argwhere(table[pair]).tolist() for pair in (Pair.BUBBLE, Pair.CONJUNCT_START, Pair.OTHER_START)]
    [[[1, 3]], [[1, 3]], [[1, 2]]]
    """
    zones = [_Zone(ROOT, n, _Kind.SENTENCE, ROOT, n)]
    innermost = np.zeros(n + 1, dtype=np.int64)
    vertices: list[tuple[int, int, int]] = []  # zone, first and last token; outer ones first
    # Wider coordinations come first.
    for one in sorted(coordinations, key=lambda one: (one.conjuncts[0][0], -one.conjuncts[-1][1])):
        begin, end = one.conjuncts[0][0], one.conjuncts[-1][1]
        vertices.append((int(innermost[begin]), begin, end))
        for first, last, kind in _zones_in(one.conjuncts):
            innermost[first : last + 1] = len(zones)
            zones.append(_Zone(first, last, kind, begin, end))
    vertices += [(int(zone), token, token) for token, zone in enumerate(innermost)]
    return _tables(n, zones, vertices)


def _zones_in(conjuncts: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int, _Kind]]:
    """The first and the last word of each zone of a coordination, and its kind."""
    yield (*conjuncts[0], _Kind.FIRST)
    for (_, before), (first, last) in pairwise(conjuncts):
        if before + 1 < first:
            yield before + 1, first - 1, _Kind.BETWEEN
        yield first, last, _Kind.CONJUNCT


def _tables(n: int, zones: Sequence[_Zone], vertices: Sequence[tuple[int, int, int]]) -> Flags:
    tokens = np.arange(n + 1)

    def by_zone(places: Iterable[tuple[int, int]]) -> Flags:
        """Zones and tokens, as a table [Z, n + 1]."""
        table = np.zeros((len(zones), n + 1), dtype=np.bool_)
        for zone, token in places:
            table[zone, token] = True
        return table

    kinds = np.array([zone.kind for zone in zones])[:, None]
    first, last, begin = (by_zone(enumerate(zone[field] for zone in zones)) for field in (0, 1, 3))
    inside = np.array([(zone.first <= tokens) & (tokens <= zone.last) for zone in zones])
    is_initial, is_conjunct, is_between = (kinds == kind for kind in (_Kind.FIRST, _Kind.CONJUNCT, _Kind.BETWEEN))
    # Where vertices of a zone begin and end, and where those do that are the outermost ones there.
    vertex_first = by_zone((zone, one) for zone, one, _ in vertices)
    vertex_last = by_zone((zone, one) for zone, _, one in vertices)
    outer_first = by_zone((zone, one) for one, zone in {one: zone for zone, one, _ in reversed(vertices)}.items())
    outer_last = by_zone((zone, one) for one, zone in {one: zone for zone, _, one in reversed(vertices)}.items())
    ends = np.array([zone.end for zone in zones])[:, None]
    result = np.zeros((len(Pair), n + 1, n + 1), dtype=np.bool_)
    for pair, rows, columns in (
        (Pair.LEFT_FIRST, outer_first, vertex_first),
        (Pair.LEFT_LAST, outer_first, outer_last),
        (Pair.RIGHT_FIRST, outer_last, outer_first),
        (Pair.RIGHT_LAST, outer_last, vertex_last),
        (Pair.CONJUNCT_FIRST, begin & is_conjunct, outer_first),
        (Pair.CONJUNCT_LAST, begin & is_conjunct, vertex_last),
        (Pair.CONJUNCT_START, begin & is_conjunct, first),
        (Pair.CONJUNCT_END, begin & is_conjunct, last),
        (Pair.OTHER_FIRST, begin & is_between, outer_first),
        (Pair.OTHER_LAST, begin & is_between, vertex_last),
        (Pair.OTHER_START, begin & is_between, inside),
        (Pair.OTHER_END, begin & is_between, inside),
        (Pair.CONJUNCT_LEFT, first & (is_initial | is_conjunct), vertex_first),
        (Pair.CONJUNCT_RIGHT, vertex_last & (is_initial | is_conjunct), last),
        (Pair.FIRST_FIRST, begin & is_initial, vertex_first),
        (Pair.FIRST_LAST, begin & is_initial, vertex_last),
        (Pair.FIRST_END, begin & is_initial, last),
        # More parts follow, and another part was before.
        (Pair.MORE, begin & (is_conjunct | is_between), np.where(is_between, inside, last & (tokens < ends))),
    ):
        # A token of the row and one of the column meet in some zone.
        result[pair] = rows.T.astype(np.float32) @ columns.astype(np.float32) > 0
    for _, one, other in vertices:
        result[Pair.BUBBLE, one, other] = one < other
    return result
