"""The best tree, and the k best, taken out of the tables, one sentence at a time.

The k best are found lazily, as Huang and Chiang (2005) propose.  The tables say what the best way to make each entry is
worth.  An entry that is asked for its next best way gets a list of ways.  A way is a recipe, a cut, and the places of
its two entries in their own lists.  Behind the way (i, j) come the ways (i, j + 1) and, if j is 0, (i + 1, 0).  So each
way has one before it that is at least as good, and only a small part of the tables is ever asked.

Of equally good ways, the first is that with the first recipe, the first cut, the smaller i, the smaller j.  That is the
order of :mod:`bubbletree.exact`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from neural.methods.compiling import Floats, Ints, compiled, for_each
from neural.methods.exact.cuts import IMPOSSIBLE, best_cut
from neural.methods.exact.kernels import inside, least_and_most
from neural.methods.exact.tables import (
    CONJUNCT_ROLE,
    FIRST,
    FIRST_BEGUN,
    FIRST_HELD,
    FIRST_RECIPE,
    HELD,
    LEFT,
    LEFT_FROM,
    LEFT_REST,
    LEFT_ROLE,
    OTHER_ROLE,
    RECIPES,
    RIGHT,
    RIGHT_HELD,
    RIGHT_ROLE,
    SEVERAL,
    TABLES,
    VERTEX,
)

NEXT = 4
"""The column of a way that names another one, which waits in the same list; before it are recipe, cut, i and j."""

COUNT, IS_OVER, IS_EXPANDED, HEAD, RECIPE_OF_BOUND, CUT_OF_BOUND = range(6)
"""The columns that say how a list stands: how many ways are in it; whether there are no more; whether those behind the
last one are known; the first of those that wait; and the recipe and the cut of the last way (0, 0) in the list."""


class _Lists(NamedTuple):
    """The ways found so far, in lists: one for each entry that was asked for more than its best way.

    Attributes
    ----------
    by_entry : array of int, [TABLES, n + 2, n + 2]
        The number of each entry's list, -1 for none; empty if there are no lists at all.
    ranked : array of int, [lists, k]
        The numbers of the ways in each list, the best first.
    state : array of int, [lists, 6]
        How each list stands.
    bounds : array, [lists]
        What the last way (0, 0) in each list is worth.
    ways : array of int, [ways, 5]
        Recipe, cut, i, j, and the way that waits behind this one.
    worth : array, [ways]
        What the ways are worth.
    used : array of int, [2]
        How many lists and how many ways there are; the other rows are spare.
    """

    by_entry: Ints
    ranked: Ints
    state: Ints
    bounds: Floats
    ways: Ints
    worth: Floats
    used: Ints


@compiled
def _no_lists(n: int, k: int) -> _Lists:
    """Room for lists of k ways for the entries of n words; none at all for k = 0."""
    size, tables = (n + 2, TABLES) if k else (0, 0)
    return _Lists(
        np.full((tables, size, size), -1, dtype=np.int64),
        np.full((size, k), -1, dtype=np.int64),
        np.full((size, 6), -1, dtype=np.int64),
        np.full(size, np.inf),
        np.full((4 * size, 5), -1, dtype=np.int64),
        np.full(4 * size, IMPOSSIBLE),
        np.zeros(2, dtype=np.int64),
    )


@compiled
def _with_room(lists: _Lists) -> _Lists:
    """The same lists, with room for another list and three more ways."""
    by_entry, ranked, state, bounds, ways, worth, used = lists
    if used[0] == len(state):
        ranked, state = np.concatenate((ranked, ranked)), np.concatenate((state, state))
        bounds = np.concatenate((bounds, bounds))
    if used[1] + 3 > len(ways):
        ways, worth = np.concatenate((ways, ways)), np.concatenate((worth, worth))
    return _Lists(by_entry, ranked, state, bounds, ways, worth, used)


@compiled
def _value(scores: Floats, recipe: int, a: int, e: int, left: float, right: float) -> float:
    """What an entry is worth if it is made by a recipe of two entries that are worth so much."""
    pair, row, row_from_end, column, column_from_end = RECIPES[recipe, 5:]
    value = left + right
    if pair >= 0:
        value += scores[pair, row + (e if row_from_end else a), column + (e if column_from_end else a)]
    return value


@compiled
def _best_way(scores: Floats, t: Floats, table: int, a: int, e: int, single_root: bool) -> tuple[int, int]:
    """The recipe and the cut of the best way to make an entry."""
    best, chosen, cut = IMPOSSIBLE, FIRST_RECIPE[table], a
    for recipe in range(FIRST_RECIPE[table], FIRST_RECIPE[table + 1]):
        left, right = t[RECIPES[recipe, 1]], t[RECIPES[recipe, 2]]
        least, most = least_and_most(recipe, a, e - a, single_root)
        found = best_cut(left, right, a, e, least, most)
        value = _value(scores, recipe, a, e, left[a, found], right[found, e])
        if value > best:
            best, chosen, cut = value, recipe, found
    return chosen, cut


@compiled
def _way(
    scores: Floats, t: Floats, single_root: bool, lists: _Lists, table: int, a: int, e: int, place: int
) -> tuple[int, int, int, int]:
    """The recipe, the cut, i and j of the way at some place in an entry's list; without a list, of the best way."""
    known = lists.by_entry[table, a, e] if lists.by_entry.size else -1
    if known >= 0:
        recipe, cut, first, second, _ = lists.ways[lists.ranked[known, place]]
        return recipe, cut, first, second
    recipe, cut = _best_way(scores, t, table, a, e, single_root)
    return recipe, cut, 0, 0


