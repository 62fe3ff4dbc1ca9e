r"""Queries for coordinations: a few conditions, all of which must hold.

``relation=obj conjuncts>=3 coordinator=or !nested`` asks for objects of three conjuncts or more that have the
coordinator *or* and are in no other coordination.  A condition is

* ``field=value`` or ``field!=value`` for a field of text: some value of the field is that one, or none is. Several
  values, with commas between them, are alternatives. ``*`` stands for any characters, ``?`` for one; ``\*`` and
  ``\?`` for these characters themselves. Capitals do not matter.
* ``field`` with ``=``, ``!=``, ``<``, ``<=``, ``>`` or ``>=``, and a number;
* a flag, or ``!`` and a flag, which must not hold.

A value with blanks or commas is put in quotation marks: ``coordinator="as well as"``.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from bubbletree._arguments import expect
from bubbletree.coordination import TreeCoordination
from bubbletree.errors import BubbletreeError, did_you_mean
from bubbletree.search.facts import FLAGS, NUMBERS, TEXTS, Facts, facts
from bubbletree.tree import BubbleTree

_COMPARED: Mapping[str, Callable[[int, int], bool]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_VALUE = r'(?:"[^"]*"|[^\s",]+)'
_CONDITION = re.compile(
    rf"\s*(?:(?P<field>[a-z-]+)\s*(?P<sign>!=|<=|>=|=|<|>)\s*(?P<values>{_VALUE}(?:,{_VALUE})*)"
    rf"|(?P<absent>!?)\s*(?P<flag>[a-z-]+))(?=\s|$)"
)


_DIGITS = 18
"""How many digits a number may have."""


class QueryError(BubbletreeError, ValueError):
    """A query cannot be understood.

    Attributes
    ----------
    query : str
        The query.
    place : int
        The position of the character where it stops making sense.
    reason : str
        What is wrong, in words.
    """

    def __init__(self, query: str, place: int, reason: str) -> None:
        super().__init__(f"query, column {place + 1}: {reason}")
        self.query = query
        self.place = place
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of a query.

    Attributes
    ----------
    field : str
        The field or flag.
    sign : str
        How the field is compared; for a flag ``""``, or ``"!"`` if it must not hold.
    values : tuple of str
        What it is compared with.
    """

    field: str
    sign: str
    values: tuple[str, ...] = ()

    def holds(self, found: Facts) -> bool:
        """Whether the condition holds of a coordination."""
        if self.field in FLAGS:
            return (self.field in found.flags) != (self.sign == "!")
        if self.field in NUMBERS:
            return _COMPARED[self.sign](found.numbers[self.field], int(self.values[0]))
        texts = found.texts[self.field]
        is_there = any(_pattern(value).fullmatch(text) for text in texts for value in self.values)
        return is_there == (self.sign == "=")


@dataclass(frozen=True, slots=True)
class Query:
    """Conditions, all of which must hold.

    Attributes
    ----------
    conditions : tuple of Condition
        The conditions.
    """

    conditions: tuple[Condition, ...]

    @classmethod
    def parse(cls, text: str) -> Query:
        """A query from its text.

        Parameters
        ----------
        text : str
            The conditions, with blanks between them. Without any, all coordinations are found.

        Raises
        ------
        QueryError
            It cannot be understood.

        Examples
        --------
        >>> Query.parse("conjuncts>=3 !nested").conditions
        (Condition(field='conjuncts', sign='>=', values=('3',)), Condition(field='nested', sign='!', values=()))
        """
        conditions = []
        place = 0
        while text[place:].strip():
            start = place + len(text[place:]) - len(text[place:].lstrip())
            found = _CONDITION.match(text, place)
            if found is None:
                raise QueryError(text, start, _unreadable(text[start:].split(maxsplit=1)[0]))
            conditions.append(_condition(text, start, found))
            place = found.end()
        return cls(tuple(conditions))

    def find(self, tree: BubbleTree) -> tuple[TreeCoordination, ...]:
        """The coordinations of a tree that all conditions hold of."""
        return tuple(
            found.coordination for found in facts(tree) if all(condition.holds(found) for condition in self.conditions)
        )


