"""Punctuation: what separates and what encloses.

Brackets and quotation marks come in pairs and belong to what they enclose.  All other punctuation
separates: at the edge of a conjunct it is in none.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable

_ALIASES = {
    "-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}",
    "``": "“", "''": "”", ",,": "„", "<<": "«", ">>": "»",
}  # fmt: skip
_SINGLE = frozenset("'`´׳‘’‚‛‹›")
_DOUBLE = frozenset('"״“”„‟«»')
_ONLY_OPEN = frozenset("„‚`")
_OPEN_ANEW = frozenset("“‘«‹")
"""Quotation marks that open again after one of their own kind, as in ``«a «b» c»``; ``”a”`` and ``»a»`` are closed."""


def encloses(form: str) -> bool:
    """Whether a punctuation mark is a bracket or a quotation mark.

    Examples
    --------
    >>> [encloses(form) for form in ("(", "”", "``", "-RRB-", ",", "|", "--")]
    [True, True, True, True, False, False, False]
    """
    return form in _ALIASES or all(
        mark in _SINGLE or mark in _DOUBLE or mark in "<>" or unicodedata.category(mark) in ("Ps", "Pe")
        for mark in form
    )


def partners(marks: Iterable[tuple[int, str]]) -> dict[int, int]:
    """The brackets and quotation marks that belong together: of each the number of the other.

    Parameters
    ----------
    marks : iterable of (int, str)
        Number and form of each punctuation mark of a sentence, from left to right.  A mark that stays
        alone has no partner.

    Examples
    --------
    >>> partners([(1, '"'), (3, "("), (5, ")"), (6, "'"), (7, '"')])
    {3: 5, 5: 3, 1: 7, 7: 1}
    """
    found: dict[int, int] = {}
    opened = _Opened()
    for number, form in marks:
        if encloses(form):
            other = opened.take(number, _ALIASES.get(form, form[0]))
            if other is not None:
                found[other] = number
                found[number] = other
    return found


class _Opened:
    """The marks that are open at some place of a sentence."""

    def __init__(self) -> None:
        self._marks: list[tuple[int, str, str]] = []
        # Of each family the places in the list above.
        self._places: defaultdict[str, list[int]] = defaultdict(list)
        self._brackets: list[int] = []

    def take(self, number: int, mark: str) -> int | None:
        """Go past a mark: the number of the one that it closes, or None if it opens or stays alone."""
        if mark in _SINGLE or mark in _DOUBLE:
            family = "single" if mark in _SINGLE else "double"
            place = self._quote(mark, family)
        elif mark == "<" or (mark != ">" and unicodedata.category(mark) == "Ps"):
            family, place = mark, None
            self._brackets.append(len(self._marks))
        else:
            # In Unicode, a closing bracket is one or two places after the one that opens.
            openings = (chr(ord(mark) - distance) for distance in (1, 2))
            place = next((self._places[opening][-1] for opening in openings if self._places[opening]), None)
            if place is None:
                return None
            family = ""
        if place is None:
            self._places[family].append(len(self._marks))
            self._marks.append((number, mark, family))
            return None
        return self._close(place)

    def _quote(self, mark: str, family: str) -> int | None:
        """The place of the quotation mark that this one closes: none across a bracket."""
        places = self._places[family]
        if not places or mark in _ONLY_OPEN or (self._brackets and self._brackets[-1] > places[-1]):
            return None
        opening = self._marks[places[-1]][1]
        return None if mark == opening and mark in _OPEN_ANEW else places[-1]

    def _close(self, place: int) -> int:
        """Forget a mark and what was opened after it; its number."""
        number = self._marks[place][0]
        while len(self._marks) > place:
            _, _, family = self._marks.pop()
            self._places[family].pop()
        while self._brackets and self._brackets[-1] >= place:
            self._brackets.pop()
        return number
