"""Gapping: which dependents of the first conjunct the remnants of a later one answer.

In "Lena ordered soup and Omar rice" the second conjunct has lost its predicate.  UD promotes one of the
remnants, *Omar*, and hangs the others on it as ``orphan``.  Remnants are in the order of what they answer:
*Omar* answers *Lena*, and *rice* answers *soup*.  If the first conjunct has more dependents than there are
remnants ("She gave Ann a pen and Bob a book"), those are meant that resemble the remnants most; of several
choices that are equally good, the one nearest to the remnants.
"""

from __future__ import annotations

from typing import NamedTuple

from bubbletree.convert.relations import Kind, universal
from bubbletree.convert.syntax import Syntax

_CONTENT = frozenset({Kind.SUBJECT, Kind.OBJECT, Kind.COMPLEMENT, Kind.OBLIQUE, Kind.ADVERBIAL})
_NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM"})


class _Choice(NamedTuple):
    """Candidates for some of the remnants: the first, those after it, and how well they fit together."""

    score: int
    candidate: int = 0
    rest: _Choice | None = None


def counterparts(syntax: Syntax, head: int, conjunct: int) -> list[int]:
    """The dependents of a predicate that the remnants of an elided one answer, from left to right.

    Parameters
    ----------
    syntax : Syntax
        The tree.
    head : int
        The predicate of the first conjunct.
    conjunct : int
        The promoted remnant; the others hang on it as ``orphan``.
    """
    remnants = sorted(
        [conjunct, *(child for child in syntax.children[conjunct] if syntax.kinds[child] is Kind.REMNANT)]
    )
    candidates = [child for child in syntax.children[head] if child < conjunct and syntax.kinds[child] in _CONTENT]
    if len(candidates) <= len(remnants):
        return candidates
    # The best choice for the last 0, 1, ... remnants among the candidates so far, which come from right to left.
    best: list[_Choice | None] = [_Choice(0), *(None for _ in remnants)]
    for candidate in reversed(candidates):
        for number in range(len(remnants), 0, -1):
            rest, known = best[number - 1], best[number]
            if rest is not None:
                score = rest.score + _likeness(syntax, candidate, remnants[-number])
                if known is None or score > known.score:
                    best[number] = _Choice(score, candidate, rest)
    found = []
    choice = best[-1]
    while choice is not None and choice.rest is not None:
        found.append(choice.candidate)
        choice = choice.rest
    return found


def _likeness(syntax: Syntax, candidate: int, remnant: int) -> int:
    """How well a remnant could answer a dependent of the first conjunct."""
    relation = syntax.elided.get(remnant)
    if relation is not None and universal(relation) == universal(syntax.labels[candidate]):
        return 100
    one, other = syntax.rows[candidate], syntax.rows[remnant]
    score = 2 * (one.upos == other.upos != "_") + ((one.upos in _NOMINAL) == (other.upos in _NOMINAL))
    cases = syntax.feature(candidate, "Case"), syntax.feature(remnant, "Case")
    if all(cases):
        score += 3 if cases[0] == cases[1] else -3
    return score + 2 * (_adpositions(syntax, candidate) == _adpositions(syntax, remnant))


def _adpositions(syntax: Syntax, word: int) -> set[str]:
    return {syntax.rows[child].form.lower() for child in syntax.children[word] if syntax.kinds[child] is Kind.MARKER}