@compiled
def _is_leaf(table: int, a: int, e: int) -> bool:
    """Whether there is nothing to be made: no dependents, or a single word."""
    return (a == e and table in (LEFT, RIGHT)) or (e == a + 1 and table == VERTEX)


@compiled
def _vertices(scores: Floats, t: Floats, n: int, single_root: bool, lists: _Lists, place: int) -> Ints:
    """The vertices of a tree, which is at this place in the list of all; see :func:`best_vertices`."""
    made = np.zeros((2 * n, 5), dtype=np.int64)
    count = 0
    # Entries still to be taken apart: table, a, e, the place of the way, the item in hand, and the vertex above it.
    pending = np.zeros((20 * n + 20, 6), dtype=np.int64)
    pending[0] = (RIGHT, 1, n + 1, place, -1, -1)
    waiting = 1
    while waiting:
        waiting -= 1
        table, a, e, place, item, above = pending[waiting]
        if _is_leaf(table, a, e):
            continue
        recipe, cut, first, second = _way(scores, t, single_root, lists, table, a, e, place)
        if table in (LEFT, RIGHT, SEVERAL, FIRST):
            item = count
            count += 1
        elif table == LEFT_FROM:
            made[item] = (above, LEFT_ROLE, a, cut - 1, e)
        elif table == RIGHT_HELD:
            made[item] = (above, RIGHT_ROLE, cut, e - 1, a - 1)
        elif table == FIRST_HELD:
            made[item] = (above, CONJUNCT_ROLE, cut, e - 1, a)
        elif table in (HELD, HELD + 1):
            made[item] = (above, OTHER_ROLE if table > HELD else CONJUNCT_ROLE, cut, e - 1, a)
        # Of left dependents, the words on the left are below the item; else those on the right are.
        is_left = table in (LEFT, LEFT_FROM, LEFT_REST)
        below_left = item if is_left or table == FIRST_BEGUN else above
        pending[waiting] = (RECIPES[recipe, 1], a, cut, first, item, below_left)
        pending[waiting + 1] = (RECIPES[recipe, 2], cut, e, second, item, above if is_left else item)
        waiting += 2
    return made[:count]


@compiled
def best_vertices(scores: Floats, n: int, single_root: bool) -> Ints:
    """The vertices of the best tree, each after the one above it, [at most 2 n - 1, 5].

    Of equally good trees, it is the one that :func:`bubbletree.exact.best_tree` finds.

    Parameters
    ----------
    scores, n, single_root
        As for :func:`neural.methods.exact.kernels.inside`.

    Returns
    -------
    array of int
        For each vertex: the number of the vertex above it, -1 for RT; its role; the first and the last token of its
        content; and the edge of the vertex above that it sees.
    """
    t = inside(scores, n, single_root, True)  # compiled code has no keyword arguments
    return _vertices(scores, t, n, single_root, _no_lists(n, 0), 0)


