"""The languages that have tables, by their codes."""

from __future__ import annotations

from collections.abc import Mapping

from bubbletree.readings.english import ENGLISH
from bubbletree.readings.german import GERMAN
from bubbletree.readings.lexicon import STRUCTURE, Lexicon

LANGUAGES: Mapping[str, Lexicon] = {"en": ENGLISH, "de": GERMAN}
"""The tables by the code of their language."""


def lexicon_of(language: str) -> Lexicon:
    """The tables of a language; of one that has none, empty tables, so that only structure counts.

    Examples
    --------
    >>> "between" in lexicon_of("en").between, lexicon_of("fi").is_empty
    (True, True)
    """
    return LANGUAGES.get(language, STRUCTURE)
