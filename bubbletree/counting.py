"""How many projective bubble trees there are, and exactly uniform random ones.

Let T(x) generate the projective trees below a single child of RT, by number of words, and F(x) the
sequences of such trees, F = 1 / (1 - T).  A child of RT is a word or a bubble of two or more parts,
with a sequence of trees on either side outside it:

    T = F^2 (x + T^2 F).

Replacing the first part of a bubble by what it is, over and over, gives T = F^2 x / (1 - T F^3):
every tree is a word with dependents on either side, around which lie j >= 0 nested bubbles that
begin with it, each of which has one further part, a sequence of yet further parts, and dependents
on either side.  So T = x g(T) with g(u) = (1 - u)^-2 / (1 - u (1 - u)^-3), and Lagrange inversion
yields the number of trees over n >= 1 words with k bubbles of two words or more (RT may have
several children):

    1/n * C(n + k - 1, k) * C(3n + 2k, n - 1 - k).

:mod:`bubbletree.sampling` turns the same reading into exactly uniform random trees.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from math import comb


def count_trees(n: int) -> int:
    """The number of projective bubble trees over n words, labels ignored.

    RT may have any number of children; over no words there is one tree, RT alone.

    Parameters
    ----------
    n : int
        The number of words.

    Examples
    --------
    >>> [count_trees(n) for n in range(6)]
    [1, 1, 4, 25, 191, 1627]
    """
    check_size(n)
    return sum(_weights(n)) // n if n else 1


def count_trees_with(n: int, k: int) -> int:
    """The number of projective bubble trees over n words with k bubbles of two words or more.

    Examples
    --------
    >>> [count_trees_with(3, k) for k in range(4)]
    [12, 11, 2, 0]
    """
    check_size(n)
    if n == 0:
        return int(k == 0)
    return comb(n + k - 1, k) * comb(3 * n + 2 * k, n - 1 - k) // n if 0 <= k < n else 0


def check_size(n: int) -> None:
    """Check that ``n`` can be a number of words.

    Raises
    ------
    ValueError
        It is negative, or not a whole number.
    """
    if isinstance(n, bool) or operator.index(n) < 0:
        raise ValueError(f"the number of words must be a whole number, at least 0, not {n!r}")


def _weights(n: int) -> Iterator[int]:
    """n times the number of trees over n >= 1 words with 0, 1, ..., n - 1 bubbles."""
    weight = comb(3 * n, n - 1)
    for k in range(n):
        yield weight
        up, down = growth(n, k)
        weight = weight * up // down


def growth(n: int, k: int) -> tuple[int, int]:
    """The number of trees over n words with k + 1 bubbles, over that with k, as a fraction (k < n)."""
    # C(n + k - 1, k) becomes C(n + k, k + 1), and C(3n + 2k, n - 1 - k) becomes C(3n + 2k + 2, n - 2 - k).
    top, bottom = 3 * n + 2 * k, n - 1 - k
    gap = top - bottom
    return (n + k) * (top + 2) * (top + 1) * bottom, (k + 1) * (gap + 1) * (gap + 2) * (gap + 3)