def best_trees(scores: Sequence[Floats] | Floats, lengths: Ints, single_root: bool) -> list[Ints]:
    """For each sentence what :func:`best_vertices` says."""
    return for_each(len(lengths), lambda number: best_vertices(scores[number], int(lengths[number]), single_root))


@compiled
def _next_first_way(
    scores: Floats, t: Floats, single_root: bool, lists: _Lists, table: int, a: int, e: int
) -> tuple[float, int, int]:
    """The next way (0, 0) that is not in an entry's list yet: what it is worth, recipe and cut; recipe -1 for none."""
    number = lists.by_entry[table, a, e]
    before = lists.bounds[number]
    recipe_before, cut_before = lists.state[number, RECIPE_OF_BOUND], lists.state[number, CUT_OF_BOUND]
    best, chosen, chosen_cut = IMPOSSIBLE / 2, -1, 0  # what is worth less is not possible
    for recipe in range(FIRST_RECIPE[table], FIRST_RECIPE[table + 1]):
        left, right = t[RECIPES[recipe, 1]], t[RECIPES[recipe, 2]]
        least, most = least_and_most(recipe, a, e - a, single_root)
        for cut in range(a + least, a + most + 1):
            value = _value(scores, recipe, a, e, left[a, cut], right[cut, e])
            is_behind = value < before or (
                value == before and (recipe > recipe_before or (recipe == recipe_before and cut > cut_before))
            )
            if is_behind and value > best:
                best, chosen, chosen_cut = value, recipe, cut
    return best, chosen, chosen_cut


@compiled
def _is_before(worth: float, way: Ints, other_worth: float, other: Ints) -> bool:
    """Whether a way comes before another: it is worth more, or as much and is the first in order."""
    if worth != other_worth:
        return worth > other_worth
    for column in range(NEXT):
        if way[column] != other[column]:
            return bool(way[column] < other[column])
    return False


@compiled
def _worth(t: Floats, lists: _Lists, table: int, a: int, e: int, place: int) -> float:
    """What the way at some place in an entry's list is worth."""
    return float(lists.worth[lists.ranked[lists.by_entry[table, a, e], place]] if place else t[table, a, e])


@compiled
def _has(lists: _Lists, table: int, a: int, e: int, count: int) -> bool:
    """Whether an entry's list has so many ways."""
    number = lists.by_entry[table, a, e]
    return bool(number >= 0 and lists.state[number, COUNT] >= count)


@compiled
def _must_ask(lists: _Lists, table: int, a: int, e: int, count: int) -> bool:
    """Whether it is not known if an entry has so many ways."""
    number = lists.by_entry[table, a, e]
    return bool(number < 0 or (lists.state[number, COUNT] < count and not lists.state[number, IS_OVER]))


@compiled
def _add_waiting(lists: _Lists, number: int, worth: float, recipe: int, cut: int, first: int, second: int) -> None:
    """Add a way to those that wait in a list."""
    way = lists.used[1]
    lists.worth[way] = worth
    lists.ways[way] = (recipe, cut, first, second, lists.state[number, HEAD])
    lists.state[number, HEAD] = way
    lists.used[1] += 1


@compiled
def _expand(scores: Floats, t: Floats, lists: _Lists, asked: Ints, waiting: int) -> int:
    """Let the ways behind the last one of a list wait in it, or ask first the lists that this takes.

    The list is that of the entry asked last.  Returns how many entries are asked now.
    """
    table, a, e, _ = asked[waiting - 1]
    number = lists.by_entry[table, a, e]
    recipe, cut, first, second, _ = lists.ways[lists.ranked[number, lists.state[number, COUNT] - 1]]
    left, right = RECIPES[recipe, 1], RECIPES[recipe, 2]
    already = waiting
    if second == 0 and _must_ask(lists, left, a, cut, first + 2):
        asked[waiting] = (left, a, cut, first + 2)
        waiting += 1
    if _must_ask(lists, right, cut, e, second + 2):
        asked[waiting] = (right, cut, e, second + 2)
        waiting += 1
    if waiting > already:
        return waiting
    if second == 0 and _has(lists, left, a, cut, first + 2):
        worth = _value(scores, recipe, a, e, _worth(t, lists, left, a, cut, first + 1), t[right, cut, e])
        _add_waiting(lists, number, worth, recipe, cut, first + 1, 0)
    if _has(lists, right, cut, e, second + 2):
        before, behind = _worth(t, lists, left, a, cut, first), _worth(t, lists, right, cut, e, second + 1)
        _add_waiting(lists, number, _value(scores, recipe, a, e, before, behind), recipe, cut, first, second + 1)
    lists.state[number, IS_EXPANDED] = True
    return waiting


