"""The program in numbers: the kinds of pairs, the tables, and the recipes for their entries.

All tables have entries ``[a, e]`` for what covers the words from a to before e, 1 <= a <= e <= n + 1.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from neural.methods.exact.pairs import Pair

LEFT_FIRST, LEFT_LAST = int(Pair.LEFT_FIRST), int(Pair.LEFT_LAST)
RIGHT_FIRST, RIGHT_LAST = int(Pair.RIGHT_FIRST), int(Pair.RIGHT_LAST)
PART_FIRST, PART_LAST, PART_START, PART_END = (
    int(pair) for pair in (Pair.CONJUNCT_FIRST, Pair.CONJUNCT_LAST, Pair.CONJUNCT_START, Pair.CONJUNCT_END)
)
OTHER = int(Pair.OTHER_FIRST) - PART_FIRST
"""How much further the pairs of other parts are than those of conjuncts."""
REACH_LEFT, REACH_RIGHT, BUBBLE = int(Pair.CONJUNCT_LEFT), int(Pair.CONJUNCT_RIGHT), int(Pair.BUBBLE)
INITIAL_FIRST, INITIAL_LAST, INITIAL_END = int(Pair.FIRST_FIRST), int(Pair.FIRST_LAST), int(Pair.FIRST_END)
MORE = int(Pair.MORE)

# Tables, by number, in the order in which entries of the same words are made; of those with two roles, that of
# conjuncts first.
HELD, SEVERAL, VERTEX = 0, 2, 3
FIRST_HELD, FIRST, PARTS = 4, 5, 6
BEFORE = 7
"""One or more parts, with the score of where the next begins."""
LEFT_FROM, LEFT, RIGHT_HELD, RIGHT = 9, 10, 11, 12
FAR_LEFT, FAR_RIGHT = 13, 14
"""``LEFT`` and ``RIGHT`` with the score of a conjunct's reach."""
LEFT_REST, RIGHT_BEGUN, FIRST_BEGUN, BEGUN = 15, 16, 17, 18
TABLES = 20

LEFT_ROLE, RIGHT_ROLE, CONJUNCT_ROLE, OTHER_ROLE = range(4)
"""What a vertex is to the one above it, by number."""


class _Recipe(NamedTuple):
    """One way to make an entry ``[a, e]``: of one ``[a, cut]``, one ``[cut, e]``, and the score of one pair.

    Attributes
    ----------
    table : int
        The table of the entry.
    left, right : int
        The tables of the two entries that it is made of.
    least : int
        The fewest words on the left; -1 if all are, and the right entry, of no words, adds nothing.
    rest : int
        The fewest words on the right.
    pair : int
        The kind of the pair; -1 for none.
    row, row_from_end, column, column_from_end : int
        The tokens of the pair: so much added to a or, if the next number is 1, to e.
    """

    table: int
    left: int
    right: int
    least: int
    rest: int
    pair: int = -1
    row: int = 0
    row_from_end: int = 0
    column: int = 0
    column_from_end: int = 0


_AT_BOTH, _AT_LAST, _BEFORE_BOTH, _BEFORE_LAST = (0, 0, 0, 1), (0, 0, -1, 1), (-1, 0, 0, 1), (-1, 0, -1, 1)

_RECIPES = sorted(
    [
        _Recipe(VERTEX, SEVERAL, RIGHT, -1, 0, BUBBLE, *_AT_LAST),
        _Recipe(LEFT, LEFT, LEFT_FROM, 0, 1),
        _Recipe(LEFT_FROM, VERTEX, LEFT_REST, 1, 0, LEFT_FIRST, 0, 1, 0, 0),
        _Recipe(LEFT_REST, RIGHT, LEFT, 0, 0, LEFT_LAST, 0, 1, -1, 0),
        _Recipe(RIGHT, RIGHT_HELD, RIGHT, 1, 0),
        _Recipe(RIGHT_BEGUN, RIGHT, LEFT, 0, 0, RIGHT_FIRST, *_BEFORE_BOTH),
        _Recipe(RIGHT_HELD, RIGHT_BEGUN, VERTEX, 0, 1, RIGHT_LAST, *_BEFORE_LAST),
        _Recipe(FIRST_BEGUN, FAR_LEFT, RIGHT, -1, 0, INITIAL_FIRST, *_AT_BOTH),
        _Recipe(FIRST_HELD, FIRST_BEGUN, VERTEX, 0, 1, INITIAL_LAST, *_AT_LAST),
        _Recipe(FIRST, FIRST_HELD, FAR_RIGHT, 1, 0, INITIAL_END, *_AT_LAST),
        _Recipe(PARTS, FIRST, RIGHT, -1, 0),
        _Recipe(PARTS, SEVERAL, RIGHT, -1, 0, MORE, *_AT_LAST),
        _Recipe(FAR_LEFT, LEFT, RIGHT, -1, 0, REACH_LEFT, *_AT_BOTH),
        _Recipe(FAR_RIGHT, RIGHT, RIGHT, -1, 0, REACH_RIGHT, *_BEFORE_LAST),
        *(
            recipe
            for role in range(2)
            for pair in (role * OTHER,)
            for recipe in (
                _Recipe(SEVERAL, HELD + role, RIGHT if role else FAR_RIGHT, 2, 0, PART_END + pair, *_AT_LAST),
                _Recipe(BEFORE + role, PARTS, RIGHT, -1, 0, PART_START + pair, *_AT_BOTH),
                _Recipe(BEGUN + role, BEFORE + role, LEFT if role else FAR_LEFT, 1, 0, PART_FIRST + pair, *_AT_BOTH),
                _Recipe(HELD + role, BEGUN + role, VERTEX, 1, 1, PART_LAST + pair, *_AT_LAST),
            )
        ),
    ],
    key=lambda recipe: recipe.table,
)
RECIPES = np.array(_RECIPES, dtype=np.int64)
"""The recipes, those of one table together, in the order of their numbers."""

FIRST_RECIPE = np.array([[one.table for one in _RECIPES].index(table) for table in range(TABLES)] + [len(_RECIPES)])
"""The number of each table's first recipe; that of the next table's is behind its last."""
