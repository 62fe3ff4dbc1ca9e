"""The languages that have tables, by their codes."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bubbletree._arguments import expect
from bubbletree.errors import BubbletreeError
from bubbletree.readings.english import ENGLISH
from bubbletree.readings.german import GERMAN
from bubbletree.readings.lexicon import STRUCTURE, Lexicon

_CODE = re.compile(r"([A-Za-z]{2,3})(?:[-_][A-Za-z0-9]+)*")

LANGUAGES: Mapping[str, Lexicon] = {"en": ENGLISH, "de": GERMAN}
"""The tables by the code of their language."""


class UnknownLanguageError(BubbletreeError, ValueError):
    """A text is not the code of a language.

    Attributes
    ----------
    language : str
        What was given.
    """

    def __init__(self, language: str) -> None:
        known = ", ".join(LANGUAGES)
        super().__init__(f"expected the code of a language, not {language!r}; those with tables of words are {known}")
        self.language = language


def lexicon_of(language: str) -> Lexicon:
    """The tables of a language; of one that has none, empty tables, so that only structure and negation count.

    Parameters
    ----------
    language : str
        Its code: two or three letters, in any case. What follows a hyphen is not looked at, ``en-US``.

    Raises
    ------
    UnknownLanguageError
        It is not the code of a language.

    Examples
    --------
    >>> "between" in lexicon_of("en-US").between, lexicon_of("fi").is_empty
    (True, True)
    """
    expect(language, str, "the code of a language, as 'en'")
    found = _CODE.fullmatch(language)
    if found is None:
        raise UnknownLanguageError(language)
    return LANGUAGES.get(found[1].lower(), STRUCTURE)
