"""Readings without coordination, and the rules that say which coordinations cannot be split.

* :mod:`bubbletree.readings.splitting`: the readings of a tree, made by :mod:`bubbletree.readings.forks`;
* :mod:`bubbletree.readings.rules`: whether a coordination is collective, *Tom and Mary met*;
* :mod:`bubbletree.readings.omissions`: which words go with the coordination, *both*, *etc.*;
* :mod:`bubbletree.readings.negation`: what negates, *neither ... nor*, *not only*;
* :mod:`bubbletree.readings.lexicon`: what the rules know about words, by language;
* :mod:`bubbletree.readings.site`: what the rules ask about a coordination.
"""

from bubbletree.readings.forks import Collective
from bubbletree.readings.languages import LANGUAGES, UnknownLanguageError, lexicon_of
from bubbletree.readings.lexicon import STRUCTURE, Lexicon
from bubbletree.readings.omissions import OMISSIONS
from bubbletree.readings.reading import Choice, Judgement, Reading
from bubbletree.readings.rules import RULES
from bubbletree.readings.splitting import (
    LIMIT,
    SWITCHES,
    Readings,
    TooManyReadingsError,
    UnknownRuleError,
    judgements,
    split,
    split_lazily,
)

__all__ = [
    "LANGUAGES",
    "LIMIT",
    "OMISSIONS",
    "RULES",
    "STRUCTURE",
    "SWITCHES",
    "Choice",
    "Collective",
    "Judgement",
    "Lexicon",
    "Reading",
    "Readings",
    "TooManyReadingsError",
    "UnknownLanguageError",
    "UnknownRuleError",
    "judgements",
    "lexicon_of",
    "split",
    "split_lazily",
]
