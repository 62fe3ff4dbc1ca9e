"""Whether two structures are the same up to the numbering of their bubbles.

This is needed only if several bubbles have the same content, which non-duplication forbids in well-formed trees. Then
the content does not identify a bubble, and comparing two structures means finding a renumbering. The method is the
standard one, colour refinement with individualisation. Bubbles are coloured by content. Colours are split by the
coloured arcs around each bubble until nothing changes. If a colour still has several bubbles, one of them is matched in
turn with each of its counterparts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set

Colours = list[int]
Triple = tuple[int, str, int]


def isomorphic(
    contents_a: Sequence[Set[int]],
    arcs_a: Sequence[Triple],
    contents_b: Sequence[Set[int]],
    arcs_b: Sequence[Triple],
) -> bool:
    """Whether a bijection of bubbles maps contents to equal contents and arcs onto arcs.

    Examples
    --------
    >>> same = [frozenset({1}), frozenset({1}), frozenset({1})]
    >>> isomorphic(same, [(0, "x", 1)], same, [(2, "x", 0)])
    True
    >>> isomorphic(same, [(0, "x", 1)], same, [(2, "x", 2)])
    False
    """
    if len(contents_a) != len(contents_b) or len(arcs_a) != len(arcs_b):
        return False
    # One graph holding both structures side by side lets one colouring compare them.
    shift = len(contents_a)
    arcs = [*arcs_a, *((head + shift, label, dependent + shift) for head, label, dependent in arcs_b)]
    palette: dict[Set[int], int] = {}
    colours = [palette.setdefault(content, len(palette)) for content in [*contents_a, *contents_b]]
    around: list[list[tuple[int, str, int]]] = [[] for _ in colours]
    for head, label, dependent in arcs:
        around[head].append((0, label, dependent))
        around[dependent].append((1, label, head))
    pending = [colours]
    while pending:
        refined = _refine(pending.pop(), around)
        sides = (Counter(refined[:shift]), Counter(refined[shift:]))
        if sides[0] != sides[1]:
            continue
        ambiguous = [colour for colour, size in sides[0].items() if size > 1]
        if not ambiguous:
            return True
        fresh = max(refined) + 1
        first = refined.index(ambiguous[0])
        for other in range(shift, len(refined)):
            if refined[other] == ambiguous[0]:
                matched = refined.copy()
                matched[first] = matched[other] = fresh
                pending.append(matched)
    return False


def _refine(colours: Colours, around: Sequence[Sequence[tuple[int, str, int]]]) -> Colours:
    """Split colours by the multiset of coloured arcs around each bubble, until the count is stable."""
    count = len(set(colours))
    while True:
        palette: dict[tuple[int, tuple[tuple[int, str, int], ...]], int] = {}
        views = [
            (colour, tuple(sorted((way, label, colours[other]) for way, label, other in arcs)))
            for colour, arcs in zip(colours, around, strict=True)
        ]
        colours = [palette.setdefault(view, len(palette)) for view in views]
        if len(palette) == count:
            return colours
        count = len(palette)