def _condition(text: str, start: int, found: re.Match[str]) -> Condition:
    if found["flag"]:
        if found["flag"] not in FLAGS:
            raise QueryError(text, start, _unknown("flag", found["flag"], FLAGS))
        return Condition(found["flag"], found["absent"])
    field, sign = found["field"], found["sign"]
    values = tuple(value.strip('"').lower() for value in re.findall(_VALUE, found["values"]))
    if field in NUMBERS:
        if len(values) > 1 or not (values[0].isascii() and values[0].isdecimal()):
            hint = "; equality is one =" if found["values"].startswith("=") else ""
            raise QueryError(text, start, f"{field} is compared with a number, not with {found['values']!r}{hint}")
        if len(values[0]) > _DIGITS:
            raise QueryError(text, start, f"{field} is compared with a number of at most {_DIGITS} digits")
    elif field in FLAGS:
        raise QueryError(text, start, f"{field} is a flag: write {field} or !{field}")
    elif field not in TEXTS:
        raise QueryError(text, start, _unknown("field", field, (*TEXTS, *NUMBERS)))
    elif sign not in ("=", "!="):
        raise QueryError(text, start, f"{field} is text: compare it by = or !=")
    elif found["values"].startswith("="):
        raise QueryError(
            text, start, f'equality is one =; put a value that begins with = in quotation marks: {field}="=..."'
        )
    return Condition(field, sign, values)


def _unreadable(found: str) -> str:
    """Why a text is not a condition, with a hint where one is known."""
    name = found.lstrip("!")
    if found.lower() != found and re.match(r"[A-Za-z-]+", name):
        return f"expected a condition, found {found!r}; fields and flags are written in small letters"
    if found.startswith("!") and "=" in found:
        field, _, value = name.partition("=")
        return f"expected a condition, found {found!r}; did you mean {field}!={value}?"
    return f"expected a condition, found {found!r}"


@lru_cache(maxsize=256)
def _pattern(value: str) -> re.Pattern[str]:
    """A value with ``*`` and ``?`` as a regular expression; a backslash takes away what they mean."""
    pieces = [""]
    for part in re.findall(r"\\[*?\\]|.", value, flags=re.DOTALL):
        if part == "*":
            pieces.append("")
        else:
            pieces[-1] += "." if part == "?" else re.escape(part[-1])
    # Between two stars, the first place where a piece fits is as good as any later one: (?>...) looks for no other, so
    # that many stars take no more time than a few.
    first, *between = pieces
    last = f".*{between.pop()}" if between else ""
    return re.compile("".join([first, *(f"(?>.*?{piece})" for piece in between if piece), last]), flags=re.DOTALL)


def _unknown(kind: str, name: str, known: Mapping[str, str] | tuple[str, ...]) -> str:
    hint = did_you_mean(name, known) or f"; there are {', '.join(known)}"
    return f"there is no {kind} {name!r}{hint}"


def find(tree: BubbleTree, query: str | Query) -> tuple[TreeCoordination, ...]:
    """The coordinations of a tree that a query asks for.

    Parameters
    ----------
    tree : BubbleTree
        A well-formed tree.
    query : str or Query
        Conditions, all of which must hold (:mod:`bubbletree.search.query`).

    Raises
    ------
    QueryError
        The query cannot be understood.
    InvalidTreeError
        The tree is not well-formed.

    Examples
    --------
    >>> from bubbletree import parse_brackets
    >>> tree = parse_brackets("nsubj=[Ann punct=, Bob cc=and Tom] want obj=(amod=hot [tea cc=or milk])")
    >>> [found.whole for found in find(tree, "conjuncts>=3")]
    [Span(first=1, last=5)]
    >>> [found.whole for found in find(tree, "relation=obj coordinator=or shared=amod !nested")]
    [Span(first=8, last=10)]
    """
    expect(tree, BubbleTree, "a BubbleTree")
    expect(query, (str, Query), "a query, as text or as a Query")
    return (Query.parse(query) if isinstance(query, str) else query).find(tree)