@compiled
def _take_next(scores: Floats, t: Floats, single_root: bool, lists: _Lists, table: int, a: int, e: int) -> None:
    """Add the next way to an entry's list: one that waits, or a way (0, 0)."""
    ways, worth, state = lists.ways, lists.worth, lists.state[lists.by_entry[table, a, e]]
    chosen, before_chosen, before, way = -1, -1, -1, state[HEAD]
    while way >= 0:
        if chosen < 0 or _is_before(worth[way], ways[way], worth[chosen], ways[chosen]):
            chosen, before_chosen = way, before
        before, way = way, ways[way, NEXT]
    value, recipe, cut = _next_first_way(scores, t, single_root, lists, table, a, e)
    new = lists.used[1]
    worth[new] = value
    ways[new] = (recipe, cut, 0, 0, -1)
    if recipe >= 0 and (chosen < 0 or _is_before(value, ways[new], worth[chosen], ways[chosen])):
        lists.bounds[lists.by_entry[table, a, e]] = value
        state[RECIPE_OF_BOUND], state[CUT_OF_BOUND] = recipe, cut
        lists.used[1] += 1
        chosen = new
    elif chosen < 0:
        state[IS_OVER] = True
        return
    elif before_chosen < 0:
        state[HEAD] = ways[chosen, NEXT]
    else:
        ways[before_chosen, NEXT] = ways[chosen, NEXT]
    lists.ranked[lists.by_entry[table, a, e], state[COUNT]] = chosen
    state[COUNT] += 1
    state[IS_EXPANDED] = False


@compiled
def _ask(scores: Floats, t: Floats, n: int, single_root: bool, lists: _Lists, wanted: int) -> _Lists:
    """The lists, with so many ways in that of the goal, if there are so many."""
    asked = np.zeros((80 * (n + 2), 4), dtype=np.int64)  # an entry, and how many ways its list should have
    asked[0] = (RIGHT, 1, n + 1, wanted)
    waiting = 1
    while waiting:
        table, a, e, count = asked[waiting - 1]
        lists = _with_room(lists)
        number = lists.by_entry[table, a, e]
        if number < 0:
            number = lists.used[0]
            lists.by_entry[table, a, e] = number
            leaf = int(_is_leaf(table, a, e))
            lists.state[number] = (leaf, leaf, 0, -1, -1, -1)
            lists.bounds[number] = np.inf
            lists.used[0] += 1
        state = lists.state[number]
        if state[COUNT] >= count or state[IS_OVER]:
            waiting -= 1
            continue
        if state[COUNT] and not state[IS_EXPANDED]:
            waiting = _expand(scores, t, lists, asked, waiting)
            if not state[IS_EXPANDED]:
                continue
        _take_next(scores, t, single_root, lists, table, a, e)
    return lists


@compiled
def k_best_vertices(scores: Floats, n: int, single_root: bool, k: int) -> tuple[Ints, Ints, Floats]:
    """The vertices of the k best trees, the best first; of equally good ones in the order of the reference.

    Parameters
    ----------
    scores, n, single_root
        As for :func:`neural.methods.exact.kernels.inside`.
    k : int
        How many trees; there are fewer if the sentence has not so many.

    Returns
    -------
    vertices : array of int, [K, 2 n, 5]
        For each tree what :func:`best_vertices` says.
    counts : array of int, [K]
        How many of these rows count.
    totals : array, [K]
        The scores of the trees.
    """
    t = inside(scores, n, single_root, True)  # compiled code has no keyword arguments
    lists = _ask(scores, t, n, single_root, _no_lists(n, k), k)
    found = lists.state[lists.by_entry[RIGHT, 1, n + 1], COUNT]
    vertices = np.zeros((found, 2 * n, 5), dtype=np.int64)
    counts = np.zeros(found, dtype=np.int64)
    totals = np.zeros(found)
    for place in range(found):
        made = _vertices(scores, t, n, single_root, lists, place)
        counts[place] = len(made)
        vertices[place, : len(made)] = made
        totals[place] = _worth(t, lists, RIGHT, 1, n + 1, place)
    return vertices, counts, totals
