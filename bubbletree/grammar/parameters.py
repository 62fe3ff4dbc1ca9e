"""The parameters of the grammar: how often its parts occur, and how long sentences may be."""

from __future__ import annotations

from dataclasses import dataclass, fields

from bubbletree.errors import BubbletreeError


class GrammarError(BubbletreeError, ValueError):
    """A parameter of the grammar is out of range.

    Attributes
    ----------
    parameter : str
        Its name.
    reason : str
        What is wrong with it.
    """

    def __init__(self, parameter: str, reason: str) -> None:
        super().__init__(f"{parameter}: {reason}")
        self.parameter = parameter
        self.reason = reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """Parameters of the grammar.  All but the last two are probabilities.

    Attributes
    ----------
    coordination : float
        That a phrase which can be coordinated is coordinated.
    clauses : float
        That a statement consists of coordinated clauses.
    nesting : float
        That one conjunct of a noun phrase coordination is a coordination itself.
    series : float
        That a coordination has three or more conjuncts.
    clash : float
        That the lexical class of a conjunct differs from that of the first; this makes modifiers private.
    correlative : float
        That a coordination is announced (*both*, *either*, *neither*, *not only*).
    modifier : float
        That a phrase has a modifier at a place that allows one.
    subordination : float
        That a statement contains a subordinate clause.
    max_depth : int
        The greatest depth of phrases that could be coordinated, one inside another.
    max_words : int
        The greatest length of a sentence in words, punctuation included; at least 10.

    Raises
    ------
    GrammarError
        A parameter is out of range.

    Examples
    --------
    >>> Grammar(nesting=0.5).nesting
    0.5
    >>> Grammar(nesting=1.5)
    Traceback (most recent call last):
        ...
    bubbletree.grammar.parameters.GrammarError: nesting: must be a probability between 0 and 1, not 1.5
    """

    coordination: float = 0.3
    clauses: float = 0.12
    nesting: float = 0.12
    series: float = 0.15
    clash: float = 0.5
    correlative: float = 0.08
    modifier: float = 0.3
    subordination: float = 0.15
    max_depth: int = 2
    max_words: int = 30

    def __post_init__(self) -> None:
        for name, least in (("max_depth", 1), ("max_words", 10)):
            value = getattr(self, name)
            if not is_whole(value) or value < least:
                raise GrammarError(name, f"must be a whole number from {least}, not {value!r}")
        for name in (field.name for field in fields(self) if not field.name.startswith("max_")):
            value = getattr(self, name)
            if not (is_whole(value) or isinstance(value, float)) or not 0 <= value <= 1:
                raise GrammarError(name, f"must be a probability between 0 and 1, not {value!r}")


def is_whole(value: object) -> bool:
    """Whether a value is a whole number; a truth value is not."""
    return isinstance(value, int) and not isinstance(value, bool)
